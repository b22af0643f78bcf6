import Proviso
import Testing

/// Models with rules and methods that are answered later.
struct AsyncModelTests {
    struct Account: ValidatableModel, Sendable {
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
        #expect(try await plan.validate(&account).violations.map(\.code) == [.validationStopped])
    }

    @Test func aPlainPlanRefusesThem() {
        let error = #expect(throws: RuleSetError.self) { try ModelPlan(Account.self) }
        #expect(error?.diagnostics.count == 2)
    }

    @Test func statesWaitForTheirRules() async throws {
        let plan = try AsyncModelPlan(Account.self)
        var state = ModelState(Account(name: " ada ", team: "a"), plan: plan)
        let refused = #expect(throws: RuleSetError.self) { try state.validate() }
        #expect(
            refused?.diagnostics.map(\.reason) == ["rule type 'nameIsFree' is async: use AsyncPlan instead of Plan"])
        #expect(throws: RuleSetError.self) { try state.validateChanges { $0.model.name = "bob" } }
        #expect(throws: RuleSetError.self) { try state.modelPlan.plan.validate(.object([])) }
        #expect(throws: RuleSetError.self) { try state.modelPlan.session() }

        #expect(try await !state.validateAsync())
        #expect(state.errors.violations.map(\.code) == ["name.taken", "x.team", "x.after"])
        #expect(state.model.name == "ada", "what rules change is changed")
        state.model.team = ""
        #expect(try await !state.validateAsync(attributes: ["team"]))
        #expect(state.errors.violations.map(\.code) == ["name.taken", "x.after"], "errors of others stay")
        state.model.isOpen = false
        #expect(try await !state.validateAsync())
        #expect(state.errors.isEmpty)
        await #expect(throws: RuleSetError.self) { try await state.validateAsync(attributes: ["nowhere"]) }
        try state.addRule(Rule("team", .later("y.team")))
        state.model = Account(name: "bob", team: "b")
        #expect(try await !state.validateAsync())
        #expect(state.errors.violations.map(\.code) == ["x.team", "y.team", "x.after"])
    }

    @Test func dynamicModelsWaitForTheirRules() async throws {
        var model = DynamicModel(
            ["name": " ada ", "team": "a"],
            ruleSet: RuleSet(rules: [Rule("name", .later("x.name")), Rule("name", .trim), Rule("team", .required)]))
        let refused = #expect(throws: RuleSetError.self) { try model.validate() }
        #expect(refused?.diagnostics.first?.reason.contains("is async: use AsyncPlan instead of Plan") == true)
        #expect(try await !model.validateAsync())
        #expect(model.errors.violations.map(\.code) == ["x.name"])
        #expect(model["name"] == "ada")
        #expect(try model.texts().keys.sorted() == ["name"])
        #expect(throws: RuleSetError.self) { try model.validate() }
        #expect(throws: RuleSetError.self) { try model.plan().validate(["name": "x"]) }

        model["name"] = ""
        model["team"] = ""
        #expect(try await model.validateAsync(attributes: ["name"]))
        #expect(model.errors.isEmpty)
        #expect(try await !model.validateAsync())
        #expect(model.errors.violations.map(\.code) == ["required.blank"])
        await #expect(throws: RuleSetError.self) { try await model.validateAsync(attributes: ["nowhere"]) }
    }

    @Test func withoutQuestionsBothAreTheSame() async throws {
        var model = DynamicModel(["a": ""], ruleSet: RuleSet(rules: [Rule("a", .required)]))
        #expect(try await !model.validateAsync())
        let errors = model.errors.violations.map(\.code)
        #expect(try !model.validate())
        #expect(errors == ["required.blank"] && model.errors.violations.map(\.code) == errors)
    }

    @Test func aCancelledValidationThrows() async throws {
        let plan = try AsyncModelPlan(
            Account.self,
            ruleSet: RuleSet(rules: [
                Rule(
                    "name",
                    .asyncCheck { _, _ in
                        try await Task.sleep(for: .seconds(3600))
                        return []
                    })
            ]))
        let task = Task {
            var state = ModelState(Account(name: "ada"), plan: plan)
            return try await state.validateAsync()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    struct Company: ValidatableModel, Sendable {
        var accounts: [Account] = []
        static let attributes: [Attribute<Company>] = [Attribute("accounts", \.accounts)]
        static let ruleSet = RuleSet()
    }

    @Test func nestedModelsMayWaitToo() async throws {
        let plan = try AsyncModelPlan(Company.self)
        var company = Company(accounts: [Account(name: "bob", team: ""), Account(name: "ada", team: "a")])
        let found = try await plan.validate(&company).violations.map { "\($0.code) \($0.path)" }
        #expect(
            found == [
                "name.taken accounts.1.name", "x.team accounts.1.team", "x.after accounts.0.name",
                "x.after accounts.1.name",
            ])
    }

    /// A model of one actor, which its validation does not leave.
    @MainActor @Test func modelsNeedNotBeSendable() async throws {
        var draft = Draft()
        let report = try await AsyncModelPlan(Draft.self).validate(&draft)
        #expect(report.violations.map(\.code) == ["x.text"])
    }

    final class Draft: ValidatableModel {
        var text = "x"
        static var attributes: [Attribute<Draft>] { [Attribute("text", \.text)] }
        static var ruleSet: RuleSet { RuleSet(rules: [Rule("text", .later("x.text"))]) }
    }
}
