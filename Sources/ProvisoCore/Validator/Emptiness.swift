internal import JSONBridge
package import ProvisoABI

/// What counts as empty: the values that rules skip, unless a rule says `skipOnEmpty: false`.
///
/// A rule set, a shape and a rule may say it. An empty field of a table, a string that means null (`nulls`) and `nil` in
/// a model count as absent in each case.
public enum Emptiness: String, Sendable, CaseIterable {
    /// Only a value that is not there.
    ///
    /// Null is an error, unless the rule set lists the attribute in `nullable` or the rule says `nullable: true`.
    case absent
    /// An absent value, null, and the empty value of a kind that the rule type takes: `""` for strings, numbers and
    /// Booleans, `[]` for lists, `{}` for objects.
    case typed
    /// An absent value, null, `""`, `[]` and `{}`, whatever the rule type.
    case any

    /// Whether a value counts as empty, for a validator that decides itself what to do then and takes some kinds.
    public func holds(_ value: borrowing Value, taking kinds: ValueKindSet = .values) -> Bool {
        value.isEmpty && self.kinds(taking: kinds).contains(value.raw.kindOfEmpty)
    }

    /// The kinds whose empty values count as empty, for a rule type that takes some kinds.
    func kinds(taking taken: ValueKindSet) -> ValueKindSet {
        switch self {
        case .absent: return ValueKindSet(.absent)
        case .any: return ValueKindSet(.absent, .null).union(.emptiable)
        case .typed:
            var kinds = taken.intersection(.emptiable)
            // A form sends an empty string where no number was typed.
            if !taken.isDisjoint(with: .scalars) { kinds.insert(.strings) }
            return kinds.union(ValueKindSet(.absent, .null))
        }
    }
}

/// Which empty values a check skips, and whether it refuses null: decided when a plan is made.
struct Skipping: Sendable {
    /// What a validator says of itself.
    struct Facts: Sendable {
        var skipsEmpty = true
        var validatesEmptyCollections = false
        var kinds = ValueKindSet.values
    }

    /// What a rule, its shape and its rule set say.
    struct Wishes {
        var empty = Emptiness.typed
        /// The rule's own `skipOnEmpty`.
        var skipOnEmpty: Bool?
        /// Whether null is allowed: for the attribute, or by the rule itself.
        var isNullable = false
        var allowsNull = false
        /// Whether the value is the record, or that of a shape: an object is never left out there.
        var isRecord = false
    }

    /// The kinds whose empty values are skipped.
    let kinds: ValueKindSet
    /// Whether null is a violation, before the validator sees it.
    let refusesNull: Bool

    init(_ facts: Facts, _ wishes: Wishes = Wishes()) {
        var kinds: ValueKindSet = []
        if wishes.skipOnEmpty ?? facts.skipsEmpty {
            kinds = wishes.empty.kinds(taking: facts.kinds)
            let validatesCollections = wishes.skipOnEmpty == nil && facts.validatesEmptyCollections
            if validatesCollections || wishes.isRecord && wishes.empty == .typed { kinds.subtract(.collections) }
        }
        if wishes.allowsNull || wishes.isNullable && facts.skipsEmpty { kinds.insert(ValueKindSet(.null)) }
        self.kinds = kinds
        refusesNull =
            wishes.empty == .absent && facts.skipsEmpty && !kinds.union(facts.kinds).contains(.null)
    }

    /// What all of some checks skip; each of them refuses null itself.
    init(of checks: [Check]) {
        kinds = checks.dropFirst().reduce(checks.first?.skipping.kinds ?? []) { $0.intersection($1.skipping.kinds) }
        refusesNull = false
    }

    /// Whether a value is empty and skipped.
    func skip(_ value: proviso_value) -> Bool { value.isEmpty && kinds.contains(value.kindOfEmpty) }

    /// Whether a value is null where it must not be.
    func refuse(_ value: proviso_value) -> Bool { refusesNull && value.isNull }
}

extension proviso_value {
    /// The kind of an empty value; a null that means that there is no value counts as absent.
    var kindOfEmpty: ValueKind {
        flags & NodeFlag.missing != 0 && kind == ValueKind.null.rawValue ? .absent : kindOrAbsent
    }

    /// Whether the value is a null that is more than the absence of a value.
    package var isNull: Bool { kind == ValueKind.null.rawValue && flags & NodeFlag.missing == 0 }

    /// Marks the nulls of an object that comes from the row of a table.
    package mutating func markMissing() {
        if kind == ValueKind.null.rawValue { flags |= NodeFlag.missing }
        for index in nodes.indices {
            nodes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + index).pointee.value.markMissing() }
        }
    }

    /// Null where the data has no other way to say that there is no value: an empty field of a table, a model's `nil`.
    package static var missing: proviso_value {
        var value = proviso_value(kind: .null)
        value.flags = NodeFlag.missing
        return value
    }
}
