import Foundation
import Proviso
import ProvisoBulk
import Testing

/// What runs make of values that could not be validated.
struct FaultTests {
    private static let input = Array("{\"a\":\"1\"}\n{\"a\":\"2\",\"b\":\"x\"}\n".utf8)

    /// Runs rules of which one cannot validate anything, and returns what was written and the summary.
    private static func run(
        _ writer: any ReportWriter, by baseline: String? = nil, in bench: Bench
    ) throws -> (text: String, summary: Summary) {
        var registry = Registry.standard
        try registry.register("acme/down") { _, _, context in context.reportFault("the network is down") }
        let rules = """
            rules:
              - { attributes: a, type: acme/down, severity: warning }
              - { attributes: b, type: integer }
            """
        let plan = try Plan(RuleSet(parsing: rules), registry: registry)
        let job = Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario), localizer: plan.localizer(preferring: "en"),
            writers: [writer], baseline: try baseline.map { try Baseline(path: $0) })
        try Data(input).write(to: bench.folder.appending(path: "d.ndjson"))
        let output = try Output(path: bench.path("found"))
        let result = Run(
            job, inputs: [bench.path("d.ndjson")], settings: Run.Settings(jobs: 1, progress: .none), outputs: [output])()
        output.flush()
        return (String(decoding: bench.bytes("found"), as: UTF8.self), result.summary)
    }

    @Test func aFaultOfAWarningMakesItsRecordInvalid() throws {
        let bench = try Bench(rules: "rules: []")
        defer { bench.remove() }
        #expect(try Self.run(RecordsReport(valid: true), in: bench).text.isEmpty)
        let (text, summary) = try Self.run(TextReport(), in: bench)
        #expect(text.contains(":1:6: error: ") && text.contains("[rule.fault /a]"), "\(text)")
        #expect(summary.invalid == 2 && summary.faults == 2)
        let verdicts = try Self.run(VerdictReport(), in: bench).text.split(separator: "\n")
        #expect(verdicts.count == 2 && verdicts.allSatisfy { $0.hasPrefix("{\"valid\":false") })
        #expect(try Self.run(ShardReport(), in: bench).text.contains("\"severity\":\"error\""))
    }

    @Test func noBaselineAcceptsAFault() throws {
        let bench = try Bench(rules: "rules: []")
        defer { bench.remove() }
        let written = try Self.run(BaselineReport(), in: bench).text
        #expect(written.split(separator: "\n").count == 2 && !written.contains("rule.fault"), "\(written)")
        // Nor does one that lists faults.
        let stored = try Self.run(ShardReport(), in: bench).text.split(separator: "\n")
        let prints = stored.compactMap { line -> String? in
            guard case .text(let print)? = (try? AnyValue(json: Array(line.utf8)))?["fingerprint"] else { return nil }
            return "{\"code\":\"rule.fault\",\"attribute\":\"a\",\"severity\":\"error\",\"fingerprint\":\"\(print)\"}\n"
        }
        #expect(prints.count == 3)
        try Data((written + prints.joined()).utf8).write(to: bench.folder.appending(path: "baseline"))
        let (text, summary) = try Self.run(TextReport(), by: bench.path("baseline"), in: bench)
        #expect(text.split(separator: "\n").count == 2 && summary.faults == 2, "\(text)")
    }
}
