import Foundation
import TestSupport
import Testing

/// Rules about all records in runs of the tool.
@Suite(.waitingForProcesses) struct DatasetCommandTests {
    private static let rules = """
        variables: { total: 0 }
        rules:
          - [n, integer]
        dataset:
          - [rows, { min: 1000000 }]
          - [sum, { of: n, equals: "${total}" }]
          - [distinct, { of: n, by: g, min: 1000000 }]
          - [quantile, { of: n, at: 0.9, max: 0, severity: warning }]
          - [share, { of: g, is: absent, max: 1%, by: g }]
          - { measure: deviation, of: n, max: 0, where: "n % 2 == 0", id: spread }
          - [gaps, { of: n, by: g, min: 1000000 }]
          - [unsorted, { of: n, max: 0 }]
        """

    private static func withTable(_ rows: Int = 20_000, _ body: (Tool) throws -> Void) throws {
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let lines = (0..<rows).map { "\($0 * 7919 % 12_345),\($0 % 7 == 0 ? "" : "g\($0 % 5)")\n" }
        try tool.write(Array(("n,g\n" + lines.joined()).utf8), to: "data.csv")
        try body(tool)
    }

    private static let command = ["check", "--rules", "rules.yaml", "--locale", "en", "data.csv"]

    @Test(arguments: ["text", "json", "csv", "junit", "sarif", "html", "ndjson", "github"])
    func `what is found does not depend on the number of threads`(format: String) throws {
        try Self.withTable { tool in
            let results = try [1, 2, 3, 4].map {
                try tool.run(Self.command + ["--format", format, "--jobs", "\($0)", "--memory", "8M"])
            }
            #expect(results[0].status == 1)
            #expect(results[0].output.replacing("<wbr>", with: "").contains("dataset.tooSmall"))
            for result in results { #expect(result.output == results[0].output) }
        }
    }

    /// Parts of a file at any bounds, in any order, and parts of two files.
    @Test(arguments: ["text", "json", "csv", "junit", "sarif", "html", "ndjson"])
    func `shards find together what one run finds`(format: String) throws {
        let tool = try Tool(rules: Self.rules + "\n  - [count, { fails: '1', by: g, max: 0 }]\n")
        defer { tool.remove() }
        let lines = (0..<3_000).map {
            "{\"n\":\($0 % 97 == 0 ? "\"x\"" : "\($0 * 7919 % 1_234)"),\"g\":\"g\($0 % 5)\"}\n"
        }
        let bytes = Array(lines.joined().utf8)
        for name in ["a.ndjson", "b.ndjson"] { try tool.write(bytes, to: name) }
        let options = ["--rules", "rules.yaml", "--locale", "de"]
        let whole = try tool.run(["check"] + options + ["--format", format, "a.ndjson", "b.ndjson"])
        #expect(whole.output.replacing("<wbr>", with: "").contains("dataset.tooBig"))
        for count in [1, 2, 7] {
            let bounds = (0...count).map { $0 * bytes.count / count }
            var parts = ["a.ndjson", "b.ndjson"].map { name in
                zip(bounds, bounds.dropFirst()).map { "\(name) \($0) \($1)\n" }
            }
            parts[1].reverse()
            let shards = try tool.run(["shard"] + options, input: Array(parts.flatMap(\.self).joined().utf8))
            #expect(shards.status == 0, "\(shards.errors)")
            let merged = try tool.run(["merge"] + options + ["--format", format], input: Array(shards.output.utf8))
            #expect(merged.status == whole.status && merged.output == whole.output && merged.errors == whole.errors)
        }
    }

    @Test func `merge needs the rules of shards that have measured all records`() throws {
        let tool = try Tool(rules: "dataset: [[rows, { min: 3 }]]")
        defer { tool.remove() }
        try tool.write(Array("{\"a\":1}\n".utf8), to: "a.ndjson")
        try tool.write(Array("dataset: [[rows, { min: 4 }]]".utf8), to: "other.yaml")
        let shards = try tool.run(["shard", "-r", "rules.yaml"], input: Array("a.ndjson 0 8\n".utf8))
        func merge(_ options: String..., parts: String = shards.output) throws -> (Int32, String) {
            let merged = try tool.run(["merge"] + options, input: Array(parts.utf8))
            return (merged.status, merged.errors)
        }
        let without = try merge()
        #expect(without.0 == 2 && without.1.contains("--rules rules.yaml"), "\(without)")
        let other = try merge("-r", "other.yaml")
        #expect(other.0 == 2 && other.1.contains("were validated with other rules"), "\(other)")
        #expect(try merge("-r", "rules.yaml").0 == 1)
        let changed = shards.output.replacing("\"dataset\":[", with: "\"dataset\":[7,")
        let damaged = try merge("-r", "rules.yaml", parts: changed)
        #expect(damaged.0 == 3 && damaged.1.contains("malformed"), "\(damaged)")
    }

