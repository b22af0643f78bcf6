import Proviso
import Testing

/// The validators that change values, and the one that does nothing.
struct WritingValidatorTests {
    private static let trimLists = TrimValidator()

    static let rows: [Row] = [
        .accepts("", DefaultValidator(value: "x"), becomes: "x"),
        .accepts(nil, DefaultValidator { .text("for \($0.attribute.isEmpty ? "a" : $0.attribute)") }, becomes: "for a"),
        .accepts("b", DefaultValidator { _ in "x" }),
        .accepts(nil, DefaultValidator(value: 5), becomes: 5),
        .accepts([], DefaultValidator(value: ["a", ["b": 1]]), becomes: ["a", ["b": 1]]),
        .accepts("", DefaultValidator(), becomes: AnyValue.null),
        .accepts(" ", DefaultValidator(value: "x")),
        .accepts(0, DefaultValidator(value: 5)),
        .accepts(false, DefaultValidator(value: true)),
        .accepts(" \t\r\n\u{0B}\0a b\0 ", TrimValidator(), becomes: "a b"),
        .accepts("\u{A0}\u{3000}\u{2028}\u{E9}\u{85}", TrimValidator(), becomes: "\u{E9}"),
        .accepts("\u{200B}a", TrimValidator()),
        .accepts("a\u{1F468}\u{200D}\u{1F469} ", TrimValidator(), becomes: "a\u{1F468}\u{200D}\u{1F469}"),
        .accepts(" \n ", TrimValidator(), becomes: ""),
        .accepts("", TrimValidator()),
        .accepts("a", TrimValidator()),
        .accepts(5, TrimValidator()),
        .accepts(nil, TrimValidator()),
        .accepts(true, TrimValidator()),
        .accepts([" a", 5, [" b "], nil], TrimValidator(), becomes: ["a", 5, [" b "], nil]),
        .accepts([" a"], TrimValidator(skipOnArray: true)),
        .accepts(["k": " a"], TrimValidator()),
        .accepts("xxaxx x", TrimValidator(chars: "x"), becomes: "axx "),
        .accepts("abcXcba", TrimValidator(chars: "a..c"), becomes: "X"),
        .accepts("\u{E4}\u{F6}X\u{E4}", TrimValidator(chars: "\u{E0}..\u{FF}"), becomes: "X"),
        .accepts(" a. ", TrimValidator(chars: "..a")),
        .accepts(" a ", TrimValidator(chars: "")),
        .accepts(" anything ", SafeValidator()),
        .accepts(nil, SafeValidator()),
    ]

    @Test func table() throws {
        for row in Self.rows { try row.run() }
    }

    @Test func laterRulesSeeTheNewValue() throws {
        let rules = [
            Rule("a", .trim), Rule("a", .default("fallback")), Rule("a", .string(max: 3)),
            Rule("tags", .trim), Rule("tags", .each(.string(max: 1))), Rule("b", .default("here")),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        try record.fill(json: #"{"a": "   ", "tags": [" x ", "y"]}"#)
        #expect(try plan.validate(record).violations.map(\.code) == ["string.tooLong"])
        #expect(record["a"] == "fallback")
        #expect(record["tags"] == ["x", "y"])
        #expect(record["b"] == "here")
    }

    @Test func defaultsReachItemsThatLackTheMember() throws {
        let rules = [
            Rule("items.*.quantity", .default(1)), Rule("items.*.quantity", .number(max: 2)),
            Rule("items.*.sku", .trim),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        try record.fill(json: #"{"items": [{"sku": " a"}, {"sku": "b", "quantity": 3}, {"quantity": null}]}"#)
        #expect(try plan.validate(record).violations.map(\.path.pointer) == ["/items/1/quantity"])
        #expect(record["items.*.quantity"] == [1, 3, 1])
        #expect(record["items.*.sku"] == ["a", "b", .absent])
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("trim", ["chars": 5]), "must be a text"),
            RefusedOptions(.type("safe", ["value": 5]), "it takes none"),
            RefusedOptions(.type("default", ["valeu": 5]), "unknown option", suggestion: "value"),
        ]
        for row in rows { row.run() }
    }
}
