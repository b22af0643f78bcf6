import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Runs whose files, limits or reports are not as they should be.
@Suite(.waitingForProcesses) struct SurvivalTests {
    private static let starts =
        "rules:\n  - { attributes: a, type: startsWith, options: { value: x }, message: \"{value} does not start with {part}\" }"

    /// `{value}` is the value, in each way to the same report.
    @Test func theValueHasOneMeaning() throws {
        let tool = try Tool(rules: Self.starts)
        defer { tool.remove() }
        try tool.write(Array("{\"a\":\"secret\"}\n".utf8), to: "d.ndjson")
        let check = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "-f", "json", "d.ndjson"])
        #expect(check.output.contains("\"parameters\":{\"part\":[\"x\"],\"value\":\"secret\"}"), "\(check.output)")
        #expect(check.output.contains("\"message\":\"secret does not start with x\""))
        let shard = try tool.run(["shard", "-r", "rules.yaml", "--locale", "en"], input: Array("d.ndjson 0 15".utf8))
        #expect(try tool.run(["merge", "-f", "json"], input: Array(shard.output.utf8)).output == check.output)
        let text = try tool.run(["render", "-r", "rules.yaml", "--locale", "en"], input: Array(check.output.utf8))
        #expect(text.output.contains("secret does not start with x"), "\(text.output)")
    }

    /// The first finding may be one without a value.
    @Test func aRenderedTableHasTheValues() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("{\"age\":30}\n{\"name\":\"a\",\"age\":3}\n".utf8), to: "d.ndjson")
        for format in ["json", "ndjson"] {
            let check = ["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson", "--show-values", "-f"]
            try tool.write(Array(try tool.run(check + [format]).output.utf8), to: "r")
            let table = try tool.run(["render", "-r", "rules.yaml", "--locale", "en", "-f", "csv", "r"]).output
            #expect(table == (try tool.run(check + ["csv"]).output), "\(format)")
        }
        try tool.write(Array(try tool.run(["check", "-r", "rules.yaml", "-f", "json"]).output.utf8), to: "r")
        let page = try tool.run(["render", "-f", "html", "r"]).output
        #expect(page.contains("<title>proviso</title>") && !page.contains(" by "), "\(page.prefix(900))")
    }

    @Test func anExpressionWithoutAValueEndsWithOne() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run(["expr", "1/0"]).status == 1)
        #expect(try tool.run(["expr", "1", "missing.json"]).status == 3)
    }

    /// RFC 8878, 3.1.2; `pzstd` writes such a frame first.
    @Test func zstdDataMayBeginWithASkippedFrame() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x17, 0xB9, 0x00, 0x00]
        // A raw block, without a checksum: the size of the content in one byte.
        let text = Array("{\"name\":\"a\",\"age\":3}\n{}\n".utf8)
        let head = 1 | UInt32(text.count) << 3
        let raw =
            [frame[0], frame[1], frame[2], frame[3], 0x20, UInt8(text.count)] + [
                UInt8(head & 0xFF), UInt8(head >> 8 & 0xFF), UInt8(head >> 16),
            ] + text
        let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]
        for start in [[], skipped, skipped + skipped] {
            try tool.write(start + raw, to: "d.ndjson.zst")
            let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson.zst"])
            #expect(result.errors.hasPrefix("2 records: 0 valid, 2 invalid"), "\(result.errors)")
        }
    }

    /// A report that somebody replaced is not continued.
    @Test func anOutputThatWasReplacedIsRefused() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        try tool.write(Array(String(repeating: "{\"a\":\"x\"}\n", count: 60_000).utf8), to: "d.ndjson")
        let run = [
            "check", "-r", "rules.yaml", "d.ndjson", "-o", "found", "--checkpoint", "state", "--checkpoint-interval",
            "0",
        ]
        let process = try tool.start(run)
        while process.isRunning, tool.size("state") == 0 || tool.size("found") < 300_000 { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(tool.size("state") > 0)
        let whole = try tool.bytes("found")
        try tool.write(Array(repeating: UInt8(ascii: "j"), count: whole.count + 1000), to: "found")
        let refused = try tool.run(run)
        #expect(
            refused.status == 3 && refused.errors.contains("not as the interrupted run left it"), "\(refused.errors)")
        try tool.write(Array(whole), to: "found")
        #expect(try tool.run(run).status == 1)
        #expect(tool.size("found") > whole.count)
    }

    /// A report that nobody can find any more is no success.
    @Test func anOutputWhoseDirectoryIsDeletedIsReported() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        let script = """
            mkdir out
            (echo '{"a":"x"}'; for n in {1..600}; do [ -e out/found ] && break; sleep 0.1; done; rm -r out; echo '{"a":"y"}') \
              | "$TOOL" check -r rules.yaml -o out/found -
            """
        let result = try tool.run(
            program: "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path])
        #expect(result.status == 3, "\(result.errors)")
        #expect(result.errors.contains("the file was deleted while it was written"), "\(result.errors)")
    }

    /// The limit of a file's size is a failed write.
    @Test func theLimitOfAFileIsReported() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        try tool.write(Array(String(repeating: "{\"a\":\"x\"}\n", count: 20_000).utf8), to: "d.ndjson")
        let result = try tool.run(
            program: "/bin/sh", ["-c", "ulimit -f 64; exec \(Tool.path) check -r rules.yaml d.ndjson -o found"])
        #expect(result.status == 3 && result.errors.contains("cannot write found: File too large"), "\(result.errors)")
    }

    @Test(
        arguments: [
            (["--delimiter", ";", "--quote", ";"], "--delimiter and --quote must be different characters"),
            (["--quote", ","], "--delimiter and --quote must be different characters"),
            (["--fail-on", "warn"], "did you mean 'warning'?"), (["--rule", "x"], "did you mean '--rules'?"),
            (["--encoding", "latin1", "w.csv"], "the file begins as text in UTF-16LE does, and not in ISO-8859-1"),
            (["j.csv"], "this is JSON and not a table"), (["l.csv"], "give --encoding latin1"),
        ])
    func aMistakeIsNamedWithItsRemedy(options: [String], said: String) throws {
        let tool = try Tool(rules: "rules: [[age, integer]]")
        defer { tool.remove() }
        try tool.write([0xFF, 0xFE] + "age\n1\n".utf8.flatMap { [$0, 0] }, to: "w.csv")
        try tool.write(Array("{\"age\": 1}\n".utf8), to: "j.csv")
        try tool.write(Array("age,n\u{61}\n1,".utf8) + [0xE9] + Array("\n".utf8), to: "l.csv")
        try tool.write(Array("age\n1\n".utf8), to: "d.csv")
        let data = options.last?.hasSuffix(".csv") == true ? [] : ["d.csv"]
        let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en"] + options + data)
        #expect(result.status >= 1 && (result.errors + result.output).contains(said), "\(result.errors)")
    }

    @Test(arguments: [("validate", "check"), ("format", "fmt")])
    func theUsualOtherNamesAreKnown(word: String, meant: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run([word])
        #expect(result.status == 2 && result.errors.contains("did you mean '\(meant)'?"), "\(result.errors)")
    }

    /// `<` with a combining mark is one character, and is still a sign of XML.
    @Test func theReportOfCasesIsXML() throws {
        let tool = try Tool(
            rules: """
                rules: [[a, integer]]
                tests:
                  - { name: "a<\u{338}b&\u{338}", valid: { a: 1 } }
                  - { name: "c<\u{338}d", valid: { a: x } }
                """)
        defer { tool.remove() }
        let report = try tool.run(["test", "--format", "junit", "rules.yaml"]).output
        #expect(XMLParser(data: Data(report.utf8)).parse(), "\(report)")
    }

    /// The verdict is that of all rules, also if only some are shown.
    @Test func anExplanationOfOneAttributeNamesOtherFailures() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("{\"age\":3,\"name\":\"x\"}".utf8), to: "d.json")
        let one = try tool.run(["explain", "-r", "rules.yaml", "--attribute", "name", "d.json"]).output
        #expect(one.contains("is invalid: 1 passed; 1 more failed, which --attribute name leaves out"), "\(one)")
    }

    /// `sample` reads collections as `check` does.
    @Test(arguments: [
        ("c.csv", "\u{FEFF}code\r\n\"D\"\"E\"\n"), ("c.tsv", "n\tcode\n1\tD\"E\n"),
        ("c.csv", "sep=;\ncode;n\n\"D\"\"E\";1\n"),
    ])
    func samplesComeFromEveryCollection(name: String, text: String) throws {
        let tool = try Tool(rules: "rules: [[code, required], [code, exist, { target: codes }]]")
        defer { tool.remove() }
        try tool.write(Array(text.utf8), to: name)
        let result = try tool.run(
            ["sample", "--rules", "rules.yaml", "--valid", "1", "--format", "ndjson", "--collection", "codes=\(name)"])
        #expect(result.output.contains("D\\\"E"), "\(result.output) \(result.errors)")
    }
}
