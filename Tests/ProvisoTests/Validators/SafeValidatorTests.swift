import Proviso
import Testing

/// `safe`: anything passes, and nothing is changed.
struct SafeValidatorTests {
    static let rows: [Row] = [
        .accepts(" anything ", SafeValidator()),
        .accepts(nil, SafeValidator()),
        .accepts(["k": [nil, 1.5]], SafeValidator()), .accepts("", SafeValidator()),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("safe", ["value": 5]), "it accepts none").run()
    }

    @Test func makesAnAttributeKnownAndAssignable() {
        let ruleSet = RuleSet(rules: [Rule("a", .safe), Rule(["!b"], .safe)])
        #expect(ruleSet.activeAttributes(in: "default") == ["a", "b"])
        #expect(ruleSet.safeAttributes(in: "default") == ["a"])
    }
}
