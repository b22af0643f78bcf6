import Proviso
import Testing

/// Mistakes in rules about all records are errors at their place.
@Suite struct BrokenDatasetTests {
    @Test(arguments: [
        ("[rows]", "1:12: a rule about all records must be [measure, {options}]"),
        ("rows", "1:12: a rule about all records must be"),
        ("{ min: 1 }", "1:12: a rule about all records needs the key 'measure'"),
        ("[row_count, { min: 1 }]", "1:13: unknown measure 'row_count'"),
        ("[avg, { of: a, min: 1 }]", "did you mean 'mean'?"),
        ("[sequential_values, { of: a, max: 0 }]", "did you mean 'gaps'?"),
        ("[gaps, { max: 0 }]", "1:13: 'gaps' needs 'of' with an attribute"),
        ("[missingDays, { of: d }]", "1:13: the rule has no limit"),
        ("[unsorted, { of: d, within: P1D, max: 0 }]", "'within' is for 'freshest', not for 'unsorted'"),
        ("[overlaps, { of: a, max: 0 }]", "1:13: 'overlaps' needs 'until'"),
        ("[sum, { of: a, until: b, max: 0 }]", "1:34: 'until' is for 'overlaps', not for 'sum'"),
        ("[overlaps, { of: a, end: b, max: 0 }]", "did you mean 'until'?"),
        ("[rows, { mn: 1 }]", "1:21: a rule about all records has no key 'mn'"),
        ("[rows, { mn: 1 }]", "did you mean 'min'?"), ("[sum, { column: a, min: 1 }]", "did you mean 'of'?"),
        ("[rows, {}]", "1:13: the rule has no limit"), ("[rows, { min: x }]", "1:26: expected a number"),
        ("[rows, { min: 2, max: 1 }]", "1:26: no number is at least 2 and at most 1"),
        ("[rows, { min: 1% }]", "1:26: a percentage is for 'share', not for 'rows'"),
        ("[rows, { of: a, min: 1 }]", "1:25: 'rows' counts records"),
        ("[count, { min: 1 }]", "1:13: 'count' needs 'of' with an attribute, or 'expr' with an expression"),
        ("[sum, { min: 1 }]", "1:13: 'sum' needs 'of' with an attribute"),
        ("[sum, { of: a, is: email, min: 1 }]", "'is' is for 'share' and 'count'"),
        ("[share, { of: a, max: 1% }]", "1:13: 'share' needs 'is' with a rule, or 'expr'"),
        ("[share, { of: a, is: emial, max: 1% }]", "unknown rule type 'emial'; did you mean 'email'?"),
        ("[share, { of: a, is: absent, max: 1 }]", "1:46: 1 is the share of all records: write '100%', or '1%'"),
        ("[share, { of: a, is: absent, max: 1.5 }]", "1:46: a share is from 0% to 100%, or from 0 to 1: 1.5 is not"),
        ("[share, { of: a, is: absent, expr: b, max: 1% }]", "1:47: 'is', 'expr' and 'fails' exclude each other"),
        ("[share, { expr: \"a = 1\", max: 1% }]", "1:31:"),
        ("[share, { fails: emial, max: 1% }]", "1:30: no rule has the id 'emial'"),
        ("[rows, { fails: emial, max: 1 }]", "1:29: 'fails' is for 'share' and 'count', not for 'rows'"),
        ("[share, { of: a, fails: b, max: 1% }]", "1:27: 'fails' names a rule"),
        ("[quantile, { of: a, max: 1 }]", "1:13: 'quantile' needs 'at'"),
        ("[quantile, { of: a, at: 95, max: 1 }]", "1:36: 'at' must be a share from 0 to 1"),
        ("[freshest, { of: a }]", "1:13: 'freshest' needs 'within'"),
        ("[freshest, { of: a, within: 1d }]", "1:40: '1d' is not a duration in ISO 8601"),
        ("[freshest, { of: a, within: P1D, min: 1 }]", "'freshest' takes 'within'"),
        ("[rows, { min: 1, warn: { min: 2 } }]", "either itself or in 'warn' and 'error'"),
        ("[rows, { severity: info, warn: { min: 2 } }]", "1:21: 'severity' has no effect beside 'warn' and 'error'"),
        ("[rows, { warn: { min: 2 }, severity: error }]", "1:39: 'severity' has no effect beside 'warn' and 'error'"),
        (
            "[rows, { warn: { equals: { file: a.csv } }, error: { equals: { file: b.csv } } }]",
            "1:63: a rule compares with one file"
        ),
        ("[rows, { equals: { file: t.csv } }]", "1:29: a rule set that is not read from a file names no files"),
        ("[rows, { warn: { mni: 2 } }]", "1:29: a threshold has no key 'mni'"),
        ("[sum, { of: a, equals: { file: t.csv } }]", "the key 'column' is missing"),
        (
            "[sum, { of: a, by: b, equals: { file: t.csv, column: c } }]",
            "a rule with 'by' cannot be compared with a file"
        ),
        ("[count, { expr: 'this > 1', min: 1 }]", "'this' is the value of 'of', which is missing"),
        ("[rows, { min: 1, severity: warn }]", "did you mean 'warning'?"),
        ("[rows, { min: 1, message: '{mni}' }]", "unknown placeholder '{mni}'"),
        ("[count, { of: items.*.a, is: email, min: 1 }]", "needs a value that is not in a list"),
    ])
    func `a mistake has a place, a reason and often a suggestion`(rule: String, reason: String) throws {
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: "dataset: [ \(rule) ]")) }
        let text = error?.diagnostics.map(\.description).joined(separator: "\n") ?? ""
        #expect(text.contains(reason), "\(text)")
    }

    @Test(arguments: [
        ("rules: [[a, email, { tolerate: 1 }]]", "1:32: 1 is the share of all records: write '100%'"),
        ("rules: [[a, email, { tolerate: few }]]", "1:32: expected a share, such as 1% or 0.01"),
        ("rules: [[a, email, { tolerate: 101% }]]", "1:32: a share is from 0% to 100%"),
        ("rules: [[a, email, { tolerate: 1%, severity: info }]]", "1:36: 'severity' has no effect beside 'tolerate'"),
        (
            "shapes: { s: [[a, email, { tolerate: 1% }]] }\nrules: [[b, shape, { name: s }]]",
            "'tolerate' is for the rules"
        ),
        ("rules: [[a, each, { rule: [email, { tolerate: 1% }] }]]", "unknown option 'tolerate'"),
        ("rules: [[a, email, { id: mail }]]\ndataset: [[share, { fails: mial, max: 1% }]]", "did you mean 'mail'?"),
    ])
    func `a share that a rule cannot tolerate has a reason`(file: String, reason: String) throws {
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: file)) }
        let text = error?.diagnostics.map(\.description).joined(separator: "\n") ?? ""
        #expect(text.contains(reason), "\(text)")
    }

    @Test func `a name that is similar to one of a rule is a mistake`() throws {
        let text = "rules: [[amount, number]]\ndataset: [[sum, { of: amuont, min: 1 }]]"
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: text)) }
        #expect(error?.diagnostics.first?.suggestion == "amount")
        #expect(error?.diagnostics.first?.position?.line == 2)
    }

    @Test func `two rules have no common id`() throws {
        let text = "rules: [{ attributes: a, type: required, id: x }]\ndataset: [[rows, { min: 1, id: x }]]"
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: text)) }
    }

    @Test func `a rule in Swift has the same limits`() throws {
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(dataset: [DatasetRule(.share, is: .absent, max: 0.1)])) }
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(dataset: [DatasetRule(.sum, of: "a")])) }
        var rule = DatasetRule(.rows, min: 1)
        rule.bounds = []
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(dataset: [rule])) }
        #expect(throws: Never.self) { try Plan(RuleSet(dataset: [DatasetRule(.rows, min: 1)])) }
    }

    @Test func `an untrusted author reads no file`() throws {
        let text = "dataset: [[rows, { equals: { file: /etc/passwd } }]]"
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: text, from: .untrusted)) }
    }
}
