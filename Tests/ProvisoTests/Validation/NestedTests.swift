import Proviso
import Testing

/// Attributes inside objects and lists, and data that is not in the shape they need.
struct NestedTests {
    typealias Row = PlanTests.Row

    static let objects = [
        Row(Rule("address.city", .required), record: ["address": ["city": "Bonn"]]),
        Row(Rule("address.city", .required), record: ["address": ["city": ""]], finds: "required.blank /address/city"),
        Row(Rule("address.city", .required), record: ["address": .object([])], finds: "required.blank /address/city"),
        Row(Rule("address.city", .required), record: [:], finds: "required.blank /address/city"),
        Row(Rule("address.city", .required), record: ["address": nil], finds: "required.blank /address/city"),
        Row(Rule("a.b.c.d", .even), record: ["a": ["b": ["c": ["d": 1]]]], finds: "even.odd /a/b/c/d"),
        Row(Rule("a/b.~c", .even), record: ["a/b": ["~c": 1]], finds: "even.odd /a~1b/~0c"),
    ]

    /// One violation for what has the wrong shape, none for what would lie in it.
    static let misshapen = [
        Row(Rule("address.city", .required), record: ["address": "Bonn"], finds: "value.object /address"),
        Row(
            Rule("address.city", .required), Rule("address.zip", .even), Rule("address.geo.x", .required),
            record: ["address": 5], finds: "value.object /address"),
        Row(
            Rule("address.city", .required), Rule("address.geo.x", .required),
            record: ["address": ["city": "Bonn", "geo": true]], finds: "value.object /address/geo"),
        Row(Rule("address.city", .required), record: ["address": []], finds: "value.object /address"),
        Row(
            Rule("address", .required), Rule("address.city", .required), record: ["address": "x"],
            finds: "value.object /address"),
        Row(Rule("items.*.n", .required), record: ["items": "x"], finds: "value.list /items"),
        Row(
            Rule("items.*.n", .required), Rule("items.*.m", .required), record: ["items": 5], finds: "value.list /items"
        ),
        Row(Rule("items.*", .even), record: ["items": "x"], finds: "value.list /items"),
        Row(Rule("items.*.n", .required), record: ["items": ["x", ["n": 1]]], finds: "value.object /items/0"),
        Row(
            Rule("items.*.n", .required), Rule("items.*.m", .required), record: ["items": ["x"]],
            finds: "value.object /items/0"),
        Row(Rule("items.*.a.b", .required), record: ["items": [["a": 5]]], finds: "value.object /items/0/a"),
        Row(
            Rule("items.*.tags.*", .required), record: ["items": [["tags": "x"], ["tags": ["y", ""]]]],
            finds: "value.list /items/0/tags", "required.blank /items/1/tags/1"),
        Row(Rule("items.*.n", .even, severity: .warning), record: ["items": "x"], finds: "value.list /items"),
        Row(Rule("a", .even), record: [1], finds: "value.object "),
        Row(Rule("a", .required), record: "text", finds: "value.object "),
        Row(Rule("a", .required), record: nil, finds: "value.object "),
        Row(record: [1], finds: "value.object "),
    ]

    static let lists = [
        Row(
            Rule("items.*.n", .even), record: ["items": [["n": 1], ["n": 2], ["n": 3]]],
            finds: "even.odd /items/0/n", "even.odd /items/2/n"),
        Row(Rule("items.*", .even), record: ["items": [1, 2, 3]], finds: "even.odd /items/0", "even.odd /items/2"),
        Row(Rule("items.*.n", .required), record: ["items": []]),
        Row(Rule("items.*.n", .required), record: [:]), Row(Rule("items.*.n", .required), record: ["items": nil]),
        Row(
            Rule("items.*.n", .required), record: ["items": [.object([]), ["n": nil], nil, ["n": 1]]],
            finds: "required.blank /items/0/n", "required.blank /items/1/n", "required.blank /items/2/n"),
        Row(Rule("items.*.a.b", .required), record: ["items": [.object([])]], finds: "required.blank /items/0/a/b"),
        Row(
            Rule("items.*.n", .required), Rule("items.*.n", .fails("never"), skipOnEmpty: false),
            record: ["items": [.object([])]], finds: "required.blank /items/0/n"),
        Row(
            Rule("items.*.n", .required), Rule("items.*.n", .fails("again"), skipOnEmpty: false, skipOnError: false),
            record: ["items": [.object([])]], finds: "required.blank /items/0/n", "again /items/0/n"),
        Row(
            Rule("items.*.n", .required, bail: true),
            Rule("items.*.n", .fails("other"), skipOnEmpty: false, skipOnError: false),
            record: ["items": [.object([]), ["n": 1]]], finds: "required.blank /items/0/n", "other /items/1/n"),
        Row(
            Rule("items.*.n", .even), Rule("items.*.n", .minimum(3)), record: ["items": [["n": 1], ["n": 2]]],
            finds: "even.odd /items/0/n", "minimum.tooSmall /items/1/n"),
        Row(Rule("m.*.*", .even), record: ["m": [[1, 2], [], [4, 5]]], finds: "even.odd /m/0/0", "even.odd /m/2/1"),
        Row(Rule("m.*.k.*.n", .even), record: ["m": [["k": [["n": 2], ["n": 1]]]]], finds: "even.odd /m/0/k/1/n"),
        Row(
            Rule("items", .required), Rule("items.*.n", .even), record: ["items": [["n": 1]]],
            finds: "even.odd /items/0/n"),
        Row(
            Rule("prices.*", .even), record: ["prices": ["eur": 1, "usd": 2, "a/b": 3, "": 5]],
            finds: "even.odd /prices/eur", "even.odd /prices/a~1b", "even.odd /prices/"),
        Row(Rule("p.*.x", .even), record: ["p": ["k": ["x": 1]]], finds: "even.odd /p/k/x"),
    ]

