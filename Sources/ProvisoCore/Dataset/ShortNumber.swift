internal import ProvisoABI
internal import ProvisoMessages

/// A number with at most 18 digits or 64 bits, which costs no memory: most numbers of data are such.
struct ShortNumber: Sendable {
    /// The digits as an integer.
    let digits: Int64
    /// How many of the digits are after the decimal point.
    let scale: Int

    /// The most digits after the point.
    static let mostPlaces = 18
    /// Powers of ten up to 10^18.
    static let powers: [Int64] = (0..<mostPlaces).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] * 10)
    }

    init(digits: Int64, scale: Int) { (self.digits, self.scale) = (digits, scale) }

    /// The number that a value is, or that its text spells; `nil` for all others.
    ///
    /// A double is read sooner if its digits after the point are as many as `likely`.
    @inline(__always)
    init?(_ raw: proviso_value, likely scale: Int = 0) {
        switch raw.kind {
        case ValueKind.integer.rawValue: self.init(digits: raw.as.integer, scale: 0)
        case ValueKind.double.rawValue: self.init(raw.as.number, likely: scale)
        case ValueKind.text.rawValue:
            guard let start = UnsafeRawPointer(raw.as.text) else { return nil }
            self.init(UnsafeRawBufferPointer(start: start, count: Int(raw.length)))
        default: return nil
        }
    }

    /// The seconds of a date or time in ISO 8601.
    init?(moment raw: proviso_value) {
        guard raw.kind == ValueKind.text.rawValue, let start = UnsafeRawPointer(raw.as.text),
            let moment = ISOReader.moment(
                UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: Int(raw.length)))
        else { return nil }
        self.init(digits: moment.seconds, scale: 0)
    }

    /// The number that the shortest text of a double spells; `nil` for one with many digits.
    init?(_ number: Double, likely scale: Int) {
        // 15 digits stand for one double only, and the division below is exact enough to find it.
        var (places, power) = (scale, Double(Self.powers[scale]))
        while places <= 6 {
            let scaled = number * power
            guard scaled.magnitude < 1e15 else { break }
            let digits = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
            if Double(digits) / power == number {
                self.init(digits: digits, scale: places)
                return
            }
            places += 1
            power *= 10
        }
        if scale == 0 { return nil }
        self.init(number, likely: 0)
    }

    /// Reads up to 18 digits with a sign and a point; `nil` for text of any other form.
    private init?(_ bytes: UnsafeRawBufferPointer) {
        var (digits, count, scale, isBehind) = (0 as Int64, 0, 0, false)
        guard let first = bytes.first, bytes.count <= Self.mostPlaces + 2 else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        for place in (isNegative || first == UInt8(ascii: "+") ? 1 : 0)..<bytes.count {
            let byte = bytes[place]
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
        guard count > 0, count <= Self.mostPlaces, !isBehind || scale > 0 else { return nil }
        self.init(digits: isNegative ? -digits : digits, scale: scale)
    }

    var decimal: ExactDecimal { ExactDecimal(Int128(digits), scale: scale) }

    /// Negative, zero or positive as this number is less than, equal to or greater than another one.
    func order(to other: ShortNumber) -> Int {
        if scale == other.scale { return digits < other.digits ? -1 : digits > other.digits ? 1 : 0 }
        let most = max(scale, other.scale)
        let left = Int128(digits) * Int128(Self.powers[most - scale])
        let right = Int128(other.digits) * Int128(Self.powers[most - other.scale])
        return left < right ? -1 : left > right ? 1 : 0
    }
}
