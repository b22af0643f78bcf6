import Proviso
import Testing

/// A rule type of a file means the rules it is made of, wherever it is used.
struct TypeMeaningTests {
    private static let types = """
        types:
          lower: [[match, { pattern: "^[a-z]+$" }]]
          name: [[string, { min: 2 }]]
          req: [required]
          five: [[default, { value: 5 }]]
          clean: [trim]
          amount: [number]
          gone: [absent]
          sku: { rules: [string, [match, { pattern: "^[A-Z]+$" }]], code: sku.invalid }

        """

    private static func found(_ rules: String, _ record: String) throws -> [String] {
        try RuleParts.findings(in: types + "rules:\n" + rules, record)
    }

    struct Row: Sendable {
        let rules: String
        let record: String
        let findings: [String]

        init(_ rules: String, _ record: String, _ findings: [String]) {
            (self.rules, self.record, self.findings) = (rules, record, findings)
        }
    }

    static let rows: [Row] = [
        Row("  - { attributes: f, type: required, when: [g, lower] }", "{}", []),
        Row("  - { attributes: f, type: required, when: [g, lower] }", #"{"g":null}"#, []),
        Row("  - { attributes: f, type: required, when: [g, lower] }", #"{"g":""}"#, []),
        Row("  - { attributes: f, type: required, when: [g, lower] }", #"{"g":"a"}"#, ["required.blank /f"]),
        Row("  - { attributes: f, type: required, unless: [g, lower] }", "{}", ["required.blank /f"]),
        Row("  - { attributes: f, type: required, when: [g, gone] }", "{}", ["required.blank /f"]),
        Row("  - { attributes: f, type: required, when: [g, sku] }", #"{"g":"a"}"#, []),
        Row("  - [e, contains, { rule: lower }]", #"{"e":["",null]}"#, ["contains.tooFew /e"]),
        Row("  - [e, contains, { where: [k, lower] }]", #"{"e":[{"j":1}]}"#, ["contains.tooFew /e"]),
        Row("  - [m, keys, { rule: lower }]", #"{"m":{"web":1}}"#, []),
        Row("  - [m, keys, { rule: lower }]", #"{"m":{"Web":1}}"#, ["keys.mismatch /m"]),
        Row(#"  - [a, expr, { must: "this.all(x, is(lower, x))" }]"#, #"{"a":["abc"]}"#, []),
        Row(#"  - [a, expr, { must: "this.all(x, is(lower, x))" }]"#, #"{"a":["abc", "B"]}"#, ["expr.invalid /a"]),
        Row("  - { attributes: a, type: name, skipOnEmpty: false }", #"{"a":""}"#, ["string.tooShort /a"]),
        Row("  - { attributes: a, type: name, skipOnEmpty: false }", "{}", ["string.type /a"]),
        Row("  - { attributes: a, type: req, skipOnEmpty: true }", "{}", []),
        Row(
            "  - [a, each, { rule: { type: name, skipOnEmpty: false } }]", #"{"a":["ab",""]}"#, ["string.tooShort /a/1"]
        ),
        Row("  - [a, req]", "{}", ["required.blank /a"]),
        Row(#"  - { attributes: a, type: name, tooShort: "Too short." }"#, #"{"a":"x"}"#, ["string.tooShort /a"]),
    ]

    @Test(arguments: rows) func isWhatItIsMadeOf(_ row: Row) throws {
        #expect(try Self.found(row.rules, row.record) == row.findings, "\(row)")
    }

    @Test func messagesForCodesOfItsRulesAreMessagesOfTheType() throws {
        let plan = try Plan(
            RuleSet(parsing: Self.types + #"rules: [{ attributes: a, type: name, tooShort: "Too short." }]"#))
        let report = try plan.validate(["a": "x"])
        #expect(plan.localizer(preferring: "en").texts(report) == ["Too short."])
    }

    @Test func expressionsKnowTheTypeOfItsValues() throws {
        let rules = """
              - [[a, b], amount]
              - [b, expr, { must: "a < b" }]
            """
        #expect(try Self.found(rules, #"{"a":"9","b":"10"}"#) == [])
        #expect(try Self.found(rules, #"{"a":"10","b":"9"}"#) == ["expr.invalid /b"])
        let low = "types: { low: [lowercase] }\nrules: [[name, low], [x, expr, { must: \"name + 1 == 2\" }]]"
        let inline = low.replacing("[name, low]", with: "[name, lowercase]")
        #expect(try RuleParts.errors(in: low).count == RuleParts.errors(in: inline).count)
        #expect(try !RuleParts.errors(in: low).isEmpty)
    }

    /// What changes values cannot be in a shape, under whatever name.
    @Test(arguments: [
        "trim", "transliterate", "clean", "twice", "[each, { rule: clean }]", "deep",
        "[date, { timestampAttribute: b }]", "stamp",
    ])
    func shapesRefuseWhatChangesValues(rule: String) throws {
        let types =
            "types: { clean: [trim], twice: [string, clean], deep: [[each, { rule: twice }]], "
            + "stamp: [[date, { timestampAttribute: b }]] }\n"
        let body = rule.hasPrefix("[") ? "[a, \(rule.dropFirst())" : "[a, \(rule)]"
        let errors = try RuleParts.errors(
            in: types + "rules: [{ attributes: v, type: oneOf, shapes: { object: [[b, safe], \(body)] } }]")
        #expect(errors.contains { $0.contains("cannot be in a shape: its rules change no values") }, "\(errors)")
        guard !rule.contains("each"), rule != "deep", !rule.contains("date"), rule != "stamp" else { return }
        let own = try RuleParts.errors(in: types + "rules: [[., \(rule)]]")
        #expect(own.contains { $0.contains("cannot change the record itself") }, "\(own)")
    }

    @Test func aTypeCanBeCalledByAShapeThatItCalls() throws {
        let rules = """
            types: { node: [[shape, { name: node }]] }
            shapes: { node: [[name, required], [children.*, node]] }
            rules: [[tree, node]]
            """
        #expect(
            try RuleParts.findings(in: rules, #"{"tree":{"name":"a","children":[{"name":""}]}}"#) == [
                "required.blank /tree/children/0/name"
            ])
        let endless = "types: { t: [[oneOf, { shapes: { object: [[x, t]] } }]] }\nrules: [[a, t]]"
        #expect(try RuleParts.errors(in: endless).contains { $0.contains("is made of itself: t, of t") })
    }

    @Test func uniqueCanBeInAType() throws {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        for rule in ["[a, key]", "[a, each, { rule: unique }]", "[a, unique]"] {
            let plan = try Plan(RuleSet(parsing: "types: { key: [unique] }\nrules: [\(rule)]"), registry: registry)
            #expect(plan.comparesRecords == true, "\(rule)")
        }
        #expect(try Plan(RuleSet(parsing: "rules: [[a, required]]")).comparesRecords == false)
    }

    @Test func rulesThatRejectNothingAreKnownThroughTypes() throws {
        func warnings(_ rules: String) throws -> [String] {
            let types =
                "types: { req: [required], some: [[string, { min: 1 }]], both: [required, [string, { min: 1 }]] }\n"
            return try Plan(RuleSet(parsing: types + "rules: \(rules)")).warnings.map(\.reason)
                .filter { !$0.hasPrefix("no rule has the type") }
        }
        #expect(try warnings("[[a, some]]").count == 1)
        #expect(try warnings("[[a, some], [a, req]]") == [])
        #expect(try warnings("[[a, string, { min: 1 }], [a, req]]") == [])
        #expect(try warnings("[[a, both]]") == [])
    }

    /// Types that use others twice stand for a number of rules that grows with a power of 2.
    @Test(arguments: [
        ("[t%, t%]", "t0: [string]"),
        ("[[each, { rule: t% }], [each, { rule: t% }]]", "t0: [[each, { rule: string }]]"),
        (#"[[expr, { must: "is(t%, this) && is(t%, this)" }], t%]"#, "t0: [string]"),
    ])
    func typesThatDoubleAreRefused(body: String, first: String) throws {
        // Types of more than 32 levels are refused for that alone; trying them all would take as long.
        for (levels, isUsed) in [(28, false), (28, true), (60, false), (60, true)] {
            var text = "types:\n  \(first)\n"
            for level in 1...levels { text += "  t\(level): \(body.replacing("%", with: String(level - 1)))\n" }
            text += "rules: \(isUsed ? "[[a, t\(levels)]]" : "[]")\n"
            let start = ContinuousClock.now
            let errors = try RuleParts.errors(in: text)
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(errors.contains { $0.contains("stands for more than 1000 rules") }, "\(errors.first ?? "none")")
        }
        var chain = "types:\n  t0: [string]\n"
        for level in 1...28 { chain += "  t\(level): [t\(level - 1)]\n" }
        #expect(try RuleParts.findings(in: chain + "rules: [[a, t28]]", #"{"a":1}"#) == ["string.type /a"])
        for level in 29...40 { chain += "  t\(level): [t\(level - 1)]\n" }
        #expect(
            try RuleParts.errors(in: chain + "rules: [[a, t40]]").contains { $0.contains("more than 32 rule types") })
    }

    @Test func aTypeWithoutRulesIsRefused() throws {
        #expect(
            try RuleParts.errors(in: "types: { none: [] }\nrules: [[a, none]]").first
                == "main.yaml:1:16: the rule type 'none' has no rules: 'sku: [string]' has one")
    }

    @Test func whatNothingUsesIsAWarning() throws {
        func warnings(_ text: String) throws -> [String] {
            try Plan(RuleSet(parsing: text, file: "r.yaml")).warnings.map { "\($0)" }
        }
        let type =
            "types: { sku: { rules: [[string, { max: 12 }]], options: { max: 5 }, code: sku.bad } }\nrules: [[a, sku]]\n"
        #expect(
            try warnings(type) == [
                "r.yaml:1:60: no rule of the type 'sku' uses the option 'max': write '${max}' where its value belongs, or remove it"
            ])
        #expect(try warnings(type + "messages: { en: { sku.bad: \"At most {max}.\" } }") == [])
        let variable = "variables: { max: 3, all: [1] }\nrules: [[a, in, { range: \"${all}\" }]]"
        #expect(
            try warnings(variable) == [
                "r.yaml:1:14: nothing uses the variable 'max': write '${max}' where its value belongs, or remove it"
            ])
    }

    @Test func aRuleInSwiftMeansTheSame() throws {
        let types = [
            RuleDefinition("low", of: [.match("^[a-z]+$")]), RuleDefinition("both", of: [.required, .string(min: 2)]),
        ]
        let plan = try Plan(
            RuleSet(
                rules: [
                    Rule(["f"], .required, when: [Condition("g", .type("low"))]),
                    Rule(["b"], .type("both"), isEmpty: { $0.kind == .absent }),
                ], types: types))
        #expect(try plan.validate(["b": "abc"]).isValid)
        #expect(try plan.validate(["b": ""]).violations.map(\.code) == ["string.tooShort"])
        #expect(try plan.validate([:]).violations.map(\.code) == ["required.blank"])
        #expect(try plan.validate(["b": "abc", "g": "x"]).violations.map(\.code) == ["required.blank"])
    }

    /// A type whose rules all skip a value skips it before its conditions are evaluated, as its rules would.
    @Test(arguments: ["name", "[string, { min: 2 }]"]) func whatATypeSkipsNeedsNoCondition(rule: String) throws {
        let name = rule == "name" ? "type: name" : "type: string, min: 2"
        let rules = "  - { attributes: a, \(name), when: { expr: 'size(b) > 0' } }\n  - [b, safe]"
        #expect(try Self.found(rules, #"{"a":"","b":1}"#) == [])
        #expect(try Self.found(rules, #"{"a":"x","b":1}"#) == ["rule.fault /a"])
        #expect(try Self.found(rules, #"{"a":"x","b":[1]}"#) == ["string.tooShort /a"])
    }
}
