import Foundation
import TestSupport
import Testing

/// Rule files, languages, forms of output, and how the tool is called.
@Suite(.waitingForProcesses) struct UsageTests {
    struct Row: Sendable {
        let arguments: [String]
        let status: Int32
        let errors: String
        let location: SourceLocation

        init(
            _ arguments: String..., status: Int32, errors: String, at location: SourceLocation = #_sourceLocation
        ) {
            self.arguments = arguments
            self.status = status
            self.errors = errors
            self.location = location
        }
    }

    static let rows = [
        Row("check", status: 2, errors: "--rules"),
        Row("check", "--rules", "none.yaml", status: 2, errors: "cannot read none.yaml: No such file or directory"),
        Row("check", "--rules", ".", status: 2, errors: "cannot read .: Is a directory"),
        Row(
            "check", "--rules", "broken.yaml", status: 2,
            errors: "broken.yaml:1:13: error: unknown rule type 'requird'; did you mean 'required'?"),
        Row(
            "check", "--rules", "unknown.yaml", status: 2,
            errors: "unknown.yaml:2:1: error: unknown key 'lables'; did you mean 'labels'?"),
        Row(
            "check", "--rules", "rules.yaml", "--scenario", "strct", status: 2,
            errors: """
                unknown scenario 'strct' (known: default, strict); did you mean 'strict'?
                rules.yaml:9:63: note: the scenario 'strict' is named here
                """),
        Row(
            "check", "--rules", "scenarios.yaml", "--scenario", "singin", status: 2,
            errors: """
                unknown scenario 'singin' (known: default, signin); did you mean 'signin'?
                scenarios.yaml:2:3: note: the scenario 'signin' is named here
                """),
        Row(
            "check", "--rules", "rules.yaml", "--scenario", "other", status: 2,
            errors: "rules.yaml: error: unknown scenario 'other' (known: default, strict)\n"),
        Row("check", "--rules", "rules.yaml", "--format", "xml", status: 2, errors: "xml"),
        Row("check", "--rules", "rules.yaml", "--fromat", "json", status: 2, errors: "--fromat"),
        Row("chek", status: 2, errors: "chek"),
        Row("types", "requird", status: 2, errors: "error: unknown rule type 'requird'; did you mean 'required'?"),
        Row(
            "check", "--rules", "rules.yaml", "--scenario", "strict", status: 1,
            errors: "1 required.blank age (warning)\n  1 required.blank city (error)"),
    ]

