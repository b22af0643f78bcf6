import Proviso
import Testing

/// `caseFold` and `collation`, in all rule types that have them.
struct CaseFoldingTests {
    private static let word = InValidator(range: ["Stra\u{DF}e", 1, ["A"]], caseFold: .text)
    private static let addresses = InValidator(
        range: ["file@example.com", "ada@B\u{DC}cher.example"], caseFold: .email)
    private static let each = DistinctValidator(caseFold: .text)
    private static let mail = DistinctValidator(caseFold: .email)

    private static func compare(
        _ value: AnyValue, _ operation: CompareValidator.Operator = .equal, _ folding: CaseFolding = .text
    ) -> CompareValidator {
        CompareValidator(to: value, operator: operation, caseFold: folding)
    }

    private static func sorted(_ value: AnyValue, _ locale: String) -> CompareValidator {
        CompareValidator(to: value, operator: .greater, collation: locale)
    }

    static let rows: [Row] = [
        .accepts("STRASSE", word), .accepts("strasse", word), .accepts("stra\u{DF}e", word), .accepts("1", word),
        .accepts(["a"], word), .rejects("strase", word, "in.invalid"), .rejects(["b"], word, "in.invalid"),
        .accepts("FILE@Example.COM", addresses), .rejects("\u{FB01}le@example.com", addresses, "in.invalid"),
        .accepts("Ada@xn--BCHER-kva.example", addresses), .accepts("ADA@bu\u{308}cher.example", addresses),
        .accepts("STRASSE", InValidator(range: ["stra\u{DF}e"], strict: true, caseFold: .text)),
        .rejects("A", InValidator(range: ["a"], not: true, caseFold: .text), "in.invalid"),
        .accepts(["A", "B"], InValidator(range: ["a", "b"], allowArray: true, caseFold: .text)),
        .accepts(
            .text(String(repeating: "A", count: 3000)),
            InValidator(range: [.text(String(repeating: "a", count: 3000))], caseFold: .text)),
        .accepts("\u{C9}T\u{C9}", compare("e\u{301}te\u{301}")), .accepts("\u{212A}", compare("k")),
        .rejects("\u{C9}T\u{C9}", compare("ete"), "compare.equal"),
        .rejects("ABC", compare("abc", .notEqual), "compare.notEqual"), .accepts("ABC", compare("abc", .identical)),
        .rejects("ABC", compare("abc", .notIdentical), "compare.notEqual"),
        .accepts("10", compare(10)), .accepts("B", compare("a", .greater)),
        .rejects("B", compare("a", .less), "compare.less"),
        .rejects("A", compare("a", .greater), "compare.greater"), .accepts("A", compare("a", .lessOrEqual)),
        .accepts("Ada@EXAMPLE.org", compare("ada@example.org", .equal, .email)),
        .rejects("\u{17F}am@example.org", compare("sam@example.org", .equal, .email), "compare.equal"),
        .rejects("\u{212A}im@example.org", compare("kim@example.org", .equal, .email), "compare.equal"),
        .rejects("stra\u{DF}e@example.org", compare("strasse@example.org", .equal, .email), "compare.equal"),
        .accepts("\u{3A3}@example.org", compare("\u{3C2}@example.org", .equal, .email)),
        // No addresses: folded all the same, and with the same care.
        .accepts("ADA", compare("ada", .equal, .email)),
        .rejects("\u{212A}", compare("k", .equal, .email), "compare.equal"),
        .rejects(["a", "b", "A"], each, "distinct.duplicate", ["first": .integer(1), "second": .integer(3)]),
        .rejects([["A"], ["a"]], each, "distinct.duplicate"),
        .rejects([["k": "A"], ["k": "a"]], each, "distinct.duplicate"),
        .accepts([["k": "A"], ["K": "a"]], each), .accepts(["a", "b", 1, "1"], each),
        .rejects(.list((0..<40).map { .text("a\($0)") } + ["A7"]), each, "distinct.duplicate", ["first": .integer(8)]),
        .rejects(["e\u{301}", "\u{C9}"], each, "distinct.duplicate"), .rejects("a", each, "distinct.type"),
        .accepts(["\u{FB01}le@example.com", "file@example.com"], mail),
        .rejects(["stra\u{DF}e@x.com", "STRA\u{1E9E}E@x.com"], mail, "distinct.duplicate"),
        .accepts(["stra\u{DF}e@x.com", "strasse@x.com"], mail),
        .rejects(["\u{17F}\u{307}@x.com", "\u{1E9B}@x.com"], mail, "distinct.duplicate"),
        .rejects(["File@example.com", "file@EXAMPLE.com"], mail, "distinct.duplicate"),
        // German sorts ä beside a, Swedish behind z; bytes put it behind z and capitals before all.
        .accepts("\u{E4}", CompareValidator(to: "z", operator: .greater)),
        .rejects("\u{E4}", sorted("z", "de"), "compare.greater"), .accepts("\u{E4}", sorted("z", "sv")),
        .accepts("B", sorted("a", "en")),
        .rejects("B", CompareValidator(to: "a", operator: .greater), "compare.greater"),
        .rejects("10", sorted("9", "en"), "compare.greater"), .accepts("a10", sorted("a9", "en-u-kn")),
        .accepts(10, sorted(9, "en")), .accepts("", CompareValidator(to: "", operator: .lessOrEqual, collation: "und")),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    /// Every code point beyond ASCII with its small letter: alike, unless one of them would become ASCII.
    @Test func capitalsFoldToTheirSmallLetters() {
        for value in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let folded = CaseFolding.text.key(of: text)
            let isASCII = folded.utf8.allSatisfy { $0 < 0x80 }
            #expect(CaseFolding.isASCIIWhenFolded(scalar) == isASCII, "\(value)")
            let small = scalar.properties.lowercaseMapping
            // Newer letters than ICU's have no small letter there.
            guard small != text, !small.utf8.allSatisfy({ $0 < 0x80 }), CaseFolding.text.key(of: small) == folded else {
                continue
            }
            #expect(CaseFolding.email.key(of: text) == CaseFolding.email.key(of: small), "\(value)")
        }
    }

