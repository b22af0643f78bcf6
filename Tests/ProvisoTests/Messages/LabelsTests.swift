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
        ("TZ", "TZ", #_sourceLocation),
        ("ISO.alpha2", "ISO Alpha2", #_sourceLocation),
        ("name.ISO.*.TZ", "Name ISO TZ", #_sourceLocation),
        ("ICAO", "ICAO", #_sourceLocation),
        ("ÄÖ.größe", "ÄÖ Größe", #_sourceLocation),
        ("COUNTRY", "Country", #_sourceLocation),
        ("USER_ID", "User Id", #_sourceLocation),
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
            ("en", ["Username is required.", "E Mail is required."], #_sourceLocation),
        ]
        for (locale, texts, place) in rows {
            #expect(plan.localizer(preferring: locale).texts(report) == texts, sourceLocation: place)
        }
    }

    static let beginnings: [(locale: String, label: String, message: String, text: String, place: SourceLocation)] = [
        ("en", "user name", "{attribute} must be set.", "User name must be set.", #_sourceLocation),
        ("en", "User Name", "{attribute} must be set.", "User Name must be set.", #_sourceLocation),
        ("en", "user name", "Please enter {attribute}.", "Please enter user name.", #_sourceLocation),
        ("en", "user name", "“{attribute}” must be set.", "“user name” must be set.", #_sourceLocation),
        ("en", "user name", "{attribute} is no {attribute}.", "User name is no user name.", #_sourceLocation),
        ("en", "user name", "{attribute}", "user name", #_sourceLocation),
        (
            "en", "age", "{attribute_gender, select, neuter {It} other {{attribute} is missing}}.", "Age is missing.",
            #_sourceLocation
        ),
        ("en", "e-mail address", "{attribute} must be set.", "E-mail address must be set.", #_sourceLocation),
        ("en", "iPhone model", "{attribute} must be set.", "iPhone model must be set.", #_sourceLocation),
        ("de", "pH-Wert", "{attribute} fehlt.", "pH-Wert fehlt.", #_sourceLocation),
        ("en", "api_key", "{attribute} must be set.", "api_key must be set.", #_sourceLocation),
        ("en", "user.name", "{attribute} must be set.", "user.name must be set.", #_sourceLocation),
        ("en", "v2 token", "{attribute} must be set.", "v2 token must be set.", #_sourceLocation),
        ("en", "second v2 token", "{attribute} must be set.", "Second v2 token must be set.", #_sourceLocation),
        ("fr", "l’IBAN", "{attribute} est requis.", "L’IBAN est requis.", #_sourceLocation),
        ("de", "ßa", "{attribute} fehlt.", "Ssa fehlt.", #_sourceLocation),
        ("tr", "isim", "{attribute} gerekli.", "İsim gerekli.", #_sourceLocation),
        ("en", "isim", "{attribute} must be set.", "Isim must be set.", #_sourceLocation),
        ("nl", "ijstijd", "{attribute} is verplicht.", "IJstijd is verplicht.", #_sourceLocation),
        ("hr", "ǆep", "{attribute} je obavezan.", "ǅep je obavezan.", #_sourceLocation),
        ("el", "όνομα", "{attribute} λείπει.", "Όνομα λείπει.", #_sourceLocation),
        ("ru", "имя", "{attribute}: нет.", "Имя: нет.", #_sourceLocation),
        ("ka", "სახელი", "{attribute} აუცილებელია.", "სახელი აუცილებელია.", #_sourceLocation),
        ("ja", "name", "{attribute}は必須です。", "nameは必須です。", #_sourceLocation),
        ("ar", "name", "{attribute} مطلوب.", "\u{2068}name\u{2069} مطلوب.", #_sourceLocation),
    ]

    @Test func beginASentenceWithACapital() throws {
        for (locale, label, message, text, place) in Self.beginnings {
            let rules = """
                labels: { a: { \(locale): "\(label)" } }
                rules: [[a, required, { message: "\(message)" }]]
                """
            let plan = try Plan(RuleSet(parsing: rules))
            let localizer = plan.localizer(preferring: locale)
            #expect(localizer.texts(try plan.validate(.object([]))) == [text], sourceLocation: place)
            #expect(localizer.label("a") == label, sourceLocation: place)
        }
    }

    static let refused: [(String, String, SourceLocation)] = [
        (
            "{ de: { text: A, genitiv: B } }", "a label has no form 'genitiv'; did you mean 'genitive'?",
            #_sourceLocation
        ),
        ("{ de: { text: A, gender: female } }", "'female' is not a gender (masculine", #_sourceLocation),
        ("{ de: { gender: neuter } }", "the label's 'text' is missing", #_sourceLocation),
        ("{ de: { text: A, dative: [B] } }", "expected a string", #_sourceLocation),
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
