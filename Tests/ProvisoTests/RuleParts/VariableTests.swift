import Proviso
import Testing

/// Variables of rule files.
@Suite struct VariableTests {
    private static let rules = """
        variables:
          max: 5
          countries: [DE, AT]
          tenant: { type: string, default: acme, values: [acme, other], description: who it is for }
        rules:
          - [n, integer, { max: "${max}" }]
          - [country, in, { range: "${countries}" }]
          - [id, match, { pattern: "^${tenant}-${max}$" }]
          - [price, in, { range: ["$${x}", "$5", "${max}"] }]
          - [c, expr, { must: "this < vars.max" }]
        messages: { en: { in.invalid: "not for ${tenant}" } }
        """

    @Test func valuesTakeTheirPlaces() throws {
        func found(_ record: String, _ variables: [String: AnyValue] = [:]) throws -> [String] {
            try RuleParts.findings(in: Self.rules, record, variables: variables)
        }
        #expect(try found(#"{"n": 5, "country": "AT", "id": "acme-5", "price": "${x}", "c": 4}"#) == [])
        #expect(
            try found(#"{"n": 6, "country": "US", "price": "$5"}"#) == ["number.tooBig /n", "in.invalid /country"])
        #expect(
            try found(
                #"{"n": 6, "country": "US", "id": "other-9", "price": 9, "c": 8}"#,
                ["max": 9, "countries": ["US"], "tenant": "other"]) == [])
        let plan = try Plan(RuleSet(parsing: Self.rules))
        let report = try plan.validate(["country": "US"])
        #expect(plan.localizer(preferring: "en").texts(report) == ["not for acme"])
    }

    @Test(arguments: [
        ("rules: [[a, in, { range: \"${b}\" }]]", "main.yaml:1:26: unknown variable 'b': declare it under 'variables'"),
        ("variables: { max: 1 }\nrules: [[a, integer, { max: \"${mx}\" }]]", "did you mean 'max'?"),
        (
            "variables: { max: { type: integer } }\nrules: []",
            "has no value: give it a default, or a value with '--set max="
        ),
        ("variables: { max: { type: intger, default: 1 } }\nrules: []", "did you mean 'integer'?"),
        ("variables: { max: { type: integer, default: a } }\nrules: []", "must be an integer, not 'a'"),
        ("variables: { a: { defalt: 1 } }\nrules: []", "did you mean 'default'?"),
        ("variables: { a: { default: x, values: [y] } }\nrules: []", "must be one of y, not 'x'"),
        ("variables: [a]\nrules: []", "variables must be a mapping"),
        ("variables: { 1a: 1 }\nrules: []", "begins with a letter"),
        ("variables: { a: [1] }\nrules: [[b, match, { pattern: \"x${a}\" }]]", "is a list: it must be alone"),
        ("rules: [[a, in, {range: ${b}}]]", "needs quotes"),
        (
            "rules: [[a, match, { pattern: \"^${TENANT}-[0-9]+$\" }]]",
            "unknown variable 'TENANT': declare it under 'variables', or write '$${' for the characters '${'"
        ),
        ("variables: { max: 5 }\nrules: [[a, in, { range: [\"${max}-${tenant}\"] }]]", "unknown variable 'tenant'"),
        ("rules: [[a, startsWith, { value: \"${max\" }]]", "'}' is missing after '${max'"),
        ("variables: { p: a }\nrules: [[b, match, { pattern: \"${p}\" }]]", "declare it with 'type: pattern'"),
        (
            "types: { t: { rules: [[match, { pattern: \"${p}\" }]], options: { p: a } } }\nrules: [[b, t]]",
            "declare it with 'type: pattern'"
        ),
        ("variables: { p: { type: pattern, default: \"(a\" } }\nrules: []", "the variable 'p': "),
        ("variables: { p: { type: pattern, default: [a] } }\nrules: []", "must be a regular expression, not a list"),
    ])
    func mistakesAreErrors(text: String, part: String) throws {
        let errors = try RuleParts.errors(in: text)
        #expect(errors.contains { $0.contains(part) }, "\(errors)")
    }

