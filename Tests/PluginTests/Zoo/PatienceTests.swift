import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// How long a worker is awaited: the patience counts for a value, and no plugin can extend it.
@Suite(.waitingForProcesses) struct PatienceTests {
    /// Values that are in time one by one, and much too late together.
    @Test(arguments: ["slow/single", "slow/batch"] as [RuleType])
    func slowValuesAreNoFaults(_ type: RuleType) throws {
        let zoo = try Zoo("patience", limits: Self.limits)
        let found = try zoo.violations(Array(repeating: 50, count: 100), type)
        #expect(found.allSatisfy { $0.isEmpty }, "\(found.count { !$0.isEmpty })")
    }

    /// Almost the whole patience for each value.
    @Test func valuesThatTakeAlmostThePatienceAreNoFaults() throws {
        let zoo = try Zoo("patience", limits: Self.limits)
        for type: RuleType in ["slow/single", "slow/batch"] {
            let found = try zoo.violations([700, 0, 700, 700, 0, 700], type)
            #expect(found.allSatisfy { $0.isEmpty }, "\(type)")
        }
    }

    @Test(arguments: ["slow/single", "slow/batch"] as [RuleType])
    func aValueThatIsLateIsTheOnlyFault(_ type: RuleType) throws {
        let zoo = try Zoo("patience", limits: Self.limits)
        let found = try zoo.violations([50, 0, 60_000, 0, 50, 1, 2, 3], type)
        #expect(found.map { $0.map(\.code) } == [[], [], [.fault], [], [], [], [], []])
        #expect(found[2].first?.reason.contains("did not answer within 1.0 seconds") == true)
    }

    /// Alone, among others, and when the rule is made: it ends in seconds.
    @Test func noPluginExtendsThePatience() throws {
        let clock = ContinuousClock()
        let start = clock.now
        for values in [[-1], Array(repeating: 0, count: 100) + [-1]] as [[AnyValue]] {
            let found = try Zoo("patience", limits: Self.limits).violations(values, "slow/single")
            #expect(found.last?.map(\.code) == [.fault])
            #expect(found.dropLast().allSatisfy { $0.isEmpty })
        }
        #expect(throws: RuleSetError.self) {
            let zoo = try Zoo("patience", limits: Self.limits)
            _ = try Plan(
                RuleSet(rules: [Rule("n", .type("slow/create", ["forge": true]))]), registry: zoo.registry)
        }
        #expect(clock.now - start < .seconds(30))
    }

    @Test func aHostThatStopsWaitsNoLonger() throws {
        var limits = Zoo.limits
        limits.isInterrupted = { true }
        let zoo = try Zoo("patience", limits: limits)
        let start = ContinuousClock().now
        let found = try zoo.violations([0, 60_000, 0], "slow/single")
        #expect(found[1].first?.reason.contains("interrupted") == true)
        #expect(ContinuousClock().now - start < .seconds(20))
    }

    private static var limits: WorkerLimits { Zoo.shortLimits }
}
