import Foundation
import Proviso
import ProvisoBulk
import Testing

/// What `shard` wrote is taken as it is, or refused.
struct MergeTests {
    /// The output of the shards of a file, and the report of the whole.
    private func shards(in bench: Bench) throws -> (parts: [UInt8], whole: String) {
        let lines = (0..<40).map { "{\"id\":\($0),\"name\":\"\($0 % 3 == 0 ? "" : "a")\"}\n" }
        let path = bench.path("data.ndjson")
        let bytes = Array((lines.joined() + "[\n").utf8)
        try Data(bytes).write(to: URL(filePath: path))
        let job = Job(
            plan: bench.plan, steps: try bench.plan.stepList(RuleSet.defaultScenario),
            localizer: bench.plan.localizer(preferring: "en"), writers: [ShardReport()], mode: .shard)
        let output = try Output(path: bench.path("parts"))
        for start in stride(from: 0, to: bytes.count, by: 400) {
            let shard = try #require(Shard("\(path) \(start) \(min(start + 400, bytes.count))"))
            _ = try job(shard, settings: Run.Settings(jobs: 1, progress: .none), to: output, run: "rules=1")
        }
        return (bench.bytes("parts"), try merge(bench.bytes("parts"), in: bench))
    }

    private func merge(
        _ parts: [UInt8], by writer: any ReportWriter = JSONReport(), in bench: Bench
    ) throws -> String {
        try Data(parts).write(to: bench.folder.appending(path: "changed"))
        var merge = try Merge([bench.path("changed")])
        try merge.write(to: Output(path: bench.path("report")), by: writer)
        return String(decoding: bench.bytes("report"), as: UTF8.self)
    }

    @Test func changedPartsNeitherCrashNorHang() throws {
        let bench = try Bench(rules: "rules: [[name, required]]")
        defer { bench.remove() }
        let (parts, whole) = try shards(in: bench)
        #expect(whole.contains("\"records\":41,"))
        var mutations = Mutations(seed: 4)
        var refused = 0
        for round in 0..<1000 {
            let text = String(decoding: parts, as: UTF8.self)
            let changed = round % 2 == 0 ? mutations.bytes(parts) : Array(mutations.number(text).utf8)
            do {
                _ = try merge(changed, by: round % 3 == 0 ? HTMLReport() : JSONReport(), in: bench)
            } catch {
                #expect(error is Merge.Failure, "\(error)")
                refused += 1
            }
        }
        #expect(refused > 500)
    }

    @Test func countsThatOverflowTogetherAreRefused() throws {
        let bench = try Bench(rules: "rules: [[name, required]]")
        defer { bench.remove() }
        let (parts, _) = try shards(in: bench)
        let text = String(decoding: parts, as: UTF8.self)
        for number in ["9223372036854775807", "9007199254740992", "9007199254740993"] {
            for key in ["records", "required.blank", "error", "lines"] {
                let changed = text.replacing(try Regex("\"\(key)\":[0-9]+"), with: "\"\(key)\":\(number)")
                #expect(changed != text)
                #expect(throws: Merge.Failure.self, "\(key) \(number)") {
                    try merge(Array(changed.utf8), in: bench)
                }
            }
        }
    }
}
