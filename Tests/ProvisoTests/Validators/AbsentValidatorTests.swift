import Proviso
import Testing

struct AbsentValidatorTests {
    private static let rule = AbsentValidator()
    private static let orNull = AbsentValidator(allowNull: true)
    private static let orEmpty = AbsentValidator(allowEmpty: true)

    static let rows: [Row] = [
        .accepts(.absent, rule), .rejects(nil, rule, "absent.invalid"), .rejects("", rule, "absent.invalid"),
        .rejects([], rule, "absent.invalid"), .rejects(.object([]), rule, "absent.invalid"),
        .rejects(0, rule, "absent.invalid"), .rejects(false, rule, "absent.invalid"),
        .rejects("a", rule, "absent.invalid"),
        .accepts(.absent, orNull), .accepts(nil, orNull), .rejects("", orNull, "absent.invalid"),
        .rejects(false, orNull, "absent.invalid"),
        .accepts(.absent, orEmpty), .accepts(nil, orEmpty), .accepts("", orEmpty), .accepts([], orEmpty),
        .accepts(.object([]), orEmpty), .rejects(0, orEmpty, "absent.invalid"),
        .rejects(" ", orEmpty, "absent.invalid"),
        .rejects([nil], orEmpty, "absent.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func findsTheMembersThatAreThere() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .absent), Rule("b.c", .absent), Rule("items.*.d", .absent)]))
        let found = try PresentValidatorTests.paths(plan, #"{"a":null,"b":{"c":1},"items":[{"d":null},{},{"d":""}]}"#)
        #expect(found == ["a", "b.c", "items.0.d", "items.2.d"])
        #expect(try PresentValidatorTests.paths(plan, #"{"b":{},"items":[{}]}"#) == [])
    }

    /// "Neither of two" is two conditions.
    @Test func isACondition() throws {
        let none = [Condition("b", .absent(allowEmpty: true)), Condition("c", .absent(allowEmpty: true))]
        let plan = try Plan(RuleSet(rules: [Rule(["a"], .required, when: none), Rule(["b", "c"], .safe)]))
        #expect(try PresentValidatorTests.paths(plan, #"{}"#) == ["a"])
        #expect(try PresentValidatorTests.paths(plan, #"{"b":null,"c":""}"#) == ["a"])
        #expect(try PresentValidatorTests.paths(plan, #"{"b":1}"#) == [])
        #expect(try PresentValidatorTests.paths(plan, #"{"c":1}"#) == [])
    }
}
