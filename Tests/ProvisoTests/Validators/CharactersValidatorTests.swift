import Proviso
import Testing

struct CharactersValidatorTests {
    /// A class with strings that it accepts, and with others by what the violation names.
    private static func rows(
        _ classes: [CharacterClass], also: String = "", ascii: Bool = false, valid: [String],
        invalid: [(String, [String])]
    ) -> [Row] {
        guard let validator = try? CharactersValidator(of: classes, also: also, ascii: ascii) else { return [] }
        return valid.map { .accepts(.text($0), validator) }
            + invalid.map { value, others in
                .rejects(
                    .text(value), validator, "characters.invalid",
                    ["characters": .list(others.map { .text($0) })])
            }
    }

    static let rows: [Row] = [
        rows(
            [.letters], valid: ["", "abc", "stra\u{DF}e", "e\u{301}", "\u{928}\u{93F}", "\u{6F22}", "\u{10400}"],
            invalid: [("a1", ["1"]), ("a b", ["U+0020"]), ("a-b_", ["-", "_"]), ("\u{1F600}", ["\u{1F600}"])]),
        rows(
            [.letters], ascii: true, valid: ["", "abcXYZ"],
            invalid: [("caf\u{E9}", ["\u{E9}"]), ("@[`{", ["@", "[", "`", "{"])]),
        rows([.digits], valid: ["0129", "\u{661}\u{96B}"], invalid: [("\u{BD}", ["\u{BD}"]), ("/:", ["/", ":"])]),
        rows([.digits], ascii: true, valid: ["0129"], invalid: [("\u{661}", ["\u{661}"])]),
        rows([.numbers], valid: ["1\u{BD}\u{2163}"], invalid: [("a", ["a"])]),
        rows([.hex], valid: ["", "09afAF"], invalid: [("fg", ["g"]), ("\u{FF11}", ["\u{FF11}"]), ("0x", ["x"])]),
        rows([.spaces], valid: [" ", "\u{A0}\u{3000}"], invalid: [("\t\n", ["U+0009", "U+000A"])]),
        rows([.punctuation], valid: ["!-_()\u{AB}\u{2026}"], invalid: [("+", ["+"])]),
        rows([.symbols], valid: ["+$^\u{20AC}\u{A9}"], invalid: [("!", ["!"])]),
        rows(
            [.emoji],
            valid: ["\u{1F600}", "\u{1F468}\u{200D}\u{1F469}\u{1F3FD}", "\u{2764}\u{FE0F}", "\u{1F1E8}\u{1F1ED}"],
            invalid: [("1", ["1"]), ("a", ["a"]), ("#\u{FE0F}\u{20E3}", ["#"])]),
        rows(
            [.printable], valid: ["a 1!+\u{E9}\u{20AC}"],
            invalid: [("a\u{200B}", ["U+200B"]), ("\0", ["U+0000"]), ("\u{E000}", ["U+E000"]), ("\u{378}", ["U+0378"])]),
        rows([.printable], ascii: true, valid: [" ~"], invalid: [("\u{7F}", ["U+007F"]), ("\u{A0}", ["U+00A0"])]),
        rows([.any], valid: ["a\0\u{378}\u{E000}"], invalid: []),
        rows([.any], ascii: true, valid: ["a\0\u{7F}"], invalid: [("\u{80}", ["U+0080"])]),
        rows([], ascii: true, valid: ["", "a\0\u{7F}"], invalid: [("\u{E9}", ["\u{E9}"])]),
        rows([], also: "ab\u{E9}", valid: ["ba\u{E9}"], invalid: [("abc", ["c"]), ("e\u{301}", ["e", "U+0301"])]),
        rows([], also: "a", ascii: true, valid: ["aa"], invalid: [("b", ["b"])]),
        rows(
            [.letters, .digits], also: "_-\u{E9}", ascii: true, valid: ["a-1_B\u{E9}"],
            invalid: [("\u{E8}.", ["\u{E8}", "."]), ("!!!", ["!"]), ("abc?!.,;:", ["?", "!", ".", ",", ";"])]),
    ].flatMap { $0 }

    @Test func table() throws {
        for row in Self.rows { row.run() }
        #expect(Self.rows.count > 50)
        let letters = try CharactersValidator(of: [.letters])
        for value: AnyValue in [5, nil, ["a"], true] { Row.rejects(value, letters, "string.type").run() }
    }

    /// Each class is what RE2 knows as the general categories, for every ASCII character and many others.
    @Test(arguments: [
        (CharacterClass.letters, "[\\pL\\pM]"), (.digits, "\\p{Nd}"), (.numbers, "\\pN"), (.spaces, "\\p{Zs}"),
        (.punctuation, "\\pP"), (.symbols, "\\pS"), (.hex, "[0-9A-Fa-f]"),
        (.printable, "[\\pL\\pM\\pN\\p{Zs}\\pP\\pS]"),
    ]) func agreesWithCategories(group: CharacterClass, pattern: String) throws {
        let ours = try Plan(RuleSet(rules: [Rule("a", .characters(of: group), skipOnEmpty: false)]))
        let theirs = try Plan(
            RuleSet(rules: [Rule("a", .type("match", ["pattern": .text(pattern), "whole": true]), skipOnEmpty: false)]))
        // Up to here no character is newer than either table.
        for code in UInt32(0)..<0x530 {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let value: AnyValue = ["a": .text(String(scalar))]
            #expect(try ours.validate(value).isValid == theirs.validate(value).isValid, "\(code)")
        }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("characters"), "must name a class").run()
        RefusedOptions(.type("characters", ["of": []]), "must name a class").run()
        RefusedOptions(.type("characters", ["of": "letter"]), "'letter' is not one of letters", suggestion: "letters")
            .run()
        RefusedOptions(.type("characters", ["of": ["digits", "diggits"]]), "not one of", suggestion: "digits").run()
    }

    @Test func theMessageNamesTheCharacters() throws {
        let plan = try Plan(RuleSet(rules: [Rule("name", .characters(of: .letters, also: " "))]))
        let report = try plan.validate(["name": "a1 b\u{200B}"])
        #expect(
            plan.localizer(Localizer(preferring: ["en"])).texts(report) == [
                "Name must not contain these characters: “1”, “U+200B”."
            ])
    }
}
