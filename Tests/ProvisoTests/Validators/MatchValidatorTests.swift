import Proviso
import RegexBridge
import Testing

struct MatchValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let word = try MatchValidator(pattern: "^[a-z0-9_]+$")
        let sku = try MatchValidator(pattern: #"^[A-Z]{3}-\d+$"#)
        let anywhere = try MatchValidator(pattern: "b+")
        let negated = try MatchValidator(pattern: "^[^/]*$")
        let nested = try MatchValidator(pattern: "^(a+)+$")
        let long = String(repeating: "a", count: 50_000)
        let alternatives = try MatchValidator(pattern: "^(a|b)c$")
        return [
            .accepts("ab", try MatchValidator(pattern: "a|ab", whole: true)),
            .rejects("abc", try MatchValidator(pattern: "a|ab", whole: true), "match.invalid"),
            .accepts("abc", try MatchValidator(pattern: "a|ab", whole: true, not: true)),
            .rejects("a\n", try MatchValidator(pattern: "a", whole: true), "match.invalid"),
            .accepts("user_1", word),
            .rejects("user_1\n", word, "match.invalid"),
            .rejects("\nuser_1", word, "match.invalid"),
            .rejects("user\0", word, "match.invalid"),
            .rejects("", word, "match.invalid"),
            .rejects("User", word, "match.invalid"),
            .rejects("us\u{E9}r", word, "match.invalid"),
            .accepts(.text(String(repeating: "a", count: 1_000_000)), word),
            .accepts(12, word),
            .rejects(1.5, word, "match.invalid"),
            .rejects(true, word, "match.invalid"),
            .rejects(nil, word, "match.invalid"),
            .rejects(["a"], word, "match.invalid"),
            .rejects(["A"], try MatchValidator(pattern: "^[a-z]+$", not: true), "match.invalid"),
            .accepts("A", try MatchValidator(pattern: "^[a-z]+$", not: true)),
            .rejects("a", try MatchValidator(pattern: "^[a-z]+$", not: true), "match.invalid"),
            .accepts("A", try MatchValidator(pattern: "^[a-z]+$", ignoreCase: true)),
            .accepts("ABC-1", sku),
            .rejects("AB-1", sku, "match.invalid"),
            .rejects("ABCD-1", sku, "match.invalid"),
            .rejects("ABC-", sku, "match.invalid"),
            .rejects("ABC-1\n", sku, "match.invalid"),
            .rejects("ABC-\u{661}", sku, "match.invalid"),
            .accepts("abba", anywhere),
            .rejects("acca", anywhere, "match.invalid"),
            .accepts("e\u{301}\u{1F468}\u{200D}\u{1F469}\n", negated),
            .rejects("a/b", negated, "match.invalid"),
            .accepts("bc", alternatives),
            .rejects("bc\n", alternatives, "match.invalid"),
            .accepts(.text(long), nested),
            .rejects(.text(long + "!"), nested, "match.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.match("[a-"), "option 'pattern' of 'match': at character 1: this '[' is not closed"),
            RefusedOptions(.match("^[a-$"), "at character 3: the range 'a-$' is reversed"),
            RefusedOptions(.match("(?=a)"), "RE2 has no lookahead"),
            RefusedOptions(.type("match"), "needs the option 'pattern'"),
            RefusedOptions(.type("match", ["pattern": 5]), "expected a string, found 5"),
        ]
        for row in rows { row.run() }
    }

    /// Patterns the byte matcher takes, and the kind it must leave to RE2.
    static let patterns = [
        "^$", "^a$", "^[a-z0-9_]+$", #"^[A-Z]{3}-\d+$"#, #"^\w+\.\w*$"#, #"^[^/]*$"#, "^.+$", "^[^a]+a$", "^a?b*c+$",
        #"^\+?\d{1,3} \d{2,}$"#, "^[a-c]{2}[c-e]{2}$", "^[-a]+$", "^[a-]+$", #"^[\d.]+$"#, #"^\s*\S+$"#, "^a{0}b$",
        "^[^b-y]*b$", #"^[\]x]+$"#, "^.a$", "^[^a]{2}$", "^a*ab$", "^a?a$", "^a+?b$", "^[a-z]{2,3}[x-z]$", "^a|b$",
        "^(ab)+$", #"^\bfoo$"#, "^[[:alpha:]]+$", "^a**$", "^a{2}{3}$", "^a{,2}$", #"^\x41$"#, "^\u{E9}+$", "^a$b$",
        "^[z]$", "^{a}$", #"^a\$$"#, #"^a\$"#, "^[a^]+$", "^[+--]+$", "^[^]a]+$", "^a{1001}$", #"^[\w-]+$"#,
        "^[a-\\d]+$",
    ]

    @Test(arguments: patterns) func byteMatcherAgreesWithRE2(pattern: String) throws {
        var reason = [CChar](repeating: 0, count: 256)
        let regex = prv_regex_create(pattern, pattern.utf8.count, 0, &reason, reason.count)
        defer { if let regex { prv_regex_destroy(regex) } }
        let validator = try? MatchValidator(pattern: pattern)
        #expect((validator == nil) == (regex == nil))
        guard let validator, let regex else { return }
        let alphabet = "abcxzAZ09_-.+ \n\0/\u{E9}]$^".map { String($0) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            let length = Int.random(in: 0...6, using: &random)
            let text = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
            let expected = text.withCString { prv_regex_matches(regex, $0, text.utf8.count, 0) == 1 }
            #expect((validator.violation(of: text) == nil) == expected, "\(pattern) \(text.debugDescription)")
        }
    }

    /// A short pattern can need all that RE2 gives one: each takes a tenth of a second and megabytes.
    @Test func patternsThatAreLargeTogetherAreRefused() throws {
        func errors(_ patterns: [String]) throws -> [String] {
            let list = patterns.enumerated().map { "  - [x\($0), match, { pattern: '\($1)' }]\n" }.joined()
            return try RuleParts.errors(in: "rules:\n" + list)
        }
        let names = #"^[\p{L}\p{M}'' -]{1,100}$"#
        #expect(try errors([String](repeating: names, count: 100)) == [])
        #expect(try errors((81...100).map { names.replacing("100", with: "\($0)") }) == [])
        let large = try errors((0..<200).map { #"^(\pL|\pN|\pS){1,400}\#($0)$"# })
        #expect(large.count == 101 && large.last?.contains("100 more errors") == true)
        #expect(large.first?.contains("takes more memory than RE2 gives it") == true, "\(large)")
        #expect(large[99].contains("the patterns of the rules take too much memory together"))
    }
}