    /// The verdict of `unique` is known after the record was measured.
    @Test func `a rule that compares records tolerates a share of them`() throws {
        let tool = try Tool(rules: "rules: [[id, unique, { tolerate: 10% }], [n, integer]]")
        defer { tool.remove() }
        let lines = (0..<20_000).map { "{\"id\":\($0 % 17_000),\"n\":\($0)}\n" }
        try tool.write(Array(lines.joined().utf8), to: "data.ndjson")
        for jobs in ["1", "2", "4"] {
            let found = try tool.run(
                ["check", "-r", "rules.yaml", "--jobs", jobs, "--memory", "8M", "--format", "json", "data.ndjson"])
            #expect(found.status == 1)
            let last = try #require(found.output.range(of: "\"code\":\"dataset.tooBig\""))
            #expect(found.output[last.lowerBound...].prefix(300).contains("\"found\":0.15"), "jobs \(jobs)")
        }
    }

    @Test func `a run that was killed finds the same when it is resumed`() throws {
        try Self.withTable(200_000) { tool in
            let whole = try tool.run(Self.command + ["--memory", "8M"]).output
            #expect(whole.split(separator: "\n").count == 18)
            let resumed =
                Self.command + [
                    "-o", "found.txt", "--checkpoint", "state", "--checkpoint-interval", "0", "--memory", "8M",
                ]
            for delay in [20_000, 60_000, 100_000, 200_000] as [UInt32] {
                let process = try tool.start(resumed)
                usleep(delay)
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            _ = try tool.run(resumed)
            #expect(try String(contentsOf: tool.folder.appending(path: "found.txt"), encoding: .utf8) == whole)
        }
    }

    @Test func `an error about all records decides the exit status`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        func run(_ rules: String, _ options: String...) throws -> Int32 {
            try tool.write(Array(rules.utf8), to: "rules.yaml")
            return try tool.run(
                ["check", "--rules", "rules.yaml", "-"] + options, input: Array("{\"a\":1}\n{\"a\":2}\n".utf8)
            ).status
        }
        #expect(try run("dataset: [[rows, { min: 3 }]]") == 1)
        #expect(try run("dataset: [[rows, { min: 2 }]]") == 0)
        #expect(try run("dataset: [[rows, { min: 3 }]]", "--max-invalid", "100%") == 1)
        #expect(try run("dataset: [[rows, { min: 3, severity: warning }]]") == 0)
        #expect(try run("dataset: [[rows, { min: 3, severity: warning }]]", "--fail-on", "warning") == 1)
        #expect(try run("dataset: [[rows, { warn: { min: 3 }, error: { min: 2 } }]]") == 0)
        #expect(try run("dataset: [[sum, { of: a, max: 3 }]]") == 0)
        #expect(try run("dataset: [[freshest, { of: a, within: P1D }]]") == 3)
        #expect(try run("dataset: [[rows, { mn: 3 }]]") == 2)
        #expect(try run("{ rules: [[a, integer]], dataset: [[rows, { min: 2 }]] }", "--fail-on", "nothing") == 0)
    }

    @Test func `a sum is compared with a column of a file beside the rules`() throws {
        let tool = try Tool(rules: "dataset: [[sum, { of: a, equals: { file: totals.csv, column: total } }]]")
        defer { tool.remove() }
        func result() throws -> Tool.Result {
            try tool.run(["check", "--rules", "rules.yaml", "-"], input: Array("{\"a\":1.5}\n{\"a\":2}\n".utf8))
        }
        #expect(try result().status == 3)
        try tool.write(Array("total\n3\n0.5\n".utf8), to: "totals.csv")
        #expect(try result().status == 0)
        try tool.write(Array("total\n3\n".utf8), to: "totals.csv")
        let found = try result()
        #expect(found.status == 1)
        #expect(found.output == "<stdin>: error: sum(a) must be 3 (value: 3.5). [dataset.notEqual]\n")
        try tool.write(Array("total\nabc\n".utf8), to: "totals.csv")
        let broken = try result()
        #expect(broken.status == 3 && broken.errors.contains("a value of 'total' is not a number"))
        #expect(!broken.errors.contains("abc"))
        try tool.write(Array("tota\n3\n".utf8), to: "totals.csv")
        #expect(try result().errors.contains("did you mean 'tota'?"))
    }

