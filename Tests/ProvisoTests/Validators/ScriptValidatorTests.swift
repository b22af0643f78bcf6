import Proviso
import Testing

struct ScriptValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let latin = try ScriptValidator(scripts: ["Latin"])
        let greek = try ScriptValidator(scripts: ["Grek"])
        let japanese = try ScriptValidator(scripts: ["Han", "Hiragana", "Katakana"])
        let names: ParameterValue = .list([.text("Han"), .text("Hiragana"), .text("Katakana")])
        return [
            .accepts("Ada Lovelace, 36!", latin), .accepts("", latin), .accepts("\u{C9}mile \u{141}", latin),
            .accepts("e\u{301}", latin), .accepts("12 \u{1F600} \u{2013}", latin),
            .accepts("36", greek), .rejects("\u{663}", greek, "script.invalid"),
            .rejects("p\u{430}ypal", latin, "script.invalid", ["scripts": .list([.text("Latin")])]),
            .rejects("Ada \u{3B1}", latin, "script.invalid"), .rejects("Ada", greek, "script.invalid"),
            .accepts("\u{3B1}\u{3B2} 1", greek),
            .accepts("\u{540D}\u{524D}\u{30FC}\u{3042}\u{30A2}", japanese),
            .rejects("\u{540D}a", japanese, "script.invalid", ["scripts": names]),
            // The long vowel sign is Japanese although of no script of its own.
            .rejects("a\u{30FC}", latin, "script.invalid"),
            .rejects("\u{378}", latin, "script.invalid"), .rejects("\u{E000}", latin, "script.invalid"),
            .rejects(5, latin, "script.invalid"), .rejects(["a"], latin, "script.invalid"),
            .rejects(nil, latin, "script.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    /// Codes for several scripts, and for styles of one.
    @Test(arguments: [
        ("Jpan", "名前ーあア", "가"), ("Kore", "가名", "あ"), ("Hrkt", "あア", "名"), ("Hanb", "名ㄅ", "あ"), ("Hans", "名", "あ"),
        ("hant", "名", "a"), ("Latf", "a", "б"), ("Cyrs", "б", "a"), ("Aran", "ا", "a"), ("Syrj", "ܐ", "a"),
        ("Jamo", "가", "a"), ("Katakana_Or_Hiragana", "あア", "a"),
    ]) func codesOfOtherKinds(code: String, good: String, bad: String) throws {
        let validator = try ScriptValidator(scripts: [code])
        #expect(validator.violation(of: .text(good)) == nil)
        #expect(validator.violation(of: .text(bad)) != nil)
    }

    /// No rule can be made that refuses every letter.
    @Test(arguments: ["Zmth", "Zsym", "Zsye", "Zxxx", "Blis", "Teng", "Maya", "Inds"])
    func codesOfNoCharacter(code: String) {
        #expect(throws: OptionError.self) { try ScriptValidator(scripts: [code]) }
        #expect(throws: OptionError.self) { try ScriptValidator(scripts: ["Latin", code]) }
    }

    @Test func optionsAreChecked() throws {
        let rows = [
            RefusedOptions(.script(), "at least one"),
            RefusedOptions(.script("Latin", "Cyrilic"), "'Cyrilic' is not a script", suggestion: "Cyrillic"),
            RefusedOptions(.script("Latin\0"), "is not a script", suggestion: "Latin"),
            RefusedOptions(.type("script"), "needs the option 'scripts'"),
        ]
        for row in rows { row.run() }
        let plan = try Plan(RuleSet(rules: [Rule("a", .script("latin", "Cyrl"))]))
        #expect(try plan.validate(["a": "a\u{430}"]).isValid)
    }
}
