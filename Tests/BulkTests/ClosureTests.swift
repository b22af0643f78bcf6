import Foundation
import Proviso
import ProvisoBulk
import Synchronization
import Testing

/// What closures see of a record, and what is written of it.
struct ClosureTests {
    /// The values that a closure saw, as JSON.
    private final class Seen: Sendable {
        private let values = Mutex<[String]>([])

        var all: [String] { values.withLock { $0 } }

        func add(_ value: AnyValue) {
            var writer = JSONWriter()
            writer.value(value)
            let text = writer.text
            values.withLock { $0.append(text) }
        }
    }

    private static let rules = """
        rules:
          - [a, trim]
          - [a, filter, { filter: [lower, collapseSpaces] }]
          - [b, default, { value: [1, { c: two }] }]
          - [c, acme/twice]
          - [l.*, trim]
          - [o.p, filter, { filter: toInteger }]
          - [[a, b, c, l, o], acme/look]

        """

    /// A closure that changes a value changes what is written, and a closure behind it sees just that.
    @Test(arguments: [1, 3]) func closuresSeeWhatIsWritten(jobs: Int) throws {
        let seen = Seen()
        var registry = Registry.standard
        try registry.register("acme/twice") { value, _, context in
            if let text = AnyValue(value).string { context.replaceValue(with: .list([.text(text), .text(text)])) }
        }
        try registry.register("acme/look") { value, _, _ in seen.add(AnyValue(value)) }
        let bench = try Bench(rules: "rules: []")
        defer { bench.remove() }
        let plan = try Plan(RuleSet(parsing: Self.rules), registry: registry)
        let job = Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario), localizer: plan.localizer(preferring: "en"),
            writers: [NormalizedReport()])
        let line = #"{"a":"  X  y ","b":null,"c":"z","l":[" 1 "," 2"],"o":{"p":"5","q":" r "},"n":" s "}"#
        try Data((line + "\n").utf8).write(to: bench.folder.appending(path: "d.ndjson"))
        let output = try Output(path: bench.path("found"))
        _ = Run(
            job, inputs: [bench.path("d.ndjson")], settings: Run.Settings(jobs: jobs, progress: .none),
            outputs: [output])()
        output.flush()
        let written = String(decoding: bench.bytes("found"), as: UTF8.self)
        let values = [
            #""a":"x y""#, #""b":[1,{"c":"two"}]"#, #""c":["z","z"]"#, #""l":["1","2"]"#, #""o":{"p":5,"q":" r "}"#,
        ]
        #expect(written == "{\(values.joined(separator: ",")),\"n\":\" s \"}\n")
        #expect(seen.all == values.map { String($0.dropFirst(4)) })
    }
}
