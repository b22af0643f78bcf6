import Proviso
import Testing

/// `default`: what is empty gets a value.
struct DefaultValidatorTests {
    static let rows: [Row] = [
        .accepts("", DefaultValidator(value: "x"), becomes: "x"),
        .accepts(nil, DefaultValidator { .text("for \($0.attribute.isEmpty ? "a" : $0.attribute)") }, becomes: "for a"),
        .accepts("b", DefaultValidator { _ in "x" }),
        .accepts(nil, DefaultValidator(value: 5), becomes: 5),
        .accepts([], DefaultValidator(value: ["a", ["b": 1]]), becomes: ["a", ["b": 1]]),
        .accepts("", DefaultValidator(), becomes: AnyValue.null),
        .accepts(" ", DefaultValidator(value: "x")),
        .accepts(0, DefaultValidator(value: 5)),
        .accepts(false, DefaultValidator(value: true)),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("default", ["valeu": 5]), "unknown option", suggestion: "value").run()
    }

    @Test func defaultsReachItemsThatLackTheMember() throws {
        let rules = [
            Rule("items.*.quantity", .default(1)), Rule("items.*.quantity", .number(max: 2)),
            Rule("items.*.sku", .trim),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        try record.fill(json: #"{"items": [{"sku": " a"}, {"sku": "b", "quantity": 3}, {"quantity": null}]}"#)
        #expect(try plan.validate(record).violations.map(\.path.pointer) == ["/items/1/quantity"])
        #expect(record["items.*.quantity"] == [1, 3, 1])
        #expect(record["items.*.sku"] == ["a", "b", .absent])
    }
}
