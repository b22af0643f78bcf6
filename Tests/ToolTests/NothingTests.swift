import Foundation
import TestSupport
import Testing

/// Runs that would accept everything, because nothing was checked.
@Suite(.waitingForProcesses) struct NothingTests {
    struct Row: Sendable {
        let rules: String
        let name: String
        let data: String
        /// The warning, after `nothing was checked: `; `nil` if something was checked.
        let reason: String?
        let location: SourceLocation

        init(
            _ rules: String, _ name: String, _ data: String, _ reason: String?,
            at location: SourceLocation = #_sourceLocation
        ) {
            (self.rules, self.name, self.data, self.reason, self.location) = (rules, name, data, reason, location)
        }
    }

    private static let age = "rules: [[age, integer, { min: 18 }]]"
    private static let items = "give --records /items, or 'records: /items' in the rule file"
    private static let unnamed = "the document has no attribute that a rule names, but"

    private static let onlyChanges = "the rules that are active check nothing: they only name values or change them"

    static let rows: [Row] = [
        // No records.
        Row(age, "d.json", "", "there are no records: d.json is empty"),
        Row(age, "d.json", " \n", "there are no records: d.json is empty"),
        Row(age, "d.ndjson", "", "there are no records: d.ndjson is empty"),
        Row(age, "d.json", "[]", "there are no records: d.json has an empty list"),
        Row(age, "d.csv", "age\n", "there are no records: d.csv has columns and no rows"),
        Row(age + "\nrecords: /x", "d.json", "{\"x\":[]}", "there are no records: d.json has an empty list"),
        // A document around the records.
        Row(
            age, "d.json", "{\"items\":[{\"age\":1},{\"age\":2}]}",
            "\(unnamed) 'items' is a list of 2 objects: \(items)"),
        Row(
            age, "d.json", "{\"meta\":[{\"n\":1},{},{}],\"data\":{\"a/b\":[{\"age\":1}]}}",
            "\(unnamed) 'data/a~1b' is a list of 1 object: give --records /data/a~1b, or 'records: /data/a~1b' in the rule file"
        ),
        Row(
            age, "d.ndjson", "{\"items\":[{\"age\":1}]}\n{\"items\":[]}\n",
            "none of 2 records has an attribute that a rule names, but in the first 'items' is a list of 1 object: \(items)"
        ),
        Row(
            age, "d.json", "{\"items\":[1,2]}",
            "no rule ran for the record: it has no value for any attribute that a rule names"),
        Row(
            age + "\noptional: [age]", "d.json", "{\"items\":[{\"age\":1}]}",
            "\(unnamed) 'items' is a list of 1 object: \(items)"),
        // A rule that runs without a value has run.
        Row("rules: [[age, absent]]", "d.json", "{\"items\":[{\"age\":1}]}", nil),
        Row("closed: true\nrules: [[age, integer]]", "d.json", "{}", nil),
        Row("rules: [[., keys, { max: 3 }]]", "d.json", "{}", nil),
        Row("rules: [[age, required]]", "d.json", "{\"items\":[{\"age\":1}]}", nil),
        Row("rules: [[tags.*, string]]", "d.json", "{\"tags\":[\"a\"]}", nil),
        // What changes values checks nothing.
        Row(
            "rules: [[age, default, { value: 1 }], [age, trim]]", "d.json", "{\"b\":1}", onlyChanges),
        Row("rules: [[age, trim]]", "d.json", "{\"age\":\"x\"}", onlyChanges),
        Row("rules: [[age, safe]]", "d.csv", "age\nx\n", onlyChanges),
        Row("rules: [[age, trim], [name, string]]", "d.json", "{\"age\":\"x\",\"name\":\"y\"}", nil),
        // Conditions and expressions.
        Row(
            "rules: [{ attributes: a, type: required, when: [b, in, { range: [1] }] }, [b, safe]]", "d.json",
            "{\"b\":2}",
            "no rule ran for the record: conditions were false, or values that rules need are missing or empty "
                + "('proviso explain' says why)"),
        Row(
            "rules: [{ attributes: a, type: integer, when: [b, required] }, [b, safe]]", "d.ndjson",
            "{\"a\":1}\n{\"a\":2}\n",
            "no rule ran for any of 2 records: conditions were false, or values that rules need are missing or empty "
                + "('proviso explain' says why)"),
        Row(
            "rules: [{ attributes: a, type: integer, when: [b, required] }, [b, safe]]", "d.json", "{\"a\":1,\"b\":2}",
            nil),
        Row("rules: [{ attributes: a, type: integer, unless: [b, required] }, [b, safe]]", "d.json", "{\"a\":1}", nil),
        Row("rules: [[a, expr, { must: \"a < b\" }], [b, safe]]", "d.json", "{\"a\":1,\"b\":2}", nil),
        Row(
            "rules: [{ attributes: items.*.a, type: integer, when: [b, required] }, [b, safe]]", "d.json",
            "{\"b\":1,\"items\":[{\"a\":1}]}", nil),
        // Empty values are skipped as absent ones are, unless the rules say otherwise.
        Row(
            "rules: [[age, integer], [tags.*, string]]", "d.ndjson",
            "{\"age\":\"\",\"tags\":[\"\",null]}\n{\"age\":null,\"tags\":[]}\n",
            "no rule ran for any of 2 records: the values of the attributes that rules check are empty"),
        Row(
            age, "d.json", "{\"age\":\"\"}",
            "no rule ran for the record: the values of the attributes that rules check are empty"),
        Row(
            age, "d.csv", "age,b\n\"\",1\n\"\",2\n",
            "no rule ran for any of 2 records: the values of the attributes that rules check are empty"),
        Row(age, "d.ndjson", "{\"age\":\"\"}\n{\"age\":20}\n", nil),
        Row("proviso: 2\n" + age, "d.json", "{\"age\":\"\"}", nil),
        Row("rules: [{ attributes: age, type: integer, skipOnEmpty: false }]", "d.json", "{\"age\":\"\"}", nil),
        Row("proviso: 2\nrules: [[tags, count, { max: 2 }]]", "d.json", "{\"tags\":[]}", nil),
        // Tables.
        Row(age, "d.csv", "age,b\n,1\n,2\n", "no rule ran for any of 2 records: the columns that rules name are empty"),
        Row(age, "d.csv", "age,b\n,1\n20,2\n", nil),
    ]

