import Proviso
import Testing

/// The rule type `expr`.
@Suite struct ExprRuleTests {
    private static func texts(_ rules: String, _ record: String) throws -> [String] {
        let plan = try Plan(RuleSet(parsing: "rules:\n" + rules))
        let report = try plan.validate(AnyValue(json: record))
        let texts = plan.localizer(preferring: "en").texts(report)
        return zip(report.violations, texts).map { violation, text in "\(violation.path.pointer) \(text)" }
    }

    static let order = """
          - [[total], number]
          - [items.*.quantity, integer]
          - [items.*.price, number]
          - [total, expr, { must: "total == items.map(i, i.quantity * i.price).sum()", message: "{attribute} is not the sum." }]
        """

    @Test func comparesATotalWithItsItems() throws {
        #expect(try Self.texts(Self.order, #"{"total": 7.5, "items": [{"quantity": 3, "price": 2.5}]}"#).isEmpty)
        #expect(
            try Self.texts(Self.order, #"{"total": 8, "items": [{"quantity": 3, "price": 2.5}]}"#)
                == ["/total Total is not the sum."])
        // Nothing to compare with: `required` says so, if it must be there.
        #expect(try Self.texts(Self.order, #"{"total": 8}"#).isEmpty)
    }

    @Test func whatCannotBeComputedIsNoVerdict() throws {
        let rules = """
              - [[a, b], integer]
              - [a, expr, { must: "a / b > 1" }]
            """
        #expect(try Self.texts(rules, #"{"a": 4, "b": 2}"#).isEmpty)
        let found = try Self.texts(rules, #"{"a": 4, "b": 0}"#)
        #expect(found.count == 1 && found[0].contains("could not be checked"))
        // The error of b is the reason, and is reported once.
        #expect(try Self.texts(rules, #"{"a": 4, "b": "x"}"#).count == 1)
    }

    @Test func aCodeOfItsOwnHasParameters() throws {
        let rules = """
              - [[start, end], date, { format: yyyy-MM-dd }]
              - { attributes: end, type: expr, must: "end - start <= duration('720h')", code: stay.tooLong, with: { days: "(end - start).getHours() / 24" } }
            messages:
              en: { stay.tooLong: "{days, plural, one{# day} other{# days}} are too many." }
            """
        #expect(
            try Self.texts(rules, #"{"start": "2026-01-01", "end": "2026-03-10"}"#) == ["/end 68 days are too many."])
        #expect(try Self.texts(rules, #"{"start": "2026-01-01", "end": "2026-01-10"}"#).isEmpty)
    }

    @Test func anItemSeesItsObject() throws {
        let rules = """
              - [items.*.quantity, integer]
              - [items.*.price, expr, { must: "this * 1.0 <= 100.0 && parent.quantity < 10" }]
            """
        let record = #"{"items": [{"quantity": 1, "price": 5}, {"quantity": 30, "price": 5}]}"#
        #expect(try Self.texts(rules, record).map { $0.prefix(14) } == ["/items/1/price"])
    }

    struct Mistake: Sendable {
        let must: String
        let says: String
        let at: SourceLocation

        init(_ must: String, _ says: String, at: SourceLocation = #_sourceLocation) {
            (self.must, self.says, self.at) = (must, says, at)
        }
    }

    static let mistakes = [
        Mistake("totl == 1", "did you mean 'total'?"), Mistake("total = 1", "did you mean '=='?"),
        Mistake("total == 1 &&", "the expression ends"), Mistake("total.foo(1) == 2", "no function 'foo'"),
        Mistake("(total == 1", "expected ')'"), Mistake("total == 'a", "does not end"),
        Mistake("'a'.matches('[')", "regular expression"), Mistake("total & 1", "did you mean '&&'?"),
        Mistake("total + 'x' == 1", "do not fit together"), Mistake("total", "must be true or false"),
        Mistake("total.size() == 1", "not of a number"), Mistake("!total", "cannot be used with a number"),
        Mistake("total && true", "cannot be used with a number"), Mistake("total.siez() == 1", "did you mean 'size'?"),
        Mistake("sze(total) == 1", "did you mean 'size'?"), Mistake("total == '1'", "do not fit together"),
        Mistake("total in 1", "'in' needs a list"), Mistake("this < 'a'", "do not fit together"),
        Mistake("math.flor(total) == 1.0", "did you mean 'math.floor'?"), Mistake("", "expected a value"),
        Mistake("Order{total: 1}.total == 1", "write a map"),
    ]

    @Test func aMistakeIsFoundWhenThePlanIsMade() {
        for row in Self.mistakes {
            let rules = RuleSet(rules: [
                Rule("total", .number()), Rule("total", .expr(row.must)),
            ])
            do {
                _ = try Plan(rules)
                Issue.record("accepted: \(row.must)", sourceLocation: row.at)
            } catch {
                #expect("\(error)".contains(row.says), "\(error)", sourceLocation: row.at)
            }
        }
    }

    /// Expressions that would take long, or much memory or stack.
    static let hostile = [
        "lists.range(100000).all(a, lists.range(100000).all(b, lists.range(100000).all(c, a + b + c >= 0)))",
        "lists.range(1000).map(a, lists.range(1000).map(b, lists.range(1000))).size() > 0",
        "cel.bind(a, 'xxxxxxxxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c, cel.bind(e, d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e, (f+f+f+f+f+f+f+f).size() > 0))))))",
        "lists.range(1000000).map(i, string(i)).join('').size() > 0",
        "lists.range(3000).map(i, lists.range(3000)).flatten().distinct().size() > 0",
        "'a'.replace('', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb').size() > 0",
        String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000) + " == 1",
        String(repeating: "!", count: 8000) + "true",
        String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000) + " == []",
        (0..<2000).map { _ in "true" }.joined(separator: " || "),
        (0..<2000).map { _ in "1" }.joined(separator: " + ") + " > 0",
        String(repeating: "-", count: 4000) + "1 < 0", String(repeating: "true ? ", count: 1000) + "true",
        "x" + String(repeating: ".a", count: 5000) + " == 1", "'a'.matches('((a{1,1000}){1,1000}){1,1000}')",
        "(" + String(repeating: "a", count: 20_000) + ") == 1",
    ]

