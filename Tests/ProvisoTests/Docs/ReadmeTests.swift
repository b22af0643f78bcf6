import Proviso
import Testing

// The sample of the README, with what it prints.

private enum Readme {
    // sample: model
    struct SignUp: ValidatableModel {
        var username = ""
        var email: String?

        static let attributes: [Attribute<SignUp>] = [Attribute("username", \.username), Attribute("email", \.email)]
        static let ruleSet = RuleSet(rules: [
            Rule("username", "email", .required), Rule("username", .trim), Rule("username", .string(min: 3, max: 24)),
            Rule("email", .email),
        ])
    }
    // end

    static func run(_ print: (String) -> Void) throws -> SignUp {
        // sample: use
        let plan = try ModelPlan(SignUp.self)
        var signUp = SignUp(username: " x ")
        let report = try plan.validate(&signUp)
        for text in plan.localizer(preferring: "de").texts(report) { print(text) }
        // Username muss mindestens 3 Zeichen lang sein.
        // Email muss ausgefüllt werden.
        // end
        return signUp
    }
}

struct ReadmeTests {
    @Test func printsWhatItSays() throws {
        var lines: [String] = []
        let signUp = try Readme.run { lines.append($0) }
        #expect(lines == ["Username muss mindestens 3 Zeichen lang sein.", "Email muss ausgefüllt werden."])
        #expect(signUp.username == "x")
    }
}
