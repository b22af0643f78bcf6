import Proviso
import Testing

/// Rule types of rule files.
@Suite struct RuleTypeTests {
    private static let types = """
        types:
          sku:
            rules: [[string, { max: "${max}" }], [match, { pattern: "^[A-Z]{2}-" }]]
            options: { max: 12 }
            code: sku.invalid
            labels: { en: Stock number }
            messages: { en: { sku.invalid: "{attribute} must have at most {max} characters." } }
          name: [required, [string, { min: 2 }]]
          code: { rules: [trim, uppercase, [string, { max: "${n}" }]], options: { n: { type: integer } } }
          small: [integer, { max: 9 }]
          skus: [each, { rule: [sku, { max: 4 }] }]

        """

    private static func found(_ rules: String, _ record: String) throws -> [String] {
        try RuleParts.findings(in: types + "rules:\n" + rules, record)
    }

    @Test func aTypeIsAsGoodAsAnyOther() throws {
        #expect(try Self.found("  - [a, sku]", #"{"a": "AB-1"}"#) == [])
        #expect(try Self.found("  - [a, sku]", #"{"a": "ab-1"}"#) == ["sku.invalid /a"])
        #expect(try Self.found("  - [a, sku, { max: 4 }]", #"{"a": "AB-12"}"#) == ["sku.invalid /a"])
        #expect(try Self.found("  - [a, name]", "{}") == ["required.blank /a"])
        #expect(try Self.found("  - [a, name]", #"{"a": "x"}"#) == ["string.tooShort /a"])
        #expect(try Self.found("  - [a, sku]", "{}") == [])
        #expect(try Self.found("  - [a, small]", #"{"a": 10}"#) == ["number.tooBig /a"])
        #expect(try Self.found("  - [a, skus]", #"{"a": ["AB-1", "AB-12"]}"#) == ["sku.invalid /a/1"])
        #expect(try Self.found("  - [a, each, { rule: sku }]", #"{"a": ["AB-1", "x"]}"#) == ["sku.invalid /a/1"])
        #expect(try Self.found("  - [a, contains, { rule: small }]", #"{"a": [10, 11]}"#).count == 1)
        let when = "  - { attributes: b, type: required, when: [a, small] }"
        #expect(try Self.found(when, #"{"a": 10}"#) == [])
        #expect(try Self.found(when, #"{"a": 9}"#) == ["required.blank /b"])
        #expect(try Self.found("  - [a, expr, { must: \"is(sku, this)\" }]", #"{"a": "x"}"#) == ["expr.invalid /a"])
    }

    @Test func aTypeMayChangeTheValue() throws {
        let plan = try Plan(RuleSet(parsing: Self.types + "rules: [[a, code, { n: 2 }]]"))
        let record = Record(for: plan)
        record.fill(["a": " AB "])
        #expect(try plan.validate(record).isValid)
        #expect(record["a"] == "AB")
        record.fill(["a": " ABC "])
        #expect(try plan.validate(record).violations.map(\.code) == ["string.tooLong"])
    }

    @Test func messagesAndLabelsAreThoseOfTheType() throws {
        let plan = try Plan(RuleSet(parsing: Self.types + "rules: [[[a, b], sku, { max: 5 }]]\nlabels: { b: Other }"))
        let report = try plan.validate(["a": "x", "b": "x"])
        #expect(
            plan.localizer(preferring: "en").texts(report) == [
                "Stock number must have at most 5 characters.", "Other must have at most 5 characters.",
            ])
    }

    @Test(arguments: [
        ("types: { a: [b], b: [a] }\nrules: [[x, a]]", "is made of itself: "),
        ("types: { a: [strng] }\nrules: []", "did you mean 'string'?"),
        ("types: { email: [string] }\nrules: []", "is already used by built-in"),
        ("types: { a: { ruls: [string] } }\nrules: []", "did you mean 'rules'?"),
        ("types: { a: { options: { n: 1 } } }\nrules: []", "needs the key 'rules'"),
        (
            "types: { a: { rules: [[string, { max: \"${mx}\" }]], options: { max: 1 } } }\nrules: []",
            "did you mean 'max'?"
        ),
        ("types: { a: { rules: [string], options: { n: { type: intger } } } }\nrules: []", "did you mean 'integer'?"),
        (
            "types: { a: { rules: [string], options: { n: { type: integer, default: x } } } }\nrules: []",
            "the default of 'n'"
        ),
        (
            "types: { a: { rules: [[string, { max: \"${n}\" }]], options: { n: 1 } } }\nrules: [[x, a, { m: 1 }]]",
            "unknown option 'm'"
        ),
        (
            "types: { a: { rules: [[string, { max: \"${n}\" }]], options: { n: 1 } } }\nrules: [[x, a, { n: z }]]",
            "expected an integer"
        ),
        (
            "types: { a: { rules: [[string, { max: \"${n}\" }]], options: { n: { type: integer } } } }\nrules: [[x, a]]",
            "needs the option 'n'"
        ),
        ("types: { a: { rules: [string], code: .wrong } }\nrules: []", "a code is letters, digits"),
        ("types: [a]\nrules: []", "types must be a mapping"),
    ])
    func mistakesAreErrors(text: String, part: String) throws {
        let errors = try RuleParts.errors(in: text)
        #expect(!errors.isEmpty && errors.allSatisfy { $0.hasPrefix("main.yaml:") }, "\(errors)")
        #expect(errors.contains { $0.contains(part) }, "\(errors)")
    }

    @Test func aTypeIsMadeInSwift() throws {
        let sku = RuleDefinition("sku", of: [.string(max: 5), .match("^A")], code: "sku.invalid")
        let plan = try Plan(RuleSet(rules: [Rule("a", .type("sku"))], types: [sku]))
        #expect(try plan.validate(["a": "A1"]).isValid)
        #expect(try plan.validate(["a": "B"]).violations.map(\.code) == ["sku.invalid"])
        var registry = Registry.standard
        try registry.register(sku)
        #expect(try Plan(RuleSet(rules: [Rule("a", .type("sku"))]), registry: registry).validate(["a": "A1"]).isValid)
    }
}
