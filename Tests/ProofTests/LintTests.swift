import Proviso
import ProvisoProof
import Testing

/// Advice on rules: what is found, and where nothing must be found.
@Suite struct LintTests {
    private static func advice(_ text: String, searches: Bool = false) throws -> [String] {
        RuleLint.advice(on: try SampleTests.plan(text), searches: searches).map {
            "\($0.position?.line ?? 0): \($0.reason)"
        }
    }

    @Test(arguments: [
        (
            "rules:\n- [a, integer, { min: 18 }]\n- [a, integer, { max: 10 }]", 3,
            "no value of 'a' passes both 'min: 18' of rule 1"
        ),
        ("rules:\n- [a, number, { above: 5 }]\n- [a, number, { max: 5 }]", 3, "no value of 'a' passes both 'above: 5'"),
        ("rules:\n- [a, string, { max: 2 }]\n- [a, string, { min: 3 }]", 3, "'min: 3' of rule 2"),
        ("rules:\n- [a, count, { max: 2 }]\n- [a, count, { exact: 3 }]", 3, "no value of 'a' passes both"),
        (
            "rules:\n- [a, date, { min: \"2024-02-01\" }]\n- [a, date, { max: \"2024-01-01\" }]", 3,
            "no value of 'a' passes both"
        ),
        ("rules:\n- [a, integer, { max: 100 }]\n- [a, integer, { max: 50 }]", 2, "'max: 100' decides nothing for 'a'"),
        ("rules:\n- [a, email]\n- [a, email]", 3, "the rule repeats rule 1"),
        ("rules:\n- [a, compare, { compareAttribute: a }]", 2, "the rule compares 'a' with itself"),
        ("rules:\n- [a, required]\n- [a, prohibited]", 3, "exclude each other"),
        ("types: { req: [string, required] }\nrules:\n- [a, req]\n- [a, prohibited]", 4, "exclude each other"),
        (
            "types: { adult: [[integer, { min: 18 }]] }\nrules:\n- [a, adult]\n- [a, integer, { max: 10 }]", 4,
            "no value of 'a' passes both 'min: 18' of rule 1"
        ),
        (
            "rules:\n- [a, in, { range: [x, yy] }]\n- [a, string, { min: 2 }]", 2,
            "\"x\" in 'range' never passes: rule 2"
        ),
        ("rules:\n- [a, in, { range: [x, y] }]\n- [a, string, { min: 2 }]", 2, "no value of 'a' passes: rule 2"),
        (
            "scenarios: { default: [a], other: [b] }\nrules:\n- [[a, b], safe]\n- { attributes: b, type: email, on: default }",
            4, "the rule never runs for 'b'"
        ),
        (
            "rules:\n- [a, email]\nmessages:\n  en:\n    string.tooShort: Too short.", 5,
            "no rule reports 'string.tooShort'"
        ),
        (
            "rules:\n- [a, email]\nmessages:\n  en:\n    dataset.tooSmall: Too few.", 5,
            "no rule reports 'dataset.tooSmall'"
        ),
        (
            "rules:\n- [a, string, { min: 3 }]\nmessages:\n  en:\n    string.tooLong: Too long.", 5,
            "no rule that could report 'string.tooLong' has 'max', so this message is never shown"
        ),
        (
            "rules:\n- [a, safe]\n- [a, expr, { must: \"a > 1\", code: a.low }]\nmessages: { de: { a.low: Zu klein. } }",
            3, "has no message in en"
        ),
        (
            "labels: { a: { en: A, de: A }, b: { en: B } }\nrules: [[[a, b], email]]", 1,
            "the label of 'b' is missing in de"
        ),
        (
            "rules:\n- { attributes: a, type: email, message: { en: No. } }\nlabels: { a: { en: A, de: A } }", 2,
            "the message of this rule is missing in de"
        ),
        ("rules:\n- [a, keys, { only: [b, c, b] }]", 2, "option 'only' of 'keys': the name 'b' is there twice"),
        ("rules:\n- [a, distinct, { by: [sku, sku] }]", 2, "the name 'sku' is there twice"),
        ("rules:\n- [a, integer, { min: 1.5 }]", 2, "option 'min' of 'integer': no integer is 1.5"),
        ("rules:\n- [a, required]\n- [a, default, { value: x }]", 3, "the default of 'a' comes too late: 'required'"),
        ("rules:\n- [a, match, { pattern: '^a|b$' }]", 2, "'^' and '$' belong to one alternative each"),
        ("rules:\n- [a, match, { pattern: '^[A-z]+$' }]", 2, "write 'A-Za-z'"),
        ("rules:\n- [a, each, { rule: [match, { pattern: '.*' }] }]", 2, "accepts each"),
        ("rules:\n- [a, match, { pattern: '.*', not: true }]", 2, "rejects each"),
        (
            "rules:\n- [[a, b], safe]\n- [a, expr, { must: \"a < b\" }]", 3,
            "in a table 'a' and 'b' are compared as text"
        ),
        (
            "rules:\n- [[a, b], required]\n- { attributes: a, type: required, when: { any: [{ expr: \"1 > 2 || b >= a\" }] } }",
            3, "such as [[b, a], number]"
        ),
    ])
    func mistakeIsFound(text: String, line: Int, reason: String) throws {
        let found = try Self.advice(text)
        #expect(found.contains { $0.hasPrefix("\(line): ") && $0.contains(reason) }, "\(found)")
    }

