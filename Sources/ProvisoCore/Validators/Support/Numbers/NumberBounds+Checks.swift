/// What the bounds say before there is a value.
extension NumberBounds {
    /// The integers within the bounds; `nil` if a bound is not an integer.
    var integers: ClosedRange<Int64>? {
        guard var least = Self.integer(min, else: .min), var most = Self.integer(max, else: .max) else { return nil }
        if let above {
            guard case .integer(let bound) = above, bound < .max else { return nil }
            least = bound + 1
        }
        if let below {
            guard case .integer(let bound) = below, bound > .min else { return nil }
            most = bound - 1
        }
        return least <= most ? least...most : nil
    }

    private static func integer(_ bound: Number?, else none: Int64) -> Int64? {
        switch bound {
        case nil: none
        case .integer(let number): number
        default: nil
        }
    }

    /// The doubles that are surely within the bounds; `nil` if a bound is not exactly a double.
    var doubles: ClosedRange<Double>? {
        guard var least = Self.exact(min, else: -.greatestFiniteMagnitude),
            var most = Self.exact(max, else: .greatestFiniteMagnitude)
        else { return nil }
        if let above {
            guard let bound = Self.exact(above, else: 0) else { return nil }
            least = bound.nextUp
        }
        if let below {
            guard let bound = Self.exact(below, else: 0) else { return nil }
            most = bound.nextDown
        }
        return least <= most && least.isFinite && most.isFinite ? least...most : nil
    }

    /// A bound as a double if no digit is lost.
    private static func exact(_ bound: Number?, else none: Double) -> Double? {
        switch bound {
        case nil: none
        case .integer(let number) where number.magnitude < 1 << 53: Double(number)
        case .double(let number) where number.isFinite: number
        default: nil
        }
    }

    /// Throws for bounds that no number is between, and for a locale if strings are rejected.
    func check(_ input: NumberInput?, whole: Bool) throws(OptionError) {
        if strict, input != nil { throw NumberInput.refusedText }
        try Self.checkFinite(min, "min")
        try Self.checkFinite(max, "max")
        try Self.checkFinite(above, "above")
        try Self.checkFinite(below, "below")
        if min != nil, above != nil { throw OptionError(option: "above", reason: "cannot be used together with 'min'") }
        if max != nil, below != nil { throw OptionError(option: "below", reason: "cannot be used together with 'max'") }
        guard let low = min ?? above, let high = max ?? below, isEmpty(from: low, to: high, whole: whole) else {
            return
        }
        throw OptionError(option: max == nil ? "below" : "max", reason: reason(low, high, whole: whole))
    }

    private func isEmpty(from low: Number, to high: Number, whole: Bool) -> Bool {
        if low > high { return true }
        if low == high, above != nil || below != nil { return true }
        return whole && leavesNoInteger(low, high)
    }

    private func reason(_ low: Number, _ high: Number, whole: Bool) -> String {
        let (first, second) = (above == nil ? "at least" : "above", below == nil ? "at most" : "below")
        return "no \(whole ? "integer" : "number") is \(first) \(low.plainText) and \(second) \(high.plainText)"
    }

    /// Whether no integer is between the bounds, as far as they are integers or fractions alike.
    private func leavesNoInteger(_ low: Number, _ high: Number) -> Bool {
        if case .integer(let low) = low, case .integer(let high) = high {
            let (least, most) = (above == nil ? low : low &+ 1, below == nil ? high : high &- 1)
            return least > most
        }
        return Number.noInteger(from: low, to: high)
    }

    /// Throws for a bound that is not finite.
    private static func checkFinite(_ bound: Number?, _ option: String) throws(OptionError) {
        guard let bound, !bound.isFinite else { return }
        throw OptionError(
            option: option,
            reason: "expected a finite number, found '\(bound.plainText)'; leave it out to have no bound"
        )
    }
}
