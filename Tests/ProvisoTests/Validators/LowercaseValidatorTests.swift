import Proviso
import Testing

struct LowercaseValidatorTests {
    private static let valid = [
        "", "a", "abc 1", "stra\u{DF}e", "\u{E9}", "e\u{301}", "123", "\u{6F22}\u{5B57}", "\u{BA}", "\u{3C2}",
        "\u{2170}",
        "\u{1F600}", "\u{149}",
    ]

    /// Also titlecase letters, letter numbers and circled letters, and letters of the last planes.
    private static let invalid = [
        "A", "aBc", "Z", "\u{C9}", "E\u{301}", "\u{1C5}", "\u{3A3}", "\u{130}", "\u{2160}", "\u{24B6}", "\u{10400}",
        "\u{1E9E}",
    ]

    static let rows: [Row] =
        valid.map { .accepts(.text($0), LowercaseValidator()) }
        + invalid.map { .rejects(.text($0), LowercaseValidator(), "lowercase.invalid") }
        + [
            .rejects(5, LowercaseValidator(), "string.type"), .rejects(nil, LowercaseValidator(), "string.type"),
            .rejects(["a"], LowercaseValidator(), "string.type"),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    /// `filter` with `lower` makes valid what the rule rejects, for every character.
    @Test func agreesWithTheFilter() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("a", .type("filter", ["filter": "lower"])), Rule("a", .lowercase)]))
        // Their mapping came with Unicode 16; ICU of Debian 12 has Unicode 15.
        let newer: Set<UInt32> = [0x1C89]
        for code in UInt32(0x20)..<0x3000 where !newer.contains(code) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            #expect(try plan.validate(["a": .text("x\(scalar)")]).isValid, "\(code)")
        }
    }
}
