import Foundation
import TestSupport
import Testing

/// What is wrong with the files that `exist` and `unique` look in is said before the first record.
@Suite(.waitingForProcesses) struct CollectionTests {
    struct Row: Sendable {
        let rule: String
        /// The collection's file and what it holds.
        let file: (name: String, text: String)
        let status: Int32
        /// The lines on standard error, without `error: `.
        let errors: [String]
        let location: SourceLocation

        init(
            _ rule: String, _ name: String, _ text: String, _ status: Int32, _ errors: String...,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.rule = rule
            file = (name, text)
            self.status = status
            self.errors = errors
            self.location = location
        }
    }

    private static let packages = "{\"package\":\"tzdata\",\"in\":{\"n\":1}}\n{\"package\":\"zip\"}\n"
    private static let asked = "which the rule at rules.yaml:1:9 needs"
    private static let has = "the records have 'package', 'in', 'in.n'"

    static let rows: [Row] = [
        Row("unique, {target: c, targetAttribute: package}", "c.ndjson", packages, 1),
        Row("exist, {target: c, targetAttribute: package}", "c.ndjson", packages, 0),
        Row(
            "unique, {target: c, targetAttribute: pakage}", "c.ndjson", packages, 2,
            "c.ndjson: none of its 2 records has 'pakage', \(asked); did you mean 'package'?", "c.ndjson: \(has)"),
        Row(
            "exist, {target: c, targetAttribute: pakage, severity: warning}", "c.ndjson", packages, 2,
            "c.ndjson: none of its 2 records has 'pakage', \(asked); did you mean 'package'?", "c.ndjson: \(has)"),
        Row(
            "exist, {target: c}", "c.json", "[\n{\"q\":1}\n]\n", 2,
            "c.json: its record does not have 'p', \(asked)", "c.json: the records have 'q'"),
        Row(
            "exist, {target: c, targetAttribute: in.m}", "c.ndjson", packages, 2,
            "c.ndjson: none of its 2 records has 'in.m', \(asked); did you mean 'in.n'?", "c.ndjson: \(has)"),
        Row("exist, {target: c, targetAttribute: in.n}", "c.ndjson", packages, 1),
        Row(
            "exist, {target: c, targetAttribute: package, filter: {activ: 1}}", "c.csv", "package,active\ntzdata,1\n",
            2,
            "c.csv:1: no column 'activ', \(asked); did you mean 'active'?",
            "c.csv:1: the header has 2 columns: 'package', 'active'"),
        Row(
            "exist, {target: c, targetAttribute: package}", "c.csv", "package;n\ntzdata;1\n", 2,
            "c.csv:1: no column 'package', \(asked)", "c.csv:1: the header has 1 column: 'package;n'",
            "c.csv: the fields seem to be separated by ';': write 'sep=;' in its first line"),
        Row("exist, {target: c, targetAttribute: package}", "c.csv", "sep=;\npackage;n\ntzdata;1\n", 0),
        // One record that has it is enough; null counts, since the name is right.
        Row("exist, {target: c}", "c.ndjson", "{}\n{\"p\":\"tzdata\"}\n", 0),
        Row("unique, {target: c}", "c.ndjson", "{\"p\":null}\n", 0),
        Row("exist, {target: c}", "c.ndjson", "{\"p\":null}\n", 1),
        // Values that are there twice are there.
        Row("exist, {target: c}", "c.csv", "p\ntzdata\ntzdata\n", 0),
        // An empty table lacks its columns; records without an attribute do not.
        Row("exist, {target: c}", "c.csv", "", 2, "c.csv: the table is empty: no column 'p', \(asked)"),
        Row("unique, {target: c}", "c.csv", "p\n", 0),
        Row("exist, {target: c}", "c.ndjson", "", 1), Row("exist, {target: c}", "c.json", "[]", 1),
        // What an expression reads of a record: the first one that the values find counts, by each set of names.
        Row("expr, {must: 'lookup(c, p).k == 1'}", "c.csv", "p,k\ntzdata,1\ntzdata,2\nzip,3\n", 0),
        Row("expr, {must: 'lookup(c, p).k == 2'}", "c.csv", "p,k\ntzdata,1\ntzdata,2\nzip,3\n", 1),
        Row(
            "expr, {must: 'lookup(c, p).k == 1'}", "c.ndjson",
            "{\"p\":\"tzdata\",\"k\":1}\n{\"p\":\"tzdata\",\"k\":2}\n", 0),
        Row(
            "expr, {must: 'lookup(c, p).in.n == 1'}", "c.json", "[{\"in\":{\"n\":1},\"p\":\"tzdata\"},{\"p\":\"zip\"}]",
            0),
        // What cannot be read is a failure, and no finding.
        Row(
            "exist, {target: c, severity: info}", "c.ndjson", "{\"p\":1}\n{oops\n", 3,
            "c.ndjson:2: not valid JSON: expected a key in double quotes, found the word 'oops'"),
        Row(
            "exist, {target: c}", "c.csv", "n,p\n1,2\n\n1\n", 3,
            "c.csv:4: 1 field, but the header has 2"),
        Row(
            "exist, {target: c}", "c.txt", "p,q\n1,2\n", 3,
            "c.txt: not JSON, but it looks like a table: a table needs a file with a name that ends in .csv or .tsv"),
        Row(
            "unique, {target: c, options: {except: p}}", "c.ndjson", "{\"p\":1}\n", 2,
            "rules.yaml:1:9: option 'except' of 'unique': a file cannot tell which of its records is the validated one"),
        Row(
            "exist, {target: c, targetAttribute: items.*.n}", "c.ndjson", "{\"items\":[]}\n", 2,
            "rules.yaml:1:9: 'items.*.n' names several items: a value in a collection is found by a name for one value"
        ),
        Row(
            "exist, {target: cars}", "c.ndjson", "{}", 2,
            "--collection c: no rule uses 'c': the rules use 'cars'",
            "rules.yaml:1:29: no file was given for the collection 'cars': --collection cars=FILE"),
        Row("required", "c.ndjson", "{}", 2, "--collection c: no rule uses 'c': no rule uses a collection"),
    ]

