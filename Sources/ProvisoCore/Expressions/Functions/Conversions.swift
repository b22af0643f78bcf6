/// `int(…)`, `string(…)` and the other conversions.
enum Conversions {
    static func int(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int: return value
        case .uint(let number): return Int64(exactly: number).map { .int($0) } ?? .error(.overflow)
        case .double(let number):
            // The ends are not exact as doubles: cel-spec excludes them.
            return number > -0x1p63 && number < 0x1p63 ? .int(Int64(number)) : .error(.overflow)
        case .timestamp(let time): return .int(time.seconds)
        case .duration(let time): return .int(Int64(time.total / 1_000_000_000))
        default:
            guard let text = value.string else { return .noOverload }
            guard text.first != "+", let number = Int64(text) else { return failure(text, "an int") }
            return .int(number)
        }
    }

    static func uint(_ value: ExprValue) -> ExprValue {
        switch value {
        case .uint: return value
        case .int(let number): return UInt64(exactly: number).map { .uint($0) } ?? .error(.overflow)
        case .double(let number):
            return number > -1 && number < 0x1p64 && number >= 0 ? .uint(UInt64(number)) : .error(.overflow)
        default:
            guard let text = value.string else { return .noOverload }
            guard text.first != "+", let number = UInt64(text) else { return failure(text, "a uint") }
            return .uint(number)
        }
    }

    static func double(_ value: ExprValue) -> ExprValue {
        switch value {
        case .double: return value
        case .int(let number): return .double(Double(number))
        case .uint(let number): return .double(Double(number))
        default:
            guard let text = value.string else { return .noOverload }
            guard let number = Double(text) else { return failure(text, "a double") }
            return .double(number)
        }
    }

    static func bool(_ value: ExprValue) -> ExprValue {
        if case .bool = value { return value }
        guard let text = value.string else { return .noOverload }
        switch text {
        case "true", "True", "TRUE", "t", "1": return .bool(true)
        case "false", "False", "FALSE", "f", "0": return .bool(false)
        default: return failure(text, "a bool")
        }
    }

    static func string(_ value: ExprValue) -> ExprValue {
        switch value {
        case .string, .text: return value
        case .int(let number): return .string(String(number))
        case .uint(let number): return .string(String(number))
        case .double(let number): return .string(text(number))
        case .bool(let truth): return .string(truth ? "true" : "false")
        case .bytes(let bytes):
            return String(validating: bytes, as: UTF8.self).map { .string($0) }
                ?? .failure(.conversion, "the bytes are not UTF-8")
        case .timestamp(let time): return .string(time.timestampText)
        case .duration(let time): return .string(time.durationText)
        case .address(let address): return .string(address.text)
        case .network(let network): return .string(network.text)
        default: return .noOverload
        }
    }

    /// The shortest text of a number: `1`, `0.5`, `1e+30`, as Go writes it.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        if number == number.rounded(), abs(number) < 1e15 {
            return number == 0 && number.sign == .minus ? "-0" : String(Int64(number))
        }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func bytes(_ value: ExprValue) -> ExprValue {
        if case .bytes = value { return value }
        return value.string.map { .bytes(Array($0.utf8)) } ?? .noOverload
    }

    static func timestamp(_ value: ExprValue) -> ExprValue {
        switch value {
        case .timestamp: return value
        case .int(let seconds):
            let time = ExprTime(seconds: seconds)
            return time.isTimestamp ? .timestamp(time) : .error(.timeRange)
        default:
            guard let text = value.string else { return .noOverload }
            guard let time = ExprTime(timestamp: text) else { return failure(text, "a timestamp of RFC 3339") }
            return .timestamp(time)
        }
    }

    static func duration(_ value: ExprValue) -> ExprValue {
        switch value {
        case .duration: return value
        case .int(let seconds): return Arithmetic.duration(Int128(seconds) * 1_000_000_000)
        default:
            guard let text = value.string else { return .noOverload }
            guard let time = ExprTime(duration: text) else { return failure(text, "a duration, such as 1h30m") }
            return .duration(time)
        }
    }

    static func failure(_ text: String, _ wanted: String) -> ExprValue {
        .failure(.conversion, "'\(text.prefix(60))' is not \(wanted)")
    }

    static func size(_ value: ExprValue) -> ExprValue {
        switch value {
        case .bytes(let bytes): return .int(Int64(bytes.count))
        default:
            if let count = value.listCount ?? value.mapCount { return .int(Int64(count)) }
            return value.withUTF8 { .int(Int64($0.count { $0 & 0xC0 != 0x80 })) } ?? .noOverload
        }
    }
}
