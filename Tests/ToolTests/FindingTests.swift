import Foundation
import TestSupport
import Testing

/// In which order findings are shown, how they are counted, and how many of one record are kept.
@Suite(.waitingForProcesses) struct FindingTests {
    private static let mixed = """
        rules:
          - { attributes: a, type: integer, severity: info }
          - [b, integer]
          - { attributes: c, type: integer, severity: warning }
          - [d, integer]
          - { attributes: e, type: string, min: 5, severity: warning, id: short }
          - { attributes: e, type: string, min: 4, id: shorter }
        """
    private static let record = "{\"d\":\"x\",\"c\":\"x\",\"b\":\"x\",\"a\":\"x\",\"e\":\"x\"}\n"

    /// Findings of one record are in the order of the rules, in every list that is not grouped.
    @Test func oneOrderEverywhere() throws {
        let tool = try Tool(rules: Self.mixed)
        defer { tool.remove() }
        try tool.write(Array(String(repeating: Self.record, count: 3).utf8), to: "data.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "data.ndjson"]
        let text = try tool.run(check).lines
        #expect(text.count == 18)
        #expect(try tool.run(check + ["--limit", "3"]).lines == text)
        #expect(try tool.run(check + ["--limit", "1"]).lines.prefix(6) == text.prefix(6))
        func places(_ severity: String) -> [String] {
            text.filter { $0.contains(" \(severity): ") }.map { String($0.split(separator: " ")[0].dropLast()) }
        }
        let commands = try tool.run(check + ["-f", "github"]).lines
        for (severity, name) in [("error", "error"), ("warning", "warning"), ("info", "notice")] {
            let shown = commands.filter { $0.hasPrefix("::\(name) file") }.compactMap {
                $0.firstMatch(of: /file=([^,]+),line=(\d+),col=(\d+)/).map { "\($0.1):\($0.2):\($0.3)" }
            }
            #expect(shown == places(severity), "\(severity)")
        }
        let size = tool.size("data.ndjson")
        let parts = try tool.run(
            ["shard", "-r", "rules.yaml", "--locale", "en"], input: Array("data.ndjson 0 \(size)\n".utf8)
        ).output
        for options in [["--limit", "3"], ["--limit", "1"], ["-f", "github"]] {
            let whole = try tool.run(check + options)
            let merged = try tool.run(["merge"] + options, input: Array(parts.utf8))
            #expect(merged.output == whole.output && merged.errors == whole.errors, "\(options)")
        }
    }

    @Test func theSummarySaysSeveritiesWhereTheyAreMixed() throws {
        let tool = try Tool(rules: Self.mixed)
        defer { tool.remove() }
        let result = try tool.check(Self.record + Self.record)
        let lines = """
            2 records: 0 valid, 2 invalid; 6 errors, 4 warnings, 2 infos
              4 string.tooShort e (2 errors, 2 warnings)
              2 integer.type a (info)
              2 integer.type b (errors)
              2 integer.type c (warnings)
              2 integer.type d (errors)

            """
        #expect(result.errors == lines, "\(result.errors)")
        // Of one severity alone the totals say it.
        let alone = try tool.check("{\"d\":\"x\"}\n")
        #expect(
            alone.errors.hasPrefix("1 record: 0 valid, 1 invalid; 1 error\n  1 integer.type d\n"), "\(alone.errors)")
    }

    /// `--max-invalid` is about the records that `--fail-on` counts.
    @Test func howARunEnds() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [e, required]
                  - { attributes: w, type: integer, severity: warning }
                  - { attributes: i, type: integer, severity: info }
                """)
        defer { tool.remove() }
        // Ten records: 1 with an error and a warning, 2 with a warning, 3 with an info, 4 with nothing.
        let bad = ["{\"w\":\"x\"}"] + Array(repeating: "{\"e\":1,\"w\":\"x\",\"i\":\"x\"}", count: 2)
        let lines = bad + Array(repeating: "{\"e\":1,\"i\":\"x\"}", count: 3) + Array(repeating: "{\"e\":1}", count: 4)
        try tool.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "data.ndjson")
        let size = tool.size("data.ndjson")
        let parts = try tool.run(["shard", "-r", "rules.yaml"], input: Array("data.ndjson 0 \(size)\n".utf8)).output
        let counts = ["error": 1, "warning": 3, "info": 6]
        for level in [nil, "error", "warning", "info"] {
            let count = counts[level ?? "error", default: 0]
            let limits: [(String?, Bool)] = [
                (nil, false), ("0", false), ("\(count - 1)", false), ("\(count)", true), ("\(count + 1)", true),
                ("\(count - 1)9.9%", false), ("\(count)0%", true), ("100%", true), ("0%", false),
            ]
            for (limit, passes) in limits {
                let options = (level.map { ["--fail-on", $0] } ?? []) + (limit.map { ["--max-invalid", $0] } ?? [])
                let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "data.ndjson"] + options)
                #expect(result.status == (passes ? 0 : 1), "\(options): \(result.errors)")
                let reason = "--max-invalid \(limit ?? ""): \(count) of 10 records"
                #expect(result.errors.contains(reason) == (limit != nil && !passes), "\(options): \(result.errors)")
                let merged = try tool.run(["merge"] + options, input: Array(parts.utf8))
                #expect(merged.status == result.status, "\(options)")
            }
        }
    }

    /// 30,000 errors and 2 warnings in one record, of which 10,000 are listed.
    @Test func findingsOfOneRecordAreListedUpToALimit() throws {
        let tool = try Tool(
            rules: "rules: [[l.*, integer], {attributes: m.*, type: integer, severity: warning}, [n, unique]]")
        defer { tool.remove() }
        let items = Array(repeating: "\"x\"", count: 30_000).joined(separator: ",")
        let many = "{\"l\":[\(items)],\"m\":[\"y\",\"z\"],\"n\":1}\n"
        try tool.write(Array((many + "{\"l\":[1],\"n\":1}\n").utf8), to: "data.json")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "data.json"]
        let totals = """
            2 records: 0 valid, 2 invalid; 30001 errors, 2 warnings
              30000 integer.type l.* (errors)
                  2 integer.type m.* (warnings)
                  1 unique.taken n (error)

