import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Rules that run a plugin's validator.
@Suite(.waitingForProcesses) struct ValidatingTests {
    @Test func fifteenLinesOfCAreARuleType() throws {
        let registry = try Workshop().load("fifteen")
        let definition = try #require(registry["acme/even"])
        #expect(definition.codes == [CodeDescription("acme/even.odd")])
        #expect(definition.options == [])
        #expect(registry.catalogs.map(\.locale) == ["en"])
        let plan = try Plan(
            RuleSet(rules: [Rule("n", "items.*.n", .type("acme/even"))]), registry: registry)
        let report = try plan.validate(["n": 3, "items": [["n": 2], ["n": 5], ["n": "six"], ["n": nil]]])
        #expect(report.violations.map(\.code) == ["acme/even.odd", "acme/even.odd", "acme/even.odd"])
        #expect(report.violations.map(\.path.pointer) == ["/n", "/items/1/n", "/items/2/n"])
        #expect(report.violations.first?.rule.type == "acme/even")
        #expect(plan.localizer(preferring: "en").texts(report).first == "N must be an even number.")
        #expect(try plan.validate(["n": 4]).violations.isEmpty)
    }

    /// A value no rule of this plugin is ever handed: `validate` would read it as a number.
    @Test(arguments: [nil, "2", 2.5, true, [2], ["n": 2], .unsigned(.max), .decimal("1e9999"), .absent] as [AnyValue])
    func otherKindsAreJudgedByTheHost(_ value: AnyValue) throws {
        let registry = try Workshop().load("fifteen")
        #expect(try registry.codes("acme/even", in: value) == ["acme/even.odd"])
    }

