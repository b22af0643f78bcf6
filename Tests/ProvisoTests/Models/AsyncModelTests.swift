import Proviso
import Testing

/// Models with rules and methods that are answered later.
struct AsyncModelTests {
    struct Account: Model, Sendable {
        var name = ""
        var team = ""
        var isOpen = true
        static let attributes: [Attribute<Account>] = [Attribute("name", \.name), Attribute("team", \.team)]
        static let ruleSet = RuleSet(rules: [
            Rule("name", .type("nameIsFree")), Rule("name", .type("trim")), Rule("team", .later("x.team")),
        ])
        static let methods = [
            ValidationMethod<Account>(async: "nameIsFree", codes: [CodeDescription("name.taken")]) { account, value in
                account.team == "a" && value == "ada" ? [Finding("name.taken")] : []
            }
        ]

        mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool { isOpen }
        mutating func afterValidate(scenario: String, errors: inout ErrorList) {
            errors.add("x.after", to: "name")
        }
    }

    @Test func methodsMayWait() async throws {
        let plan = try AsyncModelPlan(Account.self)
        var account = Account(name: " ada ", team: "a")
        let report = try await plan.validate(&account)
        #expect(report.violations.map(\.code) == ["name.taken", "x.team", "x.after"])
        #expect(account.name == "ada")
        account.team = ""
        #expect(try await plan.validate(&account).violations.map(\.code) == ["x.after"])
        account.isOpen = false
        #expect(try await plan.validate(&account).violations.map(\.code) == [.stopped])
    }

    @Test func aPlainPlanRefusesThem() {
        let error = #expect(throws: RuleSetError.self) { try ModelPlan(Account.self) }
        #expect(error?.diagnostics.count == 2)
    }

    struct Company: Model, Sendable {
        var accounts: [Account] = []
        static let attributes: [Attribute<Company>] = [Attribute("accounts", \.accounts)]
        static let ruleSet = RuleSet()
    }

    @Test func nestedModelsMayWaitToo() async throws {
        let plan = try AsyncModelPlan(Company.self)
        var company = Company(accounts: [Account(name: "bob", team: ""), Account(name: "ada", team: "a")])
        let found = try await plan.validate(&company).violations.map { "\($0.code) \($0.path)" }
        #expect(found == ["name.taken accounts.1.name", "x.team accounts.1.team"])
    }

    /// A model of one actor, which its validation does not leave.
    @MainActor @Test func modelsNeedNotBeSendable() async throws {
        var draft = Draft()
        let report = try await AsyncModelPlan(Draft.self).validate(&draft)
        #expect(report.violations.map(\.code) == ["x.text"])
    }

    final class Draft: Model {
        var text = "x"
        static var attributes: [Attribute<Draft>] { [Attribute("text", \.text)] }
        static var ruleSet: RuleSet { RuleSet(rules: [Rule("text", .later("x.text"))]) }
    }
}
