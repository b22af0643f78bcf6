import Proviso
import Testing

struct PresentValidatorTests {
    private static let rule = PresentValidator()

    static let rows: [Row] = [
        .accepts(nil, rule), .accepts("", rule), .accepts([], rule), .accepts(.object([]), rule), .accepts(0, rule),
        .accepts(false, rule), .accepts("a", rule), .rejects(.absent, rule, "present.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    /// In the root, in an object, in an object that is not there, and in the items of a list.
    @Test func findsTheMembersThatAreNotThere() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("a", .present), Rule("b.c", .present), Rule("items.*.d", .present)]))
        let found = try Self.paths(plan, #"{"items":[{"d":null},{},{"d":1},{"e":1}]}"#)
        #expect(found == ["a", "b.c", "items.1.d", "items.3.d"])
        #expect(try Self.paths(plan, #"{"a":null,"b":{"c":""},"items":[]}"#) == [])
    }

    @Test func isACondition() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("a", .required, when: Condition("b", .present)),
                Rule("c", .required, unless: Condition("b", .present)), Rule("b", .safe),
            ]))
        #expect(try Self.paths(plan, #"{"b":null}"#) == ["a"])
        #expect(try Self.paths(plan, #"{}"#) == ["c"])
    }

    /// The places of what is found in JSON.
    static func paths(_ plan: Plan, _ json: String) throws -> [String] {
        let record = Record(for: plan)
        try record.fill(json: json)
        return try plan.validate(record).violations.map { "\($0.path)" }
    }
}
