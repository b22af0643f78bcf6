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

    @Test func `names that begin functions are no columns`() throws {
        let rules = "closed: true\nrules:\n- [[a, b], number]\n- [a, expr, { must: \"math.abs(a - b) < 1\" }]"
        #expect(try Self.advice(rules, searches: true) == [])
        let maker = try SampleMaker(try SampleTests.plan(rules))
        #expect(maker.targets.allSatisfy { !maker.samples(of: $0).valid.isEmpty })
    }

    /// No record is found for the expression, which says nothing about the other columns.
    @Test func `a rule that has nothing to do with a hard one is not said to fail`() throws {
        let rules = """
            rules:
            - [poll, integer, { min: 1 }]
            - [question, required]
            - [question, integer, { min: 1 }]
            - [day, date, { format: "M/d/yyyy" }]
            - [asked, expr, { must: "asked <= day && day - asked <= duration('504h')" }]
            - [margin, expr, { must: "math.abs(margin - (one - other)) < 0.06" }]
            - [[one, other], number, { min: 0, max: 100 }]
            """
        #expect(
            try Self.advice(rules, searches: true).filter { $0.contains("of 'poll'") || $0.contains("of 'question'") }
                == [])
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

    @Test(arguments: [
        (
            "rules:\n- [a, count, { min: 0 }]", 2,
            "option 'min' of 'count': 0 decides nothing, because nothing has less than 0"
        ),
        ("rules:\n- [a, string, { min: 0, max: 5 }]", 2, "option 'min' of 'string': 0 decides nothing"),
        ("rules:\n- [a, each, { rule: [string, { min: 0 }] }]", 2, "option 'min' of 'string': 0 decides nothing"),
        ("rules:\n- [a, hostname, { minLabels: 0 }]", 2, "because nothing has less than 1"),
        (
            "scenarios: { default: [a], register: [] }\nrules:\n- [a, required]", 1,
            "the scenario 'register' lists no attribute"
        ),
        ("dataset:\n- [rows, { min: 5 }]\n- [rows, { min: 5 }]", 3, "the rule repeats another one"),
        ("dataset:\n- [rows, { min: 5 }]\n- [rows, { max: 3 }]", 3, "no figure is at least 5 and at most 3"),
        (
            "dataset:\n- [sum, { of: a, by: b, max: 3 }]\n- [rows, { min: 1 }]\n- [sum, { of: a, by: b, min: 9 }]", 4,
            "no figure is at least 9 and at most 3"
        ),
        ("rules:\n- [a, required, { bail: true }]", 2, "'bail' has no effect, because no later rule is about 'a'"),
        ("rules:\n- [a, string]\n- [a, required, { bail: true }]\n- [b, string]", 3, "'bail' has no effect, because"),
        ("rules:\n- [a.b, required, { bail: true }]\n- [a, count]", 2, "'bail' has no effect, because"),
        ("rules:\n- [a, required, { bail: true, severity: warning }]\n- [a, string]", 2, "beside 'severity: warning'"),
        (
            "rules:\n- [a, trim, { bail: true }]\n- [a, string]", 2,
            "'bail' has no effect for 'trim', which rejects nothing"
        ),
        ("rules:\n- [a, safe, { bail: true }]\n- [a, string]", 2, "'bail' has no effect for 'safe'"),
        ("rules:\n- [a, default, { value: 1, severity: info }]", 2, "'severity' has no effect for 'default'"),
        (
            "rules:\n- { attributes: a, type: safe, when: [b, required] }\n- [b, safe]", 2,
            "'when' has no effect for 'safe'"
        ),
        ("rules:\n- { attributes: a, type: safe, unless: [b, required] }\n- [b, safe]", 2, "'unless' has no effect"),
        ("rules:\n- [a, email, { skipOnError: false }]\n- [b, email]", 2, "'skipOnError: false' has no effect"),
        (
            "rules:\n- [b, email]\n- [a, email, { skipOnError: false }]\n- [a, required]", 3,
            "no earlier rule is about 'a'"
        ),
        (
            "rules:\n- { attributes: a, type: expr, must: 'a > 1', with: { n: a } }\n- [a, number]", 2,
            "no message shows the parameter 'n' of 'with': write '{n}'"
        ),
        (
            "rules:\n- { attributes: a, type: expr, must: 'a > 1', code: a.low, with: { n: a }, message: Low. }\n- [a, number]",
            2,
            "no message shows the parameter 'n' of 'with'"
        ),
        (
            "messages: { en: { a.low: '{m}' } }\nrules:\n- { attributes: a, type: expr, must: 'a > 1', code: a.low, with: { n: a, m: a } }",
            3, "no message shows the parameter 'n' of 'with'"
        ),
    ])
    func keysAndOptionsWithoutEffectAreFound(text: String, line: Int, reason: String) throws {
        let found = try Self.advice(text)
        #expect(found.count == 1 && found[0].hasPrefix("\(line): ") && found[0].contains(reason), "\(found)")
    }

    @Test(arguments: [
        "rules: [[a, count, { min: 1 }], [b, contains, { rule: string, min: 0, max: 3 }]]",
        "dataset: [[rows, { min: 1 }], [rows, { max: 3 }], [rows, { min: 9, severity: warning }]]",
        "dataset: [[sum, { of: a, min: 9 }], [sum, { of: a, by: b, max: 3 }], [max, { of: a, max: 3 }]]",
        "dataset: [[share, { of: a, is: [in, { range: [x] }], max: 1% }], [share, { of: a, is: [in, { range: [y] }], max: 1% }]]",
        "dataset: [[count, { expr: 'a > 1', max: 1 }], [count, { expr: 'a > 2', max: 1 }]]",
        "dataset: [[count, { of: a, where: 'a > 1', max: 1 }], [count, { of: a, where: 'a > 2', min: 2 }]]",
        "rules: [[a, passwordStrength, { minClasses: 0, minLength: 0 }]]", "rules: [[a, number, { min: 0 }]]",
        "rules: [[a, hostname, { minLabels: 2 }]]", "rules: [[a, file, { minSize: 1 }]]",
        "rules: [{ attributes: a, type: default, value: 1, when: [b, required] }, [b, safe]]",
        "rules: [[a, required, { bail: true }], [a, string]]", "rules: [[a, count, { bail: true }], [a.*, string]]",
        "rules: [['a.*', required, { bail: true }], [a.0, string]]", "rules: [[[a, a.b], required, { bail: true }]]",
        "closed: true\nrules: [[a, keys, { required: [b], bail: true }], [a.b, safe]]",
        "rules: [[., keys, { required: [a], bail: true }], [a, safe]]",
        "rules: [[a, string], [a, email, { skipOnError: false }]]",
        "rules: [[a, count], [a.*, email, { skipOnError: false }]]",
        "rules: [[a.*, email], [a, count, { skipOnError: false }]]",
        "rules: [[b, email], [a, compare, { compareAttribute: b, skipOnError: false }]]",
        "rules: [[b, number], [a, expr, { must: 'b > 1', skipOnError: false }]]",
        "proviso: 2\nrules: [[a, email, { skipOnError: false }]]",
        "rules: [[b, email], { attributes: a, type: required, when: [b, required], skipOnError: false }]",
        "rules: [[a, number], { attributes: a, type: expr, must: 'a > 1', with: { n: a }, message: '{n}' }]",
        "messages: { en: { a.low: '{n, number}' } }\nrules: [[a, number], [a, expr, { must: 'a > 1', code: a.low, with: { n: a } }]]",
    ])
    func keysAndOptionsWithAnEffectHaveNoAdvice(text: String) throws {
        #expect(try Self.advice(text) == [])
    }

    @Test(arguments: [
        (
            "{ record: { name: ab }, finds: [[name, string.tooSmall]] }", 36,
            "no rule reports the code 'string.tooSmall'"
        ),
        (
            "{ record: { name: ab }, finds: [[nme, string.tooShort]] }", 36,
            "no rule is about the path 'nme'; did you mean 'name'?"
        ),
        ("{ record: { name: abc }, valid: true, scenario: regster }", 51, "unknown scenario 'regster'"),
        ("{ record: { name: abc }, valid: true, scenario: regster }", 51, "did you mean 'register'?"),
        (
            "{ record: { nmae: abc }, finds: [] }", 3,
            "no rule names the member 'nmae' of the case's record; did you mean 'name'?"
        ),
        (
            "{ records: [{ name: '' }], finds: [[name, string.tooShort]] }", 36,
            "'string.tooShort' is not one of their codes"
        ),
        ("{ before: [{ nmae: abc }], record: { name: abc }, valid: true }", 3, "did you mean 'name'?"),
    ])
    func casesThatCanNeverPassAreFound(test: String, column: Int, reason: String) throws {
        let text =
            "rules: [[name, string, { min: 3 }], { attributes: age, type: integer, on: register }]\ntests:\n- \(test)\n"
        let found = RuleLint.advice(on: try SampleTests.plan(text), searches: false)
        #expect(found.count == 1 && found[0].description.contains(reason), "\(found)")
        #expect(found.first?.position?.line == 3)
    }

    @Test(arguments: [
        "{ record: { name: ab }, finds: [[name, string.tooShort]] }", "{ record: { nmae: 1, name: abc }, valid: true }",
        "{ record: { other: 1 }, finds: [] }", "{ record: { name: abc }, valid: true, scenario: register }",
        "{ record: [1], valid: true }", "{ record: { name: ab }, finds: [{ code: string.tooShort }] }",
    ])
    func otherCasesHaveNoAdvice(test: String) throws {
        let text =
            "rules: [[name, string, { min: 3 }], { attributes: age, type: integer, on: register }]\ntests:\n- \(test)\n"
        #expect(RuleLint.advice(on: try SampleTests.plan(text), searches: false) == [])
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
