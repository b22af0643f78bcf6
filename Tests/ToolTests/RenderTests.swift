import Foundation
import TestSupport
import Testing

/// Stored reports in another language.
@Suite(.waitingForProcesses) struct RenderTests {
    private static let rules = """
        labels:
          name: { en: Name, de: Name, ar: الاسم }
          age: { en: Age, de: Alter }
          again: { en: Repetition, de: Wiederholung }
        rules:
          - { attributes: name, type: required, message: { en: "{attribute}?!", de: "{attribute}?? {value}" } }
          - [age, integer, { min: 18, max: 1234567 }]
          - [price, number, { max: 1234.5 }]
          - [size, number, { max: 12345678901234567890123.5 }]
          - [again, compare, { compareAttribute: name }]
          - [color, in, { range: [red, green, blue] }]
          - { attributes: "tags.*", type: string, min: 2, severity: warning }
          - [codes, each, { rule: { type: string, max: 2, message: { de: "{attribute} zu lang" } } }]
        """
    private static let data = """
        {"name":"","age":3,"price":9999.25,"again":"x","size":99999999999999999999999.5,"color":"pink","tags":["a"]}
        {"name":"a","age":2000000,"price":"1,5","again":"b","codes":["abc","a~b/c"],"tags":["ab","\\u001b"]}
        """

    private static func check(_ tool: Tool, _ locale: String, _ format: String) throws -> String {
        try tool.run(
            ["check", "--rules", "rules.yaml", "--locale", locale, "--format", format], input: Array(data.utf8)
        ).output
    }

