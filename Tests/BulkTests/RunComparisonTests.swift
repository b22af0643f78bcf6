import Foundation
import Proviso
import ProvisoBulk
import TestSupport
import Testing

/// Two rule files on the same data, against each record validated twice.
@Suite struct RunComparisonTests {
    /// Changes as people make them: the rules before and after.
    private static let pairs: [(old: String, new: String)] = [
        ("- [age, integer, { min: 18 }]", "- [age, integer, { min: 16, max: 90 }]"),
        ("- [age, integer]", "- [age, number]"),
        ("- [name, required]", "- [name, required, { severity: warning }]"),
        ("- [name, string, { max: 8 }]", "- [name, string, { max: 8, message: Too long! }]"),
        ("- [name, string, { min: 3 }]\n- [age, integer]", "- [age, integer]\n- [name, string, { min: 3 }]"),
        ("- [id, integer]", "- [id, integer]\n- [id, unique]"),
        ("- [id, unique]", "- [name, unique]"),
        ("- [state, required]", "- [state, required, { when: [country, in, { range: [US, CA] }] }]"),
        ("- [country, in, { range: [US, CA] }]", "- [country, in, { range: [US, CA, DE, FR] }]"),
        ("- [tags, count, { max: 2 }]", "- [tags.*, string, { max: 3 }]"),
        ("- [tags, each, { rule: [string, { max: 3 }] }]", "- [tags, each, { rule: [string, { max: 2 }] }]"),
        ("- [name, trim]\n- [name, string, { max: 4 }]", "- [name, string, { max: 4 }]\n- [name, trim]"),
        ("- [name, default, { value: none }]\n- [name, required]", "- [name, required]"),
        ("- [age, expr, { must: age > 20 }]", "- [age, expr, { must: age >= 20 && id > 3 }]\n- [id, safe]"),
        ("- [name, required, { on: register }]", "- [name, required]"),
        ("# nothing\n- [age, integer]", "- [age, integer]  # nothing either"),
        ("- [[name, country], required]", "- [name, required]\n- [country, required]"),
        ("- [age, integer, { bail: true }]\n- [age, number, { min: 20 }]", "- [age, number, { min: 20 }]"),
        ("- [., keys, { only: [id, name] }]", "- [., keys, { only: [id, name, age, country, state, tags] }]"),
        ("- [name, match, { pattern: '^[a-f]+$' }]", "- [name, match, { pattern: '^[a-h]*$' }]"),
    ]

    private static func records(_ count: Int) -> [String] {
        var random = SeededGenerator(seed: 7)
        let countries = ["US", "CA", "DE", "FR", "", "us"]
        return (0..<count).map { number in
            var parts = ["\"id\":\(number - (random.next() % 50 == 0 ? 1 : 0))"]
            let name = (0..<Int(random.next() % 10)).map { _ in String("abcdefgh ".randomElement(using: &random) ?? "a")
            }
            if random.next() % 9 != 0 { parts.append("\"name\":\"\(name.joined())\"") }
            parts.append("\"age\":\(["17", "18", "95", "20", "\"x\"", "1.5", "null"][Int(random.next() % 7)])")
            parts.append("\"country\":\"\(countries[Int(random.next() % 6)])\"")
            if random.next() % 2 == 0 { parts.append("\"state\":\"s\"") }
            let tags = (0..<Int(random.next() % 4)).map { "\"\(String(repeating: "t", count: $0 + 1))\"" }
            parts.append("\"tags\":[\(tags.joined(separator: ","))]")
            return "{\(parts.joined(separator: ","))}"
        }
    }

    private static func job(_ rules: String, unique: Bool) throws -> Job {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        let text = "rules:\n" + rules.split(separator: "\n").map { "  \($0)\n" }.joined()
        let plan = try Plan(RuleSet(parsing: text, file: "rules.yaml"), registry: registry)
        return Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario),
            localizer: plan.localizer(Localizer(preferring: ["en"])), writers: [TraceWriter()],
            uniqueValues: unique && plan.comparesRecords ? UniqueValues(memoryLimit: 1 << 24) : nil, mode: .shard)
    }

    /// What a rule set finds in each record, one after the other.
    private static func findings(_ rules: String, _ records: [String]) throws -> [(isValid: Bool, keys: [String])] {
        let job = try job(rules, unique: true)
        let folder = try Folder()
        let file = try folder.write(records.joined(separator: "\n") + "\n", to: "data.ndjson")
        let output = folder.path("findings.ndjson")
        let run = Run(
            Job(
                plan: job.plan, steps: job.steps, localizer: job.localizer, writers: [TraceWriter()],
                uniqueValues: job.uniqueValues, mode: .shard), inputs: [file],
            settings: Run.Settings(jobs: 1, progress: .none), outputs: [try Output(path: output)])
        _ = run()
        var found = records.map { _ in (isValid: true, keys: [String]()) }
        for line in try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: "\u{1D}", omittingEmptySubsequences: false)
            let number = try #require(Int(parts[0])) - 1
            found[number] = (parts[1] == "v", parts[3].split(separator: "\u{1E}").map(String.init))
        }
        return found
    }

    @Test(arguments: Array(pairs.indices)) func `records differ as if each were validated twice`(pair: Int) throws {
        let (old, new) = Self.pairs[pair]
        let records = Self.records(count(2_000, thorough: 20_000))
        let (before, after) = (try Self.findings(old, records), try Self.findings(new, records))
        let folder = try Folder()
        let file = try folder.write(records.joined(separator: "\n") + "\n", to: "data.ndjson")
        for jobs in [1, 4] {
            var settings = Run.Settings(jobs: jobs, progress: .none)
            settings.chunkSize = 20_000
            var seen: [Int: RunDifference.RecordChange] = [:]
            let result = try RunComparison(
                old: try Self.job(old, unique: true), new: try Self.job(new, unique: true), inputs: [file],
                settings: settings, examples: 2)(each: { seen[$0.record - 1] = $0 })
            var flips = (invalid: 0, valid: 0)
            for index in records.indices {
                let (one, other) = (before[index], after[index])
                let isSame = one.isValid == other.isValid && one.keys.sorted() == other.keys.sorted()
                #expect((seen[index] == nil) == isSame, "\(records[index]): \(one) \(other)")
                guard let change = seen[index] else { continue }
                #expect(change.wasValid == one.isValid && change.isValid == other.isValid)
                #expect(change.removed.count - change.added.count == one.keys.count - other.keys.count)
                if one.isValid, !other.isValid { flips.invalid += 1 }
                if !one.isValid, other.isValid { flips.valid += 1 }
            }
            #expect(result.difference.records == records.count)
            #expect(result.difference.becameInvalid == flips.invalid && result.difference.becameValid == flips.valid)
            #expect(result.difference.byRule.allSatisfy { $0.examples.count <= 2 && $0.findings >= $0.examples.count })
            if [3, 4, 15, 16].contains(pair) { #expect(result.difference.isEmpty) } else { #expect(!seen.isEmpty) }
        }
    }
}

/// A directory that is removed with this object.
private final class Folder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "comparison-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }
}
