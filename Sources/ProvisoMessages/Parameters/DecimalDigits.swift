/// The form of a number as text, checked byte by byte.
package struct NumericText {
    package let isWhole: Bool
    /// The number of digits from the first nonzero digit to the last digit.
    package let significantDigits: Int

    /// Parses a string; `nil` if it does not have the form of the other initializer.
    package init?(_ text: String) {
        var text = text
        guard let form = text.withUTF8({ NumericText($0) }) else { return nil }
        self = form
    }

    /// Parses bytes; `nil` if they are not `[+-]? digits* .? digits+ ([eE] [+-]? digits+)?`.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var significant = 0
        func digits() -> Int {
            let first = index
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 {
                if significant > 0 || bytes[index] != UInt8(ascii: "0") { significant += 1 }
                index += 1
            }
            return index - first
        }
        func skip(_ one: UInt8, _ other: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == one || bytes[index] == other else { return false }
            index += 1
            return true
        }
        _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
        var count = digits()
        var whole = count > 0
        if skip(UInt8(ascii: "."), UInt8(ascii: ".")) {
            let fraction = digits()
            if fraction == 0 { return nil }
            count += fraction
            whole = false
        }
        if count == 0 { return nil }
        significantDigits = significant
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            if digits() == 0 { return nil }
            whole = false
        }
        guard index == bytes.count else { return nil }
        isWhole = whole
    }
}

/// The digits of a decimal number, so that numbers of any length compare exactly.
package struct DecimalDigits: Hashable {
    package var isNegative = false
    /// Digits without leading and trailing zeros; empty for zero.
    package var digits: [UInt8] = []
    /// The position of the decimal point, counted from before the first digit.
    package var point = 0

    /// Parses a well-formed number.
    package init(_ text: String) {
        var fraction = 0
        var seenPoint = false
        var exponent = 0
        var bytes = Array(text.utf8)[...]
        if let marker = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            // A larger exponent is as good as infinite; clamping keeps the sums below from overflowing.
            let written = Int(String(decoding: bytes[(marker + 1)...], as: UTF8.self))
            let isSmall = bytes[(marker + 1)...].first == UInt8(ascii: "-")
            exponent = max(-1_000_000_000, min(1_000_000_000, written ?? (isSmall ? .min : .max)))
            bytes = bytes[..<marker]
        }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): seenPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                if seenPoint { fraction += 1 }
            default: break
            }
        }
        point = digits.count - fraction + exponent
        let leading = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leading)
        point -= leading
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty {
            isNegative = false
            point = 0
        }
    }

    /// A well-formed number as JSON writes it: without a plus sign, and with at least one digit before the point.
    package static func plain(_ text: String) -> String {
        let unsigned = text.drop { $0 == "+" || $0 == "-" }
        let digits = unsigned.drop { $0 == "0" }
        let needsZero = digits.first.map { !$0.isNumber } ?? true
        return (text.hasPrefix("-") ? "-" : "") + (needsZero ? "0" : "") + digits
    }

    package var isWhole: Bool { point >= digits.count }

    /// The digits before the decimal point of a number with a fraction.
    package var wholeDigits: ArraySlice<UInt8> { digits.prefix(max(point, 0)) }

    /// The sign and digits of an integer; `nil` if there is a fraction, or an exponent that adds many zeros.
    package var wholeText: String? {
        guard isWhole, point - digits.count <= 64 else { return nil }
        if digits.isEmpty { return "0" }
        let written = digits.map { UInt8(ascii: "0") + $0 } + [UInt8](repeating: 0x30, count: point - digits.count)
        return (isNegative ? "-" : "") + String(decoding: written, as: UTF8.self)
    }

    package func order(to other: DecimalDigits) -> Int {
        if digits.isEmpty || other.digits.isEmpty || isNegative != other.isNegative {
            return sign - other.sign
        }
        let magnitude: Int
        if point != other.point {
            magnitude = point < other.point ? -1 : 1
        } else if digits == other.digits {
            return 0
        } else {
            magnitude = digits.lexicographicallyPrecedes(other.digits) ? -1 : 1
        }
        return isNegative ? -magnitude : magnitude
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}