    @Test(arguments: hostile) func hostileExpressionsEndSoon(_ expression: String) {
        let clock = ContinuousClock()
        let time = clock.measure {
            if let program = try? FreeExpression(expression) { _ = try? program.value(for: .object([]), now: 0) }
        }
        // 50 ms in a release build.
        #expect(time < .seconds(5), "\(expression.prefix(80)): \(time)")
    }

    /// What compares numbers has a shortcut, which agrees with the program.
    @Test func theShortcutForNumbersAgreesWithTheProgram() throws {
        let expressions = [
            "a + b <= c", "a * b == c", "a - b > c", "a != b && b < c", "a == b || c >= 1.5",
            "c == items.map(i, i.n * i.p).sum()",
            "items.map(i, i.n).sum() < a + b", "a < b", "a <= b", "2 * a >= b - 0.1", "c - 1 != a",
        ]
        let numbers: [AnyValue] = [
            0, 1, 2, -3, 0.1, 0.2, 0.3, 0.30000000000000004, 1.5, .integer(.max), .integer(.min), .unsigned(.max),
            1e300,
            9_007_199_254_740_993, nil, "2", "x", true, [1],
        ]
        var generator = SystemRandomNumberGenerator()
        for expression in expressions {
            let rules = [expression, "!(!(\(expression)))"].map { must in
                RuleSet(rules: [Rule(["a", "b", "c", "items"], .safe), Rule("c", .expr(must))])
            }
            let plans = try rules.map { try Plan($0) }
            for _ in 0..<400 {
                func number() -> AnyValue { numbers.randomElement(using: &generator) ?? 0 }
                let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ -> AnyValue in
                    ["n": number(), "p": number()]
                }
                let record: AnyValue = ["a": number(), "b": number(), "c": number(), "items": .list(items)]
                let found = try plans.map { try $0.validate(record).violations.map(\.code) }
                #expect(found[0] == found[1], "\(expression) \(record.json)")
            }
        }
    }
}
