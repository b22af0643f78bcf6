import Proviso
import Testing

/// The table of the rule type; `ExprRuleTests` has what needs several attributes.
struct ExprValidatorTests {
    private static func rule(_ must: String) -> ExprValidator { ExprValidator(must: must) }

    static let rows: [Row] = [
        .accepts(5, rule("this > 3")), .rejects(3, rule("this > 3"), "expr.invalid"),
        .accepts(3.5, rule("this > 3")), .accepts(.unsigned(.max), rule("this > 9223372036854775807u")),
        .accepts("abc", rule("this.startsWith('a') && this.size() == 3")),
        .rejects("", rule("this != ''"), "expr.invalid"), .rejects("b", rule("this in ['a', 'c']"), "expr.invalid"),
        .accepts([1, 2, 3], rule("this.sum() == 6")), .rejects([1, 2], rule("this.exists(i, i > 2)"), "expr.invalid"),
        .accepts(["k": 1], rule("this.k == 1 && !has(this.l)")),
        .accepts("2026-01-31", rule("this < timestamp('2026-02-01T00:00:00Z')")),
        .rejects("e\u{301}", rule("this == '\u{E9}'"), "expr.invalid"),
        // Null is missing, unless the expression compares with it.
        .accepts(nil, rule("this > 3")), .rejects(nil, rule("this != null"), "expr.invalid"),
        // What has no value counts as not validated.
        .rejects("a", rule("this > 3"), .fault), .rejects(0, rule("10 / this > 1"), .fault),
        // An item that is not there is absent, as a member is.
        .accepts([1], rule("this[1] == 1")), .rejects([1], rule("this[?1].orValue(0) == 1"), "expr.invalid"),
        .rejects(
            5, ExprValidator(must: "this > 9", code: "a.small", with: ["half": "this / 2"]), "a.small", ["half": 2]),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        func refused(_ must: AnyValue, _ reason: String, suggestion: String? = nil) -> RefusedOptions {
            RefusedOptions(.type("expr", ["must": must]), reason, suggestion: suggestion)
        }
        let rows = [
            refused("this +", "at character 7"), refused("thiss > 3", "'thiss'", suggestion: "this"),
            refused("1 + 2", "must be true or false"), refused("this.matches('(')", "not a regular expression"),
            refused("this.startWith('a')", "'startWith'", suggestion: "startsWith"), refused(5, "'must'"),
            RefusedOptions(
                .type("expr", ["must": "true", "code": "too long"]), "must be letters, digits, '-', '_' and single dots"
            ),
            RefusedOptions(.type("expr", ["must": "true", "with": ["x": "1 +"]]), "at character 4"),
        ]
        for row in rows { row.run() }
    }
}
