import Proviso
import Testing

/// The key `options`, which has room for options that are named as keys of rules are.
struct OptionsKeyTests {
    @Test(arguments: [
        "{attributes: a, type: compare, compareValue: 9, operator: '<', options: {type: number}}",
        "{attributes: a, type: compare, options: {compareValue: 9, operator: '<', type: number}}",
        "[a, compare, {compareValue: 9, operator: '<', options: {type: number}}]",
        "[a, compare, {compareValue: 9, operator: '<', type: number}]",
    ]) func reaches(rule: String) throws {
        let plan = try Plan(RuleSet(parsing: "rules: [\(rule)]"))
        #expect(try plan.validate(["a": "8"]).isValid)
        #expect(try !plan.validate(["a": "7x"]).isValid, "as a text it would be less")
    }

    @Test func reachesRulesWithinRules() throws {
        let options = "compareValue: 9, operator: '<', options: {type: number}"
        let each = try Plan(RuleSet(parsing: "rules: [[a, each, {rule: {type: compare, \(options)}}]]"))
        #expect(try !each.validate(["a": ["7x"]]).isValid)
        let when = try Plan(
            RuleSet(
                parsing: """
                    rules: [[a, safe], [b, required, {when: {attributes: a, type: compare, \(options)}}]]
                    """))
        #expect(try when.validate(["a": "7x"]).isValid)
        #expect(try !when.validate(["a": "7"]).isValid)
    }

    static let rows = [
        BrokenRules("rules: [[a, minimum, {options: 5}]]", "1:32: options must be a mapping"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 1, options: {limit: 2}}]]", "1:43: the option 'limit' appears twice"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 1, options: {lmit: 2}}]]",
            "1:43: unknown option 'lmit' of 'minimum' (it accepts limit, strictly); did you mean 'limit'?"),
    ]

    @Test(arguments: rows) func refuses(row: BrokenRules) { row.run() }
}
