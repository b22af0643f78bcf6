import Proviso
import Testing

/// What expressions call of the rule set, and how they read data that spells its values.
@Suite struct ExprHostTests {
    private static func found(
        _ rules: String, _ record: String, _ store: (any Store)? = nil
    ) throws -> [String] {
        var registry = Registry.standard
        registry.services.store = store
        let plan = try Plan(RuleSet(parsing: "rules:\n" + rules), registry: registry)
        let report = try plan.validate(AnyValue(json: record))
        return report.violations.map { "\($0.path.pointer) \($0.code)" }
    }

    private static func refusal(_ rules: String, _ store: (any Store)? = nil) -> String {
        do {
            _ = try found(rules, "{}", store)
            return ""
        } catch { return "\(error)" }
    }

    // MARK: is

    @Test func callsRuleTypes() throws {
        let rules = """
              - [contact, expr, { must: "is(email, this) || is('url', this)" }]
              - [codes, expr, { must: "this.all(c, is(match, c, {'pattern': '^[A-Z]{2}$'}))" }]
              - [name, expr, { must: "is(string, this.trim(), {'min': 2})" }]
            """
        for contact in ["a@example.com", "https://example.com"] {
            #expect(try Self.found(rules, #"{"contact": "\#(contact)"}"#) == [])
        }
        #expect(try Self.found(rules, #"{"contact": "someone"}"#) == ["/contact expr.invalid"])
        #expect(try Self.found(rules, #"{"codes": ["AB", "CD"], "name": " ab "}"#) == [])
        #expect(
            try Self.found(rules, #"{"codes": ["AB", "cd"], "name": " a "}"#)
                == ["/codes expr.invalid", "/name expr.invalid"])
    }

    @Test func changesNothingByCallingATypeThatDoes() throws {
        let plan = try Plan(RuleSet(parsing: "rules:\n  - [a, expr, { must: \"is(trim, this)\" }]"))
        let record = Record(for: plan)
        record.fill(["a": " x "])
        _ = try plan.validate(record)
        #expect(record["a"] == " x ")
    }

    @Test(arguments: [
        ("is(emial, this)", "email"), ("is(email)", "does not take 1"), ("is(string, this, {'maks': 3})", "max"),
        ("is(string, this, {'max': this})", "options are literals"), ("is(5, this)", "expected a name"),
        ("is(unique, this, {'target': 'users'})", "there is no store"), ("is(match, this)", "pattern"),
    ])
    func refusesWrongCalls(call: String, part: String) {
        let refusal = Self.refusal("  - [a, expr, { must: \"\(call)\" }]")
        #expect(refusal.contains(part), "\(refusal)")
    }

    // MARK: lookup

    private static let stock = MemoryStore([
        "stock": [["sku": "A1", "quantity": 5, "price": ["amount": 2.5]], ["sku": "B2", "quantity": 0]],
        "rates": [["from": "EUR", "to": "USD", "rate": 1.1]],
    ])

    @Test func looksEntriesUp() throws {
        let rules = """
              - [sku, exist, { target: stock }]
              - [quantity, expr, { must: "this <= lookup(stock, sku).quantity" }]
            """
        #expect(try Self.found(rules, #"{"sku": "A1", "quantity": 5}"#, Self.stock) == [])
        #expect(try Self.found(rules, #"{"sku": "B2", "quantity": 1}"#, Self.stock) == ["/quantity expr.invalid"])
        // `exist` has said why there is no such entry.
        #expect(try Self.found(rules, #"{"sku": "C3", "quantity": 1}"#, Self.stock) == ["/sku exist.invalid"])
        let alone = "  - [sku, safe]\n  - [quantity, expr, { must: \"this <= lookup(stock, sku).quantity\" }]"
        #expect(try Self.found(alone, #"{"sku": "C3", "quantity": 1}"#, Self.stock) == ["/quantity rule.fault"])
    }

    @Test func looksItemsUp() throws {
        let rules = """
              - [items.*.sku, string]
              - [items.*.n, expr, { must: "this <= lookup('stock', parent.sku).?quantity.orValue(100)" }]
              - [rate, expr, { must: "this == lookup(rates, {'from': a, 'to': 'USD'}).rate" }]
              - [a, safe]
              - [known, expr, { must: "lookup(stock, {'sku': this}) != null" }]
            """
        let record = #"{"items": [{"sku": "A1", "n": 6}, {"sku": "Z", "n": 99}], "a": "EUR", "rate": 1.1}"#
        #expect(try Self.found(rules, record, Self.stock) == ["/items/0/n expr.invalid"])
        #expect(try Self.found(rules, #"{"known": "A1"}"#, Self.stock) == [])
        #expect(try Self.found(rules, #"{"known": "A9"}"#, Self.stock) == ["/known expr.invalid"])
    }

    @Test func refusesLookupsThatCannotWork() {
        struct Plain: Store {
            func contains(_ values: [String: AnyValue], in name: String, except: [String: AnyValue]) -> Bool { true }
        }
        let rule = "  - [a, expr, { must: \"lookup(stock, this).b == 1\" }]"
        #expect(Self.refusal(rule).contains("there is no store"))
        #expect(Self.refusal(rule, Plain()).contains("LookupStore"))
        let computed = "  - [a, expr, { must: \"lookup(stock, this + 'x').b == 1\" }]"
        #expect(Self.refusal(computed, Self.stock).contains("which member"))
    }

    // MARK: spelled values

