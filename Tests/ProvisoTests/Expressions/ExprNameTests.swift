import Proviso
import Testing

/// What the names of an expression mean, and that none is unknown.
@Suite struct ExprNameTests {
    static func refusal(_ file: String) -> String {
        do {
            _ = try Plan(RuleSet(parsing: file, file: "r.yaml"))
            return ""
        } catch { return "\(error)" }
    }

    static func found(_ rules: String, _ record: String) throws -> [String] {
        let report = try Plan(RuleSet(parsing: "rules:\n" + rules)).validate(AnyValue(json: record))
        return report.violations.map { "\($0.path.pointer) \($0.code)" }
    }

    private static let names = """
        rules:
          - [[a, first-name, age, limit], safe]
          - [items.*.net, number]
          - [a, expr, { must: "EXPRESSION" }]
        """

    /// Names that nothing has, with what is suggested.
    static let unknown: [(expression: String, suggestion: String?)] = [
        ("self.a > 1", "a"), ("self > 1", "this"), ("value > 1", "this"), ("it > 1", "this"), ("root.a > 1", "a"),
        ("data.a > 1", "a"), ("root == {}", "record"), ("a < now", "now()"), ("a < today", "now()"),
        ("agee > 1", "age"), ("limt > 1", "limit"), ("record.limt > 1", "limit"), ("a == True", "true"),
        ("a == None", "null"), ("a == nil", "null"), ("a == undefined", "null"), ("frist > 1", nil),
        ("x > 1", nil), ("true || x > 1", nil), ("false ? x : true", nil), ("[x].size() > 0", nil),
        ("{'k': x}.size() > 0", nil), ("items.all(i, i.net > x)", nil), ("items.all(i, i.nett > 1)", "net"),
        ("is(string, x)", nil), ("math.round(x) > 1", nil), ("string(x) == 'a'", nil), ("x.size() > 1", nil),
        ("x.y == 1", nil), ("x['y'] == 1", nil), ("x.?y.orValue(1) == 1", nil), ("has(x)", nil), ("has(x.y)", nil),
        ("x ?? true", nil), ("a == 1 && self.a == 1", "a"), ("cel.bind(b, x, b == 1)", nil),
        ("`first_name` == 'x'", "first-name"),
        ("item.net > 1", nil), ("parent.net > 1", "record"), ("vars.a > 1", nil), ("type(x) == int", nil),
        ("x in [1]", nil), ("1 in x", nil), ("-x > 1", nil), ("!x", nil),
        // Members of what functions and operators give.
        ("items.first().value().nett > 1", "net"), ("items.first().nett == 1", "net"),
        ("items.first().?nett.hasValue()", "net"), ("items.last().orValue({}).nett > 1", "net"),
        ("(items + items)[0].nett > 1", "net"),
        ("(items + items).all(i, i.nett > 1)", "net"), ("items.first().optMap(i, i.nett).hasValue()", "net"),
        ("[items].flatten()[0].nett > 1", "net"), ("items[?0].nett == 1", "net"),
        ("optional.of(items[0]).value().nett > 1", "net"), ("(items.first() ?? items[0]).nett > 1", "net"),
        ("items.first().or(items.last()).value().nett > 1", "net"), ("{'a': items[0]}.a.nett > 1", "net"),
        ("(a == 1 ? items[0] : {}).nett > 1", "net"), ("items.slice(0, 1)[0].nett > 1", "net"),
        ("items.first().value().net > 'x'", nil), ("items.first().net > 1", nil),
    ]

    @Test(arguments: unknown) func refusesNamesThatNothingHas(_ row: (expression: String, suggestion: String?)) {
        let refusal = Self.refusal(Self.names.replacing("EXPRESSION", with: row.expression))
        #expect(refusal.contains("r.yaml:4:"), "\(row.expression): \(refusal)")
        if let suggestion = row.suggestion { #expect(refusal.contains("did you mean '\(suggestion)'"), "\(refusal)") }
    }

    @Test func refusesThemWhereverAnExpressionMayBe() {
        let places = [
            "{ attributes: a, type: required, when: { expr: \"frist > 1\" } }",
            "{ attributes: a, type: required, unless: { expr: \"frist > 1\" } }",
            "{ attributes: a, type: required, when: { any: [[a, required], { not: { expr: \"frist > 1\" } }] } }",
            "{ attributes: a, type: required, when: { all: [{ expr: \"frist > 1\" }] } }",
            "{ attributes: a, type: expr, must: \"true\", code: a.b, with: { n: \"frist + 1\" } }",
            "[a, each, { rule: [expr, { must: \"frist > 1\" }] }]",
            "[a, each, { rule: [each, { rule: [expr, { must: \"frist > 1\" }] }] }]",
            "[a, contains, { rule: [expr, { must: \"frist > 1\" }] }]",
            "[a, keys, { rule: [expr, { must: \"frist > 1\" }] }]",
        ]
        for place in places {
            let refusal = Self.refusal("rules:\n  - \(place)\n")
            #expect(
                refusal.contains("r.yaml:2:") && refusal.contains("unknown attribute 'frist'"), "\(place): \(refusal)")
        }
        let type = Self.refusal("types: { t: [[expr, { must: \"frist > 1\" }]] }\nrules: [[a, t]]")
        #expect(type.contains("unknown attribute 'frist'"), "\(type)")
    }

