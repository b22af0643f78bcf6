import MainActorApp
import OwnNames
import Proviso
import Testing
import TwoModels

/// The macro in modules that give its names other meanings; that they compile is half of the test.
struct FixtureTests {
    @Test func aModuleWithTheSameNames() throws {
        let own = try Own.validated(from: #"{"name": "a", "number": 7, "values": "v", "model": 3}"#).get()
        #expect(own.name == "a" && own.number == 7 && own.values == "v" && own.model == 3)
        let report = try Own.validated(from: #"{"name": "bad", "number": 0, "model": 10}"#).report
        #expect(
            report.violations.map { "\($0.path) \($0.code)" } == [
                "name name.bad", "number number.tooSmall", "model number.tooBig",
            ])
        let label = try ModelPlan(Own.self).localizer(preferring: "sv").label("name")
        #expect(label == "Namn")
    }

    @Test func aModuleThatImportsTwoModels() async throws {
        let plan = try AsyncModelPlan(Ambiguous.self)
        let parsed = try await plan.parse(json: #"{"name": "bad", "number": 4}"#, scenario: "late")
        #expect(parsed.report.violations.map(\.code) == ["name.bad", "number.bad"])
        #expect(try await plan.parse(json: #"{"name": "a", "number": 5}"#, scenario: "late").model?.number == 5)
    }

    @Test @MainActor func stateOfAnActor() async throws {
        let screen = try Screen()
        #expect(try await screen.submit() == ["required.blank"])
        screen.signUp.name = " a "
        screen.signUp.email = "taken"
        #expect(try await screen.submit() == ["email.taken"])
        #expect(screen.signUp.name == "a")
        let (name, isValid) = try await Account().submit(" b ")
        #expect(name == "b" && isValid)
    }

    @Test @MainActor func theMainActorWatches() async throws {
        let screen = try Screen()
        try screen.watch()
        #expect(try await screen.change { $0.name = "a" })
        #expect(try await !screen.change { $0.name = "" })
        screen.stop()
    }

    @Test func watchingNeedsAnActor() {
        let error = #expect(throws: RuleSetError.self) { try watchFromNowhere() }
        #expect(error?.description.contains("call it on the main actor") == true)
    }
}
