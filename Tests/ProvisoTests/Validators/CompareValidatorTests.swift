import Proviso
import Testing

struct CompareValidatorTests {
    private static func to(_ value: AnyValue, _ operation: CompareValidator.Operator = .equal) -> CompareValidator {
        CompareValidator(to: value, operator: operation)
    }

    private static func number(_ value: AnyValue, _ operation: CompareValidator.Operator) -> CompareValidator {
        CompareValidator(to: value, operator: operation, as: .number)
    }

    private static let ones = String(repeating: "1", count: 40)

    static let rows: [Row] = [
        .accepts("abc", to("abc")),
        .rejects("abc\n", to("abc"), "compare.equal", ["compareValueOrAttribute": .text("abc")]),
        .rejects("\u{E9}", to("e\u{301}"), "compare.equal"),
        .rejects("1e1", to("10"), "compare.equal"),
        .accepts(10, to("10")),
        .accepts("10.0", to(10)),
        .accepts(true, to("1")),
        .rejects(true, to("abc"), "compare.equal"),
        .rejects("", to("abc"), "compare.equal"),
        .accepts("", to(.text(""))),
        .rejects("10.0", to(10, .identical), "compare.equal"),
        .accepts("10", to(10, .identical)),
        .accepts("10.0", to(10, .notIdentical)),
        .rejects(10, to(10, .notIdentical), "compare.notEqual"),
        .accepts("a", to("b", .notEqual)),
        .rejects("b", to("b", .notEqual), "compare.notEqual"),
        .accepts("9", to("10", .less)),
        .rejects("9", to("10", .greater), "compare.greater", ["compareValue": .text("10")]),
        .accepts("b", to("a", .greater)),
        .accepts("aa", to("a", .greater)),
        .rejects("a", to("a", .greater), "compare.greater"),
        .accepts("a", to("a", .greaterOrEqual)),
        .rejects("a", to("b", .greaterOrEqual), "compare.greaterOrEqual"),
        .rejects("b", to("a", .lessOrEqual), "compare.lessOrEqual"),
        .rejects("b", to("a", .less), "compare.less"),
        .accepts("a\0b", to("a", .greater)),
        // Beyond what floating point tells apart.
        .accepts(9_007_199_254_740_993, to(9_007_199_254_740_992, .greater)),
        .accepts("18446744073709551617", to("18446744073709551616", .greater)),
        .accepts("1e400", to("1e399", .greater)),
        .accepts(.text("0.\(ones)2"), to(.text("0.\(ones)1"), .greater)),
        .accepts("010", number(10, .equal)),
        .rejects("abc", number(0, .equal), "compare.equal"),
        .accepts("abc", number(0, .notEqual)),
        .rejects("11abc", number(10, .greater), "compare.greater"),
        .rejects("abc", number(10, .less), "compare.less"),
        .rejects(["a"], to("a"), "compare.invalid"),
        .rejects(.object([]), to("a", .notEqual), "compare.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func partnersAreFoundByName() throws {
        let rules = [Rule("password", .compare()), Rule("password_repeat", .safe)]
        let plan = try Plan(RuleSet(rules: rules))
        #expect(try plan.validate(["password": "a", "password_repeat": "a"]).isValid)
        let violation = try plan.validate(["password": "a", "password_repeat": "b"]).violations.first
        #expect(violation?.code == "compare.equal")
        #expect(violation?.parameters["compareValueOrAttribute"] == .attribute("password_repeat"))
        #expect(violation?.parameters["compareAttribute"] == .attribute("password_repeat"))
        // What the partner holds may be a secret.
        #expect(violation?.parameters.list.contains { $0.value == .text("b") } == false)
        #expect(try plan.validate(["password": "a"]).violations.map(\.code) == ["compare.equal"])
    }

    @Test func partnersBehindAListAreThoseOfTheSameItem() throws {
        let rules = [
            Rule("items.*.end", .compare(with: "items.*.start", operator: .greater)), Rule("items.*.start", .safe),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let items: AnyValue = [["start": 1, "end": 2], ["start": 3, "end": 3]]
        #expect(try plan.validate(["items": items]).violations.map(\.path.pointer) == ["/items/1/end"])
    }

    @Test func closuresAreAskedEachTime() throws {
        let rules = [
            Rule("end", .compare(operator: .greaterOrEqual) { AnyValue($0.value(of: "start")) }), Rule("start", .safe),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        #expect(try plan.validate(["start": 1, "end": 1]).isValid)
        let violation = try plan.validate(["start": 3, "end": 2]).violations.first
        #expect(violation?.code == "compare.greaterOrEqual")
        #expect(violation?.parameters["compareValueOrAttribute"] == 3)
        #expect(try plan.validate(["start": 1, "end": [2]]).violations.map(\.code) == ["compare.invalid"])
    }

    @Test func withoutAPartnerThereIsAFault() {
        #expect(CompareValidator().violation(of: "a")?.code == .fault)
        #expect(CompareValidator(attribute: "b").violation(of: "a")?.code == .fault)
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(
                .type("compare", ["operator": "!", "compareValue": 1]), "not one of ==, !=", suggestion: "!="),
            RefusedOptions(
                .type("compare", ["compareValue": 1, "type": "numbers"]), "not one of", suggestion: "number"),
            RefusedOptions(.compare(with: "b[]"), "unknown attribute 'b[]': no rule names it", suggestion: "b.*"),
            RefusedOptions(.compare(to: "x", as: .number), "must be a number"),
        ]
        for row in rows { row.run() }
    }

    /// A value to be typed is shown as it is typed: "2,024" would be refused.
    @Test func valuesToBeTypedAreNotGrouped() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    proviso: 1
                    rules:
                      - [year, compare, { compareValue: 2024 }]
                      - [id, required, { requiredValue: 1234567 }]
                      - [big, compare, { compareValue: 12345678901234567890123, operator: "<" }]
                      - [rate, compare, { compareValue: 1234.50 }]
                      - [code, in, { range: [2024, 12345.5, x], message: "{attribute}: {range}" }]
                      - [sum, compare, { compareValue: 100000, message: "{compareValue, number}; {compareValue, plural, one {one} other {#}}" }]
                    """))
        let report = try plan.validate([
            "year": "x", "id": 7, "big": "x", "rate": 2, "code": "y", "sum": 3,
        ])
        let english = plan.localizer(preferring: "en").texts(report)
        #expect(
            english == [
                "Year must be 2024.", "Id must be “1234567”.",
                "Big must be less than 12,345,678,901,234,567,890,123.", "Rate must be 1234.5.",
                "Code: 2024, 12345.5, or x", "100,000; 100,000",
            ])
        #expect(plan.localizer(preferring: "hi").texts(report).first?.contains("2024") == true)
        #expect(plan.localizer(preferring: "fa").texts(report)[1].contains("1234567"))
    }
}
