internal import ProvisoABI
internal import ProvisoMessages

/// A number of the data as sums take it: most have few digits, and cost no memory.
enum MeasuredNumber: Sendable {
    /// `digits` with `scale` of them after the decimal point.
    case short(digits: Int64, scale: Int)
    case long(ExactDecimal)

    /// The most digits after the point of a short number.
    static let mostPlaces = 18

    /// Powers of ten up to 10^18.
    static let powers: [Int64] = (0..<mostPlaces).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] * 10)
    }

    /// The number that a value is, or that its text spells; `nil` for any other, and for one with too many digits.
    init?(_ value: borrowing Value) {
        switch value.kind {
        case .integer: self = .short(digits: value.raw.as.integer, scale: 0)
        case .double: self.init(value.raw.as.number)
        case .text:
            guard let text = value.text else { return nil }
            if let short = Self.short(text.buffer) { self = short } else { self.init(spelled: text.string) }
        default:
            guard let number = Number(value) else { return nil }
            self.init(spelled: number.plainText)
        }
    }

    init?(_ number: Number) {
        if case .integer(let digits) = number {
            self = .short(digits: digits, scale: 0)
        } else {
            self.init(spelled: number.plainText)
        }
    }

    /// The number that the shortest text of a double spells.
    init?(_ number: Double) {
        // 15 digits stand for one double only, and the division below is exact enough to find it.
        var (scale, power) = (0, 1.0)
        while scale <= 6 {
            let digits = (number * power).rounded()
            if digits.magnitude < 1e15, digits / power == number {
                self = .short(digits: Int64(digits), scale: scale)
                return
            }
            scale += 1
            power *= 10
        }
        guard number.isFinite else { return nil }
        self.init(spelled: "\(number)")
    }

    private init?(spelled text: String) {
        guard let decimal = ExactDecimal(text) else { return nil }
        self = .long(decimal)
    }

    /// Reads up to 18 digits with a sign and a point; `nil` for text of any other form.
    private static func short(_ bytes: UnsafeBufferPointer<UInt8>) -> MeasuredNumber? {
        var (digits, count, scale, isBehind) = (0 as Int64, 0, 0, false)
        let isNegative = bytes.first == UInt8(ascii: "-")
        for byte in isNegative || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...] {
            if byte &- UInt8(ascii: "0") < 10 {
                digits = digits &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
                count += 1
                if isBehind { scale += 1 }
            } else if byte == UInt8(ascii: "."), !isBehind {
                isBehind = true
            } else {
                return nil
            }
        }
        guard count > 0, count <= mostPlaces, !isBehind || scale > 0 else { return nil }
        return .short(digits: isNegative ? -digits : digits, scale: scale)
    }

    var decimal: ExactDecimal {
        switch self {
        case .short(let digits, let scale): ExactDecimal(Int128(digits), scale: scale)
        case .long(let decimal): decimal
        }
    }

    /// The number if it is whole and has 64 bits.
    var whole: Int64? {
        if case .short(let digits, 0) = self { return digits }
        return Int64(decimal.text)
    }

    /// The nearest double.
    var double: Double {
        if case .short(let digits, let scale) = self, digits.magnitude < 1 << 53 {
            return Double(digits) / Double(Self.powers[scale])
        }
        return decimal.double
    }

    /// Negative, zero or positive as this number is less than, equal to or greater than another one.
    func order(to other: MeasuredNumber) -> Int {
        guard case .short(let digits, let scale) = self, case .short(let others, let otherScale) = other else {
            return decimal.order(to: other.decimal)
        }
        let most = max(scale, otherScale)
        let left = Int128(digits) * Int128(Self.powers[most - scale])
        let right = Int128(others) * Int128(Self.powers[most - otherScale])
        return left < right ? -1 : left > right ? 1 : 0
    }
}

/// A sum of decimals that does not depend on their order, and of their squares.
struct ExactSum: Sendable {
    /// The most digits of a stored sum, of which a square has twice as many as a value.
    static let mostDigits = 4 * ExactDecimal.mostDigits

    /// The sums of short numbers, by the digits after their point: these numbers are too few to overflow them.
    private var short = [Int128](repeating: 0, count: MeasuredNumber.mostPlaces + 1)
    private var long = ExactDecimal.zero
    private var squares: [Wide]
    private var longSquares = ExactDecimal.zero

    /// A sum of squares of short numbers.
    private struct Wide {
        var low: UInt128 = 0
        var high: UInt64 = 0

        mutating func add(_ number: UInt128, _ carried: UInt64 = 0) {
            let (sum, overflow) = low.addingReportingOverflow(number)
            (low, high) = (sum, high &+ carried &+ (overflow ? 1 : 0))
        }

        func decimal(scale: Int) -> ExactDecimal {
            // 2^126 twice four times: an Int128 holds no 2^128.
            let part = ExactDecimal(Int128(1) << 126, scale: 0)
            let lower = ExactDecimal(Int128(low >> 2), scale: 0) * ExactDecimal(4) + ExactDecimal(Int(low & 3))
            let all = ExactDecimal(Int128(high), scale: 0) * part * ExactDecimal(4) + lower
            return all * ExactDecimal(1, scale: scale)
        }
    }

    init(withSquares: Bool) {
        squares = withSquares ? Array(repeating: Wide(), count: MeasuredNumber.mostPlaces + 1) : []
    }

    mutating func add(_ number: MeasuredNumber) {
        switch number {
        case .short(let digits, let scale):
            short[scale] &+= Int128(digits)
            if !squares.isEmpty {
                let size = UInt128(digits.magnitude)
                squares[scale].add(size * size)
            }
        case .long(let decimal):
            long = long + decimal
            if !squares.isEmpty { longSquares = longSquares + decimal * decimal }
        }
    }

    mutating func merge(_ other: ExactSum) {
        for scale in short.indices { short[scale] &+= other.short[scale] }
        for scale in squares.indices { squares[scale].add(other.squares[scale].low, other.squares[scale].high) }
        long = long + other.long
        longSquares = longSquares + other.longSquares
    }

    /// Adds what another sum was.
    mutating func add(sum: ExactDecimal, squares: ExactDecimal) {
        long = long + sum
        longSquares = longSquares + squares
    }

    var sum: ExactDecimal {
        short.indices.reduce(long) { $0 + ExactDecimal(short[$1], scale: $1) }
    }

    var sumOfSquares: ExactDecimal {
        squares.indices.reduce(longSquares) { $0 + squares[$1].decimal(scale: 2 * $1) }
    }
}
