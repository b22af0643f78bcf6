import Proviso
import Testing

struct InValidatorTests {
    private static let letters = InValidator(range: ["a", "b", ""])
    private static let mixed = InValidator(range: [1, 2.5, "x", true, nil, ["a", "b"]])
    private static let long = (0..<300).map { AnyValue.text("https://example.com/a/\($0)/z") }

    /// More values than are compared in turn.
    private static let many = InValidator(
        range: [
            1, 2.5, "x", true, nil, ["a", 1], ["k": [1, "2"]], "7.0", .decimal("1e400"), .unsigned(.max), "007", -3,
        ])
    private static let strictly = InValidator(
        range: [1, 2.5, "x", true, nil, ["a", 1], ["k": [1, "2"]], "7.0", .decimal("1e400"), .unsigned(.max), -3],
        strict: true)

    static let rows: [Row] = [
        .accepts(1, many), .accepts("1", many), .accepts("1.0", many), .accepts(1.0, many), .accepts(true, many),
        .accepts("2.50", many), .accepts("x", many), .accepts(nil, many), .accepts(7, many), .accepts("7.0", many),
        .accepts(["a", 1], many), .accepts(["a", "1.0"], many), .accepts(["k": ["1", 2]], many),
        .accepts("10e399", many), .accepts("18446744073709551615", many), .accepts("-3", many), .accepts("007", many),
        .accepts("-3.00", many), .rejects("-3e0", many, "in.invalid"), .rejects("-03", many, "in.invalid"),
        .rejects("7", many, "in.invalid"), .rejects("X", many, "in.invalid"), .rejects(8, many, "in.invalid"),
        .rejects(["a"], many, "in.invalid"), .rejects(false, many, "in.invalid"), .rejects("", many, "in.invalid"),
        .rejects(["k": [1, 3]], many, "in.invalid"), .rejects(.integer(.max), many, "in.invalid"),
        .rejects(0, many, "in.invalid"),
        .accepts(1.0, strictly), .accepts(["a", 1.0], strictly), .accepts(true, strictly), .accepts(nil, strictly),
        .rejects("1", strictly, "in.invalid"), .rejects(7, strictly, "in.invalid"),
        .rejects("7", strictly, "in.invalid"),
        .rejects(["a", "1"], strictly, "in.invalid"), .accepts("7.0", strictly), .accepts(.decimal("10e399"), strictly),
        .accepts(
            ["K": "X"], InValidator(range: (0..<20).map { ["K": .text("x\($0)")] } + [["K": "x"]], caseFold: .text)),
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
        // Codes that look like numbers are none.
        .rejects("01", mixed, "in.invalid"), .rejects("1e0", mixed, "in.invalid"), .rejects("+1", mixed, "in.invalid"),
        .rejects("0x1", mixed, "in.invalid"), .rejects("1.", mixed, "in.invalid"),
        .rejects("02.5", mixed, "in.invalid"),
        .rejects("2.5e0", mixed, "in.invalid"), .accepts("2.50", mixed),
        .rejects("00", InValidator(range: [0]), "in.invalid"),
        .accepts("0", InValidator(range: [0])), .accepts("0.0", InValidator(range: [0])),
        .rejects(".5", InValidator(range: [0.5]), "in.invalid"), .accepts("0.5", InValidator(range: [0.5])),
        .rejects(1, InValidator(range: ["01"]), "in.invalid"), .accepts("01", InValidator(range: ["01"])),
        .rejects(1, InValidator(range: ["+1", "1e0"]), "in.invalid"), .accepts(1, InValidator(range: ["1.0"])),
        .accepts("01", InValidator(range: [1], not: true)),
        .rejects("1", InValidator(range: [1], not: true), "in.invalid"),
        .rejects(["1", "01"], InValidator(range: [1], allowArray: true), "in.invalid"),
        .rejects("01", InValidator(range: [1], caseFold: .text), "in.invalid"),
        .rejects("01", InValidator { _ in [1] }, "in.invalid"), .accepts("1", InValidator { _ in [1] }),
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
            RefusedOptions(.type("in", ["range": "a"]), "expected a list, found 'a'"),
            RefusedOptions(.type("in", ["range": [1], "not": 1]), "expected true or false, found 1"),
        ]
        for row in rows { row.run() }
    }
}
