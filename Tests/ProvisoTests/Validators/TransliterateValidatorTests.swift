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

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("transliterate"), "needs the option 'transliterator'"),
            RefusedOptions(.transliterate(""), "is no transliterator"),
            RefusedOptions(.transliterate("Latin-ASCI"), "is no transliterator ICU has", suggestion: "Latin-ASCII"),
            RefusedOptions(.transliterate("[:Latin Lower"), "is no transliterator"),
        ]
        for row in rows { row.run() }
    }
}
