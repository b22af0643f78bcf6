import Proviso
import Testing

struct FilterValidatorTests {
    private static func by(_ filters: ValueTransform...) -> FilterValidator { FilterValidator(filters) }

    static let rows: [Row] = [
        .accepts(" \u{A0}Ada\t\0", by(.trim), becomes: "Ada"),
        .accepts("\u{C4}BC \u{130}", by(.lower), becomes: "\u{E4}bc i\u{307}"),
        .accepts("stra\u{DF}e", by(.upper), becomes: "STRASSE"),
        .accepts("abc", by(.lower, .nfc, .nfkc, .trim)),
        .accepts("e\u{301}", by(.nfc), becomes: "\u{E9}"),
        .accepts("\u{FB01}\u{2460}\u{FF21}", by(.nfkc), becomes: "fi1A"),
        .accepts("\u{FB01}", by(.nfc)),
        .accepts("Stra\u{DF}e", by(.fold), becomes: "strasse"),
        .accepts("E\u{301}", by(.fold), becomes: "\u{E9}"),
        .accepts("Ada@B\u{DC}CHER.Example", by(.email), becomes: "Ada@xn--bcher-kva.example"),
        .accepts("no address", by(.email)),
        .accepts(" a \n\u{3000}b ", by(.collapseSpaces), becomes: " a b "),
        .accepts("+49 (30) 12-\u{663}\u{966}x", by(.digits), becomes: "49301230"),
        .accepts("\u{2460}\u{BD}", by(.digits), becomes: ""),
        .accepts(" 42 ", by(.trim, .toInteger), becomes: 42),
        .accepts("-9223372036854775808", by(.toInteger), becomes: .integer(.min)),
        .accepts("18446744073709551615", by(.toInteger), becomes: .unsigned(.max)),
        .accepts("5.0", by(.toInteger), becomes: 5),
        .accepts(5.0, by(.toInteger), becomes: 5),
        // Beyond 2^53 a double stands for its shortest text, not for its exact value.
        .accepts("5999999999999147E1", by(.toInteger), becomes: 59_999_999_999_991_470),
        .accepts(5_999_999_999_999_147e1, by(.toInteger), becomes: 59_999_999_999_991_470),
        .accepts("5.5", by(.toInteger)),
        .accepts("five", by(.toInteger)),
        .accepts("", by(.toInteger)),
        .accepts(true, by(.toInteger)),
        .accepts("1.5", by(.toNumber), becomes: 1.5),
        .accepts("1,5", by(.toNumber)),
        .accepts("12345678901234567890123", by(.toNumber), becomes: .decimal("12345678901234567890123")),
        .accepts("Yes", by(.toBoolean), becomes: true),
        .accepts("off", by(.toBoolean), becomes: false),
        .accepts(1, by(.toBoolean), becomes: true),
        .accepts(2, by(.toBoolean)),
        .accepts("maybe", by(.toBoolean)),
        .accepts(5, by(.toText), becomes: "5"),
        .accepts(false, by(.toText), becomes: "false"),
        .accepts(nil, by(.toText, .lower)),
        .accepts(.object([]), by(.toText)),
        .accepts([" A", 5, nil], by(.trim, .lower), becomes: ["a", 5, nil]),
        .accepts([" A"], FilterValidator([.trim], skipOnArray: true)),
        .accepts([1, 2], by(.custom { .integer(Int64($0 == [1, 2] ? 2 : 0)) }), becomes: 2),
        .accepts(["1"], by(.toInteger, .custom { $0 }), becomes: [1]),
        .accepts("", by(.custom { _ in "not null" }), becomes: "not null"),
        .accepts(nil, by(.custom { _ in nil })),
        .accepts("a", by(.custom { _ in [" b "] }, .trim), becomes: ["b"]),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func namesAndClosuresWork() throws {
        let rules = [
            Rule("a", .type("filter", ["filter": ["trim", "lower"]])), Rule("b", .filter(.trim)),
            Rule("c", .filter { $0 == .null ? "none" : $0 }, skipOnEmpty: true), Rule("d", .filter { _ in "x" }),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        record.fill(["a": " A ", "b": " B ", "c": nil])
        #expect(try plan.validate(record).isValid)
        #expect(record["a"] == "a" && record["b"] == "B" && record["c"] == .some(.null) && record["d"] == "x")
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("filter"), "needs the option 'filter'"),
            RefusedOptions(.type("filter", ["filter": []]), "must name at least one filter"),
            RefusedOptions(.type("filter", ["filter": "trimm"]), "not one of", suggestion: "trim"),
            RefusedOptions(.type("filter", ["filter": ["trim", 5]]), "list of strings"),
        ]
        for row in rows { row.run() }
    }
}
