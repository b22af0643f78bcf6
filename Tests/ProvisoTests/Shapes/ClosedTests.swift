import Proviso
import Testing

/// Rule sets that refuse what they do not name, and rules about the record itself.
struct ClosedTests {
    static let tables = [
        RuleTable(
            "members of the record",
            """
            closed: true
            rules:
              - [name, required]
              - { attributes: vat, type: string, when: [country, required] }
              - [end, compare, { compareAttribute: start, operator: ">" }]
            """,
            valid: [#"{"name":"a","country":"x","vat":"y","end":2,"start":1}"#],
            invalid: [
                (#"{"naem":"a"}"#, ["value.unknown /naem", "required.blank /name"]),
                (
                    #"{"name":"a","a.b":1,"x/y":1,"":2}"#,
                    ["value.unknown /a.b", "value.unknown /x~1y", "value.unknown /"]
                ),
            ]),
        RuleTable(
            "nested members",
            """
            closed: true
            rules: [[address.city, string], [items.*.sku, string], [items.*.dims.w, number], [whole, present], [map.*, number]]
            """,
            valid: [
                #"{"whole":{"x":{"y":1}},"map":{"a":1,"b":2},"items":[{"sku":"a","dims":{"w":1}},{}],"address":{"city":"x"}}"#
            ],
            invalid: [
                (
                    #"{"whole":1,"address":{"zip":1},"items":[{"sku":"a"},{"suk":"b","dims":{"h":1}}]}"#,
                    ["value.unknown /address/zip", "value.unknown /items/1/suk", "value.unknown /items/1/dims/h"]
                )
            ]),
        RuleTable(
            "what keys lists is known",
            "{ closed: true, rules: [[address.city, string], [address, keys, { only: [city, street] }]] }",
            valid: [#"{"address":{"city":"x","street":"y"}}"#],
            invalid: [(#"{"address":{"zip":"y"}}"#, ["value.unknown /address/zip", "keys.unknown /address"])]),
        RuleTable(
            "shapes say themselves what they contain",
            """
            closed: true
            rules: [[pay.method, required], { attributes: pay, type: oneOf, by: method, shapes: { card: [[number, required]] } }]
            """,
            valid: [#"{"pay":{"method":"card","number":1,"extra":2}}"#],
            invalid: [(#"{"pay":{"method":"card"},"x":1}"#, ["value.unknown /x", "required.blank /pay/number"])]),
        RuleTable(
            "the attributes that are listed are known", "{ closed: true, attributes: [a, b], rules: [[a, string]] }",
            valid: [#"{"a":"x","b":1}"#], invalid: [(#"{"c":1}"#, ["value.unknown /c"])]),
        RuleTable(
            "positions", "{ closed: true, rules: [[items.0.sku, string]] }",
            valid: [#"{"items":[{"sku":"a"},{"x":1}]}"#],
            invalid: [(#"{"items":[{"suk":"a"}]}"#, ["value.unknown /items/0/suk"])]),
        RuleTable(
            "keys that a pattern allows, and open parts",
            """
            closed: { allow: "^(x-|_)", open: [extra] }
            rules: [[name, string], [extra.id, integer], [extra.in.a, string], [address.city, string]]
            """,
            valid: [#"{"name":"a","x-a":1,"_b":2,"extra":{"id":1,"free":2},"address":{"city":"x","x-y":1}}"#],
            invalid: [
                (
                    #"{"y-a":1,"extra":{"id":"q","in":{"b":1}},"address":{"zip":1}}"#,
                    [
                        "value.unknown /y-a", "value.unknown /extra/in/b", "value.unknown /address/zip",
                        "integer.type /extra/id",
                    ]
                )
            ]),
        RuleTable(
            "open parts of a shape",
            """
            rules: [[v, shape, { name: s }]]
            shapes: { s: { closed: { allow: "^x-", open: [o] }, rules: [[a, string], [o.b, string]] } }
            """,
            valid: [#"{"v":{"a":"x","x-1":1,"o":{"q":1}},"z":1}"#],
            invalid: [(#"{"v":{"z":1}}"#, ["value.unknown /v/z"])]),
        RuleTable(
            "an open record", "{ closed: { open: [.] }, rules: [[a.b, string]] }", valid: [#"{"x":1,"a":{"b":"x"}}"#],
            invalid: [(#"{"x":1,"a":{"c":1}}"#, ["value.unknown /a/c"])]),
        RuleTable(
            "a key with a dot", #"{ closed: true, rules: [['log\.level', string], ['a.b\*', string]] }"#,
            valid: [#"{"log.level":"x","a":{"b*":"y"}}"#],
            invalid: [(#"{"log":{"level":1},"a":{"b":1}}"#, ["value.unknown /log", "value.unknown /a/b"])]),
        RuleTable(
            "the record itself", "- [., keys, { only: [a, b], required: [a] }]", valid: [#"{"a":1}"#],
            invalid: [(#"{"c":1}"#, ["keys.missing ", "keys.unknown "]), ("5", ["keys.type "])]),
        RuleTable(
            "a record that is no object", "- [., number, { min: 1 }]", valid: ["1", "5"],
            invalid: [("0", ["number.tooSmall "]), (#""x""#, ["number.type "]), ("[1]", ["number.type "])]),
        RuleTable(
            "the record and its members", "- [., count, { max: 1 }]\n- [a, string]", valid: [#"{"a":"x"}"#],
            invalid: [(#"{"a":1,"b":2}"#, ["count.tooMany ", "string.type /a"]), ("[1]", ["value.object "])]),
        RuleTable(
            "in a condition", "- { attributes: a, type: required, when: [., count, { min: 2 }] }",
            valid: [#"{"b":1}"#], invalid: [(#"{"b":1,"c":1}"#, ["required.blank /a"])]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }

    @Test func `what closed leaves open is checked`() {
        func errors(_ closed: String) -> [String] {
            diagnostics("{ closed: \(closed), rules: [[a, string]] }", file: "f", registry: .standard)
        }
        #expect(
            errors("{ alow: x }") == [
                "f:1:13: 'closed' has no key 'alow' (it has allow and open); did you mean 'allow'?"
            ])
        #expect(
            errors("{ allow: '(' }")
                == ["f:1:20: 'allow' of 'closed' is not a pattern: at character 1: this '(' is not closed"])
        #expect(errors("{ open: ['a[0]'] }").first?.hasSuffix("did you mean 'a.0'?") == true)
        #expect(errors("{ allow: [x] }") == ["f:1:20: expected a regular expression of keys, such as '^x-'"])
    }

    @Test func `Swift says what is open too, and rule sets are joined`() throws {
        var base = RuleSet(rules: [Rule("a", .string)], closed: true)
        base.openParts = OpenParts(allow: "^x-", paths: ["free"])
        var own = RuleSet(rules: [Rule("free.b", .string)])
        own.openParts.allow = "^_"
        let plan = try Plan(base + own)
        let report = try plan.validate(["a": "x", "x-1": 1, "_1": 1, "free": ["q": 1], "z": 1])
        #expect(report.violations.map(RuleTable.line) == ["value.unknown /z"])
    }

    @Test func theMessageHasASuggestion() throws {
        let plan = try Plan(RuleSet(rules: [Rule("zip", "city", .string)], closed: true))
        let report = try plan.validate(["zpi": 1, "other": 2])
        #expect(
            plan.localizer(preferring: "en").texts(report).map(\.withoutIsolates) == [
                "“zpi” is not allowed. Did you mean “zip”?", "“other” is not allowed.",
            ])
        #expect(report.violations.map(\.attribute) == ["zpi", "other"])
    }

    @Test func changesReachTheRecordItself() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("a", .trim), Rule("b.c", .trim), Rule("d", .default("x")),
                Rule(
                    ".",
                    .check { value, context in
                        context.report("seen", ["value": .text(AnyValue(value).description)])
                    }),
            ]))
        let report = try plan.validate(["a": " 1 ", "b": ["c": " 2 "], "e": 3])
        #expect(
            report.violations.first?.parameters["value"]
                == .text(#"{"a":"1","b":{"c":"2"},"e":3,"d":"x"}"#))
    }

    @Test func nothingCanChangeTheRecordItself() {
        WrongRules("rules: [[., trim]]", "1:9: 'trim' cannot change the record itself").run()
        WrongRules("closed: maybe\nrules: []", "1:9: expected true or false").run()
    }

    @Test func theRecordIsNeverSafe() throws {
        let rules = RuleSet(rules: [Rule(".", .count(max: 5)), Rule("a", .string)])
        #expect(rules.safeAttributes(in: "default") == ["a"])
    }

    /// Members in any order, repeated ones and nested ones are the same from text as from values.
    @Test func membersAreFoundInAnyOrder() throws {
        let plan = try Plan(
            RuleSet(parsing: "{ closed: true, rules: [[[a, b, c.d, c.e, f.*.g], string]] }"))
        let record = Record(for: plan)
        for json in [
            #"{"f":[{"g":"1"}],"c":{"e":"2","d":"3"},"b":"4","a":"5"}"#,
            #"{"a":"1","a":"2","c":{"d":"1"},"c":{"e":"2"}}"#,
        ] {
            try record.fill(json: json)
            #expect(try plan.validate(record).violations.map(RuleTable.line) == [])
            let value = try AnyValue(json: json)
            for name in ["a", "b", "c.d", "c.e"] {
                #expect(record[name] == value[ValuePath(name)] ?? .absent, "\(name) of \(json)")
            }
        }
    }

    /// A debug build allocates for generic code that a release build has specialized.
    @Test(.enabled(if: !_isDebugAssertConfiguration())) func validRecordsAllocateNothing() throws {
        let plan = try Plan(
            RuleSet(parsing: "{ closed: true, rules: [[[a, b, c.d], string], [., count, { max: 5 }]] }"))
        let record = Record(for: plan)
        let list = try plan.stepList("default")
        for _ in 0..<3 {
            try record.fill(json: #"{"a":"1","b":"2","c":{"d":"3"}}"#)
            #expect(plan.run(list, on: record, only: nil).isValid)
        }
        let meter = AllocationMeter()
        try record.fill(json: #"{"a":"1","b":"2","c":{"d":"3"}}"#)
        _ = plan.run(list, on: record, only: nil)
        #expect(meter.count() == 0)
    }
}
