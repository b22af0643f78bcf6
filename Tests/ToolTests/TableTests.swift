import Foundation
import TestSupport
import Testing

/// Tables that lack what rules need, and the many ways in which people write tables.
@Suite(.waitingForProcesses) struct TableTests {
    struct Row: Sendable {
        let rules: String
        let table: String
        let arguments: [String]
        let status: Int32
        /// Parts of what is written, in their order.
        let parts: [String]
        let location: SourceLocation

        init(
            _ rules: String, _ table: String, _ status: Int32, _ parts: String..., with arguments: [String] = [],
            at location: SourceLocation = #_sourceLocation
        ) {
            self.rules = rules
            self.table = table
            self.arguments = arguments
            self.status = status
            self.parts = parts
            self.location = location
        }
    }

    private static let user = "rules:\n  - [username, required]\n  - [age, integer]\n"

    private static let wide = (0..<200).map { "c\($0)" }.joined(separator: ",") + "\n"
    private static let many = "rules: [[[" + (0..<30).map { "a\($0)" }.joined(separator: ", ") + "], integer]]"

    static let missing: [Row] = [
        Row(
            "rules:\n  - [iatta, match, {pattern: x}]\n  - [icao, string]\n", "iata,icao\nX,Y\n", 2,
            "error: d.csv:1: no column 'iatta', which the rule at rules.yaml:2:6 needs; did you mean 'iata'?",
            "the header has 2 columns: 'iata', 'icao'", "optional: [iatta]"),
        Row(user, "age\n5\n", 2, "no column 'username', which the rule at rules.yaml:2:6 needs"),
        Row(user, " username ,AGE\nx,5\n", 2, "did you mean ' username '?", "did you mean 'AGE'?"),
        Row(user, "User Name,age\nx,5\n", 2, "did you mean 'User Name'?"),
        Row(user, "username;age\nx;5\n", 2, "the header has 1 column", "give --delimiter ';'"),
        Row(user, "username\tage\nx\t5\n", 2, "give --delimiter '\\t'"),
        Row(user, "17,bob\n18,al\n", 2, "the first row seems to be data ('17')"),
        Row(user, "a@b.de,c\n", 2, "the first row seems to be data ('a@b.de')"),
        Row(user, "\n\nname,age\nx,5\n", 2, "error: d.csv:3: no column 'username'"),
        Row(
            user, "x\n5\n", 2, "no column 'age'",
            "columns that a table can lack are listed in the rule file: optional: [username, age]"),
        Row(
            "rules: [[x, integer]]", wide, 2, "the header has 200 columns: 'c0', ", "'c29', … and 170 more"),
        Row(many, "z\n", 2, "no column 'a9'", "… and 20 more", "a8, a9, …]"),
        // Lists are never in a table, with or without a column for them.
        Row(
            "rules: [[items.*.sku, required]]", "items,a\nx,y\n", 2,
            "the rule at rules.yaml:1:10 is about 'items.*.sku', but a field of a table is a string"),
        Row("rules: [[a.b, integer]]", "a,b\n1,2\n", 2, "no column 'a.b'"),
        // A closed rule set says once what no rule names, and a rule about the record sees all columns.
        Row(
            "{closed: true, optional: [c], rules: [[a.b, integer], [[c, cd], string]]}", "a.b,a.x,cde,cd\n1,2,3,4\n", 2,
            "d.csv:1: the column 'a.x' is named by no rule, and the rule set is closed",
            "d.csv:1: the column 'cde' is named by no rule, and the rule set is closed"),
        Row("{closed: true, rules: [[a, integer]]}", "a\nx\n", 1, "d.csv:2:1", "integer.type"),
        Row("rules: [[., keys, {only: [a]}]]", "a,b\n1,2\n", 1, "keys.unknown"),
        Row(
            "rules: [{attributes: a, type: required, when: [b, required]}]", "a\n1\n", 2,
            "no column 'b', which the rule at rules.yaml:1:9 needs"),
        Row("rules: [[a.b, integer]]", "a.b\nx\n", 1, "d.csv:2:1", "integer.type"),
        // What a rule only looks at is needed too.
        Row(
            "rules: [[a, compare, {compareAttribute: b}], [b, safe]]", "a\n1\n", 2,
            "no column 'b', which the rule at rules.yaml:1:9 needs"),
        Row("rules: [{attributes: a, type: required, when: [b, required]}, [b, safe]]", "a\n1\n", 2, "no column 'b'"),
        Row("rules: [{attributes: a, type: required, unless: [b, required]}, [b, safe]]", "a\n1\n", 2, "no column 'b'"),
        // What no rule looks at is not.
        Row("rules: [[a, integer], [b, safe]]", "a\n1\n", 0, "1 valid"),
        Row("attributes: [a, b]\nrules: [[a, integer]]", "a\n1\n", 0, "1 valid"),
        // A default value stands in for a column; null does not.
        Row("rules: [[a, integer], [b, default, {value: 5}], [b, integer]]", "a\n1\n", 0, "1 valid"),
        Row("rules: [[a, integer], [b, default]]", "a\n1\n", 2, "no column 'b'"),
        Row(
            "rules: [[a, safe], {attributes: b, type: default, value: 5, when: [a, required]}]", "a\n1\n", 2,
            "no column 'b'"),
        // Only the rules of the scenario count.
        Row("rules: [[a, integer], {attributes: b, type: required, on: full}]", "a\n1\n", 0, "1 valid"),
        Row(
            "rules: [[a, integer], {attributes: b, type: required, on: full}]", "a\n1\n", 2, "no column 'b'",
            with: ["--scenario", "full"]),
        // What the rule set says may be missing.
        Row("optional: [b]\nrules: [[a, integer], [b, integer]]", "a\n1\n", 0, "1 valid"),
        Row("optional: b, c\nrules: [[a, integer], [[b.x, c.*.y], integer]]", "a\n1\n", 0, "1 valid"),
        Row("optional: [bb]\nrules: [[b, integer]]", "b\n1\n", 2, "unknown attribute 'bb' in 'optional'", "'b'"),
        // A table without a header has no columns either.
        Row(user, "", 2, "the table is empty: no column 'username', which the rule at rules.yaml:2:6 needs"),
        Row(user, "\n\n", 2, "the table is empty: no column 'username'"),
        Row("optional: [b]\nrules: [[b, required]]", "", 0, "0 records"),
    ]

