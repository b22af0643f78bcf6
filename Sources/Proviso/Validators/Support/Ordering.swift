internal import Glibc

extension CompareValidator.Operator {
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

/// How two values stand to each other, as `compare` sees it.
enum Ordering {
    static func holds(
        _ left: borrowing Value, _ operation: CompareValidator.Operator, _ right: borrowing Value,
        _ comparison: CompareValidator.Comparison
    ) -> Bool {
        switch operation {
        case .equal: return areEqual(left, right, comparison, strict: false)
        case .notEqual: return !areEqual(left, right, comparison, strict: false)
        case .identical: return areEqual(left, right, comparison, strict: true)
        case .notIdentical: return !areEqual(left, right, comparison, strict: true)
        default: break
        }
        // Without an order (a list, or no number where one is needed) nothing is greater or less.
        guard let order = order(left, right, comparison) else { return false }
        switch operation {
        case .greater: return order > 0
        case .greaterOrEqual: return order >= 0
        case .less: return order < 0
        default: return order <= 0
        }
    }

    private static func areEqual(
        _ left: borrowing Value, _ right: borrowing Value, _ comparison: CompareValidator.Comparison, strict: Bool
    ) -> Bool {
        if comparison == .number {
            guard let one = Number(spelledBy: left), let other = Number(spelledBy: right) else { return false }
            return one == other
        }
        if Equality.holds(left, right, strict: strict) || isNothing(left) && isNothing(right) { return true }
        guard strict, left.isScalar || right.isScalar else { return false }
        return withSpelling(left) { one in withSpelling(right) { other in one == other } ?? false } ?? false
    }

    private static func order(
        _ left: borrowing Value, _ right: borrowing Value, _ comparison: CompareValidator.Comparison
    ) -> Int? {
        if let one = Number(spelledBy: left), let other = Number(spelledBy: right) { return one.order(to: other) }
        if comparison == .number || isUnordered(left) || isUnordered(right) { return nil }
        return withSpelling(left) { one in withSpelling(right) { other in order(one, other) } } ?? nil
    }

    private static func order(_ left: borrowing Text, _ right: borrowing Text) -> Int {
        let order = Int(memcmp(left.start, right.start, min(left.count, right.count)))
        return order != 0 ? order : left.count - right.count
    }

    /// A double that is no number or not finite.
    private static func isUnordered(_ value: borrowing Value) -> Bool { value.kind == .double && Number(value) == nil }

    /// Null, absent, or a text of nothing.
    private static func isNothing(_ value: borrowing Value) -> Bool {
        value.isEmpty && value.kind.rawValue <= Kind.text.rawValue
    }

    /// Calls `body` with a value as text; nil for lists and objects.
    private static func withSpelling<Result>(_ value: borrowing Value, _ body: (borrowing Text) -> Result) -> Result? {
        if let text = value.text { return body(text) }
        if value.kind == .list || value.kind == .object { return nil }
        let spelled = AnyValue.text(ParameterValue(AnyValue(value)).plainText)
        return spelled.withValue { value in
            guard let text = value.text else { return nil }
            return body(text)
        }
    }
}
