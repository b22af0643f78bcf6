import Proviso
import Testing

/// Rule files from authors whom the program does not trust.
@Suite struct UntrustedTests {
    private static func error(_ text: String, _ limits: RuleLimits = RuleLimits()) -> String? {
        do {
            var registry = Registry.standard
            registry.services.store = AnyStore()
            _ = try Plan(RuleSet(parsing: text, from: .untrusted(limits)), registry: registry)
            return nil
        } catch { return "\(error)" }
    }

    private struct AnyStore: Store {
        func contains(
            _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
        ) -> Bool { true }
    }

    @Test func anHonestRuleFileIsRead() throws {
        let text = """
            shapes: { item: [[sku, match, { pattern: "^[A-Z]+$" }]] }
            rules:
              - [name, required]
              - [items, each, { rule: [shape, { name: item }] }]
              - [total, expr, { must: "this > 0" }]
            """
        let plan = try Plan(RuleSet(parsing: text, from: .untrusted))
        #expect(try plan.validate(AnyValue(json: #"{"name": "a", "total": 1, "items": [{"sku": "A"}]}"#)).isValid)
    }

    @Test func nothingIsReadOrLookedUp() {
        for (rules, part) in [
            ("include: a.yaml\nrules: []", "includes nothing"), ("include: /etc/passwd\nrules: []", "includes nothing"),
            ("rules: [[f, file]]", "reads files"), ("rules: [[f, image]]", "reads files"),
            ("rules: [[f, each, { rule: file }]]", "reads files"),
            ("types: { t: [file] }\nrules: [[f, t]]", "reads files"),
            ("shapes: { s: [[f, file]] }\nrules: [[f, shape, { name: s }]]", "reads files"),
            ("rules: [[e, email, { checkDNS: true }]]", "uses the network"),
            ("rules: [[e, expr, { must: \"is('file', this)\" }]]", "reads files"),
            ("rules: [[e, exist, { target: users }]]", "reads files"),
            ("rules: [[e, expr, { must: \"lookup('users', this) != null\" }]]", "no store"),
        ] { #expect(Self.error(rules)?.contains(part) == true, "\(rules): \(Self.error(rules) ?? "")") }
    }

    @Test func eachLimitIsKept() {
        var limits = RuleLimits()
        (limits.bytes, limits.depth, limits.nodes) = (2_000, 8, 400)
        (limits.parts, limits.patterns, limits.patternBytes, limits.textBytes) = (20, 3, 30, 100)
        let rule = "  - [a, required]\n"
        let match = "  - [a, match, { pattern: '^\\p{L}+$' }]\n"
        for (text, part) in [
            ("rules: []" + String(repeating: "\n", count: 2_000), "larger in bytes than 2000"),
            ("rules: " + String(repeating: "[", count: 9) + String(repeating: "]", count: 9), "deeper than 8"),
            ("rules: []\noptional: [" + String(repeating: "a,", count: 400) + "]", "more parts than 400"),
            ("rules:\n" + String(repeating: rule, count: 21), "more rules and parts of expressions than 20"),
            (
                "types: { t: [\(Array(repeating: "string", count: 11).joined(separator: ","))] }\nrules: [[a, t], [b, t]]",
                "than 20"
            ),
            ("rules:\n" + String(repeating: match, count: 4), "more patterns than 3"),
            ("rules: [[a, match, { pattern: '\(String(repeating: "a", count: 31))' }]]", "more bytes than 30"),
            (
                "rules: [[a, match, { pattern: a, message: '\(String(repeating: "a", count: 101))' }]]",
                "more bytes than 100"
            ),
        ] {
            #expect(
                Self.error(text, limits)?.contains(part) == true,
                "\(text.prefix(60)): \(Self.error(text, limits) ?? "")")
        }
        #expect(
            Self.error("a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]", limits)
                != nil)
    }

    @Test func theStepsOfARecordAreLimitedWhateverItsSize() throws {
        var limits = RuleLimits()
        limits.steps = 5_000
        let text = "rules: [[v, expr, { must: 'this.all(a, this.all(b, a == b))' }]]"
        let record = AnyValue.object([.init("v", .list((0..<1_500).map { _ in .integer(1) }))])
        let limited = try Plan(RuleSet(parsing: text, from: .untrusted(limits))).validate(record)
        #expect(limited.violations.map(\.code) == ["rule.fault"])
    }
}