            """
        let note = "20,002 more findings of record 1 are counted and not listed"
        for format in ["text", "ndjson", "json", "csv", "junit", "sarif", "html", "github"] {
            let result = try tool.run(check + ["-f", format])
            #expect(result.status == 1 && result.errors == totals, "\(format): \(result.errors)")
            let listed = result.output.components(separatedBy: "/l/").count - 1
            switch format {
            case "text", "csv", "junit": #expect(result.output.contains(note), "\(format)")
            case "ndjson", "json", "sarif":
                #expect(
                    result.output.contains("\"more\":[{") && result.output.contains("\"count\":20000}"), "\(format)")
            default: #expect(listed < 50)
            }
            if format != "html", format != "github" { #expect(listed >= 10_000 && listed < 21_000, "\(format)") }
        }
        #expect(try tool.run(check + ["-f", "text"]).lines.count == 10_002)
        let filtered = try tool.run(["filter", "-r", "rules.yaml", "--locale", "en"], input: Array(many.utf8)).output
        #expect(filtered.hasPrefix("{\"valid\":false") && filtered.contains("\"more\":[{\"rule\":\"1\""))
        // The limit of errors counts all of them.
        let stopped = try tool.run(check + ["--max-errors", "30000", "-q"])
        #expect(stopped.status == 1)
        #expect(try tool.run(check + ["--max-errors", "30001", "--summary"]).output.hasPrefix("2 records"))
        #expect(try tool.run(check + ["--max-errors", "30000", "--summary"]).output.hasPrefix("1 record:"))
        // A baseline accepts those that are not listed, too.
        _ = try tool.run(check + ["--write-baseline", "base", "-q"])
        let accepted = try tool.run(check + ["--baseline", "base", "--fail-on", "info"])
        #expect(accepted.status == 0 && accepted.output.isEmpty, "\(accepted.errors)")
    }

    /// Errors that are only counted make a record invalid as others do.
    @Test func theVerdictCountsWhatIsNotListed() throws {
        let tool = try Tool(rules: "rules: [{attributes: w.*, type: integer, severity: warning}, [e, required]]")
        defer { tool.remove() }
        let items = Array(repeating: "\"x\"", count: 10_000).joined(separator: ",")
        let records =
            [("{\"w\":[\(items)],\"e\":\"\"}\n", 1), ("{\"w\":[\(items)],\"e\":\"a\"}\n", 0)] as [(String, Int32)]
        for (record, status) in records {
            let result = try tool.check(record, "--valid", "valid", "--invalid", "invalid")
            #expect(result.status == status)
            #expect(tool.size("valid") == (status == 0 ? record.utf8.count : 0))
            #expect(tool.size("invalid") == (status == 1 ? record.utf8.count : 0))
        }
        let data = records.map(\.0).joined()
        try tool.write(Array(data.utf8), to: "data.ndjson")
        let input = "data.ndjson 0 \(data.utf8.count)\n"
        let parts = try tool.run(["shard", "-r", "rules.yaml", "--locale", "en"], input: Array(input.utf8)).output
        for format in ["text", "json", "csv", "junit", "html"] {
            let whole = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "data.ndjson", "-f", format])
            let merged = try tool.run(["merge", "-f", format], input: Array(parts.utf8))
            #expect(merged.output == whole.output && merged.errors == whole.errors, "\(format)")
        }
    }
}
