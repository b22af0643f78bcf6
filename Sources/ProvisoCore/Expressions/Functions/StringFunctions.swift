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
        let most = text.count - sought.count
        let places =
            last ? Array((0...min(Int(start), most)).reversed()) : Int(start) <= most ? Array(Int(start)...most) : []
        return .int(Int64(places.first { text[$0..<$0 + sought.count].elementsEqual(sought) } ?? -1))
    }

    static func join(_ list: ExprValue, _ separator: ExprValue) -> ExprValue {
        guard let items = list.listItems, let separator = separator.string else { return .noOverload }
        var texts: [String] = []
        for item in items {
            guard let text = item.string else { return .noOverload }
            texts.append(text)
        }
        return .string(texts.joined(separator: separator))
    }

    private static func isMatch(_ text: [Unicode.Scalar], _ place: Int, _ sought: [Unicode.Scalar]) -> Bool {
        place + sought.count <= text.count && text[place..<place + sought.count].elementsEqual(sought)
    }

    static func replace(_ value: [ExprValue]) -> ExprValue {
        guard let text = scalars(value[0]), let sought = scalars(value[1]), let other = scalars(value[2]) else {
            return .noOverload
        }
        var left = Int64.max
        if value.count > 3 {
            guard case .int(let limit) = value[3] else { return .noOverload }
            if limit >= 0 { left = limit }
        }
        var result: [Unicode.Scalar] = []
        var place = 0
        while place <= text.count {
            if left > 0, isMatch(text, place, sought) {
                result += other
                left -= 1
                if !sought.isEmpty {
                    place += sought.count
                    continue
                }
            }
            if place < text.count { result.append(text[place]) }
            place += 1
            if result.count > 16 << 20 { return .error(.cost) }
        }
        return string(result)
    }

    static func split(_ value: [ExprValue]) -> ExprValue {
        guard let text = scalars(value[0]), let separator = scalars(value[1]) else { return .noOverload }
        var limit = Int64(-1)
        if value.count > 2 {
            guard case .int(let most) = value[2] else { return .noOverload }
            limit = most
        }
        if limit == 0 { return .list(ExprList([])) }
        var parts: [ExprValue] = []
        var start = 0
        if separator.isEmpty {
            while start < text.count, limit < 0 || parts.count < limit - 1 {
                parts.append(string([text[start]]))
                start += 1
            }
            if start < text.count { parts.append(string(text[start...])) }
            return .list(ExprList(parts))
        }
        var place = 0
        while place + separator.count <= text.count, limit < 0 || parts.count < limit - 1 {
            if isMatch(text, place, separator) {
                parts.append(string(text[start..<place]))
                place += separator.count
                start = place
            } else {
                place += 1
            }
        }
        parts.append(string(text[start...]))
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
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }

    static func endsWith(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= part.count && text.suffix(part.count).elementsEqual(part)
    }
}
