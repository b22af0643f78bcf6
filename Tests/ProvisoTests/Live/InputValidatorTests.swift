import Proviso
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct InputValidatorTests {
    private func signUp() throws -> InputValidator {
        let input = InputValidator("email", labels: ["en": "E-mail", "de": "E-Mail-Adresse"])
        try input.add(.string(min: 5))
        try input.add(.email)
        try input.addCondition(message: "No capital A, please.") { $0.text?.contains("A") == false }
        return input
    }

    @Test func everyRuleIsJudged() throws {
        let input = try signUp()
        #expect(!input.isValid && input.texts() == [] && input.value == nil && input.ruleCount == 3)
        #expect(input.validate("hAhA").codes == ["string.tooShort", "email.invalid", "input.condition"])
        #expect(input.validate("Almost@example.org").codes == ["input.condition"])
        #expect(input.validate("fine@example.org").isValid && input.isValid && input.texts() == [])
        #expect(input.validate("").codes == ["string.tooShort", "email.invalid"], "nothing is skipped when empty")
        #expect(input.validate(String?.none).violations.count == 3 && input.value == .null)
    }

    @Test func messagesAreInTheLocaleAskedFor() throws {
        let input = try signUp()
        input.validate("hAhA")
        #expect(
            input.texts(in: "de") == [
                "E-Mail-Adresse muss mindestens 5 Zeichen lang sein.",
                "E-Mail-Adresse muss eine gültige E-Mail-Adresse sein, zum Beispiel name@example.com.",
                "No capital A, please.",
            ])
        #expect(input.texts().first == "E-mail must contain at least 5 characters.")
        let nameless = InputValidator()
        try nameless.add(.required)
        nameless.validate("")
        #expect(nameless.texts() == ["This field is required."])
    }

    /// What adding a rule throws, each with the line of the call.
    private func errors() -> [(description: String, line: Int)] {
        let (nick, nameless) = (InputValidator("nick"), InputValidator())
        var errors: [(String, Int)] = []
        func add(line: Int, _ add: () throws(RuleSetError) -> Void) {
            do throws(RuleSetError) { try add() } catch { errors.append((error.description, line)) }
        }
        add(line: #line) { () throws(RuleSetError) in try nick.add(.type("emial")) }
        add(line: #line) { () throws(RuleSetError) in try nameless.add(.type("emial")) }
        add(line: #line) { () throws(RuleSetError) in try nick.addCondition(message: "{attribute") { _ in true } }
        add(line: #line) { () throws(RuleSetError) in try nick.addEqual(message: "{attribute") { 1 } }
        add(line: #line) { () throws(RuleSetError) in try nick.addEqual(to: nameless, message: "{attribute") }
        add(line: #line) { () throws(RuleSetError) in try nick.addRemote(message: "{attribute") { _ in true } }
        add(line: #line) { () throws(RuleSetError) in try nick.addRemote(message: "{attribute") { _, _ in true } }
        return errors
    }

    @Test func errorsNameTheCallAndTheInput() {
        let errors = errors()
        #expect(errors.count == 7)
        let subjects =
            ["rule 1, 'emial' of 'nick'", "rule 1, 'emial'"] + Array(repeating: "rule 1, 'closure' of 'nick'", count: 3)
            + Array(repeating: "rule 1, 'remote' of 'nick'", count: 2)
        for ((description, line), subject) in zip(errors, subjects) {
            #expect(description.hasPrefix("ProvisoTests/InputValidatorTests.swift:\(line):"), "\(description)")
            #expect(description.contains(": \(subject): "), "\(description)")
        }
    }

    @Test func theValueIsKeptAsItCameAndAsTheRulesLeftIt() throws {
        let input = InputValidator("nick")
        try input.add(.trim)
        try input.add(.default("nobody"))
        #expect(input.validatedValue == nil)
        input.validate(" ada ")
        #expect(input.value == " ada " && input.validatedValue == "ada")
        input.validate("")
        #expect(input.value == "" && input.validatedValue == "nobody")
        let plain = InputValidator()
        plain.validate(5)
        #expect(plain.validatedValue == 5)
    }

    @Test func rulesThatCannotBeUsedAreThrown() throws {
        let input = InputValidator()
        #expect(throws: RuleSetError.self) { try input.add(.match("(")) }
        #expect(throws: RuleSetError.self) { try input.add(.required, message: "{nonesuch}") }
        #expect(throws: RuleSetError.self) { try input.addRemote(message: "{nonesuch}") { _ in true } }
        #expect(input.ruleCount == 0 && input.validate(5).isValid)
    }

    @Test func optionalInputsMayBeEmpty() throws {
        let input = InputValidator()
        try input.add(.integer(min: 3), skipOnEmpty: true)
        for (value, isValid) in [("", true), ("3", true), ("2", false)] {
            #expect(input.validate(value).isValid == isValid, "\(value)")
        }
        #expect(input.validate(4).isValid && !input.validate([1, 2]).isValid)
    }

    @Test func inputsAreRepeated() throws {
        let password = InputValidator("password", labels: ["en": "Password"])
        let again = InputValidator("again")
        try again.addEqual(to: password)
        password.validate("secret")
        #expect(again.validate("secret").isValid)
        password.validate("changed")
        #expect(again.isValid && again.revalidate().codes == ["compare.equal"])
        #expect(again.texts() == ["Again and Password must match."])

        let word = Mutex("hey")
        let dynamic = InputValidator()
        try dynamic.addEqual { .text(word.withLock { $0 }) }
        #expect(dynamic.revalidate().violations.isEmpty, "no value yet")
        #expect(dynamic.validate("hey").isValid)
        word.withLock { $0 += "!" }
        #expect(dynamic.revalidate().codes == ["input.different"])
        #expect(dynamic.texts() == ["This field must be the same as the other value."])
    }

    @Test func whatIsGoneCannotBeComparedWith() throws {
        var password: InputValidator? = InputValidator("password")
        let again = InputValidator()
        if let password { try again.addEqual(to: password) }
        password = nil
        #expect(again.validate("x").codes == ["rule.fault"])
    }

    @Test func statesAreToldToAll() async throws {
        let input = try signUp()
        var one = input.states().makeAsyncIterator()
        input.validate("x")
        var other = input.states().makeAsyncIterator()
        input.validate("fine@example.org")
        input.validate("fine@example.org")
        input.cancel()
        input.validate("x")
        #expect(await one.next()?.violations.count == 2)
        for _ in 0..<2 { #expect(await one.next()?.isValid == true) }
        #expect(await one.next() == nil)
        for _ in 0..<2 { #expect(await other.next()?.isValid == true) }
        #expect(await other.next() == nil)
    }

    @Test func theHandlerMayValidate() throws {
        let input = InputValidator()
        try input.add(.integer(min: 3))
        let seen = Mutex<[Bool]>([])
        input.onChange { input, state in
            seen.withLock { $0.append(state.isValid) }
            if !state.isValid { input.validate(5) }
        }
        input.validate(1)
        input.validate(7)
        input.onChange(nil)
        input.validate(1)
        #expect(seen.withLock { $0 } == [false, true, true])
    }

    @Test func remoteChecksAreAskedWhenTheOthersHold() async throws {
        let oracle = Oracle()
        let input = try signUp()
        try input.addRemote(message: ["en": "Taken.", "de": "Vergeben."], oracle.check)
        #expect(!input.validate("x").isWaiting)
        #expect(input.validate("fine@example.org").isWaiting && input.texts() == [] && !input.isValid)
        let question = try #require(await oracle.next())
        #expect(question.value == "fine@example.org")
        question.answer(false)
        #expect(await input.settled().codes == ["input.refused"])
        #expect(input.texts(in: "de") == ["Vergeben."])
        input.validate("other@example.org")
        await oracle.next()?.answer(true)
        #expect(await input.settled().isValid)
    }

    @Test func allRemoteChecksMustAgree() async throws {
        let (one, other) = (Oracle(), Oracle())
        let input = InputValidator("name")
        try input.addRemote(one.check)
        try input.addRemote(message: "Other.", other.check)
        for (answers, codes) in [
            ((true, true), []), ((false, true), ["input.refused"]), ((true, false), ["input.refused"]),
            ((false, false), ["input.refused", "input.refused"]),
        ] as [((Bool, Bool), [String])] {
            input.validate("x")
            // The later rule answers first: the order of the rules holds nevertheless.
            await other.next()?.answer(answers.1)
            #expect(input.state.isWaiting)
            await one.next()?.answer(answers.0)
            #expect(await input.settled().codes == codes)
        }
        #expect(input.texts() == ["Name was not accepted.", "Other."])
    }

    @Test func anOutageIsNeverValid() async throws {
        let oracle = Oracle()
        let input = InputValidator("name")
        try input.addRemote(oracle.check)
        input.validate("x")
        await oracle.next()?.fail(Outage())
        let state = await input.settled()
        #expect(state.codes == ["rule.fault"])
        #expect(state.violations.first?.parameters["reason"] == .text("no connection"))
    }

    @Test func lateAnswersAreDropped() async throws {
        let oracle = Oracle()
        let input = InputValidator()
        try input.addRemote(oracle.check)
        input.validate("old")
        let old = try #require(await oracle.next())
        input.validate("new")
        let new = try #require(await oracle.next())
        await old.isCancelled()
        new.answer(false)
        #expect(await input.settled().codes == ["input.refused"])
        var states = input.states().makeAsyncIterator()
        old.answer(true)
        input.validate("third")
        #expect(await states.next()?.isWaiting == true, "the old answer is no state")
        await oracle.next()?.answer(true)
        #expect(await states.next()?.isValid == true)
    }

    @Test func cancellingIsNoVerdict() async throws {
        let oracle = Oracle()
        let input = InputValidator()
        try input.addRemote(oracle.check)
        input.validate("x")
        let question = try #require(await oracle.next())
        input.cancel()
        await question.isCancelled()
        question.answer(true)
        #expect(input.state.codes == ["rule.fault"])
        input.validate("y")
        await oracle.next()?.answer(true)
        #expect(await input.settled().isValid, "it can be used again")
    }

    @Test func nothingKeepsItAlive() async throws {
        let oracle = Oracle()
        var input: InputValidator? = InputValidator()
        weak let watched = input
        try input?.addRemote(oracle.check)
        input?.onChange { input, _ in _ = input.value }
        let states = try #require(input?.states())
        input?.validate("x")
        let question = try #require(await oracle.next())
        input = nil
        #expect(watched == nil)
        await question.isCancelled()
        question.answer(true)
        var count = 0
        for await state in states {
            #expect(state.isWaiting)
            count += 1
        }
        #expect(count == 1, "the sequence ends with the validator")
    }

    @Test func manyThreadsAtOnce() async throws {
        let input = InputValidator()
        try input.add(.integer(min: 0))
        try input.addRemote { value in value != 3 }
        let told = Mutex(0)
        input.onChange { _, _ in told.withLock { $0 += 1 } }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { input.validate(number - 5) } }
        }
        input.validate(3)
        #expect(await input.settled().codes == ["input.refused"])
        input.validate(4)
        #expect(await input.settled().isValid)
        #expect(told.withLock { $0 } > 0)
    }
}

extension AnyValue {
    fileprivate var text: String? { asText }
}
