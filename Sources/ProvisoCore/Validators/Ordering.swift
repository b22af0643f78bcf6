internal import ProvisoMessages

extension CompareValidator.Operator {
    var isOrder: Bool {
        switch self {
        case .equal, .identical, .notEqual, .notIdentical: false
        case .greater, .greaterOrEqual, .less, .lessOrEqual: true
        }
    }

    /// Whether the relation is that of two values in an order: less than 0 if the first one is less.
    func holds(_ order: Int) -> Bool {
        switch self {
        case .equal, .identical: order == 0
        case .notEqual, .notIdentical: order != 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        }
    }

    var code: Code {
        switch self {
        case .equal, .identical: "compare.equal"
        case .notEqual, .notIdentical: "compare.notEqual"
        case .greater: "compare.greater"
        case .greaterOrEqual: "compare.greaterOrEqual"
        case .less: "compare.less"
        case .lessOrEqual: "compare.lessOrEqual"
        }
    }

    static let codes: [Code] = [
        "compare.equal", "compare.notEqual", "compare.greater", "compare.greaterOrEqual", "compare.less",
        "compare.lessOrEqual", "compare.invalid",
    ]
}

/// The relation of two values for `compare`.
package struct Ordering: Sendable {
    /// Byte by byte, numbers and what spells them as numbers.
    package static let plain = Ordering(comparison: .string, caseFold: nil, collation: nil)

    let comparison: CompareValidator.Comparison
    let caseFold: CaseFolding?
    /// The order of two strings, `nil` to compare bytes.
    let collation: Collation?

    package func holds(
        _ left: borrowing Value, _ operation: CompareValidator.Operator, _ right: borrowing Value
    ) -> Bool {
        switch operation {
        case .equal: return areEqual(left, right, strict: false)
        case .notEqual: return !areEqual(left, right, strict: false)
        case .identical: return areEqual(left, right, strict: true)
        case .notIdentical: return !areEqual(left, right, strict: true)
        default: break
        }
        // Without an order (a list, or no number where one is needed) nothing is greater or less.
        guard let order = order(left, right) else { return false }
        return operation.holds(order)
    }

    private func areEqual(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        if comparison == .number {
            guard let one = Number(spelledBy: left), let other = Number(spelledBy: right) else { return false }
            return one == other
        }
        if let order = Self.instantOrder(left, right) { return order == 0 }
        if Equality.holds(left, right, strict: strict) || Self.isNothing(left) && Self.isNothing(right) { return true }
        if let caseFold, let one = left.text, let other = right.text {
            return caseFold.withKey(of: one.buffer) { one in
                caseFold.withKey(of: other.buffer) { one.elementsEqual($0) }
            }
        }
        guard strict, left.isScalar || right.isScalar else { return false }
        return Self.withSpelling(left) { one in Self.withSpelling(right) { other in one == other } ?? false } ?? false
    }

    /// The relation of two moments, if a property on one side holds one; `nil` otherwise.
    private static func instantOrder(_ left: borrowing Value, _ right: borrowing Value) -> Int? {
        guard left.isInstant || right.isInstant, let one = left.moment, let other = right.moment else { return nil }
        return one < other ? -1 : one > other ? 1 : 0
    }

    private func order(_ left: borrowing Value, _ right: borrowing Value) -> Int? {
        if comparison == .string, let order = Self.instantOrder(left, right) { return order }
        if let collation, let one = left.text, let other = right.text { return collation.order(one, other) }
        if let one = Number(spelledBy: left), let other = Number(spelledBy: right) { return one.order(to: other) }
        if comparison == .number || Self.isUnordered(left) || Self.isUnordered(right) { return nil }
        return Self.withSpelling(left) { one in Self.withSpelling(right) { other in order(one.buffer, other.buffer) } }
            ?? nil
    }

    private func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        guard let caseFold else { return BorrowedText.order(left, right) }
        return caseFold.withKey(of: left) { one in caseFold.withKey(of: right) { BorrowedText.order(one, $0) } }
    }

    /// A double that is not a number or not finite.
    private static func isUnordered(_ value: borrowing Value) -> Bool { value.kind == .double && Number(value) == nil }

    /// Null, absent, or an empty string.
    private static func isNothing(_ value: borrowing Value) -> Bool {
        value.isEmpty && value.kind.rawValue <= ValueKind.text.rawValue
    }

    /// Calls `body` with a value as a string; returns `nil` for lists and objects.
    private static func withSpelling<Result>(_ value: borrowing Value, _ body: (borrowing BorrowedText) -> Result)
        -> Result?
    {
        if let text = value.text { return body(text) }
        if value.kind == .list || value.kind == .object { return nil }
        let spelled = AnyValue.text(ParameterValue(AnyValue(value)).plainText)
        return spelled.withValue { value in
            guard let text = value.text else { return nil }
            return body(text)
        }
    }
}
