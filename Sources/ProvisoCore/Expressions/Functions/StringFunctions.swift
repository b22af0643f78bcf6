/// The functions of cel-go's string extension; places count code points.
enum StringFunctions {
    static func scalars(_ value: ExprValue) -> [Unicode.Scalar]? { value.string.map { Array($0.unicodeScalars) } }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> ExprValue {
        .string(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
    }

    private static var outside: ExprValue { .failure(.range, "the index is outside the string") }

    static func charAt(_ value: ExprValue, _ index: ExprValue) -> ExprValue {
        guard let text = scalars(value), case .int(let index) = index else { return .noOverload }
        guard index >= 0, index <= text.count else { return outside }
        return index == text.count ? .string("") : string([text[Int(index)]])
    }

    static func substring(_ value: [ExprValue]) -> ExprValue {
        guard let text = scalars(value[0]), case .int(let start) = value[1] else { return .noOverload }
        var end = Int64(text.count)
        if value.count > 2 {
            guard case .int(let last) = value[2] else { return .noOverload }
            end = last
        }
        guard start >= 0, start <= text.count, end >= 0, end <= text.count, start <= end else { return outside }
        return string(text[Int(start)..<Int(end)])
    }

    /// The first or last place of a string in another, -1 if there is none.
    static func index(_ value: [ExprValue], last: Bool) -> ExprValue {
        guard let text = scalars(value[0]), let sought = scalars(value[1]) else { return .noOverload }
        var start: Int64 = last ? Int64(text.count) : 0
        if value.count > 2 {
            guard case .int(let place) = value[2] else { return .noOverload }
            start = place
            guard start >= 0, start <= text.count else { return outside }
        }
        if sought.isEmpty { return .int(start) }
        guard sought.count <= text.count else { return .int(-1) }
        guard last else { return .int(Int64(LinearSearch(sought).first(in: text, from: Int(start)) ?? -1)) }
        // Backwards, from the end of the last place where it may begin.
        let end = min(Int(start), text.count - sought.count) + sought.count
        let found = LinearSearch(sought.reversed()).first(in: text[..<end].reversed())
        return .int(Int64(found.map { end - $0 - sought.count } ?? -1))
    }

    static func join(_ list: ExprValue, _ separator: ExprValue) -> ExprValue {
        guard let items = list.listItems, let separator = separator.string else { return .noOverload }
        var texts: [String] = []
        var size = 0
        for item in items {
            guard let text = item.string else { return .noOverload }
            size += text.utf8.count + (texts.isEmpty ? 0 : separator.utf8.count)
            guard size <= mostMade else { return .error(.cost) }
            texts.append(text)
        }
        return .string(texts.joined(separator: separator))
    }

    /// What is written between and instead of the places where a string is found; between all characters if it is empty.
    static func replace(_ value: [ExprValue]) -> ExprValue {
        guard let text = value[0].string, let sought = value[1].string, let other = value[2].string else {
            return .noOverload
        }
        var limit = Int.max
        if value.count > 3 {
            guard case .int(let most) = value[3] else { return .noOverload }
            if most >= 0 { limit = Int(most) }
        }
        let bytes = Array(text.utf8)
        let places =
            sought.isEmpty
            ? Array(boundaries(bytes).prefix(limit))
            : LinearSearch(Array(sought.utf8)).all(in: bytes, limit: limit)
        guard places.count <= mostMade / max(other.utf8.count, 1) else { return .error(.cost) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + places.count * other.utf8.count)
        var start = 0
        for place in places {
            result += bytes[start..<place]
            result += other.utf8
            start = place + sought.utf8.count
        }
        return .string(String(decoding: result + bytes[start...], as: UTF8.self))
    }

    /// The most bytes that one call makes.
    private static let mostMade = 16 << 20

    /// The places before each character, and the end.
    private static func boundaries(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    }

    static func split(_ value: [ExprValue]) -> ExprValue {
        guard let text = value[0].string, let separator = value[1].string else { return .noOverload }
        var limit = Int.max
        if value.count > 2 {
            guard case .int(let most) = value[2] else { return .noOverload }
            if most >= 0 { limit = Int(most) }
        }
        if limit == 0 { return .list(ExprList([])) }
        let bytes = Array(text.utf8)
        let places =
            separator.isEmpty
            ? Array(boundaries(bytes).dropFirst().dropLast().prefix(limit - 1))
            : LinearSearch(Array(separator.utf8)).all(in: bytes, limit: limit - 1)
        if separator.isEmpty, bytes.isEmpty { return .list(ExprList([])) }
        var parts: [ExprValue] = []
        var start = 0
        for place in places + [bytes.count] {
            parts.append(.string(String(decoding: bytes[start..<place], as: UTF8.self)))
            start = place + separator.utf8.count
        }
        return .list(ExprList(parts))
    }

    static func trim(_ value: ExprValue) -> ExprValue {
        guard let text = scalars(value) else { return .noOverload }
        let start = text.drop { $0.properties.isWhitespace }
        let end = start.lastIndex { !$0.properties.isWhitespace }
        return string(end.map { start[...$0] } ?? [])
    }

    static func ascii(_ value: ExprValue, upper: Bool) -> ExprValue {
        guard let text = value.string else { return .noOverload }
        let first = UInt8(ascii: upper ? "a" : "A")
        return .string(
            String(decoding: text.utf8.map { first <= $0 && $0 < first + 26 ? $0 ^ 0x20 : $0 }, as: UTF8.self))
    }

    static func reverse(_ value: ExprValue) -> ExprValue {
        if let items = value.listItems { return .list(ExprList(items.reversed())) }
        return scalars(value).map { string($0.reversed()) } ?? .noOverload
    }

    /// The text as a literal of an expression.
    static func quote(_ value: ExprValue) -> ExprValue {
        guard let text = value.string else { return .noOverload }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 7: result += "\\a"
            case 8: result += "\\b"
            case 9: result += "\\t"
            case 10: result += "\\n"
            case 11: result += "\\v"
            case 12: result += "\\f"
            case 13: result += "\\r"
            case 34: result += "\\\""
            case 92: result += "\\\\"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return .string(result + "\"")
    }

    static func test(
        _ value: ExprValue, _ part: ExprValue,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ExprValue {
        let result = value.withUTF8 { text in part.withUTF8 { body(text, $0) } }
        return (result ?? nil).map { .bool($0) } ?? .noOverload
    }

    static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        // Most searches are short. Where many beginnings match, they are made in proportion to the text.
        var left = text.count * 4
        for start in 0...(text.count - part.count) where text[start] == first {
            var same = 1
            while same < part.count, text[start + same] == part[same] { same += 1 }
            if same == part.count { return true }
            left -= same
            if left < 0 { return LinearSearch(Array(part)).first(in: text, from: start) != nil }
        }
        return false
    }

    static func endsWith(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= part.count && text.suffix(part.count).elementsEqual(part)
    }
}
