/// What a scalar without quotes means by the core schema of YAML 1.2: `no` and `1:30` are strings.
package enum CoreScalar: Equatable {
    case null
    case boolean(Bool)
    /// A number, spelled as in JSON.
    case number
    /// A number in another spelling, such as `0x1F` or `.5`, with the one of JSON.
    case respelled(String)
    case infinity(isNegative: Bool)
    case notANumber
    case string

    /// Longer numbers in hexadecimal or octal digits are strings: it takes quadratic time to convert them.
    private static let mostDigits = 1000

    package init(_ text: UnsafeRawBufferPointer) {
        guard let first = text.first else {
            self = .null
            return
        }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            self = Self.number(text) ?? Self.word(text)
        case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
            UInt8(ascii: "f"), UInt8(ascii: "F"):
            self = Self.word(text)
        default: self = .string
        }
    }

    private static func word(_ text: UnsafeRawBufferPointer) -> CoreScalar {
        guard text.count <= 5 else { return .string }
        switch String(decoding: text, as: UTF8.self) {
        case "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity(isNegative: false)
        case "-.inf", "-.Inf", "-.INF": return .infinity(isNegative: true)
        case ".nan", ".NaN", ".NAN": return .notANumber
        default: return .string
        }
    }

    private static func number(_ text: UnsafeRawBufferPointer) -> CoreScalar? {
        var at = 0
        func digits() -> Range<Int> {
            let start = at
            while at < text.count, text[at] &- UInt8(ascii: "0") < 10 { at += 1 }
            return start..<at
        }
        let sign = text[0] == UInt8(ascii: "-") ? "-" : ""
        let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
        if isSigned { at = 1 }
        let whole = digits()
        if !isSigned, whole == 0..<1, text[0] == UInt8(ascii: "0"), let number = radixNumber(text) {
            return .respelled(number)
        }
        let hasPoint = at < text.count && text[at] == UInt8(ascii: ".")
        if hasPoint { at += 1 }
        let fraction = hasPoint ? digits() : at..<at
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let exponent = at
        if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
            if digits().isEmpty { return nil }
        }
        guard at == text.count else { return nil }
        let isPadded = whole.count > 1 && text[whole.lowerBound] == UInt8(ascii: "0")
        if text[0] != UInt8(ascii: "+"), !whole.isEmpty, !isPadded, hasPoint != fraction.isEmpty { return .number }
        func part(_ range: Range<Int>) -> String {
            String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
        }
        let first = whole.first { text[$0] != UInt8(ascii: "0") } ?? whole.upperBound
        let integer = first < whole.upperBound ? part(first..<whole.upperBound) : "0"
        let decimals = hasPoint ? "." + (fraction.isEmpty ? "0" : part(fraction)) : ""
        return .respelled(sign + integer + decimals + part(exponent..<at))
    }

    /// Reads `0x1F` and `0o17`.
    private static func radixNumber(_ text: UnsafeRawBufferPointer) -> String? {
        guard text.count > 2, text.count <= mostDigits else { return nil }
        let radix: UInt64 = text[1] == UInt8(ascii: "x") ? 16 : text[1] == UInt8(ascii: "o") ? 8 : 0
        guard radix > 0 else { return nil }
        // Groups of nine decimal digits, the last one first.
        var groups: [UInt64] = [0]
        for byte in text[2...] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
            var carry = UInt64(digit)
            for index in groups.indices {
                carry += groups[index] * radix
                groups[index] = carry % 1_000_000_000
                carry /= 1_000_000_000
            }
            if carry > 0 { groups.append(carry) }
        }
        return groups.dropLast().reversed().reduce("\(groups[groups.count - 1])") { text, group in
            let digits = String(group)
            return text + String(repeating: "0", count: 9 - digits.count) + digits
        }
    }
}
