import Proviso

/// Numbers at and around the bounds of rules.
struct NumberValues {
    var low: AnyValue?
    var high: AnyValue?
    var step: AnyValue?
    var isWhole = false
    /// Values that others name, such as those of a comparison.
    var anchors: [AnyValue] = []

    /// Numbers in and at the bounds, then those just outside.
    var candidates: [AnyValue] {
        var found: [AnyValue] = []
        func add(_ value: AnyValue?) { if let value, !found.contains(value) { found.append(value) } }
        let unit: AnyValue = step ?? .integer(1)
        let bounds = [low, high].compactMap { $0 } + anchors
        for bound in bounds { add(bound) }
        for bound in bounds {
            for count in [1, -1, 2, -2] { add(Self.sum(bound, unit, times: count)) }
            if !isWhole { for small in [0.5, -0.5, 0.01, -0.01] { add(Self.sum(bound, .double(small), times: 1)) } }
        }
        if let step {
            for count in 0...12 { add(Self.sum(low.map { Self.multiple(step, above: $0) } ?? 0, step, times: count)) }
        }
        if let low, let high, let one = low.double, let other = high.double {
            add(Self.tidy((one / 2 + other / 2).rounded()))
        }
        for number: AnyValue in [1, 0, 2, 5, 10, 42, 100, 1_000, -1, 1.5, 0.25] { add(number) }
        return found
    }

    /// The first multiple of a step that is not below a number.
    private static func multiple(_ step: AnyValue, above low: AnyValue) -> AnyValue {
        guard let step = step.double, let low = low.double, step > 0 else { return low }
        let value = (low / step).rounded(.up) * step
        return tidy(value)
    }

    /// A number plus some times another one, without the errors of binary fractions.
    static func sum(_ value: AnyValue, _ other: AnyValue, times count: Int) -> AnyValue? {
        if case .integer(let left) = value, case .integer(let right) = other {
            let (product, hasOverflown) = right.multipliedReportingOverflow(by: Int64(count))
            let (sum, isTooLarge) = left.addingReportingOverflow(product)
            if hasOverflown || isTooLarge { return nil }
            return .integer(sum)
        }
        guard let left = value.double, let right = other.double else { return nil }
        return tidy(left + right * Double(count))
    }

    /// An integer where the number is whole, and at most six decimals otherwise.
    static func tidy(_ number: Double) -> AnyValue {
        guard number.isFinite, number.magnitude < 1e15 else { return .double(number) }
        let rounded = (number * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() ? .integer(Int64(rounded)) : .double(rounded)
    }

    /// The number that a value is or spells.
    static func number(_ value: AnyValue?) -> AnyValue? {
        guard let value else { return nil }
        if case .text(let text) = value { return Number(text).map { AnyValue($0) } }
        if value.number == nil { return nil }
        return value
    }
}
