/// What scalars mean (YAML 1.1, chapter 9, and the escapes of JSON).
enum ScalarText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// The text of a scalar in one of the styles that fold lines, without its quotation marks.
    static func folded(_ bytes: Bytes, _ style: SyntaxToken.Style) -> String {
        var (result, index) = ([UInt8](), bytes.startIndex)
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), style == .double {
                escape(bytes, &index, &result)
            } else if byte == UInt8(ascii: "'"), style == .single {
                result.append(byte)
                index += index + 1 < bytes.endIndex && bytes[index + 1] == byte ? 2 : 1
            } else if isBlank(byte) || bytes.lineBreak(at: index) > 0 {
                fold(bytes, &index, &result)
            } else {
                result.append(byte)
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// What a line break means: U+0085 counts as LF, U+2028 and U+2029 stay.
    private static func meant(_ lineBreak: some Collection<UInt8>) -> [UInt8] {
        lineBreak.count == 3 ? Array(lineBreak) : lineBreak.isEmpty ? [] : [0x0A]
    }

    /// Reads blanks and line breaks: one break is a space, and more are one less.
    private static func fold(_ bytes: Bytes, _ index: inout Int, _ result: inout [UInt8]) {
        let start = index
        while index < bytes.endIndex, isBlank(bytes[index]) { index += 1 }
        let first = bytes[index..<index + bytes.lineBreak(at: index)]
        guard !first.isEmpty else {
            result += bytes[start..<index]
            return
        }
        index = first.endIndex
        let others = breaks(bytes, &index)
        result += first.count == 3 ? first + others : others.isEmpty ? [0x20] : others
    }

    /// Reads blanks and line breaks at the beginning of a line.
    private static func breaks(_ bytes: Bytes, _ index: inout Int) -> [UInt8] {
        var result: [UInt8] = []
        while index < bytes.endIndex {
            let length = bytes.lineBreak(at: index)
            guard length > 0 || isBlank(bytes[index]) else { break }
            result += meant(bytes[index..<index + length])
            index += max(length, 1)
        }
        return result
    }

    private static let escapes: [UInt8: Unicode.Scalar] = {
        let signs: [(Character, Unicode.Scalar)] = [
            ("0", "\0"), ("a", "\u{7}"), ("b", "\u{8}"), ("t", "\t"), ("\t", "\t"), ("n", "\n"), ("v", "\u{B}"),
            ("f", "\u{C}"), ("r", "\r"), ("e", "\u{1B}"), ("N", "\u{85}"), ("_", "\u{A0}"), ("L", "\u{2028}"),
            ("P", "\u{2029}"),
        ]
        return Dictionary(uniqueKeysWithValues: signs.map { ($0.0.asciiValue ?? 0, $0.1) })
    }()

    /// Reads an escape; one that YAML does not have is the character after the backslash.
    private static func escape(_ bytes: Bytes, _ index: inout Int, _ result: inout [UInt8]) {
        index += 1
        guard index < bytes.endIndex else { return }
        let end = bytes.lineBreak(at: index)
        if end > 0 {
            index += end
            result += breaks(bytes, &index)
            return
        }
        let sign = bytes[index]
        index += 1
        let digits = sign == UInt8(ascii: "x") ? 2 : sign == UInt8(ascii: "u") ? 4 : sign == UInt8(ascii: "U") ? 8 : 0
        guard digits > 0, var code = hex(bytes, index, digits) else {
            result += escapes[sign].flatMap { UTF8.encode($0) }.map(Array.init) ?? [sign]
            return
        }
        index += digits
        if code & 0xFC00 == 0xD800, bytes[index...].starts(with: "\\u".utf8), let low = hex(bytes, index + 2, 4),
            low & 0xFC00 == 0xDC00
        {
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
            index += 6
        }
        result += UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}").map(Array.init) ?? []
    }

    private static func hex(_ bytes: Bytes, _ index: Int, _ count: Int) -> UInt32? {
        guard index + count <= bytes.endIndex, bytes[index] != UInt8(ascii: "+") else { return nil }
        return UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16)
    }

    /// A line below `|` or `>`, without its indentation.
    struct Line {
        let text: [UInt8]
        let lineBreak: [UInt8]
        /// Whether it has not even the indentation, or nothing after it.
        let isBlank: Bool
    }

    /// The lines below `|` or `>` without their indentation; moves after them.
    ///
    /// Without a given indentation it is that of the first line, and at least `least`.
    static func block(
        in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int, indent given: Int?, least: Int
    ) -> [Line] {
        func text(from start: Int, most: Int) -> Int {
            var next = start
            while next < bytes.count, next - start < most, bytes[next] == 0x20 { next += 1 }
            return next
        }
        var (next, widest) = (index, least)
        while given == nil, next < bytes.count {
            let first = text(from: next, most: .max)
            widest = max(widest, first - next)
            if bytes.lineBreak(at: first) == 0 { break }
            next = first + bytes.lineBreak(at: first)
        }
        let indent = given ?? widest
        var result: [Line] = []
        while index < bytes.count {
            let start = text(from: index, most: indent)
            let isBlank = bytes.lineBreak(at: start) > 0
            guard isBlank || start - index == indent && start < bytes.count else { break }
            var end = start
            while end < bytes.count, bytes.lineBreak(at: end) == 0 { end += 1 }
            index = end + bytes.lineBreak(at: end)
            result.append(Line(text: Array(bytes[start..<end]), lineBreak: Array(bytes[end..<index]), isBlank: isBlank))
        }
        return result
    }

    /// The text of `|` or `>`.
    static func lines(_ lines: [Line], isFolded: Bool, keeps: Bool, strips: Bool) -> String {
        var (result, pending, blanks): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var wasIndented = false
        for line in lines {
            let end = meant(line.lineBreak)
            if line.isBlank {
                blanks += end
                continue
            }
            let isIndented = line.text.first.map(isBlank) ?? false
            if isFolded, pending == [0x0A], !wasIndented, !isIndented {
                if blanks.isEmpty { result.append(0x20) }
            } else {
                result += pending
            }
            result += blanks + line.text
            (pending, blanks, wasIndented) = (end, [], isIndented)
        }
        if !strips { result += pending }
        if keeps { result += blanks }
        return String(decoding: result, as: UTF8.self)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// How many bytes a line break takes, 0 for none; YAML 1.1 also has U+0085, U+2028 and U+2029.
    func lineBreak(at index: Int) -> Int {
        guard index < endIndex else { return 0 }
        switch self[index] {
        case 0x0A: return 1
        case 0xC2: return index + 1 < endIndex && self[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < endIndex, self[index + 1] == 0x80 else { return 0 }
            return self[index + 2] & 0xFE == 0xA8 ? 3 : 0
        default: return 0
        }
    }
}
