import Foundation
import Proviso
import Testing

/// What a plugin's validator costs beside one in Swift; run with PROVISO_COST=1 and `-c release`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PROVISO_COST"] != nil))
struct CostTests {
    /// The check of fifteen.c.
    struct EvenValidator: NamedValidator {
        static let type: RuleType = "even"

        init() {}
        init(options: borrowing OptionReader) throws(OptionError) {}

        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            guard let number = value.integer, number % 2 == 0 else { return context.report("even.odd") }
        }
    }

    @Test func aPluginCostsLittleMoreThanABuiltIn() throws {
        var registry = try Workshop().load("fifteen")
        try registry.register(EvenValidator.self)
        let builtIn = try nanoseconds("required", registry)
        let swift = try nanoseconds("even", registry)
        let plugin = try nanoseconds("acme/even", registry)
        print("a step: built-in required \(builtIn) ns, even in Swift \(swift) ns, even in a C plugin \(plugin) ns")
        #expect(plugin < swift + 10)
    }

    /// The best of ten runs, for one step over a valid value; a plan of 64 steps, so that its own cost hardly counts.
    private func nanoseconds(_ type: RuleType, _ registry: Registry) throws -> Double {
        let names = (0..<64).map { "n\($0)" }
        let plan = try Plan(RuleSet(rules: [Rule(names, .type(type))]), registry: registry)
        let record = Record(for: plan)
        record.fill(.object(names.map { AnyValue.Member($0, 42) }))
        let list = try plan.stepList(RuleSet.defaultScenario)
        var best = Double.infinity
        for _ in 0..<10 {
            let start = ContinuousClock.now
            for _ in 0..<20_000 {
                let report = plan.run(list, on: record, only: nil)
                if !report.violations.isEmpty { Issue.record("42 is even") }
            }
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            best = min(best, (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / 20_000 / 64)
        }
        return (best * 100).rounded() / 100
    }
}