    /// What variables add to a file is limited as the file is: a long value in many places takes memory.
    @Test(arguments: [
        ("'\(String(repeating: "x", count: 100_000))'", "[a, default, { value: '${v}' }]"),
        ("'\(String(repeating: "x", count: 100_000))'", "[a, default, { value: 'a ${v}' }]"),
        ("[\((0..<5_000).map { "x\($0)" }.joined(separator: ","))]", "[a, in, { range: '${v}' }]"),
    ])
    func valuesInManyPlacesAreRefused(value: String, rule: String) throws {
        func errors(_ count: Int) throws -> [String] {
            let rules = Array(repeating: rule, count: count).joined(separator: ", ")
            return try RuleParts.errors(in: "variables: { v: \(value) }\nrules: [\(rules)]")
        }
        #expect(try errors(2) == [])
        let found = try errors(60)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("main.yaml:2:") == true
                && found[0].contains("with the values of its variables the file is larger than 4 MB"))
    }

    /// The rules of a type are read again for each rule of the type: what `$$` begins stays text.
    @Test func textInTypesStaysText() throws {
        for options in ["", ", options: { max: 9 }"] {
            let text =
                "types: { t: { rules: [[in, { range: ['$${x}', 'a-$${x}'] }]]\(options) } }\nrules: [[[a, b], t]]"
            #expect(try RuleParts.findings(in: text, #"{"a": "${x}", "b": "a-${x}"}"#) == [])
        }
    }

    /// The text of a variable in a pattern is text, whoever gives it; a variable of the type `pattern` is a part of it.
    @Test(arguments: [
        ("a.c", "a.c-1", "axc-1"), ("|.*|", "|.*|-1", "zzz"), ("(", "(-1", "-1"), ("\\E", "\\E-1", "E-1"),
        ("é^$[]{}*+?", "é^$[]{}*+?-1", "é-1"),
    ])
    func theTextOfAVariableIsQuotedInAPattern(text: String, valid: String, invalid: String) throws {
        let rules = """
            variables: { tenant: { type: string, default: x }, form: { type: pattern, default: "[0-9]" } }
            types: { own: { rules: [[match, { pattern: "^${of}-1$" }]], options: { of: x } } }
            closed: { allow: "^allowed ${tenant}-1$" }
            shapes: { part: { closed: { allow: "^${tenant}-1$" }, rules: [[a, safe]] } }
            rules:
              - [part, shape, { name: part }]
              - [keys, each, { keys: "^${tenant}-1$", rule: string }]
              - [id, match, { pattern: "^${tenant}-${form}$" }]
              - [ids, each, { rule: [match, { pattern: "^${tenant}-${form}$" }] }]
              - [own, own, { of: "${tenant}" }]
            """
        func findings(_ value: String) throws -> [String] {
            let plan = try Plan(RuleSet(parsing: rules, variables: ["tenant": .text(text)]))
            let record: AnyValue = [
                "id": .text(value), "ids": [.text(value)], "own": .text(value), "allowed \(value)": 1,
                "part": [value: 1], "keys": [invalid: 1],
            ]
            return try plan.validate(record).violations.map(\.path.pointer)
        }
        #expect(try findings(valid) == [])
        #expect(try findings(invalid).sorted() == ["/allowed \(invalid)", "/id", "/ids/0", "/own", "/part/\(invalid)"])
        let given = try Plan(RuleSet(parsing: rules, variables: ["form": "[a-c]|z"]))
        #expect(try given.validate(["id": "x-b"]).isValid)
        #expect(throws: RuleSetError.self) { try RuleSet(parsing: rules, variables: ["form": "[a"]) }
    }

    @Test func givenValuesAreChecked() throws {
        let text = "variables: { max: 1 }\nrules: [[a, integer, { max: \"${max}\" }]]"
        #expect(
            try RuleParts.errors(in: text, variables: ["mx": 1])
                == ["unknown variable 'mx': no rule file declares it; did you mean 'max'?"])
        #expect(
            try RuleParts.errors(in: text, variables: ["max": "a"])
                == ["main.yaml:1:14: the variable 'max' must be an integer, not 'a'"])
        #expect(
            try RuleParts.errors(in: "rules: []", variables: ["a": 1])
                == ["unknown variable 'a': the rule file has no variables"])
    }

    @Test func includedFilesHaveTheirOwn() throws {
        let parts = try RuleParts([
            "main.yaml": """
            include:
              - { file: a.yaml, prefix: one, variables: { max: 1 } }
              - { file: a.yaml, prefix: two }
            rules: []
            """,
            "wrong.yaml": "include: { file: a.yaml, variables: { mx: 1 } }\nrules: []",
            "a.yaml": "variables: { max: 5 }\nrules: [[n, integer, { max: \"${max}\" }]]",
        ])
        defer { parts.remove() }
        let record = #"{"one": {"n": 3}, "two": {"n": 3}}"#
        #expect(try RuleParts.findings(parts.plan(), record) == ["number.tooBig /one/n"])
        // What is given from outside is for all files that an include gives no value.
        #expect(
            try RuleParts.findings(parts.plan(variables: ["max": 2]), record)
                == ["number.tooBig /one/n", "number.tooBig /two/n"])
        let errors = parts.errors(["wrong.yaml"])
        #expect(errors.first?.contains("has no variable 'mx'") == true && errors[0].contains("did you mean 'max'?"))
    }
}
