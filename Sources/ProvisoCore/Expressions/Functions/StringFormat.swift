internal import JSONBridge
internal import ProvisoMessages

/// `format`: `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`, `%X`, with a precision for `%f` and `%e`.
struct StringFormat {
    private let format: [Unicode.Scalar]
    private let arguments: [ExprValue]
    private var place = 0
    private var argument = 0
    private var text = ""
    /// Whether only the format is read: the values are not known yet.
    private var isTrial = false

    /// The problem of a format whatever the values are; `nil` if it has none.
    static func fault(in format: String, values count: Int) -> String? {
        var writer = StringFormat(
            format: Array(format.unicodeScalars), arguments: Array(repeating: .null, count: count))
        writer.isTrial = true
        return writer.write()?.reason
    }

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
        guard Self.verbs.contains(verb) else { return ExprError(.argument, "unknown form '%\(verb)'") }
        if isTrial { return nil }
        let written: String?
        switch verb {
        case "s": written = Self.shown(value)
        case "d": written = Self.decimal(value)
        case "f": written = Self.double(value).flatMap { Self.written($0, precision ?? 6) }
        case "e": written = Self.double(value).flatMap { Self.written($0, precision ?? 6, isScientific: true) }
        case "b": written = Self.binary(value)
        case "o": written = Self.radix(value, 8)
        case "x": written = Self.hex(value)
        default: written = Self.hex(value)?.uppercased()
        }
        guard let written else { return ExprError(.argument, "'%\(verb)' cannot show a \(value.typeName)") }
        text += written
        return nil
    }

    private static let verbs = Array("sdfeboxX".unicodeScalars)

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

    /// The most bytes of a double with 1,000 decimals: a sign, 309 digits and a point before them.
    private static let mostBytes: Int32 = 1_312

    /// A number with a number of digits after the point, rounded from its exact value, half to even.
    private static func written(_ number: Double, _ decimals: Int, isScientific: Bool = false) -> String? {
        special(number)
            ?? BridgeText.read(capacity: mostBytes) {
                prv_number_write(number, Int32(decimals), isScientific ? 1 : 0, $0, $1)
            }
    }
}