    @Test func exitsAsItSays() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("rules: [[a, requird]]\nlables: {}\n".utf8), to: "unknown.yaml")
        try tool.write(Array("rules: [[a, requird]]\n".utf8), to: "broken.yaml")
        try tool.write(Array("scenarios:\n  signin: [a]\nrules: [[a, required]]\n".utf8), to: "scenarios.yaml")
        eachRow(Self.rows, at: \.location) { row in
            let result = try tool.run(row.arguments, input: Array("{\"name\":\"a\"}".utf8))
            #expect(result.status == row.status, "\(result.errors)", sourceLocation: row.location)
            #expect(result.errors.contains(row.errors), "\(result.errors)", sourceLocation: row.location)
        }
        let keys = try tool.run(["check", "--rules", "unknown.yaml"])
        #expect(keys.status == 2)
        #expect(keys.errors == "unknown.yaml:2:1: error: unknown key 'lables'; did you mean 'labels'?\n")
    }

    /// Ways to write one command line; all of them do the same.
    static let spellings = [
        "check --rules rules.yaml --locale de --quiet --format json b.ndjson",
        "check b.ndjson --format=json --quiet --locale=de --rules=rules.yaml",
        "check -q -f json -r rules.yaml --locale de -- b.ndjson", "check -qf json -r=rules.yaml --locale de b.ndjson",
        "check -qr rules.yaml -f=json --locale de b.ndjson", "check -q -q b.ndjson -r rules.yaml -f json --locale de",
    ]

    /// A rule file that accepts all records, or rejects all, is warned of.
    @Test(arguments: [
        ("rules: []", 0, "rules.yaml: warning: there are no rules: every record that can be read is valid\n"),
        (
            "rules: [[a, file, {directory: /nonexistent}]]", 1,
            "rules.yaml:1:9: warning: the directory '/nonexistent' of this rule does not exist: the rule rejects"
        ),
        (
            "rules: [[b, safe], [a, each, {rule: [image, {directory: rules.yaml}]}]]", 1,
            "rules.yaml:1:20: warning: the directory 'rules.yaml'"
        ),
        ("rules: [[a, file, {directory: .}]]", 1, "1 record: 0 valid"),
    ])
    func aUselessRuleFileIsWarnedOf(rules: String, status: Int, errors: String) throws {
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let result = try tool.check("{\"a\":\"x\"}")
        #expect(Int(result.status) == status && result.errors.hasPrefix(errors), "\(result.errors)")
    }

    @Test func aCommandLineIsWrittenInSeveralWays() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("{\"name\":\"\"}\n".utf8), to: "b.ndjson")
        func run(_ line: String) throws -> [String] {
            let result = try tool.run(line.components(separatedBy: " "))
            return ["\(result.status)", result.output, result.errors]
        }
        let first = try run(Self.spellings[0])
        #expect(first[0] == "1" && first[2].isEmpty)
        for line in Self.spellings.dropFirst() { #expect(try run(line) == first, "\(line)") }
    }

    @Test func warningsLeaveARecordValid() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.check(#"{"name":"a","city":"b"}"#, "--scenario", "strict")
        #expect(result.status == 0)
        #expect(result.output == "<stdin>:1:1: warning: Age is missing. [required.blank /age]\n")
        #expect(result.errors.hasPrefix("1 record: 1 valid, 0 invalid; 1 warning\n"))
    }

    @Test func speaksTheLanguageAskedFor() throws {
        let tool = try Tool()
        defer { tool.remove() }
        func output(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Tool.Result {
            try tool.run(
                ["check", "--rules", "rules.yaml"] + arguments, input: Array("{\"name\":\"\"}".utf8),
                environment: environment)
        }
        let german = "<stdin>:1:9: error: Name fehlt. [required.blank /name]\n"
        let english = "<stdin>:1:9: error: Name is missing. [required.blank /name]\n"
        #expect(try output(["--locale", "de"]).output == german)
        #expect(try output(["--locale", "de-AT"]).output == german)
        #expect(try output(["--locale", "haw,de"]).output == german)
        #expect(try output([], ["LANG": "de_DE.UTF-8"]).output == german)
        #expect(try output([], ["LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"]).output == english)
        #expect(try output([], ["LANG": "C"]).output == english)
        for name in ["de_DE", "de_DE.UTF-8", "de_AT@euro"] {
            #expect(try output(["--locale", name]).output == german, "\(name)")
        }
        #expect(try output(["--locale", "C"], ["LANG": "de_DE.UTF-8"]).output == english)
        #expect(try output([], ["LANG": "en_US.UTF-8", "LANGUAGE": "haw:de_DE:fr"]).output == german)
        #expect(try output([], ["LANG": "C", "LANGUAGE": "de"]).output == english)
        #expect(try output([]).output == english)
        let hawaiian = try output(["--locale", "haw"])
        #expect(hawaiian.output == english)
        #expect(hawaiian.status == 1)
        #expect(hawaiian.errors.components(separatedBy: "note: no catalog for 'haw'; using 'en'").count == 2)
        let arabic = try output(["--locale", "ar"])
        #expect(arabic.output.contains("\u{2068}الاسم\u{2069}"))
        #expect(arabic.status == 1)
    }

    /// Files for programs do not depend on the machine's language, unless a language is requested.
    @Test func reportsForProgramsIgnoreTheEnvironment() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for format in ["text", "json", "ndjson", "csv", "junit", "sarif", "github", "problem", "html"] {
            func output(_ locale: [String], _ language: String) throws -> String {
                try tool.run(
                    ["check", "--rules", "rules.yaml", "--format", format] + locale,
                    input: Array("{\"name\":\"\"}".utf8),
                    environment: ["LANG": language]
                ).output
            }
            let (german, english) = (try output([], "de_DE.UTF-8"), try output([], "C"))
            let isForPeople = format == "text" || format == "html"
            #expect(english.contains("Name is missing."), "\(format)")
            #expect((german == english) == !isForPeople, "\(format)")
            #expect(try output(["--locale", "de"], "C").contains("Name fehlt."), "\(format)")
        }
        func filtered(_ language: String) throws -> String {
            try tool.run(
                ["filter", "--rules", "rules.yaml"], input: Array("{\"name\":\"\"}\n".utf8),
                environment: ["LANG": language]
            ).output
        }
        #expect(try filtered("de_DE.UTF-8") == filtered("C"))
    }

    private static let mixed = """
        {"name":"","age":5}
        {"name":"\\u0001\\"\\n","items":[{"sku":""}]}
        {"name":
        {"name":"a"}

        """

    @Test func writesJSON() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.check(Self.mixed, "--format", "json")
        #expect(result.status == 3)
        let root = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let violations = try #require(root["violations"] as? [[String: Any]])
        #expect(violations.map { $0["code"] as? String } == ["required.blank", "number.tooSmall", "required.blank"])
        #expect(violations.map { $0["path"] as? String } == ["/name", "/age", "/items/0/sku"])
        #expect(violations.map { $0["line"] as? Int } == [1, 1, 2])
        #expect(violations.first?["message"] as? String == "Name is missing.")
        let summary = try #require(root["summary"] as? [String: Any])
        #expect(summary["records"] as? Int == 4)
        #expect(summary["unreadable"] as? Int == 1)
        #expect((summary["codes"] as? [String: Int])?["required.blank"] == 2)
        let none = try tool.check("", "--format", "json")
        #expect(try JSONSerialization.jsonObject(with: Data(none.output.utf8)) is [String: Any])
    }

    @Test func writesNDJSON() throws {
        let tool = try Tool(
            rules:
                "rules: [[n, number, {max: .50000000000000000000001, message: '{value} > {max}'}], [items.*, required]]"
        )
        defer { tool.remove() }
        let input =
            "{\"n\":123456789012345678901234567890}\n{\"n\":1e40,\"items\":{\"a\\n\\\"\\u0007\":\"\"}}\n{\"n\":18446744073709551615}\n"
        let result = try tool.check(input, "--format", "ndjson")
        #expect(result.status == 1)
        #expect(result.lines.count == 4)
        for line in result.lines {
            #expect(throws: Never.self, "\(line)") { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        #expect(try tool.check("", "--format", "ndjson").output == "")
    }

    /// One line a violation, whatever the data holds: lines could be forged otherwise, and terminals steered.
    @Test func dataCannotForgeLines() throws {
        let tool = try Tool(rules: "rules: [[items.*, integer, {message: 'no number: {value}'}]]")
        defer { tool.remove() }
        let result = try tool.check(
            #"{"items":{"k\n<stdin>:9:9: \u001b[31m\u0085\u2028":"v\r\n\u001b]0;x\u0007\u009b"}}"#)
        #expect(result.output.count { $0.isNewline } == 1)
        #expect(
            !result.output.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || $0.value >= 0x7F && $0.value < 0xA0
            })
        #expect(result.output.contains(#"/items/k\n<stdin>:9:9: \u{1B}[31m"#))
    }

    @Test func aClosedPipeEndsItQuietly() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(String(repeating: "{\"name\":\"\"}\n", count: 50_000).utf8), to: "many.json")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "\"$0\" check --rules rules.yaml --locale en many.json 2>errors | head -n 1 >output; wait", Tool.path,
        ]
        process.currentDirectoryURL = tool.folder
        try process.run()
        process.waitUntilExit()
        let output = try String(contentsOf: tool.folder.appending(path: "output"), encoding: .utf8)
        #expect(output == "many.json:1:9: error: Name is missing. [required.blank /name]\n")
        let errors = try String(contentsOf: tool.folder.appending(path: "errors"), encoding: .utf8)
        #expect(!errors.contains("Fatal") && !errors.contains("Crash") && !errors.contains("rror"))
    }

    @Test func listsTypes() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["types", "required"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("required  (built-in)\n    requiredValue  any value: "))
        #expect(result.output.contains("→ required.notEqual {requiredValue}\n          Name must be"))
        #expect(result.output.contains("\n    Rejects absent and blank values.\n"))
        #expect(result.output.contains("\n    - [[username, email], required]\n"))
        let all = try tool.run(["types"])
        #expect(all.lines.count >= 48)
        #expect(all.lines.contains { $0.hasPrefix("required ") && $0.hasSuffix("  Rejects absent and blank values.") })
        let types = try JSONSerialization.jsonObject(with: Data(tool.run(["types", "--json"]).output.utf8))
        let list = try #require(types as? [[String: Any]])
        #expect(list.count == all.lines.count)
        for type in list {
            let isWhole = ["summary", "description", "sample"].allSatisfy { (type[$0] as? String)?.isEmpty == false }
            #expect(isWhole, "\(type["type"] ?? "")")
        }
    }
}
