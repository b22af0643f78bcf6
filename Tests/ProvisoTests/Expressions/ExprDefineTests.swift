import Proviso
import Testing

/// Functions and named values of a rule set, and its variables, in expressions.
@Suite struct ExprDefineTests {
    private static func found(_ file: String, _ record: String, _ values: [String: AnyValue] = [:]) throws -> [String] {
        let report = try Plan(RuleSet(parsing: file, variables: values)).validate(AnyValue(json: record))
        return report.violations.map { "\($0.path.pointer) \($0.code)" }
    }

    private static let file = """
        define:
          netSum: "items.map(i, i.net).sum()"
          "seconds(t)": "int(t.split(':')[0]) * 3600 + int(t.split(':')[1]) * 60"
          "between(x, low, high)": "low <= x && x <= high"
          long: "seconds(end) - seconds(start) > seconds('10:00')"
        rules:
          - [items.*.net, number]
          - [[start, end], safe]
          - [total, number]
          - [total, expr, { must: "total == netSum" }]
          - [end, expr, { must: "seconds(this) > seconds(start) && !long" }]
          - [n, expr, { must: "between(this, 1, 3 + 1)" }]
          - { attributes: note, type: required, when: { expr: "netSum > 5" } }
        """

    @Test func definitionsAreUsedInAllExpressions() throws {
        #expect(
            try Self.found(
                Self.file, #"{"items": [{"net": 1}, {"net": 2}], "total": 3, "n": 4, "start": "08:00", "end": "09:30"}"#
            )
                == [])
        #expect(
            try Self.found(
                Self.file, #"{"items": [{"net": 4}, {"net": 2}], "total": 3, "n": 5, "start": "08:00", "end": "19:30"}"#
            )
                == ["/total expr.invalid", "/end expr.invalid", "/n expr.invalid", "/note required.blank"])
    }

    @Test func aDefinitionIsNotMixedUpWithWhereItIsUsed() throws {
        let file = """
            define: { top: "limit * 2", "add(i)": "[1, 2].map(x, x + i).sum()" }
            rules:
              - [[limit, x], integer]
              - [l, expr, { must: "this.all(limit, limit < top)" }]
              - [l, expr, { must: "[10].all(x, add(x) == 23) && add(x) == 7" }]
              - [s, shape, { name: part }]
            shapes:
              part: [[limit, integer], [limit, expr, { must: "this < top" }]]
            """
        #expect(try Self.found(file, #"{"limit": 3, "x": 2, "l": [1, 5], "s": {"limit": 5}}"#) == [])
        #expect(
            try Self.found(file, #"{"limit": 3, "x": 2, "l": [1, 6], "s": {"limit": 6}}"#)
                == ["/l expr.invalid", "/s/limit expr.invalid"])
    }

    @Test(arguments: [
        ("{ a1: \"frist + 1\" }", "no rule names the attribute 'frist'"),
        ("{ a1: \"b1 + 1\", b1: \"a1 + 1\" }", "made of itself"),
        ("{ \"f(x)\": \"x + 1\" }", "takes 1 argument, not 2"), ("{ \"f(x, x)\": \"x\" }", "parameter"),
        ("{ size: \"1\" }", "has a meaning already"), ("{ \"f(x)\": \"x +\" }", "the expression ends"),
        ("{ \"f(x)\": \"this + x\" }", "no 'this'"), ("{ a: \"1\" }", "an attribute has this name"),
        ("{ \"f x\": \"1\" }", "expected"), ("{ \"f(x)\": \"f(x - 1)\" }", "made of itself"),
    ])
    func refusesMistakes(define: String, part: String) {
        let use = define.contains("f(x)") ? "f(1, 2) == 1" : "a == 1"
        let refusal = ExprNameTests.refusal(
            "define: \(define)\nrules:\n  - [a, safe]\n  - [a, expr, { must: \"\(use)\" }]")
        #expect(refusal.contains(part), "\(refusal)")
        #expect(refusal.contains("r.yaml:1:") || part.contains("takes"), "\(refusal)")
    }

    @Test(arguments: [
        ("f(x, y)", "x > 3", "y"), ("f(x, y)", "[x].all(y, y > 3)", "y"), ("f(x, y)", "is(y, x)", "y"),
        ("f(x, y)", "record.y > x", "y"), ("f(x, y)", "x.y > 3", "y"),
    ])
    func aParameterThatItsDefinitionDoesNotUseIsAWarning(signature: String, body: String, name: String) throws {
        let file = """
            types: { y: [integer] }
            define: { "\(signature)": "\(body)" }
            rules: [[[total, y], safe], [total, expr, { must: "f(total, 1)" }], [y, y]]
            """
        let found = try Plan(RuleSet(parsing: file, file: "r.yaml")).warnings.map(\.description)
        #expect(
            found == ["r.yaml:2:11: the definition 'f(x, y)' does not use its parameter '\(name)': remove it"])
    }

    @Test(arguments: ["x > y", "[y].all(y, y > x)", "lookup(c, {'n': y}).z == x", "{'a': [y, x]}.a.size() > 1"])
    func parametersThatAreUsedAreFine(body: String) throws {
        let file = "define: { 'f(x, y)': \"\(body)\" }\nrules: [[total, expr, { must: 'f(total, 1)' }], [total, safe]]"
        var registry = Registry.standard
        registry.services.store = MemoryStore(["c": [["n": 1, "z": 1]]])
        #expect(try Plan(RuleSet(parsing: file), registry: registry).warnings == [])
    }

    @Test func whatDoublesIsBounded() {
        let lines = (1...40).map { "  d\($0): \"d\($0 - 1) + d\($0 - 1)\"" }.joined(separator: "\n")
        let refusal = ExprNameTests.refusal(
            "define:\n  d0: \"a + 1\"\n\(lines)\nrules:\n  - [a, safe]\n  - [a, expr, { must: \"d40 > 1\" }]")
        #expect(refusal.contains("more than"), "\(refusal.prefix(300))")
    }

    @Test func variablesAreValues() throws {
        let file = """
            variables: { who: x, most: 5, list: { type: list, default: [a, b] } }
            rules:
              - [a, expr, { must: "this != vars.who" }]
              - [b, expr, { must: "this <= vars.most && string(this) in vars.list" }]
            """
        #expect(try Self.found(file, #"{"a": "x"}"#) == ["/a expr.invalid"])
        for who in ["x' || 'a' != 'b", "it's", "\\", "${most}", "\"", "a\nb"] {
            #expect(
                try Self.found(file, AnyValue.object([.init("a", .text(who))]).json, ["who": .text(who)]) == [
                    "/a expr.invalid"
                ])
            #expect(try Self.found(file, #"{"a": "y"}"#, ["who": .text(who)]) == [])
        }
        let pasted = ExprNameTests.refusal(file.replacing("vars.who", with: "'${who}'"))
        #expect(pasted.contains("r.yaml:3:") && pasted.contains("vars.who"), "\(pasted)")
        let bare = ExprNameTests.refusal(file.replacing("vars.most", with: "most"))
        #expect(bare.contains("unknown attribute 'most'") && bare.hasSuffix("did you mean 'vars.most'?"), "\(bare)")
        let unknown = ExprNameTests.refusal(file.replacing("vars.who", with: "vars.whoo"))
        #expect(unknown.contains("unknown variable 'whoo'") && unknown.contains("did you mean 'who'"), "\(unknown)")
    }

    @Test func theOptionsOfATypeAreVariablesToo() throws {
        let file = """
            types:
              atMost: { options: { most: 5 }, rules: [[expr, { must: "this <= vars.most" }]] }
            rules: [[a, atMost], [b, atMost, { most: 9 }]]
            """
        #expect(try Self.found(file, #"{"a": 6, "b": 6}"#) == ["/a expr.invalid"])
        #expect(try Plan(RuleSet(parsing: file)).warnings.isEmpty)
        let index = """
            types:
              below: { options: { to: l }, rules: [[expr, { must: "this < record[?vars.to].orValue([]).size()" }]] }
            rules: [[l, safe], [a, below]]
            """
        #expect(try Self.found(index, #"{"a": 2, "l": [1, 2]}"#) == ["/a expr.invalid"])
        #expect(try Self.found(index, #"{"a": 1, "l": [1, 2]}"#) == [])
    }

    @Test func swiftHasThemToo() throws {
        let rules = RuleSet(
            rules: [Rule(["a", "b"], .number()), Rule("a", .expr("this < twice(b)"))], define: ["twice(x)": "x * 2"])
        #expect(try Plan(rules).validate(["a": 3, "b": 2]).isValid)
        #expect(try !Plan(rules).validate(["a": 4, "b": 2]).isValid)
    }
}
