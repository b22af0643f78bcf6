import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct DiagnosticTests {
    struct Row {
        let source: String
        let message: String
        let line: Int
        let location: SourceLocation

        init(_ message: String, line: Int = 1, _ source: String, location: SourceLocation = #_sourceLocation) {
            self.source = source
            self.message = message
            self.line = line
            self.location = location
        }
    }

    static let rows = [
        Row(
            "'@Validatable' belongs on a struct or final class: an enum has no stored properties",
            "@Validatable enum Choice { case one }"),
        Row(
            "'@Validatable' belongs on a struct or final class: an actor's properties cannot be read in place",
            "@Validatable actor Account { var name = \"\" }"),
        Row(
            "'@Validatable' needs a final class: a subclass would have attributes that no rule sees",
            "@Validatable class Base { var name = \"\" }"),
        Row(
            "'@Validatable' cannot be used on a type of the main actor: use a plain struct and hold it in a property",
            "@Validatable @MainActor final class Screen { var name = \"\" }"),
        Row(
            "'@Rules' has no effect: a static property is not an attribute", line: 2,
            """
            @Validatable struct Form {
                @Rules(.required) static var name = ""
            }
            """),
        Row(
            "'@Label' has no effect: a computed property is not an attribute", line: 2,
            """
            @Validatable struct Form {
                @Label("Name") var name: String { "" }
            }
            """),
        Row(
            "'@Rules' has no effect: a lazy property is not an attribute: reading it would change the model", line: 2,
            """
            @Validatable struct Form {
                @Rules(.required) lazy var name = ""
            }
            """),
        Row(
            "'@Published' properties are not attributes: what they store is not their value", line: 2,
            """
            @Validatable final class Form {
                @Published var name = ""
            }
            """),
        Row(
            "attributes have one name each: declare the properties one by one", line: 2,
            """
            @Validatable struct Form {
                var (a, b) = (1, 2)
            }
            """),
        Row(
            "a property has one label: put the locales in one '@Label'", line: 2,
            """
            @Validatable struct Form {
                @Label(["en": "A"]) @Label(["de": "A"]) var a = ""
            }
            """),
        Row(
            "'@Rules' has no effect: the type declares 'ruleSet' itself; name the list 'rules' to have both", line: 2,
            """
            @Validatable struct Form {
                @Rules(.required) var a = ""
                static let ruleSet = RuleSet()
            }
            """),
        Row(
            "unknown attribute 'passwrd'; did you mean 'password'?", line: 3,
            """
            @Validatable struct Form {
                var password = ""
                @Rules(.compare(with: "passwrd")) var echo = ""
            }
            """),
        Row(
            "unknown attribute 'country'", line: 2,
            """
            @Validatable struct Form {
                @Rules(.required, when: Condition("country", .in(["US"]))) var state = ""
            }
            """),
        Row(
            "unknown attribute 'emial'; did you mean 'email'?", line: 3,
            """
            @Validatable struct Form {
                var email = "", name = ""
                static let rules = [Rule("name, emial", .required)]
            }
            """),
        Row(
            "a validation method is declared "
                + "'func check(_ value: borrowing Value, _ context: inout ValidationContext)'", line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod("check") func check(_ value: String) -> Bool { true }
            }
            """),
        Row(
            "a validation method is not static and not mutating: "
                + "func check(_ value: borrowing Value, _ context: inout ValidationContext)", line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod mutating func check(_ value: borrowing Value, _ context: inout ValidationContext) {}
            }
            """),
        Row(
            "a validation method reports to its context and does not throw: "
                + "func check(_ value: borrowing Value, _ context: inout ValidationContext)", line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod func check(_ value: borrowing Value, _ context: inout ValidationContext) throws {}
            }
            """),
        Row(
            "an async validation method is declared 'func check(_ value: AnyValue) async throws -> [Finding]'",
            line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod func check(_ value: borrowing Value, _ context: inout ValidationContext) async {}
            }
            """),
        Row(
            "an async validation method is declared 'func check(_ value: AnyValue) async throws -> [Finding]'",
            line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod func check(_ value: AnyValue) async -> Bool { true }
            }
            """),
        Row(
            "an async validation method is a plain instance method: "
                + "func check(_ value: AnyValue) async throws -> [Finding]", line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod static func check(_ value: AnyValue) async -> [Finding] { [] }
            }
            """),
        Row(
            "two methods are named \"check\"", line: 3,
            """
            @Validatable struct Form {
                @ValidationMethod func check(_ value: borrowing Value, _ context: inout ValidationContext) {}
                @ValidationMethod("check") func other(_ value: borrowing Value, _ context: inout ValidationContext) {}
            }
            """),
        Row(
            "'@ValidationMethod' belongs beside a method", line: 2,
            """
            @Validatable struct Form {
                @ValidationMethod("check") var name = ""
            }
            """),
        Row(
            "'@Rules' without a rule has no effect: name one, as in '@Rules(.required)'", line: 2,
            """
            @Validatable struct Form {
                @Rules var name = ""
            }
            """),
        Row(
            "'@Rules' without a rule has no effect: name one, as in '@Rules(.required)'", line: 2,
            """
            @Validatable struct Form {
                @Rules(on: "register") var name = ""
            }
            """),
        Row(
            "'@Label' without a label has no effect: give one, as in '@Label(\"Name\")'", line: 2,
            """
            @Validatable struct Form {
                @Label var name = ""
            }
            """),
        Row(
            "'english please' is not a locale: expected a BCP 47 tag, such as 'de' or 'pt-BR'", line: 2,
            """
            @Validatable struct Form {
                @Label(["pt-BR": "Nome", "english please": "Name", "": "N"]) var name = ""
            }
            """),
        Row(
            "a function is not an attribute: mark the property '@NoAttribute'", line: 2,
            """
            @Validatable struct Form {
                var onChange: (@Sendable (String) -> Void)?
            }
            """),
        Row(
            "a tuple is not an attribute: mark the property '@NoAttribute'", line: 2,
            """
            @Validatable struct Form {
                var range: (Int, Int) = (1, 2)
            }
            """),
        Row(
            "no method is named 'chekName'; did you mean 'checkName'?", line: 2,
            """
            @Validatable struct Form {
                @Rules(.type("chekName"), .type("acme/checkName"), .type("tax")) var name = ""
                @ValidationMethod func checkName(_ value: borrowing Value, _ context: inout ValidationContext) {}
            }
            """),
        Row(
            "no rule names the method 'isFine', so it never runs: add '.type(\"isFine\")' to a rule", line: 3,
            """
            @Validatable struct Form {
                @Rules(.required) var name = ""
                @ValidationMethod func isFine(_ value: borrowing Value, _ context: inout ValidationContext) {}
            }
            """),
        Row(
            "there are two labels for 'en': keep one", line: 2,
            """
            @Validatable struct Form {
                @Label("A", ["en": "A", "en": "B"]) var name = ""
            }
            """),
        Row(
            "there are two labels for 'pt-BR': keep one", line: 2,
            """
            @Validatable struct Form {
                @Label(["pt-BR": "A", "de": "B", "pt-BR": "C"]) var name = ""
            }
            """),
        Row(
            "there are two labels for all locales: keep one", line: 2,
            """
            @Validatable struct Form {
                @Label("A", ["": "B"]) var name = ""
            }
            """),
        Row(
            "after a string, labels by locale must be a dictionary literal", line: 2,
            """
            @Validatable struct Form {
                @Label("A", texts) var name = ""
            }
            """),
        Row(
            "'@Validatable' cannot find out which members of this '#if' are compiled: move them out of it, or put the "
                + "whole type into the '#if' twice", line: 2,
            """
            @Validatable struct Form {
                #if DEBUG
                @Rules(.required) var name = ""
                #endif
            }
            """),
        Row(
            "'@Validatable' does not read attributes inside '#if': put the '#if' around the whole declaration", line: 2,
            """
            @Validatable struct Form {
                #if DEBUG
                @Rules(.required)
                #endif
                var name = ""
            }
            """),
        Row(
            "'@Rules' has no effect: the type is not '@Validatable'", line: 2,
            """
            struct Form {
                @Rules(.required) var name = ""
            }
            """),
    ]

    @Test(arguments: rows) func says(_ row: Row) {
        let found = Diagnosed.all(row.source, macros).map { "\($0.line): \($0.text)" }
        #expect(found == ["\(row.line): \(row.message)"], sourceLocation: row.location)
    }

    @Test func makesClassesFinal() {
        expand(
            "@Validatable class Form {}", to: "class Form {}",
            [
                DiagnosticSpec(
                    message: "'@Validatable' needs a final class: a subclass would have attributes that no rule sees",
                    line: 1, column: 14, fixIts: [FixItSpec(message: "make the class final")])
            ], fixed: "@Validatable final class Form {}")
    }

    @Test func correctsNames() {
        expand(
            """
            @Validatable struct Form {
                var email = ""
                static let rules = [Rule("emial", .required)]
                static let ruleSet = RuleSet(rules: rules)
                borrowing func writeAttributes(to values: inout AttributeWriter) { values.write(email) }
            }
            """,
            to: """
                struct Form {
                    var email = ""
                    static let rules = [Rule("emial", .required)]
                    static let ruleSet = RuleSet(rules: rules)
                    borrowing func writeAttributes(to values: inout AttributeWriter) { values.write(email) }
                }

                extension Form: Proviso.ValidatableModel {
                    static let attributes: [Proviso.Attribute<Form>] = {
                        #sourceLocation(file: "test.swift", line: 2)
                        let attribute1 = Proviso.Attribute<Form>("email", \\.email, hasDefault: true)
                        #sourceLocation()
                        return [attribute1]
                    }()
                }
                """,
            [
                DiagnosticSpec(
                    message: "unknown attribute 'emial'; did you mean 'email'?", line: 3, column: 30,
                    fixIts: [FixItSpec(message: "replace 'emial' by 'email'")])
            ],
            fixed: """
                @Validatable struct Form {
                    var email = ""
                    static let rules = [Rule("email", .required)]
                    static let ruleSet = RuleSet(rules: rules)
                    borrowing func writeAttributes(to values: inout AttributeWriter) { values.write(email) }
                }
                """)
    }
}
