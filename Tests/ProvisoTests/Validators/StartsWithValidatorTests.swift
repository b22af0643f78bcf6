import Proviso
import Testing

/// `startsWith`: a text begins with one of the given texts.
struct StartsWithValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let start = try StartsWithValidator(value: ["https://", "/"])
        let folded = try StartsWithValidator(value: ["HTTPS://"], ignoreCase: true)
        return [
            .accepts("https://a", start), .accepts("/", start), .accepts("https://", start), .accepts("/x", start),
            .accepts("Https://a", folded), .rejects("http://a", folded, "startsWith.invalid"),
            .rejects("HTTPS://a", start, "startsWith.invalid", ["part": .list([.text("https://"), .text("/")])]),
            .rejects(" /", start, "startsWith.invalid"), .rejects("", start, "startsWith.invalid"),
            .rejects("https:/", start, "startsWith.invalid"), .rejects(5, start, "startsWith.invalid"),
            .rejects(["/"], start, "startsWith.invalid"), .rejects("http://a", start, "startsWith.invalid"),
            .rejects("\u{200B}/x", start, "startsWith.invalid"), .rejects(nil, start, "startsWith.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.startsWith(), "at least one").run()
    }
}