    @Test func ruleFilesNamePluginsAndReplaceTheirMessages() throws {
        let registry = try Workshop().load("puppet")
        let rules = try RuleSet(
            parsing: """
                proviso: 1
                labels: { n: { en: Number, de: Zahl } }
                rules:
                  - [n, acme/puppet, { result: 1, code: puppet.other, times: 1, parameters: 3, other: "{n} in {attribute}." }]
                  - { attributes: n, type: acme/puppet, result: 1, skipOnError: false, message: "Not this {attribute}." }
                """)
        let plan = try Plan(rules, registry: registry)
        let report = try plan.validate(["n": 1])
        #expect(plan.localizer(preferring: "en").texts(report) == ["0, 1, or 2 in Number.", "Not this Number."])
        let error = #expect(throws: RuleSetError.self) {
            let rules = try RuleSet(
                parsing: "proviso: 1\nrules:\n  - [n, acme/puppet, { results: 1 }]\n", file: "r.yaml")
            return try Plan(rules, registry: registry)
        }
        #expect(error?.diagnostics.map(\.position?.description) == ["r.yaml:3:24"])
    }

    struct Fault: Sendable {
        let type: RuleType
        let options: [String: AnyValue]
        let codes: [Code]
        let reason: String?
        let location: SourceLocation

        init(
            _ options: [String: AnyValue], _ codes: [Code], _ reason: String?, type: RuleType = "acme/puppet",
            location: SourceLocation = #_sourceLocation
        ) {
            self.type = type
            self.options = options
            self.codes = codes
            self.reason = reason
            self.location = location
        }
    }

    static let faults = [
        Fault(["result": 0], [], nil),
        Fault(["result": 2], [], nil),
        Fault(["result": 1], ["acme/puppet.wrong"], nil),
        Fault(["result": 1, "times": 2, "code": "puppet.other"], ["acme/puppet.other", "acme/puppet.other"], nil),
        Fault(["result": -1], [.fault], "it returned -1 (a fault)"),
        Fault(["result": -3], [.fault], "it returned -3 (out of memory)"),
        Fault(["result": -99], [.fault], "it returned -99, which is not a valid result"),
        Fault(["result": 3], [.fault], "it returned 3, which is not a valid result"),
        Fault(["result": 256], [.fault], "it returned 256, which is not a valid result"),
        Fault(["result": .integer(Int64(Int32.min))], [.fault], "it returned -2147483648, which is not a valid result"),
        Fault(
            ["result": 0, "times": 1, "code": "puppet.other"], ["acme/puppet.other", .fault],
            "it reported violations, but returned that the value is valid"),
        Fault(
            ["result": 2, "times": 1, "code": "puppet.other"], ["acme/puppet.other", .fault],
            "it reported violations, but returned that the value is valid"),
        Fault(
            ["result": -1, "times": 1, "code": "puppet.other"], ["acme/puppet.other", .fault],
            "it returned -1 (a fault)"),
        Fault(
            ["result": 1, "times": 3, "code": "even.odd"], [.fault],
            "it reported the code 'even.odd', which it did not declare"),
        Fault(
            ["result": 0, "times": 1, "code": "even.odd"], [.fault],
            "it reported the code 'even.odd', which it did not declare"),
        Fault(["result": 1, "times": 1], [.fault], "it reported the code '', which it did not declare"),
        Fault(
            ["result": 1, "times": 1, "code": "puppet.other", "parameters": 65], [.fault],
            "it reported acme/puppet.other with 65 parameters; at most 64 are allowed"),
        Fault(
            ["result": 1, "times": 1, "code": "puppet.other", "parameters": -1], [.fault],
            "it reported acme/puppet.other with 18446744073709551615 parameters; at most 64 are allowed"),
        Fault(
            ["result": 1, "times": 1, "code": "puppet.other", "parameters": 1, "nameless": 1], [.fault],
            "it reported acme/puppet.other with a parameter without a name"),
        Fault(
            ["result": 1, "times": 1, "code": "puppet.other", "parameters": 1, "list": 1], [.fault],
            "it reported acme/puppet.other with a list or object as parameter 'n' (to pass a list, repeat the parameter)"
        ),
    ]

    @Test(arguments: faults)
    func aFaultIsNeverValid(_ row: Fault) throws {
        let registry = try Workshop().load("puppet")
        let violations = try registry.violations(row.type, row.options, in: 1)
        #expect(violations.map(\.code) == row.codes, sourceLocation: row.location)
        let reason = violations.first { $0.code == .fault }?.parameters["reason"]
        let expected = row.reason.map { ParameterValue.text("plugin org.example.puppet, rule acme/puppet: \($0)") }
        #expect(reason == expected, sourceLocation: row.location)
    }

    @Test(arguments: [
        ("fault", "acme/fault"), ("odd_verdict", "acme/odd-verdict"), ("undeclared_code", "acme/undeclared-code"),
    ])
    func aBadPluginsValuesAreNotValid(_ fixture: String, _ type: String) throws {
        let registry = try Workshop().load(fixture)
        #expect(try registry.codes(RuleType(rawValue: type), in: 2) == [.fault])
    }

    @Test func aConditionThatCannotBeJudgedIsAFault() throws {
        let registry = try Workshop().load("puppet")
        func codes(_ result: AnyValue) throws -> [Code] {
            let condition = Condition(
                "m", .type("acme/puppet", ["result": result, "times": 1, "code": "puppet.other"]))
            let rules = [Rule("n", .required, when: condition), Rule("m", .type("acme/plain"))]
            return try Plan(RuleSet(rules: rules), registry: registry).validate(["m": 2]).violations.map(\.code)
        }
        #expect(try codes(0) == ["required.blank"])
        #expect(try codes(1) == [])
        #expect(try codes(-1) == [.fault])
    }

    @Test func parametersArriveTyped() throws {
        let registry = try Workshop().load("values")
        let violation = try #require(try registry.violations("acme/kinds", in: "x").first)
        #expect(violation.code == "acme/values.kinds")
        #expect(
            violation.parameters == [
                "null": .text(""), "boolean": .boolean(true), "integer": .integer(.min), "unsigned": .unsigned(.max),
                "double": .number(0.5), "nan": .text("nan"), "decimal": .decimal("1e9999"), "no-decimal": .text("1e"),
                "text": .text("München"), "broken": .text("a\u{FFFD}b"), "empty": .text(""),
                "list": .list([.text("one"), .text("two")]),
            ])
    }

    @Test(arguments: [
        (
            0,
            "it reported acme/values.kinds with a string of 4611686018427387904 bytes as parameter 'n', "
                + "which is too long or null"
        ),
        (1, "it reported acme/values.kinds with parameter 'n' of the unknown kind 99"),
        (2, "it reported acme/values.kinds with 1 parameters, but a null pointer to them"),
    ])
    func badParametersAreAFault(_ value: Int64, _ reason: String) throws {
        let registry = try Workshop().load("values")
        let violations = try registry.violations("acme/bad-parameters", in: .integer(value))
        #expect(violations.map(\.code) == [.fault])
        #expect(
            violations.first?.parameters["reason"]
                == .text("plugin org.example.values, rule acme/bad-parameters: \(reason)"))
    }

    @Test func listsAndObjectsAreReadThroughTheHost() throws {
        let registry = try Workshop().load("values")
        let value: AnyValue = ["name": "München", "items": [1, 2, 39], "": nil, "last": ["deep": true]]
        let violation = try #require(try registry.violations("acme/structure", in: value).first)
        #expect(violation.code == "acme/values.structure")
        #expect(
            violation.parameters == [
                "sum": .integer(42), "keys": .text("nameitemslast"), "name": .text("München"), "count": .boolean(true),
            ])
        let empty = try #require(try registry.violations("acme/structure", in: [:]).first)
        #expect(empty.code == "acme/values.structure")
        #expect(empty.parameters["sum"] == .integer(0))
    }

    @Test func logLinesNameThePluginAndCannotSteerATerminal() {
        #expect(
            PluginHost.logLine(plugin: "org.example.even", severity: 2, text: "a\nb\u{1B}[2J\u{9B}é")
                == "org.example.even: warning: a b [2J é\n")
        #expect(PluginHost.logLine(plugin: "x", severity: 99, text: "") == "x: error: \n")
        #expect(
            PluginHost.logLine(plugin: "x", severity: 2, text: "a\u{202E}b\u{2028}c").unicodeScalars.allSatisfy {
                $0.isASCII
            })
    }
}
