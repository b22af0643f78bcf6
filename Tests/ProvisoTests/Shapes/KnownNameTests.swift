import Proviso
import Testing

/// Attributes that only conditions and options name, and rules that find nothing.
struct KnownNameTests {
    @Test func namingIsEnough() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - { attributes: state, type: required, when: [country, in, { range: [US] }] }
                      - [password, compare]
                      - [end, compare, { compareAttribute: start, operator: ">" }]
                      - [due, date, { timestampAttribute: due_at }]
                    """))
        #expect(
            plan.attributeNames == ["state", "password", "end", "due", "country", "password_repeat", "start", "due_at"])
        #expect(plan.ruleSet.safeAttributes(in: "default") == ["state", "password", "end", "due"])
        let report = try plan.validate(["country": "US", "password": "a", "password_repeat": "b", "end": 1, "start": 2])
        #expect(
            report.violations.map(RuleTable.line) == [
                "required.blank /state", "compare.equal /password", "compare.greater /end",
            ])
    }

    static let typos = [
        WrongRules(
            "rules: [[country, even], [b, even, {when: [cuontry, even]}]]",
            "1:44: unknown attribute 'cuontry': no rule names it (add a 'safe' rule for it); did you mean 'country'?"),
        WrongRules(
            "rules: [[country, even], [b, compare, {compareAttribute: countri}]]",
            "1:58: option 'compareAttribute' of 'compare': unknown attribute 'countri': no rule names it (add a 'safe' rule for it); did you mean 'country'?"
        ),
        WrongRules(
            "rules: [[country, even], [b, number, {max: {attribute: countri}}]]",
            "1:44: option 'max' of 'number': unknown attribute 'countri': no rule names it (add a 'safe' rule for it); did you mean 'country'?"
        ),
        WrongRules(
            "{closed: true, rules: [[country, even], [b, even, {when: [cuontry, even]}]]}",
            "1:59: unknown attribute 'cuontry': no rule names it (add a 'safe' rule for it); did you mean 'country'?"),
        WrongRules(
            "{attributes: [a], rules: [[a, even, {when: [other, even]}]]}",
            "1:45: unknown attribute 'other': no rule names it (add a 'safe' rule for it)"),
    ]

    @Test(arguments: typos) func aNameThatIsSimilarAndUsedOnceIsAnError(row: WrongRules) { row.run() }

    static let right = [
        "rules: [[country, even], [b, even, {when: [cuontry, even]}], [c, even, {when: [cuontry, even]}]]",
        "rules: [[line1, even], [b, even, {when: [line2, even]}]]",
        "rules: [[country, even], [cuontry, safe], [b, even, {when: [cuontry, even]}]]",
        "rules: [[a, even, {when: [b, even]}]]",
        "rules: [[email, compare, {compareAttribute: email2}]]",
    ]

    @Test(arguments: right) func otherNamesAreRight(rules: String) {
        #expect(diagnostics(rules, registry: WrongRules.registry) == [])
    }

    static let warnings: [(String, [String])] = [
        (
            "rules: [[a, string, {min: 1}]]",
            [
                "f:1:9: 'string' with 'min: 1' accepts \"\", because empty values are skipped: write [a, required] beside it, or 'skipOnEmpty: false'"
            ]
        ),
        (
            "rules: [[a, string, {min: 1, max: 5}]]",
            [
                "f:1:9: 'string' with 'min: 1' accepts \"\", because empty values are skipped: write [a, required] beside it, or 'skipOnEmpty: false'"
            ]
        ),
        ("rules: [[a, string, {min: 2}]]", []), ("rules: [[a, string, {min: 1, skipOnEmpty: false}]]", []),
        ("rules: [[a, required], [a, string, {min: 1}]]", []), ("rules: [[a, count, {min: 1}]]", []),
        (
            "rules: [[a, count, {min: 1, skipOnEmpty: true}]]",
            ["f:1:9: 'count' with a minimum accepts [], because 'skipOnEmpty: true' skips it: leave 'skipOnEmpty' out"]
        ),
        (
            "rules: [[a, keys, {required: [b], skipOnEmpty: true}]]",
            ["f:1:9: 'keys' with 'required' accepts {}, because 'skipOnEmpty: true' skips it: leave 'skipOnEmpty' out"]
        ),
        (
            "rules: [[a, in, {range: ['', null], not: true}]]",
            [
                "f:1:9: 'in' rejects nothing, because the empty values that it excludes are skipped: write [a, required] beside it, or 'skipOnEmpty: false'"
            ]
        ),
        (
            #"rules: [[a, compare, {compareValue: '', operator: "!="}]]"#,
            [
                "f:1:9: 'compare' rejects nothing, because the empty value that it excludes is skipped: write [a, required] beside it, or 'skipOnEmpty: false'"
            ]
        ),
        ("{shapes: {x: [[a, email]]}, rules: [[a, email]]}", ["f:1:11: no rule applies the shape 'x'"]),
        (
            "{shapes: {x: [[a, string, {min: 1}]]}, rules: [[a, shape, {name: x}]]}",
            [
                "f:1:15: 'string' with 'min: 1' accepts \"\", because empty values are skipped: write [a, required] beside it, or 'skipOnEmpty: false'"
            ]
        ),
    ]

    @Test(arguments: warnings) func rulesThatFindNothingAreWarnings(_ rules: String, _ warnings: [String]) throws {
        let plan = try Plan(RuleSet(parsing: rules, file: "f"))
        #expect(plan.warnings.map(\.description) == warnings)
    }

    /// The warnings are true: the rules accept what they say.
    @Test func theWarningsAreTrue() throws {
        for (rule, value) in [
            (Constraint.string(min: 1), AnyValue.text("")), (.in(["", nil], not: true), nil),
            (.compare(to: "", operator: .notEqual), ""),
        ] {
            let plan = try Plan(RuleSet(rules: [Rule("a", rule)]))
            #expect(plan.warnings.count == 1)
            #expect(try plan.validate(["a": value]).isValid)
        }
    }
}
