import Proviso
import Testing

/// Live models whose attributes have asynchronous checks.
@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveAskingTests {
    typealias SignUp = LiveModelTests.SignUp

    @Test func answersComeBack() async throws {
        let (signUp, oracle) = (SignUp(), Oracle())
        let live = try LiveModel(signUp)
        try live.addRemote("email", message: "Taken.", oracle.check)
        try live.observeUpdates()
        var updates = live.updates().makeAsyncIterator()

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
        #expect(live.errorTexts(of: "email") == ["Taken."] && live.waiting == [])

        #expect(try !live.validate())
        #expect(live.errors(of: "email").lines == ["email input.refused"], "the same value is not asked about twice")
        signUp.email = "z@example.org"
        _ = await updates.next()
        #expect(await updates.next()?.waiting == ["email"])
        await oracle.next()?.fail(Outage())
        #expect(await updates.next()?.report.violations.map(\.code).contains(.fault) == true)
        live.changed("email")
        #expect(await updates.next()?.waiting == ["email"], "what was not answered is asked again")
        await oracle.next()?.answer(true)
        #expect(await updates.next()?.waiting == [])
        #expect(!live.hasErrors(of: "email"))
    }

    @Test func answersNeedSomewhereToComeTo() throws {
        let live = try LiveModel(keeping: LiveModelTests.Draft())
        try live.validateUpdates()
        #expect(throws: RuleSetError.self) { try live.addRemote("name") { _ in true } }
        live.stop()
        #expect(throws: RuleSetError.self) { try live.addRemote("nonesuch") { _ in true } }
        #expect(throws: RuleSetError.self) { try live.addRemote("items.*.sku") { _ in true } }
        try live.addRemote("name") { _ in true }
        #expect(throws: RuleSetError.self) { try live.validateUpdates() }
        #expect(throws: RuleSetError.self) { try live.validate() }
    }

    @Test func stoppingIsNoVerdict() async throws {
        let (signUp, oracle) = (SignUp(), Oracle())
        let live = try LiveModel(signUp)
        try live.addRemote("country", oracle.check)
        try live.observeUpdates()
        signUp.country = "AT"
        let question = try #require(await oracle.next())
        live.stop()
        #expect(live.errors.all.lines == ["country rule.fault"] && live.waiting == [])
        await question.isCancelled()
        question.answer(true)
        try live.observeUpdates()
        signUp.country = "DE"
        await oracle.next()?.answer(true)
        await untilTrue { live.waiting.isEmpty && !live.hasErrors }
    }
}
