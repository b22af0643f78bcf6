internal import ProvisoCore
internal import ProvisoMessages

/// Reads rule files in JSON (RFC 8259) and keeps the position of each part.
struct RuleJSON {
    private let bytes: [UInt8]
    private let file: String?
    private var index = 0
    private var line = 1
    private var column = 1
    private var count = 0

    /// The document, or `nil` if the text may be YAML: it is not JSON, and its file name does not end in `.json`.
    static func document(_ text: String, file: String?) throws(RuleSetError) -> RuleNode? {
        let isNamed = file?.lowercased().hasSuffix(".json") ?? false
        var reader = RuleJSON(text, file: file)
        reader.skipBlanks()
        guard isNamed || reader.index < reader.bytes.count && "{[".utf8.contains(reader.bytes[reader.index]) else {
            return nil
        }
        if let fault = reader.bytes.withUnsafeBytes({ JSONFault.find(in: $0) }) {
            guard isNamed else { return nil }
            while reader.index < min(fault.offset, reader.bytes.count) { reader.step() }
            throw RuleSetError(
                position: reader.position, reason: "not valid JSON: \(fault.reason)\(reader.advice(at: fault.offset))")
        }
        return try reader.value(depth: 0)
    }

    private init(_ text: String, file: String?) {
        bytes = Array(text.utf8)
        self.file = file
    }

    /// A hint for syntax that YAML or JavaScript has and JSON does not.
    private func advice(at offset: Int) -> String {
        guard offset < bytes.count else { return "" }
        switch Unicode.Scalar(bytes[offset]) {
        case "/", "#": return " (JSON has no comments; a rule file in YAML has)"
        case "'": return " (JSON has strings in double quotes only)"
        case "}", "]":
            let before = bytes[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return before == UInt8(ascii: ",") ? " (JSON has no comma after the last item)" : ""
        default: return ""
        }
    }

    private var position: SourcePosition { SourcePosition(file: file, line: line, column: column) }

    /// Moves forward by one byte; columns count characters.
    private mutating func step() {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A || byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A) {
            (line, column) = (line + 1, 1)
        } else if index == bytes.count || bytes[index] & 0xC0 != 0x80 {
            column += 1
        }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { step() }
    }

    /// Skips white space, and the given character if it comes next.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard bytes[index] == UInt8(ascii: sign) else { return false }
        step()
        return true
    }

    private mutating func value(depth: Int) throws(RuleSetError) -> RuleNode {
        skipBlanks()
        let position = position
        count += 1
        guard count <= RuleNode.maximumNodes, depth <= RuleNode.maximumDepth else {
            throw RuleSetError(position: position, reason: RuleNode.tooLarge)
        }
        switch Unicode.Scalar(bytes[index]) {
        case "{": return RuleNode(content: .mapping(try members(depth: depth)), position: position)
        case "[": return RuleNode(content: .list(try items(depth: depth)), position: position)
        case "\"": return RuleNode(content: .scalar(text(), isPlain: false), position: position)
        default:
            let start = index
            while index < bytes.count, !",]} \t\r\n".utf8.contains(bytes[index]) { step() }
            let word = String(decoding: bytes[start..<index], as: UTF8.self)
            return RuleNode(content: .scalar(word, isPlain: true), position: position)
        }
    }

    private mutating func items(depth: Int) throws(RuleSetError) -> [RuleNode] {
        step()
        var items: [RuleNode] = []
        if take("]") { return items }
        repeat { items.append(try value(depth: depth + 1)) } while take(",")
        _ = take("]")
        return items
    }

    private mutating func members(depth: Int) throws(RuleSetError) -> [(key: RuleNode, value: RuleNode)] {
        step()
        var members: [(key: RuleNode, value: RuleNode)] = []
        if take("}") { return members }
        var names: Set<String> = []
        repeat {
            let key = try value(depth: depth + 1)
            try key.refuseRepetition(of: &names)
            _ = take(":")
            members.append((key, try value(depth: depth + 1)))
        } while take(",")
        _ = take("}")
        return members
    }

    /// The string that begins here, which is known to be well-formed.
    private mutating func text() -> String {
        step()
        var units: [UInt8] = []
        while bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                units += String(escaped()).utf8
            } else {
                units.append(bytes[index])
                step()
            }
        }
        step()
        return String(decoding: units, as: UTF8.self)
    }

    private mutating func escaped() -> Unicode.Scalar {
        step()
        let sign = bytes[index]
        step()
        switch Unicode.Scalar(sign) {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "u": break
        default: return Unicode.Scalar(sign)
        }
        let first = codeUnit()
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        step()
        step()
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + codeUnit() & 0x3FF) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            unit = unit << 4 | UInt32(Character(Unicode.Scalar(bytes[index])).hexDigitValue ?? 0)
            step()
        }
        return unit
    }
}
