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
            RefusedOptions(.type("confusable", ["restriction": "high"]), "none of ascii"),
            RefusedOptions(.type("confusable", ["notLike": [1]]), "list of texts"),
        ]
        for row in rows { row.run() }
        let plan = try Plan(RuleSet(rules: [Rule("a", .confusable(restriction: .none, notLike: ["root"]))]))
        #expect(try plan.validate(["a": "p\u{430}ypal"]).isValid)
        #expect(try plan.validate(["a": "r00t"]).violations.map(\.code) == ["confusable.invalid"])
    }
}
