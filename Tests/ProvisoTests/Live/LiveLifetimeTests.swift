import Observation
import Proviso
import Testing

/// Nothing of a live model outlives it.
@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveLifetimeTests {
    /// A model that holds its live model, as models do.
    @Observable final class Note: ValidatableModel {
        var text = ""
        var copy = ""
        @ObservationIgnored var live: LiveModel<Note>?

        nonisolated static let attributes: [Attribute<Note>] = [Attribute("text", \.text), Attribute("copy", \.copy)]
        nonisolated static let ruleSet = RuleSet(rules: [
            Rule(["text"], .string(min: 2, max: 3)), Rule(["copy"], .compare(with: "text")),
        ])
    }

    /// What is watched of a live model: the clock is held by its task.
    private struct Traces {
        weak var note: Note?
        weak var live: LiveModel<Note>?
        weak var clock: ManualClock?

        var areGone: Bool { note == nil && live == nil && clock == nil }
    }

    private func live(_ plan: ModelPlan<Note>, after delay: Duration, _ oracle: Oracle) throws -> (Note, Traces) {
        let (note, clock) = (Note(), ManualClock())
        let live = try LiveModel(note, plan: plan)
        try live.addRemote("copy", oracle.check)
        try live.startObserving(after: delay, clock: clock)
        note.live = live
        return (note, Traces(note: note, live: live, clock: clock))
    }

    @Test func aHundredModelsChangedAThousandTimes() async throws {
        let plan = try ModelPlan(Note.self)
        var (traces, late): ([Traces], [Oracle.Question]) = ([], [])
        for number in 0..<100 {
            let oracle = Oracle()
            var note: Note?
            // Every fourth is gone while it waits for changes to cease.
            let (made, trace) = try live(plan, after: number % 4 == 3 ? .seconds(1) : .zero, oracle)
            (note, _) = (made, traces.append(trace))
            for change in 0..<1_000 {
                note?.text = String(change)
                if change % 100 == 0 { await Task.yield() }
            }
            if number % 4 == 0 {
                note?.text = "abc"
                note?.copy = "abc"
                late.append(try #require(await oracle.next()))
                #expect(note?.live?.waiting == ["copy"])
            } else if number % 4 == 1, let live = note?.live {
                var updates = live.events().makeAsyncIterator()
                note?.text = "much too long"
                #expect(await updates.next(isolation: #isolation)?.isValid == false)
            }
            note = nil
        }
        await untilTrue { traces.allSatisfy(\.areGone) }
        #expect(traces.count == 100 && late.count == 25)
        for question in late {
            await question.isCancelled()
            question.answer(true)
        }
    }

    @Test func hooksKeepNothingAlive() throws {
        let plan = try ModelPlan(Note.self)
        for _ in 0..<20 {
            var note: Note? = Note()
            weak let watched = note
            if let note {
                note.live = try LiveModel(note, plan: plan)
                try note.live?.startValidating()
            }
            weak let live = note?.live
            for change in 0..<1_000 {
                note?.text = String(change)
                note?.live?.didChange("text")
                #expect(note?.live?.hasErrors == (change < 10))
            }
            note = nil
            #expect(watched == nil && live == nil)
        }
    }

    @Test func aLiveModelWithoutItsModelStops() async throws {
        var note: Note? = Note()
        let live = try LiveModel(try #require(note))
        try live.startObserving()
        note?.text = "x"
        note = nil
        await Task.yield()
        #expect(live.model == nil && !live.hasErrors)
        #expect(try !live.validate())
        live.modify { $0.text = "y" }
        live.didChange("text")
    }
}
