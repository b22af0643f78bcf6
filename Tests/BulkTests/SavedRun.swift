import Foundation
import Proviso
import ProvisoBulk
import TestSupport

/// A run that saves a checkpoint after each chunk, and the files it leaves when it is killed.
struct SavedRun {
    static let rules = "rules: [[id, unique], [name, required]]"
    /// The records before those that a test speaks of.
    private static let before = 100
    let bench: Bench
    let job: Job
    let inputs: [String]

    /// What was on the disk at some time of a run.
    struct Files {
        var checkpoint: [UInt8]
        let keys: [UInt8]
        let output: [UInt8]
    }

    /// At which record the files are looked at, and what they were.
    private final class Snapshot: ReportWriter, @unchecked Sendable {
        let bench: Bench
        let record: Int
        private(set) var files: Files?

        init(_ bench: Bench, at record: Int) {
            self.bench = bench
            self.record = record
        }

        var wantsAll: Bool { true }

        func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
            let number = outcome.number
            if outcome.findings.count > 0 { output += "\(number)\n".utf8 }
            if number == record { look() }
        }

        /// Behind the last record, where the last checkpoint is still there.
        func tail(_ ending: Ending) -> String {
            if files == nil { look() }
            return "\(ending.summary.records)\n"
        }

        private func look() {
            files = Files(
                checkpoint: bench.bytes("state"), keys: bench.bytes("state.keys"), output: bench.bytes("found"))
        }
    }

    /// How records are put together to a file.
    enum Form: CaseIterable {
        case lines, array, wideArray, texts, table

        fileprivate var name: String {
            switch self {
            case .lines: "data.ndjson"
            case .array, .wideArray, .texts: "data.json"
            case .table: "data.csv"
            }
        }

        fileprivate func record(_ id: String, _ name: String, _ note: String) -> String {
            if self == .table { return "\(id),\(name),\"\(note)\n\"" }
            let members = ["\"id\":\(id.isEmpty ? "null" : id)", "\"name\":\"\(name)\"", "\"note\":\"\(note)\""]
            return "{\(members.joined(separator: self == .texts ? ",\n" : ","))}"
        }

        fileprivate func text(_ records: [String]) -> String {
            switch self {
            case .lines, .texts: records.map { $0 + "\n" }.joined()
            case .array: "[\(records.joined(separator: ","))]"
            case .wideArray: " [\n\(records.joined(separator: " \n , \n"))\n]\(String(repeating: " \n", count: 300))"
            case .table: "id,name,note\n\(records.joined(separator: "\n"))\n"
            }
        }
    }

    /// With `broken`, the first record cannot be read.
    init(records: Int, form: Form = .lines, broken: Bool = false) throws {
        bench = try Bench(rules: Self.rules)
        // A first chunk is 64 KB and more, whatever size is asked for.
        let large = String(repeating: "x", count: 3000)
        let first = (0..<Self.before).map { _ in form.record("", "a", large) }
        let others = (0..<records).map { form.record("\($0 * 7 % 90)", $0 % 9 == 0 ? "" : "a", "") }
        let text = form.text((broken ? ["{oops"] : []) + first + others)
        try Data(text.utf8).write(to: bench.folder.appending(path: form.name))
        inputs = [bench.path(form.name)]
        job = Job(
            plan: bench.plan, steps: try bench.plan.stepList(RuleSet.defaultScenario),
            localizer: bench.plan.localizer(preferring: "en"), writers: [JSONReport()],
            mode: broken ? .report : .shard)
    }

    /// The files as a run that is killed at a record, or behind the last one, leaves them, and what the undisturbed run writes.
    func killed(at record: Int) throws -> (files: Files, whole: [UInt8]) {
        let snapshot = Snapshot(bench, at: Self.before + record)
        let checkpoint = try checkpoint(interval: 0)
        let uniqueValues = try checkpoint.keys(memoryLimit: 1 << 13)
        let output = try Output(path: bench.path("found"))
        _ = Run(
            job(with: uniqueValues, snapshot), inputs: inputs, settings: settings, outputs: [output],
            checkpoint: checkpoint)()
        guard let files = snapshot.files else { throw CocoaError(.fileReadNoSuchFile) }
        return (files, bench.bytes("found"))
    }

    /// Goes on from such files; returns what was written, or throws why the run was refused.
    func resume(_ files: Files) throws -> [UInt8] {
        let (output, hasFailed) = try end(files)
        if hasFailed { throw CocoaError(.fileReadCorruptFile) }
        return output
    }

    /// Goes on from such files; returns what was written, and whether some of the data could not be read.
    func end(_ files: Files) throws -> (output: [UInt8], hasFailed: Bool) {
        try Data(files.checkpoint).write(to: bench.folder.appending(path: "state"))
        try Data(files.keys).write(to: bench.folder.appending(path: "state.keys"))
        try Data(files.output).write(to: bench.folder.appending(path: "found"))
        let checkpoint = try checkpoint(interval: 100)
        let uniqueValues = try checkpoint.keys(memoryLimit: 1 << 13)
        let output = try Output(path: bench.path("found"), resumedAt: checkpoint.marks?.first)
        let result = Run(
            job(with: uniqueValues, Snapshot(bench, at: 0)), inputs: inputs, settings: settings, outputs: [output],
            checkpoint: checkpoint)()
        return (bench.bytes("found"), result.hasFailed)
    }

    private func checkpoint(interval: Double) throws -> Checkpoint {
        try Checkpoint(
            path: bench.path("state"), identity: [("a", "b"), ("the \"rules\"", "1")], inputs: 1, outputs: 1,
            interval: interval)
    }

    private func job(with uniqueValues: UniqueValues, _ writer: any ReportWriter) -> Job {
        Job(
            plan: job.plan, steps: job.steps, localizer: job.localizer, writers: [writer], uniqueValues: uniqueValues,
            mode: job.mode)
    }

    private var settings: Run.Settings {
        var settings = Run.Settings(jobs: 1, progress: .none)
        settings.chunkSize = 256
        return settings
    }
}

extension Bench {
    func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) } ?? []
    }
}

/// Changes such as a broken disk, a stray editor or a hostile hand makes.
struct Mutations {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static let numbers = [
        "-1", "0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740992",
        "9007199254740993", "4294967296", "1e400", "1.5", "null", "[]", "{}", "\"a\"", "true", "",
    ]

    /// A text with some of its bytes replaced, removed or repeated.
    mutating func bytes(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0...below(3) where !text.isEmpty {
            let at = below(text.count)
            switch below(5) {
            case 0: text[at] = UInt8(truncatingIfNeeded: random.next())
            case 1: text[at] ^= 1 << UInt8(below(8))
            case 2: text.removeSubrange(at..<min(text.count, at + 1 + below(20)))
            case 3: text.insert(contentsOf: text[at..<min(text.count, at + 1 + below(20))], at: at)
            default: text.removeLast(below(text.count))
            }
        }
        return text
    }

    /// A JSON text in which a number is another one, or something else.
    mutating func number(_ text: String) -> String {
        let ranges = text.ranges(of: /-?[0-9]+/)
        guard let range = ranges.randomElement(using: &random) else { return text }
        return text.replacingCharacters(in: range, with: Self.numbers[below(Self.numbers.count)])
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}
