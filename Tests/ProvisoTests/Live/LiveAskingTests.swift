import Observation
import Proviso
import Testing

/// Live models whose attributes have async checks.
@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveAskingTests {
    typealias SignUp = LiveModelTests.SignUp

    @Test func answersComeBack() async throws {
        let (signUp, oracle) = (SignUp(), Oracle())
        let live = try LiveModel(signUp)
        try live.addRemote("email", message: "Taken.", oracle.check)
        try live.startObserving()
        var updates = live.events().makeAsyncIterator()

        signUp.email = "x"
        #expect(await updates.next()?.waiting == [], "not asked while other rules fail")
        signUp.email = "x@example.org"
        var update = await updates.next()
        #expect(update?.waiting == ["email"] && update?.report.isValid == true && update?.isValid == false)
        let late = try #require(await oracle.next())
        signUp.email = "y@example.org"
        #expect(await updates.next()?.waiting == ["email"])
        await late.isCancelled()
        late.answer(true)
        let question = try #require(await oracle.next())
        #expect(question.value == "y@example.org")
        question.answer(false)
        update = await updates.next()
        #expect(update?.attributes == ["email"] && update?.report.lines == ["email input.refused"])
        #expect(live.texts(of: "email") == ["Taken."] && live.waiting == [])

        #expect(try !live.validate())
        #expect(live.errors(of: "email").lines == ["email input.refused"], "the same value is not asked about twice")
        signUp.email = "z@example.org"
        _ = await updates.next()
        #expect(await updates.next()?.waiting == ["email"])
        await oracle.next()?.fail(Outage())
        #expect(await updates.next()?.report.violations.map(\.code).contains(.fault) == true)
        live.didChange("email")
        #expect(await updates.next()?.waiting == ["email"], "what was not answered is asked again")
        await oracle.next()?.answer(true)
        #expect(await updates.next()?.waiting == [])
        #expect(!live.hasErrors(of: "email"))
    }

    @Test func answersNeedSomewhereToComeTo() throws {
        let live = try LiveModel(keeping: LiveModelTests.Draft())
        try live.startValidating()
        #expect(throws: RuleSetError.self) { try live.addRemote("name") { _ in true } }
        live.stop()
        #expect(throws: RuleSetError.self) { try live.addRemote("nonesuch") { _ in true } }
        #expect(throws: RuleSetError.self) { try live.addRemote("items.*.sku") { _ in true } }
        try live.addRemote("name") { _ in true }
        #expect(throws: RuleSetError.self) { try live.startValidating() }
        #expect(throws: RuleSetError.self) { try live.validate() }
    }

    @Test func stoppingIsNoVerdict() async throws {
        let (signUp, oracle) = (SignUp(), Oracle())
        let live = try LiveModel(signUp)
        try live.addRemote("country", oracle.check)
        try live.startObserving()
        signUp.country = "AT"
        let question = try #require(await oracle.next())
        live.stop()
        #expect(live.errors.errors.lines == ["country rule.fault"] && live.waiting == [])
        await question.isCancelled()
        question.answer(true)
        try live.startObserving()
        signUp.country = "DE"
        await oracle.next()?.answer(true)
        await untilTrue { live.waiting.isEmpty && !live.hasErrors }
    }
}

