import Proviso
import TestSupport
import Testing

/// A change of a nested value is seen by rules for what it lies in, and the other way round.
struct NestedChangeTests {
    struct Case: Sendable {
        let rules: [Rule]
        let data: AnyValue
        /// What rules behind the others see of the attribute, and what the record then holds.
        let attribute: String
        let seen: AnyValue
        let location: SourceLocation

        init(
            _ rules: [Rule], _ data: AnyValue, _ attribute: String, _ seen: AnyValue,
            _ location: SourceLocation = #_sourceLocation
        ) {
            (self.rules, self.data, self.attribute, self.seen) = (rules, data, attribute, seen)
            self.location = location
        }
    }

    private static let city: AnyValue = ["address": ["city": " Ulm ", "zip": "1"]]
    private static let deep: AnyValue = ["a": ["b": ["c": " x "]]]

    static let cases = [
        Case([Rule("address.city", .trim)], city, "address", ["city": "Ulm", "zip": "1"]),
        Case([Rule("address", .filter { _ in ["city": "Bonn"] })], city, "address.city", "Bonn"),
        Case([Rule("address", .each(.trim))], city, "address.city", "Ulm"),
        Case([Rule("address.*", .trim)], city, "address.city", "Ulm"),
        Case([Rule("address.land", .default("DE"))], city, "address", ["city": " Ulm ", "zip": "1", "land": "DE"]),
        Case([Rule("address.city", .default("Ulm"))], ["address": nil], "address", ["city": "Ulm"]),
        Case([Rule("address.city", .default("Ulm"))], [:], "address", ["city": "Ulm"]),
        Case([Rule("address", .default(["city": "Ulm"]))], [:], "address.city", "Ulm"),
        Case([Rule("address", .filter { _ in "text" })], city, "address.city", .absent),
        Case([Rule("a.b.c", .trim)], deep, "a", ["b": ["c": "x"]]),
        Case([Rule("a.b.c", .trim)], deep, "a.b", ["c": "x"]),
        Case([Rule("a", .filter { _ in ["b": ["c": "y"]] })], deep, "a.b.c", "y"),
        Case([Rule("a.b", .filter { _ in ["c": "y"] })], deep, "a", ["b": ["c": "y"]]),
        Case([Rule("a.b.d", .default(1))], ["a": ["k": 1]], "a", ["k": 1, "b": ["d": 1]]),
        Case([Rule("items.*.sku", .trim)], ["items": [["sku": " A"]]], "items", [["sku": "A"]]),
        Case([Rule("items.*.n", .default(1))], ["items": [["sku": "A"]]], "items", [["sku": "A", "n": 1]]),
        Case([Rule("items", .filter { _ in [["sku": "B"]] })], ["items": [["sku": "A"]]], "items.*.sku", "B"),
        Case([Rule("o.items.*.sku", .trim)], ["o": ["items": [["sku": " A"]]]], "o", ["items": [["sku": "A"]]]),
        Case([Rule("items.0.sku", .trim)], ["items": [["sku": " A"]]], "items", [["sku": "A"]]),
        Case([Rule("items.*.sku", .trim)], ["items": [["sku": " A"]]], "items.0.sku", "A"),
        Case([Rule("items", .filter { _ in [["sku": "B"]] })], ["items": [["sku": "A"]]], "items.0.sku", "B"),
    ]

    @Test(arguments: [false, true]) func allSeeTheSame(readsJSON: Bool) throws {
        eachRow(Self.cases, at: \.location) { row in
            let seen = Sighting()
            let look = Rule([row.attribute], .check { value, _ in seen.note(AnyValue(value)) }, skipOnEmpty: false)
            let plan = try Plan(RuleSet(rules: row.rules + [look]))
            let record = Record(for: plan)
            if readsJSON { try record.fill(json: json(row.data)) } else { record.fill(row.data) }
            #expect(try plan.validate(record).isValid, sourceLocation: row.location)
            #expect(seen.all == [row.seen], sourceLocation: row.location)
            let held = record[row.attribute]
            #expect(held == row.seen || held == [row.seen], sourceLocation: row.location)
            // What is written out is what was validated.
            let written = record.changing(row.data)
            let path = ValuePath(
                row.attribute.split(separator: ".").map { Int($0).map { .index($0) } ?? .key(String($0)) })
            if row.attribute.contains("*") { return }
            #expect((written[path] ?? .absent) == row.seen, "\(written)", sourceLocation: row.location)
        }
    }

