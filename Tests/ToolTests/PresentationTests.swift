import Foundation
import Glibc
import TestSupport
import Testing

/// What a person reads: summaries, limits, the form for a terminal, and how a run ends.
@Suite(.waitingForProcesses) struct PresentationTests {
    private static let rules = """
        rules:
          - [name, required]
          - [code, match, { pattern: "^[A-Z]{3}$" }]
          - [size, in, { range: [S, M, L] }]
          - { attributes: nick, type: string, max: 2, severity: warning }
          - { attributes: note, type: string, max: 2, severity: info }
        """
    private static let check = ["check", "-r", "rules.yaml", "--locale", "en", "data.ndjson"]

    /// `count` records with the same three errors and a warning, and as many valid ones.
    private func tool(_ count: Int = 30) throws -> Tool {
        let tool = try Tool(rules: Self.rules)
        var text = ""
        for number in 0..<count {
            text += "{\"name\":\"\",\"code\":\"x\(number)\",\"size\":\"XL\",\"nick\":\"日本語\"}\n"
            text += "{\"name\":\"n\(number)\"}\n"
        }
        try tool.write(Array(text.utf8), to: "data.ndjson")
        return tool
    }

    @Test func theSummaryNamesAttributesAndRules() throws {
        let tool = try tool()
        defer { tool.remove() }
        let result = try tool.run(Self.check)
        #expect(
            result.errors.contains("\n  30 match.invalid code (errors)\n  30 required.blank name (errors)\n"),
            "\(result.errors)")
        let json = try tool.run(Self.check + ["-f", "json"]).output
        let root = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let found = try #require((root["summary"] as? [String: Any])?["findings"] as? [[String: Any]])
        let rows = found.map {
            "\($0["count"] ?? "") \($0["code"] ?? "") \($0["attribute"] ?? "") \($0["rulePosition"] ?? "")"
        }
        #expect(rows.contains("30 match.invalid code rules.yaml:3:5"), "\(rows)")
        let first = try #require((root["violations"] as? [[String: Any]])?.dropFirst().first)
        #expect(first["rulePosition"] as? String == "rules.yaml:3:5")
        #expect((first["parameters"] as? [String: Any])?["pattern"] as? String == "^[A-Z]{3}$")
    }

    /// Plain lines for problem matchers as long as nothing else is asked for; then the same ones, some left out.
    @Test func aLimitIsForEachRuleAndAttribute() throws {
        let tool = try tool()
        defer { tool.remove() }
        let all = try tool.run(Self.check).lines
        #expect(all.count == 120)
        #expect(all.allSatisfy { $0.firstMatch(of: /^data\.ndjson:\d+:\d+: (error|warning): .+ \[.+\]$/) != nil })
        let some = try tool.run(Self.check + ["--limit", "2"]).lines
        #expect(Array(some.prefix(8)) == Array(all.prefix(8)))
        #expect(some.dropFirst(8).count == 4 && some.contains("… and 28 more match.invalid code"), "\(some)")
        #expect(try tool.run(Self.check + ["-f", "csv", "--limit", "2"]).status == 2)
        let page = try tool.run(Self.check + ["-f", "html", "--limit", "2"]).output
        #expect(page.contains("… +28<"))
        let commands = try tool.run(Self.check + ["-f", "github"]).lines
        #expect(
            commands.count { $0.hasPrefix("::error ") } == 10 && commands.count { $0.hasPrefix("::warning ") } == 10)
        #expect(
            commands.contains {
                $0.hasPrefix("::notice title=proviso::60 records: 30 valid, 30 invalid; 90 errors, 30")
            })
    }

    @Test(arguments: [9, 10, 11, 30]) func `GitHub gets ten notices at most, and the totals are one of them`(count: Int)
        throws
    {
        let tool = try Tool(rules: "rules: [[name, string, { min: 3, severity: info }]]")
        defer { tool.remove() }
        try tool.write(Array(String(repeating: "{\"name\":\"a\"}\n", count: count).utf8), to: "data.ndjson")
        let commands = try tool.run(Self.check + ["-f", "github"]).lines
        let totals = commands.count { $0.hasPrefix("::notice title=proviso::\(count) records: ") }
        #expect(commands.count == min(count, 10) && commands.allSatisfy { $0.hasPrefix("::notice ") }, "\(commands)")
        #expect(totals == (count > 10 ? 1 : 0), "\(commands)")
    }

    /// Errors are listed before warnings that came earlier, however many there are.
    @Test func errorsComeFirstWhereAListIsCut() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let warnings = String(repeating: "{\"name\":\"a\",\"nick\":\"long\"}\n", count: 400)
        try tool.write(Array((warnings + "{\"name\":\"\"}\n").utf8), to: "data.ndjson")
        for format in ["html", "github"] {
            let text = try tool.run(Self.check + ["-f", format]).output
            let error = try #require(text.range(of: "Name is required"), "\(format)")
            let warning = try #require(text.range(of: "Nick must contain"), "\(format)")
            #expect(error.lowerBound < warning.lowerBound, "\(format)")
        }
        let terminal = try tool.run(Self.check + ["--color", "always"], environment: [:]).output
        #expect(terminal.hasPrefix("\u{1B}[1;31merror\u{1B}[0m \u{1B}[1mrequired.blank name\u{1B}[0m"), "\(terminal)")
    }

    /// Runs with a terminal as standard output or standard error, and gives what it showed.
    private func onTerminal(
        _ tool: Tool, _ arguments: [String], _ environment: [String: String], output: Bool = true
    ) throws -> String {
        var (screen, side): (Int32, Int32) = (0, 0)
        try #require(openpty(&screen, &side, nil, nil, nil) == 0)
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = arguments
        process.currentDirectoryURL = tool.folder
        process.environment = environment
        let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: true)
        try tool.write([], to: "other")
        let other = try FileHandle(forWritingTo: tool.folder.appending(path: "other"))
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ? terminal : other
        process.standardError = output ? other : terminal
        try process.run()
        try terminal.close()
        var shown: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(screen, &buffer, buffer.count)
            if count <= 0 { break }
            shown += buffer[..<count]
        }
        close(screen)
        process.waitUntilExit()
        return String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    }

    @Test func aTerminalGetsGroupsAndTheSource() throws {
        let tool = try tool(1)
        defer { tool.remove() }
        let grouped = """
            error match.invalid code  1 finding, rules.yaml:3
              expected: ^[A-Z]{3}$
              data.ndjson:1:19: Code does not have the required form. [/code]
                | {"name":"","code":"x0","size":"XL","nick":"日本語"}
                |                   ^

            """
        let plain = "data.ndjson:1:19: error: Code does not have the required form. [match.invalid /code]\n"
        func shown(_ environment: [String: String], _ more: String...) throws -> String {
            try onTerminal(tool, Self.check + more, environment)
        }
        func isColoured(_ text: String) -> Bool { text.contains("\u{1B}[") }
        #expect(isColoured(try shown(["TERM": "xterm"])))
        #expect(try shown(["TERM": "xterm", "NO_COLOR": "1"]).contains(grouped))
        #expect(try shown(["TERM": "xterm"], "--color", "never").contains(grouped))
        #expect(try shown(["TERM": "dumb"]).contains(plain))
        let withoutSource = try shown(["NO_COLOR": "1"], "--no-source")
        #expect(!withoutSource.contains("x0") && withoutSource.contains("data.ndjson:1:19"))
        for (environment, coloured) in [(["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false)] {
            #expect(isColoured(try tool.run(Self.check, environment: environment).output) == coloured)
        }
        let both = try tool.run(Self.check, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
        #expect(both.output.contains(plain))
    }

    /// The caret is below the value, behind tabs, wide characters, escapes and a cut start.
    @Test func theCaretIsBelowTheValue() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        let rows: [(String, String, Int)] = [
            ("{\"b\":\"é\",\t\"a\":\"x\"}", "{\"b\":\"é\", \"a\":\"x\"}", 14),
            ("{\"b\":\"日本\",\"a\":\"x\"}", "{\"b\":\"日本\",\"a\":\"x\"}", 16),
            ("{\"b\":\"e\u{301}\u{1F600}\",\"a\":\"x\"}", "{\"b\":\"e\u{301}\u{1F600}\",\"a\":\"x\"}", 15),
            ("{\"b\":\"\u{202E}\",\"a\":\"x\"}", "{\"b\":\"\\u{202E}\",\"a\":\"x\"}", 20),
            (
                "{\"b\":\"\(String(repeating: "o", count: 200))\",\"a\":\"x\(String(repeating: "y", count: 200))\"}",
                "…\(String(repeating: "o", count: 26))\",\"a\":\"x\(String(repeating: "y", count: 42))…", 33
            ),
        ]
        eachRow(rows) { record, source, column in
            let result = try tool.run(
                ["check", "-r", "rules.yaml", "--locale", "en", "--color", "always"], input: Array(record.utf8))
            let lines = result.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
            let place = try #require(lines.firstIndex { $0.hasPrefix("    | ") }, "\(result.output)")
            #expect(String(lines[place].dropFirst(6)) == source)
            #expect(lines[place + 1].dropFirst(6).count - 1 == column, "\(lines[place + 1])")
        }
    }

    /// Findings that go to a file do not take the progress off the screen.
    @Test func theProgressStaysWhileFindingsAreWritten() throws {
        let tool = try tool(150_000)
        defer { tool.remove() }
        let shown = try onTerminal(
            tool, Self.check + ["--jobs", "1"], ["TERM": "xterm"], output: false)
        let lines = shown.components(separatedBy: "\r\u{1B}[K")
        #expect(lines.count { $0.contains("records/s") } >= 2, "\(shown)")
        // Only the end clears it.
        #expect(lines.dropFirst().dropLast().count { $0.isEmpty } == 0, "\(shown)")
    }

    @Test func theNameOfTheOutputSaysItsFormat() throws {
        let tool = try tool(1)
        defer { tool.remove() }
        let starts = [
            "a.json": "{\"violations\"", "a.ndjson": "{\"file\"", "a.csv": "file,line", "a.xml": "<?xml",
            "a.txt": "data.",
            "a.sarif": "{\"$schema\"", "a.HTML": "<!DOCTYPE", "a": "data.", "b.json/a": "",
        ]
        for (name, start) in starts where !start.isEmpty {
            _ = try tool.run(Self.check + ["-o", name])
            #expect(String(decoding: try tool.bytes(name), as: UTF8.self).hasPrefix(start), "\(name)")
        }
        _ = try tool.run(Self.check + ["-o", "b.json", "-f", "text"])
        #expect(String(decoding: try tool.bytes("b.json"), as: UTF8.self).hasPrefix("data."))
    }

    @Test func oneRunWritesSeveralReports() throws {
        let tool = try tool(2_000)
        defer { tool.remove() }
        let formats = ["html", "sarif", "csv", "json", "github", "junit", "ndjson", "text"]
        let reports = formats.flatMap { ["--report", "\($0)=r.\($0)"] }
        let run = Self.check + ["-o", "main.txt", "--summary"] + reports
        let result = try tool.run(run + ["--checkpoint", "state", "--checkpoint-interval", "0"])
        #expect(result.status == 1 && !result.errors.contains("4000 records"), "\(result.errors)")
        #expect(String(decoding: try tool.bytes("main.txt"), as: UTF8.self).hasPrefix("4000 records: 2000 valid"))
        for format in formats {
            let alone = try tool.run(Self.check + ["-f", format]).output
            #expect(String(decoding: try tool.bytes("r.\(format)"), as: UTF8.self) == alone, "\(format)")
        }
        for (more, error) in [
            (["--report", "r.html"], "expected FORMAT=FILE"), (["--report", "pdf=r"], "the formats are text,"),
            (["--report", "csv=data.ndjson"], "is also an input"),
            (["--report", "csv=a", "--report", "html=a"], "is also the file of"),
        ] {
            let refusal = try tool.run(Self.check + more)
            #expect(refusal.status == 2 && refusal.errors.contains(error), "\(refusal.errors)")
        }
    }

    @Test func aRunEndsAsItWasAskedTo() throws {
        let tool = try tool(1)
        defer { tool.remove() }
        try tool.write(Array("{\"name\":\"a\",\"nick\":\"long\"}\n".utf8), to: "warning.ndjson")
        try tool.write(Array("{\"name\":\"a\",\"note\":\"long\"}\n".utf8), to: "info.ndjson")
        let rows: [(String, [String], Int32)] = [
            ("warning", [], 0), ("warning", ["--fail-on", "warning"], 1), ("warning", ["--fail-on", "info"], 1),
            ("info", ["--fail-on", "warning"], 0), ("info", ["--fail-on", "info"], 1),
            ("data", ["--fail-on", "error"], 1), ("data", ["--max-invalid", "0"], 1),
            ("data", ["--max-invalid", "1"], 0),
            ("data", ["--max-invalid", "50%"], 0), ("data", ["--max-invalid", "49.999%"], 1),
            ("data", ["--max-invalid", "1", "--fail-on", "warning"], 0), ("data", ["--max-invalid", "101%"], 2),
            ("data", ["--max-invalid", "-1"], 2), ("data", ["--max-invalid", "x"], 2),
            ("data", ["--max-invalid", "1.5"], 2), ("data", ["--fail-on", "never"], 2),
        ]
        eachRow(rows) { file, more, status in
            let result = try tool.run(["check", "-r", "rules.yaml", "\(file).ndjson", "-q"] + more)
            #expect(result.status == status, "\(file) \(more)")
            #expect(status == 2 || result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        }
        #expect(try tool.run(Self.check + ["--summary"]).output.hasPrefix("2 records: 1 valid, 1 invalid; 3 errors"))
        #expect(
            try tool.run(Self.check + ["--summary", "-f", "json"]).output.hasPrefix("{\"summary\":{\"records\":2,"))
        #expect(try tool.run(Self.check + ["--summary", "-f", "csv"]).status == 2)
        #expect(try tool.run(Self.check + ["--summary", "-q"]).status == 2)
        // Errors of the run itself are not silenced.
        let failed = try tool.run(["check", "-r", "rules.yaml", "none.ndjson", "-q"])
        #expect(failed.status == 3 && failed.errors.contains("none.ndjson"))
    }

    @Test func aBaselineAcceptsWhatWasThere() throws {
        let tool = try tool(2)
        defer { tool.remove() }
        let written = try tool.run(Self.check + ["--write-baseline", "base", "-q"])
        #expect(written.status == 0, "\(written.errors)")
        let base = String(decoding: try tool.bytes("base"), as: UTF8.self)
        #expect(base.split(separator: "\n").count == 9 && !base.contains("x0"), "\(base)")
        let again = try tool.run(Self.check + ["--baseline", "base"])
        #expect(again.status == 0 && again.output.isEmpty)
        let totals = "4 records: 2 valid, 2 invalid; 8 findings in the baseline\n"
        #expect(again.errors.hasPrefix(totals), "\(again.errors)")
        // Lines may move, also within a list, and rules may be added before others.
        let lines = String(decoding: try tool.bytes("data.ndjson"), as: UTF8.self).split(separator: "\n").map(
            String.init)
        let new = "{\"name\":\"\",\"code\":\"new\"}"
        try tool.write(
            Array(("\n\n" + lines.reversed().joined(separator: "\r\n") + "\n" + new).utf8), to: "data.ndjson")
        try tool.write(
            Array(Self.rules.replacing("rules:\n", with: "rules:\n  - [other, string]\n").utf8), to: "rules.yaml")
        let moved = try tool.run(Self.check + ["--baseline", "base"])
        #expect(moved.status == 1 && moved.lines.count == 2, "\(moved.output)")
        #expect(moved.lines.allSatisfy { $0.hasPrefix("data.ndjson:7:") })
        // The second copy of a record that was accepted has findings of its own.
        try tool.write(Array((lines + [lines[0]]).joined(separator: "\n").utf8), to: "data.ndjson")
        let copied = try tool.run(Self.check + ["--baseline", "base"])
        #expect(copied.status == 1 && copied.lines.count == 4, "\(copied.errors)")
        #expect(copied.lines.allSatisfy { $0.hasPrefix("data.ndjson:5:") }, "\(copied.output)")
        for (more, error) in [
            (["--baseline", "none"], "none: No such file"),
            (["--baseline", "rules.yaml"], "rules.yaml:1: expected a baseline"),
            (["--baseline", "base", "--max-errors", "1"], "give one of them"),
            (["--baseline", "base", "--write-baseline", "base"], "is also the file of --baseline"),
        ] {
            let refusal = try tool.run(Self.check + more)
            #expect(refusal.status == 2 && refusal.errors.contains(error), "\(refusal.errors)")
        }
    }

    @Test func mergeEndsAsCheckDoes() throws {
        let tool = try tool()
        defer { tool.remove() }
        let size = tool.size("data.ndjson")
        let shards = "data.ndjson 0 500\ndata.ndjson 500 \(size)\n"
        let parts = try tool.run(["shard", "-r", "rules.yaml", "--locale", "en"], input: Array(shards.utf8)).output
        for options in [
            ["--max-invalid", "50%"], ["--fail-on", "warning"], ["--limit", "2"], ["-f", "sarif"], ["-f", "html"],
        ] {
            let whole = try tool.run(Self.check + options)
            let merged = try tool.run(["merge"] + options, input: Array(parts.utf8))
            #expect(merged.status == whole.status && merged.output == whole.output, "\(options)")
            #expect(merged.errors == whole.errors, "\(options)")
        }
    }

    @Test func renderAcceptsEveryRuleFileOfCheck() throws {
        let tool = try Tool(
            rules: """
                labels: { n: { en: Number, de: Nummer } }
                rules: [[n, unique], [c, exist, { target: countries }], [c, unique, { target: countries }]]
                """)
        defer { tool.remove() }
        try tool.write(Array("c\nDE\n".utf8), to: "c.csv")
        let arguments = ["check", "-r", "rules.yaml", "--collection", "countries=c.csv", "--locale"]
        let records = Array("{\"n\":1,\"c\":\"FR\"}\n{\"n\":1,\"c\":\"DE\"}\n".utf8)
        let stored = try tool.run(arguments + ["en", "-f", "json"], input: records)
        let live = try tool.run(arguments + ["de"], input: records)
        let rendered = try tool.run(["render", "-r", "rules.yaml", "--locale", "de"], input: Array(stored.output.utf8))
        #expect(rendered.status == 0 && rendered.output == live.output, "\(rendered.errors)")
        #expect(stored.output.contains("\"parameters\":{\"target\":\"countries\"}"))
    }

    @Test func sarifSaysWhatRulesAreAndKnowsFindingsAgain() throws {
        let tool = try tool(1)
        defer { tool.remove() }
        func run(_ text: String) throws -> [String: Any] {
            let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return try #require((log?["runs"] as? [[String: Any]])?.first)
        }
        func prints(_ run: [String: Any]) throws -> [String] {
            try #require(run["results"] as? [[String: Any]]).map {
                ($0["partialFingerprints"] as? [String: String])?["provisoRecord/v1"] ?? ""
            }
        }
        let first = try run(tool.run(Self.check + ["-f", "sarif"]).output)
        let data = try tool.bytes("data.ndjson")
        let moved = try run(
            tool.run(["check", "-r", "rules.yaml", "-f", "sarif"], input: Array("\n\n".utf8 + data)).output)
        #expect(try prints(first) == prints(moved) && Set(prints(first)).count == 4)
        let rules = ((first["tool"] as? [String: Any])?["driver"] as? [String: Any])?["rules"] as? [[String: Any]]
        let match = try #require(rules?.first { $0["id"] as? String == "match.invalid" })
        let short = (match["shortDescription"] as? [String: String])?["text"]
        #expect(short?.hasPrefix("Requires a string that matches") == true, "\(match)")
        #expect((match["help"] as? [String: String])?["text"]?.contains("proviso types match") == true)
        let location = ((moved["results"] as? [[String: Any]])?.first?["locations"] as? [[String: Any]])?.first
        let artifact = (location?["physicalLocation"] as? [String: Any])?["artifactLocation"] as? [String: Any]
        #expect(artifact?["uri"] as? String == "stdin")
    }

    @Test func thePageHasALanguageATitleAndHeaders() throws {
        let tool = try tool()
        defer { tool.remove() }
        for (locale, start) in [("ar", "<html lang=\"ar\" dir=\"rtl\">"), ("de", "<html lang=\"de\" dir=\"ltr\">")] {
            let page = try tool.run(["check", "-r", "rules.yaml", "--locale", locale, "data.ndjson", "-f", "html"])
                .output
            #expect(page.contains(start) && page.contains("lang=\"\(locale)\" dir=\"auto\">"))
            #expect(page.contains("<title>data.ndjson by rules.yaml – proviso</title>"))
            #expect(page.contains("<th scope=\"col\"") && !page.contains("<th>"))
            let arrow = locale == "ar" ? "←" : "→"
            #expect(page.contains("rules.yaml:3") && page.contains("\(arrow) <bdi>^[A-Z]{3}$</bdi>"))
        }
    }

    /// Not "8 000 errors" beside "۱۲ خطا": the page has the digits of its messages.
    @Test(arguments: [
        ("en", "1,200", "1,180"), ("de", "1.200", "1.180"), ("fa", "۱٬۲۰۰", "۱٬۱۸۰"), ("ar", "١٬٢٠٠", "١٬١٨٠"),
    ]) func `numbers of the page are those of its language`(_ locale: String, _ count: String, _ rest: String) throws {
        let tool = try Tool(rules: "rules: [[a, required]]")
        defer { tool.remove() }
        let data = Array(String(repeating: "{}\n", count: 1_200).utf8)
        let page = try tool.run(["check", "-r", "rules.yaml", "--locale", locale, "-f", "html"], input: data).output
        #expect(page.contains("<dd>\(count)</dd>") && page.contains("<span>\(count)</span></p>"), "\(locale)")
        #expect(page.contains("<td class=\"number\">\(count)</td>") && page.contains("… +\(rest)<"), "\(locale)")
        #expect(page.ranges(of: "class=\"badge error\">").count == 1 && !page.contains(">error<"), "\(locale)")
    }

    /// What questions the result stands above it; what only adds to it, below the findings.
    @Test func `notes are below the findings, and warnings above them`() throws {
        let tool = try Tool(rules: "rules: [[a, required], [b, integer]]")
        defer { tool.remove() }
        let arguments = ["check", "-r", "rules.yaml", "--locale", "ja", "-f", "html"]
        let page = try tool.run(arguments, input: Array("{}\n{}\n".utf8)).output
        let findings = try #require(page.range(of: "<table class=\"findings\">"))
        let notes = try #require(page.range(of: "<section class=\"notes\" lang=\"en\" dir=\"ltr\">"), "\(page)")
        #expect(findings.lowerBound < notes.lowerBound && page[notes.upperBound...].contains("<li>note: "))
        let nothing = try tool.run(arguments, input: []).output
        let header = try #require(nothing.range(of: "</header>"))
        #expect(nothing[..<header.lowerBound].contains("<p class=\"warning\" lang=\"en\" dir=\"ltr\">"), "\(nothing)")
    }
}
