import Proviso
import Testing

/// A rule that changes a value, with a value it changes.
struct Changing: Sendable, CustomTestStringConvertible {
    /// The rule type, then what makes this one different from others of the type.
    let name: String
    let rule: Rule
    let before: AnyValue
    let after: AnyValue
    /// The values of the record beside the one that changes.
    let others: [String: AnyValue]

    var testDescription: String { name }
    var type: String { String(name.prefix { $0 != " " }) }

    init(_ name: String, _ rule: Rule, _ before: AnyValue, _ after: AnyValue, others: [String: AnyValue] = [:]) {
        self.name = name
        self.rule = rule
        self.before = before
        self.after = after
        self.others = others
    }

    init(_ name: String, _ body: Constraint, _ before: AnyValue, _ after: AnyValue) {
        self.init(name, Rule(["x"], body), before, after)
    }

    private static func filter(_ name: String, _ before: AnyValue, _ after: AnyValue) -> Changing {
        Changing("filter \(name)", .type("filter", ["filter": .text(name)]), before, after)
    }

    private static func moment(_ type: String, _ text: String, _ seconds: Int64) -> Changing {
        let rule = Rule(["source"], .type(RuleType(rawValue: type), ["timestampAttribute": "x"]))
        return Changing("\(type) timestampAttribute", rule, nil, .integer(seconds), others: ["source": .text(text)])
    }

    static let all: [Changing] =
        [
            Changing("trim", .trim, " admin ", "admin"), Changing("trim chars", .trim("x..z"), "zadminx", "admin"),
            Changing("trim items", .trim, [" a", "b "], ["a", "b"]),
            Changing("default", .default("admin"), nil, "admin"),
            Changing("default of an empty text", .default("admin"), "", "admin"),
            Changing("default closure", .default { AnyValue($0.value(of: "other")) }, nil, "known"),
            Changing("filter closure", .filter { _ in ["a": 1] }, "x", ["a": 1]),
            Changing("filter items", .type("filter", ["filter": ["trim", "upper"]]), [" a"], ["A"]),
            Changing("transliterate", .transliterate("Any-Latin; Latin-ASCII"), "Ελλάδα", "Ellada"),
            Changing("url defaultScheme", .url(defaultScheme: "https"), "a.example", "https://a.example"),
            Changing("ip normalize", .ip(subnet: .optional, normalize: true), "10.0.0.1", "10.0.0.1/32"),
            Changing("ip expandIPv6", .ip(expandIPv6: true), "::1", "0000:0000:0000:0000:0000:0000:0000:0001"),
            Changing("each", .each(.trim), [" a", "b "], ["a", "b"]),
            Changing("each of each", .each(.each(.filter(.upper))), [["a"]], [["A"]]),
            Changing("each of members", .each(.trim), ["k": " a"], ["k": "a"]),
            Changing("closure", .check { _, context in context.replaceValue(with: "admin") }, "x", "admin"),
            Changing("application", .upper, "admin", "ADMIN"),
            moment("date", "1970-01-02", 86400), moment("datetime", "1970-01-01T00:01:00Z", 60),
            moment("time", "00:00:05", 5),
        ] + filters

    private static let filters = [
        filter("trim", " a ", "a"), filter("lower", "ADA", "ada"), filter("upper", "ada", "ADA"),
        filter("nfc", "e\u{301}", "é"), filter("nfkc", "ﬁ", "fi"), filter("fold", "Straße", "strasse"),
        filter("email", "Ada@BÜCHER.example", "Ada@xn--bcher-kva.example"),
        filter("collapseSpaces", "a  b", "a b"), filter("compact", "a1-2 3", "a123"), filter("digits", "a1-2", "12"),
        filter("toInteger", "12", 12),
        filter("toNumber", "1.5", 1.5), filter("toBoolean", "yes", true), filter("toText", 5, "5"),
    ]
}
