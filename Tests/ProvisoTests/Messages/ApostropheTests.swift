import Proviso
import Testing

/// Apostrophes in messages: as ICU reads them, but never so that a placeholder or a word is lost without a word.
struct ApostropheTests {
    @Test(arguments: [
        ("l'{attribute} can't be empty", 2), ("the field '{attribute}' is empty", 11), ("d'{value, number} euros", 2),
        ("l''avis d'{ attribute }", 10), ("'{attribute} must", 1), ("dell'{attribute} è vuoto", 5),
        ("{value, plural, one{d'# mètre d'un} other{x}}", 22), ("{value, select, other{l'{attribute} n'est pas}}", 24),
        ("qu'{attribute}", 3), ("l\u{E9}'{x", 3),
    ]) func isRefused(pattern: String, character: Int) {
        let reason =
            "not a message: at character \(character): write '' for this apostrophe: it quotes the text after it"
        let quoted = pattern.replacing("'", with: "''")
        for key in ["message", "blank"] {
            let found = diagnostics("rules: [[a, required, {\(key): '\(quoted)'}]]", file: "f", registry: .standard)
            #expect(found.count == 1 && found[0].hasSuffix(reason), "\(found)")
        }
        let file = "messages: {en: {required.blank: '\(quoted)'}}\nrules: [[a, required]]"
        #expect(diagnostics(file, file: "f", registry: .standard) == ["f:1:33: \(reason)"])
        #expect(throws: CatalogError.self) { try Catalog(locale: "fr", messages: ["required.blank": pattern]) }
        #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(rules: [Rule("a", .required, message: RuleMessages(all: MessageOverride(pattern)))]))
        }
    }

    @Test(arguments: [
        ("l''{attribute} can't be empty", "l'A can't be empty"), ("don't", "don't"), ("''", "'"),
        ("a '{' b", "a { b"), ("'{'attribute'}' is {attribute}", "{attribute} is A"), ("x'{'y'}'", "x{y}"),
        ("can''t", "can't"), ("'{}'", "{}"), ("rock'n'roll", "rock'n'roll"), ("{attribute}'s", "A's"),
        ("« '{' »", "« { »"), ("５'{'", "５{"),
    ]) func isReadAsICUDoes(pattern: String, text: String) throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("a", .required, message: RuleMessages(all: MessageOverride(pattern)))]))
        #expect(plan.localizer(preferring: "en").texts(try plan.validate([:])) == [text])
    }

    /// Patterns that are read for other ends keep to ICU in everything.
    @Test func patternsThemselvesAreICU() throws {
        #expect(try MessagePattern("l'{attribute}").placeholders == [])
    }
}