    @Test func readsWhatTablesSpell() throws {
        let rules = """
              - [[a, b, c], number]
              - [c, expr, { must: "a + b <= c" }]
              - [items.*.n, integer]
              - [sum, integer]
              - [sum, expr, { must: "this == items.map(i, i.n).sum()" }]
              - [isNew, boolean]
              - [d, expr, { must: "!isNew || this > 5" }]
            """
        #expect(try Self.found(rules, #"{"a": "9", "b": "2", "c": "11"}"#) == [])
        #expect(try Self.found(rules, #"{"a": "9", "b": "2", "c": "10"}"#) == ["/c expr.invalid"])
        #expect(try Self.found(rules, #"{"items": [{"n": "1"}, {"n": 2}], "sum": "3"}"#) == [])
        #expect(try Self.found(rules, #"{"items": [{"n": "1"}, {"n": 2}], "sum": "12"}"#) == ["/sum expr.invalid"])
        #expect(try Self.found(rules, #"{"isNew": "1", "d": "6"}"#) == [])
        #expect(try Self.found(rules, #"{"isNew": "1", "d": "5"}"#) == ["/d expr.invalid"])
        #expect(try Self.found(rules, #"{"isNew": "0", "d": "5"}"#) == [])
    }

    @Test func attributesNeedARule() throws {
        let rules =
            "  - [[a, b, ip, items], safe]\n  - [c, expr, { must: \"a + b <= c && (ip == 'x' || items.size() < 2)\" }]"
        #expect(try Self.found(rules, #"{"a": 1, "b": 2, "c": 3, "ip": "x", "items": [1]}"#) == [])
        #expect(try Self.found(rules, #"{"a": 1, "b": 2, "c": 2, "ip": "x", "items": []}"#) == ["/c expr.invalid"])
        // A name that is similar to another one is a typo.
        for (must, meant) in [("totl > price", "total"), ("tota + 1 > price", "total"), ("thsi > price", "this")] {
            let refusal = Self.refusal("  - [total, number]\n  - [price, expr, { must: \"\(must)\" }]")
            #expect(refusal.contains("did you mean '\(meant)'"), "\(refusal)")
        }
        let short = Self.refusal("  - [[a, b], number]\n  - [c, expr, { must: \"s + b <= c\" }]")
        // All names of one letter are similar.
        #expect(short.contains("unknown attribute 's'") && !short.contains("did you mean"), "\(short)")
    }

    @Test func roundingIsNoViolation() throws {
        let rules = """
              - [[a, b, c], number]
              - [c, expr, { must: "a + b == c && a + b <= c && !(a + b > c)" }]
            """
        #expect(try Self.found(rules, #"{"a": 0.1, "b": 0.2, "c": 0.3}"#) == [])
        #expect(try Self.found(rules, #"{"a": 0.1, "b": 0.2, "c": 0.3000001}"#) == ["/c expr.invalid"])
        #expect(try Self.found(rules, #"{"a": 1, "b": 2, "c": 3.0}"#) == [])
    }

    @Test func timesThatAreEqualAreEqual() throws {
        let rules = "  - [a, expr, { must: \"this == timestamp('2026-01-01T00:00:00Z')\" }]"
        #expect(try Self.found(rules, #"{"a": "2026-01-01"}"#) == [])
        #expect(try Self.found(rules, #"{"a": "2026-01-01T01:00:00+01:00"}"#) == [])
        #expect(try Self.found(rules, #"{"a": "2026-01-02"}"#) == ["/a expr.invalid"])
    }

    // MARK: regular expressions

    @Test(arguments: [
        ("'abc 123'.find('[0-9]+') == '123'", true), ("'abc'.find('[0-9]+') == ''", true),
        ("'1 2 3'.findAll('[0-9]') == ['1', '2', '3']", true), ("'1 2 3'.findAll('[0-9]', 2) == ['1', '2']", true),
        ("'ab'.findAll('') == ['', '', '']", true), ("'\u{E9}a'.findAll('').size() == 3", true),
        ("regex.extract('2026-11', '([0-9]+)-').value() == '2026'", true),
        ("regex.extract('x', '([0-9]+)') == optional.none()", true),
        ("regex.extractAll('a=1, b=2', '=([0-9])') == ['1', '2']", true),
        ("regex.replace('a-b-c', '-', '+') == 'a+b+c'", true), ("regex.replace('a-b-c', '-', '+', 1) == 'a+b-c'", true),
        (#"regex.replace('John Smith', '(\\w+) (\\w+)', '\\2 \\1') == 'Smith John'"#, true),
    ])
    func searches(expression: String, expected: Bool) throws {
        let value = try FreeExpression(expression).value(for: .object([]), now: 0)
        #expect(value == .boolean(expected), "\(expression)")
    }

    // MARK: conditions

    @Test func conditionsAreExpressions() throws {
        let rules = """
              - [[net, tax], safe]
              - { attributes: vat, type: required, when: { expr: "net > 100 && tax > 0" } }
              - { attributes: note, type: required, unless: { expr: "net > 100" } }
              - [[net, tax], number]
            """
        #expect(try Self.found(rules, #"{"net": 200, "tax": 1}"#) == ["/vat required.blank"])
        #expect(try Self.found(rules, #"{"net": 50, "tax": 1}"#) == ["/note required.blank"])
        // What is missing does not make a condition true.
        #expect(try Self.found(rules, #"{"net": 200}"#) == [])
        #expect(try Self.found(rules, #"{"tax": 1}"#) == ["/note required.blank"])
        let refusal = Self.refusal(
            "  - [net, number]\n  - { attributes: a, type: required, when: { expr: \"nte > 1\" } }")
        #expect(refusal.contains("net"))
    }
}
