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
}
