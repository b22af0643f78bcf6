internal import JSONBridge
public import ProvisoMessages

/// Requires a list without equal items.
///
/// Items are equal if they have the same type and value: 1 equals 1.0 but not "1", strings are compared byte by
/// byte, and lists and objects by their contents, objects in any order. The violation has the positions of the
/// first pair of equal items, counted from 1. `caseFold: true` treats strings as equal that differ only in case or
/// Unicode form, and `caseFold: email` does so for addresses. Lists of more than 16 items need memory for a table,
/// and with `caseFold` for a copy.
///
/// ```yaml
/// - [emails, distinct, { caseFold: email }]
/// ```
public struct DistinctValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "distinct"
    public static let options = [CaseFolding.option]
    public static let codes = [
        CodeDescription("distinct.type"), CodeDescription("distinct.duplicate", "first", "second"),
    ]

    public let caseFold: CaseFolding?

    public init(caseFold: CaseFolding? = nil) {
        self.caseFold = caseFold
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(caseFold: try CaseFolding.read(options))
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list else { return context.report("distinct.type") }
        guard let pair = caseFold == nil ? Self.pair(value) : folded(value).withValue({ Self.pair($0) }) else { return }
        context.report(
            "distinct.duplicate",
            ["first": .integer(Int64(pair.first + 1)), "second": .integer(Int64(pair.second + 1))])
    }

    private func folded(_ list: borrowing Value) -> AnyValue {
        let list = AnyValue(list)
        return caseFold?.key(of: list) ?? list
    }

    private static func pair(_ list: borrowing Value) -> (first: Int, second: Int)? {
        list.count <= 16 ? pairOneByOne(list) : pairByHash(list)
    }

    private static func areEqual(_ items: UnsafeBufferPointer<prv_node>, _ first: Int, _ second: Int) -> Bool {
        Equality.holds(
            unsafe Value(unsafe: items[first].value), unsafe Value(unsafe: items[second].value), strict: true)
    }

    private static func pairOneByOne(_ list: borrowing Value) -> (first: Int, second: Int)? {
        let items = list.nodes
        for second in items.indices {
            for first in 0..<second where areEqual(items, first, second) { return (first, second) }
        }
        return nil
    }

    private static func pairByHash(_ list: borrowing Value) -> (first: Int, second: Int)? {
        let items = list.nodes
        let mask = (1 << (Int.bitWidth - (items.count * 2).leadingZeroBitCount)) - 1
        return withUnsafeTemporaryAllocation(of: (hash: Int, item: Int).self, capacity: mask + 1) { table in
            table.initialize(repeating: (0, -1))
            for (index, item) in items.enumerated() {
                let hash = ValueHash.strict(unsafe Value(unsafe: item.value))
                var place = hash & mask
                while table[place].item >= 0 {
                    if table[place].hash == hash, areEqual(items, table[place].item, index) {
                        return (table[place].item, index)
                    }
                    place = (place + 1) & mask
                }
                table[place] = (hash, index)
            }
            return nil
        }
    }
}

extension Constraint {
    /// Requires a list whose items all differ.
    public static var distinct: Constraint { .validator(DistinctValidator()) }

    /// Requires a list without equal items, also after case folding.
    public static func distinct(caseFold: CaseFolding) -> Constraint {
        .validator(DistinctValidator(caseFold: caseFold))
    }
}
