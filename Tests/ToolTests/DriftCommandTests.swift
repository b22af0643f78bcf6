import Foundation
import TestSupport
import Testing

/// Profiles of earlier runs, which `drift` compares with.
@Suite(.waitingForProcesses) struct DriftCommandTests {
    private static let rules = """
        rules: [[n, number]]
        dataset:
          - [drift, { of: g, from: profile.json, max: 5% }]
          - [drift, { of: n, from: profile.json, max: 5%, by: g, id: numbers }]
        """

    private static func withTable(_ rows: Int = 20_000, _ body: (Tool) throws -> Void) throws {
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        try tool.write(table(rows) { $0 % 5 }, to: "data.csv")
        try body(tool)
    }

    private static func table(_ rows: Int, _ group: (Int) -> Int) -> [UInt8] {
        let lines = (0..<rows).map { "\($0 * 7919 % 12_345),\($0 % 7 == 0 ? "" : "g\(group($0))")\n" }
        return Array(("n,g\n" + lines.joined()).utf8)
    }

    private static func profile(_ tool: Tool, _ name: String = "profile.json") throws -> String {
        try String(contentsOf: tool.folder.appending(path: name), encoding: .utf8)
    }

    private static let command = ["check", "--rules", "rules.yaml", "--locale", "en", "data.csv"]