    @Test func aRuleForAColumnThatIsNotThereIsAnError() throws {
        eachRow(Self.missing, at: \.location) { row in
            let tool = try Tool(rules: row.rules)
            defer { tool.remove() }
            try tool.write(Array(row.table.utf8), to: "d.csv")
            let check = ["check", "--rules", "rules.yaml", "--locale", "en"] + row.arguments
            let ways = [
                try tool.run(check + ["d.csv"]), try tool.run(check + ["d.csv", "--jobs", "3", "--format", "json"]),
                try tool.run(check + ["--input-format", "csv"], input: Array(row.table.utf8)),
                try tool.run(["shard"] + check.dropFirst(), input: Array("d.csv 0 1000".utf8)),
            ]
            for (number, result) in ways.enumerated() {
                let status = number == 3 && row.status == 1 ? 0 : row.status
                #expect(result.status == status, "way \(number): \(result.errors)", sourceLocation: row.location)
                if row.status == 2 { #expect(result.output == "", sourceLocation: row.location) }
            }
            let written = (ways[0].output + ways[0].errors)[...]
            _ = row.parts.reduce(written) { left, part in
                guard let range = left.range(of: part) else {
                    Issue.record("'\(part)' is not in:\n\(left)", sourceLocation: row.location)
                    return left
                }
                return left[range.upperBound...]
            }
        }
    }

    /// Nothing is written for the files before it either, and outputs stay what they were.
    @Test func oneTableOfManyWithoutAColumnEndsTheRunBeforeItsFirstRow() throws {
        let tool = try Tool(rules: Self.user)
        defer { tool.remove() }
        try tool.write(Array("username,age\n,x\n".utf8), to: "a.csv")
        try tool.write(Array("age,username\nx,\n".utf8), to: "b.csv")
        try tool.write(Array("age\nx\n".utf8), to: "c.csv")
        try tool.write(Array("before".utf8), to: "found.txt")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en"]
        #expect(try tool.run(check + ["a.csv", "b.csv"]).lines.count == 4)
        let result = try tool.run(check + ["a.csv", "b.csv", "c.csv", "--output", "found.txt"])
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: c.csv:1: no column 'username'"), "\(result.errors)")
        #expect(try tool.bytes("found.txt") == Data("before".utf8))
    }

    struct Form: Sendable {
        let bytes: [UInt8]
        /// The places of what is found by `[username, required], [age, integer]`, then the summary's beginning.
        let found: [String]
        let arguments: [String]
        let location: SourceLocation

        init(
            _ text: String, _ arguments: [String] = [], _ found: String...,
            at location: SourceLocation = #_sourceLocation
        ) {
            bytes = Array(text.utf8)
            self.found = found
            self.arguments = arguments
            self.location = location
        }
    }

    static let forms: [Form] = [
        // Line ends of any system, also mixed.
        Form("username,age\nx,y\n,5", [], "2:3", "3:1", "2 records"),
        Form("username,age\r\nx,y\r\n,5\r\n", [], "2:3", "3:1", "2 records"),
        Form("username,age\rx,y\r,5\r", [], "2:3", "3:1", "2 records"),
        Form("username,age\rx,y\r\n,5\nz,q", [], "2:3", "3:1", "4:3", "3 records"),
        Form("username,age\nx,y\r,5\r\nz,q\r", [], "2:3", "3:1", "4:3", "3 records"),
        Form("username,age\r\r\nx,y\r\r\n", [], "3:3", "1 record"),
        Form("\u{FEFF}username,age\rx,y\r", [], "2:3", "1 record"),
        // A carriage return in quotes is data, and a line for whoever counts lines.
        Form("username,age\r\"a\rb\",y\r\"b\r\",\"1\r\"\r", [], "3:4", "5:3", "2 records"),
        Form("username,age\n\"a\r\nb\",y\n", [], "3:4", "1 record"),
        Form("\"username\r\",username,age\rx,x,y\r", [], "3:5", "1 record"),
        // Blank lines anywhere.
        Form("\nusername,age\nx,y\n", [], "3:3", "1 record"),
        Form("\r\rusername,age\rx,y\r", [], "4:3", "1 record"),
        Form(" \n\t\n\r\nusername,age\n\n  \nx,y\n\n\n", [], "7:3", "1 record"),
        Form("\u{FEFF}\n\nusername,age\nx,y", [], "4:3", "1 record"),
        Form("username\tage\nx\ty\n\t\n", ["--input-format", "tsv"], "2:3", "3:1", "2 records"),
        // As spreadsheets name their delimiter.
        Form("sep=;\nusername;age\nx;y\n", [], "3:3", "1 record"),
        Form("\u{FEFF}sep=;\r\nusername;age\r\nx;y\r\n", [], "3:3", "1 record"),
        Form("\"sep=\t\"\rusername\tage\rx\ty\r", [], "3:3", "1 record"),
        Form("sep=,\nusername;age\nx;y\n", ["--delimiter", ";"], "3:3", "1 record"),
    ]

    @Test func tablesOfAnyLineEndsAreTheSame() throws {
        let tool = try Tool(rules: Self.user)
        defer { tool.remove() }
        eachRow(Self.forms, at: \.location) { form in
            let format = form.arguments.contains("--input-format") ? [] : ["--input-format", "csv"]
            let check = ["check", "--rules", "rules.yaml", "--locale", "en"] + format + form.arguments
            try tool.write(form.bytes, to: "d.csv")
            let file = try tool.run(check + ["d.csv"])
            let pieces = stride(from: 0, to: form.bytes.count, by: 7).map {
                Array(form.bytes[$0..<min($0 + 7, form.bytes.count)])
            }
            for result in [file, try tool.run(check, pieces: pieces)] {
                let places = result.lines.map { $0.split(separator: ":")[1...2].joined(separator: ":") }
                let summary = result.errors.prefix { $0 != ":" }
                #expect(places + [String(summary)] == form.found, "\(result.errors)", sourceLocation: form.location)
            }
        }
    }

    @Test func rowsGoToFilesWithTheirLineEnds() throws {
        let tool = try Tool(rules: Self.user)
        defer { tool.remove() }
        try tool.write(Array("username,age\rx,1\ry,z\r\"a\rb\",2".utf8), to: "d.csv")
        let check = ["check", "--rules", "rules.yaml", "d.csv", "--valid", "valid.csv", "--invalid", "invalid.csv"]
        #expect(try tool.run(check).status == 1)
        let again = ["check", "--rules", "rules.yaml"]
        #expect(try tool.run(again + ["valid.csv"]).errors.hasPrefix("2 records: 2 valid"))
        #expect(try tool.run(again + ["invalid.csv"]).errors.hasPrefix("1 record: 0 valid, 1 invalid"))
    }
}