    @Test func aRunThatCheckedNothingSaysSo() throws {
        eachRow(Self.rows, at: \.location) { row in
            let tool = try Tool(rules: row.rules)
            defer { tool.remove() }
            try tool.write(Array(row.data.utf8), to: row.name)
            let check = ["check", "--rules", "rules.yaml", "--locale", "en", row.name]
            let result = try tool.run(check)
            let warning = result.errors.split(separator: "\n").first { $0.hasPrefix("warning: nothing") }
            let expected = row.reason.map { "warning: nothing was checked: \($0)" }
            #expect(warning.map(String.init) == expected, "\(result.errors)", sourceLocation: row.location)
            for environment in [["CI": "true"], ["CI": "1"], ["CI": "false"], ["CI": ""], [:]] {
                let usual = try tool.run(check, environment: environment)
                let isCI = ["true", "1"].contains(environment["CI"])
                let status = row.reason == nil ? result.status : isCI ? 4 : 0
                #expect(usual.status == status, "\(environment)", sourceLocation: row.location)
            }
            #expect(
                try tool.run(check + ["--fail-on", "nothing"]).status == (row.reason == nil ? result.status : 4),
                sourceLocation: row.location)
            #expect(
                try tool.run(check + ["--fail-on", "error"], environment: ["CI": "true"]).status == result.status,
                sourceLocation: row.location)
        }
    }

    /// Empty values are no checks in each way to run.
    @Test func aRunOfEmptyValuesSaysSoInEachWay() throws {
        let tool = try Tool(rules: Self.age)
        defer { tool.remove() }
        let line = "{\"age\":\"\"}\n"
        try tool.write(Array(String(repeating: line, count: 4).utf8), to: "d.ndjson")
        let said = "nothing was checked: no rule ran for any of 4 records: the values of the attributes"
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson", "--fail-on", "nothing"]
        for format in ["json", "sarif", "junit", "html", "github"] {
            #expect(try tool.run(check + ["--format", format]).output.contains(said), "\(format)")
        }
        for options in [["--jobs", "4"], ["--stats"], []] {
            let result = try tool.run(check + options)
            #expect(result.status == 4 && result.errors.contains(said), "\(options): \(result.errors)")
        }
        let cuts = "d.ndjson 0 \(2 * line.utf8.count)\nd.ndjson \(2 * line.utf8.count) \(4 * line.utf8.count)\n"
        let shard = try tool.run(["shard", "-r", "rules.yaml", "--locale", "en"], input: Array(cuts.utf8))
        let merged = try tool.run(["merge", "-f", "json"], input: Array(shard.output.utf8))
        #expect((merged.output + merged.errors).contains(said), "\(merged)")
    }

    @Test func everyFormatSaysSo() throws {
        let tool = try Tool(rules: Self.age)
        defer { tool.remove() }
        try tool.write(Array("{\"items\":[{\"age\":1}]}".utf8), to: "d.json")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d.json", "--fail-on", "nothing"]
        for format in ["json", "sarif", "junit", "html", "github"] {
            let report = try tool.run(check + ["--format", format]).output
            #expect(report.contains("nothing was checked: \(Self.unnamed)"), "\(format)")
        }
        let json = try tool.run(check + ["--summary", "--format", "json"]).output
        #expect(json.contains("\"nothingChecked\":\"the document has no"), "\(json)")
        #expect(json.contains("\"wrapper\":{\"pointer\":\"/items\",\"objects\":1}"), "\(json)")
        #expect(try tool.run(check + ["--format", "junit"]).output.contains("<property name=\"nothingChecked\""))
        for format in ["text", "ndjson", "csv"] {
            let result = try tool.run(check + ["--format", format])
            #expect(result.errors.contains("--fail-on nothing: nothing was checked") && result.status == 4)
        }
        // A stored report says it again.
        try tool.write(Array(try tool.run(check + ["--format", "json"]).output.utf8), to: "r.json")
        #expect(try tool.run(["render", "--format", "github", "r.json"]).output.contains("nothing was checked"))
        let quiet = try tool.run(check + ["--quiet"])
        #expect(quiet.status == 4 && quiet.errors == "")
    }

    /// Why nothing was checked is the same in a stored report and in merged parts.
    @Test(arguments: [
        ("rules: [[a, trim], [b, default, { value: 1 }]]", #"{"a":"x"}"#, "check nothing: they only name values"),
        (
            "rules: [[items.*.qty, integer, { when: [c, required] }], [a, default, { value: 1 }]]",
            #"{"a":"x","items":[]}"#,
            "conditions were false, or values that rules need"
        ),
        ("rules: [[b, integer]]", #"{"a":"x"}"#, "it has no value for any attribute that a rule names"),
        ("rules: [[a, integer]]", #"{"a":""}"#, "the values of the attributes that rules check are empty"),
    ]) func theReasonIsKept(rules: String, record: String, reason: String) throws {
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        try tool.write(Array("\(record)\n".utf8), to: "d.ndjson")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson", "--format"]
        let github = try tool.run(check + ["github"]).output
        #expect(github.contains("nothing was checked: ") && github.contains(reason), "\(github)")
        try tool.write(Array(try tool.run(check + ["json"]).output.utf8), to: "r.json")
        #expect(try tool.run(["render", "--format", "github", "r.json"]).output == github)
        let shard = try tool.run(
            ["shard", "-r", "rules.yaml", "--locale", "en"], input: Array("d.ndjson 0 \(record.utf8.count + 1)\n".utf8))
        #expect(try tool.run(["merge", "-f", "github"], input: Array(shard.output.utf8)).output == github)
    }

    @Test func otherCommandsSaySoToo() throws {
        let tool = try Tool(rules: Self.age)
        defer { tool.remove() }
        let data = Array("{\"items\":[{\"age\":1}]}\n".utf8)
        try tool.write(data, to: "d.ndjson")
        let said = "nothing was checked: \(Self.unnamed) 'items'"
        #expect(try tool.run(["filter", "--rules", "rules.yaml"], input: data).errors.contains(said))
        let explained = try tool.run(["explain", "--rules", "rules.yaml", "d.ndjson"])
        #expect(explained.errors.contains("\(Self.unnamed) 'items'"), "\(explained.errors)")
        let diff = try tool.run(["diff", "rules.yaml", "rules.yaml", "d.ndjson"])
        #expect(diff.status == 0 && diff.errors.contains(said), "\(diff.errors)")
        let parts = try tool.run(
            ["shard", "--rules", "rules.yaml"], input: Array("d.ndjson 0 10\nd.ndjson 10 22".utf8))
        let merged = try tool.run(["merge", "--fail-on", "nothing"], input: Array(parts.output.utf8))
        #expect(merged.status == 4 && merged.errors.contains(said), "\(merged.errors)")
        try tool.write(data + Array("{\"age\":20}\n".utf8), to: "d.ndjson")
        let more = try tool.run(["shard", "--rules", "rules.yaml"], input: Array("d.ndjson 0 22\nd.ndjson 22 33".utf8))
        #expect(try tool.run(["merge", "--fail-on", "nothing"], input: Array(more.output.utf8)).status == 0)
    }

    /// A rule file is tried without data by the name of the empty device.
    @Test func theEmptyDeviceIsNoData() throws {
        let tool = try Tool(rules: Self.age)
        defer { tool.remove() }
        let named = try tool.run(["check", "-r", "rules.yaml", "/dev/null", "--fail-on", "nothing"])
        #expect(named.status == 0 && !named.errors.contains("nothing"), "\(named.errors)")
        let piped = try tool.run(["check", "-r", "rules.yaml", "--fail-on", "nothing"])
        #expect(piped.status == 4 && piped.errors.contains("standard input is empty"), "\(piped.errors)")
    }

    @Test func anEmptyInputAmongOthersIsNamed() throws {
        let tool = try Tool(rules: Self.age)
        defer { tool.remove() }
        try tool.write(Array("{\"age\":20}".utf8), to: "a.json")
        for name in ["b.json", "c.ndjson"] { try tool.write([], to: name) }
        let result = try tool.run(["check", "-r", "rules.yaml", "a.json", "b.json", "c.ndjson", "--fail-on", "nothing"])
        #expect(result.status == 0)
        #expect(result.errors.contains("note: b.json is empty\nnote: c.ndjson is empty\n"), "\(result.errors)")
    }

    /// However many threads there are, and wherever the run was interrupted.
    @Test func aRuleThatNeverRanIsNamed() throws {
        let rules = """
            rules:
              - { attributes: a, type: integer, when: [b, in, { range: [x] }] }
              - [c, expr, { must: "c > d" }]
              - [[b, d], safe]
              - { attributes: e, type: integer, unless: [b, required] }
            """
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let line = "{\"a\":1,\"b\":\"y\",\"c\":2,\"e\":1}\n"
        try tool.write(Array((String(repeating: line, count: 5000) + "{\"d\":1}\n").utf8), to: "d.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson", "--memory", "8M"]
        let one = try tool.run(check + ["--jobs", "1"]).errors
        let notes = one.split(separator: "\n").filter { $0.hasPrefix("note:") }
        #expect(
            notes == [
                "note: rules.yaml:2:5: 'integer' of 'a' ran for none of 5,001 records: its condition kept it from running, or an earlier error (--stats says how often)",
                "note: rules.yaml:3:5: 'expr' of 'c' ran for none of 5,001 records: a value that the expression needs was missing, or an earlier error (--stats says how often)",
                "note: rules.yaml:5:5: 'integer' of 'e' ran for none of 5,001 records: its condition kept it from running, or an earlier error (--stats says how often)",
            ])
        #expect(one.contains("warning: nothing was checked: no rule ran for any of 5,001 records"))
        #expect(try tool.run(check + ["--jobs", "3"]).errors == one)
        let stats = try tool.run(check + ["--stats-output", "s.json"])
        #expect(stats.errors == one)
        try tool.write(
            Array((line + String(repeating: line.replacing("\"y\"", with: "\"x\""), count: 200)).utf8), to: "d.ndjson")
        let ran = try tool.run(check).errors
        #expect(!ran.contains("of 'a' ran for none") && !ran.contains("nothing was checked"), "\(ran)")
        let found = try tool.run(check + ["--stats"]).errors
        #expect(!found.contains("of 'a' ran for none"), "\(found)")
        // A few records prove nothing.
        try tool.write(Array(line.utf8), to: "d.ndjson")
        #expect(!(try tool.run(check).errors.contains("ran for none")))
    }

    @Test(
        arguments: [
            ("{\"x\":[{\"age\":20}]}\n{\"x\":[{\"age\":1}]}\n", "d.ndjson", 1, "2 records: 1 valid, 1 invalid"),
            ("{\"x\":[{\"age\":20}]}\n{\"x\":[{\"age\":1}]}\n", "d.json", 1, "2 records: 1 valid, 1 invalid"),
            ("{\"x\":[{\"age\":20}],\"y\":{\"x\":[1]}}{\"x\":[]}\n", "d.json", 0, "1 record: 1 valid, 0 invalid"),
            ("{\"x\":[{\"age\":20}],\"x\":[{\"age\":1}]}", "d.json", 3, "the document has 'x' twice"),
            ("{\"x\":[{\"age\":20}],\"y\":[", "d.json", 3, "the document has no end"),
            ("{\"x\":[{\"age\":20}]}garbage", "d.json", 3, "expected another document, or the end"),
            ("{\"x\":[{\"age\":20}]}\n{\"y\":1}\n", "d.ndjson", 3, "no records at '/x' (records): there is no 'x'"),
            ("{\"x\":[{\"age\":20}],\"y\":\"}]\\\"\",\"z\":[{}]}\n", "d.json", 0, "1 record: 1 valid"),
        ] as [(String, String, Int32, String)])
    func eachDocumentHasItsRecords(data: String, name: String, status: Int32, said: String) throws {
        let tool = try Tool(rules: "records: /x\n" + Self.age)
        defer { tool.remove() }
        try tool.write(Array(data.utf8), to: name)
        let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", name])
        #expect(result.status == status && result.errors.contains(said), "\(result.errors)")
        let piped = try tool.run(
            ["check", "-r", "rules.yaml", "--locale", "en", "--input-format", "json"], pieces: data.utf8.map { [$0] })
        #expect(piped.status == status && piped.errors.contains(said), "\(piped.errors)")
    }

    /// A second document begins on its own line, also after a rest of many lines.
    @Test func aRecordOfALaterDocumentHasItsPlace() throws {
        let tool = try Tool(rules: "records: /a/x\n" + Self.age)
        defer { tool.remove() }
        let rest = String(repeating: "\"n\":[1,\n2],\n", count: 20_000)
        let data = "{\"a\":{\"x\":[{\"age\":1}],\n\(rest)\"e\":0},\n\"f\":1}\n{\"a\":{\"x\":[\n  {\"age\":2}]}}\n"
        try tool.write(Array(data.utf8), to: "d.json")
        let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "d.json"])
        let places = result.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(places == ["d.json:1:19:", "d.json:40005:10:"], "\(result.output)")
    }

    @Test func aTableHasNoPlaceOfRecords() throws {
        let tool = try Tool(rules: "records: /x\n" + Self.age)
        defer { tool.remove() }
        try tool.write(Array("age\n20\n".utf8), to: "d.csv")
        let refused = try tool.run(["check", "-r", "rules.yaml", "d.csv", "--records", "/y"])
        #expect(refused.status == 2 && refused.errors.contains("--records is for JSON, and d.csv is a table"))
        let noted = try tool.run(["check", "-r", "rules.yaml", "d.csv"])
        #expect(
            noted.status == 0
                && noted.errors.contains("note: 'records: /x' is for JSON: the records of d.csv are its rows"))
        let near = try tool.run(["check", "-r", "rules.yaml", "d.csv", "--records", "items"])
        #expect(near.errors.contains("did you mean '/items'?"), "\(near.errors)")
    }

    @Test(
        arguments: [
            ("[name, required, { on: registr }], [age, integer, { on: register }]", "registr", "register"),
            (
                "[name, required, { except: updat }], [age, integer, { on: update }], [b, integer, { on: update }]",
                "updat", "update"
            ),
            ("[name, required, { on: v1 }], [age, integer, { on: v2 }]", nil, ""),
            ("[name, required, { on: defaul }]", "defaul", "default"),
            ("[name, required, { on: create }], [age, integer, { on: update }]", nil, ""),
        ] as [(String, String?, String)])
    func aScenarioOfAlmostTheSameNameIsAWarning(rules: String, name: String?, other: String) throws {
        let tool = try Tool(rules: "rules: [\(rules), [c, string]]")
        defer { tool.remove() }
        for command in [["check", "-r", "rules.yaml", "/dev/null"], ["lint", "--quick", "rules.yaml"]] {
            let errors = try tool.run(command).errors
            let warned = errors.split(separator: "\n").filter { $0.contains("differs in one letter") }
            #expect(warned.count == (name == nil ? 0 : 1), "\(errors)")
            guard let name else { continue }
            #expect(
                errors.contains("warning: the scenario '\(name)' differs in one letter from '\(other)'")
                    && errors.contains("did you mean '\(other)'?"), "\(errors)")
        }
    }

    /// Which rules never ran does not depend on how the data is cut, nor on what else is counted.
    @Test func rulesThatNeverRanAreTheSameInEachWay() throws {
        let tool = try Tool(
            rules: """
                optional: [c]
                types: { short: [[string, { max: 9 }]] }
                rules:
                  - [a, integer]
                  - { attributes: b, type: short, when: [a, compare, { compareValue: 5 }] }
                  - { attributes: c, type: string, when: [a, compare, { compareValue: 5 }] }
                  - { attributes: d, type: short, when: [a, compare, { compareValue: 1 }] }
                """)
        defer { tool.remove() }
        let lines = ["{\"a\":1,\"b\":\"\"}\n", "{\"a\":2,\"b\":\"x\",\"d\":\"x\"}\n", "{\"a\":3,\"c\":\"x\"}\n"]
        try tool.write(Array(lines.joined().utf8), to: "d.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "-f", "json", "d.ndjson"]
        let plain = try tool.run(check)
        for name in ["b", "c", "d"] {
            #expect(plain.output.contains("\"attribute\":\"\(name)\",\"position\""), "\(plain.output)")
        }
        #expect(try tool.run(check + ["--stats"]).output == plain.output)
        var (cuts, start) = ("", 0)
        for line in lines {
            cuts += "d.ndjson \(start) \(start + line.utf8.count)\n"
            start += line.utf8.count
        }
        let shard = try tool.run(["shard", "-r", "rules.yaml", "--locale", "en"], input: Array(cuts.utf8))
        #expect(try tool.run(["merge", "-f", "json"], input: Array(shard.output.utf8)).output == plain.output)
    }

    /// In one part no rule runs, because all values are empty; in the other one does.
    @Test func emptyValuesInAPartAreNoReasonForTheWhole() throws {
        let tool = try Tool(rules: "rules: [[age, integer]]")
        defer { tool.remove() }
        let lines = ["{\"age\":\"\"}\n", "{\"age\":1}\n"]
        try tool.write(Array(lines.joined().utf8), to: "d.ndjson")
        let plain = try tool.run(["check", "-r", "rules.yaml", "-f", "json", "d.ndjson"])
        for cuts in ["d.ndjson 0 11\nd.ndjson 11 21", "d.ndjson 11 21\nd.ndjson 0 11"] {
            let shard = try tool.run(["shard", "-r", "rules.yaml"], input: Array(cuts.utf8))
            #expect(try tool.run(["merge", "-f", "json"], input: Array(shard.output.utf8)).output == plain.output)
        }
    }

    /// An object of several columns is there for rules about the whole of it.
    @Test func columnsAreAnObjectWhereRulesNameIt() throws {
        let tool = try Tool(
            rules: "optional: [n]\nrules: [[n, safe], [d, expr, { must: 'n.x == n.y && n.size() == 2' }]]")
        defer { tool.remove() }
        try tool.write(Array("d,n.x,n.y\n1,a,b\n1,a,a\n".utf8), to: "d.csv")
        let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "d.csv"])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.components(separatedBy: "expr.invalid").count == 2, "\(result.output)")
    }

    /// What the error advises is right: the columns `n.x` and `n.y` are what a rule for `n` needs.
    @Test(arguments: ["[n, safe]", "[n.x, safe]", "[n.x, integer]"])
    func aRuleThatNamesAnObjectNeedsNoColumnOfItsName(rule: String) throws {
        let expression = "[d, expr, { must: 'n.x > d' }]"
        let tool = try Tool(rules: "rules: [\(expression)]")
        defer { tool.remove() }
        try tool.write(Array("d,n.x,n.y\n3,2,b\n1,2,b\n".utf8), to: "d.csv")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "d.csv"]
        #expect(try tool.run(check).errors.contains("add '[n, safe]'"))
        try tool.write(Array("rules: [[d, integer], \(rule), \(expression)]".utf8), to: "rules.yaml")
        let result = try tool.run(check)
        #expect(result.status == 1 && result.errors.contains("1 invalid"), "\(result.errors)")
        try tool.write(Array("d,m.x\n3,2\n".utf8), to: "d.csv")
        #expect(try tool.run(check).errors.contains("no column 'n"))
    }
}
