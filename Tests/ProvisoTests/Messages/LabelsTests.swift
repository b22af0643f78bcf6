import Proviso
import Testing

@Suite struct LabelsTests {
    static let rows: [(String, String, SourceLocation)] = [
        ("camelCase", "Camel Case", #_sourceLocation),
        ("ІЦеДійсноТак!", "І Це Дійсно Так!", #_sourceLocation),
        ("XFoo", "X Foo", #_sourceLocation),
        ("FooBARBaz", "Foo Bar Baz", #_sourceLocation),
        ("generateCSRF", "Generate Csrf", #_sourceLocation),
        ("CSRFTokenGenerator", "Csrf Token Generator", #_sourceLocation),
        ("DepartmentName", "Department Name", #_sourceLocation),
        ("department_name", "Department Name", #_sourceLocation),
        ("address.city", "Address City", #_sourceLocation),
        ("items.*.sku", "Items Sku", #_sourceLocation),
        ("*", "", #_sourceLocation),
        ("--a__b--", "A B", #_sourceLocation),
        ("élan_Vital", "Élan Vital", #_sourceLocation),
        ("address1Line", "Address1 Line", #_sourceLocation),
        ("", "", #_sourceLocation),
    ]

    @Test func readsLikeWords() {
        for (name, label, place) in Self.rows {
            #expect(Labels.generate(from: name) == label, sourceLocation: place)
        }
    }

    static let withForms = """
        labels:
          username:
            en: Username
            pl: { text: Nazwa użytkownika, gender: feminine, genitive: nazwy użytkownika }
            de: { text: Benutzername, gender: masculine }
          e_mail: { pl: E-mail }
        rules:
          - [[username, e_mail], required]
        messages:
          pl:
            required.blank: "{attribute_gender, select, feminine {{attribute} jest wymagana} other {{attribute}: wymagane}} ({attribute_genitive})."
          de: { required.blank: "{attribute_gender, select, masculine {Er} other {Es}}, {attribute_genitive}." }
        """

    @Test func messagesAgreeWithALabel() throws {
        let plan = try Plan(RuleSet(parsing: Self.withForms))
        let report = try plan.validate(.object([]))
        let rows: [(String, [String], SourceLocation)] = [
            (
                "pl", ["Nazwa użytkownika jest wymagana (nazwy użytkownika).", "E-mail: wymagane (E-mail)."],
                #_sourceLocation
            ),
            ("de", ["Er, Benutzername.", "Es, E Mail."], #_sourceLocation),
            ("en", ["Username cannot be blank.", "E Mail cannot be blank."], #_sourceLocation),
        ]
        for (locale, texts, place) in rows {
            #expect(plan.localizer(preferring: locale).texts(report) == texts, sourceLocation: place)
        }
    }

    static let refused: [(String, String, SourceLocation)] = [
        (
            "{ de: { text: A, genitiv: B } }", "a label has no form 'genitiv'; did you mean 'genitive'?",
            #_sourceLocation
        ),
        ("{ de: { text: A, gender: female } }", "'female' is no gender", #_sourceLocation),
        ("{ de: { gender: neuter } }", "the label's 'text' is missing", #_sourceLocation),
        ("{ de: { text: A, dative: [B] } }", "a text is needed here", #_sourceLocation),
    ]

    @Test func formsOfLabelsAreChecked() {
        for (label, reason, place) in Self.refused {
            let error = #expect(throws: RuleSetError.self, sourceLocation: place) {
                try RuleSet(parsing: "labels: { a: \(label) }\nrules: [[a, required]]")
            }
            let found = error?.diagnostics.map { $0.text(kind: "") } ?? []
            #expect(found.contains { $0.contains(reason) }, "\(found)", sourceLocation: place)
        }
    }
}
