import Proviso
import Testing

/// `startsWith`, `endsWith` and `contains`.
struct SoughtTextValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let start = try StartsWithValidator(value: ["https://", "/"])
        let end = try EndsWithValidator(value: [".jpg", ".png"], ignoreCase: true)
        let inside = try ContainsValidator(value: ["aab"])
        let folded = try ContainsValidator(value: ["K\u{E4}Se"], ignoreCase: true)
        return [
            .accepts("https://a", start), .accepts("/", start), .accepts("https://", start),
            .rejects("HTTPS://a", start, "startsWith.invalid", ["value": .list([.text("https://"), .text("/")])]),
            .rejects(" /", start, "startsWith.invalid"), .rejects("", start, "startsWith.invalid"),
            .rejects("https:/", start, "startsWith.invalid"), .rejects(5, start, "startsWith.invalid"),
            .rejects(["/"], start, "startsWith.invalid"),
            .accepts("a.jpg", end), .accepts("a.JPG", end), .accepts(".png", end),
            .rejects("a.jpg\n", end, "endsWith.invalid"), .rejects("jpg", end, "endsWith.invalid"),
            .rejects("", end, "endsWith.invalid"), .rejects(nil, end, "endsWith.invalid"),
            .accepts("aaab", inside), .accepts("aabaab", inside), .accepts("xaaaaaaby", inside),
            .rejects("aaaa", inside, "contains.invalid"), .rejects("aAb", inside, "contains.invalid"),
            .rejects("", inside, "contains.invalid"), .rejects(5, inside, "contains.invalid"),
            .accepts("x K\u{E4}SE", folded), .accepts("k\u{E4}se", folded),
            // Beyond ASCII nothing is folded: neither Ä nor the Kelvin sign.
            .rejects("K\u{C4}SE", folded, "contains.invalid"), .rejects("\u{212A}\u{E4}se", folded, "contains.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func searchingIsLinear() throws {
        let needle = String(repeating: "a", count: 50_000) + "b"
        let text = String(repeating: "a", count: 1_000_000)
        let validator = try ContainsValidator(value: [needle])
        let time = processorTime { #expect(validator.violation(of: text)?.code == "contains.invalid") }
        #expect(time < .seconds(20))
    }

    /// What a violation comes with is the rule's own list: 20,000 of them are no 20,000 copies.
    @Test func violationsShareTheListOfTheRule() throws {
        let texts = (0..<20_000).map { "text \($0)" }
        let rules = [
            Rule("a.*", .type("startsWith", ["value": .list(texts.map { .text($0) })])),
            Rule("a.*", .type("endsWith", ["value": .list(texts.map { .text($0) })]), skipOnError: false),
            Rule("a.*", .type("contains", ["value": .list(texts.map { .text($0) })]), skipOnError: false),
            Rule("a.*", .in(texts.map { .text($0) }), skipOnError: false),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let violations = try plan.validate(["a": ["x", "y", "z"]]).violations
        #expect(violations.count == 12)
        let lists = violations.map { violation -> UnsafeRawPointer? in
            guard case .list(let items)? = violation.parameters.list.first?.value else { return nil }
            return items.withUnsafeBytes { $0.baseAddress }
        }
        #expect(!lists.contains(nil) && Set(lists).count == 4)
    }

    @Test func optionsAreChecked() throws {
        let rows = [
            RefusedOptions(.type("contains"), "needs the option 'value'"),
            RefusedOptions(.contains(""), "must not be empty"),
            RefusedOptions(.startsWith(), "at least one"),
            RefusedOptions(.type("endsWith", ["value": [1]]), "list of texts"),
        ]
        for row in rows { row.run() }
        let plan = try Plan(RuleSet(rules: [Rule("a", .endsWith(".jpg", ignoreCase: true))]))
        #expect(try plan.validate(["a": "x.JPG"]).isValid)
    }
}
