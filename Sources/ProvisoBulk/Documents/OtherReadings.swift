internal import Proviso

/// Values that readers of YAML 1.1 take for something else.
struct OtherReadings {
    /// What such a reader takes a value for.
    enum Kind: String {
        case boolean = "this string for a Boolean"
        case sixties = "this string for a number to the base 60"
        case number = "this string for a number"
        case octal = "this number for an octal one"
        case string = "this number for a string"
        case date = "this string for a date"
    }

    /// The first such value, and how many there are.
    private(set) var first: (offset: Int, kind: Kind)?
    private(set) var count = 0

    /// Adds those of a later document.
    mutating func add(_ other: OtherReadings) {
        first = first ?? other.first
        count += other.count
    }

    /// Looks at a scalar without quotes.
    mutating func look(at text: UnsafeRawBufferPointer, _ offset: Int) {
        guard text.count > 1, let kind = Self.kind(text) else { return }
        if first == nil { first = (offset, kind) }
        count += 1
    }

    /// `y` and `n` are Booleans in the specification, but not in the readers that people use.
    private static let words: Set<String> = [
        "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
    ]

    private static func kind(_ text: UnsafeRawBufferPointer) -> Kind? {
        switch text[0] {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "o"),
            UInt8(ascii: "O"):
            return text.count <= 3 && words.contains(String(decoding: text, as: UTF8.self)) ? .boolean : nil
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return text.count <= 64 ? number(String(decoding: text, as: UTF8.self)) : nil
        default: return nil
        }
    }

    /// The numbers and dates of YAML 1.1 that are others in YAML 1.2.
    private static func number(_ text: String) -> Kind? {
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard text.count - digits.count < 2, let first = digits.first else { return nil }
        let isSigned = digits.count < text.count
        if digits.allSatisfy(\.isASCIIDigit) {
            guard first == "0", digits.count > 1 else { return nil }
            return digits.contains { $0 > "7" } ? .string : .octal
        }
        if isDate(text) { return .date }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count > 1 { return isSixties(parts) ? .sixties : nil }
        if digits.hasPrefix("0o") {
            return !isSigned && digits.dropFirst(2).allSatisfy { "0"..."7" ~= $0 } ? .string : nil
        }
        if digits.hasPrefix("0b") { return digits.dropFirst(2).allSatisfy { "01_".contains($0) } ? .number : nil }
        if digits.hasPrefix("0x") {
            let isNumber = digits.dropFirst(2).allSatisfy { $0.isHexDigit || $0 == "_" }
            return isNumber && (isSigned || digits.contains("_")) ? .number : nil
        }
        guard first.isASCIIDigit || first == ".", digits.allSatisfy({ $0.isASCIIDigit || "._eE+-".contains($0) }) else {
            return nil
        }
        return decimal(digits)
    }

    private static func decimal(_ digits: Substring) -> Kind? {
        let plain = Array(digits.utf8.filter { $0 != UInt8(ascii: "_") })
        let core = plain.withUnsafeBytes { bytes in
            switch CoreScalar(bytes) {
            case .number, .respelled: true
            default: false
            }
        }
        guard core else { return nil }
        let exponent = digits.firstIndex { $0 == "e" || $0 == "E" }
        if digits.contains("_") { return exponent == nil ? .number : nil }
        guard let exponent else { return nil }
        let isSigned = digits[exponent...].dropFirst().first.map { $0 == "+" || $0 == "-" } ?? false
        return digits[..<exponent].contains(".") && isSigned ? nil : .string
    }

    /// Whether text begins as `2001-12-14`, and is a date or a date with a time.
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count),
            (parts[0] + parts[1]).allSatisfy(\.isASCIIDigit)
        else { return false }
        let day = parts[2].prefix(while: \.isASCIIDigit)
        let time = parts[2].dropFirst(day.count)
        guard (1...2).contains(day.count) else { return false }
        return time.isEmpty
            ? day.count == 2 && parts[1].count == 2 : "tT \t".contains(time.first ?? "-") && time.contains(":")
    }

    private static func isSixties(_ parts: [Substring]) -> Bool {
        guard let first = parts.first, let lead = first.first, "1"..."9" ~= lead,
            first.allSatisfy({ $0.isASCIIDigit || $0 == "_" })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            let whole = part.prefix(while: \.isASCIIDigit)
            return (1...2).contains(whole.count) && whole.count == part.count
                && (whole.count == 1 || whole.first.map { $0 < "6" } ?? false)
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
