/// When two values are equal.
package enum Equality {
    /// Whether a value equals an expected one.
    ///
    /// Loosely, a number equals the text that spells it ("1.0" equals 1), true equals 1 and "1", and false equals 0
    /// and "0"; two texts are equal only byte by byte. Strictly, the kinds must be the same too. Numbers are compared
    /// by value either way: 1 equals 1.0.
    package static func holds(_ value: borrowing Value, _ expected: AnyValue, strict: Bool) -> Bool {
        switch expected {
        case .text(let text):
            if let own = value.text { return own == text }
            return strict ? false : spelled(value, as: text)
        case .boolean(let truth):
            if let own = value.boolean { return own == truth }
            return strict ? false : matches(value, Number.integer(truth ? 1 : 0))
        case .integer, .unsigned, .double, .decimal:
            guard let number = Number(expected) else { return false }
            return strict ? Number(value).map { $0 == number } ?? false : matches(value, number)
        case .null: return value.kind == .null || value.kind == .absent
        case .absent: return value.kind == .absent
        case .list, .object: return AnyValue(value) == expected
        }
    }

    /// Whether two borrowed values are equal, by the same rules.
    package static func holds(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        if let one = left.text, let other = right.text { return one == other }
        return holds(left, AnyValue(right), strict: strict)
    }

    private static func matches(_ value: borrowing Value, _ number: Number) -> Bool {
        if let text = value.text { return Number(text: text).map { $0 == number } ?? false }
        if let truth = value.boolean { return Number.integer(truth ? 1 : 0) == number }
        return Number(value).map { $0 == number } ?? false
    }

    private static func spelled(_ value: borrowing Value, as text: String) -> Bool {
        AnyValue.text(text).withValue { other in
            guard let spelled = other.text, let number = Number(text: spelled) else { return false }
            return matches(value, number)
        }
    }
}
