import Proviso
import Testing

/// A number in a path is the position of an item where a list is, and a member's name where an object is.
struct PositionTests {
    private static let rules = "rules: [[items.0.sku, required], [items.0.sku, string, {max: 3}], [items.2, safe]]"

    static let rows: [(AnyValue, [String])] = [
        (["items": [["sku": "A"], ["sku": "too long"]]], []),
        (["items": [["sku": "too long"]]], ["items.0.sku string.tooLong"]),
        (["items": [["x": 1]]], ["items.0.sku required.blank"]), (["items": []], ["items.0.sku required.blank"]),
        ([:], ["items.0.sku required.blank"]),
        (["items": ["0": ["sku": "too long"]]], ["items.0.sku string.tooLong"]),
        (["items": ["0": ["sku": "A"]]], []), (["items": "x"], ["items value.list"]),
        (["items": [5]], ["items.0 value.object"]),
    ]

    @Test func itemsAreFoundByTheirPosition() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules))
        for (value, lines) in Self.rows {
            #expect(try plan.validate(value).lines == lines, "\(value)")
            let record = Record(for: plan)
            var writer = JSONWriter()
            writer.value(value)
            try record.fill(json: writer.text)
            #expect(try plan.validate(record).lines == lines, "\(writer.text)")
        }
        let found = try plan.validate(["items": [["sku": "too long"]]]).violations.first
        #expect(found?.path.pointer == "/items/0/sku")
    }

    @Test func theyAreWithinLists() throws {
        let plan = try Plan(
            RuleSet(parsing: "rules: [[a.1.2.b, in, {range: [x]}], [years.2024, integer], [m.01, integer]]"))
        #expect(try plan.validate(["a": [0, [0, 0, ["b": "y"]]]]).lines == ["a.1.2.b in.invalid"])
        #expect(try plan.validate(["years": ["2024": "x"]]).lines == ["years.2024 integer.type"])
        #expect(try plan.validate(["m": ["01": "x"]]).lines == ["m.01 integer.type"])
        #expect(try plan.validate(["m": ["x", "y"]]).lines == ["m value.object"], "01 is a name, not a position")
    }

    struct Order: ValidatableModel {
        var items: [Probe] = [Probe(x: " a "), Probe(x: " b ")]
        static let attributes: [Attribute<Order>] = [Attribute("items", \.items)]
        static let ruleSet = RuleSet(rules: [Rule("items.1.x", .trim), Rule("items.1.x", .in(["b"]))])
    }

    @Test func modelsHaveThemToo() throws {
        var order = Order()
        #expect(try ModelPlan(Order.self).validate(&order).isValid)
        #expect(order.items.map(\.x) == [" a ", "b"])
    }
}
