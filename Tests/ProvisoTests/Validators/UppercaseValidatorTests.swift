import Proviso
import Testing

struct UppercaseValidatorTests {
    private static let valid = [
        "", "A", "ABC 1", "\u{C9}", "E\u{301}", "123", "\u{6F22}\u{5B57}", "\u{3A3}", "\u{2160}", "\u{1F600}",
        "\u{1E9E}",
    ]

    /// Also titlecase letters, letters that map to several, and letters of the last planes.
    private static let invalid = [
        "a", "aBC", "z", "\u{E9}", "e\u{301}", "STRA\u{DF}E", "\u{1C5}", "\u{3C2}", "\u{FB01}", "\u{2170}", "\u{24D0}",
        "\u{10428}", "\u{149}",
    ]

    static let rows: [Row] =
        valid.map { .accepts(.text($0), UppercaseValidator()) }
        + invalid.map { .rejects(.text($0), UppercaseValidator(), "uppercase.invalid") }
        + [
            .rejects(5, UppercaseValidator(), "string.type"), .rejects(nil, UppercaseValidator(), "string.type"),
            .rejects(["A"], UppercaseValidator(), "string.type"),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    /// `filter` with `upper` makes valid what the rule rejects, for every character.
    @Test func agreesWithTheFilter() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("a", .type("filter", ["filter": "upper"])), Rule("a", .uppercase)]))
        // Their mapping came with Unicode 16; ICU of Debian 12 has Unicode 15.
        let newer: Set<UInt32> = [0x19B, 0x264, 0x1C8A]
        for code in UInt32(0x20)..<0x3000 where !newer.contains(code) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            #expect(try plan.validate(["a": .text("X\(scalar)")]).isValid, "\(code)")
        }
    }
}
