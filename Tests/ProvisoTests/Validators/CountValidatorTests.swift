import Proviso
import Testing

struct CountValidatorTests {
    private static let some = CountValidator(min: 2, max: 3)

    static let rows: [Row] = [
        .accepts([1, 2], some), .accepts([1, [2, 3], nil], some), .accepts(["a": 1, "b": 2], some),
        .accepts([], CountValidator()),
        .rejects([1], some, "count.tooFew", ["min": .integer(2)]),
        .rejects([], some, "count.tooFew"),
        .rejects([1, 2, 3, 4], some, "count.tooMany", ["max": .integer(3)]),
        .rejects(["a": 1], some, "count.tooFew"),
        .accepts([1, 2], CountValidator(exact: 2)),
        .rejects([1], CountValidator(exact: 2), "count.notEqual", ["exact": .integer(2)]),
        .rejects("ab", some, "count.type"), .rejects(2, some, "count.type"), .rejects(nil, some, "count.type"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func emptyListsAreCountedWhereThereMustBeSome() throws {
        func found(_ body: Constraint, _ value: AnyValue?, skipOnEmpty: Bool? = nil) throws -> [Code] {
            let plan = try Plan(RuleSet(rules: [Rule("a", body, skipOnEmpty: skipOnEmpty)]))
            return try plan.validate(.object(value.map { [AnyValue.Member("a", $0)] } ?? [])).violations.map(\.code)
        }
        for value in [[], .object([])] as [AnyValue] {
            #expect(try found(.count(min: 1), value) == ["count.tooFew"])
            #expect(try found(.count(exact: 2), value) == ["count.notEqual"])
            #expect(try found(.count(max: 3), value) == [])
            #expect(try found(.count(min: 0), value) == [])
            #expect(try found(.count(min: 1), value, skipOnEmpty: true) == [])
            #expect(try found(.count(min: 1), value, skipOnEmpty: false) == ["count.tooFew"])
            #expect(try found(.each(.count(min: 1)), [[1], value]) == ["count.tooFew"])
        }
        for value in [nil, .null] as [AnyValue?] { #expect(try found(.count(min: 1), value) == []) }
        #expect(try found(.count(min: 1), "") == ["count.type"])
        let condition = try Plan(
            RuleSet(rules: [Rule("b", .required, when: Condition("a", .count(min: 1))), Rule("a", .safe)]))
        #expect(try condition.validate(["a": []]).isValid)
        #expect(try !condition.validate(["a": [1]]).isValid)
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("count", ["min": 3, "max": 2]), "at least 3 and at most 2"),
            RefusedOptions(.type("count", ["exact": 3, "max": 3]), "cannot be combined"),
            RefusedOptions(.type("count", ["min": -1]), "must not be negative"),
        ]
        for row in rows { row.run() }
    }
}