    /// Other attributes of the same item.
    static let siblings = [
        Row(
            Rule("items.*.a", .sameAs("items.*.b")), Rule("items.*.b", .type("required", ["strict": true]), on: "x"),
            record: ["items": [["a": 1, "b": 1], ["a": 1, "b": 2], ["a": 3]]],
            finds: "sameAs.different /items/1/a", "sameAs.different /items/2/a"),
        Row(
            Rule("items.*.a", .even, when: Condition("items.*.b", .even)), Rule("items.*.b", .required, on: "x"),
            record: ["items": [["a": 1, "b": 1], ["a": 1, "b": 2], ["a": 1]]], finds: "even.odd /items/1/a"),
        Row(
            Rule("items.*.a", .required, when: Condition("items.*.b", .even)), Rule("items.*.b", .required, on: "x"),
            record: ["items": [["b": 1], ["b": 2], .object([])]], finds: "required.blank /items/1/a"),
        Row(
            Rule("items.*.a", .sameAs("total")), Rule("total", .required, on: "x"),
            record: ["items": [["a": 1], ["a": 2]], "total": 1], finds: "sameAs.different /items/1/a"),
        Row(
            Rule("m.*.k.*.n", .sameAs("m.*.limit")), Rule("m.*.limit", .required, on: "x"),
            record: ["m": [["limit": 1, "k": [["n": 1], ["n": 2]]], ["limit": 2, "k": [["n": 2]]]]],
            finds: "sameAs.different /m/0/k/1/n"),
        Row(
            Rule("items.*.n", .even, when: Condition("kind", .required)), Rule("kind", .required, on: "x"),
            record: ["kind": "x", "items": [.object([]), ["n": 1]]], finds: "even.odd /items/1/n"),
    ]

    @Test(arguments: objects + misshapen + lists + siblings) func findsWhatItShould(row: Row) throws {
        try PlanTests().findsWhatItShould(row: row)
        // The same from JSON, where the reader decides what is kept.
        let plan = try Plan(RuleSet(rules: row.rules), registry: .small)
        let record = Record(for: plan)
        try record.fill(json: row.record.jsonText)
        #expect(try plan.validate(record).outline == row.found, "from JSON", sourceLocation: row.location)
    }

    @Test func placesAreThoseOfTheData() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("items.*.n", .required, unless: Condition("items.*.m", .even)), Rule("items.*.m, o.x", .even),
            ]))
        let record = Record(for: plan)
        let json = #"{"items": [ {"n": ""}, {"m": 4}, {"m": 3}, 7 ], "o": {"x": []}}"#
        try record.fill(json: json)
        let places = try plan.validate(record).violations.map { violation in
            violation.offset.map { String(String(decoding: json.utf8.dropFirst($0).prefix(6), as: UTF8.self)) }
        }
        // What is absent is reported where it should be.
        #expect(places == ["\"\"}, {", "{\"m\": ", "7 ], \"", "3}, 7 "])
    }

    @Test func attributesAreNamedAsTheRulesNameThem() throws {
        let plan = try Plan(RuleSet(rules: [Rule("items.*.n", .even, id: "n-even"), Rule("o.x", .even)]))
        let report = try plan.validate(["items": [["n": 1]], "o": 5])
        #expect(report.violations.map(\.attribute) == ["o", "items.*.n"])
        #expect(report.violations.map(\.rule.id) == ["structure", "n-even"])
        #expect(report["items.*.n"].map(\.path.pointer) == ["/items/0/n"])
        #expect(report.violations.last?.path.description == "items.0.n")
    }

    @Test func depthHasAnEnd() throws {
        let path = "a" + String(repeating: ".*", count: 31)
        let plan = try Plan(RuleSet(rules: [Rule(path, .even)]))
        let nested = (0..<31).reduce(AnyValue.integer(1)) { value, _ in [value] }
        #expect(try plan.validate(["a": nested]).violations.first?.path.components.count == 32)
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule(path + ".*", .even)])) }
    }

    /// Rules within rules deeper than lists may lie in each other are refused: the trail's memory has an end.
    @Test func rulesWithinRulesHaveAnEndToo() throws {
        let depth = 40
        var text = "even"
        for _ in 0..<depth { text = "{type: items, rule: \(text)}" }
        let ruleSet = try RuleSet(parsing: "rules: [{attributes: a.*.*, type: items, rule: \(text)}]")
        #expect(throws: RuleSetError.self) { try Plan(ruleSet, registry: .small) }
    }
}

extension AnyValue {
    /// The value as JSON.
    var jsonText: String {
        switch self {
        case .absent, .null: "null"
        case .boolean(let truth): "\(truth)"
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let text): text
        case .text(let text): "\"\(text)\""
        case .list(let items): "[" + items.map(\.jsonText).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.key)\":\($0.value.jsonText)" }.joined(separator: ",") + "}"
        }
    }
}