/// Live models whose rules ask.
@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveRuleTests {
    @Observable final class Order: ValidatableModel {
        var code = ""
        var shop = "a"
        var note = ""
        var items: [AnyValue] = []
        @ObservationIgnored var live: LiveModel<Order>?

        nonisolated static let attributes: [Attribute<Order>] = [
            Attribute("code", \.code), Attribute("shop", \.shop), Attribute("note", \.note),
            Attribute("items", \.items),
        ]
        nonisolated static let ruleSet = RuleSet()
    }

    private func plan(_ oracle: Oracle, _ rules: Rule...) throws -> AsyncModelPlan<Order> {
        let asking = Constraint.asyncCheck(with: "shop") { value, context in
            let pair: AnyValue = .list([value, context.value(of: "shop")])
            return try await oracle.check(pair) ? [] : [Finding("code.taken")]
        }
        let item = Constraint.asyncCheck { value, _ in try await oracle.check(value) ? [] : [Finding("item.gone")] }
        return try AsyncModelPlan(
            Order.self,
            ruleSet: RuleSet(
                rules: [Rule("code", asking), Rule("code", .string(min: 2)), Rule("note", .string(max: 3))]
                    + [Rule("items.*", item)] + rules))
    }

    @Test func onlyWhatChangedIsAsked() async throws {
        let (order, oracle) = (Order(), Oracle())
        let live = try LiveModel(order, plan: plan(oracle))
        try live.startObserving()
        var updates = live.events().makeAsyncIterator()

        order.code = "x"
        #expect(await updates.next()?.waiting == [], "not asked while other rules fail")
        order.code = "xy"
        var update = await updates.next()
        #expect(update?.waiting == ["code"] && update?.isValid == false && update?.report.isValid == true)
        let late = try #require(await oracle.next())
        order.code = "xyz"
        #expect(await updates.next()?.waiting == ["code"])
        await late.isCancelled()
        late.answer(false)
        var question = try #require(await oracle.next())
        #expect(question.value == ["xyz", "a"])
        order.note = "long"
        update = await updates.next()
        #expect(update?.attributes == ["note"] && update?.waiting == ["code"], "another attribute asks nothing")
        question.answer(false)
        update = await updates.next()
        #expect(update?.report.lines == ["note string.tooLong", "code code.taken"] && update?.waiting == [])

        order.shop = "b"
        #expect(await updates.next()?.waiting == ["code"], "what the question looks at has changed")
        question = try #require(await oracle.next())
        #expect(question.value == ["xyz", "b"])
        question.answer(true)
        #expect(await updates.next()?.report.lines == ["note string.tooLong"])
        order.note = ""
        #expect(await updates.next()?.isValid == true)
        #expect(try live.validate(), "an answer is kept while nothing it depends on changes")
    }

    @Test func itemsAreAskedAboutOneByOne() async throws {
        let (order, oracle) = (Order(), Oracle())
        let live = try LiveModel(order, plan: plan(oracle))
        try live.startObserving()
        order.items = ["p", "q"]
        for _ in 0..<2 {
            let question = try #require(await oracle.next())
            question.answer(question.value == "p")
        }
        await untilTrue { live.waiting.isEmpty && live.hasErrors }
        #expect(live.errors.errors.map(\.path.description) == ["items.1"])
        order.items = ["p", "r"]
        let question = try #require(await oracle.next())
        #expect(question.value == "r", "the first one is as it was")
        question.answer(true)
        await untilTrue { live.waiting.isEmpty && !live.hasErrors }
        order.items = ["p"]
        await untilTrue { live.model?.items.count == 1 }
        #expect(live.waiting == [])
    }

    @Test func faultsAreAskedAgainAndStoppingCancels() async throws {
        let (order, oracle) = (Order(), Oracle())
        let live = try LiveModel(order, plan: plan(oracle))
        #expect(throws: RuleSetError.self) { try live.startValidating() }
        #expect(throws: RuleSetError.self) { try live.validate() }
        try live.startObserving()
        order.code = "xy"
        await oracle.next()?.fail(Outage())
        await untilTrue { live.errors.errors.lines == ["code rule.fault"] }
        live.didChange("code")
        let question = try #require(await oracle.next())
        #expect(live.waiting == ["code"] && !live.hasErrors)
        live.stop()
        #expect(live.waiting == [] && live.errors.errors.lines == ["code rule.fault"])
        await question.isCancelled()
        question.answer(true)
    }

    @Test func nothingIsKeptAlive() async throws {
        let oracle = Oracle()
        var order: Order? = Order()
        weak let watched = order
        order?.live = try LiveModel(try #require(order), plan: plan(oracle))
        try order?.live?.startObserving()
        weak let live = order?.live
        order?.code = "xy"
        let question = try #require(await oracle.next())
        order = nil
        await untilTrue { watched == nil && live == nil }
        await question.isCancelled()
        question.answer(true)
    }

    /// A method may look at the whole model: it is asked again after every change.
    @Test func methodsAreAskedAfterEveryChange() async throws {
        let oracle = Oracle()
        let live = try LiveModel(keeping: Draft(oracle: oracle), plan: AsyncModelPlan(Draft.self))
        try live.startObserving()
        live.modify { $0.name = "ada" }
        await oracle.next()?.answer(true)
        await untilTrue { live.waiting.isEmpty }
        live.modify { $0.team = "b" }
        let question = try #require(await oracle.next())
        #expect(question.value == "ada b")
        question.answer(false)
        await untilTrue { live.errors.errors.lines == ["name name.taken"] }
    }

    struct Draft: ValidatableModel, Sendable {
        var name = ""
        var team = "a"
        let oracle: Oracle
        static let attributes: [Attribute<Draft>] = [Attribute("name", \.name), Attribute("team", \.team)]
        static let ruleSet = RuleSet(rules: [Rule("name", .type("isFree"))])
        static let methods = [
            ValidationMethod<Draft>(async: "isFree", codes: [CodeDescription("name.taken")]) { draft, _ in
                try await draft.oracle.check(.text("\(draft.name) \(draft.team)")) ? [] : [Finding("name.taken")]
            }
        ]
    }
}
