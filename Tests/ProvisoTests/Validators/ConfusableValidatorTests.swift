import Proviso
import Testing

struct ConfusableValidatorTests {
    private static let plain = ConfusableValidator()
    private static let ascii = ConfusableValidator(restriction: .ascii)
    private static let single = ConfusableValidator(restriction: .singleScript)
    private static let minimal = ConfusableValidator(restriction: .minimally)
    private static let reserved = ConfusableValidator(notLike: ["admin", "PayPal"])

    static let rows: [Row] = [
        .accepts("ada", plain), .accepts("", plain), .accepts("Ada Lovelace-1815", plain),
        .accepts("\u{E9}mile", plain), .accepts("\u{430}\u{434}\u{430}", plain),
        .accepts("user\u{540D}\u{524D}", plain), .accepts("\u{645}\u{62D}\u{645}\u{62F}", plain),
        // Of one script: only a list of names tells them.
        .accepts("rnicrosoft", plain), .accepts("\u{251}lpha", plain),
        .rejects("p\u{430}yp\u{430}l", plain, "confusable.invalid"),
        .rejects("user\u{661}\u{662}", plain, "confusable.invalid"),
        .rejects("1\u{661}", plain, "confusable.invalid"),
        .rejects("e\u{301}\u{301}", plain, "confusable.invalid"),
        .rejects("user\u{200B}", plain, "confusable.invalid"), .rejects("us\u{AD}er", plain, "confusable.invalid"),
        .rejects("\u{202E}user", plain, "confusable.invalid"), .rejects("user\n", plain, "confusable.invalid"),
        .rejects("a\0", plain, "confusable.invalid"), .rejects("\u{3164}", plain, "confusable.invalid"),
        .rejects("i\u{307}", plain, "confusable.invalid"),
        .rejects(5, plain, "confusable.invalid"), .rejects(nil, plain, "confusable.invalid"),
        .rejects(["ada"], plain, "confusable.invalid"),
        .accepts("ada", ascii), .rejects("\u{E9}mile", ascii, "confusable.invalid"),
        .accepts("\u{E9}mile", single), .rejects("user\u{540D}\u{524D}", single, "confusable.invalid"),
        .accepts("p\u{430}ypal", minimal), .rejects("user\u{200B}", minimal, "confusable.invalid"),
        // Joiners where they change what is seen: Persian, Devanagari, Sinhala, Bengali.
        .accepts("\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", plain),
        .accepts("\u{915}\u{94D}\u{200D}\u{937}", plain), .accepts("\u{915}\u{94D}\u{200C}\u{937}", plain),
        .accepts("\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}", plain),
        .accepts("\u{9B0}\u{200D}\u{9CD}\u{9AF}\u{9BE}", plain),
        .rejects("ab\u{200C}c", plain, "confusable.invalid"), .rejects("ab\u{200D}c", plain, "confusable.invalid"),
        .rejects("\u{915}\u{200D}\u{937}", plain, "confusable.invalid"),
        .rejects("\u{645}\u{6CC}\u{200C}", plain, "confusable.invalid"),
        .rejects("\u{648}\u{200C}\u{627}", plain, "confusable.invalid"),
        .rejects("\u{200D}\u{915}", plain, "confusable.invalid"),
        .rejects("\u{645}\u{6CC}\u{200C}\u{200C}\u{62E}", plain, "confusable.invalid"),
        // Emoji as UTS #51 writes them, and nothing hidden behind one.
        .accepts("ada\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", plain), .accepts("\u{2764}\u{FE0F}", plain),
        .accepts("\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", plain), .accepts("\u{1F9D1}\u{1F3FD}\u{200D}\u{1F680}", plain),
        .accepts("1\u{FE0F}\u{20E3}", plain), .accepts("\u{1F1E9}\u{1F1EA}", plain),
        .accepts("\u{1F44D}\u{1F3FF}", plain),
        .accepts("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", plain),
        .accepts("\u{1F642}\u{200D}\u{2194}\u{FE0F}", plain), .accepts("\u{1F44D}\u{FE0E}", plain),
        .rejects("\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}", plain, "confusable.invalid"),
        .rejects("\u{1F3F4}\u{E0067}\u{E0062}", plain, "confusable.invalid"),
        .rejects("\u{1F44D}\u{FE0F}", plain, "confusable.invalid"), .rejects("a\u{FE0F}", plain, "confusable.invalid"),
        .rejects("1\u{FE0F}", plain, "confusable.invalid"), .rejects("\u{1F468}\u{200D}", plain, "confusable.invalid"),
        .rejects("\u{2764}\u{FE0F}\u{FE0F}", plain, "confusable.invalid"),
        .rejects("\u{1F468}\u{200D}\u{200D}\u{1F469}", plain, "confusable.invalid"),
        .rejects("a\u{200D}\u{1F469}", plain, "confusable.invalid"), .rejects("\u{E0041}", plain, "confusable.invalid"),
        // More marks in a row than any word has.
        .rejects(.text("a" + String(repeating: "\u{301}\u{323}", count: 16)), minimal, "confusable.invalid"),
        .rejects(.text("a" + String(repeating: "\u{301}\u{323}", count: 80_000)), plain, "confusable.invalid"),
        .accepts("adam", reserved), .rejects("admin", reserved, "confusable.invalid"),
        .rejects("ADMIN", reserved, "confusable.invalid"), .rejects("\u{251}dmin", reserved, "confusable.invalid"),
        .rejects("adrnin", reserved, "confusable.invalid"), .rejects("paypa1", reserved, "confusable.invalid"),
        .rejects("PAYPAL", reserved, "confusable.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() throws {
        let rows = [
            RefusedOptions(.type("confusable", ["restriction": "high"]), "not one of ascii", suggestion: "highly"),
            RefusedOptions(.type("confusable", ["notLike": [1]]), "list of strings"),
        ]
        for row in rows { row.run() }
        let plan = try Plan(RuleSet(rules: [Rule("a", .confusable(restriction: .none, notLike: ["root"]))]))
        #expect(try plan.validate(["a": "p\u{430}ypal"]).isValid)
        #expect(try plan.validate(["a": "r00t"]).violations.map(\.code) == ["confusable.invalid"])
    }
}
