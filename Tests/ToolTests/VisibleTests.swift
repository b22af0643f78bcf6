import Foundation
import Proviso
import TestSupport
import Testing

/// Nothing from files, rules, catalogs or arguments ends a line, steers a terminal or hides what is there.
@Suite(.waitingForProcesses) struct VisibleTests {
    /// One of each kind: line breaks, C0, DEL, C1, separators, bidirectional controls, marks, tags, no characters.
    private static let kinds: [Unicode.Scalar] = [
        "\n", "\r", "\t", "\u{0}", "\u{7}", "\u{8}", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{85}", "\u{2028}",
        "\u{2029}", "\u{202A}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{200E}",
        "\u{200F}", "\u{61C}", "\u{FEFF}", "\u{FFF9}", "\u{FFFE}", "\u{E0001}", "\u{E007F}",
        "\u{AD}", "\u{34F}", "\u{115F}", "\u{180E}", "\u{2060}", "\u{3164}", "\u{FFA0}",
    ]
    private static let formats = ["text", "csv", "github", "junit", "html", "json", "ndjson", "sarif", "problem"]

    /// All kinds in a JSON string.
    private static let escaped = kinds.map { scalar in
        String(scalar).utf16.map { "\\u" + String(format: "%04x", $0) }.joined()
    }

    private func expectVisible(_ text: String, lineBreak: String = "\n", _ subject: String) {
        let rest = text.replacingOccurrences(of: lineBreak, with: "").unicodeScalars
        let hidden = rest.filter { Self.kinds.contains($0) && !($0 == "\n" && lineBreak == "\n") }
        #expect(hidden.isEmpty, "\(subject): \(hidden.map { String($0.value, radix: 16) })")
    }

    private static let rules = """
        labels:
          "a.*": { en: "L\\u001b\\u202eabel" }
        rules:
          - { attributes: "a.*", type: integer, message: "M\\u001b\\n\\u2067: {attribute} is {value}" }
        """

