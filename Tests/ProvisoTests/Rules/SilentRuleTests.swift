import Proviso
import Testing

/// Parts of rule files that would do nothing, or something else than they look like, without a word.
@Suite struct SilentRuleTests {
    private func warnings(_ text: String) throws -> [String] {
        try Plan(RuleSet(parsing: text, file: "f")).warnings.map(\.description)
    }

    @Test(arguments: [
        ("rules: [[items.*.sku, string], [items, distinct, {by: skus}]]", "items.*.sku"),
        ("rules: [[items.*.date, string], [items, sorted, {by: dat}]]", "items.*.date"),
        ("rules: [[v.street, string], [v, keys, {required: [streat]}]]", "v.street"),
        ("rules: [[street, string], [., keys, {required: [streat]}]]", "street"),
        ("closed: {open: [adress]}\nrules: [[address.city, string]]", "address"),
        ("closed: {open: [line.*.meta]}\nrules: [[lines.*.meta.id, string]]", "lines.*.meta"),
        (
            "shapes: {s: {closed: {open: [adress]}, rules: [[address.city, string]]}}\nrules: [[a, shape, {name: s}]]",
            "address"
        ),
    ])
    func similarNamesInOptionsAreErrors(rules: String, meant: String) {
        let found = diagnostics(rules, file: "f", registry: .standard)
        #expect(found.count == 1)
        #expect(
            found.first.map { $0.contains("unknown attribute") && $0.hasSuffix("did you mean '\(meant)'?") } == true,
            "\(found)")
    }

    @Test(arguments: [
        "rules: [[items.*.sku, string], [items, distinct, {by: color}]]",
        "rules: [[items.*.sku, string], [items, distinct, {by: [sku, skus]}]]",
        "rules: [[items.*.sku.id, string], [items, sorted, {by: sku}]]",
        "rules: [[v.line1, string], [v, keys, {required: [line1, line2]}]]",
        "rules: [[v.street, string], [v, keys, {required: [street, streets]}]]",
        "closed: {open: [items.*]}\nrules: [[items, count, {min: 1}]]",
        "closed: {open: [payload]}\nrules: [[address.city, string]]",
    ])
    func otherNamesNeedNoRule(rules: String) {
        #expect(diagnostics(rules, file: "f", registry: .standard) == [])
    }

    @Test(arguments: [
        ("rules: [[a, required, {on: []}]]", "f:1:28: 'on' names no scenario"),
        ("rules: [[a, required, {on: ''}]]", "f:1:28: a scenario has a name: remove the empty one"),
        ("rules: [[a, required, {except: [x, '']}]]", "f:1:32: a scenario has a name: remove the empty one"),
        ("rules: [[a, required, {except: []}]]", "f:1:32: 'except' names no scenario"),
        ("rules: [[a, required, {message: true}]]", "f:1:33: expected a string; did you mean '\"true\"'?"),
        ("rules: [[a, required, {message: 42}]]", "f:1:33: expected a string"),
        ("rules: [[a, email, {max: 9}]]", "'string' with 'max'"),
        ("rules: [[[a, b], safe], [a, compare, {attribute: b}]]", "did you mean 'compareAttribute'?"),
    ])
    func partsThatWouldDoNothingAreErrors(rules: String, part: String) {
        let found = diagnostics(rules, file: "f", registry: .standard)
        #expect(found.count == 1 && found[0].contains(part), "\(found)")
    }

    @Test(arguments: [
        (
            "[[a, string, {min: 3, unit: utf8, message: '{unit, select, utf8{bytes} other{letters}}'}]]",
            "'{unit}' is never 'utf8' (expected one of characters, utf16, bytes, or other)"
        ),
        (
            "[{attributes: a, type: in, range: [1], message: '{kind, select, liste{One of {range, list, or}} other{Bad.}}'}]",
            "did you mean 'listed'?"
        ),
        ("[[a, match, {pattern: x, invalid: '{kind, select, never{No.} other{Bad.}}'}]]", "'{kind}' is never 'never'"),
        (
            "[[a, unique, {targetAttribute: nr}]]",
            "option 'targetAttribute' of 'unique': has no effect without 'target'"
        ),
    ])
    func whatIsNeverUsedIsAnError(rules: String, part: String) {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        let found = diagnostics("rules: \(rules)", file: "f", registry: registry)
        #expect(found.count == 1 && found[0].contains(part), "\(found)")
    }

    @Test(arguments: [
        "[[a, string, {min: 3, unit: utf8, message: '{unit, select, bytes{bytes} other{letters}}'}]]",
        "[{attributes: a, type: in, range: [1], message: '{kind, select, single{x} forbiddenMany{y} other{Bad.}}'}]",
        "[[[a, b], safe], [a, unique, {targetAttribute: [a, b]}]]",
    ])
    func otherBranchesAndOptionsAreUsed(rules: String) {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        #expect(diagnostics("rules: \(rules)", file: "f", registry: registry) == [])
    }

    @Test(arguments: [
        (
            "[a, default, {value: no}], [a, boolean, {strict: true}]",
            "the default \"no\" of 'a' is rejected by its rule 'boolean'; did you mean 'false'?"
        ),
        ("[a, default, {value: 3}], [a, integer, {min: 5}]", "the default 3 of 'a' is rejected by its rule 'integer'"),
        (
            "[a, default, {value: x y}], [a, trim], [a, slug]",
            "the default \"x y\" of 'a' is rejected by its rule 'slug'"
        ),
        ("[a, default, {value: abc}], [a, t]", "the default \"abc\" of 'a' is rejected by its rule 'match'"),
    ])
    func aDefaultThatALaterRuleRejectsIsAWarning(rules: String, warning: String) throws {
        let found = try warnings("types: {t: [[match, {pattern: '^[0-9]+$'}]]}\nrules: [\(rules)]")
        #expect(found.contains { $0.hasSuffix(warning) }, "\(found)")
    }

    @Test(arguments: [
        "[a, default, {value: ' x '}], [a, trim], [a, slug]", "[a, integer, {min: 5}], [a, default, {value: 3}]",
        "[a, default, {value: 3}], {attributes: a, type: integer, min: 5, when: [b, required]}, [b, safe]",
        "[a, default, {value: 3}], {attributes: a, type: integer, min: 5, severity: warning}",
        "[a, default, {value: false}], [a, boolean, {strict: true}]",
        "[a, default, {value: 3}], [b, integer, {min: 5}]",
    ])
    func aDefaultThatPassesIsFine(rules: String) throws {
        #expect(try !warnings("rules: [\(rules)]").contains { $0.contains("the default") })
    }

    /// Functions that return a list of the same items keep what the rules say of them.
    @Test(arguments: ["reverse()", "distinct()", "slice(0, 1)", "reverse().slice(0, 1)"])
    func membersOfItemsAreKnownAfterFunctions(call: String) {
        func errors(_ member: String) -> [String] {
            let must = "items.\(call).all(i, i.\(member) > 0)"
            return diagnostics(
                "rules: [[items.*.price, number], [total, expr, {must: '\(must)'}]]", file: "f", registry: .standard)
        }
        #expect(errors("price") == [])
        #expect(errors("prise").first?.contains("no rule names the member 'prise'") == true)
    }

    @Test func whatNoRuleUsesIsAWarning() throws {
        #expect(try warnings("types: {sku: [string]}\nrules: [[a, string]]") == ["f:1:9: no rule has the type 'sku'"])
        #expect(try warnings("types: {sku: [string], own: [sku]}\nrules: [[a, own], [b, each, {rule: sku}]]") == [])
        #expect(
            try warnings(
                "define: {brutto: a + b, 'twice(x)': x * 2}\nrules: [[[a, b], number], [a, expr, {must: 'brutto > 0'}]]"
            )
                == ["f:1:25: no expression uses the definition 'twice(x)'"])
        #expect(
            try warnings(
                "define: {brutto: a + b, twice: brutto * 2}\nrules: [[[a, b], number], [a, expr, {must: 'twice > 0'}]]")
                == [])
    }

    @Test(arguments: [
        ("^[0-9]{5, 10}$", "'{5, 10}' is not a repetition: it matches these characters; did you mean '{5,10}'?"),
        ("^[a-z]{,5}$", "'{,5}' is not a repetition: it matches these characters; did you mean '{0,5}'?"),
        (
            "^[:alpha:]+$",
            "'[:alpha:]' outside of brackets is a set of its own characters; did you mean '[[:alpha:]]'?"
        ),
        (
            "^\\\\d+$",
            "'\\\\d' matches a backslash and the letter 'd' (within single quotes '\\' is written once); did you mean '\\d'?"
        ),
    ])
    func patternsThatMeanSomethingElseAreWarnings(pattern: String, warning: String) throws {
        #expect(try warnings("rules: [[a, match, {pattern: '\(pattern)'}]]") == ["f:1:30: \(warning)"])
    }

    @Test(arguments: [
        "^[0-9]{5,10}$", "^[[:alpha:]]+$", "^[]:alpha:]+$", "^\\d{2}$", "^C:\\\\dir$", "^\\{5, 6\\}$", "^[{5, 6}]$",
        "^{a}$", "^[{,5}]$",
    ])
    func otherPatternsAreFine(pattern: String) throws {
        #expect(try warnings("rules: [[a, match, {pattern: '\(pattern)'}]]") == [])
    }
}
