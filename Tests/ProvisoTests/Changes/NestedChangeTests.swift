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
            let path = Path(row.attribute.split(separator: ".").map { Int($0).map { .index($0) } ?? .key(String($0)) })
            if row.attribute.contains("*") { return }
            #expect((written[path] ?? .absent) == row.seen, "\(written)", sourceLocation: row.location)
        }
    }

    private func json(_ value: AnyValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
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
            (Whole(maybe: Part(name: " admin ")), ["maybe.name part.taken", "part.name whole.admin"]),
            (
                Whole(parts: [Part(name: "x"), Part(name: "admin ")]),
                ["parts.1.name part.taken", "part.name whole.admin"]
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
        #expect(parsed.report.lines == ["parts.0.name part.taken", "part.name whole.admin"])
    }
}