    @Test func aStoredReportReadsAsTheLiveOne() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let forms = ["json", "ndjson"]
        for stored in forms { try tool.write(Array(Self.check(tool, "en", stored).utf8), to: stored) }
        for locale in ["de", "en", "ar", "fr", "ja", "es-MX"] {
            for format in ["text", "ndjson"] {
                let live = try Self.check(tool, locale, format)
                for stored in forms {
                    let rendered = try tool.run(
                        ["render", "--rules", "rules.yaml", "--locale", locale, "--format", format, stored])
                    #expect(rendered.status == 0, "\(rendered.errors)")
                    #expect(rendered.output == live, "\(stored) \(locale)")
                    #expect(rendered.output.split(separator: "\n").count == 12)
                }
            }
        }
    }

    /// A JSON report has all that the other formats need, but for what SARIF knows findings again by.
    @Test func everyFormatIsRendered() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array((Self.data + "\n{\"name\":\"x\",\"age\":20,\"again\":\"x\"}\n").utf8), to: "data.ndjson")
        let check = ["check", "--rules", "rules.yaml", "data.ndjson"]
        for values in [[], ["--show-values"]] {
            let stored = try tool.run(check + ["--locale", "en", "--format", "json"] + values).output
            for format in ["text", "json", "ndjson", "csv", "junit", "sarif", "github", "html"] {
                let options = ["--locale", "de", "--format", format]
                let live = try tool.run(check + options + values)
                let rendered = try tool.run(["render", "--rules", "rules.yaml"] + options, input: Array(stored.utf8))
                #expect(rendered.status == 0, "\(rendered.errors)")
                let prints = /"partialFingerprints":\{[^}]*\},/
                #expect(rendered.output == live.output.replacing(prints, with: ""), "\(format) \(values)")
            }
        }
    }

    @Test(arguments: ["0", "-5", "9223372036854775807", "1.5"]) func `a stored record without a number is refused`(
        _ number: String
    ) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let stored = """
            {"file":"d","line":1,"column":7,"record":\(number),"code":"number.tooBig","path":"/b","attribute":"b",\
            "parameters":{"max":3},"rule":"2","type":"number","severity":"error"}
            """
        for format in ["html", "github", "text"] {
            let found = try tool.run(["render", "--format", format], input: Array(stored.utf8))
            #expect(found.status == 3 && found.signal == nil, "\(format): \(found.status)")
            #expect(found.errors.contains("expected the number of a record"), "\(found.errors)")
            let unknown = stored.replacing("\"record\":\(number),", with: "")
            #expect(try tool.run(["render", "--format", format], input: Array(unknown.utf8)).status == 0)
        }
    }

    /// Without a summary the records that have findings are all there are.
    @Test func linesOfFindingsHaveNoOtherRecords() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let stored = try tool.run(
            ["check", "-r", "rules.yaml", "--locale", "en", "-f", "ndjson"],
            input: Array((Self.data + "\n{\"name\":\"x\",\"again\":\"x\"}\n").utf8))
        let rendered = try tool.run(["render", "-r", "rules.yaml", "-f", "json"], input: Array(stored.output.utf8))
        #expect(rendered.output.contains("\"summary\":{\"records\":2,\"valid\":0,\"invalid\":2,"), "\(rendered.output)")
        #expect(try tool.run(["render", "-f", "problem"], input: Array(stored.output.utf8)).status == 2)
        let first = stored.lines.filter { $0.contains("\"record\":1,") }.joined(separator: "\n")
        let problem = try tool.run(["render", "-f", "problem", "--locale", "en"], input: Array(first.utf8))
        #expect(problem.status == 0 && problem.output.contains("\"status\":422"), "\(problem.errors)")
        let empty = try tool.run(["render", "-f", "json", "--locale", "en"])
        #expect(empty.status == 0 && empty.output.hasPrefix("{\"violations\":[\n],\"summary\":{\"records\":0,"))
    }

    @Test func thePageOfLinesReachesAsFarAsTheyDo() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        let data = String(repeating: "{\"a\":1}\n", count: 499) + "{\"a\":\"x\"}\n"
        let stored = try tool.run(["check", "-r", "rules.yaml", "-f", "ndjson"], input: Array(data.utf8))
        let page = try tool.run(["render", "-f", "html", "--locale", "en"], input: Array(stored.output.utf8)).output
        #expect(page.contains("<title>497–504: 1</title>"))
        let whole = try tool.run(["check", "-r", "rules.yaml", "-f", "html"], input: Array(data.utf8)).output
        #expect(whole.contains("<title>497–500: 1</title>"))
    }

    @Test func theHeaderOfABrowserIsUnderstood() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let report = Array(try Self.check(tool, "en", "ndjson").utf8)
        let rows = [("xx;q=1, de-CH;q=0.9, en;q=0.1", "de-CH"), ("!!, fr-CA", "fr-CA"), ("*", "en")]
        eachRow(rows) { header, locale in
            let arguments = ["render", "--rules", "rules.yaml"]
            let rendered = try tool.run(arguments + ["--accept-language", header], input: report)
            let expected = try tool.run(arguments + ["--locale", locale], input: report)
            #expect(rendered.status == 0)
            #expect(rendered.output == expected.output, "\(header)")
        }
    }

    @Test func withoutTheRuleFileTheCatalogsSpeak() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let report = Array(try Self.check(tool, "en", "json").utf8)
        let lines = try tool.run(["render", "--locale", "en"], input: report).lines
        #expect(lines.first == "<stdin>:1:9: error: Name is required. [required.blank /name]")
        #expect(lines.contains { $0.hasPrefix("<stdin>:1:44: error: Again and Name must match.") })
    }

    @Test func whatIsNoReportIsRefused() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let rows: [(String, Int32, String)] = [
            ("", 0, ""), ("{\"violations\":[]}", 0, ""), ("{\"violations\":[1]}", 3, "<stdin>:1: expected a violation"),
            ("{\"name\":\"\"}", 3, "<stdin>:1: expected a violation"), ("{\"code\":", 3, "<stdin>:1:"),
            ("x", 3, "<stdin>:1"),
            (
                "name,age\nabc,3\ndef,4\n", 3,
                "error: <stdin>:1: not valid JSON\nerror: <stdin> is not a report: give an output of 'check --format json' or"
            ),
        ]
        eachRow(rows) { input, status, errors in
            let result = try tool.run(["render", "--locale", "en"], input: Array(input.utf8))
            #expect(result.status == status, "\(input)")
            #expect(result.output.isEmpty)
            #expect(errors.isEmpty ? result.errors.isEmpty : result.errors.contains(errors), "\(result.errors)")
        }
        for other in ["name\nabc\n", "{\"name\":1}\n{\"name\":2}\n{\"name\":3}\n", "1\n2\n"] {
            let errors = try tool.run(["render"], input: Array(other.utf8)).errors.split(separator: "\n")
            #expect(errors.count == 2 && errors[1].contains("<stdin> is not a report: "), "\(errors)")
        }
        // Behind a finding each line that is none is named.
        let finding = try #require(Self.check(tool, "en", "ndjson").split(separator: "\n").first)
        let mixed = try tool.run(["render"], input: Array("\(finding)\n{}\n[]\n".utf8)).errors
        #expect(mixed.contains("<stdin>:2: expected") && mixed.contains("<stdin>:3: expected"), "\(mixed)")
        #expect(!mixed.contains("is not a report"), "\(mixed)")
        let calls: [([String], String)] = [
            (["render", "--locale", "no tag", "x"], "is not a BCP 47 language tag"),
            (["render", "--locale", "de", "--accept-language", "de", "x"], "give one of them"),
        ]
        eachRow(calls) { arguments, errors in
            let result = try tool.run(arguments)
            #expect(result.status == 2)
            #expect(result.errors.contains(errors))
        }
        #expect(try tool.run(["render", "none.json"]).status == 3)
    }
}
