/// `format`: `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`, `%X`, with a precision for `%f` and `%e`.
struct StringFormat {
    private let format: [Unicode.Scalar]
    private let arguments: [ExprValue]
    private var place = 0
    private var argument = 0
    private var text = ""

    static func format(_ format: ExprValue, _ arguments: ExprValue) -> ExprValue {
        guard let text = StringFunctions.scalars(format), let items = arguments.listItems else { return .noOverload }
        var writer = StringFormat(format: text, arguments: items)
        if let failure = writer.write() { return .error(failure) }
        return .string(writer.text)
    }

    private init(format: [Unicode.Scalar], arguments: [ExprValue]) {
        (self.format, self.arguments) = (format, arguments)
    }

    private mutating func write() -> ExprError? {
        while place < format.count {
            guard format[place] == "%" else {
                text.unicodeScalars.append(format[place])
                place += 1
                continue
            }
            place += 1
            guard place < format.count else { return ExprError(.argument, "the format ends after '%'") }
            if format[place] == "%" {
                text += "%"
                place += 1
                continue
            }
            if let failure = writeArgument() { return failure }
        }
        return nil
    }

    private mutating func writeArgument() -> ExprError? {
        var precision: Int?
        if format[place] == "." {
            place += 1
            var digits = ""
            while place < format.count, ("0"..."9").contains(format[place]) {
                digits.unicodeScalars.append(format[place])
                place += 1
            }
            guard let number = Int(digits), number <= 1000 else {
                return ExprError(.argument, "a precision is missing")
            }
            precision = number
        }
        guard place < format.count else { return ExprError(.argument, "the format ends after '%'") }
        guard argument < arguments.count else { return ExprError(.argument, "the format has more places than values") }
        let value = arguments[argument]
        argument += 1
        let verb = format[place]
        place += 1
        let written: String?
        switch verb {
        case "s": written = Self.shown(value)
        case "d": written = Self.decimal(value)
        case "f": written = Self.double(value).map { Self.fixed($0, precision ?? 6) }
        case "e": written = Self.double(value).map { Self.scientific($0, precision ?? 6) }
        case "b": written = Self.binary(value)
        case "o": written = Self.radix(value, 8)
        case "x": written = Self.hex(value)
        case "X": written = Self.hex(value)?.uppercased()
        default: return ExprError(.argument, "unknown form '%\(verb)'")
        }
        guard let written else { return ExprError(.argument, "'%\(verb)' cannot show a \(value.typeName)") }
        text += written
        return nil
    }

    private static func special(_ number: Double) -> String? {
        number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : nil
    }

    private static func double(_ value: ExprValue) -> Double? {
        switch value {
        case .double(let number): return number
        case .int(let number): return Double(number)
        case .uint(let number): return Double(number)
        default:
            switch value.string {
            case "NaN": return .nan
            case "Infinity": return .infinity
            case "-Infinity": return -.infinity
            default: return nil
            }
        }
    }

    private static func decimal(_ value: ExprValue) -> String? {
        switch value {
        case .int(let number): String(number)
        case .uint(let number): String(number)
        case .double(let number): special(number) ?? plain(number)
        default: double(value).flatMap { special($0) }
        }
    }

    private static func plain(_ number: Double) -> String { Conversions.text(number) }

    private static func radix(_ value: ExprValue, _ radix: Int) -> String? {
        switch value {
        case .int(let number): String(number, radix: radix)
        case .uint(let number): String(number, radix: radix)
        default: nil
        }
    }

    private static func binary(_ value: ExprValue) -> String? {
        if case .bool(let truth) = value { return truth ? "1" : "0" }
        return radix(value, 2)
    }

