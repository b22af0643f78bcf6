internal import ProvisoMessages

/// A number of the data as sums take it.
enum MeasuredNumber: Sendable {
    case short(ShortNumber)
    case long(ExactDecimal)

    /// The number that a value is, or that its text spells; `nil` for any other, and for one with too many digits.
    init?(_ value: borrowing Value) {
        if let short = ShortNumber(value.raw) {
            self = .short(short)
        } else if let text = value.text {
            self.init(spelled: text.string)
        } else {
            guard let number = Number(value) else { return nil }
            self.init(spelled: number.plainText)
        }
    }

    init?(_ number: Number) {
        if case .integer(let digits) = number {
            self = .short(ShortNumber(digits: digits, scale: 0))
        } else {
            self.init(spelled: number.plainText)
        }
    }

    private init?(spelled text: String) {
        guard let decimal = ExactDecimal(text) else { return nil }
        self = .long(decimal)
    }

    var decimal: ExactDecimal {
        switch self {
        case .short(let number): number.decimal
        case .long(let decimal): decimal
        }
    }

    /// The number if it is whole and has 64 bits.
    var whole: Int64? {
        if case .short(let number) = self, number.scale == 0 { return number.digits }
        return Int64(decimal.text)
    }

    /// The nearest double.
    var double: Double {
        if case .short(let number) = self, number.digits.magnitude < 1 << 53 {
            return Double(number.digits) / Double(ShortNumber.powers[number.scale])
        }
        return decimal.double
    }

    /// Negative, zero or positive as this number is less than, equal to or greater than another one.
    func order(to other: MeasuredNumber) -> Int {
        if case .short(let own) = self, case .short(let number) = other { return own.order(to: number) }
        return decimal.order(to: other.decimal)
    }
}

/// A sum of decimals that does not depend on their order, and of their squares.
struct ExactSum: Sendable {
    /// The most digits of a stored sum, of which a square has twice as many as a value.
    static let mostDigits = 4 * ExactDecimal.mostDigits

    /// The sums of short numbers, by the digits after their point: these numbers are too few to overflow them.
    private var short = [Int128](repeating: 0, count: ShortNumber.mostPlaces + 1)
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
        squares = withSquares ? Array(repeating: Wide(), count: ShortNumber.mostPlaces + 1) : []
    }

    mutating func add(_ number: MeasuredNumber) {
        switch number {
        case .short(let number): add(number)
        case .long(let decimal):
            long = long + decimal
            if !squares.isEmpty { longSquares = longSquares + decimal * decimal }
        }
    }

    mutating func add(_ number: ShortNumber) {
        short[number.scale] &+= Int128(number.digits)
        if !squares.isEmpty {
            let size = UInt128(number.digits.magnitude)
            squares[number.scale].add(size * size)
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