    /// `this` is the item, and the record's names are suggested in shapes too.
    static let inner: [(rule: String, message: String)] = [
        ("[items, each, { rule: [expr, { must: \"this.nett > 1\" }] }]", "member 'nett' of 'items.*'"),
        ("[items, each, { rule: [expr, { must: \"this.nett > 1\" }] }]", "did you mean 'net'?"),
        ("[items, contains, { rule: [expr, { must: \"this.nett > 1\" }] }]", "did you mean 'net'?"),
        ("[items, each, { rule: [keys, { required: [nett] }] }]", "did you mean 'items.*.net'?"),
        ("[tags, each, { rule: [expr, { must: \"this.size() > amont\" }] }]", "did you mean 'amount'?"),
        ("[tags, each, { rule: [expr, { must: \"this > 1\" }] }]", "a string and a number do not fit together"),
        ("[items, each, { rule: [shape, { name: s }] }]", "did you mean 'record.amount'?"),
    ]

    @Test(arguments: inner) func refusesThemInRulesWithinRules(rule: String, message: String) {
        let shape = "shapes: { s: [[net, expr, { must: \"this > amont\" }]] }\n"
        let refusal = Self.refusal(
            (rule.contains("shape") ? shape : "")
                + "rules:\n  - [amount, integer]\n  - [items.*.net, number]\n  - [tags, each, { rule: string }]\n  - \(rule)\n"
        )
        #expect(refusal.contains(message), "\(rule): \(refusal)")
    }

