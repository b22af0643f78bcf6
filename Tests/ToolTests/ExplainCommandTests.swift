import Foundation
import TestSupport
import Testing

/// `proviso explain`, and the counts of `check --stats`.
@Suite(.waitingForProcesses) struct ExplainCommandTests {
    private static let rules = """
        rules:
          - [name, required]
          - { attributes: state, type: required, when: [country, in, { range: [US] }] }
          - [age, integer, { min: 1 }]
          - { attributes: code, type: required, on: import }
          - [id, unique]
        """

    private func tool() throws -> Tool { try Tool(rules: Self.rules) }

    @Test(arguments: [
        (
            "d.ndjson",
            "{\"name\":\"a\",\"age\":1,\"id\":1}\n{\"name\":\"\",\"country\":\"US\",\"age\":\"x\",\"id\":2}\n", 2
        ),
        (
            "d.json",
            "[{\"name\":\"a\",\"age\":1,\"id\":1},\n{\"name\":\"\",\"country\":\"US\",\"age\":\"x\",\"id\":2}]", 2
        ),
        ("d.csv", "name,state,country,age,code,id\na,,,1,,1\n,,US,x,,2\n", 3),
    ]) func eachFormat(_ name: String, _ data: String, _ line: Int) throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(Array(data.utf8), to: name)
        let first = try tool.run(["explain", "--rules", "rules.yaml", name])
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.hasPrefix("\(name):"))
        #expect(first.output.contains("record 1 of 2 is valid: 3 passed, 1 skipped, 1 inactive"), "\(first.output)")
        let second = try tool.run(["explain", "--rules", "rules.yaml", "--record", "2", "--locale", "en", name])
        #expect(second.status == 1)
        #expect(second.output.hasPrefix("\(name):\(line): record 2 of 2 is invalid: 1 passed, 3 failed, 1 inactive\n"))
        #expect(second.lines.contains("    error: Name is required. [required.blank]"), "\(second.output)")
        #expect(second.lines.contains("      country in { range: [US] } is true: country = \"US\""), "\(second.output)")
        // The findings are those of check.
        let check = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en", name])
        for text in check.lines.compactMap({
            $0.components(separatedBy: ": error: ").last?.components(separatedBy: " [").first
        }) {
            #expect(second.output.contains(text), "\(text)")
        }
    }

    /// A rule that compares records sees the records before.
    @Test func repeatedValues() throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(Array("{\"name\":\"a\",\"id\":1}\n{\"name\":\"b\",\"id\":1}\n".utf8), to: "d.ndjson")
        let result = try tool.run(["explain", "--rules", "rules.yaml", "--record", "2", "d.ndjson"])
        #expect(result.status == 1)
        #expect(result.lines.contains { $0.contains("failed") && $0.contains("unique") }, "\(result.output)")
        let first = try tool.run(["explain", "--rules", "rules.yaml", "d.ndjson"])
        #expect(first.status == 0, "\(first.output)")
    }

    @Test func `a large file is read up to the record`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let line = "{\"name\":\"a\",\"age\":1}\n"
        // What comes long after the record is not even read.
        let text = line + "{\"name\":\"\"}\n" + String(repeating: line, count: 100_000) + "no record\n"
        try tool.write(Array(text.utf8), to: "d.ndjson")
        let start = ContinuousClock.now
        let result = try tool.run(["explain", "--rules", "rules.yaml", "--locale", "en", "--record", "2", "d.ndjson"])
        let early = ContinuousClock.now - start
        #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.hasPrefix("d.ndjson:2: record 2 is invalid: "), "\(result.output)")
        let last = try tool.run(["explain", "--rules", "rules.yaml", "--record", "100002", "d.ndjson"])
        #expect(last.output.hasPrefix("d.ndjson:100002: record 100002 "), "\(last.output)")
        #expect(early * 3 < ContinuousClock.now - start, "\(early)")
        let none = try tool.run(["explain", "--rules", "rules.yaml", "--record", "500000", "d.ndjson"])
        #expect(none.status == 2 && none.errors.contains("--record 500000: d.ndjson has 100003 records"))
    }

    @Test func oneJSONDocument() throws {
        struct Document: Decodable {
            struct Turn: Decodable {
                struct Condition: Decodable {
                    let condition: String
                    let holds: Bool?
                    let parts: [Condition]?
                }
                let type: String
                let outcome: String
                let line: Int?
                let path: String
                let conditions: [Condition]?
                let on: [String]?
            }
            let record: Int
            let line: Int
            let valid: Bool
            let rules: [Turn]
        }
        let tool = try tool()
        defer { tool.remove() }
        let result = try tool.run(
            ["explain", "--rules", "rules.yaml", "--format", "json", "--scenario", "default", "-"],
            input: Array("{\"name\":\"a\",\"country\":\"DE\"}".utf8))
        #expect(result.status == 0)
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        #expect(document.record == 1 && document.line == 1 && document.valid)
        #expect(document.rules.map(\.outcome) == ["passed", "skipped", "skipped", "inactive", "skipped"])
        #expect(document.rules.map(\.line) == [2, 3, 4, 5, 6])
        #expect(document.rules[1].conditions?.first?.parts?.first?.holds == false)
        #expect(document.rules[3].on == ["import"])
    }

    @Test(arguments: [
        (["--record", "3", "d.ndjson"], 2, "error: --record 3: d.ndjson has 2 records"),
        (["--attribute", "nam", "d.ndjson"], 2, "error: --attribute: no rule names 'nam'; did you mean 'name'?"),
        (["d.ndjson", "e.ndjson"], 2, "error: explain is for one file, but there are 2: name one"),
        (["--record", "2", "d.ndjson"], 3, "error: d.ndjson:2:"),
        (["none.ndjson"], 3, "error: none.ndjson"),
        (["--scenario", "imprt", "d.ndjson"], 2, "did you mean 'import'?"),
    ]) func mistakes(_ arguments: [String], _ status: Int32, _ text: String) throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(Array("{\"name\":\"a\"}\n{\"name\":\n".utf8), to: "d.ndjson")
        let result = try tool.run(["explain", "--rules", "rules.yaml"] + arguments)
        #expect(result.status == status, "\(result.output) \(result.errors)")
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func colorsAreForTerminals() throws {
        let tool = try tool()
        defer { tool.remove() }
        func run(_ options: String...) throws -> String {
            try tool.run(["explain", "--rules", "rules.yaml"] + options + ["-"], input: Array("{}".utf8)).output
        }
        #expect(try !run().contains("\u{1B}"))
        #expect(try run("--color", "always").contains("\u{1B}[1;31mfailed"))
    }

    /// The samples of Docs/Explain.md are what the tool writes.
    @Test func thePageShowsWhatTheToolPrints() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Explain.md")
        let page = try String(contentsOf: file.standardized, encoding: .utf8)
        let rules = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
        let tool = try Tool(rules: rules.components(separatedBy: "```")[0])
        defer { tool.remove() }
        let samples = page.components(separatedBy: "```console\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(samples.count == 2)
        for sample in samples {
            // `$ cat FILE` with its content, then `$ proviso …` with what it writes.
            let commands = sample.components(separatedBy: "$ ").dropFirst().map {
                $0.split(separator: "\n", maxSplits: 1)
            }
            let (cat, call) = (commands[0], commands[1])
            try tool.write(Array(cat[1].utf8), to: String(cat[0].dropFirst(4)))
            let result = try tool.run(call[0].split(separator: " ").dropFirst().map(String.init))
            #expect(result.output + result.errors == String(call[1]))
        }
    }

    /// With plugins in workers, for every record of the example.
    @Test func theSignUpsWithPlugins() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let built = URL(filePath: Tool.path).deletingLastPathComponent()
        let tool = try Tool()
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "plugins"), withIntermediateDirectories: false)
        for name in ["libCreditCard.so", "libIBAN.so"] {
            try FileManager.default.copyItem(
                at: built.appending(path: name), to: tool.folder.appending(path: "plugins/\(name)"))
        }
        let folder = root.appending(path: "Examples/signup/").path()
        let options = ["--rules", folder + "rules.yaml", "--plugins", "plugins", "--locale", "en"]
        let data = folder + "records.ndjson"
        let check = try tool.run(["check"] + options + ["--stats-output", "s.json", data])
        let plain = try tool.run(["check"] + options + [data])
        #expect(check.output == plain.output && check.errors == plain.errors && check.status == plain.status)
        for number in [1, 2, 3, 5, 8, 12] {
            let result = try tool.run(["explain"] + options + ["--record", "\(number)", data])
            let messages = plain.lines.filter { $0.hasPrefix("\(data):\(number):") }
                .compactMap { $0.components(separatedBy: ": error: ").last?.components(separatedBy: " [").first }
            let found = result.lines.filter { $0.contains("    error: ") }
            #expect(found.count == messages.count, "\(number): \(result.output)")
            for message in messages { #expect(found.contains { $0.contains(message) }, "\(number): \(message)") }
            #expect(result.status == (messages.isEmpty ? 0 : 1))
        }
    }

    // MARK: counts

    private static let wide = """
        rules:
          - [a, required]
          - [a, string, { min: 2 }]
          - { attributes: b, type: required, when: [a, in, { range: [yes] }] }
          - [list.*, integer]
          - { attributes: c, type: required, on: import }
        """

    private static let records = (0..<2000).map { number in
        switch number % 4 {
        case 0: #"{"a":"x","list":[1,"y"]}"#
        case 1: #"{"a":"","list":[]}"#
        case 2: #"{"a":"yes","b":1,"list":[1]}"#
        default: #"{"a":"no","list":[2,3]}"#
        }
    }.joined(separator: "\n")

    private static let counts = [
        "  ran  failed  skipped  blocked  rule",
        "2,000     500        0        0  rules.yaml:2:5 a required",
        "1,500     500        0      500  rules.yaml:3:5 a string",
        "  500       0    1,500        0  rules.yaml:4:5 b required: condition 1,500",
        "2,500     500      500        0  rules.yaml:5:5 list.* integer: no item 500",
        "    0       0        0        0  rules.yaml:6:5 c required: only in the scenario import",
        "1 of 5 rules never ran", "1 of 5 rules ran and never failed",
    ]

    @Test(arguments: ["1", "2", "4"]) func everyRuleIsCounted(_ jobs: String) throws {
        let tool = try Tool(rules: Self.wide)
        defer { tool.remove() }
        try tool.write(Array(Self.records.utf8), to: "d.ndjson")
        let arguments = ["check", "--rules", "rules.yaml", "--jobs", jobs, "--summary"]
        let plain = try tool.run(arguments + ["d.ndjson"])
        let counted = try tool.run(arguments + ["--stats", "--stats-output", "s.json", "d.ndjson"])
        #expect(counted.output == plain.output && counted.status == plain.status)
        let lines = counted.errors.split(separator: "\n").map(String.init)
        #expect(lines == Self.counts, "\(counted.errors)")
        let data = try Data(contentsOf: tool.folder.appending(path: "s.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rules = try #require(document["rules"] as? [[String: Any]])
        #expect(rules.map { $0["ran"] as? Int } == [2000, 1500, 500, 2500, 0])
        #expect(rules.map { $0["line"] as? Int } == [2, 3, 4, 5, 6])
    }

    /// Values that are compared across records are validated several times, and counted once.
    @Test(arguments: ["1", "4"]) func comparedRecordsAreCountedOnce(_ jobs: String) throws {
        let tool = try Tool(rules: "rules: [[id, unique], [id, integer]]\n")
        defer { tool.remove() }
        let records = (0..<5000).map { "{\"id\":\($0 % 4000)}" }.joined(separator: "\n")
        try tool.write(Array(records.utf8), to: "d.ndjson")
        let result = try tool.run(["check", "--rules", "rules.yaml", "--jobs", jobs, "--stats", "-q", "d.ndjson"])
        #expect(
            result.errors.split(separator: "\n").prefix(3).map(String.init) == [
                "  ran  failed  skipped  blocked  rule", "5,000   1,000        0        0  rules.yaml:1:9 id unique",
                "4,000       0        0    1,000  rules.yaml:1:23 id integer",
            ], "\(result.errors)")
    }

    @Test func countsNeedAWholeRun() throws {
        let tool = try Tool(rules: Self.wide)
        defer { tool.remove() }
        try tool.write(Array("{}\n".utf8), to: "d.ndjson")
        let result = try tool.run([
            "check", "--rules", "rules.yaml", "--stats", "--checkpoint", "c", "--output", "o", "d.ndjson",
        ])
        #expect(result.status == 2)
        #expect(result.errors.contains("--stats: a run with --checkpoint has no counts"))
        let same = try tool.run(["check", "--rules", "rules.yaml", "--stats-output", "d.ndjson", "d.ndjson"])
        #expect(same.status == 2 && same.errors.contains("--stats-output"), "\(same.errors)")
    }

    @Test(arguments: ["1", "2"]) func partsOfConditionsAreCounted(_ jobs: String) throws {
        let rules = """
            types: { key: [[string, { max: 3 }]] }
            nulls: [NA]
            shapes: { s: [{ attributes: x, type: required, when: [y, in, { range: [1] }] }] }
            rules:
              - attributes: b
                type: required
                when: { any: [[a, in, { range: [x] }], { expr: "c > 5 || c < 0" }] }
              - [c, expr, { must: "is(integer, this) && (this > 2 || this == 0)" }]
              - [k, key]
              - [o, shape, { name: s }]
            """
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let records = [
            #"{"a":"x","c":1}"#, #"{"a":"NA","b":1,"c":9,"k":"long"}"#, #"{"a":"y","c":3,"k":"","o":{"x":1,"y":2}}"#,
        ]
        try tool.write(Array(records.joined(separator: "\n").utf8), to: "d.ndjson")
        let result = try tool.run([
            "check", "--rules", "rules.yaml", "--jobs", jobs, "--stats", "--stats-output", "s.json", "--summary",
            "d.ndjson",
        ])
        for line in [
            "rules.yaml:7:52: rule 1 of 'b': 'c < 0' was never true",
            "rules.yaml:8:5: rule 2 of 'c': 'is(integer, this)' was never false",
            "rules.yaml:8:5: rule 2 of 'c': 'this == 0' was never true",
            "rules.yaml:3:55: rule s.1 of 'x': 'y in { range: [1] }' was never true",
            "rules.yaml:9:5 k key: empty 2",
        ] { #expect(result.errors.contains(line), "\(line)\n\(result.errors)") }
        #expect(!result.errors.contains("nulls") && !result.errors.contains("'c > 5'"), "\(result.errors)")
        let data = try Data(contentsOf: tool.folder.appending(path: "s.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rule = try #require((document["rules"] as? [[String: Any]])?.first)
        let parts = try #require(rule["parts"] as? [[String: Any]])
        #expect(parts.map { $0["part"] as? String }.last == "c < 0")
        #expect(parts.map { $0["true"] as? Int } == [2, 1, 1, 1, 0])
        #expect(parts.map { $0["false"] as? Int } == [1, 2, 1, 1, 2])
    }

    @Test func theEarlierRecordIsNamed() throws {
        let tool = try Tool(rules: "rules: [[id, unique]]\n")
        defer { tool.remove() }
        try tool.write(Array("{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n".utf8), to: "d.ndjson")
        let text = try tool.run(["explain", "--rules", "rules.yaml", "--record", "3", "d.ndjson"])
        #expect(text.output.contains("[unique.taken, first in record 1]"), "\(text.output)")
        let json = try tool.run(["explain", "--rules", "rules.yaml", "--record", "3", "--format", "json", "d.ndjson"])
        #expect(json.output.contains("\"firstRecord\":1"), "\(json.output)")
    }

    @Test func aTypeWithItsOwnCodeSaysWhy() throws {
        let rules = """
            types: { sku: { rules: [[string, { max: 5 }], [match, { pattern: "^[A-Z]+$" }]], code: sku.invalid } }
            messages: { en: { sku.invalid: Not a SKU. } }
            rules: [[a, sku], [b, integer]]
            """
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        try tool.write(Array("{\"a\":\"ab\",\"b\":1}\n".utf8), to: "d.ndjson")
        let lines = try tool.run(["explain", "--rules", "rules.yaml", "d.ndjson"]).lines
        #expect(lines.first == "d.ndjson:1: record 1 of 1 is invalid: 1 passed, 1 failed", "\(lines)")
        #expect(lines.contains("    error: Not a SKU. [sku.invalid]"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    rules.yaml:1:48") && $0.contains("failed    a  match") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("        because: A ") && $0.hasSuffix("[match.invalid]") }, "\(lines)")
    }
}
