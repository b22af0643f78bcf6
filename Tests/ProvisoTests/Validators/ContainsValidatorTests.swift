import Proviso
import Testing

/// `contains`: a text contains one of the given texts.
struct ContainsValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let either = try ContainsValidator(value: ["https://", "/"])
        let inside = try ContainsValidator(value: ["aab"])
        let folded = try ContainsValidator(value: ["K\u{E4}Se"], ignoreCase: true)
        return [
            .accepts("see https://a", either), .accepts("a/b", either), .rejects("a\\b", either, "contains.invalid"),
            .rejects("", either, "contains.invalid"), .rejects(["/"], either, "contains.invalid"),
            .accepts("aaab", inside), .accepts("aabaab", inside), .accepts("xaaaaaaby", inside),
            .rejects("aaaa", inside, "contains.invalid"), .rejects("aAb", inside, "contains.invalid"),
            .rejects("", inside, "contains.invalid"), .rejects(5, inside, "contains.invalid"),
            .accepts("x K\u{E4}SE", folded), .accepts("k\u{E4}se", folded),
            // Beyond ASCII nothing is folded: neither Ä nor the Kelvin sign.
            .rejects("K\u{C4}SE", folded, "contains.invalid"), .rejects("\u{212A}\u{E4}se", folded, "contains.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("contains"), "needs the option 'value'").run()
        RefusedOptions(.contains(""), "must not be empty").run()
    }
}
