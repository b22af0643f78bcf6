import Proviso
import Testing

// The sample of the README, word for word, with what it prints.

struct SignUp {
    var username = ""
    var email: String?
    var country = "DE"
}

extension SignUp: ValidatableModel {
    static let attributes: [Attribute<SignUp>] = [
        Attribute("username", \.username), Attribute("email", \.email), Attribute("country", \.country),
    ]
    static let methods: [ValidationMethod<SignUp>] = [
        ValidationMethod("checkCountry", codes: [CodeDescription("country.embargo")]) { signUp, value, context in
            if signUp.country == "AQ" { context.report("country.embargo") }
        }
    ]
    static let ruleSet = RuleSet(
        rules: [
            Rule("username", "email", .required),
            Rule("username", .trim),
            Rule("username", .string(min: 3, max: 24)),
            Rule("email", .email, on: "register"),
            Rule("country", .type("checkCountry")),
        ],
        labels: ["username": ["en": "User name", "de": "Benutzername"]],
        messages: ["en": ["country.embargo": "We do not ship to {value}."]])
}

struct ReadmeTests {
    @Test func printsWhatItSays() throws {
        var lines: [String] = []
        func print(_ text: String) { lines.append(text) }

        var signUp = SignUp(username: " x ")
        let plan = try ModelPlan(SignUp.self)
        let report = try plan.validate(&signUp, scenario: "register")
        for locale in ["en", "de"] {
            for text in plan.localizer(preferring: locale).texts(report) { print(text) }
        }

        #expect(
            lines == [
                "User name must contain at least 3 characters.", "Email is required.",
                "Benutzername muss mindestens 3 Zeichen lang sein.", "Email muss ausgefüllt werden.",
            ])
        #expect(signUp.username == "x")
    }

    @Test func methodsOfTheModelRunLikeAnyRule() throws {
        var signUp = SignUp(username: "penguin", email: "p@south.org", country: "AQ")
        let plan = try ModelPlan(SignUp.self)
        let report = try plan.validate(&signUp)
        #expect(report.violations.map(\.code) == ["country.embargo"])
        #expect(plan.localizer(preferring: "fr").texts(report) == ["We do not ship to AQ."])
    }
}
