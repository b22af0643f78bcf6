internal import ProvisoMessages

/// A decimal number of any length up to a limit, for sums that lose nothing.
struct ExactDecimal: Hashable, Sendable {
    private(set) var isNegative = false
    /// The digits as an integer in base 10^18, the lowest first, without leading zeros; empty for zero.
    private var limbs: [UInt64] = []
    /// How many of the digits are after the decimal point.
    private var scale = 0

    private static let base: UInt64 = 1_000_000_000_000_000_000
    /// The digits of a limb.
    private static let width = 18
    /// The most digits before and after the point together that a value may have: more are not measured.
    static let mostDigits = 1_000

    static let zero = ExactDecimal(0, scale: 0)

    init(_ number: Int128, scale: Int) {
        isNegative = number < 0
        self.scale = scale
        var rest = number.magnitude
        while rest > 0 {
            limbs.append(UInt64(rest % UInt128(Self.base)))
            rest /= UInt128(Self.base)
        }
    }

    init(_ number: Int) { self.init(Int128(number), scale: 0) }

    /// Reads the text of a number; `nil` if it is not a number, or has more digits than are added up.
    init?(_ text: String, most: Int = Self.mostDigits) {
        guard NumericText(text) != nil else { return nil }
        let form = DecimalDigits(text)
        let behind = form.digits.count - form.point
        guard form.digits.count <= most, behind.magnitude <= most, form.point.magnitude <= most
        else { return nil }
        let digits = form.digits + Array(repeating: 0, count: max(0, -behind))
        scale = max(0, behind)
        isNegative = form.isNegative
        var end = digits.count
        while end > 0 {
            let start = max(0, end - Self.width)
            limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt64($1) })
            end = start
        }
        trim()
    }

    private mutating func trim() {
        while limbs.last == 0 { limbs.removeLast() }
        if limbs.isEmpty { isNegative = false }
    }

    var isZero: Bool { limbs.isEmpty }

    /// The sign and the digits, with a point if there is a fraction, and without zeros at its end.
    var text: String {
        guard let first = limbs.last else { return "0" }
        var digits = String(first)
        for limb in limbs.dropLast().reversed() {
            let part = String(limb)
            digits += String(repeating: "0", count: Self.width - part.utf8.count) + part
        }
        if scale > 0 {
            if digits.utf8.count <= scale {
                digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
            }
            let whole = digits.dropLast(scale)
            var fraction = digits.suffix(scale)
            while fraction.last == "0" { fraction.removeLast() }
            digits = fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
        }
        return isNegative ? "-" + digits : digits
    }

    /// The nearest double.
    var double: Double { Double(text) ?? .infinity }
}

// MARK: computing

extension ExactDecimal {
    /// The same number with more digits after the point.
    private func aligned(to other: Int) -> [UInt64] {
        let count = other - scale
        guard count > 0, !limbs.isEmpty else { return limbs }
        let factor = (0..<count % Self.width).reduce(1 as UInt64) { product, _ in product * 10 }
        return Array(repeating: 0, count: count / Self.width) + Self.product(limbs, [factor])
    }

    private static func product(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
        var product = [UInt64](repeating: 0, count: one.count + other.count)
        for (place, digit) in one.enumerated() {
            var carry: UInt128 = 0
            for (offset, next) in other.enumerated() {
                let sum = UInt128(digit) * UInt128(next) + UInt128(product[place + offset]) + carry
                product[place + offset] = UInt64(sum % UInt128(base))
                carry = sum / UInt128(base)
            }
            product[place + other.count] = UInt64(carry)
        }
        while product.last == 0 { product.removeLast() }
        return product
    }

    private static func order(_ one: [UInt64], _ other: [UInt64]) -> Int {
        if one.count != other.count { return one.count < other.count ? -1 : 1 }
        for (left, right) in zip(one.reversed(), other.reversed()) where left != right { return left < right ? -1 : 1 }
        return 0
    }

    private static func sum(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
        var (sum, carry) = (one, 0 as UInt64)
        if sum.count < other.count { sum += Array(repeating: 0, count: other.count - sum.count) }
        for place in sum.indices {
            let digit = sum[place] + (place < other.count ? other[place] : 0) + carry
            (sum[place], carry) = digit >= base ? (digit - base, 1) : (digit, 0)
        }
        return carry > 0 ? sum + [carry] : sum
    }

    /// The difference of two magnitudes, of which the first is not less.
    private static func difference(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
        var (rest, borrow) = (one, 0 as UInt64)
        for place in rest.indices {
            let taken = (place < other.count ? other[place] : 0) + borrow
            (rest[place], borrow) = rest[place] >= taken ? (rest[place] - taken, 0) : (rest[place] + base - taken, 1)
        }
        return rest
    }

    static func + (one: Self, other: Self) -> Self {
        var result = one
        result.scale = max(one.scale, other.scale)
        let (left, right) = (one.aligned(to: result.scale), other.aligned(to: result.scale))
        if one.isNegative == other.isNegative {
            result.limbs = sum(left, right)
        } else if order(left, right) >= 0 {
            result.limbs = difference(left, right)
        } else {
            (result.limbs, result.isNegative) = (difference(right, left), other.isNegative)
        }
        result.trim()
        return result
    }

    static func - (one: Self, other: Self) -> Self {
        var negative = other
        if !other.isZero { negative.isNegative.toggle() }
        return one + negative
    }

    static func * (one: Self, other: Self) -> Self {
        var result = one
        result.limbs = product(one.limbs, other.limbs)
        result.scale = one.scale + other.scale
        result.isNegative = one.isNegative != other.isNegative
        result.trim()
        return result
    }

    /// The quotient with at least 40 digits, of which the last ones are cut off.
    func divided(by divisor: Int) -> ExactDecimal {
        guard divisor > 0 else { return .zero }
        var quotient = self
        // Three limbs are more digits than a double has, whatever the divisor is.
        quotient.scale += 4 * Self.width
        quotient.limbs = aligned(to: quotient.scale)
        var rest: UInt128 = 0
        for place in quotient.limbs.indices.reversed() {
            let part = rest * UInt128(Self.base) + UInt128(quotient.limbs[place])
            quotient.limbs[place] = UInt64(part / UInt128(divisor))
            rest = part % UInt128(divisor)
        }
        quotient.trim()
        return quotient
    }

    /// Negative, zero or positive as this number is less than, equal to or greater than another one.
    func order(to other: Self) -> Int {
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let most = max(scale, other.scale)
        let magnitude = Self.order(aligned(to: most), other.aligned(to: most))
        return isNegative ? -magnitude : magnitude
    }

    static func == (one: Self, other: Self) -> Bool { one.order(to: other) == 0 }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
