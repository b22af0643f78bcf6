internal import JSONBridge
internal import ProvisoABI

/// When two values are equal.
///
/// Loosely, a number equals the text that spells it ("1.0" equals 1), true equals 1 and "1", and false equals 0 and
/// "0"; two strings are equal only byte by byte. Strictly, the kinds must be the same too. Numbers are compared by value
/// either way: 1 equals 1.0. Lists and objects are equal when all they hold is, by the same rules.
package enum Equality {
    /// Whether a value equals an expected one.
    package static func holds(_ value: borrowing Value, _ expected: AnyValue, strict: Bool) -> Bool {
        if case .text(let text) = expected, let own = value.text { return own == text }
        if case .boolean(let truth) = expected, let own = value.boolean { return own == truth }
        if let number = Number(expected) {
            return (strict ? Number(value) : Number(spelledBy: value)).map { $0 == number } ?? false
        }
        return expected.withValue { holds(value, $0, strict: strict) }
    }

    /// Whether two borrowed values are equal; takes no memory except for numbers of many digits.
    package static func holds(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        if let one = left.text, let other = right.text { return one == other }
        if let one = left.integer, let other = right.integer { return one == other }
        if let one = left.boolean, let other = right.boolean { return one == other }
        switch (left.kind, right.kind) {
        case (.null, .null), (.absent, .null), (.absent, .absent): return true
        case (.list, .list): return itemsHold(left, right, strict: strict)
        case (.object, .object): return membersHold(left, right, strict: strict)
        default: break
        }
        let one = strict ? Number(left) : Number(spelledBy: left)
        let other = strict ? Number(right) : Number(spelledBy: right)
        guard let one, let other else { return false }
        return one == other
    }

    private static func itemsHold(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where !holds(left[index], right[index], strict: strict) { return false }
        return true
    }

    private static func membersHold(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        guard left.count == right.count else { return false }
        if left.count > mostSearched { return membersHoldByHash(left, right, strict: strict) }
        for index in 0..<left.count {
            let node = left.nodes[index]
            guard let other = right.nodes.last(where: { $0.hasKey(of: node) }) else { return false }
            if !holds(node.value, other.value, strict: strict) { return false }
        }
        return true
    }

    /// Members of larger objects are found by a table, so that the time grows with their number and not with its square.
    private static let mostSearched = 16

    private static func membersHoldByHash(
        _ left: borrowing Value, _ right: borrowing Value, strict: Bool
    ) -> Bool {
        let others = right.nodes
        return MemberTable.with(others) { table in
            left.nodes.allSatisfy { node in
                table.index(of: node.keyBytes).map { holds(node.value, others[$0].value, strict: strict) } ?? false
            }
        }
    }

    private static func holds(_ left: proviso_value, _ right: proviso_value, strict: Bool) -> Bool {
        holds(unsafe Value(unsafe: left), unsafe Value(unsafe: right), strict: strict)
    }
}

extension prv_node {
    /// Whether both members have the same name.
    fileprivate func hasKey(of other: prv_node) -> Bool {
        key_length == other.key_length && keyBytes.elementsEqual(other.keyBytes)
    }
}

extension Number {
    /// The number a value is or spells: numeric text is one, true is 1 and false is 0.
    init?(spelledBy value: borrowing Value) {
        if let text = value.text {
            self.init(text: text)
        } else if let truth = value.boolean {
            self = .integer(truth ? 1 : 0)
        } else {
            self.init(value)
        }
    }
}
