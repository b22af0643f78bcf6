import Proviso
import TestSupport
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

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let limit: any WritableKeyPath<RuleLimits, Int> & Sendable
        /// The last size that is accepted.
        let most: Int
        let text: @Sendable (Int) -> String
        let refusal: String
        let location: SourceLocation

        init(
            _ name: String, _ limit: any WritableKeyPath<RuleLimits, Int> & Sendable, most: Int = 3, _ refusal: String,
            at location: SourceLocation = #_sourceLocation, _ text: @escaping @Sendable (Int) -> String
        ) {
            (testDescription, self.limit, self.most, self.text) = (name, limit, most, text)
            (self.refusal, self.location) = ("\(refusal) \(most),", location)
        }
    }

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    private static let tooMany = "more patterns than"
    private static let tooLong = "a pattern has more bytes than"

    /// What grows by one, up to its limit and beyond it.
    static let rows: [Row] = [
        Row("bytes", \.bytes, most: 200, "larger in bytes than") { "rules: []" + times("\n", $0 - 9) },
        Row("depth", \.depth, most: 9, "deeper than") { depth in
            "rules: [{ attributes: a, type: required, when: " + times("{ not: ", depth - 5) + "[b, required]"
                + times("}", depth - 5) + "}]"
        },
        Row("nodes", \.nodes, most: 40, "more parts than") { "rules: [[[\(times("a, ", $0 - 6))], safe]]" },
        Row("nodes of aliases", \.nodes, most: 109, "more parts than") { count in
            // 108, and one for each attribute more.
            "rules: [[&a [\(times("a, ", 48))], safe], [*a, safe], [[\(times("b, ", count - 108))], safe]]"
        },
        Row("rules", \.parts, most: 20, "more rules and parts of expressions than") {
            "rules:\n" + times("  - [a, required]\n", $0)
        },
        Row("parts of types for each use", \.parts, most: 23, "more rules and parts of expressions than") { count in
            "types: { t: [\(Array(repeating: "string", count: count - 3).joined(separator: ", "))] }\n"
                + "rules: [[a, t], [b, required]]"
        },
        Row("strings", \.textBytes, most: 60, "a string has more bytes than") {
            "rules: [{ attributes: a, type: required, message: '\(times("x", $0))' }]"
        },
        Row("patterns of rules", \.patterns, tooMany) { "rules:\n" + times("  - [a, match, { pattern: x }]\n", $0) },
        Row("patterns of keys", \.patterns, tooMany) {
            "rules:\n" + times("  - [a, each, { keys: x, rule: string }]\n", $0)
        },
        Row("patterns of conditions", \.patterns, tooMany) {
            "rules:\n" + times("  - { attributes: a, type: required, when: [b, match, { pattern: x }] }\n", $0)
        },
        Row("patterns of expressions", \.patterns, tooMany) { "rules: [[a, expr, { must: \"\(matches($0))\" }]]" },
        Row("patterns of conditions that are expressions", \.patterns, tooMany) {
            "rules: [{ attributes: a, type: required, when: { expr: \"\(matches($0))\" } }]"
        },
        Row("patterns of parameters", \.patterns, tooMany) {
            "rules: [[a, expr, { must: 'true', code: x.y, with: { p: \"\(matches($0))\" } }]]"
        },
        Row("patterns of definitions, and of their uses", \.patterns, tooMany) {
            "define: { 'f(x)': \"x.matches('y')\" }\n"
                + "rules: [[a, expr, { must: \"\(Array(repeating: "f(this)", count: $0 - 1).joined(separator: " || "))\" }]]"
        },
        Row("patterns of types for each use", \.patterns, tooMany) {
            "types: { t: [[match, { pattern: x }]] }\nrules:\n" + times("  - [a, t]\n", $0)
        },
        Row("patterns of shapes", \.patterns, tooMany) {
            "shapes: { s: [\(times("[b, match, { pattern: x }], ", $0))] }\nrules: [[a, shape, { name: s }]]"
        },
        Row("patterns of closed", \.patterns, tooMany) {
            "closed: { allow: x }\nrules:\n" + times("  - [a, match, { pattern: x }]\n", $0 - 1)
        },
        Row("a pattern of a rule", \.patternBytes, most: 30, tooLong) {
            "rules: [[a, match, { pattern: \(times("x", $0)) }]]"
        },
        Row("a pattern of keys", \.patternBytes, most: 30, tooLong) {
            "rules: [[a, each, { keys: \(times("x", $0)), rule: string }]]"
        },
        Row("a pattern of an expression", \.patternBytes, most: 30, tooLong) {
            "rules: [[a, expr, { must: \"this.matches('\(times("x", $0))')\" }]]"
        },
        Row("a pattern of closed", \.patternBytes, most: 30, tooLong) {
            "closed: { allow: \(times("x", $0)) }\nrules: [[a, required]]"
        },
    ]

    /// Spaces before the parenthesis count for nothing.
    private static func matches(_ count: Int) -> String {
        Array(repeating: "string(a).matches ('x')", count: count).joined(separator: " || ")
    }

    @Test(arguments: rows) func eachLimitIsKept(_ row: Row) {
        var limits = RuleLimits()
        limits[keyPath: row.limit] = row.most
        let accepted = Self.error(row.text(row.most), limits)
        #expect(accepted == nil, sourceLocation: row.location)
        let refused = Self.error(row.text(row.most + 1), limits)
        #expect(refused?.contains(row.refusal) == true, "\(refused ?? "")", sourceLocation: row.location)
    }

    /// The parts of conditions and definitions count, too: they are as much work as rules.
    @Test func expressionsCountWhereverTheyAre() {
        var limits = RuleLimits()
        limits.parts = 30
        let long = Array(repeating: "b > 1", count: 30).joined(separator: " || ")
        for text in [
            "rules: [[b, safe], { attributes: a, type: required, when: { expr: '\(long)' } }]",
            "define: { f: '\(long)' }\nrules: [[b, safe], { attributes: a, type: required, unless: { expr: f } }]",
        ] { #expect(Self.error(text, limits)?.contains("than 30,") == true, "\(Self.error(text, limits) ?? "")") }
    }

    /// Patterns beyond the limit are not compiled: each would take up to 0.3 seconds.
    @Test func whatIsRefusedTakesLittleTime() {
        var limits = RuleLimits()
        limits.patterns = 2
        let heavy = #"[\pL\pN]{400}"#
        let expression = Array(repeating: "this.matches(r'\(heavy)')", count: 100).joined(separator: " || ")
        for text in [
            "rules:\n" + Self.times("  - [a, match, { pattern: '\(heavy)' }]\n", 500),
            "rules: [[a, expr, { must: \"\(expression.replacing("\\", with: "\\\\"))\" }]]",
            "define: { 'f(x)': \"x.matches(r'\(heavy.replacing("\\", with: "\\\\"))')\" }\nrules: [[a, expr, { must: \""
                + Array(repeating: "f(this)", count: 100).joined(separator: " || ") + "\" }]]",
        ] {
            var error: String?
            let time = processorTime { error = Self.error(text, limits) }
            #expect(error?.contains("more patterns than 2,") == true, "\(error?.prefix(500) ?? "")")
            #expect(time < .seconds(10), "\(time)")
        }
    }

    /// A pattern that is known only when an expression runs pays for its size; a literal is compiled once.
    @Test(arguments: [
        "x.matches(record.p)", "x.find(record.p) == ''", "x.findAll(record.p).size() == 0",
        "!regex.extract(x, record.p).hasValue()", "regex.replace(x, record.p, '') == x",
    ])
    func patternsPayForTheirSize(_ expression: String) throws {
        let items = AnyValue.list((0..<200).map { _ in "-" })
        let record = AnyValue.object([.init("p", #"[\pL\pN]{400}"#), .init("v", items)])
        let literal = expression.replacing("record.p", with: #"r'[\pL\pN]{400}'"#)
        for (text, codes) in [(expression, ["rule.fault"] as [Code]), (literal, [])] {
            let condition = text == expression || !text.contains("matches") ? text : "!\(text)"
            let rules = [Rule("v", .expr("this.all(x, \(condition))")), Rule("p", .type("safe"))]
            var found: [Code] = []
            let plan = try Plan(RuleSet(rules: rules))
            let time = try processorTime { found = try plan.validate(record).violations.map(\.code) }
            #expect(found == codes, "\(condition)")
            #expect(time < .seconds(5), "\(condition): \(time)")
        }
    }

    /// What the program registers may be used: it decides what strangers may call.
    @Test func ruleTypesOfTheProgramMayBeUsed() throws {
        struct Even: NamedValidator {
            static let type: RuleType = "acme/even"
            static let codes = [CodeDescription("acme/even.odd")]
            init(options: borrowing OptionReader) {}
            var kinds: ValueKindSet { .anything }
            func validate(_ value: borrowing Value, _ context: inout ValidationContext) {}
        }
        let text = "rules: [[a, acme/even]]"
        #expect(Self.error(text)?.contains("acme/even") == true)
        var registry = Registry.standard
        try registry.register(Even.self)
        _ = try Plan(RuleSet(parsing: text, from: .untrusted), registry: registry)
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