    @Test func saysWhatIsWrongBeforeTheFirstRecord() throws {
        eachRow(Self.rows, at: \.location) { row in
            let tool = try Tool(rules: "rules: [[p, \(row.rule)]]")
            defer { tool.remove() }
            try tool.write(Array(row.file.text.utf8), to: row.file.name)
            for (index, arguments) in [["check", "--valid", "valid"], ["filter"], ["check", "-f", "json"]].enumerated()
            {
                let result = try tool.run(
                    arguments + ["-r", "rules.yaml", "--collection", "c=\(row.file.name)", "--locale", "en"],
                    input: Array("{\"p\":\"tzdata\"}\n{\"p\":\"tzdata\"}\n".utf8))
                let status = index == 1 && row.status == 1 ? 0 : row.status
                #expect(result.status == status, "\(arguments): \(result.errors)", sourceLocation: row.location)
                let errors = result.errors.split(separator: "\n").filter { $0.contains("error: ") }
                #expect(
                    errors.map { String($0).replacing("error: ", with: "", maxReplacements: 1) } == row.errors,
                    sourceLocation: row.location)
                if row.status > 1 { #expect(result.output.isEmpty, sourceLocation: row.location) }
                #expect(tool.size("valid") == 0 || row.status < 2, sourceLocation: row.location)
            }
        }
    }

    @Test func aNameThatWasMisspeltIsSuggested() throws {
        let tool = try Tool(rules: "rules: [[p, exist, {target: countries}]]")
        defer { tool.remove() }
        try tool.write(Array("p\n1\n".utf8), to: "c.csv")
        let result = try tool.check("{}", "--collection", "contries=c.csv")
        #expect(result.status == 2)
        #expect(result.errors.contains("the rules use 'countries'; did you mean 'countries'?"), "\(result.errors)")
        #expect(result.errors.contains("--collection countries=FILE; did you mean 'contries'?"))
    }

