import Proviso
import Testing

/// Conditions and options of a shape that name attributes of the whole record: `record.currency`.
struct RecordNameTests {
    private static let invoice = """
        rules:
          - [currency, required]
          - [limits.items, integer]
          - [items.*, shape, { name: item }]
        shapes:
          item:
            - { attributes: fx, type: required, when: [record.currency, in, { range: [USD] }] }
            - [quantity, number, { max: { attribute: record.limits.items } }]
            - [zip, postalCode, { countryAttribute: record.country }]
            - [warehouse, in, { range: { attribute: "record.warehouses.*.id" } }]
            - [same, compare, { compareAttribute: record.currency }]
            - [parts.*, shape, { name: item }]
            - { attributes: note, type: required, when: { anyItem: ["record.warehouses.*.open", boolean] } }

        """

    struct Row: Sendable {
        let record: String
        let findings: [String]

        init(_ record: String, _ findings: [String]) { (self.record, self.findings) = (record, findings) }
    }

    static let rows: [Row] = [
        Row(#"{"currency":"USD","items":[{"fx":1}]}"#, []),
        Row(#"{"currency":"USD","items":[{"fx":1},{}]}"#, ["required.blank /items/1/fx"]),
        Row(#"{"currency":"EUR","items":[{}]}"#, []),
        Row(#"{"currency":"EUR","limits":{"items":1},"items":[{"quantity":5}]}"#, ["number.tooBig /items/0/quantity"]),
        Row(#"{"currency":"EUR","items":[{"quantity":5}]}"#, []),
        Row(#"{"currency":"EUR","country":"DE","items":[{"zip":"1"}]}"#, ["postalCode.invalid /items/0/zip"]),
        Row(#"{"currency":"EUR","country":"DE","items":[{"zip":"10115"}]}"#, []),
        Row(
            #"{"currency":"EUR","warehouses":[{"id":"A"}],"items":[{"warehouse":"A"},{"warehouse":"B"}]}"#,
            [
                "in.invalid /items/1/warehouse"
            ]),
        Row(#"{"currency":"EUR","items":[{"same":"EUR"},{"same":"USD"}]}"#, ["compare.equal /items/1/same"]),
        Row(
            #"{"currency":"USD","limits":{"items":1},"items":[{"fx":1,"parts":[{"parts":[{"quantity":2}]}]}]}"#,
            [
                "required.blank /items/0/parts/0/fx", "required.blank /items/0/parts/0/parts/0/fx",
                "number.tooBig /items/0/parts/0/parts/0/quantity",
            ]),
        Row(
            #"{"currency":"EUR","warehouses":[{"id":"A","open":true}],"items":[{}]}"#, ["required.blank /items/0/note"]),
        Row(#"{"currency":"EUR","warehouses":[{"id":"A","open":3}],"items":[{}]}"#, []),
    ]

    @Test(arguments: rows) func theRecordIsSeen(_ row: Row) throws {
        let plan = try Plan(RuleSet(parsing: Self.invoice))
        #expect(Set(try RuleParts.findings(plan, row.record)) == Set(row.findings), "\(row)")
        let value = try AnyValue(json: row.record)
        #expect(try plan.explain(value).report == plan.validate(value))
    }

    /// A union tries each shape: what the record says counts there, too.
    @Test func aUnionSeesTheRecord() throws {
        let rules = """
            rules:
              - attributes: payments.*
                type: oneOf
                shapes:
                  card: { rules: [[number, required], { attributes: fx, type: required, when: [record.currency, in, { range: [USD] }] }] }
                  cash: { closed: true, rules: [[amount, required], [amount, number, { max: { attribute: record.limit } }]] }
            """
        #expect(
            try RuleParts.findings(in: rules, #"{"currency":"USD","payments":[{"number":1}]}"#) == [
                "required.blank /payments/0/fx"
            ])
        #expect(
            try RuleParts.findings(in: rules, #"{"limit":3,"payments":[{"amount":4}]}"#) == [
                "number.tooBig /payments/0/amount"
            ])
        #expect(
            try RuleParts.findings(in: rules, #"{"limit":4,"currency":"EUR","payments":[{"amount":4},{"number":1}]}"#)
                == [])
    }

    @Test func namesOfTheRecordWithoutItAreErrors() throws {
        func errors(_ rule: String) throws -> [String] {
            try RuleParts.errors(
                in: "rules: [[[currency, limit], safe], [v, shape, { name: s }]]\nshapes: { s: [[x, number], \(rule)] }"
            )
        }
        for (rule, part) in [
            ("{ attributes: x, type: required, when: [currency, required] }", "did you mean 'record.currency'?"),
            ("[x, number, { max: { attribute: limit } }]", "did you mean 'record.limit'?"),
            ("{ attributes: x, type: required, when: [record.currncy, required] }", "did you mean 'record.currency'?"),
        ] {
            let found = try errors(rule)
            #expect(found.count == 1 && found[0].hasPrefix("main.yaml:2:") && found[0].contains(part), "\(found)")
        }
        let many = try errors("[x, number, { max: { attribute: \"record.lines.*.max\" } }]")
        #expect(many.contains { $0.contains("is one of many items") }, "\(many)")
        #expect(try errors("[x, number, { max: { attribute: record.limit } }]") == [])
    }

    @Test func aMemberCalledRecordIsAMember() throws {
        let rules = """
            rules: [[currency, safe], [v, shape, { name: s }]]
            shapes: { s: [[record.currency, safe], { attributes: x, type: required, when: [record.currency, required] }] }
            """
        #expect(try RuleParts.findings(in: rules, #"{"currency":1,"v":{}}"#) == [])
        #expect(try RuleParts.findings(in: rules, #"{"v":{"record":{"currency":1}}}"#) == ["required.blank /v/x"])
    }

    @Test func closedRecordsKnowWhatShapesName() throws {
        let rules = """
            closed: true
            rules: [[v, shape, { name: s }]]
            shapes: { s: { closed: true, rules: [{ attributes: x, type: required, when: [record.currency, required] }] } }
            """
        #expect(try RuleParts.findings(in: rules, #"{"currency":1,"v":{"x":1}}"#) == [])
        #expect(try RuleParts.findings(in: rules, #"{"v":{"record":1}}"#) == ["value.unknown /v/record"])
    }

    @Test func includedFilesKeepTheirRecord() throws {
        let parts = try RuleParts([
            "main.yaml": "include: [{ file: part.yaml, prefix: order }]\nrules: []",
            "part.yaml": """
            rules: [[currency, safe], [items.*, shape, { name: item }]]
            shapes: { item: [{ attributes: fx, type: required, when: [record.currency, in, { range: [USD] }] }] }
            """,
        ])
        defer { parts.remove() }
        let plan = try parts.plan()
        #expect(
            try RuleParts.findings(plan, #"{"order":{"currency":"USD","items":[{}]}}"#) == [
                "required.blank /order/items/0/fx"
            ])
        #expect(try RuleParts.findings(plan, #"{"currency":"USD","order":{"items":[{}]}}"#) == [])
    }
}