    @Test func everyReportShowsEveryKind() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let records = Self.escaped.map { "{\"a\":{\"k\($0)y\":\"v\($0)w\"}}" }
        let all = "{\"a\":{\"k\(Self.escaped.joined())\":\"\(Self.escaped.joined())\"}}"
        let file = "f\u{1B}\n\u{202E}\u{9B}.ndjson"
        try tool.write(Array((records + [all]).joined(separator: "\n").utf8), to: file)
        for format in Self.formats {
            let input = format == "problem" ? [] : [file]
            let result = try tool.run(
                ["check", "--rules", "rules.yaml", "--locale", "en", "--format", format, "--show-values"] + input,
                input: Array(all.utf8))
            #expect(result.status == 1, "\(format): \(result.errors)")
            #expect(result.output.contains("v\\u") || format == "problem", "\(format)")
            expectVisible(result.output, lineBreak: format == "csv" ? "\r\n" : "\n", format)
            expectVisible(result.errors, "\(format), standard error")
            if format == "text" { #expect(result.lines.count == records.count + 1) }
            if format == "csv" { #expect(result.output.components(separatedBy: "\r\n").count == records.count + 3) }
        }
    }

    /// All kinds in a string of C, as bytes.
    private static let bytes = kinds.filter { $0 != "\u{0}" }.map { scalar in
        String(scalar).utf8.map { "\\" + String($0, radix: 8) }.joined()
    }.joined()

    /// Every string that a plugin brings: its manifest, its reasons, its last words, its parameters and messages.
    @Test func nothingOfAPluginSteersATerminal() throws {
        let all = Self.escaped.filter { $0 != "\\u0000" }.joined()
        let plugin = HostilePlugin(
            manifest: "\"version\": \"1\(all)\", \"vendor\": \"V\(all)\", \"locales\": [\"en\"]",
            rule: "\"summary\": \"S\(all)\"",
            boom: "const char text[] = \"t\(Self.bytes)\"; note(call, text, sizeof text); return PROVISO_INVALID;",
            catalog: "{\"@@locale\":\"en\",\"evil.bad\":\"b\",\"evil.note\":\"m\(all){text}\"}",
            // Version 1.0 of the interface accepts a version in any form.
            headers: "Tests/PluginTests/Fixtures/v1")
        let says = "fputs(\"last\(Self.bytes)\", stderr); abort();"
        let refuses = "failure->reason = \"no\(Self.bytes)\"; return -1;"
        for (create, boom) in [("", plugin.boom), ("", says), (refuses, ""), (says, "")] {
            var next = plugin
            (next.create, next.boom) = (create, boom)
            let tool = try next.tool()
            defer { tool.remove() }
            try FileManager.default.copyItem(
                at: tool.folder.appending(path: "plugins/evil.so"),
                to: tool.folder.appending(path: "plugins/z\u{1B}[31m\n\u{202E}.so"))
            let call = ["--rules", "rules.yaml", "--plugins", "plugins", "--locale", "en"]
            let record = Array("{\"v\":\"boom\"}\n".utf8)
            for format in create.isEmpty ? Self.formats : ["text"] {
                let result = try tool.run(["check", "--format", format] + call, input: record)
                #expect(result.status != 0, "\(format)")
                expectVisible(result.output, lineBreak: format == "csv" ? "\r\n" : "\n", "\(format) \(boom.prefix(9))")
                expectVisible(result.errors, "\(format), standard error")
            }
            if !create.isEmpty || boom != plugin.boom { continue }
            let commands = [
                ["plugin", "list", "--plugins", "plugins"], ["plugin", "list", "--plugins", "plugins", "--json"],
                ["plugin", "info", "plugins/evil.so"], ["plugin", "info", "--json", "plugins/evil.so"],
                ["types", "--plugins", "plugins"], ["types", "--plugins", "plugins", "evil/x"],
                ["plugin", "doctor", "plugins/evil.so"], ["plugin", "test", "plugins/evil.so"],
                ["plugin", "trust", "--yes", "plugins/evil.so"], ["plugin", "lock", "--plugins", "plugins"],
                ["locales", "check", "--plugins", "plugins"], ["filter"] + call,
            ]
            for command in commands {
                let result = try tool.run(command, input: record)
                expectVisible(result.output + result.errors, "\(command)")
            }
        }
    }

    /// The isolates of a message from right to left stay; those of values do not.
    @Test func messagesKeepTheirOwnIsolates() throws {
        let tool = try Tool(rules: "rules: [[n, integer, { message: '{attribute}: {value}' }]]")
        defer { tool.remove() }
        let record = #"{"n":"a\u2069\u202eb\u2068c"}"#
        for format in ["text", "csv", "github", "junit", "html"] {
            let result = try tool.run(
                ["check", "--rules", "rules.yaml", "--locale", "ar", "--format", format], input: Array(record.utf8))
            #expect(result.output.contains("\u{2068}a\\u{2069}\\u{202E}b\\u{2068}c\u{2069}"), "\(result.output)")
            let scalars = result.output.unicodeScalars
            #expect(scalars.count { $0 == "\u{2068}" } == scalars.count { $0 == "\u{2069}" }, "\(format)")
        }
    }

    @Test func errorsShowWhatTheyAreAbout() throws {
        let tool = try Tool(rules: #"rules: [[a, "no\e[31msuch\nerror: forged\u202e"], ["b\u009b.$", required]]"#)
        defer { tool.remove() }
        try tool.write([], to: "a.ndjson")
        try tool.write(Array("rules: [[a, required]]".utf8), to: "good.yaml")
        try tool.write(Array("{\"@@locale\":\"en\",\"a\u{9B}\u{202E}\":\"{\"}".utf8), to: "en.arb")
        let name = "x\u{1B}[31m\n\u{202E}error: forged"
        let calls: [[String]] = [
            ["check", "--rules", "rules.yaml", "a.ndjson"], ["check", "--rules", name, "a.ndjson"],
            ["check", "--rules", "good.yaml", name], ["check", "--rules", "good.yaml", "a.ndjson", "-o", "no/\(name)"],
            ["check", "--rules", "good.yaml", "--scenario", name, "a.ndjson"],
            ["check", "--rules", "good.yaml", "--collection", "a=\(name)", "a.ndjson"],
            ["check", "--rules", "good.yaml", "--plugins", name, "a.ndjson"],
            ["check", "--rules", "good.yaml", "--locales", ".", "a.ndjson"],
            ["check", "--rules", "good.yaml", "--valid", name, "--invalid", name, "a.ndjson"],
            ["check", "--rules", "good.yaml", "--jobs", name, "a.ndjson"], [name], ["types", name],
            ["render", "--locale", "en", name], ["merge", name], ["plugin", "info", name],
            ["plugin", "list", "--plugins", name], ["plugin", "doctor", name], ["plugin", "test", name],
            ["locales", "check", name], ["locales", "check", "."], ["locales", "stats", name],
        ]
        eachRow(calls) { call in
            let result = try tool.run(call)
            #expect(result.status != 0, "\(call)")
            expectVisible(result.errors + result.output, "\(call)")
            let lines = (result.errors + result.output).split(separator: "\n")
            #expect(!lines.contains { $0.hasPrefix("error: forged") }, "\(result.errors)")
        }
    }

    /// Cells that a spreadsheet would run begin with an apostrophe; numbers are left as they are.
    @Test func cellsOfATableAreNoFormulas() throws {
        let tool = try Tool(
            rules: """
                rules: [["*", integer, { message: '{value}' }], [n, string, { max: 1 }]]
                """.replacingOccurrences(of: "\"*\"", with: "\"a.*\""))
        defer { tool.remove() }
        let starts = ["=", "+", "-", "@", "\\t=", "\\r=", " =", "＝", "＠", "\u{A0}="]
        let records = starts.map { "{\"a\":{\"x\":\"\($0)HYPERLINK(\\\"http://x\\\")\"}}" } + ["{\"n\":-123}"]
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--locale", "en", "--format", "csv", "--show-values"],
            input: Array(records.joined(separator: "\n").utf8))
        let rows = result.output.components(separatedBy: "\r\n").dropFirst()
        for (start, row) in zip(starts, rows) {
            let shown = start.replacingOccurrences(of: "\\", with: "\\")
            let cell = shown.hasPrefix("\\") ? shown : "\(shown.dropLast())'\(shown.suffix(1))"
            #expect(row.contains(",\"\(cell)HYP"), "\(row)")
        }
        #expect(rows.dropFirst(starts.count).first?.hasSuffix(",-123,") == true, "\(rows)")
    }

    /// Excel with a language that separates lists with semicolons splits cells there, also within quotes.
    @Test func whatFollowsASemicolonIsNoFormula() throws {
        let tool = try Tool(rules: "rules: [[x, integer, { message: '{value}' }]]")
        defer { tool.remove() }
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--format", "csv", "--show-values"],
            input: Array("{\"x\":\"x;=cmd|'/c calc'!A1\"}\n{\"x\":\"x; +1;y\"}\n{\"x\":\"\u{200B}=1\"}".utf8))
        #expect(result.output.contains(",x;'=cmd|'/c calc'!A1,\"\"\"x;'=cmd|"), "\(result.output)")
        #expect(result.output.contains(",x; '+1;y,"), "\(result.output)")
        #expect(result.output.contains(",\\u{200B}=1,"), "\(result.output)")
    }

