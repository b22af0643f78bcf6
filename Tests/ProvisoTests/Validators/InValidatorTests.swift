import Proviso
import Testing

struct InValidatorTests {
    private static let letters = InValidator(range: ["a", "b", ""])
    private static let mixed = InValidator(range: [1, 2.5, "x", true, nil, ["a", "b"]])
    private static let long = (0..<300).map { AnyValue.text("https://example.com/a/\($0)/z") }

    static let rows: [Row] = [
        .accepts("a", letters),
        .accepts("", letters),
        .rejects("A", letters, "in.invalid", ["range": .list([.text("a"), .text("b"), .text("")])]),
        .rejects("a\n", letters, "in.invalid"),
        .rejects("a\0", letters, "in.invalid"),
        .rejects("\0", letters, "in.invalid"),
        // A truth value does not equal every text.
        .rejects(true, letters, "in.invalid"),
        .rejects(0, letters, "in.invalid"),
        .accepts("1", mixed),
        .accepts("1.0", mixed),
        .accepts(2.5, mixed),
        .accepts("x", mixed),
        .accepts(nil, mixed),
        .accepts(["a", "b"], mixed),
        .rejects(["b", "a"], mixed, "in.invalid"),
        .rejects(2, mixed, "in.invalid"),
        .rejects(" 1", mixed, "in.invalid"),
        .rejects("1.0", InValidator(range: ["1"]), "in.invalid"),
        .rejects("1", InValidator(range: [1], strict: true), "in.invalid"),
        .accepts(1.0, InValidator(range: [1], strict: true)),
        .rejects(true, InValidator(range: [1], strict: true), "in.invalid"),
        .accepts(1, InValidator(range: ["1"])),
        .rejects("a", InValidator(range: ["a"], not: true), "in.invalid"),
        .accepts("b", InValidator(range: ["a"], not: true)),
        .accepts(["a", "a"], InValidator(range: ["a", "b"], allowArray: true)),
        .rejects(["a", "c"], InValidator(range: ["a", "b"], allowArray: true), "in.invalid"),
        .rejects(["a"], InValidator(range: ["a", "b"]), "in.invalid"),
        .accepts([], InValidator(range: ["a"], allowArray: true)),
        .accepts("https://example.com/a/299/z", InValidator(range: long)),
        .rejects("https://example.com/a/300/z", InValidator(range: long), "in.invalid"),
        .rejects("a", InValidator(range: []), "in.invalid"),
        .rejects("\u{E9}", InValidator(range: ["e\u{301}"]), "in.invalid"),
        .rejects(.object([]), mixed, "in.invalid"),
        .accepts("b", InValidator { _ in ["a", "b"] }),
        .rejects("c", InValidator { _ in ["a", "b"] }, "in.invalid", ["range": .list([.text("a"), .text("b")])]),
        .accepts(["B", "a"], InValidator(allowArray: true, caseFold: .text) { _ in ["a", "b"] }),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("in"), "needs the option 'range'"),
            RefusedOptions(.type("in", ["range": "a"]), "must be a list"),
            RefusedOptions(.type("in", ["range": [1], "not": 1]), "must be true or false"),
        ]
        for row in rows { row.run() }
    }
}
