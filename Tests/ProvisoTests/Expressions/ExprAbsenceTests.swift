import Proviso
import Testing

/// What is absent or null is one thing at every depth.
@Suite struct ExprAbsenceTests {
    private static func found(_ rules: String, _ record: String) throws -> [String] {
        let report = try Plan(RuleSet(parsing: "rules:\n" + rules)).validate(AnyValue(json: record))
        return report.violations.map { "\($0.path.pointer) \($0.code)" }
    }

    /// The same rule for attributes, members, items of lists and members of a shape.
    private static let places: [(rules: @Sendable (String) -> String, record: @Sendable (String) -> String)] = [
        (
            { "  - [[a, b, c], safe]\n  - [a, expr, { must: \"\($0)\" }]" },
            { "{\($0)}" }
        ),
        (
            {
                let own = $0.replacing("b", with: "r.b").replacing("c", with: "r.c")
                return "  - [[r.a, r.b, r.c], safe]\n  - [r.a, expr, { must: \"\(own)\" }]"
            }, { "{\"r\": {\($0)}}" }
        ),
        (
            {
                let own = $0.replacing("b", with: "parent.b").replacing("c", with: "parent.c")
                return "  - [[l.*.a, l.*.b, l.*.c], safe]\n  - [l.*.a, expr, { must: \"\(own)\" }]"
            }, { "{\"l\": [{\($0)}]}" }
        ),
        (
            {
                """
                  - [s, shape, { name: part }]
                shapes:
                  part: [[[a, b, c], safe], [a, expr, { must: "\($0)" }]]
                """
            }, { "{\"s\": {\($0)}}" }
        ),
        (
            {
                let own = $0.replacing("this", with: "i.a").replacing("b", with: "i.b").replacing("c", with: "i.c")
                return "  - [[l.*.a, l.*.b, l.*.c], safe]\n  - [l, expr, { must: \"this.all(i, \(own))\" }]"
            }, { "{\"l\": [{\($0)}]}" }
        ),
    ]

