import Proviso
import Testing

/// Conditions made of others, and conditions about the items of lists.
struct ConditionTests {
    /// Records for which the condition is true, and for which it is false.
    struct Row: Sendable {
        let condition: String
        let holds: [String]
        let fails: [String]
        let location: SourceLocation

        init(
            _ condition: String, holds: [String], fails: [String], at location: SourceLocation = #_sourceLocation
        ) {
            self.condition = condition
            self.holds = holds
            self.fails = fails
            self.location = location
        }
    }

    static let rows = [
        Row(
            "{ any: [[a, required], [b, required]] }", holds: [#"{"a":1}"#, #"{"b":1}"#, #"{"a":1,"b":1}"#],
            fails: ["{}"]),
        Row("{ any: [a, required] }", holds: [#"{"a":1}"#], fails: ["{}"]),
        Row(
            "{ any: [[[a, b], required], [c, required]] }", holds: [#"{"a":1,"b":1}"#, #"{"c":1}"#],
            fails: [#"{"a":1}"#]),
        Row("{ all: [[a, required], [b, required]] }", holds: [#"{"a":1,"b":1}"#], fails: [#"{"b":1}"#]),
        Row("{ not: [a, required] }", holds: ["{}"], fails: [#"{"a":1}"#]),
        Row("{ not: [[a, required], [b, required]] }", holds: [#"{"a":1}"#], fails: [#"{"a":1,"b":1}"#]),
        Row(
            "{ not: { any: [[a, required], { all: [[b, required], { not: [c, required] }] }] } }",
            holds: ["{}", #"{"b":1,"c":1}"#], fails: [#"{"a":1}"#, #"{"b":1}"#]),
        Row(
            "[[a, required], { any: [[b, required], [c, required]] }]", holds: [#"{"a":1,"c":1}"#],
            fails: [#"{"a":1}"#, #"{"c":1}"#]),
        Row(
            "{ anyItem: [i.*.x, required] }", holds: [#"{"i":[{},{"x":1}]}"#, #"{"i":{"k":{"x":1}}}"#],
            fails: ["{}", #"{"i":[]}"#, #"{"i":[{}]}"#, #"{"i":5}"#]),
        Row("{ anyItem: [i.*, compare, { compareValue: 1 }] }", holds: [#"{"i":[2,1]}"#], fails: [#"{"i":[2]}"#]),
        Row(
            "{ everyItem: [i.*.x, required] }", holds: [#"{"i":[{"x":1}]}"#, "{}", #"{"i":[]}"#],
            fails: [#"{"i":[{"x":1},{}]}"#]),
        Row("{ noItem: [i.*.x, required] }", holds: [#"{"i":[{}]}"#, "{}"], fails: [#"{"i":[{},{"x":1}]}"#]),
        Row(
            "{ exactly: 1, item: [i.*.x, required] }", holds: [#"{"i":[{},{"x":1}]}"#],
            fails: ["{}", #"{"i":[{"x":1},{"x":1}]}"#]),
        Row(
            "{ atLeast: 1, atMost: 2, item: [i.*.x, required] }", holds: [#"{"i":[{"x":1},{"x":1},{}]}"#],
            fails: ["{}", #"{"i":[{"x":1},{"x":1},{"x":1}]}"#]),
        Row(
            "{ anyItem: { all: [[i.*.x, required], [i.*.y, required]] } }", holds: [#"{"i":[{"x":1,"y":1}]}"#],
            fails: [#"{"i":[{"x":1},{"y":1}]}"#]),
        Row(
            "{ anyItem: [[i.*.x, required], [c, required]] }", holds: [#"{"i":[{"x":1}],"c":1}"#],
            fails: [#"{"i":[{"x":1}]}"#]),
        Row(
            "{ anyItem: [i.*.j.*.x, required] }", holds: [#"{"i":[{"j":[]},{"j":[{},{"x":1}]}]}"#],
            fails: [#"{"i":[{"j":[{}]}]}"#]),
        Row(
            "{ anyItem: [i.*.x, compare, { compareAttribute: i.*.y }] }",
            holds: [#"{"i":[{"x":1,"y":2},{"x":3,"y":3}]}"#],
            fails: [#"{"i":[{"x":1,"y":2}]}"#]),
        Row(
            "{ atLeast: 2, of: [[a, required], [b, required], { anyItem: [i.*, required] }] }",
            holds: [#"{"a":1,"b":1}"#, #"{"a":1,"i":[1]}"#], fails: [#"{"a":1}"#]),
        Row("{ exactly: 0, of: [[a, b], required] }", holds: ["{}"], fails: [#"{"a":1}"#]),
        Row("[a, isNull]", holds: [#"{"a":null}"#], fails: ["{}", #"{"a":""}"#]),
        Row("[a, present]", holds: [#"{"a":null}"#], fails: ["{}"]),
        Row("[a, absent]", holds: ["{}"], fails: [#"{"a":null}"#]),
        Row("[a, prohibited]", holds: ["{}", #"{"a":null}"#, #"{"a":[]}"#], fails: [#"{"a":0}"#]),
    ]

    @Test(arguments: rows) func conditionsAreTrueOrFalse(_ row: Row) throws {
        for (key, whenHeld) in [("when", true), ("unless", false)] {
            let plan = try Plan(
                RuleSet(parsing: "rules: [{ attributes: z, type: required, \(key): \(row.condition) }]"))
            for (records, holds) in [(row.holds, true), (row.fails, false)] {
                for json in records {
                    let runs = try !plan.validate(AnyValue(json: json)).violations.isEmpty
                    #expect(runs == (holds == whenHeld), "\(key): \(json)", sourceLocation: row.location)
                }
            }
        }
    }

    /// Conditions with parts that have no value in `{"total":"x","b":1,"l":[1,"x"]}`, and whether the rule for `z` runs.
    static let open: [(condition: String, runs: Bool)] = [
        ("when: { expr: 'total > 1' }", false), ("unless: { expr: 'total > 1' }", false),
        ("when: { not: { expr: 'total > 1' } }", false), ("unless: { not: { expr: 'total > 1' } }", false),
        ("when: [total, expr, { must: 'this > 1' }]", false), ("unless: [total, expr, { must: 'this > 1' }]", false),
        ("when: { any: [{ expr: 'total > 1' }, [c, required]] }", false),
        ("unless: { any: [{ expr: 'total > 1' }, [c, required]] }", false),
        ("when: { all: [{ expr: 'total > 1' }, [b, required]] }", false),
        ("unless: { all: [{ expr: 'total > 1' }, [b, required]] }", false),
        ("when: { atLeast: 2, of: [{ expr: 'total > 1' }, [b, required], [c, required]] }", false),
        ("unless: { atLeast: 2, of: [{ expr: 'total > 1' }, [b, required], [c, required]] }", false),
        ("when: { everyItem: [l.*, expr, { must: 'this > 0' }] }", false),
        ("unless: { everyItem: [l.*, expr, { must: 'this > 0' }] }", false),
        ("when: { expr: 'total > 1' }, unless: [b, required]", false),
        ("when: [b, required], unless: { expr: 'total > 1' }", false),
        // The other parts decide.
        ("when: { any: [{ expr: 'total > 1' }, [b, required]] }", true),
        ("unless: { any: [{ expr: 'total > 1' }, [b, required]] }", false),
        ("when: { not: { all: [{ expr: 'total > 1' }, [c, required]] } }", true),
        ("unless: { all: [{ expr: 'total > 1' }, [c, required]] }", true),
        ("unless: { all: [[c, required], { expr: 'total > 1' }] }", true),
        ("when: { atLeast: 1, of: [{ expr: 'total > 1' }, [b, required]] }", true),
        ("unless: { exactly: 2, of: [{ expr: 'total > 1' }, [c, required], [d, required]] }", true),
        ("when: { anyItem: [l.*, expr, { must: 'this > 0' }] }", true),
        ("unless: { noItem: [l.*, expr, { must: 'this > 0' }] }", true),
        ("unless: { everyItem: [l.*, expr, { must: 'this > 1' }] }", true),
    ]

    @Test(arguments: open, [true, false])
    func `a condition without a value is neither true nor false, in any order of the rules`(
        row: (condition: String, runs: Bool), isFirst: Bool
    ) throws {
        let types = "[total, integer], [l.*, integer], [[b, c, d], safe]"
        let rule = "{ attributes: z, type: required, \(row.condition) }"
        let plan = try Plan(RuleSet(parsing: "rules: [\(isFirst ? "\(rule), \(types)" : "\(types), \(rule)")]"))
        let found = try plan.validate(AnyValue(json: #"{"total":"x","b":1,"l":[1,"x"]}"#)).violations
        let expected = ["/l/1", "/total"] + (row.runs ? ["/z"] : [])
        #expect(found.map(\.path.pointer).sorted() == expected, "\(found.map(\.code))")
        #expect(!found.contains { $0.code == .fault })
    }

    /// From inside a list: the same item's members, the record's own, and lists within the item.
    @Test func conditionsOfItemsSeeTheirItemAndTheRecord() throws {
        let table = RuleTable(
            "items",
            """
            - attributes: orders.*.note
              type: required
              when: { all: [[country, in, { range: [CH] }], [orders.*.kind, in, { range: [b] }], { anyItem: [orders.*.lines.*.x, required] }] }
            - { attributes: orders.*.lines.*.y, type: required, when: { atLeast: 2, item: [orders.*.others.*, required] } }
            """,
            valid: [#"{"country":"CH","orders":[{"kind":"a","lines":[{"x":1}]},{"kind":"b","lines":[{}]}]}"#],
            invalid: [
                (
                    #"{"country":"CH","orders":[{"kind":"a","lines":[{"x":1}]},{"kind":"b","lines":[{"x":1}]}]}"#,
                    ["required.blank /orders/1/note"]
                ),
                (
                    #"{"orders":[{"lines":[{}],"others":[1]},{"lines":[{},{"y":1},{}],"others":[1,2]}]}"#,
                    ["required.blank /orders/1/lines/0/y", "required.blank /orders/1/lines/2/y"]
                ),
            ])
        try table.run()
    }

    @Test func swiftSaysTheSame() throws {
        let rules = [
            Rule(
                "z", .required,
                when: .any(
                    .all(Condition("a", .required), .not(Condition("b", .required))),
                    .anyItem(Condition("i.*.x", .required)))),
            Rule("y", .required, when: .items(exactly: 2, Condition("i.*", .present))),
            Rule(
                "x", .required, unless: .number(atLeast: 1, of: [Condition("a", .required), Condition("b", .required)])),
            Rule("w", .required, when: .noItem(Condition("i.*.x", .required))),
            Rule("v", .required, when: .everyItem(Condition("i.*.x", .required))),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        for (json, found) in [
            (#"{"a":1,"i":[{"x":1},{}]}"#, ["z", "y"]), ("{}", ["x", "w", "v"]), (#"{"b":1}"#, ["w", "v"]),
        ] {
            #expect(try plan.validate(AnyValue(json: json)).violations.map(\.attribute) == found)
        }
    }

    /// The item that could not be validated has the fault, not an item of the rule's own list.
    @Test(arguments: [
        (
            #"[k.*.b, safe], { attributes: w, type: required, when: { everyItem: [k.*.b, expr, { must: "int(this) > 0" }] } }"#,
            ["k.* /k/1"]
        ),
        (
            #"[k.*.b, safe], { attributes: o.*.c, type: required, when: { everyItem: [k.*.b, expr, { must: "int(this) > 0" }] } }"#,
            ["k.* /k/1", "k.* /k/1"]
        ),
        (
            #"[k.*.b, safe], { attributes: k.*.c, type: safe, when: [k.*.b, expr, { must: "int(this) > 0" }] }"#,
            ["k.*.c /k/1/c"]
        ),
        (#"[k.*.b, safe], [n, shape, { name: s }]"#, ["n.w /n/w"]),
    ]) func aFaultOfAConditionAboutItemsNamesTheItem(rules: String, expected: [String]) throws {
        let shape =
            #"{ attributes: w, type: required, when: { everyItem: [record.k.*.b, expr, { must: "int(this) > 0" }] } }"#
        let shapes = rules.contains("shape") ? "shapes: { s: [\(shape)] }\n" : ""
        let plan = try Plan(RuleSet(parsing: "\(shapes)rules: [\(rules)]"))
        let record = #"{"w": 1, "n": {"w": 1}, "o": [{"c": 1}, {"c": 2}], "k": [{"b": 1, "c": 1}, {"b": "x", "c": 1}]}"#
        let found = try plan.validate(AnyValue(json: record)).violations
        #expect(found.allSatisfy { $0.code == .fault })
        #expect(found.map { "\($0.attribute) \($0.path.pointer)" } == expected)
    }

    @Test func dependentsKnowWhatConditionsRead() throws {
        let plan = try Plan(
            RuleSet(
                parsing:
                    "rules: [{ attributes: z, type: required, when: { not: { any: [[a, required], { anyItem: [i.*.x, required] }] } } }, [q, safe]]"
            ))
        let list = try plan.stepList("default")
        for name in ["a", "i.*.x"] {
            let (changed, expected) = (try plan.select([name]), try plan.select(["z"]))
            #expect(list.dependents.of(changed) == expected)
        }
    }

    static let wrong = [
        WrongRules(
            "rules: [[a, even, {when: {anyof: [[b, even]]}}]]",
            "1:27: a condition has no key 'anyof' (it is a rule, or any, all, not, anyItem, everyItem, noItem, exactly, atLeast, atMost, item, of, expr); did you mean 'any'?"
        ),
        WrongRules("rules: [[a, even, {when: {any: []}}]]", "1:32: expected a condition"),
        WrongRules(
            "rules: [[a, even, {when: {exactly: 1}}]]",
            "1:26: 'exactly' needs the key 'item' with a condition about items, or 'of' with a list of conditions"),
        WrongRules("rules: [[a, even, {when: {exactly: x, item: [i.*, even]}}]]", "1:36: expected a number, such as 1"),
        WrongRules(
            "rules: [[a, even, {when: {item: [i.*, even]}}]]",
            "1:26: expected 'exactly', 'atLeast' or 'atMost' with a number"),
        WrongRules(
            "rules: [[a, even, {when: {anyItem: [b, even]}}]]",
            "1:26: a condition about items names members of a list, such as 'b.*'"),
        WrongRules(
            "rules: [[i.*.a, even, {when: {anyItem: [i.*.b, even]}}]]",
            "1:30: the rule is for an item of 'i.*': 'i.*.b' is that of the same item only"),
        WrongRules(
            "rules: [[a, even, {when: {any: [[b, requird]]}}]]",
            "1:37: unknown rule type 'requird'; did you mean 'required'?"),
        WrongRules(
            "rules: [[a, even, {when: \(String(repeating: "{not: ", count: 17))[b, even]\(String(repeating: "}", count: 17))}]]",
            "1:128: conditions are in more than 16 others"),
    ]

    @Test(arguments: wrong) func wrongConditionsAreErrors(row: WrongRules) { row.run() }
}
