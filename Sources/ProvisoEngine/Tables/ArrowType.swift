/// The type of an Arrow column, from the format string of the C data interface.
enum ArrowType: Equatable {
    case null, boolean
    case integer(bytes: Int, isSigned: Bool)
    case float(bytes: Int)
    case decimal(bytes: Int, scale: Int)
    /// With offsets of 4 or 8 bytes.
    case text(offsetBytes: Int)
    case textView
    case days
    case milliseconds
    /// A time of day, in parts of a second.
    case time(perSecond: Int64, bytes: Int)
    case timestamp(perSecond: Int64, hasZone: Bool)
    case list(offsetBytes: Int)
    case fixedList(count: Int)
    case object
    /// A type that no record can have, such as binary data.
    case other(String)

    init(format: String) {
        switch format {
        case "n": self = .null
        case "b": self = .boolean
        case "c", "C": self = .integer(bytes: 1, isSigned: format == "c")
        case "s", "S": self = .integer(bytes: 2, isSigned: format == "s")
        case "i", "I": self = .integer(bytes: 4, isSigned: format == "i")
        case "l", "L": self = .integer(bytes: 8, isSigned: format == "l")
        case "e": self = .float(bytes: 2)
        case "f": self = .float(bytes: 4)
        case "g": self = .float(bytes: 8)
        case "u": self = .text(offsetBytes: 4)
        case "U": self = .text(offsetBytes: 8)
        case "vu": self = .textView
        case "tdD": self = .days
        case "tdm": self = .milliseconds
        case "+l": self = .list(offsetBytes: 4)
        case "+L": self = .list(offsetBytes: 8)
        case "+s": self = .object
        default: self = Self.parametric(format) ?? .other(format)
        }
    }

    /// The types whose format has a parameter.
    private static func parametric(_ format: String) -> ArrowType? {
        if format.hasPrefix("tt"), let unit = unit(format.dropFirst(2)) {
            return .time(perSecond: unit, bytes: unit > 1000 ? 8 : 4)
        }
        if format.hasPrefix("ts") {
            let parts = format.dropFirst(2).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let unit = unit(first) else { return nil }
            return .timestamp(perSecond: unit, hasZone: parts.count == 2 && !parts[1].isEmpty)
        }
        if format.hasPrefix("+w:") { return Int(format.dropFirst(3)).flatMap { $0 >= 0 ? .fixedList(count: $0) : nil } }
        guard format.hasPrefix("d:") else { return nil }
        let numbers = format.dropFirst(2).split(separator: ",").compactMap { Int($0) }
        guard numbers.count >= 2, (0...76).contains(numbers[1]) else { return nil }
        let bits = numbers.count > 2 ? numbers[2] : 128
        return [32, 64, 128].contains(bits) ? .decimal(bytes: bits / 8, scale: numbers[1]) : nil
    }

    private static func unit(_ letter: some StringProtocol) -> Int64? {
        switch letter {
        case "s": 1
        case "m": 1000
        case "u": 1_000_000
        case "n": 1_000_000_000
        default: nil
        }
    }
}

extension ArrowType {
    /// Whether values are strings.
    var isText: Bool {
        switch self {
        case .text, .textView: true
        default: false
        }
    }
}
