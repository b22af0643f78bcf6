package import ProvisoMessages

/// Writes JSON, compact and with members in the order they are given.
package struct JSONWriter: ~Copyable {
    package private(set) var text = ""
    private var needsComma = false
    private var depth: Int
    private let escapesHidden: Bool

    /// Makes a writer of an empty string.
    ///
    /// Characters that a terminal obeys or that no one sees are escaped, unless `escapesHidden` is false: people edit
    /// catalogs, where such characters belong to the text. `depth` is how deep the text will are in another one.
    package init(escapesHidden: Bool = true, depth: Int = 0) {
        self.escapesHidden = escapesHidden
        self.depth = depth
    }

    package mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }
    package mutating func list(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        literal(String(value))
    }

    package mutating func member(_ key: String, _ value: Bool) {
        self.key(key)
        literal(value ? "true" : "false")
    }

    package mutating func member(_ key: String, _ values: [String]) {
        member(key) { $0.list { for value in values { $0.value(value) } } }
    }

    package mutating func member(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        body(&self)
    }

    package mutating func value(_ value: String) {
        separate()
        append(value)
    }

    package mutating func value(_ value: ParameterValue) {
        switch value {
        case .text(let text): self.value(text)
        case .attribute(let name): object { $0.member(ParameterValue.attributeMember, name) }
        case .integer(let number): literal(String(number))
        case .unsigned(let number): literal(String(number))
        case .number(let number): literal(number.isFinite ? "\(number)" : "null")
        // Programs make decimals of any text, and only a number may leave the quotes out.
        case .decimal(let text): literal(NumericText(text) == nil ? "null" : DecimalDigits.plain(text))
        case .boolean(let truth): literal(truth ? "true" : "false")
        case .list(let items): list { for item in items { $0.value(item) } }
        }
    }

    /// Writes null for what is absent.
    package mutating func value(_ value: AnyValue) {
        switch value {
        case .absent, .null: literal("null")
        case .list(let items): list { for item in items { $0.value(item) } }
        case .object(let members):
            object { writer in
                for member in members { writer.member(member.key) { $0.value(member.value) } }
            }
        default: self.value(ParameterValue(value))
        }
    }

    private mutating func enclosed(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
        // What is written can be read again: values that would are deeper are left out.
        if depth == StrictJSON.maximumDepth { return value("…") }
        separate()
        text += open
        needsComma = false
        depth += 1
        body(&self)
        depth -= 1
        text += close
        needsComma = true
    }

    mutating func key(_ key: String) {
        separate()
        append(key)
        text += ":"
        needsComma = false
    }

    private mutating func literal(_ literal: String) {
        separate()
        text += literal
    }

    private mutating func separate() {
        if needsComma { text += "," }
        needsComma = true
    }

    private mutating func escape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private mutating func append(_ string: String) {
        text += "\""
        // Almost every string is written unchanged, at once: keys, codes, paths, and most messages.
        if string.utf8.allSatisfy(Self.isPlain) { text += string } else { appendEscaped(string) }
        text += "\""
    }

    /// Whether a byte is a character that no writer escapes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func appendEscaped(_ string: String) {
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // What a terminal obeys or no one sees means the same as an escape.
            case _ where scalar.value < 0x20 || escapesHidden && (scalar.isHidden || scalar.needsBase):
                for unit in String(scalar).utf16 { escape(unit) }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension ParameterValue {
    /// The only key of an object that refers to another attribute.
    static let attributeMember = "attribute"
}
