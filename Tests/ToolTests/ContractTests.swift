import Foundation
import TestSupport
import Testing

/// `--contract`: records are validated by a Table Schema, a data package or an Open Data Contract.
@Suite(.waitingForProcesses) struct ContractTests {
    private static let package = """
        {"name": "shop", "resources": [
          {"name": "orders", "path": "data/orders.csv", "dialect": {"delimiter": ";"}, "schema": {
            "fields": [
              {"name": "id", "type": "integer", "constraints": {"minimum": 1}},
              {"name": "amount", "type": "number", "title": "Amount paid", "constraints": {"exclusiveMinimum": 0}},
              {"name": "day", "type": "date", "format": "%d.%m.%Y"},
              {"name": "paid", "type": "boolean"},
              {"name": "code", "type": "string", "constraints": {"pattern": "[A-Z]{2}", "enum": ["AA", "BB"]}},
              {"name": "country", "type": "string", "constraints": {"required": true}},
              {"name": "tags", "type": "list"}],
            "primaryKey": ["id", "day"], "missingValues": ["", "-"],
            "foreignKeys": [{"fields": "country", "reference": {"resource": "countries", "fields": "iso"}}]}},
          {"name": "countries", "path": "data/countries.csv", "schema": {
            "fields": [{"name": "iso", "type": "string", "constraints": {"unique": true, "minLength": 2}}]}}]}
        """
    private static let orders = """
        id;amount;day;paid;code;country;tags
        1;2.5;31.01.2026;true;AA;DE;a
        1;-;31.01.2026;-;;FR;
        0;0;2026-01-31;yes;AAA;;
        ;3;01.02.2026;1;BB;DE;b

        """
    private static let contract = """
        apiVersion: v3.0.2
        kind: DataContract
        slaProperties: [{ property: latency, value: 4 }]
        schema:
          - name: orders
            properties:
              - { name: id, logicalType: string, primaryKey: true, logicalTypeOptions: { minLength: 2, format: uuid4 } }
              - name: amount
                businessName: Amount paid
                logicalType: number
                logicalTypeOptions: { minimum: 0, exclusiveMinimum: true }
                quality:
                  - { metric: nullValues, mustBeLessOrEqualTo: 10, unit: percent }
                  - { type: sql, query: "select 1", mustBe: 0 }
              - { name: mail, logicalType: string, required: true, logicalTypeOptions: { format: email } }
            quality:
              - { metric: rowCount, mustBeGreaterThan: 3, severity: warning }
          - name: empty
            properties: [{ name: a, logicalType: boolean }]
        """

    @Test(arguments: [
        ("%d/%m/%Y", "01/02/20", "01/02/2020"), ("%Y%m%d", "13", "20200213"), ("%y-%m-%d", "2", "20-02-13"),
    ])
    func yearsHaveTheDigitsOfStrftime(format: String, wrong: String, right: String) throws {
        let result = try run(
            ["check", "--contract", "s.json", "--locale", "en", "d.csv"],
            [
                "s.json": #"{"fields": [{"name": "v", "type": "date", "format": "\#(format)"}]}"#,
                "d.csv": "v\n\(wrong)\n\(right)\n",
            ])
        #expect(result.status == 1 && result.output.contains("d.csv:2:1"), "\(result)")
        #expect(!result.output.contains("d.csv:3:"), "\(result)")
    }

