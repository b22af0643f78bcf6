internal import ProvisoABI
internal import ProvisoMessages

/// A number without loss of precision: integers never become floating-point numbers.
public enum Number: Sendable, Hashable {
    /// An integer that fits a signed 64-bit number.
    case integer(Int64)
    /// An integer that fits only an unsigned 64-bit number.
    case unsigned(UInt64)
    /// A floating-point number.
    case double(Double)
    /// Plain decimal text with an optional sign, fraction and exponent.
    case decimal(String)
}

extension Number {
    /// The number of a value, `nil` if the value is not a finite number.
    public init?(_ value: borrowing Value) {
        switch value.kind {
        case .integer: self = .integer(value.raw.as.integer)
        case .unsigned: self = .unsigned(value.raw.as.unsigned_integer)
        case .double:
            guard value.raw.as.number.isFinite else { return nil }
            self = .double(value.raw.as.number)
        case .decimal:
            guard let text = value.decimalText else { return nil }
            self = .decimal(text.string)
        default: return nil
        }
    }

    /// The number of an owned value, `nil` if the value is not a finite number.
    public init?(_ value: AnyValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number) where number.isFinite: self = .double(number)
        case .decimal(let text): self = .decimal(text)
        default: return nil
        }
    }

    /// Reads a numeric string: a sign, digits, a fraction and an exponent, of which only the digits are required (`.5` too).
    ///
    /// Nothing may come before or after it. Independent of locales: the decimal separator is a full stop.
    public init?(text: borrowing BorrowedText) {
        guard let form = NumericText(text.buffer) else { return nil }
        if form.isWhole, text.count <= 18 {
            var magnitude: Int64 = 0
            for byte in text.buffer where byte >= UInt8(ascii: "0") { magnitude = magnitude * 10 + Int64(byte & 15) }
            self = .integer(text.buffer.first == UInt8(ascii: "-") ? -magnitude : magnitude)
            return
        }
        self.init(numeric: text.string, form: form)
    }

    /// Reads numeric text, as `init(text:)` does.
    public init?(_ string: String) {
        var string = string
        let number = string.withUTF8 { bytes in
            bytes.baseAddress.flatMap { Number(text: BorrowedText(unsafeStart: $0, count: bytes.count)) }
        }
        guard let number else { return nil }
        self = number
    }

    private init(numeric string: String, form: NumericText) {
        if form.isWhole, let number = Int64(string) {
            self = .integer(number)
        } else if form.isWhole, let number = UInt64(string) {
            self = .unsigned(number)
        } else if !form.isWhole, form.significantDigits <= 17, let number = Self.kept(string, form) {
            self = .double(number)
        } else {
            self = .decimal(DecimalDigits.plain(string))
        }
    }

    /// The double whose shortest text is what was written: there is one up to 15 digits, unless it would be tiny.
    private static func kept(_ string: String, _ form: NumericText) -> Double? {
        guard let number = Double(string), number.isFinite else { return nil }
        if form.significantDigits <= 15, number.isNormal { return number }
        return DecimalDigits("\(number)") == DecimalDigits(string) ? number : nil
    }

    /// Whether the number has a value: not one that is infinite or none, nor decimal text that spells no number.
    package var isFinite: Bool {
        switch self {
        case .integer, .unsigned: true
        case .double(let number): number.isFinite
        case .decimal(let text): NumericText(text) != nil
        }
    }

    /// A number without a fraction in the kind of integers, where one holds it; `nil` for one with a fraction.
    package var whole: Number? {
        guard isWhole else { return nil }
        switch self {
        case .integer, .unsigned: return self
        case .double(let number) where number.magnitude < 0x1p53: return .integer(Int64(number))
        // Beyond that a double stands for its shortest text, which may be another integer than its exact value.
        case .double:
            guard let digits = DecimalDigits(plainText).wholeText else { return self }
            return Int64(digits).map { .integer($0) } ?? UInt64(digits).map { .unsigned($0) } ?? self
        case .decimal(let text):
            guard let digits = DecimalDigits(text).wholeText else { return self }
            return Int64(digits).map { .integer($0) } ?? UInt64(digits).map { .unsigned($0) } ?? .decimal(digits)
        }
    }

    /// The distance between adjacent numbers of a number of digits near this one, a power of ten.
    package func step(ofDigits digits: Int, atLeast exponent: Int) -> Number {
        Number("1e\(max(exponent, DecimalDigits(plainText).point - digits))") ?? 1
    }

    /// Whether the number has no fraction; 5.0 has none.
    public var isWhole: Bool {
        switch self {
        case .integer, .unsigned: true
        case .double(let number): number.isFinite && number == number.rounded(.towardZero)
        case .decimal(let text): DecimalDigits(text).isWhole
        }
    }
}

extension Number {
    /// Whether no integer is between two numbers, of which `least` is not above `most`.
    static func noInteger(from least: Number, to most: Number) -> Bool {
        let (low, high) = (DecimalDigits(least.plainText), DecimalDigits(most.plainText))
        if low.isWhole || high.isWhole || low.isNegative != high.isNegative { return false }
        return low.wholeDigits == high.wholeDigits
    }
}

extension Number: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates the value from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates the value from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension Number: Comparable {
    /// Equal in value: 1, 1.0 and 1e0 are.
    public static func == (left: Number, right: Number) -> Bool { left.order(to: right) == 0 }
    /// Whether the first value is less.
    public static func < (left: Number, right: Number) -> Bool { left.order(to: right) < 0 }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DecimalDigits(plainText))
    }

    /// Negative, zero or positive as this number is less than, equal to or greater than another one.
    func order(to other: Number) -> Int {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.unsigned(let left), .unsigned(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.double(let left), .double(let right)) where left.isFinite && right.isFinite:
            left < right ? -1 : left > right ? 1 : 0
        case (.integer(let left), .unsigned(let right)):
            left < 0 || UInt64(left) < right ? -1 : UInt64(left) > right ? 1 : 0
        case (.unsigned, .integer), (.double, .integer): -other.order(to: self)
        case (.integer(let left), .double(let right)) where left.magnitude < 1 << 53 && right.isFinite:
            Double(left) < right ? -1 : Double(left) > right ? 1 : 0
        case _ where rank != 0 || other.rank != 0: (rank - other.rank).signum()
        default: DecimalDigits(plainText).order(to: DecimalDigits(other.plainText))
        }
    }

    /// Infinities and "not a number" are beyond all others, which have digits to compare.
    private var rank: Int {
        guard case .double(let number) = self, !number.isFinite else { return 0 }
        return number.isNaN ? 2 : number < 0 ? -1 : 1
    }

    /// The shortest decimal text that stands for the number.
    public var plainText: String {
        switch self {
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .double(let number): "\(number)"
        case .decimal(let text): text
        }
    }
}
