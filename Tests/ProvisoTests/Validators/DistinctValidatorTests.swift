import Proviso
import Testing

struct DistinctValidatorTests {
    private static let distinct = DistinctValidator()
    private static let numbers = (0..<1000).map { AnyValue.integer(Int64($0)) }
    private static let large = (0..<5000).map { AnyValue.integer(.max - Int64($0)) }
    private static let decimals = (0..<2000).map { AnyValue.decimal("1e\(400 + $0)") }
    private static let filler = (0..<20).map { AnyValue.text("filler \($0)") }

    private static func object(_ count: Int, _ change: Int = -1) -> AnyValue {
        .object((0..<count).map { AnyValue.Member("k\($0)", $0 == change ? "x" : .integer(Int64($0))) })
    }
    private static func reversed(_ object: AnyValue) -> AnyValue { .object(object.members.reversed()) }

    static let rows: [Row] = [
        // Objects of more members than are searched one by one, in any order and at any depth.
        .rejects([object(40), reversed(object(40))], distinct, "distinct.duplicate"),
        .accepts([object(40), object(40, 39)], distinct), .accepts([object(40), object(41)], distinct),
        .rejects([["a": [object(40)]], ["a": [reversed(object(40))]]], distinct, "distinct.duplicate"),
        .accepts([["a": [object(40)]], ["a": [object(40, 3)]]], distinct),
        .rejects(.list((0..<40).map { object(20, $0) }), distinct, "distinct.duplicate", ["first": .integer(21)]),
        .accepts([], distinct), .accepts([1], distinct),
        .accepts([1, "1", true, nil, [1], ["a": 1], "a", "A"], distinct),
        .rejects([1, 2, 1.0], distinct, "distinct.duplicate", ["first": .integer(1), "second": .integer(3)]),
        .rejects(["a", "b", "b", "a"], distinct, "distinct.duplicate", ["first": .integer(2), "second": .integer(3)]),
        .rejects([nil, 1, nil], distinct, "distinct.duplicate"),
        .rejects([["a": 1, "b": 2], ["b": 2, "a": 1]], distinct, "distinct.duplicate"),
        .accepts([[1, 2], [2, 1]], distinct), .accepts(["\u{E9}", "e\u{301}"], distinct),
        .rejects("aa", distinct, "distinct.type"), .rejects(["a": 1], distinct, "distinct.type"),
        .rejects(nil, distinct, "distinct.type"),
        .accepts(.list(numbers), distinct), .accepts(.list(large), distinct), .accepts(.list(decimals), distinct),
        .rejects(
            .list(numbers + [999.0]), distinct, "distinct.duplicate",
            ["first": .integer(1000), "second": .integer(1001)]),
        .rejects(.list(filler + [0, -0.0]), distinct, "distinct.duplicate"),
        .rejects(.list(filler + [0.1, .decimal("0.1")]), distinct, "distinct.duplicate"),
        .rejects(.list(filler + [1e22, .decimal("10000000000000000000000")]), distinct, "distinct.duplicate"),
        .rejects(.list(filler + [.decimal("1e400"), .decimal("10e399")]), distinct, "distinct.duplicate"),
        .rejects(.list(filler + [.unsigned(5), .integer(5)]), distinct, "distinct.duplicate"),
        .rejects(
            .list(filler + [.integer(1_152_921_504_606_847_000), .double(0x1p60)]), distinct, "distinct.duplicate"),
        .accepts(.list(filler + [.integer(1 << 60), .integer((1 << 60) + 1)]), distinct),
        .rejects(.list(filler + [["a": [1], "b": 2], ["b": 2.0, "a": [1.0]]]), distinct, "distinct.duplicate"),
        .accepts(.list(filler + [["a": [1, 2]], ["a": [2, 1]], [1, 2], [[1, 2]], true, 1, "1"]), distinct),
        .rejects(.list(filler + [nil, 1, nil]), distinct, "distinct.duplicate"),
        .rejects(.list(filler + ["filler 3"]), distinct, "distinct.duplicate", ["first": .integer(4)]),
    ]

    /// A member that is absent and one that is null are the same nothing.
    @Test func absentAndNullAreTheSameKey() throws {
        let rules = "rules: [[a, distinct, {by: [k, m]}]]"
        for (items, count) in [(#"{"k":1},{"k":1,"m":null}"#, 1), (#"{"k":1},{"k":1,"m":""}"#, 0)] {
            let found = try RuleParts.findings(in: rules, "{\"a\":[\(items)]}")
            #expect(found.count { $0.hasPrefix("distinct.duplicate /a") } == count, "\(items): \(found)")
        }
    }

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