    @Test(arguments: [
        ("[p, exist, { target: stok }]", "rules.yaml:1:30: error: "),
        ("[p, exist, { options: { target: 'stok' } }]", "rules.yaml:1:42: error: "),
        ("[p, expr, { must: 'lookup(stok, p).x > 1' }]", "rules.yaml:1:35: error: "),
        ("[p, expr, { must: \"1 > 2 || lookup('stok', {'p': this}).x > 1\" }]", "rules.yaml:1:44: error: "),
        ("{ attributes: p, type: required, when: { expr: 'lookup(stok, p).x > 1' } }", "rules.yaml:1:64: error: "),
        ("[p, each, { rule: [exist, { target: stok }] }]", "rules.yaml:1:45: error: "),
    ])
    func aCollectionThatNobodyGaveHasThePlaceOfItsName(rule: String, start: String) throws {
        let tool = try Tool(rules: "rules: [\(rule)]")
        defer { tool.remove() }
        try tool.write(Array("p\n1\n".utf8), to: "c.csv")
        for arguments in [["check", "-r", "rules.yaml"], ["lint", "rules.yaml"]] {
            let result = try tool.run(arguments, input: Array("{}".utf8))
            #expect(result.status == 2)
            #expect(
                result.errors.hasPrefix("\(start)no file was given for the collection 'stok'"), "\(result.errors)")
        }
    }

    @Test func whatAnotherScenarioAsksIsNotNeeded() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - { attributes: p, type: exist, target: c, on: strict }
                  - { attributes: p, type: exist, target: d, targetAttribute: none, on: strict }
                """)
        defer { tool.remove() }
        try tool.write(Array("p\n1\n".utf8), to: "c.csv")
        #expect(try tool.check("{\"p\":2}", "--collection", "c=c.csv").status == 0)
        let strict = try tool.check("{\"p\":2}", "--collection", "c=c.csv", "--scenario", "strict")
        #expect(strict.status == 2 && strict.errors.contains("no file was given for the collection 'd'"))
    }

    @Test func emptyCollectionsAreRemarkedUponUnlessQuiet() throws {
        let tool = try Tool(rules: "rules: [[p, exist, {target: c}]]")
        defer { tool.remove() }
        try tool.write([], to: "c.ndjson")
        let arguments = ["check", "-r", "rules.yaml", "--collection", "c=c.ndjson"]
        let remark = "note: the collection 'c' has no records: c.ndjson"
        #expect(try tool.run(arguments, input: Array("{}".utf8)).errors.contains(remark))
        #expect(try tool.run(arguments + ["-q"], input: Array("{}".utf8)).errors.isEmpty)
    }

    /// A pipe can be read only once, however many rules look in it.
    @Test func pipesAndStandardInputCanBeCollections() throws {
        let tool = try Tool(
            rules: """
                rules: [[p, exist, {target: c}], [q, exist, {target: c, targetAttribute: p}], [n, exist, {target: c}]]
                """)
        defer { tool.remove() }
        try tool.write(Array("{\"p\":2,\"q\":1,\"n\":4}\n".utf8), to: "d.ndjson")
        let records = [Array("{\"p\":1,\"n\":3}\n{\"p\":2,\"n\":4}\n".utf8)]
        for path in ["-", "/dev/stdin"] {
            let arguments = ["check", "-r", "rules.yaml", "--collection", "c=\(path)"]
            let result = try tool.run(arguments + ["d.ndjson"], pieces: records)
            #expect(result.status == 0, "\(path): \(result.errors)")
            for command in [arguments, arguments + ["d.ndjson", "-"], ["filter"] + arguments.dropFirst()] {
                let refused = try tool.run(command, pieces: records)
                #expect(refused.status == 2)
                #expect(refused.errors.contains("standard input has the records"), "\(refused.errors)")
            }
        }
    }

    @Test func aFileMayBeInputAndCollection() throws {
        let tool = try Tool(rules: "rules: [[p, exist, {target: c, targetAttribute: q}]]")
        defer { tool.remove() }
        try tool.write(Array("{\"p\":1,\"q\":1}\n{\"p\":3,\"q\":2}\n".utf8), to: "d.ndjson")
        let result = try tool.run(["check", "-r", "rules.yaml", "--collection", "c=d.ndjson", "d.ndjson"])
        #expect(result.lines.count == 1 && result.output.hasPrefix("d.ndjson:2:6: error"), "\(result.output)")
    }

    @Test func aDirectoryIsNoCollection() throws {
        let tool = try Tool(rules: "rules: [[p, exist, {target: c}]]")
        defer { tool.remove() }
        let result = try tool.check("{}", "--collection", "c=.")
        #expect(result.status == 3 && result.errors == "error: .: Is a directory\n")
    }

    /// A record whose value another one had says which one, and no message has an English tail.
    @Test func theFirstRecordIsNoPartOfTheMessage() throws {
        let tool = try Tool(rules: "rules: [[p, unique]]")
        defer { tool.remove() }
        let records = Array("{\"p\":1}\n{\"p\":2}\n{\"p\":1}\n".utf8)
        let message = "P ist bereits vergeben."
        for (format, expected) in [
            ("text", "<stdin>:3:6: error: \(message) [unique.taken /p, first in record 1]\n"),
            ("github", "\(message) [unique.taken, first in record 1]\n"), ("csv", ",unique,\(message),1\r\n"),
            (
                "junit",
                "message=\"\(message)\">&lt;stdin&gt;:3:6: error: \(message) [unique.taken /p, first in record 1]<"
            ),
            ("html", ">3<span class=\"path\">↑ 1</span></td>"), ("html", ">\(message)</td>"),
            ("json", "\"firstRecord\":1"), ("sarif", "\"text\":\"\(message)\""),
        ] {
            let result = try tool.run(["check", "-r", "rules.yaml", "--locale", "de", "-f", format], input: records)
            #expect(result.output.contains(expected), "\(format): \(result.output)")
        }
        let arguments = ["check", "-r", "rules.yaml", "--locale", "de", "--color", "always"]
        #expect(try tool.run(arguments, input: records).output.contains("[/p, first in record 1]"))
    }
}