    /// `b` and `c` are the other values; nothing, a violation or a fault.
    static let rows: [(must: String, record: String, isValid: Bool)] = [
        ("this <= b", #""a": 1"#, true), ("this <= b", #""a": 1, "b": null"#, true),
        ("this <= b", #""a": 2, "b": 1"#, false), ("this == b", #""a": 1"#, true),
        ("this == b", #""a": 1, "b": null"#, true), ("this != b", #""a": 1, "b": null"#, true),
        ("this in [b]", #""a": 1, "b": 2"#, false), ("b in [1]", #""a": 1, "b": null"#, true),
        ("this == 2 - (b ?? 1)", #""a": 1"#, true), ("this == 2 - (b ?? 1)", #""a": 1, "b": null"#, true),
        ("this == 2 - (b ?? 1)", #""a": 1, "b": 0"#, false), ("this == (b ?? c ?? 1)", #""a": 1"#, true),
        ("this == (b ?? c ?? 1)", #""a": 1, "c": 3"#, false),
        ("this == 2 - (b == null ? 1 : b)", #""a": 1"#, true),
        ("this == 2 - (b == null ? 1 : b)", #""a": 1, "b": null"#, true), ("b != null", #""a": 1"#, false),
        ("b != null", #""a": 1, "b": 0"#, true), ("has(b)", #""a": 1"#, false), ("has(b)", #""a": 1, "b": null"#, true),
        ("!has(b) || b > 1", #""a": 1"#, true), ("!has(b) || b > 1", #""a": 1, "b": 1"#, false),
        ("this > 5 || b > 1", #""a": 9"#, true), ("b > 1 || this > 5", #""a": 9"#, true),
        ("this > 5 && b > 1", #""a": 1"#, false), ("b > 1 && this > 5", #""a": 1"#, false),
        ("this > 5 || b > 1", #""a": 1"#, true), ("this > 5 && b > 1", #""a": 9"#, true),
        ("b.size() > 1", #""a": 1"#, true), ("b.size() > 1", #""a": 1, "b": null"#, true),
        ("b.x > 1", #""a": 1, "b": {}"#, true), ("b.x.y > 1", #""a": 1, "b": {}"#, true),
        ("b[0] > 1", #""a": 1, "b": []"#, true), ("b.?x.orValue(0) == 0", #""a": 1"#, true),
        ("b.?x.orValue(0) == 1", #""a": 1"#, false), ("!b", #""a": 1, "b": null"#, true),
        ("b ? false : true", #""a": 1, "b": null"#, true), ("-b > 0", #""a": 1, "b": null"#, true),
        ("this + b > 100", #""a": 1, "b": null"#, true), ("math.greatest(this, b) > 100", #""a": 1, "b": null"#, true),
    ]

    @Test(arguments: rows)
    func meansTheSameEverywhere(_ row: (must: String, record: String, isValid: Bool)) throws {
        for (index, place) in Self.places.enumerated() {
            // Items of a macro have no `this`, and rules for lists see no item.
            let found = try Self.found(place.rules(row.must), place.record(row.record))
            let isRight = row.isValid ? found.isEmpty : found.count == 1 && found[0].hasSuffix("expr.invalid")
            #expect(isRight, "\(index): \(place.rules(row.must)) \(place.record(row.record)): \(found)")
        }
    }

    @Test func aMissingOperandIsAFaultOnRequest() throws {
        for rule in ["this <= b", "this <= r.b"] {
            let rules = """
                  - [[b, r.b], safe]
                  - [a, expr, { must: "\(rule)", skipOnMissing: false }]
                """
            #expect(try Self.found(rules, #"{"a": 1}"#) == ["/a rule.fault"])
        }
    }

    @Test func theOrderOfRulesDoesNotMatter() throws {
        let rules = [
            "  - [txs.*.amount, required]", "  - [sum, number]", "  - [txs.*.amount, number]",
            "  - [sum, expr, { must: \"sum == txs.map(t, t.amount).sum()\" }]",
        ]
        for record in [
            #"{"sum": 3, "txs": [{"amount": 1}, {}]}"#, #"{"sum": 3, "txs": [{"amount": 1}, {"amount": "x"}]}"#,
            #"{"sum": 3, "txs": [{"amount": null}, {"amount": 2}]}"#,
        ] {
            var all: Set<[String]> = []
            for start in rules.indices {
                for order in [
                    rules[start...] + rules[..<start], ArraySlice((rules[start...] + rules[..<start]).reversed()),
                ] {
                    all.insert(try Self.found(order.joined(separator: "\n"), record).sorted())
                }
            }
            #expect(all.count == 1, "\(record): \(all)")
            #expect(!all.joined().contains { $0.contains("fault") }, "\(all)")
        }
    }

    @Test func aFaultOfAnInvalidRecordIsNoSecondProblem() throws {
        let rules = ["  - [a, expr, { must: \"1 / b > 0\" }]", "  - [b, integer, { min: 1 }]"]
        for order in [rules, rules.reversed()] {
            #expect(try Self.found(order.joined(separator: "\n"), #"{"a": 1, "b": 0}"#) == ["/b number.tooSmall"])
        }
        #expect(try Self.found("  - [b, integer]\n" + rules[0], #"{"a": 1, "b": 0}"#) == ["/a rule.fault"])
    }

    @Test func spelledTruthsDecide() throws {
        let rules = "  - [[a, b], safe]\n  - [x, expr, { must: \"MUST\" }]"
        for (must, record) in [
            ("!(a && 10 / b > 1)", #"{"x": 1, "a": "false", "b": "0"}"#),
            ("a || 10 / b > 1", #"{"x": 1, "a": "true", "b": "0"}"#),
            ("10 / b > 1 || a", #"{"x": 1, "a": "1", "b": 0}"#),
            ("a.all(i, i)", #"{"x": 1, "a": ["true", true, "1"]}"#),
            ("a.exists(i, i)", #"{"x": 1, "a": ["false", "true"]}"#),
            ("a.exists_one(i, i)", #"{"x": 1, "a": ["false", "true"]}"#),
            ("a.filter(i, i).size() == 1", #"{"x": 1, "a": ["false", "true"]}"#),
        ] {
            #expect(try Self.found(rules.replacing("MUST", with: must), record) == [], "\(must)")
        }
    }

    @Test func aRecordWithoutMembersIsARecord() throws {
        let rules = "  - [[a, b], safe]\n  - [., expr, { must: \"has(a) != has(b)\" }]"
        #expect(try Self.found(rules, "{}") == [" expr.invalid"])
        #expect(try Self.found(rules, #"{"a": 1}"#) == [])
    }

    @Test func whatAnExpressionMadeIsNotMissing() throws {
        // Nothing is wrong with the data: the author's expression has no value.
        #expect(
            try Self.found("  - [a, expr, { must: \"this.split('@')[1] == 'x'\" }]", #"{"a": "b"}"#) == [
                "/a rule.fault"
            ])
    }
}