    private static func hex(_ value: ExprValue) -> String? {
        var bytes: [UInt8]?
        if case .bytes(let own) = value { bytes = own }
        bytes = bytes ?? value.string.map { Array($0.utf8) }
        guard let bytes else { return radix(value, 16) }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A number as `%s` shows it.
    private static func shown(_ value: ExprValue) -> String? {
        switch value {
        case .null: return "null"
        case .type(let name): return name
        case .double(let number): return special(number) ?? plain(number)
        case .optional, .error, .address, .network: return nil
        case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
        default: break
        }
        if let items = value.listItems {
            let shown = items.map { Self.shown($0) }
            return shown.contains(nil) ? nil : "[" + shown.compactMap { $0 }.joined(separator: ", ") + "]"
        }
        if let count = value.mapCount {
            var entries: [(String, String)] = []
            for index in 0..<count {
                let (key, value) = value.entry(index)
                guard let key = Self.shown(key), let value = Self.shown(value) else { return nil }
                entries.append((key, value))
            }
            return "{" + entries.sorted { $0.0 < $1.0 }.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + "}"
        }
        return Conversions.string(value).string
    }

    /// The digits of a number with a number of them after the point, rounded from its exact value, half to even.
    private static func fixed(_ number: Double, _ precision: Int) -> String {
        if let special = special(number) { return special }
        let digits = ExactDecimal(number.magnitude).rounded(precision)
        let padded = String(repeating: "0", count: max(0, precision + 1 - digits.count)) + digits
        let sign = number.sign == .minus ? "-" : ""
        return sign + padded.dropLast(precision) + (precision > 0 ? "." + padded.suffix(precision) : "")
    }

    private static func scientific(_ number: Double, _ precision: Int) -> String {
        if let special = special(number) { return special }
        let exact = ExactDecimal(number.magnitude)
        var exponent = number == 0 ? 0 : exact.exponent
        var digits = exact.rounded(precision - exponent)
        if digits.count > precision + 1 {
            exponent += 1
            digits = String(digits.dropLast())
        }
        digits = digits + String(repeating: "0", count: max(0, precision + 1 - digits.count))
        let power = String(exponent.magnitude)
        return (number.sign == .minus ? "-" : "") + digits.prefix(1) + (precision > 0 ? "." + digits.dropFirst() : "")
            + "e" + (exponent < 0 ? "-" : "+") + (power.count < 2 ? "0" : "") + power
    }
}

/// All decimal digits of a double.
struct ExactDecimal {
    /// The digits before the point, without leading zeros, then those after it.
    private let whole: [UInt8]
    private let fraction: [UInt8]

    init(_ number: Double) {
        // The significand, as digits, doubled or halved as often as the exponent says.
        var whole = String(number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)).utf8.map { $0 - 48 }
        var fraction: [UInt8] = []
        let power = number == 0 ? 0 : max(Int(number.exponentBitPattern), 1) - 1075
        for _ in 0..<max(0, power) {
            var carry: UInt8 = 0
            for index in whole.indices.reversed() {
                let doubled = whole[index] * 2 + carry
                (whole[index], carry) = (doubled % 10, doubled / 10)
            }
            if carry > 0 { whole.insert(carry, at: 0) }
        }
        for _ in 0..<max(0, -power) {
            var rest: UInt8 = 0
            for index in whole.indices {
                let value = whole[index] + rest * 10
                (whole[index], rest) = (value / 2, value % 2)
            }
            for index in fraction.indices {
                let value = fraction[index] + rest * 10
                (fraction[index], rest) = (value / 2, value % 2)
            }
            if rest > 0 { fraction.append(5) }
        }
        self.whole = Array(whole.drop { $0 == 0 })
        self.fraction = fraction
    }

    /// The power of ten of the first digit.
    var exponent: Int {
        whole.isEmpty ? -1 - (fraction.firstIndex { $0 > 0 } ?? 0) : whole.count - 1
    }

    /// The digits without a point, rounded half to even after that many decimals; a negative number of decimals rounds before the point.
    func rounded(_ precision: Int) -> String {
        let all = whole + fraction
        let kept = whole.count + precision
        var digits = kept <= 0 ? [] : Array(all.prefix(kept)) + [UInt8](repeating: 0, count: max(0, kept - all.count))
        let rest = kept < 0 ? [0] : all.dropFirst(kept)
        let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
        if (rest.first ?? 0) > 5 || rest.first == 5 && (!isHalf || (digits.last ?? 0) % 2 == 1) {
            var index = digits.count - 1
            while index >= 0, digits[index] == 9 {
                digits[index] = 0
                index -= 1
            }
            if index >= 0 { digits[index] += 1 } else { digits.insert(1, at: 0) }
        }
        let shown = digits.drop { $0 == 0 }
        return shown.isEmpty ? "0" : String(decoding: shown.map { $0 + 48 }, as: UTF8.self)
    }
}
