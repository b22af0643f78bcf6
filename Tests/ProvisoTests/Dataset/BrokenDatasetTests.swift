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
        ("[rows, { min: 1% }]", "1:26: a percentage is for 'share' and 'drift', not for 'rows'"),
        ("[rows, { of: a, min: 1 }]", "1:25: 'rows' counts records"),
        ("[count, { min: 1 }]", "1:13: 'count' needs 'of' with an attribute, or 'expr' with an expression"),
        ("[sum, { min: 1 }]", "1:13: 'sum' needs 'of' with an attribute"),
        ("[sum, { of: a, is: email, min: 1 }]", "'is' is for 'share' and 'count'"),
        ("[share, { of: a, max: 1% }]", "1:13: 'share' needs 'is' with a rule, 'expr'"),
        ("[share, { of: a, is: emial, max: 1% }]", "unknown rule type 'emial'; did you mean 'email'?"),
        ("[share, { of: a, is: absent, max: 1 }]", "1:46: 1 is the share of all records: write '100%', or '1%'"),
        ("[share, { of: a, is: absent, max: 1.5 }]", "1:46: a share is from 0% to 100%, or from 0 to 1: 1.5 is not"),
        ("[share, { of: a, is: absent, expr: b, max: 1% }]", "1:47: 'is', 'expr' and 'fails' exclude each other"),
        ("[share, { expr: \"a = 1\", max: 1% }]", "1:31:"),
        ("[share, { fails: emial, max: 1% }]", "1:29: no rule has the id 'emial'"),
        ("[rows, { fails: emial, max: 1 }]", "1:28: 'fails' is for 'share' and 'count', not for 'rows'"),
        ("[share, { of: a, fails: b, max: 1% }]", "1:26: 'fails' names a rule"),
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
        // Drift.
        ("[drift, { of: a, max: 5% }]", "1:13: 'drift' needs 'from' with the profile of an earlier run"),
        ("[drift, { from: { a: 1 }, max: 5% }]", "1:13: 'drift' needs 'of' with an attribute"),
        ("[drift, { of: a, from: { a: 1 } }]", "1:13: the rule has no limit"),
        ("[drift, { of: a, from: { a: 1 }, max: 5 }]", "1:50: a share is from 0% to 100%"),
        ("[drift, { of: a, from: { a: 0 }, max: 5% }]", "1:35: shares are numbers from 0 to 1000000"),
        ("[drift, { of: a, from: {}, max: 5% }]", "1:35: shares are numbers from 0 to 1000000"),
        ("[drift, { of: a, from: { a: -1, b: 2 }, max: 5% }]", "1:35: shares are numbers from 0 to 1000000"),
        ("[drift, { of: a, from: { a: 1e-10, b: 2 }, max: 5% }]", "1:35: shares are numbers from 0 to 1000000"),
        ("[drift, { of: a, from: { a: x }, max: 5% }]", "expected a share, such as 1% or 0.01"),
        ("[drift, { of: a, from: [a], max: 5% }]", "1:35: expected the file of a profile, such as profile.json"),
        ("[drift, { of: a, profile: p.json, max: 5% }]", "did you mean 'from'?"),
        ("[drift, { of: a, from: p.json, max: 5% }]", "1:35: a rule set that is not read from a file names no files"),
        ("[drift, { of: a, from: { a: 1 }, equals: { file: t.csv, column: c } }]", "'drift' compares with a profile"),
        ("[sum, { of: a, from: { a: 1 }, max: 5 }]", "1:33: 'from' is for 'drift', not for 'sum'"),
        ("[distribution_difference, { of: a, max: 5% }]", "did you mean 'drift'?"),
        ("[rows, { min: 1, id: a }], [count, { fails: a, max: 0 }]", "'a' is a rule about all records"),
        ("[rows, { by: [], min: 1 }]", "1:25: 'by' names no attribute: name one, or remove the key"),
        ("[rows, { by: [x, y, x], min: 1 }]", "1:25: 'by' names 'x' twice"),
        ("[rows, { by: 'x, x', min: 1 }]", "1:25: 'by' names 'x' twice"),
        // Figures that no data has.
        ("[rows, { equals: -1 }]", "1:29: 'rows' is never below 0, so that no data keeps the limit"),
        ("[unsorted, { of: a, equals: -1 }]", "1:40: 'unsorted' is never below 0"),
        ("[distinct, { of: a, max: -1 }]", "1:37: 'distinct' is never below 0, so that no data keeps the limit"),
        ("[count, { of: a, min: -1 }]", "1:34: 'count' is never below 0, so that the limit decides nothing"),
        ("[deviation, { of: a, min: -0.5 }]", "1:38: 'deviation' is never below 0"),
        ("[rows, { warn: { min: -5 } }]", "1:34: 'rows' is never below 0"),
        ("[rows, { equals: 2.5 }]", "1:29: 'rows' is an integer, so that it never equals 2.5"),
        ("[share, { of: a, is: absent, max: 120% }]", "1:46: a share is from 0% to 100%"),
        // Thresholds that decide nothing.
        (
            "[sum, { of: a, warn: { max: 9 }, error: { max: 4 } }]",
            "1:40: 'warn' never has the last word: a figure above 9"
        ),
        (
            "[sum, { of: a, error: { max: 4 }, warn: { max: 4 } }]",
            "1:59: 'warn' never has the last word: a figure above 4"
        ),
        ("[rows, { warn: { min: 5 }, error: { min: 10 } }]", "1:34: 'warn' never has the last word: a figure below 5"),
        ("[mean, { of: a, warn: { min: 1, max: 9 }, error: { max: 4 } }]", "1:49: 'warn' never has the last word"),
        ("[share, { of: a, is: absent, warn: { max: 5% }, error: { max: 1% } }]", "1:54: 'warn' never has"),
        ("[rows, { warn: { equals: 3 }, error: { equals: 3 } }]", "1:37: 'warn' never has the last word"),
        ("[rows, { warn: { min: 1 }, error: { equals: 3 } }]", "1:34: 'warn' never has the last word"),
        ("[rows, { warn: { min: 9 }, error: { max: 4 } }]", "1:34: no figure is within 'warn' and 'error'"),
        ("[rows, { warn: { equals: 9 }, error: { max: 4 } }]", "1:37: no figure is within 'warn' and 'error'"),
        ("[rows, { min: 1, message: 'At most {max}' }]", "unknown placeholder '{max}'"),
        ("[share, { of: a, is: absent, max: 1%, message: '{min}' }]", "unknown placeholder '{min}'"),
        // Names in expressions have the place of the name.
        ("[count, { expr: 'this > totl', max: 9 }], [rows, { min: 1 }]", "1:29: 'this' is the value of 'of'"),
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

    @Test(arguments: [
        ("[count, { expr: 'amuont > 3', max: 9 }]", 18), ("[sum, { of: amount, where: 'amuont > 3', max: 9 }]", 29),
        ("[sum, { of: amount, where: { expr: 'true && amuont > 3' }, max: 9 }]", 45),
        ("[sum, { of: amount, where: { any: [{ not: { expr: '1 < amuont' } }, [amount, required]] }, max: 9 }]", 56),
        ("[share, { expr: '[1].all(x, x < amuont)', max: 9% }]", 33),
    ])
    func `a misspelled name in an expression has its own column`(rule: String, column: Int) throws {
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(parsing: "rules: [[amount, number]]\ndataset: [ \(rule) ]"))
        }
        #expect(error?.diagnostics.first?.suggestion == "amount", "\(rule)")
        #expect(error?.diagnostics.first?.position?.column == 11 + column, "\(rule)")
    }

    @Test func `thresholds that have their say are fine`() throws {
        for rule in [
            "[sum, { of: a, warn: { max: 4 }, error: { max: 9 } }]", "[rows, { warn: { min: 10 }, error: { min: 5 } }]",
            "[rows, { warn: { min: 5 }, error: { max: 9 } }]", "[rows, { warn: { equals: 5 }, error: { min: 1 } }]",
            "[rows, { equals: 0 }]", "[unsorted, { of: a, max: 0 }]", "[min, { of: a, min: -5 }]",
            "[mean, { of: a, equals: -2.5 }]", "[deviation, { of: a, max: 0.5 }]",
            "[share, { of: a, is: absent, warn: { max: 1% }, error: { max: 5% } }]",
            "[rows, { min: 1, severity: warning }]",
        ] {
            #expect(try Plan(RuleSet(parsing: "dataset: [ \(rule) ]")).warnings == [], "\(rule)")
        }
    }

    @Test(arguments: [
        ("[rows, { min: 0, max: 9 }]", "f:1:26: 'min' decides nothing, because 'rows' is never below 0: remove it"),
        ("[share, { of: a, is: absent, max: 100% }]", "f:1:46: 'max' decides nothing, because no share is above 100%"),
        ("[count, { of: a, warn: { min: 0 }, error: { max: 5 } }]", "f:1:42: 'min' decides nothing"),
        ("[rows, { min: 1, equals: 3 }]", "f:1:26: 'min' decides nothing beside 'equals'"),
        ("[rows, { error: { max: 9, equals: 3 } }]", "f:1:35: 'max' decides nothing beside 'equals'"),
    ])
    func `a limit that every figure keeps is a warning`(rule: String, warning: String) throws {
        let found = try Plan(RuleSet(parsing: "dataset: [ \(rule) ]", file: "f")).warnings.map(\.description)
        #expect(found.count == 1 && found[0].hasPrefix(warning), "\(found)")
    }

    @Test func `a tolerance of all records is a warning about what is written`() throws {
        let text = "rules: [[a, email, { tolerate: 100% }], [b, email, { tolerate: 99% }]]"
        #expect(
            try Plan(RuleSet(parsing: text, file: "f")).warnings.map(\.description) == [
                "f:1:9: 'tolerate' allows all records to fail: 'severity: warning' says the same"
            ])
    }

    @Test(arguments: [
        ("'d.substring(0, 7)'", ["d.substring(0, 7)"]), ("'Price (EUR, net), id'", ["Price (EUR, net)", "id"]),
        ("'a, b'", ["a", "b"]), ("\"driver's, owner's\"", ["driver's", "owner's"]), ("'a (, b'", ["a (", "b"]),
        ("'a), b'", ["a)", "b"]), ("\"x == 'a,b', c\"", ["x == 'a,b'", "c"]),
        ("'a [b, c], {d, e}'", ["a [b, c]", "{d, e}"]),
    ])
    func `a comma in brackets or quotes is part of a name`(text: String, names: [String]) throws {
        #expect(try RuleSet(parsing: "dataset: [[rows, { by: \(text), min: 1 }]]").dataset[0].by == names)
    }

    @Test(arguments: ["freshest, { of: n, within: P1D }", "missingDays, { of: n, max: 0 }"])
    func `a number is no date`(rule: String) throws {
        let text = "rules: [[n, number], [d, date], [[v, n2], safe]]\ndataset: [[\(rule)]]"
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: text)) }
        #expect(
            error?.description.contains("the rules for 'n' say that it is a number") == true,
            "\(error?.description ?? "")")
        for other in ["d", "v"] {
            #expect(try Plan(RuleSet(parsing: text.replacing("of: n", with: "of: \(other)"))).warnings == [])
        }
    }

    @Test func `a label with a placeholder is a warning`() throws {
        let text = "dataset: [[rows, { min: 1, label: '{min} rows' }], [rows, { max: 9, label: { en: Rows } }]]"
        #expect(
            try Plan(RuleSet(parsing: text, file: "f")).warnings.map(\.description) == [
                "f:1:35: the label of 'rows' shows '{min}' unchanged: only messages have placeholders"
            ])
        #expect(
            throws: Never.self,
            performing: {
                try Plan(RuleSet(parsing: "dataset: [[freshest, { of: d, within: P1D, message: '{min}' }]]"))
            })
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