    @Test func sarifMessagesHaveNoLinksOfData() throws {
        let tool = try Tool(rules: "rules: [[x, integer, { message: '{value}' }]]")
        defer { tool.remove() }
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--format", "sarif"],
            input: Array(##"{"x":"[Click](https://evil.example/)"}"##.utf8) + [0x0A]
                + Array(##"{"x":"\\[a](b)"}"##.utf8))
        #expect(result.output.contains(##""text":"\\[Click\\](https://evil.example/)""##), "\(result.output)")
        #expect(result.output.contains(##""text":"\\\\\\[a\\](b)""##), "\(result.output)")
    }

    /// Spaces without width separate words in Khmer, and selectors change the character before them; alone both are hidden.
    @Test func whatChangesNothingIsVisible() {
        for (text, shown) in [
            ("a\u{200B}b", "a\\u{200B}b"), ("\u{1780}\u{200B}\u{1780}", "\u{1780}\u{200B}\u{1780}"),
            ("\u{FE0F}", "\\u{FE0F}"), ("a\u{FE0F}", "a\\u{FE0F}"), ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
            ("\u{8FBB}\u{E0100}", "\u{8FBB}\u{E0100}"), ("\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}\\u{FE0F}"),
        ] { #expect(text.visible == shown) }
    }
}