    @Test func membersOfOptionalsAreReadAsTheirRulesReadThem() throws {
        let rules = """
              - [items.*.net, number, { locale: de }]
              - [tags, each, { rule: [integer] }]
              - [tags, each, { rule: [expr, { must: "this > 1" }] }]
              - [a, expr, { must: "items.first().value().net > 9.0 && items.first().net.orValue(0.0) > 9.0 && items[?0].?net.value() > 9.0" }]

            """
        #expect(try Self.found(rules, #"{"a": 1, "items": [{"net": "9,5"}], "tags": ["2", 3]}"#) == [])
        #expect(
            try Self.found(rules, #"{"a": 1, "items": [{"net": "8,5"}], "tags": ["0"]}"#) == [
                "/tags/0 expr.invalid", "/a expr.invalid",
            ])
    }

    @Test func namesTheColumnOfTheName() {
        let rows = [
            ("rules:\n  - [a, expr, { must: \"a > frist\" }]", "r.yaml:2:28: "),
            ("rules:\n  - [a, expr, { must: 'a > frist' }]", "r.yaml:2:28: "),
            ("rules:\n  - attributes: a\n    type: expr\n    must: a > frist", "r.yaml:4:15: "),
            (
                "rules:\n  - attributes: a\n    type: expr\n    must: |\n      a > 1\n        && frist > 1",
                "r.yaml:6:12: "
            ),
            ("rules:\n  - { attributes: a, type: required, when: { expr: \"frist\" } }", "r.yaml:2:53: "),
            (#"{"rules": [["a", "expr", {"must": "a > frist"}]]}"#, "r.yaml:1:40: "),
            ("rules:\n  - attributes: a\n    type: expr\n    must: >\n      a > 1\n      && frist > 1", "at character"),
        ]
        for (file, place) in rows { #expect(Self.refusal(file).contains(place), "\(file): \(Self.refusal(file))") }
    }

    @Test func aConditionIsNotAnOption() {
        let refusal = Self.refusal("rules:\n  - { attributes: a, type: required, when: { expr: \"totl > 1\" } }\n")
        #expect(!refusal.contains("option 'must'"), "\(refusal)")
    }

    @Test func typesAreValues() throws {
        for (value, type) in [
            ("true", "bool"), ("1", "int"), ("1.5", "double"), ("\"x\"", "string"), ("[1]", "list"),
            ("{\"x\":1}", "map"),
        ] {
            for other in ["bool", "int", "double", "string", "list", "map", "uint", "bytes", "type"] {
                let found = try Self.found(
                    "  - [a, expr, { must: \"type(this) == \(other)\" }]", "{\"a\": \(value)}")
                #expect(found.isEmpty == (type == other), "\(value) is \(other): \(found)")
            }
        }
    }

    @Test func anAttributeWithTheNameOfATypeWins() throws {
        let rules = "  - [[type, list], safe]\n  - [a, expr, { must: \"type == 'x' && list.size() > 0\" }]"
        #expect(try Self.found(rules, #"{"a": 1, "type": "x", "list": [1]}"#) == [])
        let refusal = Self.refusal("rules:\n  - [int, safe]\n  - [a, expr, { must: \"type(a) == int\" }]")
        #expect(refusal.contains("'int' is an attribute here") && refusal.contains("type(0)"), "\(refusal)")
    }

    @Test func recordIsTheWholeRecord() throws {
        let rules = """
              - [[x, first-name, "@id", in, date-released], safe]
              - [a, expr, { must: "record.x == 1 && record['first-name'] == 'n' && record.`first-name` == 'n'" }]
              - [b, expr, { must: "has(record.x) && record.?x.orValue(0) == 1 && !has(record.`@id`)" }]
              - [c, expr, { must: "`first-name` == 'n' && `in` == 2 && !has(`@id`) && record.size() > 3" }]
            """
        #expect(try Self.found(rules, #"{"a": 1, "b": 1, "c": 1, "x": 1, "first-name": "n", "in": 2}"#) == [])
        #expect(try Self.found(rules, #"{"a": 1, "b": 1, "c": 1, "x": 1, "first-name": "m", "in": 2}"#).count == 2)
    }

    @Test func shapesSeeTheRecord() throws {
        let rules = """
              - [currency, string]
              - [limit, number]
              - [lines.*, shape, { name: line }]
            shapes:
              line: [[amount, number], [amount, expr, { must: "record.currency != 'EUR' || this <= record.limit" }]]
            """
        let record = { (currency: String, limit: String) in
            #"{"currency": "\#(currency)", "limit": \#(limit), "lines": [{"amount": 5}, {"amount": "11"}]}"#
        }
        #expect(try Self.found(rules, record("EUR", "10")) == ["/lines/1/amount expr.invalid"])
        #expect(try Self.found(rules, record("EUR", "\"20\"")) == [])
        #expect(try Self.found(rules, record("USD", "1")) == [])
        let refusal = Self.refusal("rules:\n" + rules.replacing("record.limit", with: "limit"))
        #expect(refusal.contains("did you mean 'record.limit'"), "\(refusal)")
    }

    @Test func anAttributeNamedRecordIsAMemberOfIt() throws {
        let rules = "  - [record, safe]\n  - [a, expr, { must: \"record.record == this\" }]"
        #expect(try Self.found(rules, #"{"a": 1, "record": 1}"#) == [])
        #expect(try Self.found(rules, #"{"a": 1, "record": 2}"#) == ["/a expr.invalid"])
        let plan = try Plan(RuleSet(parsing: "rules:\n" + rules))
        #expect(plan.warnings.contains { $0.reason.contains("'record' is the whole record") })
    }

    @Test func namesOfConditionsLabelsAndListsAreKnown() throws {
        let files = [
            "rules:\n  - { attributes: b, type: required, when: [c, required] }\n  - [a, expr, { must: \"c > 1\" }]",
            "labels: { c: See }\nrules:\n  - [c, safe]\n  - [a, expr, { must: \"c > 1\" }]",
            "optional: [c]\nrules:\n  - [c, safe]\n  - [a, expr, { must: \"c > 1\" }]",
            "attributes: [a, c]\nrules:\n  - [a, expr, { must: \"c > 1\" }]",
            "rules:\n  - [a, number, { max: { attribute: c } }]\n  - [a, expr, { must: \"c > 1\" }]",
        ]
        for file in files { #expect(Self.refusal(file) == "", "\(file)") }
    }

    @Test(arguments: [
        ("a == 1 and a == 2", "&&"), ("a == 1 or a == 2", "||"), ("not a == 1", "!"), ("not(a == 1)", "!"),
        ("a <> 1", "!="), ("a !== 1", "!="), ("a =< 1", "<="), ("a => 1", ">="),
        ("len(a) > 1", "size"), ("a.length() > 1", "size"),
        ("a.includes('x')", "contains"), ("a.toLowerCase() == 'x'", "lowerAscii"), ("is(in, a)", "in"),
        ("duration('30d') > duration('1h')", "720h"), ("duration('P30D') > duration('1h')", "720h"),
        ("round(a) > 1", "math.round"), ("a === 1", "=="),
    ])
    func suggestsWhatCELHas(expression: String, suggestion: String) {
        let refusal = Self.refusal("rules:\n  - [a, expr, { must: \"\(expression)\" }]")
        #expect(refusal.contains("did you mean '\(suggestion)'"), "\(expression): \(refusal)")
    }

    @Test func literalsAreCheckedWhenThePlanIsMade() {
        for expression in [
            "a > timestamp('2026-02-30')", "a > timestamp('2026-02-30T00:00:00Z')", "a - a < duration('x')",
            "a.find('[') == ''", "a.matches('(')",
        ] {
            let refusal = Self.refusal("rules:\n  - [a, expr, { must: \"\(expression)\" }]")
            #expect(refusal.contains("r.yaml:2:"), "\(expression): \(refusal)")
        }
    }
}
