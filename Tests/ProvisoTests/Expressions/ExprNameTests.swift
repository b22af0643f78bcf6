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
        ("a.includes('x')", "contains"), ("a.toLowerCase() == 'x'", "lowerAscii"), ("is(in, a)", "is('in', …)"),
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

    /// Constants that are never right, each with its column in the expression and what is said of it.
    static let wrongConstants: [(expression: String, column: Int, reason: String)] = [
        (
            "a.getHours('Europe/Zurch') > 8", 12,
            "is not a time zone of the IANA database; did you mean 'Europe/Zurich'?"
        ),
        ("timestamp(a).getDate('') > 8", 22, "is not a time zone"),
        ("[a].exists(t, t.getFullYear('UTCC') > 1)", 29, "'UTCC' is not a time zone"),
        ("'%d of %s'.format([a]) == a", 1, "the format has more places than values"),
        ("'%q'.format([a]) == a", 1, "unknown form '%q'"), ("'5%'.format([]) == a", 1, "ends after '%'"),
        ("'%.d'.format([1]) == a", 1, "a precision is missing"),
        ("'%d'.format(['x']) == a", 13, "cannot show a string"),
        ("regex.extract(a, '[').hasValue()", 18, "not a regular expression"),
        ("regex.replace(a, '(', 'x') == a", 18, "not a regular expression"),
        ("a.findAll('[', 2).size() > 0", 11, "not a regular expression"),
        ("int('abc') > 1", 5, "'abc' is not an int"), ("1 / 0 > 1", 5, "zero"),
        ("bool('yes')", 6, "'yes' is not a bool"),
        ("ip('1.2.3') == ip(a)", 4, "1.2.3"), ("cidr('10.0.0.0/99').containsIP(a)", 6, "10.0.0.0/99"),
        ("base64.decode('!') == b'x'", 15, ""),
        ("{'a': 1}.b == a", 10, "the map has no member 'b', only 'a'"),
        ("{'price': 1}.prise == a", 14, "did you mean 'price'?"), ("{'a': 1}['b'] == a", 10, "no member 'b'"),
        ("{'a': {'x': 1}}.a.y == a", 19, "no member 'y', only 'x'"), ("{}.a == a", 4, "it is empty"),
        ("{'a': 1}.?b.hasValue()", 11, "no member 'b'"),
        ("[1, 2][2] == a", 8, "the list has only the items 0 to 1"), ("[][0] == a", 4, "the list has no items"),
        ("a == 2 || {'a': 1}.b == a", 20, "no member 'b'"), ("a == 2 ? int('x') == 1 : true", 14, "'x' is not an int"),
    ]

    @Test(arguments: wrongConstants)
    func constantsThatAreNeverRightAreErrors(_ row: (expression: String, column: Int, reason: String)) {
        let refusal = Self.refusal("rules:\n  - [a, expr, { must: \"\(row.expression)\" }]")
        #expect(refusal.hasPrefix("r.yaml:2:\(23 + row.column): "), "\(row.expression): \(refusal)")
        #expect(refusal.contains(row.reason), "\(row.expression): \(refusal)")
    }

    @Test(arguments: [
        "a.getHours('Europe/Zurich') > 8", "a.getHours('+02:00') > 8", "a.getHours('GMT+5:30') > 8",
        "a.getHours(b) > 8",
        "'%d%%'.format([a]) == a", "'%s %.2f %X'.format([a, 1.5, 'x']) == a", "a.format([1]) == a",
        "'%s'.format(a) == a", "1.0 / 0.0 > a", "{'a': 1}.a == a", "{'a': 1}[a] == 1", "{a: 1}.b == a",
        "has({'a': 1}.b)",
        "[1, 2][a] == 1", "'x'.find('a*') == a", "[1, 2].sum() == a", "'é'.charAt(0) == a", "int('-5') < a",
        "-9223372036854775808 < a", "lookupp ?? true",
    ])
    func otherConstantsAreFine(expression: String) {
        let text = "rules:\n  - [[a, b, lookupp], safe]\n  - [a, expr, { must: \"\(expression)\" }]"
        #expect(Self.refusal(text) == "", "\(expression)")
    }

    /// A variable is a literal in its expression; another value of it may be right.
    @Test func whatAVariableKeepsFromRunningIsFine() {
        let file = """
            variables: { list: { type: list, default: [] }, by: 0 }
            define: { first: "vars.list.size() > 0 ? vars.list[0] : 'x'" }
            rules:
              - [a, safe]
              - [a, expr, { must: "vars.list.size() == 0 || vars.list[0] == this" }]
              - [a, expr, { must: "vars.by != 0 && 10 / vars.by > 1 && first == this" }]
            """
        #expect(Self.refusal(file) == "")
        let always = Self.refusal(file.replacing("vars.by != 0 && 10 / vars.by > 1 && ", with: "10 / vars.by > 1 && "))
        #expect(always == "", "a part of a choice: \(always)")
        #expect(Self.refusal(file.replacing("vars.by != 0 && ", with: "")) == "")
        let alone = Self.refusal(
            file.replacing("vars.by != 0 && 10 / vars.by > 1 && first == this", with: "10 / vars.by > 1"))
        #expect(alone.hasPrefix("r.yaml:6:"), "\(alone)")
    }

    @Test func definitionsAreCheckedToo() {
        let file =
            "define: { rates: \"{'EUR': 1}\", hour: \"record.a.getHours('Europe/Zurch')\" }\n"
            + "rules: [[a, safe], [a, expr, { must: \"rates.USD > 1 && hour > 1\" }]]"
        let refusal = Self.refusal(file)
        #expect(refusal.contains("r.yaml:1:") && refusal.contains("did you mean 'Europe/Zurich'"), "\(refusal)")
        let member = Self.refusal(file.replacing("Zurch", with: "Zurich"))
        #expect(member.contains("r.yaml:2:") && member.contains("the map has no member 'USD', only 'EUR'"), "\(member)")
        #expect(Self.refusal(file.replacing("Zurch", with: "Zurich").replacing("USD", with: "EUR")) == "")
    }
}