    @Test(arguments: [
        ("nope.csv", "No such file or directory"), ("sub", "Is a directory"), ("pipe", "not a regular file"),
        ("empty.csv", "the table is empty: no column 't'"), ("empty.ndjson", "it has no records"),
        ("wrong.csv", "no column 't', which a rule needs"), ("wrong.json", "no record has 't'"),
        ("text.csv", "a value of 't' is not a number"), ("text.json", "line 1, column 1: this cannot be read"),
        ("json.csv", "this is JSON and not a table"), ("latin.csv", "this cannot be read"),
        ("data.xml", "this cannot be read"),
        ("twice.csv", "this cannot be read"), ("-", "No such file or directory"),
    ])
    func aFileThatCannotBeComparedWithIsOneErrorWithoutItsText(file: String, reason: String) throws {
        let tool = try Tool(rules: "dataset:\n  - [sum, { of: a, equals: { file: '\(file)', column: t } }]\n")
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "sub"), withIntermediateDirectories: true)
        #expect(mkfifo(tool.folder.appending(path: "pipe").path, 0o600) == 0)
        for (name, text) in [
            ("empty.csv", ""), ("empty.ndjson", ""), ("wrong.csv", "hunter2,x\n1,2\n"), ("wrong.json", "{\"x\":1}"),
            ("text.csv", "t\nhunter2\n"), ("text.json", "hunter2\n"), ("json.csv", "{\"hunter2\":1}\n"),
            ("data.xml", "<t>hunter2</t>"), ("twice.csv", "hunter2,hunter2,t\n1,2,3\n"),
        ] { try tool.write(Array(text.utf8), to: name) }
        try tool.write(Array("t\n1\n".utf8) + [0xFF, 0x0A], to: "latin.csv")
        let result = try tool.run(["check", "--rules", "rules.yaml", "-"], input: Array("{\"a\":1}\n".utf8))
        #expect(result.status == 3, "\(result.errors)")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("rules.yaml:2:"), "\(result.errors)")
        #expect(lines[0].contains(" error: 'equals' cannot compare with "), "\(result.errors)")
        #expect(lines[0].contains(file) && lines[0].contains(reason), "\(result.errors)")
        #expect(!lines[0].contains("hunter2"), "\(result.errors)")
    }

    @Test func aFileOutsideIsComparedWithOnlyIfItsRootIsNamed() throws {
        let tool = try Tool(rules: "rules: []")
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "in"), withIntermediateDirectories: true)
        try tool.write(Array("dataset: [[rows, { equals: { file: ../totals.csv } }]]".utf8), to: "in/rules.yaml")
        try tool.write(Array("total\n3\n".utf8), to: "totals.csv")
        let command = ["check", "--rules", "in/rules.yaml", "-"]
        let refused = try tool.run(command, input: Array("{}\n".utf8))
        #expect(refused.status == 2)
        #expect(refused.errors.hasPrefix("in/rules.yaml:1:28: error: '../totals.csv' is outside"), "\(refused.errors)")
        #expect(try tool.run(command + ["--include-root", "."], input: Array("{}\n".utf8)).status == 0)
    }

    @Test func `one record is not tested against others, and a file with a prefix says nothing of all records`() throws
    {
        let tool = try Tool(rules: "dataset: [[count, { of: a, is: unique, min: 1 }]]")
        defer { tool.remove() }
        #expect(try tool.check("", "-").errors.contains("cannot test one record against others"))
        try tool.write(Array("dataset: [[rows, { min: 1 }]]".utf8), to: "inner.yaml")
        try tool.write(Array("{ include: { file: inner.yaml, prefix: a }, rules: [] }".utf8), to: "rules.yaml")
        #expect(try tool.check("", "-").errors.contains("has the key 'dataset'"))
    }

    @Test func `a table without a column that is measured is refused`() throws {
        let tool = try Tool(rules: "dataset: [[sum, { of: amount, min: 1 }]]")
        defer { tool.remove() }
        try tool.write(Array("amont\n1\n".utf8), to: "data.csv")
        let result = try tool.run(["check", "--rules", "rules.yaml", "data.csv"])
        #expect(result.status == 2)
        #expect(result.errors.contains("'amount'"))
    }

    @Test func `a stored report has the findings again`() throws {
        try Self.withTable(100) { tool in
            let json = try tool.run(Self.command + ["--format", "json"])
            try tool.write(Array(json.output.utf8), to: "report.json")
            let again = try tool.run(["render", "--rules", "rules.yaml", "--locale", "en", "report.json"])
            #expect(again.output == (try tool.run(Self.command)).output)
        }
    }

    @Test(arguments: ["json", "ndjson"])
    func `a stored report keeps labels and groups without its rules`(format: String) throws {
        let tool = try Tool(
            rules: """
                rules: [[x, number, { max: 5, tolerate: 10% }]]
                dataset:
                  - [sum, { of: x, max: 1, label: { en: Turnover, de: Umsatz } }]
                  - [rows, { by: d, max: 0 }]
                  - [mean, { of: x, max: 1 }]
                """)
        defer { tool.remove() }
        try tool.write(Array("{\"x\":1,\"d\":\"a\"}\n{\"x\":9,\"d\":\"b, c\"}\n".utf8), to: "data.ndjson")
        let command = ["check", "-r", "rules.yaml", "data.ndjson"]
        let text = try tool.run(command)
        #expect(text.output.contains("error: Turnover must be") && text.output.contains("rows [b, c] must be"))
        let stored = try tool.run(command + ["--format", format])
        try tool.write(Array(stored.output.utf8), to: "stored.json")
        #expect(try tool.run(["render", "stored.json"]).output == text.output)
        #expect(try tool.run(["render", "-r", "rules.yaml", "stored.json"]).output == text.output)
        let german = try tool.run(command + ["--locale", "de"]).output
        #expect(try tool.run(["render", "-r", "rules.yaml", "--locale", "de", "stored.json"]).output == german)
        #expect(german.contains("Umsatz darf höchstens"))
        let shards = try tool.run(
            ["shard", "-r", "rules.yaml"], input: Array("data.ndjson 0 20\ndata.ndjson 20 35\n".utf8))
        let merged = try tool.run(["merge", "-r", "rules.yaml", "--format", format], input: Array(shards.output.utf8))
        try tool.write(Array(merged.output.utf8), to: "merged.json")
        #expect(try tool.run(["render", "merged.json"]).output == text.output, "\(shards.errors)\(merged.errors)")
    }

    @Test(arguments: ["text", "json", "csv", "junit", "sarif", "ndjson"])
    func `groups that are not listed are counted in each format`(format: String) throws {
        let tool = try Tool(rules: "dataset: [[sum, { of: n, by: g, max: -1 }], [rows, { min: 9999 }]]")
        defer { tool.remove() }
        try tool.write(Array(("n,g\n" + (0..<1_500).map { "\($0),g\($0)\n" }.joined()).utf8), to: "data.csv")
        let found = try tool.run(Self.command + ["--format", format])
        #expect(found.status == 1 && found.errors.contains("1501 errors"), "\(found.errors)")
        let note = "500 more findings of the rules about all records are counted and not listed"
        if ["text", "csv", "junit"].contains(format) {
            #expect((found.output + found.errors).contains(note))
        } else {
            #expect(
                found.output.contains(/"more": ?\[/) && found.output.contains(/"count": ?500/),
                "\(found.output.suffix(900))")
        }
        if format == "text" { #expect(found.output.contains("\ndata.csv: note: \(note)\n")) }
        for jobs in ["1", "3"] {
            #expect(try tool.run(Self.command + ["--format", format, "--jobs", jobs]).output == found.output)
        }
        let json = try tool.run(Self.command + ["--format", "json"])
        try tool.write(Array(json.output.utf8), to: "report.json")
        let again = try tool.run([
            "render", "--rules", "rules.yaml", "--locale", "en", "--format", format, "report.json",
        ])
        #expect(again.output == found.output)
    }

    @Test func `a case can be a small table`() throws {
        let rules = """
            rules: [[amount, number]]
            dataset: [[sum, { of: amount, by: region, min: 10, id: total }]]
            tests:
              - { records: [{ region: a, amount: 3 }, { region: b, amount: 12 }], finds: [[region.a, dataset.tooSmall]] }
              - { records: [{ region: b, amount: 12 }], finds: [] }
              - { records: [], finds: [] }
              - { records: [{ region: b, amount: 1 }], valid: false }
              - { records: [{ region: b, amount: 1 }], finds: [{ rule: total, message: "sum(amount) [b] must be at least 10 (value: 1)." }] }
              - { record: { amount: x }, finds: [[amount, number.type]] }
            """
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let wrong = rules.replacingOccurrences(of: "amount: 12 }], finds: []", with: "amount: 2 }], finds: []")
        try tool.write(Array(wrong.utf8), to: "rules.yaml")
        #expect(try tool.run(["test", "rules.yaml"]).status == 1)
        let both = rules.replacingOccurrences(of: "{ record: {", with: "{ records: [], record: {")
        try tool.write(Array(both.utf8), to: "rules.yaml")
        #expect(try tool.run(["test", "rules.yaml"]).errors.contains("a case has 'records', or 'record'"))
    }

    @Test func `cases with records count in what the cases cover`() throws {
        let tool = try Tool(
            rules: """
                rules: [[amount, number]]
                dataset: [[sum, { of: amount, by: region, min: 10, id: total }], [rows, { max: 2 }]]
                tests:
                  - { records: [{ region: a, amount: 3 }, { region: b, amount: 12 }], finds: [[region.a, dataset.tooSmall]] }
                  - { record: { amount: x }, finds: [[amount, number.type]] }
                """)
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0)
        #expect(
            result.errors.split(separator: "\n").map(String.init) == [
                "rules.yaml: 2 cases passed",
                "rules.yaml:2:66: rule dataset.2, 'rows': no case has records of which it finds something",
                "rules.yaml: cases cover 2 of 3 rules",
            ], "\(result.errors)")
        let changed = try tool.run(["test", "--mutate", "rules.yaml"])
        #expect(changed.status == 1)
        #expect(
            changed.errors.contains(
                "rule dataset.2, 'rows': rule removed\n    a case with 'records' at the limit, or just beyond it, would notice it\n"
            ),
            "\(changed.errors)")
        #expect(!changed.errors.contains("rule total, 'sum(amount)': rule removed"))
    }

    @Test func `init proposes what is so of all records, and check accepts it`() throws {
        let tool = try Tool(rules: "rules: []")
        defer { tool.remove() }
        let rows = (1...150).map { "\($0),2026-05-\($0 / 5 < 9 ? "0" : "")\($0 / 5 + 1)\n" }
        try tool.write(Array(("id,day\n" + rows.joined()).utf8), to: "data.csv")
        let made = try tool.run(["init", "data.csv", "-o", "made.yaml"])
        #expect(made.status == 0, "\(made.errors)")
        let text = try String(contentsOf: tool.folder.appending(path: "made.yaml"), encoding: .utf8)
        #expect(text.contains("  - [missingDays, { of: day, max: 0 }]   # no day is missing\n"), "\(text)")
        #expect(try tool.run(["check", "-r", "made.yaml", "data.csv"]).status == 0)
        try tool.write(Array(("id,day\n" + (rows[..<50] + rows[60...]).joined()).utf8), to: "less.csv")
        let less = try tool.run(["check", "-r", "made.yaml", "less.csv"])
        #expect(less.output.contains("missingDays(day) must be at most 0 (value: 1)"), "\(less.output)")
        #expect(less.output.contains("gaps(id) must be at most 0 (value: 10)"), "\(less.output)")
    }

    @Test func `nothing is said of all records where the run stopped early`() throws {
        let tool = try Tool(rules: "{ rules: [[a, integer]], dataset: [[rows, { min: 9 }]] }")
        defer { tool.remove() }
        let lines = String(repeating: "{\"a\":\"x\"}\n", count: 5)
        let result = try tool.check(lines, "--max-errors", "2", "-")
        #expect(!result.output.contains("dataset"))
        #expect(result.errors.contains("rules about all records were not evaluated"))
    }
}
