import Foundation
import TestSupport
import Testing

/// Attributes that no record has a value for: their rules pass everything.
@Suite(.waitingForProcesses) struct PresenceTests {
    struct Row: Sendable {
        let rules: String
        let input: String
        let remarks: [String]
        let location: SourceLocation

        init(_ rules: String, _ input: String, _ remarks: String..., at location: SourceLocation = #_sourceLocation) {
            self.rules = rules
            self.input = input
            self.remarks = remarks.map { "note: rules.yaml:" + $0 }
            self.location = location
        }
    }

    static let rows: [Row] = [
        Row("rules: [[iata, string]]", "{\"iata\":1}\n{}\n"),
        Row(
            "rules: [[iatta, string]]", "{\"iata\":1}\n{\"iata\":1}\n",
            "1:10: 'iatta' had a value in none of 2 records; did you mean 'iata'?"),
        Row("rules: [[iata, string]]", "{\"x\":1}\n{\"y\":1}\n", "1:10: 'iata' had a value in none of 2 records"),
        // Null is no value; an empty text is one.
        Row("rules: [[b, string]]", "{\"a\":null}\n{\"a\":null,\"b\":\"\"}\n"),
        Row(
            "rules: [[[a, b], string]]", "{\"a\":null}\n{\"a\":null,\"b\":\"\"}\n",
            "1:11: 'a' had a value in none of 2 records"),
        // A name that is an attribute itself is no suggestion.
        Row(
            "rules: [[[email, emall], string]]", "{\"email\":\"\"}\n{}\n",
            "1:18: 'emall' had a value in none of 2 records"),
        // Of one record alone only what was probably misspelt is said.
        Row("rules: [[a, string]]", "{\"x\":1}"),
        Row(
            "rules: [[colour, string]]", "{\"color\":1}",
            "1:10: 'colour' has no value in the record; did you mean 'color'?"),
        // Those that lie in one that is never there share a line.
        Row(
            "rules: [[[address.city, address.zip], string]]", "{}\n{\"adress\":{}}\n{}",
            "1:11: 'address' (which contains 2 attributes with rules) had a value in none of 3 records"),
        Row(
            "rules: [[[address.city, address.zip], string]]", "{\"address\":{\"zip\":\"\"}}\n{}",
            "1:11: 'address.city' had a value in none of 2 records"),
        Row("rules: [[items.*.n, string]]", "{\"items\":[]}\n{\"items\":[{},{\"n\":1}]}"),
        Row(
            "rules: [[[items.*.sku, items.*.n], string]]", "{\"items\":[]}\n{\"items\":[{},{\"n\":1}]}",
            "1:11: 'items.*.sku' had a value in none of 2 records"),
        Row(
            "rules: [[tags.*, string]]", "{\"tags\":[]}\n{\"tags\":[null]}",
            "1:10: 'tags.*' had a value in none of 2 records"),
        // What rules only look at counts, what they make does not.
        Row(
            "rules: [[a, compare, {compareAttribute: b}], [b, safe]]", "{\"a\":1}\n{\"a\":1}",
            "1:9: 'b' had a value in none of 2 records"),
        Row("rules: [[a, default, {value: 1}], [a, integer], [b, safe]]", "{}\n{}"),
        Row("rules: [[a, default], [a, trim]]", "{}\n{}", "1:10: 'a' had a value in none of 2 records"),
        Row(
            "rules: [[due, date, {timestampAttribute: at}], [at, safe]]",
            "{\"due\":\"2024-01-02\"}\n{\"due\":\"2024-01-02\"}"),
        Row(
            "rules: [[due, datetime, {timestampAttribute: at}], [at, integer]]",
            "{\"due\":\"2024-01-02T00:00:00Z\"}\n{}"),
        // A rule with a condition may not make it, and one may receive what it reads.
        Row(
            "rules: [{attributes: due, type: date, timestampAttribute: at, when: [b, required]}, [at, integer], [b, safe]]",
            "{\"due\":\"2024-01-02\",\"b\":1}\n{\"b\":1}", "1:86: 'at' had a value in none of 2 records"),
        Row(
            "rules: [[at, date, {timestampAttribute: at}]]", "{}\n{}", "1:10: 'at' had a value in none of 2 records"),
        Row("optional: [a]\nrules: [[a, string]]", "{}\n{}"),
        Row("rules: [{attributes: a, type: required, on: other}]", "{}\n{}"),
        // Where nothing was read there is nothing to say.
        Row("rules: [[a, string]]", ""), Row("rules: [[a, string]]", "x\ny"),
        Row("rules: [[a, string]]", "[\n{},\n{}\n]", "1:10: 'a' had a value in none of 2 records"),
        Row("rules: [[a, string]]", "{\n}\n{\n}\n{\n}", "1:10: 'a' had a value in none of 3 records"),
    ]

