import Foundation
import TestSupport
import Testing

/// Parts of tables that say themselves neither that they are tables nor how fields are separated.
@Suite(.waitingForProcesses) struct ShardTests {
    private static func withTable(_ body: (Tool, String) throws -> Void) throws {
        let tool = try Tool(rules: "rules: [[a, integer], [b, required]]")
        defer { tool.remove() }
        let table = "a;b\n1;x\ny;\n"
        for name in ["t.csv", "t.txt"] { try tool.write(Array(table.utf8), to: name) }
        try body(tool, "0 \(table.utf8.count)\n")
    }

    @Test func readsWhatCheckReads() throws {
        try Self.withTable { tool, bytes in
            for (name, form) in [
                ("t.csv", ["--delimiter", ";"]), ("t.txt", ["--delimiter", ";", "--input-format", "csv"]),
            ] {
                let whole = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", name] + form)
                #expect(whole.status == 1 && whole.lines.count == 2, "\(whole.errors)")
                let part = try tool.run(
                    ["shard", "-r", "rules.yaml", "--locale", "en"] + form, input: Array("\(name) \(bytes)".utf8))
                #expect(part.status == 0, "\(part.errors)")
                let merged = try tool.run(["merge"], input: Array(part.output.utf8))
                #expect(merged.output == whole.output && merged.status == 1)
                #expect(merged.errors == whole.errors)
            }
        }
    }

    /// The hint of a table with other delimiters names an option there is.
    @Test func theHintNamesAnOptionThereIs() throws {
        try Self.withTable { tool, bytes in
            let refused = try tool.run(["shard", "-r", "rules.yaml"], input: Array("t.csv \(bytes)".utf8))
            #expect(refused.status == 2 && refused.errors.contains("give --delimiter ';'"), "\(refused.errors)")
            #expect(try tool.run(["shard", "--help"]).output.contains("--delimiter"))
            let wrong = try tool.run(["shard", "-r", "rules.yaml", "--delimiter", ";", "--input-format", "json"])
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("--delimiter is for tables, and not for --input-format json"))
        }
    }

    @Test func partsThatWereReadInOtherWaysAreNotPutTogether() throws {
        let tool = try Tool(rules: "optional: [a, b]\nrules: [[a, integer], [b, string]]")
        defer { tool.remove() }
        for name in ["t.csv", "u.csv"] { try tool.write(Array("a;b\n1;x\n".utf8), to: name) }
        func part(_ name: String, _ form: String...) throws -> [UInt8] {
            let result = try tool.run(["shard", "-r", "rules.yaml"] + form, input: Array("\(name) 0 8\n".utf8))
            #expect(result.status == 0, "\(result.errors)")
            return Array(result.output.utf8)
        }
        let first = try part("t.csv", "--delimiter", ";")
        #expect(try tool.run(["merge"], input: first + part("u.csv", "--delimiter", ";")).status == 0)
        for form in [[], ["--delimiter", ","], ["--delimiter", ";", "--input-format", "csv"]] {
            let other = try tool.run(["shard", "-r", "rules.yaml"] + form, input: Array("u.csv 0 8\n".utf8))
            let merged = try tool.run(["merge"], input: first + Array(other.output.utf8))
            #expect(merged.status == 3, "\(form): \(merged.errors)")
        }
    }
}
