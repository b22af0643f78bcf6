import Proviso
import Testing

/// Keys with dots, stars, brackets and slashes, wherever a path is written.
struct EscapedPathTests {
    static let tables = [
        RuleTable(
            "in rules",
            #"""
            rules:
              - ['log\.level', required]
              - ['list.*.k\.l', integer]
              - ['a\*.b', integer]
              - ['\[x\]', integer]
              - ["items\\[0\\]", integer]
            """#,
            valid: [#"{"log.level":"x","log":5,"list":[{"k.l":1}],"a*":{"b":1},"[x]":1,"items[0]":2}"#],
            invalid: [
                (
                    #"{"log":{"level":"x"},"list":[{"k.l":"q"}],"a*":{"b":"q"},"[x]":"q","items[0]":"q"}"#,
                    [
                        "required.blank /log.level", "integer.type /list/0/k.l", "integer.type /a*/b",
                        "integer.type /[x]", "integer.type /items[0]",
                    ]
                )
            ]),
        RuleTable(
            "in options and conditions",
            #"""
            rules:
              - ['a\.max', safe]
              - [b, number, { max: { attribute: 'a\.max' } }]
              - [c, compare, { compareAttribute: 'a\.max' }]
              - { attributes: d, type: required, when: ['a\.max', compare, { compareValue: 5 }] }
              - { attributes: e, type: required, when: { anyItem: ['l.*.x\.y', in, { range: [1] }] } }
              - [l, distinct, { by: 'x\.y' }]
            """#,
            valid: [#"{"a.max":3,"b":3,"c":3,"l":[{"x.y":2},{"x.y":3}]}"#],
            invalid: [
                (#"{"a.max":5,"b":6,"c":4}"#, ["number.tooBig /b", "compare.equal /c", "required.blank /d"]),
                (#"{"l":[{"x.y":1},{"x.y":1}]}"#, ["required.blank /e", "distinct.duplicate /l"]),
            ]),
        RuleTable(
            "in shapes", #"{ rules: [['m\.n', shape, { name: s }]], shapes: { s: [['o\.p', required]] } }"#,
            valid: [#"{"m.n":{"o.p":1}}"#], invalid: [(#"{"m.n":{"o":{"p":1}}}"#, ["required.blank /m.n/o.p"])]),
        RuleTable(
            "the same name in two spellings",
            #"{ rules: [['a\/b', required]], optional: ['a/b'], labels: { 'a\/b': X } }"#,
            valid: [#"{"a/b":1}"#], invalid: [("{}", ["required.blank /a~1b"])]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }

    @Test func `labels are those of the key`() throws {
        let text = #"{ rules: [['log\.level', required], ['node\.js', required]], labels: { 'log\.level': Stufe } }"#
        let plan = try Plan(RuleSet(parsing: text))
        let texts = plan.localizer(preferring: "en").texts(try plan.validate([:]))
        #expect(texts.map(\.withoutIsolates) == ["Stufe is required.", "Node Js is required."])
    }

    @Test func `names are escaped in Swift, scenarios and prefixes`() throws {
        var rules = RuleSet(rules: [Rule(#"a\.b"#, .required, on: ["s"])], scenarios: ["s": [#"!a\.b"#]])
        rules = rules.prefixed(by: #"p\.q"#)
        let found = try Plan(rules).validate(["p.q": ["a": 1]], scenario: "s").violations
        #expect(found.map(\.path.pointer) == ["/p.q/a.b"])
        #expect(found.map(\.attribute) == [#"p\.q.a\.b"#])
        let encoded = try #require(found.first).path
        #expect(ValuePath(encoded.description) == encoded)
    }

    @Test func `a name that looks like another is a warning`() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("n\u{430}me", .required), Rule("name", .string), Rule("größe", .string)]))
        #expect(
            plan.warnings.map(\.reason) == [
                "the attribute 'n\u{430}me' looks like 'name', but has the character U+0430 of another script"
            ])
        #expect(plan.warnings.map(\.suggestion) == ["name"])
        let alone = try Plan(
            RuleSet(rules: [Rule("p\u{430}y", .required), Rule("\u{441}\u{43E}\u{440}", .string), Rule("Δt", .string)]))
        #expect(alone.warnings.count == 1)
    }

    @Test(arguments: ["BR-CO-10", "pat-1", "SC2086", "16", "stay.tooLong", "a_b.c-d"])
    func `codes are written as specifications do`(code: String) throws {
        let text = """
            messages: { en: { "\(code)": "{attribute} breaks it" } }
            types: { own: { rules: [integer], code: "\(code)2" } }
            rules:
              - { attributes: a, type: expr, must: "a == 1", code: "\(code)" }
              - [b, own]
            """
        let plan = try Plan(RuleSet(parsing: text))
        let report = try plan.validate(["a": 2, "b": "x"])
        #expect(report.violations.map(\.code.rawValue) == [code, code + "2"])
        #expect(plan.localizer(preferring: "en").texts(report).first?.withoutIsolates == "A breaks it")
    }

    @Test func `a pointer in the syntax of paths is understood`() {
        for (text, pointer) in [
            ("$.data.items", "/data/items"), ("$.data.items[*]", "/data/items"), ("data.items", "/data/items"),
            ("items", "/items"), ("$['a.b']", "/a.b"),
        ] { #expect(ValuePath.pointer(meantBy: text) == pointer) }
    }
}
