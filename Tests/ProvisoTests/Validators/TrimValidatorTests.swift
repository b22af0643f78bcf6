import Proviso
import Testing

/// `trim`: blanks, or other characters, are taken off both ends.
struct TrimValidatorTests {
    static let rows: [Row] = [
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
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("trim", ["chars": 5]), "expected a string, found 5").run()
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
}