    @Test func optionsAreRead() throws {
        let rules = [
            Rule("a", .type("compare", ["compareAttribute": "b", "caseFold": "email"])),
            Rule("b", .type("in", ["range": ["X@y.z"], "caseFold": true])),
            Rule("c", .type("distinct", ["caseFold": false])),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        #expect(try plan.validate(["a": "X@Y.Z", "b": "x@y.Z", "c": ["a", "A"]]).isValid)
        let rows = [
            RefusedOptions(
                .type("in", ["range": ["a"], "caseFold": "emial"]), "is not one of true, false and email",
                suggestion: "email"
            ),
            RefusedOptions(.type("distinct", ["caseFold": 1]), "must be true, false or email"),
            RefusedOptions(.compare(to: 1, as: .number, caseFold: .text), "applies to strings"),
            RefusedOptions(.compare(to: 1, operator: .less, as: .number, collation: "de"), "applies to strings"),
            RefusedOptions(.compare(to: "a", collation: "de"), "only to >, >=, < and <="),
            RefusedOptions(.compare(to: "a", operator: .less, collation: "xx-"), "is not a BCP 47 language tag"),
            RefusedOptions(.compare(to: "a", operator: .less, collation: "qq"), "is not a BCP 47 language tag"),
            RefusedOptions(
                .compare(to: "a", operator: .less, caseFold: .text, collation: "de"),
                "'de-u-ks-level2' ignores it"),
        ]
        for row in rows { row.run() }
    }

    @Test func storesAreAskedForTheKey() throws {
        let key = CaseFolding.email.key(of: "Ada@Example.org")
        #expect(key == "ada@example.org")
        var registry = Registry.standard
        registry.services.store = MemoryStore(["users": [["mail": "Ada@Example.org", "key": .text(key)]]])
        let unique = Constraint.unique(in: "users", as: "key", caseFold: .email)
        let exist = Constraint.exist(in: "users", as: "key", caseFold: .email)
        let plan = try Plan(
            RuleSet(rules: [Rule("a", unique), Rule("b", exist), Rule("c", .exist(in: "users", as: "key"))]),
            registry: registry)
        let codes = try plan.validate(["a": "ADA@example.org", "b": "aDA@example.org", "c": "aDA@example.org"])
            .violations.map(\.code)
        #expect(codes == ["unique.taken", "exist.invalid"])
        #expect(try plan.validate(["a": "\u{E5}da@example.org"]).isValid)
        // In what holds the addresses as they were typed, a key would not be found.
        let blind = RuleSet(rules: [Rule("email", .unique(in: "users", caseFold: .email))])
        #expect(throws: RuleSetError.self) { try Plan(blind, registry: registry) }
    }
}