    @Test(arguments: [
        "rules:\n- [a, integer, { min: 1 }]\n- [a, integer, { max: 1 }]",
        "rules:\n- { attributes: a, type: integer, min: 18, on: x }\n- { attributes: a, type: integer, max: 10, on: y }",
        "rules:\n- { attributes: a, type: integer, min: 18, when: [b, required] }\n- [a, integer, { max: 10 }]",
        "rules:\n- [a, integer, { max: 10, severity: warning }]\n- [a, integer, { max: 20 }]",
        "rules:\n- [a.*.b, string, { min: 3 }]\n- [a.*.c, string, { max: 2 }]",
        "rules:\n- [a, email]\nmessages: { en: { email.invalid: No. } }",
        "dataset:\n- [rows, { min: 5 }]\nmessages: { en: { dataset.tooSmall: Too few. } }",
        "rules:\n- { attributes: p, type: oneOf, by: k, shapes: { x: [[n, integer, { min: 9 }]], y: [[n, integer, { max: 3 }]] } }",
    ])
    func rightRulesHaveNoAdvice(text: String) throws {
        // The search says "perhaps" of a rule that another one shadows in all records it tries.
        let isShadowed = text.contains("when") || text.contains("warning")
        #expect(try Self.advice(text, searches: !isShadowed) == [])
    }

    @Test(arguments: [
        "^[a-z]+$|", ".*", "^", "$", "x*", "(?:a|)", "a?b?", "^(x|y*)", "[0-9]*$", "(^)", "()", "^a|^", "(?i)a{0,3}",
    ])
    func patternThatMatchesEveryTextIsFound(pattern: String) throws {
        let rules = "rules: [[a, match, { pattern: '\(pattern)', skipOnEmpty: false }]]"
        #expect(try Self.advice(rules).filter { $0.contains("matches every text") }.count == 1)
        let plan = try SampleTests.plan(rules)
        for text in ["", "a", "B", "9", "\n", "a\nb", "é", "xyz ", "\u{1F600}"] {
            #expect(try plan.validate(["a": .text(text)]).violations.isEmpty, "'\(text)'")
        }
    }

    @Test(arguments: [
        "^[a-z]+$", "^.*$", "^$", "a", "\\b", "x*y", "^a*$", "^(a|)$", "[^@{]", "^(?:a|b)$", "^a$|^b$", "a|b", "\\B",
    ])
    func otherPatternsHaveNoAdvice(pattern: String) throws {
        #expect(try Self.advice("rules: [[a, match, { pattern: '\(pattern)' }]]") == [])
    }

    @Test(arguments: [
        "rules: [[a, match, { pattern: '.*', whole: true }]]", "rules: [[a, match, { pattern: '^ | $', not: true }]]",
        "rules: [[a, default, { value: x }], [a, required]]",
        "rules: [[a, required, { on: x }], [a, default, { value: 1 }]]",
        "rules: [[a, integer, { min: 2.0 }]]", "rules: [[a, number, { min: 1.5 }]]",
        "rules: [[a, keys, { only: [b, c], required: [b] }]]",
    ])
    func optionsThatMeanWhatTheySayHaveNoAdvice(text: String) throws {
        #expect(try Self.advice(text) == [])
    }

    @Test func searchFindsARuleThatNeverDecides() throws {
        let found = try Self.advice("rules:\n- [a, slug]\n- [a, lowercase]", searches: true)
        #expect(found.count == 1 && found[0].hasPrefix("3: 'lowercase' of 'a' perhaps never decides"), "\(found)")
    }

    @Test(arguments: [
        // A condition only makes a rule run less often.
        (
            "rules:\n- [a, integer, { max: 50 }]\n- { attributes: a, type: integer, max: 90, when: [b, required] }",
            ["3: 'max: 90' decides nothing for 'a'"]
        ),
        (
            "rules:\n- { attributes: a, type: email, when: [b, required] }\n- [a, email]",
            ["2: the rule repeats rule 2"]
        ),
        ("rules:\n- { attributes: a, type: integer, max: 5, when: [b, required] }\n- [a, integer, { max: 9 }]", []),
        (
            "rules:\n- { attributes: a, type: integer, min: 5, when: [b, required] }\n- [a, integer, { max: 2 }]",
            ["2: 'integer' of 'a' perhaps never passes: every record"]
        ),
        ("rules:\n- { attributes: a, type: required, when: { expr: \"b > 3\" } }\n- [b, integer]", []),
        // The stricter rule is silent in other scenarios.
        ("rules:\n- { attributes: a, type: integer, max: 5, on: x }\n- [a, integer, { max: 9 }]", []),
        // The stricter rule only warns.
        ("rules:\n- { attributes: a, type: integer, max: 5, severity: warning }\n- [a, integer, { max: 9 }]", []),
        ("rules:\n- { attributes: a, type: slug, severity: warning }\n- [a, lowercase]", []),
    ])
    func `rules that run less often, or only warn, are compared exactly`(text: String, wanted: [String]) throws {
        let found = try Self.advice(text, searches: true)
        #expect(found.count == wanted.count, "\(found)")
        for (one, start) in zip(found, wanted) { #expect(one.hasPrefix(start), "\(one)") }
    }
}
