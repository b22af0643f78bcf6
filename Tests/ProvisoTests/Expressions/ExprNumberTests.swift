import Proviso
import Testing

/// A value is what its rules read, whatever the data spells.
@Suite struct ExprNumberTests {
    private static func found(_ file: String, _ record: String) throws -> [String] {
        let report = try Plan(RuleSet(parsing: file)).validate(AnyValue(json: record))
        return report.violations.map { "\($0.path.pointer) \($0.code)" }
    }

    @Test func aNumberIsADoubleAndAnIntegerAnInt() throws {
        for type in ["number", "double", "t"] {
            let file = """
                types: { t: [[number]] }
                rules:
                  - [[p, d], \(type)]
                  - [xs.*, number]
                  - [items.*.price, \(type)]
                  - [d, expr, { must: "d > p / 4" }]
                  - [p, expr, { must: "math.round(this) == 10.0 && this % 3 == 1.0 && type(this) == double" }]
                  - [xs, expr, { must: "this.sum() / this.size() == 1.5 && this.all(x, type(x) == double)" }]
                  - [items, expr, { must: "this.map(i, i.price)[0] / 4 == 2.5" }]
                """
            for ten in ["10", "10.0", "\"10\"", "\"10.0\"", "1e1"] {
                let record = """
                    {"p": \(ten), "d": 2.6, "xs": [1, "2"], "items": [{"price": \(ten)}]}
                    """
                #expect(try Self.found(file, record) == [], "\(type) \(record)")
                #expect(
                    try Self.found(file, record.replacing("2.6", with: "2.4")) == ["/d expr.invalid"],
                    "\(type) \(record)")
            }
        }
    }

    @Test func inIsWhatEqualsIs() throws {
        for value in ["1", "\"1\"", "\"01\"", "1.0", "3", "\"3\"", "\"x\""] {
            let record = "{\"a\": \(value)}"
            let equal = try Self.found("rules: [[a, expr, { must: \"this == 1 || this == 2\" }]]", record)
            #expect(try Self.found("rules: [[a, expr, { must: \"this in [1, 2]\" }]]", record) == equal, "\(value)")
        }
    }

    @Test func anIntegerIsAnInt() throws {
        for type in ["integer", "port", "t"] {
            let file = """
                types: { t: [[integer]] }
                rules:
                  - [p, \(type)]
                  - [p, expr, { must: "this / 3 == 3 && type(this) == int" }]
                """
            for ten in ["10", "\"10\""] { #expect(try Self.found(file, "{\"p\": \(ten)}") == [], "\(type) \(ten)") }
        }
    }

    @Test func aTypeOfTheFileSaysWhatItsRulesSay() throws {
        for rules in ["[[a, b], amount]", "[[a, b], number]", "[[a, b], outer]"] {
            let file = """
                types: { amount: [[number]], outer: [[amount]] }
                rules:
                  - \(rules)
                  - [b, expr, { must: "a < b" }]
                """
            #expect(try Self.found(file, #"{"a": "9", "b": "10"}"#) == [])
            #expect(try Self.found(file, #"{"a": "10", "b": "9"}"#) == ["/b expr.invalid"])
        }
    }

    @Test func localizedValuesAreParsed() throws {
        let file = """
            rules:
              - [[a, b], number, { locale: de }]
              - [[c, d], date, { format: dd.MM.yyyy }]
              - [b, expr, { must: "b > a" }]
              - [d, expr, { must: "d > c && d - c == duration('24h') && d.getMonth() == 1" }]
            """
        let record = #"{"a": "9,5", "b": "1.010,5", "c": "31.01.2026", "d": "01.02.2026"}"#
        #expect(try Self.found(file, record) == [])
        #expect(
            try Self.found(file, #"{"a": "1.010,5", "b": "9,5", "c": "01.02.2026", "d": "31.01.2026"}"#)
                == ["/b expr.invalid", "/d expr.invalid"])
    }

    @Test func aFunctionOfDoublesTakesAnInteger() throws {
        let file = """
            rules:
              - [a, expr, { must: "math.round(this) == 10 && math.floor(this) == 10 && math.ceil(this) == 10 && 10.0 % 4 == 2" }]
            """
        for ten in ["10", "10.0"] { #expect(try Self.found(file, "{\"a\": \(ten)}") == [], "\(ten)") }
    }
}
