import Proviso
import Testing

/// Positions in paths, wherever they are: after `*`, in records that are lists, in conditions and options.
struct ItemPositionTests {
    static let tables = [
        RuleTable(
            "after a star", "- [line.*.0, longitude]\n- [line.*.1, latitude]",
            valid: [#"{"line":[[13.4,52.5],[1,2,3],[],[5]]}"#, #"{"line":[{"0":1}]}"#],
            invalid: [
                (#"{"line":[[13.4,52.5],[999,99]]}"#, ["number.tooBig /line/1/0", "number.tooBig /line/1/1"]),
                (#"{"line":[5,"x"]}"#, ["value.list /line/0", "value.list /line/1"]),
            ]),
        RuleTable(
            "between names", "- [c.*.x.0, integer]\n- [d.*.0.y, required]",
            valid: [#"{"c":[{"x":[1]}],"d":[[{"y":1}]]}"#],
            invalid: [
                (#"{"c":[{"x":["q"]}],"d":[[]]}"#, ["integer.type /c/0/x/0", "required.blank /d/0/0/y"]),
                (#"{"d":[[{"z":1}],[5]]}"#, ["required.blank /d/0/0/y", "value.object /d/1/0"]),
            ]),
        RuleTable(
            "of lists in lists", "- [m.*.*.1, integer]", valid: [#"{"m":[[["a",1]]]}"#],
            invalid: [(#"{"m":[[["a","b"]]]}"#, ["integer.type /m/0/0/1"])]),
        RuleTable(
            "records that are lists", "- ['0', integer]\n- ['1.x', required]",
            valid: [#"[1,{"x":2}]"#, #"{"0":1,"1":{"x":2}}"#, "[1,{\"x\":2},\"more\"]"],
            invalid: [
                (#"["q",{}]"#, ["integer.type /0", "required.blank /1/x"]), ("[1]", ["required.blank /1/x"]),
                ("5", ["value.list "]), (#"["q",5]"#, ["value.object /1", "integer.type /0"]),
            ]),
        RuleTable(
            "records that are lists of lists", "- ['*.0', integer]", valid: ["[[1],[2]]"],
            invalid: [("[[1],[\"q\"]]", ["integer.type /1/0"])]),
        RuleTable(
            "a record and its items", "- [., count, { min: 2 }]\n- ['0', integer]", valid: ["[1,2]"],
            invalid: [("[\"x\"]", ["count.tooFew ", "integer.type /0"])]),
        RuleTable(
            "in shapes",
            "{ rules: [[p, shape, { name: point }]], shapes: { point: [['0', longitude], ['1', latitude]] } }",
            valid: [#"{"p":[1,2]}"#],
            invalid: [(#"{"p":[1,91]}"#, ["number.tooBig /p/1"]), (#"{"p":5}"#, ["value.list /p"])]),
        RuleTable(
            "in conditions about items",
            "- { attributes: x, type: required, when: { anyItem: [c.*.0, in, { range: [a] }] } }",
            valid: [#"{"c":[["b","a"]]}"#], invalid: [(#"{"c":[["b"],["a",1]]}"#, ["required.blank /x"])]),
        RuleTable(
            "of the same item", "- [c.*.1, compare, { compareAttribute: c.*.0, operator: '>' }]\n- [c.*.0, safe]",
            valid: [#"{"c":[[1,2]]}"#], invalid: [(#"{"c":[[1,2],[2,1]]}"#, ["compare.greater /c/1/1"])]),
        RuleTable(
            "distinct and sorted", "- [c, distinct, { by: '0' }]\n- [d, sorted, { by: '1.x' }]",
            valid: [#"{"c":[["a",1],["b",1]],"d":[[0,{"x":1}],[0,{"x":2}]]}"#],
            invalid: [
                (
                    #"{"c":[["a",1],["a",2]],"d":[[0,{"x":2}],[0,{"x":1}]]}"#,
                    ["distinct.duplicate /c", "sorted.invalid /d"]
                )
            ]),
        RuleTable(
            "as a range", "- [v, in, { range: { attribute: c.*.0 } }]", valid: [#"{"v":"a","c":[["a",1]]}"#],
            invalid: [(#"{"v":1,"c":[["a",1]]}"#, ["in.invalid /v"])]),
        RuleTable(
            "of all items of the same list", "- [c.*.1, in, { range: { attribute: c.*.0 } }]\n- [c.*.0, safe]",
            valid: [#"{"c":[["a","b"],["b","a"]]}"#], invalid: [(#"{"c":[["a","b"]]}"#, ["in.invalid /c/0/1"])]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }

    @Test func `rules change items of a record that is a list`() throws {
        let plan = try Plan(RuleSet(rules: [Rule("0", .trim), Rule("1.x", .trim)]))
        let record = Record(for: plan)
        let original = try AnyValue(json: #"[" a ",{"x":" b "},3]"#)
        for fills in [true, false] {
            if fills { record.fill(original) } else { try record.fill(json: original.json) }
            #expect(try plan.validate(record).isValid)
            #expect(record.values.json == #"["a",{"x":"b"},3]"#)
            #expect(record.values(in: original).json == #"["a",{"x":"b"},3]"#)
        }
    }
}