    private func json(_ value: AnyValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    /// Writes to an attribute beside the value, which may be missing, and then replaces the value itself.
    struct StampValidator: NamedValidator {
        static let type: RuleType = "stamp"
        let name: String
        private var target: AttributeReference?

        init(_ name: String) { self.name = name }
        init(options: borrowing OptionReader) throws(OptionError) { self.init("") }

        mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
            target = try binding.target(named: name, option: "name")
        }

        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            guard let target, let text = AnyValue(value).string else { return context.reportFault("expected a string") }
            context.replaceValue(of: target, with: .text(text + "!"))
            context.replaceValue(with: .text(text.uppercased()))
        }
    }

    struct Addition: Sendable {
        let attribute: String
        let target: String
        let data: AnyValue
        let changed: AnyValue
    }

    static let additions = [
        Addition(
            attribute: "items.*.name", target: "items.*.stamp",
            data: [["name": "a", "n": 1], ["stamp": "old", "name": "b"], ["n": 2, "name": "c"]],
            changed: [
                ["name": "A", "n": 1, "stamp": "a!"], ["stamp": "b!", "name": "B"],
                ["n": 2, "name": "C", "stamp": "c!"],
            ]),
        Addition(
            attribute: "items.*.name", target: "items.*.meta.stamp",
            data: [["name": "a", "meta": ["k": 1]], ["name": "b"], ["meta": [:], "name": "c"]],
            changed: [
                ["name": "A", "meta": ["k": 1, "stamp": "a!"]], ["name": "B"], ["meta": ["stamp": "c!"], "name": "C"],
            ]),
        Addition(
            attribute: "items.*.parts.*.name", target: "items.*.parts.*.stamp",
            data: [["parts": [["name": "a"], ["name": "b"]]], ["parts": [["x": 1, "name": "c"]]]],
            changed: [
                ["parts": [["name": "A", "stamp": "a!"], ["name": "B", "stamp": "b!"]]],
                ["parts": [["x": 1, "name": "C", "stamp": "c!"]]],
            ]),
    ]

    /// The missing key goes to the item of the value, and the value stays replaceable although its object moves.
    @Test(arguments: additions, [false, true]) func missingKeysOfItemsAreAdded(row: Addition, readsJSON: Bool) throws {
        let seen = Sighting()
        let plan = try Plan(
            RuleSet(rules: [
                Rule(row.attribute, .validator(StampValidator(row.target))), Rule(row.target, .safe),
                Rule("items", .check { value, _ in seen.note(AnyValue(value)) }),
            ]))
        let record = Record(for: plan)
        let data: AnyValue = ["items": row.data]
        if readsJSON { try record.fill(json: json(data)) } else { record.fill(data) }
        #expect(try plan.validate(record).isValid)
        #expect(record["items"] == row.changed)
        #expect(seen.all == [row.changed])
        #expect(record.changing(data) == ["items": row.changed])
    }

    @Test func conditionsChangeNothing() throws {
        let condition = Condition("items.*.day", .date(Self.settings))
        let plan = try Plan(
            RuleSet(rules: [Rule("items.*.n", .safe), Rule("items.*.day", .safe, when: condition)]))
        let record = Record(for: plan)
        record.fill(["items": [["day": "1970-01-02"]]])
        #expect(try plan.validate(record).isValid)
        #expect(!record.isChanged)
    }

    private static var settings: DateSettings {
        var settings = DateSettings()
        settings.timestampAttribute = "items.*.n"
        return settings
    }

    struct Part: ParsableModel, Sendable {
        var name = ""
        static let attributes: [Attribute<Part>] = [Attribute("name", \.name)]
        static let methods: [ValidationMethod<Part>] = [
            ValidationMethod("isFree", codes: [CodeDescription("part.taken")]) { part, _, context in
                if part.name == "admin" { context.report("part.taken") }
            }
        ]
        static let ruleSet = RuleSet(rules: [Rule("name", .trim), Rule("name", .type("isFree"))])
    }

    struct Whole: ParsableModel, Sendable {
        var part = Part()
        var maybe: Part?
        var parts: [Part] = []
        static let attributes: [Attribute<Whole>] = [
            Attribute("part", \.part).withDefault(), Attribute("maybe", \.maybe),
            Attribute("parts", \.parts).withDefault(),
        ]
        static let methods: [ValidationMethod<Whole>] = [
            ValidationMethod("noAdmin", codes: [CodeDescription("whole.admin")], skipsEmpty: false) {
                whole, _, context in
                let all = [whole.part] + whole.parts + (whole.maybe.map { [$0] } ?? [])
                if all.contains(where: { $0.name == "admin" }) { context.report("whole.admin") }
            }
        ]
        static let ruleSet = RuleSet(rules: [Rule("part.name", .trim), Rule("part.name", .type("noAdmin"))])
    }

    @Test func nestedModelsSeeTheirChanges() throws {
        let plan = try ModelPlan(Whole.self)
        let rows: [(Whole, [String])] = [
            (Whole(part: Part(name: " admin ")), ["part.name part.taken"]),
            (Whole(maybe: Part(name: " admin ")), ["part.name whole.admin", "maybe.name part.taken"]),
            (
                Whole(parts: [Part(name: "x"), Part(name: "admin ")]),
                ["part.name whole.admin", "parts.1.name part.taken"]
            ),
            (Whole(part: Part(name: " x "), maybe: Part(name: "y "), parts: [Part(name: " z")]), []),
        ]
        for (model, lines) in rows {
            var model = model
            #expect(try plan.validate(&model).lines == lines)
            let names = [model.part.name, model.maybe?.name ?? ""] + model.parts.map(\.name)
            #expect(names.allSatisfy { !$0.contains(" ") })
        }
        let parsed = try Whole.validated(from: #"{"part":{"name":"x"},"parts":[{"name":" admin"}]}"#)
        #expect(parsed.report.lines == ["part.name whole.admin", "parts.0.name part.taken"])
    }
}
