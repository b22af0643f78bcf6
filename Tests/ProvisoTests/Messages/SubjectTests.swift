import Proviso
import ProvisoMessages
import Testing

/// How messages name the validated value: by its label or without one, in a form or in a report, in the case that the
/// sentence needs.
struct SubjectTests {
    private static func text(
        _ code: String, _ locale: String, _ register: MessageRegister, label: String = "Name",
        parameters: [Parameter] = [], in catalogs: Catalogs = .embedded
    ) -> String {
        Localizer(preferring: [locale], in: catalogs, isolation: .never, register: register)
            .text(for: code, parameters: parameters, label: label)
    }

    static let rows: [(String, String, MessageRegister, String, String)] = [
        ("required.blank", "en", .form, "Name", "Name is required."),
        ("required.blank", "en", .data, "Name", "Name is required."),
        ("required.blank", "en", .form, "", "This field is required."),
        ("required.blank", "en", .data, "", "The value is required."),
        ("required.blank", "pl", .form, "Nazwa", "Pole „Nazwa” jest wymagane."),
        ("required.blank", "pl", .form, "", "To pole jest wymagane."),
        // The genitive, inside the sentence.
        ("present.invalid", "pl", .data, "Nazwa", "Brakuje pola „Nazwa”."),
        ("present.invalid", "pl", .form, "", "Brakuje tego pola."),
        ("required.blank", "fr", .data, "Nom", "Le champ «\u{A0}Nom\u{A0}» est obligatoire."),
        ("required.blank", "ja", .form, "名前", "名前を入力してください。"),
        ("required.blank", "ja", .data, "名前", "名前は必須です。"),
    ]

    @Test(arguments: rows)
    func namesTheValue(code: String, locale: String, register: MessageRegister, label: String, text: String) {
        #expect(Self.text(code, locale, register, label: label) == text)
    }

    private static let own: [String: String] = [
        "subject.named": "{register, select, form{the “{attribute}” box} other{column “{attribute}”}}",
        "subject.unnamed": "{register, select, form{this box} other{this column}}",
        "subject.named.genitive": "of {attribute_genitive}", "subject.unnamed.genitive": "of it",
        "a.b": "{subject} is wrong.", "a.c": "The sum {subject_genitive} is wrong; {subject} is {x}.",
        "a.d": "{x, select, one{{subject}} other{no {subject}}}", "a.e": "{subject_dative}", "a.f": "{attribute}",
    ]

    @Test func aCatalogNamesTheValueInItsOwnWay() throws {
        let catalogs = Catalogs.none.adding(try Catalog(locale: "en", messages: Self.own))
        let x = [Parameter(name: "x", value: .text("1"))]
        let genitive = Parameter(name: "attribute_genitive", value: .text("Namen"))
        func text(_ code: String, _ register: MessageRegister, _ label: String = "Name", _ more: [Parameter] = [])
            -> String
        {
            Self.text(code, "en", register, label: label, parameters: x + more, in: catalogs)
        }
        #expect(text("a.b", .form) == "the “Name” box is wrong.")
        #expect(text("a.b", .data) == "column “Name” is wrong.")
        #expect(text("a.b", .data, "") == "this column is wrong.")
        #expect(text("a.c", .data) == "The sum of Name is wrong; column “Name” is 1.")
        #expect(text("a.c", .data, "Name", [genitive]) == "The sum of Namen is wrong; column “Name” is 1.")
        #expect(text("a.c", .form, "") == "The sum of it is wrong; this box is 1.")
        #expect(text("a.d", .form) == "no the “Name” box")
        // A case that the catalog does not have is the usual form.
        #expect(text("a.e", .form) == "the “Name” box")
        #expect(text("a.f", .form, "") == "")
    }

    @Test func withoutASubjectTheLabelIsShown() throws {
        let catalog = try Catalog(locale: "sw", messages: ["a.b": "{subject}, {subject_genitive}"])
        let genitive = [Parameter(name: "attribute_genitive", value: .text("wa Jina"))]
        let catalogs = Catalogs.none.adding(catalog)
        #expect(Self.text("a.b", "sw", .form, label: "Jina", in: catalogs) == "Jina, Jina")
        #expect(Self.text("a.b", "sw", .form, label: "Jina", parameters: genitive, in: catalogs) == "Jina, wa Jina")
    }

    @Test func aRegionHasTheSubjectOfItsLanguage() throws {
        let catalogs = Catalogs.embedded.adding(try Catalog(locale: "pl-CZ", messages: ["a.b": "{subject}!"]))
        #expect(Self.text("a.b", "pl-CZ", .form, in: catalogs) == "Pole „Name”!")
    }

    @Test func whatBeginsASentenceHasAnUppercaseLetter() throws {
        let ruleSet = RuleSet(
            rules: [Rule(["name"], .required)], labels: ["name": ["en": "user name", "pl": "imię", "de": "name"]])
        let plan = try Plan(ruleSet)
        func text(_ locale: String) throws -> String? {
            plan.localizer(Localizer(preferring: [locale], in: plan.catalogs)).texts(try plan.validate([:])).first
        }
        #expect(try text("en") == "User name is required.")
        // The label is inside the quotation marks of the sentence.
        #expect(try text("pl") == "Pole „imię” jest wymagane.")
    }

    @Test(arguments: [
        ("fr", "ni « a », ni"), ("en", "“a” or “b”"),
    ]) func nothingOfAListIsAllowed(locale: String, part: String) throws {
        let catalogs = Catalogs.none.adding(
            try Catalog(
                locale: "fr", messages: ["a.b": "{x, list, nor quoted}", "list.nor": "ni {first}, ni {last}"])
        ).adding(try Catalog(locale: "en", messages: ["a.b": "{x, list, nor quoted}"]))
        let list = [Parameter(name: "x", value: .list([.text("a"), .text("b")]))]
        let text = Self.text("a.b", locale, .form, parameters: list, in: catalogs)
        #expect(text.hasPrefix(part.replacing("« ", with: "«\u{A0}").replacing(" »", with: "\u{A0}»")), "\(text)")
    }

    @Test func theDigitsOfYearsAreNotGrouped() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [year, integer, { min: 1900, grouping: false }]
                      - [sum, integer, { min: 1900 }]
                      - [pin, compare, { compareValue: 12345, grouping: false }]
                      - [total, compare, { compareValue: 12345 }]
                      - [code, in, { range: [1000, 2000] }]
                      - [above, integer, { above: 1999, grouping: false }]
                    """))
        let record: AnyValue = ["year": 1, "sum": 1, "pin": 1, "total": 1, "code": 1, "above": 1]
        let localizer = plan.localizer(Localizer(preferring: ["en"], in: plan.catalogs))
        #expect(
            try localizer.texts(plan.validate(record)) == [
                "Year must be at least 1900.", "Sum must be at least 1,900.", "Pin must be 12345.",
                "Total must be 12,345.", "Code must be one of: 1000 or 2000.", "Above must be greater than 1999.",
            ])
    }
}
