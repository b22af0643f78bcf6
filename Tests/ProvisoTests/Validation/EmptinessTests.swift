import Proviso
import Testing

/// Who says what is empty, and which checks run on it.
struct EmptinessTests {
    /// The sample of both ancestors: only what is null is empty.
    private static let isNull: @Sendable (borrowing Value) -> Bool = { $0.kind.rawValue <= ValueKind.null.rawValue }

    private func codes(_ rule: Rule, _ value: AnyValue) throws -> [Code] {
        try Plan(RuleSet(rules: [rule])).validate(["a": value]).violations.map(\.code)
    }

    @Test func requiredAsksTheRule() throws {
        let rows: [(AnyValue, [Code])] = [
            ("", []), ("  ", []), (nil, ["required.blank"]), (.absent, ["required.blank"]), ([], []), ("x", []),
            (0, []),
        ]
        for (value, expected) in rows {
            #expect(try codes(Rule("a", .required, isEmpty: Self.isNull), value) == expected, "\(value)")
        }
        let dash = Rule("a", .required) { AnyValue($0) == "-" }
        #expect(try codes(dash, "-") == ["required.blank"])
        #expect(try codes(dash, " - ") == ["required.blank"], "asked about the text without white space around it")
        #expect(try codes(dash, "") == [])
        let strict = Rule("a", .type("required", ["strict": true]), isEmpty: { _ in true })
        #expect(try codes(strict, "x") == [] && codes(strict, nil) == ["required.blank"])
        let certain = Rule("a", .required("x"), isEmpty: { _ in true })
        #expect(try codes(certain, "x") == [])
        #expect(try codes(Rule("a", .each(.required), isEmpty: { _ in false }), [""]) == ["required.blank"])
        #expect(
            try codes(Rule("a", .fails("x.ran"), when: Condition("a", .required), isEmpty: { _ in false }), "") == [])
    }

    @Test func defaultAsksTheRule() throws {
        func becomes(_ rule: Rule, _ value: AnyValue) throws -> AnyValue? {
            let plan = try Plan(RuleSet(rules: [rule]))
            let record = Record(for: plan)
            record.fill(["a": value])
            #expect(try plan.validate(record).isValid)
            return record["a"]
        }
        #expect(try becomes(Rule("a", .default("x"), isEmpty: Self.isNull), "") == "")
        #expect(try becomes(Rule("a", .default("x"), isEmpty: Self.isNull), nil) == "x")
        #expect(try becomes(Rule("a", .default("x"), isEmpty: { AnyValue($0) == 0 }), 0) == "x")
        #expect(try becomes(Rule("a", .default("x")), "") == "x")
        #expect(try becomes(Rule("a", .each(.default("x")), isEmpty: { _ in false }), [""]) == ["x"])
    }

    @Test func requiredMembersAreLookedForInEmptyObjects() throws {
        let keys = Constraint.keys(required: ["x"])
        #expect(try codes(Rule("a", keys), .object([])) == ["keys.missing"])
        #expect(try codes(Rule("a", keys), []) == ["keys.type"])
        for value in [nil, .absent] as [AnyValue] { #expect(try codes(Rule("a", keys), value) == []) }
        #expect(try codes(Rule("a", keys), "") == ["keys.type"])
        #expect(try codes(Rule("a", keys, empty: .any), "") == [])
        #expect(try codes(Rule("a", .keys(only: ["x"])), .object([])) == [])
        #expect(try codes(Rule("a", keys, skipOnEmpty: true), .object([])) == [])
        #expect(try codes(Rule("a", .each(keys)), [["x": 1], .object([])]) == ["keys.missing"])
        #expect(try codes(Rule("a.*", keys), ["k": .object([])]) == ["keys.missing"])
        let file = try Plan(
            RuleSet(parsing: "rules: [[a, keys, { required: [x] }], [b, each, { rule: [count, { min: 1 }] }]]"))
        #expect(try file.validate(["a": .object([]), "b": [[]]]).lines == ["a keys.missing", "b.0 count.tooFew"])
    }

    /// A condition says that an attribute is there, or is not.
    @Test func conditionsAskForPresence() throws {
        let rows: [(String, AnyValue, Bool)] = [
            ("when: [a, required]", ["a": 1], true), ("when: [a, required]", [:], false),
            ("when: [a, required]", ["a": " "], false), ("unless: [a, required]", [:], true),
            ("unless: [a, required, {strict: true}]", ["a": ""], false),
            ("unless: [a, required, {strict: true}]", ["a": nil], true),
            ("unless: [a, required, {strict: true}]", [:], true),
            ("when: [a, required, {strict: true}]", ["a": ""], true),
        ]
        for (condition, value, runs) in rows {
            let plan = try Plan(RuleSet(parsing: "rules: [[b, required, {\(condition)}], [a, safe]]"))
            #expect(try plan.validate(value).isValid != runs, "\(condition) \(value)")
        }
    }
}