    private func run(_ arguments: [String], _ files: [String: String]) throws -> Tool.Result {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "data"), withIntermediateDirectories: true)
        for (name, text) in files { try tool.write(Array(text.utf8), to: name) }
        return try tool.run(arguments)
    }

    private func runPackage(_ arguments: String...) throws -> Tool.Result {
        try run(
            arguments,
            [
                "p.json": Self.package, "data/orders.csv": Self.orders, "data/countries.csv": "iso\nDE\n",
            ])
    }

    @Test func `a resource is found, read by its dialect, and checked with its keys`() throws {
        let result = try runPackage("check", "--contract", "p.json#orders")
        #expect(result.status == 1)
        #expect(
            result.lines.map { String($0.split(separator: "[")[1]) } == [
                "unique.combination /id, first in record 1]", "exist.invalid /country]", "number.tooSmall /id]",
                "compare.greater /amount]", "date.invalid /day]", "in.invalid /paid]", "match.invalid /code]",
                "required.blank /country]", "required.blank /id]",
            ], "\(result.output)")
        #expect(
            result.errors.contains("p.json:10:32: note: not checked: the items of the type 'list'"), "\(result.errors)")
    }

    @Test func `the records of a named file are checked in place of those of the resource`() throws {
        let result = try runPackage("check", "--contract", "p.json#countries", "data/orders.csv")
        #expect(result.status == 2)
        #expect(result.errors.contains("no column 'iso'"), "\(result.errors)")
    }

    @Test func `a package with several resources asks for one, and suggests the name that was meant`() throws {
        let all = try runPackage("check", "--contract", "p.json")
        #expect(all.status == 2)
        #expect(all.errors.contains("name one, such as p.json#orders (orders, countries)"), "\(all.errors)")
        let near = try runPackage("check", "--contract", "p.json#order")
        #expect(near.errors.contains("did you mean 'orders'?"), "\(near.errors)")
    }

    @Test func `a package reads no file outside its directory`() throws {
        let package = Self.package.replacingOccurrences(of: "data/orders.csv", with: "../orders.csv")
        let result = try run(["check", "--contract", "p.json#orders"], ["p.json": package])
        #expect(result.status == 2)
        #expect(result.errors.contains("leads out of the directory of the package"), "\(result.errors)")
    }

    @Test func `a misspelled type and a misspelled constraint are errors at their places`() throws {
        let schema = """
            {"fields": [{"name": "a", "type": "integr"},
             {"name": "b", "constraints": {"requird": true}}], "primaryKey": "c"}
            """
        let result = try run(["check", "--contract", "s.json", "/dev/null"], ["s.json": schema])
        #expect(result.status == 2)
        #expect(result.errors.contains("s.json:1:35: error: unknown type 'integr'"), "\(result.errors)")
        #expect(result.errors.contains("did you mean 'integer'?"), "\(result.errors)")
        #expect(result.errors.contains("s.json:2:32: error: unknown constraint 'requird'"), "\(result.errors)")
        #expect(result.errors.contains("s.json:2:66: error: no field 'c'"), "\(result.errors)")
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let contract: String
        let error: String
        var testDescription: String { contract }
    }

    private static func odcs(_ property: String, _ object: String = "") -> String {
        """
        apiVersion: v3.0.2
        kind: DataContract
        schema: [{ name: o, \(object) properties: [{ name: a, \(property) }] }]
        """
    }

    static let wrong = [
        Wrong(
            contract: odcs("requird: true"),
            error: "c:3:46: error: unknown key 'requird' of a property; did you mean 'required'?"),
        Wrong(contract: odcs("primaryKy: true"), error: "did you mean 'primaryKey'?"),
        Wrong(contract: odcs("logicaltype: integer"), error: "did you mean 'logicalType'?"),
        Wrong(contract: odcs("required: \"yes\""), error: "expected true or false, found \"yes\""),
        Wrong(contract: odcs("unique: 1"), error: "expected true or false, found 1"),
        Wrong(contract: odcs("primaryKey: []"), error: "expected true or false, found []"),
        Wrong(contract: odcs("required: true", "propertis: [],"), error: "unknown key 'propertis' of an object"),
        Wrong(
            contract: odcs("quality: [{ metric: nullValues, mustBe: 1, unt: percent }]"),
            error: "unknown key 'unt' of a quality rule; did you mean 'unit'?"),
        Wrong(
            contract: #"{"fields": [{"name": "a", "typ": "integer"}]}"#,
            error: "c:1:27: error: unknown key 'typ' of a field; did you mean 'type'?"),
        Wrong(
            contract: #"{"fields": [{"name": "a", "constraints": {"required": "yes"}}]}"#,
            error: "expected true or false, found \"yes\""),
        Wrong(
            contract: #"{"fields": [{"name": "a", "constraints": {"unique": 0}}]}"#,
            error: "expected true or false, found 0"),
        Wrong(contract: #"{"fields": [{"name": "a"}], "primaryKy": "a"}"#, error: "did you mean 'primaryKey'?"),
        Wrong(
            contract: #"{"path": "d.csv", "schema": {"fields": [{"name": "a"}]}, "encodng": "latin1"}"#,
            error: "unknown key 'encodng' of the resource; did you mean 'encoding'?"),
    ]

    @Test(arguments: wrong) func `a misspelled key and a value that is no Boolean are errors`(row: Wrong) throws {
        let result = try run(["check", "--contract", "c", "/dev/null"], ["c": row.contract])
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(row.error), "\(result.errors)")
    }

    @Test func `a property that somebody has added is named, and nothing else happens`() throws {
        let contracts = [
            Self.odcs("required: true, sensitivity: high"),
            #"{"fields": [{"name": "a", "sensitivity": "high", "constraints": {"required": true, "unique": null}}]}"#,
        ]
        for contract in contracts {
            let result = try run(["check", "--contract", "c", "d.ndjson"], ["c": contract, "d.ndjson": "{}\n"])
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("note: not checked: 'sensitivity' of a"), "\(result.errors)")
            #expect(result.output.contains("[required.blank /a]"), "\(result.output)")
        }
    }

    @Test(arguments: [
        #""decimalChar": ",""#, #""decimalChar": ",", "groupChar": ".""#, #""groupChar": ",""#, #""bareNumber": true"#,
    ])
    func `spaces around a number make it invalid, whatever its decimal sign`(signs: String) throws {
        let schema = #"{"fields": [{"name": "n", "type": "number", \#(signs)}]}"#
        let data = ["2", "-2", "12", " 2", "2 ", "\u{A0}2", "\t2"].map { "\($0)\n" }.joined()
        let result = try run(["check", "--contract", "s.json", "d.csv"], ["s.json": schema, "d.csv": "n\n" + data])
        #expect(result.status == 1, "\(result.errors)")
        let lines = result.lines.map { String($0.split(separator: ":")[1]) }
        #expect(lines.filter { !["5", "6", "7", "8"].contains($0) } == [], "\(result.output)")
        #expect(Set(lines).count == 4, "\(result.output)")
    }

    @Test func `a pattern that is not supported is an error at its place in the contract`() throws {
        let schema = """
            {"fields": [{"name": "a"},
             {"name": "b", "constraints": {"pattern": "(a"}}]}
            """
        let result = try run(["check", "--contract", "s.json", "/dev/null"], ["s.json": schema])
        #expect(result.status == 2)
        #expect(result.errors.contains("s.json:2:43: error: "), "\(result.errors)")
    }

    @Test func `an object of an Open Data Contract is checked with its quality rules`() throws {
        let data = """
            {"id": "a1", "amount": 0, "mail": "a@example.com"}
            {"id": "a1", "amount": null, "mail": "x"}
            {"id": "b", "amount": 1}

            """
        let result = try run(
            ["check", "--contract", "c.yaml#orders", "d.ndjson"], ["c.yaml": Self.contract, "d.ndjson": data])
        #expect(result.status == 1)
        for code in [
            "d.ndjson:1:24: error: Amount paid must be greater than 0. [compare.greater /amount]",
            "[unique.taken /id", "[email.invalid /mail]", "[string.tooShort /id]", "[required.blank /mail]",
            "d.ndjson: error: share(amount is absent) must be at most 10% (value: 33.3333%). [dataset.tooBig]",
            "d.ndjson: warning: rows must be at least 4 (value: 3). [dataset.tooSmall]",
        ] {
            #expect(result.output.contains(code), "\(code): \(result.output)")
        }
        for note in [
            "c.yaml:3:1: note: not checked: 'slaProperties' of the contract",
            "note: not checked: quality rules of the type 'sql'",
            "note: not checked: 'format' of the logicalType 'string'",
        ] {
            #expect(result.errors.contains(note), "\(note): \(result.errors)")
        }
    }

    @Test func `a misspelled logical type, metric and limit are errors`() throws {
        let contract = Self.contract.replacingOccurrences(of: "logicalType: boolean", with: "logicalType: bolean")
            .replacingOccurrences(of: "metric: rowCount", with: "metric: rowCont")
        let wrongType = try run(["check", "--contract", "c.yaml#empty", "/dev/null"], ["c.yaml": contract])
        #expect(wrongType.errors.contains("unknown logicalType 'bolean'"), "\(wrongType.errors)")
        #expect(wrongType.errors.contains("did you mean 'boolean'?"), "\(wrongType.errors)")
        let wrongMetric = try run(["check", "--contract", "c.yaml#orders", "/dev/null"], ["c.yaml": contract])
        #expect(wrongMetric.errors.contains("did you mean 'rowCount'?"), "\(wrongMetric.errors)")
    }

    @Test func `an imported contract finds what the contract finds`() throws {
        let imported = try runPackage("schema", "import", "p.json#orders")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.errors.contains("note: a foreign key needs --collection countries=data/countries.csv"))
        let files = [
            "p.json": Self.package, "r.yaml": imported.output, "data/orders.csv": Self.orders,
            "data/countries.csv": "iso\nDE\n",
        ]
        let direct = try run(["check", "--contract", "p.json#orders"], files)
        let again = try run(
            ["check", "-r", "r.yaml", "--collection", "countries=data/countries.csv", "data/orders.csv"], files)
        #expect(again.lines == direct.lines)
        #expect(!direct.lines.isEmpty)
    }

    private static let web = """
        {"@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}], "dc:title": "Trees", "url": "tree.csv",
         "dialect": {"delimiter": ";", "headerRowCount": 1},
         "tableSchema": {"null": ["", "-"], "primaryKey": "GID", "columns": [
          {"name": "GID", "titles": ["Tree", "Id"], "datatype": "string", "required": true},
          {"name": "height", "titles": {"en": "Height"}, "datatype": {"base": "decimal", "minimum": "0"}},
          {"name": "girth", "datatype": "unsignedByte"},
          {"name": "day", "datatype": {"base": "date", "format": "dd.MM.yyyy"}},
          {"name": "alive", "datatype": {"base": "boolean", "format": "Y|N"}},
          {"name": "code", "datatype": {"base": "string", "format": "[A-Z]+", "maxLength": 3}},
          {"name": "tags", "separator": ",", "datatype": "string"},
          {"name": "type", "virtual": true, "propertyUrl": "rdf:type"}]}}
        """

    @Test func `metadata of CSV on the Web is checked like a data package`() throws {
        let data = """
            Tree;Height;girth;day;alive;code;tags
            a;1.5;255;31.01.2026;Y;ABC;x,y
            b;-;;-;N;;
            a;-1;256;2026-01-31;true;abc;
            ;x;1;01.01.2026;N;ABCD;

            """
        let files = ["tree.csv-metadata.json": Self.web, "tree.csv": data]
        let direct = try run(["check", "--contract", "tree.csv-metadata.json"], files)
        #expect(direct.status == 1, "\(direct.errors)")
        #expect(
            direct.lines.map { String($0.split(separator: "[")[1].prefix { $0 != "]" && $0 != "," }) } == [
                "number.tooSmall /Height", "number.tooBig /girth", "date.invalid /day", "in.invalid /alive",
                "match.invalid /code", "unique.taken /Tree", "required.blank /Tree", "number.type /Height",
                "string.tooLong /code",
            ], "\(direct.output)")
        for note in [
            "4:38: note: not checked: titles of a column beside the first one",
            "10:33: note: not checked: the items of cells with a 'separator'",
        ] {
            #expect(direct.errors.contains("tree.csv-metadata.json:" + note), "\(direct.errors)")
        }
        #expect(!direct.errors.contains("dc:title"), "\(direct.errors)")
        let imported = try run(["schema", "import", "tree.csv-metadata.json"], files)
        #expect(
            imported.status == 0 && imported.output.hasPrefix("# From the metadata of tree.csv"), "\(imported.errors)")
        let again = try run(
            ["check", "-r", "r.yaml", "tree.csv"], files.merging(["r.yaml": imported.output]) { $1 })
        #expect(again.lines == direct.lines, "\(again.errors)")
    }

    @Test func `tables of a group refer to each other`() throws {
        let group = """
            {"@context": "http://www.w3.org/ns/csvw", "tables": [
             {"url": "a.csv", "tableSchema": {"columns": [{"name": "c", "titles": "Country"}], "foreignKeys":
              [{"columnReference": "c", "reference": {"resource": "b.csv", "columnReference": "iso"}}]}},
             {"url": "b.csv", "tableSchema": {"columns": [{"name": "iso", "titles": "ISO"}]}}]}
            """
        let files = ["m.json": group, "a.csv": "Country\nDE\nXX\n", "b.csv": "ISO\nDE\n"]
        let result = try run(["check", "--contract", "m.json#a.csv"], files)
        #expect(result.lines.count == 1 && result.output.contains("a.csv:3:1"), "\(result.output) \(result.errors)")
        #expect(result.output.contains("[exist.invalid /Country]"), "\(result.output)")
        let all = try run(["check", "--contract", "m.json"], files)
        #expect(all.errors.contains("name one, such as m.json#a.csv (a.csv, b.csv)"), "\(all.errors)")
    }

    @Test(arguments: [
        (#"{"tableSchema": {"columns": []}}"#, "a table needs the 'url' of its file"),
        (#"{"url": "../x.csv", "tableSchema": {"columns": []}}"#, "leads out of the directory"),
        (
            #"{"url": "x.csv", "tableSchema": {"columns": [{"name": "a", "datatype": "integr"}]}}"#,
            "1:72: error: unknown datatype 'integr'"
        ),
        (
            #"{"url": "x.csv", "tableSchema": {"columns": [{"name": "a", "requird": true}]}}"#,
            "unknown key 'requird' of a column; did you mean 'required'?"
        ),
        (#"{"url": "x.csv", "tableSchema": "http://example.org/s.json"}"#, "nothing is read from a network"),
        (#"{"url": "x.csv", "tableSchema": {"columns": [{"name": "a"}], "primaryKey": "b"}}"#, "no field 'b' (a)"),
        (
            #"{"url": "x.csv", "tableSchema": {"columns": [{"name": "a", "datatype": {"base": "boolean", "format": "Y"}}]}}"#,
            "expected two words such as 'Y|N'"
        ),
        (#"{"url": "x.csv", "tables": 1}"#, "expected a Table Schema (with 'fields')"),
        (#"{"@context": "http://www.w3.org/ns/csvw", "url": "x.csv"}"#, "no 'tableSchema' with 'columns'"),
    ])
    func `a mistake in metadata is an error`(metadata: String, error: String) throws {
        let result = try run(["check", "--contract", "m.json", "d.csv"], ["m.json": metadata, "d.csv": "a\n1\n"])
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(error), "\(result.errors)")
    }

    @Test func `numbers may be infinite or none, as far as bounds allow it`() throws {
        let words = ["NaN", "INF", "-INF", "inf", "infinity", "5.", "1e3"]
        func refused(_ field: String) throws -> [String] {
            let schema = #"{"fields": [{"name": "n", \#(field)}]}"#
            let result = try run(
                ["check", "--contract", "s.json", "d.csv"],
                ["s.json": schema, "d.csv": "n\n" + words.joined(separator: "\n") + "\n"])
            return result.lines.compactMap { Int($0.split(separator: ":")[1]) }.map { words[$0 - 2] }
        }
        #expect(try refused(#""type": "number""#) == ["infinity", "5."])
        #expect(try refused(#""type": "number", "groupChar": ",""#).contains("INF") == false)
        #expect(try refused(#""type": "integer""#) == ["NaN", "INF", "-INF", "inf", "infinity", "5.", "1e3"])
        let least = #""type": "number", "constraints": {"minimum": 1}"#
        #expect(try refused(least) == ["NaN", "-INF", "infinity", "5."])
    }

    @Test func `a time has seconds`() throws {
        let result = try run(
            ["check", "--contract", "s.json", "d.csv"],
            ["s.json": #"{"fields": [{"name": "t", "type": "time"}]}"#, "d.csv": "t\n12:30:00\n12:30\n"])
        #expect(result.lines.count == 1 && result.output.contains("d.csv:3:1"), "\(result.output)")
    }
}
