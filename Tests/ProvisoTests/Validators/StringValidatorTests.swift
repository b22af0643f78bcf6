import Proviso
import Testing

struct StringValidatorTests {
    private static let family: AnyValue = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    private static let accent: AnyValue = "e\u{301}"
    private static let long = String(repeating: "a\u{20AC}", count: 100_000)

    static let rows: [Row] = [
        .accepts("", StringValidator()),
        .accepts("a\0b", StringValidator(length: 3)),
        .rejects("a\0b", StringValidator(length: 2), "string.notEqual", ["length": .integer(2)]),
        .accepts("abc", StringValidator(min: 3, max: 3)),
        .rejects("ab", StringValidator(min: 3), "string.tooShort", ["min": .integer(3)]),
        .rejects("abcd", StringValidator(max: 3), "string.tooLong", ["max": .integer(3)]),
        .accepts("\u{20AC}\u{20AC}\u{20AC}", StringValidator(min: 3, max: 3)),
        .rejects("\u{20AC}\u{20AC}\u{20AC}", StringValidator(min: 4), "string.tooShort"),
        .rejects("\u{20AC}\u{20AC}\u{20AC}", StringValidator(max: 2), "string.tooLong"),
        .accepts(accent, StringValidator(length: 2)),
        .accepts(accent, StringValidator(length: 1, unit: .characters)),
        .accepts(accent, StringValidator(length: 3, unit: .utf8)),
        .accepts(family, StringValidator(length: 5)),
        .accepts(family, StringValidator(length: 1, unit: .characters)),
        .accepts(family, StringValidator(length: 8, unit: .utf16)),
        .accepts(family, StringValidator(length: 18, unit: .utf8)),
        .accepts("a\r\nb", StringValidator(length: 3, unit: .characters)),
        .accepts("abc\n", StringValidator(length: 4)),
        .accepts(.text(long), StringValidator(length: 200_000)),
        .rejects(.text(long), StringValidator(max: 199_999), "string.tooLong"),
        .rejects(5, StringValidator(), "string.type"),
        .rejects(true, StringValidator(), "string.type"),
        .rejects(nil, StringValidator(), "string.type"),
        .rejects(["abc"], StringValidator(), "string.type"),
        .rejects(.object([]), StringValidator(strict: false), "string.type"),
        .rejects(nil, StringValidator(strict: false), "string.type"),
        .accepts(12345, StringValidator(length: 5, strict: false)),
        .accepts(true, StringValidator(length: 4, strict: false)),
        .rejects(12.5, StringValidator(max: 3, strict: false), "string.tooLong"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("string", ["min": 5, "max": 4]), "at least 5 and at most 4"),
            RefusedOptions(.type("string", ["length": [5, 4]]), "option 'length'"),
            RefusedOptions(.type("string", ["length": 5, "min": 1]), "cannot be combined"),
            RefusedOptions(.type("string", ["length": "5"]), "must be a length"),
            RefusedOptions(.type("string", ["length": []]), "must be a length"),
            RefusedOptions(.type("string", ["length": -1]), "must be a length"),
            RefusedOptions(.type("string", ["min": -1]), "must not be negative"),
            RefusedOptions(
                .type("string", ["min": .double(1e20)]),
                "expected an integer from -9223372036854775808 to 9223372036854775807"),
            RefusedOptions(
                .type("string", ["min": "3"]), "expected an integer, found '3': write it without quotes"),
            RefusedOptions(.type("string", ["unit": "utf-8"]), "not one of codePoints", suggestion: "utf8"),
            RefusedOptions(.type("string", ["mim": 3]), "unknown option 'mim'", suggestion: "min"),
        ]
        for row in rows { row.run() }
    }

    @Test func lengthIsOneNumberOrTwo() throws {
        let exact = try Plan(RuleSet(rules: [Rule("a", .type("string", ["length": 2]))]))
        #expect(try exact.validate(["a": "abc"]).violations.first?.code == "string.notEqual")
        let bounds = try Plan(RuleSet(rules: [Rule("a", .type("string", ["length": [2, 3]]))]))
        #expect(try bounds.validate(["a": "abcd"]).violations.first?.code == "string.tooLong")
        #expect(try bounds.validate(["a": "a"]).violations.first?.code == "string.tooShort")
        let least = try Plan(RuleSet(rules: [Rule("a", .type("string", ["length": [2]]))]))
        #expect(try least.validate(["a": "abcd"]).isValid)
    }
}
