import Proviso
import Testing

struct TransliterateValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let ascii = try TransliterateValidator("Any-Latin; Latin-ASCII")
        let lower = try TransliterateValidator("NFD; [:Nonspacing Mark:] Remove; Lower")
        return [
            .accepts("\u{395}\u{3BB}\u{3BB}\u{3AC}\u{3B4}\u{3B1}", ascii, becomes: "Ellada"),
            .accepts("\u{41C}\u{43E}\u{441}\u{43A}\u{432}\u{430} \u{FC}", ascii, becomes: "Moskva u"),
            .accepts("plain", ascii), .accepts("", ascii), .accepts(nil, ascii), .accepts(5, ascii),
            .accepts(["\u{E9}", 5], ascii, becomes: ["e", 5]),
            .accepts("\u{C9}COLE", lower, becomes: "ecole"),
        ]
    }

    /// Longer texts are changed in pieces, of which nothing is seen.
    @Test func longTextsAreChangedInPieces() throws {
        let rows = [
            ("Any-Latin; Latin-ASCII", "\u{395}\u{3BB}\u{3BB}\u{3AC}\u{3B4}\u{3B1} ", "Ellada "),
            ("Any-Latin; Latin-ASCII", "\u{41C}\u{43E}\u{441}\u{43A}\u{432}\u{430}", "Moskva"),
            ("NFC", "e\u{301}", "\u{E9}"), ("NFD; [:Nonspacing Mark:] Remove", "\u{E9}\u{1F468}", "e\u{1F468}"),
        ]
        for (id, piece, result) in rows {
            for count in [100, 1023, 1024, 1025, 5000] {
                let plan = try Plan(RuleSet(rules: [Rule("a", .transliterate(id))]))
                let record = Record(for: plan)
                record.fill(["a": .text(String(repeating: piece, count: count))])
                _ = try plan.validate(record)
                #expect(record["a"] == .text(String(repeating: result, count: count)), "\(id) \(count)")
            }
        }
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("transliterate"), "needs the option 'transliterator'"),
            RefusedOptions(.transliterate(""), "is not a transliterator"),
            RefusedOptions(
                .transliterate("Latin-ASCI"), "is not a transliterator that ICU has", suggestion: "Latin-ASCII"),
            RefusedOptions(.transliterate("[:Latin Lower"), "is not a transliterator"),
        ]
        for row in rows { row.run() }
    }
}