    @Test func `the first run writes a profile, and later runs compare with it`() throws {
        try Self.withTable(2_000) { tool in
            let missing = try tool.run(Self.command)
            #expect(missing.status == 3)
            #expect(missing.errors.contains("rules.yaml:3:28: error: 'from' cannot compare with "), "\(missing.errors)")
            #expect(missing.errors.contains("No such file or directory: write it with --write-profile"))
            let first = try tool.run(Self.command + ["--write-profile", "profile.json"])
            #expect(first.status == 0 && first.output.isEmpty, "\(first.errors)")
            #expect(first.errors.contains("note: there is no profile yet"), "\(first.errors)")
            #expect(try tool.run(Self.command).status == 0)
            try tool.write(Self.table(2_000) { $0 % 5 < 2 ? 0 : $0 % 5 }, to: "data.csv")
            let drifted = try tool.run(Self.command)
            #expect(drifted.status == 1)
            #expect(
                drifted.output
                    == "data.csv: error: drift(g) must be at most 5% (value: 20.0117%). [dataset.tooBig]\n",
                "\(drifted.output)")
            let german = try tool.run(["check", "-r", "rules.yaml", "--locale", "de", "data.csv"])
            #expect(german.output.contains("drift(g)") && german.output.contains("20,01"), "\(german.output)")
            let arabic = try tool.run(["check", "-r", "rules.yaml", "--locale", "ar", "data.csv"])
            #expect(arabic.status == 1 && !arabic.output.contains("must be"), "\(arabic.output)")
            let json = try tool.run(Self.command + ["--format", "json"])
            #expect(json.output.contains(#""most":"g0""#), "\(json.output)")
        }
    }

    @Test func `the profile has the same bytes for threads, shards and a run that was killed`() throws {
        try Self.withTable(60_000) { tool in
            let command = Self.command + ["--memory", "8M"]
            func write(_ name: String, _ jobs: Int) throws -> String {
                _ = try tool.run(command + ["--write-profile", "profile.json", "--jobs", "\(jobs)"])
                defer { try? FileManager.default.removeItem(at: tool.folder.appending(path: "profile.json")) }
                return try Self.profile(tool)
            }
            let whole = try write("1", 1)
            #expect(whole.split(separator: "\n").count == 8 && whole.contains("\"classes\":"))
            for jobs in 2...4 { #expect(try write("\(jobs)", jobs) == whole) }
            // The rows of a table cannot be read in parts.
            let lines = (0..<60_000).map { index in
                let group = index % 7 == 0 ? "null" : "\"g\(index % 5)\""
                return "{\"n\":\(index * 7919 % 12_345),\"g\":\(group)}\n"
            }
            try tool.write(Array(lines.joined().utf8), to: "data.ndjson")
            let size = lines.reduce(0) { $0 + $1.utf8.count }
            for count in [1, 3, 7] {
                let bounds = (0...count).map { $0 * size / count }
                let parts = zip(bounds, bounds.dropFirst()).map { "data.ndjson \($0) \($1)\n" }.shuffled()
                let shards = try tool.run(["shard", "-r", "rules.yaml"], input: Array(parts.joined().utf8))
                let merged = try tool.run(
                    ["merge", "-r", "rules.yaml", "--write-profile", "profile.json"], input: Array(shards.output.utf8))
                #expect(merged.status == 0, "\(merged.errors)")
                #expect(try Self.profile(tool) == whole)
                try FileManager.default.removeItem(at: tool.folder.appending(path: "profile.json"))
            }
            let resumed =
                command + [
                    "--write-profile", "profile.json", "-o", "found.txt", "--checkpoint", "state",
                    "--checkpoint-interval", "0",
                ]
            for delay in [20_000, 60_000, 100_000] as [UInt32] {
                let process = try tool.start(resumed)
                usleep(delay)
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            _ = try tool.run(resumed)
            #expect(try Self.profile(tool) == whole)
        }
    }

    @Test func `a run does not overwrite the profile that it compares with`() throws {
        try Self.withTable(100) { tool in
            _ = try tool.run(Self.command + ["--write-profile", "profile.json"])
            let before = try Self.profile(tool)
            let refused = try tool.run(Self.command + ["--write-profile", "./profile.json"])
            #expect(refused.status == 3 && refused.errors.contains("the run would overwrite it"), "\(refused.errors)")
            #expect(try Self.profile(tool) == before)
            #expect(try tool.run(Self.command + ["--write-profile", "next.json"]).status == 0)
            #expect(try Self.profile(tool, "next.json") == before)
            let twice = try tool.run(Self.command + ["--write-profile", "data.csv"])
            #expect(twice.status == 2, "\(twice.errors)")
            let limited = try tool.run(Self.command + ["--write-profile", "x.json", "--max-errors", "1"])
            #expect(limited.status == 2 && limited.errors.contains("--max-errors and --write-profile"))
            try tool.write(Array("dataset: [[rows, { min: 1 }]]".utf8), to: "rules.yaml")
            let nothing = try tool.run(Self.command + ["--write-profile", "x.json"])
            #expect(nothing.status == 2 && nothing.errors.contains("no rule has the measure 'drift'"))
        }
    }

    @Test(arguments: [
        ("nope", "No such file or directory"), ("sub", "Is a directory"), ("text.json", "it is not a profile"),
        ("empty.json", "it is not a profile"), ("other.json", "it has no 'drift(g)'"),
    ])
    func aFileThatIsNoProfileIsOneErrorWithoutItsText(file: String, reason: String) throws {
        let tool = try Tool(rules: "dataset:\n  - [drift, { of: g, from: \(file), max: 5% }]\n")
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "sub"), withIntermediateDirectories: true)
        try tool.write(Array("hunter2\n".utf8), to: "text.json")
        try tool.write([], to: "empty.json")
        try tool.write(
            Array("{\"proviso\":\"profile\",\"version\":1}\n{\"figure\":\"drift(hunter2)\",\"categories\":[]}\n".utf8),
            to: "other.json")
        let result = try tool.run(["check", "--rules", "rules.yaml", "-"], input: Array("{\"g\":1}\n".utf8))
        #expect(result.status == 3, "\(result.errors)")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("rules.yaml:2:28: error: 'from' cannot compare with "))
        #expect(lines[0].contains(reason) && !lines[0].contains("hunter2"), "\(result.errors)")
    }

    @Test func `a profile outside of the directory of the rule file is refused`() throws {
        let tool = try Tool(rules: "dataset: [[drift, { of: g, from: ../profile.json, max: 5% }]]")
        defer { tool.remove() }
        let refused = try tool.run(["check", "--rules", "rules.yaml", "-"], input: Array("{\"g\":1}\n".utf8))
        #expect(refused.status == 2)
        #expect(
            refused.errors.hasPrefix("rules.yaml:1:34: error: '../profile.json' is outside"), "\(refused.errors)")
    }

    @Test func `a run that could not read all data writes no profile`() throws {
        let tool = try Tool(rules: "dataset: [[drift, { of: g, from: profile.json, max: 5% }]]")
        defer { tool.remove() }
        let broken = try tool.run(
            ["check", "--rules", "rules.yaml", "--write-profile", "profile.json", "-"],
            input: Array("{\"g\":1}\n{\"g\":\n".utf8))
        #expect(broken.status == 3)
        #expect(try Self.profile(tool) == "")
        let again = try tool.run(
            ["check", "--rules", "rules.yaml", "--write-profile", "profile.json", "-"], input: Array("{\"g\":1}\n".utf8)
        )
        #expect(again.status == 0, "\(again.errors)")
        #expect(try Self.profile(tool).contains(#""categories":[["1",1]]"#))
    }

    @Test func `doc and lint know what a rule compares with, and a case has its shares`() throws {
        let rules = """
            dataset:
              - [drift, { of: g, from: { a: 40%, b: 60% }, warn: { max: 5% }, error: { max: 20% } }]
              - [drift, { of: g, from: { a: 1, b: 1 }, max: 20% }]
            tests:
              - { records: [{ g: a }, { g: b }], finds: [[., dataset.tooBig]] }
              - { records: [{ g: a }], finds: [[., dataset.tooBig], [., dataset.tooBig]] }
            """
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let tested = try tool.run(["test", "rules.yaml"])
        #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
        let page = try tool.run(["doc", "rules.yaml"])
        #expect(page.output.contains("max: 20%, from: { a: 0.4, b: 0.6 }"), "\(page.output)\(page.errors)")
        #expect(try tool.run(["lint", "rules.yaml"]).status == 0)
        try tool.write(
            Array(
                (rules + "\n").replacing(
                    "[drift, { of: g, from: { a: 1, b: 1 }", with: "[drift, { of: g, from: { b: 1, a: 1 }"
                ).replacing("warn: { max: 5% }, error: { max: 20% }", with: "max: 20%").replacing(
                    "a: 40%, b: 60%", with: "a: 1, b: 1"
                ).utf8), to: "rules.yaml")
        let repeated = try tool.run(["lint", "rules.yaml"])
        #expect(
            (repeated.output + repeated.errors).contains("the rule repeats another one"),
            "\(repeated.output)\(repeated.errors)")
    }
}
