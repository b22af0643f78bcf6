import Proviso
import Testing

/// Bounds, lengths, choices and time zones that other attributes have.
struct OtherValueTests {
    static let tables = [
        RuleTable(
            "number", "- [a, number, { min: { attribute: low }, max: { attribute: high } }]",
            valid: [
                #"{"a":2,"low":1,"high":"3"}"#, #"{"a":2}"#, #"{"a":2,"low":null,"high":"x"}"#, #"{"a":2,"high":{}}"#,
                #"{"a":9007199254740993,"high":9007199254740993}"#,
            ],
            invalid: [
                (#"{"a":2,"low":3}"#, ["number.tooSmall /a"]), (#"{"a":2.5,"high":"2.4"}"#, ["number.tooBig /a"]),
                (#"{"a":9007199254740994,"high":9007199254740993}"#, ["number.tooBig /a"]),
            ]),
        RuleTable(
            "above and below", "- [a, integer, { above: { attribute: low }, below: 10 }]", valid: [#"{"a":2,"low":1}"#],
            invalid: [(#"{"a":1,"low":1}"#, ["compare.greater /a"]), (#"{"a":10,"low":1}"#, ["compare.less /a"])]),
        RuleTable(
            "double", "- [a, double, { max: { attribute: b } }]", valid: [#"{"a":1,"b":1}"#],
            invalid: [(#"{"a":2,"b":1}"#, ["number.tooBig /a"])]),
        RuleTable(
            "string", "- [a, string, { max: { attribute: n } }]\n- [b, string, { length: { attribute: n } }]",
            valid: [
                #"{"a":"ab","b":"abc","n":3}"#, #"{"a":"abcd"}"#, #"{"a":"abcd","n":-1}"#, #"{"a":"abcd","n":1.5}"#,
            ],
            invalid: [(#"{"a":"abcd","b":"ab","n":3}"#, ["string.tooLong /a", "string.notEqual /b"])]),
        RuleTable(
            "count", "- [a, count, { min: { attribute: n }, max: 3 }]", valid: [#"{"a":[1],"n":1}"#, #"{"a":[]}"#],
            invalid: [(#"{"a":[],"n":1}"#, ["count.tooFew /a"]), (#"{"a":[1,2,3,4],"n":1}"#, ["count.tooMany /a"])]),
        RuleTable(
            "compare", #"- [a, compare, { compareValue: { attribute: b }, operator: "<" }]"#,
            valid: [#"{"a":1,"b":2}"#],
            invalid: [(#"{"a":2,"b":2}"#, ["compare.less /a"])]),
        RuleTable(
            "multipleOf", "- [a, multipleOf, { of: { attribute: step } }]",
            valid: [#"{"a":0.3,"step":0.1}"#, #"{"a":1}"#, #"{"a":1,"step":0}"#, #"{"a":1,"step":"x"}"#],
            invalid: [(#"{"a":0.35,"step":0.1}"#, ["multipleOf.invalid /a"])]),
        RuleTable(
            "choices", "- [a, in, { range: { attribute: all } }]",
            valid: [#"{"a":"x","all":["y","x"]}"#, #"{"a":"x"}"#, #"{"a":"x","all":null}"#, #"{"a":1,"all":["1"]}"#],
            invalid: [
                (#"{"a":"x","all":["y"]}"#, ["in.invalid /a"]), (#"{"a":"x","all":[]}"#, ["in.invalid /a"]),
                (#"{"a":1,"all":["01"]}"#, ["in.invalid /a"]),
            ]),
        RuleTable(
            "all values of the same list", "- [t.*.parent, in, { range: { attribute: t.*.id } }]\n- [t.*.id, safe]",
            valid: [
                #"{"t":[{"id":1},{"id":2,"parent":1},{"parent":2}]}"#, #"{"t":{"a":{"id":1},"b":{"parent":1}}}"#,
                #"{"t":[{"parent":null}]}"#,
            ],
            invalid: [
                (
                    #"{"t":[{"id":1},{"id":2,"parent":3},{"parent":9}]}"#,
                    ["in.invalid /t/1/parent", "in.invalid /t/2/parent"]
                )
            ]),
        RuleTable(
            "all values of the same list within a list",
            "- [g.*.t.*.parent, in, { range: { attribute: g.*.t.*.id } }]\n- [g.*.t.*.id, safe]",
            valid: [#"{"g":[{"t":[{"id":1},{"parent":1}]},{"t":[{"id":2,"parent":2}]}]}"#],
            invalid: [(#"{"g":[{"t":[{"id":1},{"parent":2}]},{"t":[{"id":2}]}]}"#, ["in.invalid /g/0/t/1/parent"])]),
        RuleTable(
            "the list of the same item",
            "- [t.*.color, in, { range: { attribute: t.*.colors } }]\n- [t.*.colors, safe]",
            valid: [
                #"{"t":[{"color":"r","colors":["r"]},{"color":"x"},{"color":"g","colors":["g"]}]}"#,
                #"{"t":[{"color":"x","colors":{"x":1}}]}"#,
            ],
            invalid: [(#"{"t":[{"color":"g","colors":["r"]},{"colors":["g"]}]}"#, ["in.invalid /t/0/color"])]),
        RuleTable(
            "the list of the same item, said so",
            "- [t.*.color, in, { range: { attribute: t.*.colors.* } }]\n- [t.*.colors.*, safe]",
            valid: [#"{"t":[{"color":"r","colors":["r"]},{"colors":["x"]}]}"#],
            invalid: [(#"{"t":[{"color":"g","colors":["r"]},{"colors":["g"]}]}"#, ["in.invalid /t/0/color"])]),
        RuleTable(
            "the keys of an object", "- [p.*.r.*, in, { range: { keysOf: all } }]\n- [all, safe]",
            valid: [
                #"{"p":{"a":{"r":["x","y"]}},"all":{"x":1,"y":null}}"#, #"{"p":[{"r":["x"]}]}"#,
                #"{"p":[{"r":["x"]}],"all":["x"]}"#,
            ],
            invalid: [
                (#"{"p":[{"r":["x","z"]}],"all":{"x":1}}"#, ["in.invalid /p/0/r/1"]),
                (#"{"p":[{"r":["z"]}],"all":{}}"#, ["in.invalid /p/0/r/0"]),
            ]),
        RuleTable(
            "the keys of an object of the same item, and of all",
            "- [l.*.a, in, { range: { keysOf: l.*.o } }]\n- [b, in, { range: { keysOf: l.*.o }, caseFold: true }]\n- [l.*.o, safe]",
            valid: [#"{"l":[{"a":"x","o":{"x":1}},{"a":"q"}],"b":"X"}"#],
            invalid: [
                (#"{"l":[{"a":"y","o":{"x":1}},{"o":{"y":1}}],"b":"z"}"#, ["in.invalid /l/0/a", "in.invalid /b"])
            ]),
        RuleTable(
            "an object where a list is expected", "- [a, in, { range: { attribute: b } }]\n- [b, safe]",
            valid: [#"{"a":"x","b":{"x":1}}"#, #"{"a":"q","b":{"x":1}}"#], invalid: []),
        RuleTable(
            "choices that are not allowed", "- [a.*, in, { range: { attribute: b.* }, not: true, caseFold: true }]",
            valid: [#"{"a":["x"],"b":["y"]}"#], invalid: [(#"{"a":["X","z"],"b":["x"]}"#, ["in.invalid /a/0"])]),
        RuleTable(
            "choices in the same item", "- [orders.*.lines.*.to, in, { range: { attribute: orders.*.stops.*.id } }]",
            valid: [#"{"orders":[{"stops":[{"id":1}],"lines":[{"to":1}]},{"stops":[{"id":2}],"lines":[{"to":2}]}]}"#],
            invalid: [
                (
                    #"{"orders":[{"stops":[{"id":1}],"lines":[{"to":2}]},{"stops":[{"id":2}],"lines":[{"to":2}]}]}"#,
                    ["in.invalid /orders/0/lines/0/to"]
                )
            ]),
        RuleTable(
            "dates",
            "- [end, date, { min: { attribute: start, plus: P1M }, max: { attribute: start, plus: P1Y6M2W } }]",
            valid: [
                #"{"start":"2026-01-31","end":"2026-02-28"}"#, #"{"start":"2026-01-31","end":"2027-08-14"}"#,
                #"{"start":"soon","end":"2026-02-28"}"#, #"{"start":"2026-01-31T10:00:00Z","end":"2026-02-28"}"#,
            ],
            invalid: [
                (#"{"start":"2026-01-31","end":"2026-02-27"}"#, ["date.tooSmall /end"]),
                (#"{"start":"2026-01-31","end":"2027-08-15"}"#, ["date.tooBig /end"]),
            ]),
        RuleTable(
            "dates as they are written", "- [end, date, { format: dd.MM.yyyy, min: { attribute: start } }]",
            valid: [#"{"start":"01.02.2026","end":"02.01.2027"}"#, #"{"start":"2026-02-01","end":"01.02.2026"}"#],
            invalid: [(#"{"start":"02.02.2026","end":"01.02.2026"}"#, ["date.tooSmall /end"])]),
        RuleTable(
            "times", "- [until, time, { min: { attribute: from, plus: PT30M } }]",
            valid: [#"{"from":"10:00","until":"10:30"}"#],
            invalid: [(#"{"from":"10:00","until":"10:29"}"#, ["date.tooSmall /until"])]),
        RuleTable(
            "zones",
            #"- [at, datetime, { format: "yyyy-MM-dd HH:mm", timeZone: { attribute: zone }, max: "2026-01-01T12:00:00Z" }]"#,
            valid: [
                #"{"at":"2026-01-01 13:00","zone":"Europe/Berlin"}"#, #"{"at":"x"}"#,
                #"{"at":"2027-01-01 13:00","zone":"No/Zone"}"#,
            ],
            invalid: [
                (#"{"at":"2026-01-01 13:00","zone":"UTC"}"#, ["date.tooBig /at"]),
                (#"{"at":"2026-01-01 13:01","zone":"Europe/Berlin"}"#, ["date.tooBig /at"]),
            ]),
        RuleTable(
            "in a condition and in each",
            """
            - { attributes: z, type: required, when: [a, number, { min: { attribute: b } }] }
            - [list, each, { rule: [number, { max: { attribute: b } }] }]
            """,
            valid: [#"{"a":1,"b":2,"list":[1,2]}"#],
            invalid: [(#"{"a":2,"b":2,"list":[3]}"#, ["required.blank /z", "number.tooBig /list/0"])]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }

    @Test func messagesShowTheOtherValue() throws {
        let plan = try Plan(
            RuleSet(
                parsing:
                    "rules: [[a, number, { max: { attribute: limit } }], [b, date, { min: { attribute: start, plus: P1D } }], [c, in, { range: { attribute: all } }]]"
            ))
        let report = try plan.validate([
            "a": 5, "limit": 3, "b": "2026-01-01", "start": "2026-01-01", "c": 1, "all": ["x", "y"],
        ])
        #expect(
            plan.localizer(preferring: "en").texts(report).map(\.withoutIsolates) == [
                "A must be at most 3.", "B must be no earlier than Jan 2, 2026.", "C must be one of: “x” or “y”.",
            ])
    }

    /// Many items in a long list take time that grows with both, not with their product.
    @Test func manyReferencesToManyItemsAreQuick() throws {
        let plan = try Plan(RuleSet(parsing: "rules: [[items.*.w, in, { range: { attribute: places.*.id } }]]"))
        let count = 20_000
        let record: AnyValue = [
            "items": .list((0..<count).map { ["w": .text("p\($0)")] }),
            "places": .list((0..<count).map { ["id": .text("p\($0)")] }),
        ]
        let start = ContinuousClock.now
        #expect(try plan.validate(record).isValid)
        let time = ContinuousClock.now - start
        #expect(time < .seconds(5))
    }

    @Test func dependentsKnowWhatOptionsRead() throws {
        let plan = try Plan(
            RuleSet(
                parsing:
                    "rules: [[z, number, { max: { attribute: a } }], [z, in, { range: { attribute: b.*.id } }], [z, date, { min: { attribute: c }, timeZone: { attribute: d } }]]"
            ))
        let list = try plan.stepList("default")
        for name in ["a", "b.*.id", "c", "d"] {
            let (changed, expected) = (try plan.select([name]), try plan.select(["z"]))
            #expect(list.dependents.of(changed) == expected, "\(name)")
        }
    }

    /// A debug build allocates for generic code that a release build has specialized.
    @Test(.enabled(if: !_isDebugAssertConfiguration())) func validRecordsAllocateNothing() throws {
        let plan = try Plan(
            RuleSet(
                parsing:
                    "rules: [[a, number, { max: { attribute: b } }], [c, string, { max: { attribute: b } }], [d, in, { range: { attribute: e } }]]"
            ))
        let record = Record(for: plan)
        let list = try plan.stepList("default")
        let json = #"{"a":1,"b":2,"c":"x","d":"q","e":["p","q"]}"#
        for _ in 0..<3 {
            try record.fill(json: json)
            #expect(plan.run(list, on: record, only: nil).isValid)
        }
        let meter = AllocationMeter()
        try record.fill(json: json)
        _ = plan.run(list, on: record, only: nil)
        #expect(meter.count() == 0)
    }

    static let wrong = [
        RefusedOptions(
            .type("number", ["max": ["attribut": "b"]]), "found the key 'attribut'", suggestion: "attribute"),
        RefusedOptions(.type("number", ["max": ["attribute": 5]]), "expected a string for 'attribute'"),
        RefusedOptions(.type("number", ["max": ["attribute": "b", "plus": "P1D"]]), "'plus' applies only to dates"),
        RefusedOptions(.type("number", ["max": ["attribute": "b"], "below": 5]), "cannot be used together with 'max'"),
        RefusedOptions(.type("date", ["max": ["attribute": "b", "plus": "1D"]]), "is not a duration in ISO 8601"),
        RefusedOptions(.type("date", ["max": ["attribute": "b", "plus": "P1D", "minus": "P1D"]]), "not both"),
        RefusedOptions(.type("string", ["length": ["attribute": "b"], "max": 5]), "cannot be combined"),
        RefusedOptions(.type("count", ["exact": ["attribute": "b"], "max": 5]), "cannot be combined"),
        RefusedOptions(
            .type("compare", ["compareValue": ["attribute": "b"], "compareAttribute": "c"]), "beside 'compareAttribute'"
        ),
        RefusedOptions(.type("number", ["max": ["attribute": "b[]"]]), "unknown attribute 'b[]'", suggestion: "b.*"),
        RefusedOptions(
            .type("number", ["max": ["attribute": "items.*.b"]]), "'items.*.b' is one of many items"),
    ]

    @Test func wrongValuesAreErrors() { for row in Self.wrong { row.run() } }
}