    @Test func saysWhichAttributesNoRecordHas() throws {
        eachRow(Self.rows, at: \.location) { row in
            let tool = try Tool(rules: row.rules)
            defer { tool.remove() }
            let result = try tool.check(row.input)
            let remarks = result.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("note: ") }
            #expect(
                remarks.map { $0.replacing("; did you mean 'adress'?", with: "") } == row.remarks,
                "\(result.errors)", sourceLocation: row.location)
        }
    }

    /// A table lacks nothing that a rule gives a value.
    @Test func aTableNeedsNoColumnForWhatARuleWrites() throws {
        let rules = """
            rules:
              - [due, date, { format: dd.MM.yyyy, timestampAttribute: due_at }]
              - [due_at, safe]
            """
        for rule in ["", "\n  - [due_at, integer, { min: 1 }]"] {
            let tool = try Tool(rules: rules + rule)
            defer { tool.remove() }
            try tool.write(Array("due\n02.01.2024\n".utf8), to: "t.csv")
            let result = try tool.run(["check", "-r", "rules.yaml", "t.csv", "--normalized", "n.ndjson"])
            #expect(result.status == 0 && !result.errors.contains("note: "), "\(result.errors)")
            let written = String(decoding: try tool.bytes("n.ndjson"), as: UTF8.self)
            #expect(written == "{\"due\":\"02.01.2024\",\"due_at\":1704153600}\n")
        }
    }

    /// A run without any active rule finds nothing wrong, and says why.
    @Test(
        arguments: [
            (
                "rules: [[a, required, {on: [register, update]}]]", [],
                "'default'; there are: register, update (see --scenario)"
            ),
            ("rules: [[a, required, {on: register}]]", ["--scenario", "register"], nil),
            ("rules: [[a, required, {except: default}]]", [], "'default'"), ("rules: [[a, required]]", [], nil),
        ] as [(String, [String], String?)]) func saysThatNoRuleIsActive(rules: String, options: [String], end: String?)
        throws
    {
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let check = ["check", "--rules", "rules.yaml", "--locale", "en"]
        let warnings = try tool.run(check + options, input: Array("{\"a\":1}".utf8)).errors.split(separator: "\n")
            .filter {
                $0.contains("warning")
            }
        #expect(
            warnings.map(String.init)
                == (end.map {
                    [
                        "rules.yaml: warning: no rule is active in the scenario " + $0,
                        "warning: nothing was checked: no rule is active",
                    ]
                } ?? []))
    }

    /// Whatever the threads, the parts and the interruptions.
    @Test func theRemarkIsTheSameHoweverTheWorkIsShared() throws {
        let tool = try Tool(rules: "rules: [[[a, b, code, d.e], safe], [[a, b, code, d.e, f], string], [a, unique]]")
        defer { tool.remove() }
        var text = "{\"codes\":0}\n"
        for number in 0..<4000 { text += "{\"a\":\"\(number)\",\"n\":\"\(number * 7919)\"}\n" }
        text += "{\"a\":\"x\",\"b\":\"y\"}\n"
        try tool.write(Array(text.utf8), to: "d.ndjson")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson", "--memory", "8M"]
        let one = try tool.run(check + ["--jobs", "1"])
        #expect(one.status == 0)
        let remarks = one.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(
            remarks.map { $0.split(separator: "'")[1] } == ["code", "d.e", "f"]
                && remarks[0].contains("none of 4,002 records; did you mean 'codes'?"), "\(one.errors)")
        for jobs in ["2", "7"] { #expect(try tool.run(check + ["--jobs", jobs]).errors == one.errors) }
        let found = ["--checkpoint", "state", "--checkpoint-interval", "0", "--output", "found.txt"]
        for _ in 0..<2 {
            let process = try tool.start(check + found)
            while process.isRunning, tool.size("state") == 0 { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(try tool.run(check + found).errors == one.errors)
        let json = try tool.run(check + ["--format", "json"])
        #expect(json.output.contains("\"unseen\":[{\"attribute\":\"code\",\"rule\":\"rules.yaml:1:"), "\(json.output)")
        // A run that ends early has not seen the rest.
        let rules = "rules: [[z, string], [n, integer, {max: 0}]]"
        try tool.write(Array(rules.utf8), to: "rules.yaml")
        #expect(!(try tool.run(check + ["--max-errors", "1"]).errors.contains("note: rules.yaml:1")))
    }

    @Test func partsKnowTogetherWhatNoneOfThemHas() throws {
        let tool = try Tool(rules: "rules: [[[a, b, c.d, email], string]]")
        defer { tool.remove() }
        let text = "{\"emails\":\"\"}\n{\"a\":\"x\"}\n{\"b\":\"x\"}\n{\"c\":{}}\n{}\n"
        try tool.write(Array(text.utf8), to: "d.ndjson")
        let whole = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson"])
        #expect(whole.errors.contains("'c.d' had a value in none of 5 records"), "\(whole.errors)")
        #expect(
            whole.errors.contains("'email' had a value in none of 5 records; did you mean 'emails'?"), "\(whole.errors)"
        )
        for step in [5, 13, 1000] {
            let lines = stride(from: 0, to: text.utf8.count, by: step).map { "d.ndjson \($0) \($0 + step)" }
            let parts = try tool.run(
                ["shard", "--rules", "rules.yaml", "--locale", "en"], input: Array(lines.joined(separator: "\n").utf8))
            #expect(parts.status == 0 && parts.errors == "")
            #expect(try tool.run(["merge"], input: Array(parts.output.utf8)).errors == whole.errors, "\(step)")
        }
    }

    @Test func filtersSayOnceThatNothingWasChecked() throws {
        let tool = try Tool(rules: "rules: [[a, string]]")
        defer { tool.remove() }
        let result = try tool.run(["filter", "--rules", "rules.yaml"], input: Array("{}\n{}\n".utf8))
        #expect(result.errors.hasPrefix("warning: nothing was checked: ") && result.status == 0, "\(result.errors)")
        #expect(try tool.run(["filter", "--rules", "rules.yaml"], input: []).errors == "")
    }
}
