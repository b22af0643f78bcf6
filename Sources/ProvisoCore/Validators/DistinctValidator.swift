internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Requires a list without equal items.
///
/// Items are equal if they have the same type and value: 1 equals 1.0 but not "1", strings are compared byte by
/// byte, and lists and objects by their contents, objects in any order. The violation has the positions of the
/// first pair of equal items, counted from 1. `caseFold: true` treats strings as equal that differ only in case or
/// Unicode form, and `caseFold: email` does so for addresses. Lists of more than 16 items need memory for a table,
/// and with `caseFold` for a copy. `by` names members of the items that are compared, or their positions if the items
/// are lists; a member that is absent equals one that is null, and items that have none of them are skipped.
///
/// ```yaml
/// - [emails, distinct, { caseFold: email }]
/// - [items, distinct, { by: sku }]
/// - [shifts, distinct, { by: [day, start] }]
/// ```
public struct DistinctValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "distinct"
    public static let about = RuleTypeFacts(
        .difference,
        chapter: .collections, place: 3,
        familiar: ["": "uniqueitems uniq nodups uniqueelements arrayunique"])
    public static let options = [
        OptionDescription(
            "by", .texts, "the members of the items that are compared; the items themselves by default", role: .members),
        CaseFolding.option,
    ]
    public static let codes = [
        CodeDescription("distinct.type"), CodeDescription("distinct.duplicate", "first", "second"),
    ]

    public let caseFold: CaseFolding?
    private let members: [MemberPath]

    public var by: [String] { members.map(\.text) }

    public init(by: [String] = [], caseFold: CaseFolding? = nil) {
        self.caseFold = caseFold
        members = by.map { MemberPath($0) }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(by: try MemberPath.read(options, "by").map(\.text), caseFold: try CaseFolding.read(options))
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        binding.mention(members.map(\.ofItems), option: "by")
    }

    public var kinds: ValueKindSet { .lists }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list else { return context.report("distinct.type") }
        guard context.pay(value.count) else { return }
        guard let pair = caseFold == nil ? pair(value) : folded(value).withValue({ pair($0) }) else { return }
        context.report("distinct.duplicate", Self.parameters(of: pair))
    }

    /// Whether no two values are equal.
    package static func areDistinct(_ values: [AnyValue]) -> Bool {
        AnyValue.list(values).withValue { DistinctValidator().pair($0) == nil }
    }

    package static func parameters(of pair: (first: Int, second: Int)) -> Parameters {
        ["first": .integer(Int64(pair.first + 1)), "second": .integer(Int64(pair.second + 1))]
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        let distinct = validator(Self.self, in: holder)
        guard withParts, value.kind == .list, !distinct.members.isEmpty,
            let pair = distinct.caseFold == nil
                ? distinct.pair(value) : distinct.folded(value).withValue({ distinct.pair($0) })
        else { return ValidatorExplanation() }
        let parts = [pair.first, pair.second].flatMap { index in
            distinct.members.map { member in
                EvaluatedPart("\(index).\(member.text)", AnyValue(raw: member.raw(in: value.nodes[index].value)))
            }
        }
        return ValidatorExplanation(parts: parts)
    }

    private func folded(_ list: borrowing Value) -> AnyValue {
        let list = AnyValue(list)
        return caseFold?.key(of: list) ?? list
    }

    /// The first pair of equal items.
    package func pair(_ list: borrowing Value) -> (first: Int, second: Int)? {
        list.count <= 16 ? pairOneByOne(list) : pairByHash(list)
    }

    private func areEqual(_ items: UnsafeBufferPointer<prv_node>, _ first: Int, _ second: Int) -> Bool {
        if members.isEmpty { return Self.areEqual(items[first].value, items[second].value) }
        for member in members
        where !Self.areEqual(Self.value(of: member, items[first].value), Self.value(of: member, items[second].value)) {
            return false
        }
        return true
    }

    private static func areEqual(_ one: proviso_value, _ other: proviso_value) -> Bool {
        Equality.holds(unsafe Value(unsafe: one), unsafe Value(unsafe: other), strict: true)
    }

    /// A member's value, null if there is none: absent and null are the same, as for `unique`.
    private static func value(of member: MemberPath, _ item: proviso_value) -> proviso_value {
        let raw = member.raw(in: item)
        return raw.kindOrAbsent == .absent ? proviso_value(kind: .null) : raw
    }

    /// Whether an item has none of the members by which items differ.
    private func isSkipped(_ item: proviso_value) -> Bool {
        !members.isEmpty && members.allSatisfy { $0.raw(in: item).kindOrAbsent.rawValue <= ValueKind.null.rawValue }
    }

    private func hash(_ item: proviso_value) -> Int {
        if members.isEmpty { return ValueHash.strict(unsafe Value(unsafe: item)) }
        var hash = 0
        for member in members {
            hash = hash &* 31 &+ ValueHash.strict(unsafe Value(unsafe: Self.value(of: member, item)))
        }
        return hash
    }

    private func pairOneByOne(_ list: borrowing Value) -> (first: Int, second: Int)? {
        let items = list.nodes
        for second in items.indices where !isSkipped(items[second].value) {
            for first in 0..<second where areEqual(items, first, second) { return (first, second) }
        }
        return nil
    }

    private func pairByHash(_ list: borrowing Value) -> (first: Int, second: Int)? {
        let items = list.nodes
        // Between a quarter and half of the places are empty, in large tables too: they are most of the memory.
        let mask = (1 << (Int.bitWidth - (items.count * 4 / 3).leadingZeroBitCount)) - 1
        return withUnsafeTemporaryAllocation(of: (hash: UInt32, item: Int32).self, capacity: mask + 1) { table in
            table.initialize(repeating: (0, -1))
            for (index, item) in items.enumerated() where !isSkipped(item.value) {
                let hash = hash(item.value)
                // The place is found by the lower bits.
                let mark = UInt32(truncatingIfNeeded: hash >> 32)
                var place = hash & mask
                while table[place].item >= 0 {
                    let other = Int(table[place].item)
                    if table[place].hash == mark, areEqual(items, other, index) { return (other, index) }
                    place = (place + 1) & mask
                }
                // A record has fewer values than 2^31: each takes two bytes, and offsets have 32 bits.
                table[place] = (mark, Int32(truncatingIfNeeded: index))
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

    /// Requires a list whose items differ in at least one of some members.
    public static func distinct(by members: String..., caseFold: CaseFolding? = nil) -> Constraint {
        .validator(DistinctValidator(by: members, caseFold: caseFold))
    }
}
