import Proviso

/// Random JSON texts with what they mean.
struct RandomJSON {
    var generator: Generator

    static let keys = [
        "", "a", "ab", "abc", "b", "A", "a b", "é", "😀", "a\"b", "a\\b", "a/b", "~", "\n", "\u{0}", "items",
    ]

    mutating func document() -> (text: String, value: AnyValue) {
        let (text, value) = value(depth: 0)
        return (blanks() + text + blanks(), value)
    }

    mutating func object(depth: Int) -> (text: String, value: AnyValue) {
        var members: [AnyValue.Member] = []
        var parts: [String] = []
        for _ in 0..<generator.below(6) {
            let key = generator.pick(Self.keys)
            let (text, value) = value(depth: depth + 1)
            parts.append(blanks() + quoted(key) + blanks() + ":" + blanks() + text + blanks())
            let member = AnyValue.Member(key, value)
            if let first = members.firstIndex(where: { $0.key == key }) {
                members[first] = member
            } else {
                members.append(member)
            }
        }
        return ("{" + (parts.isEmpty ? blanks() : parts.joined(separator: ",")) + "}", .object(members))
    }

    private mutating func value(depth: Int) -> (text: String, value: AnyValue) {
        switch generator.below(depth > 6 ? 6 : 9) {
        case 0: return ("null", .null)
        case 1: return generator.below(2) == 0 ? ("true", true) : ("false", false)
        case 2, 3: return number()
        case 4, 5:
            let text = text()
            return (quoted(text), .text(text))
        case 6: return list(depth: depth)
        default: return object(depth: depth)
        }
    }

    private mutating func list(depth: Int) -> (text: String, value: AnyValue) {
        let items = (0..<generator.below(5)).map { _ in value(depth: depth + 1) }
        let texts = items.map { blanks() + $0.text + blanks() }
        return ("[" + (texts.isEmpty ? blanks() : texts.joined(separator: ",")) + "]", .list(items.map(\.value)))
    }

    private mutating func number() -> (text: String, value: AnyValue) {
        switch generator.below(6) {
        case 0:
            let number = Int64(truncatingIfNeeded: generator.next()) >> Int64(generator.below(64))
            return (String(number), .integer(number))
        case 1:
            let number = generator.next() | 1 << 63
            return (String(number), .unsigned(number))
        case 2:
            let number = Double(generator.below(2_000_000) - 1_000_000) / 1000 + 0.0005
            return ("\(number)", .double(number))
        case 3:
            let number = Double(bitPattern: generator.next())
            guard number.isNormal, number.magnitude < 1e300 else { return ("0", 0) }
            let text = "\(number)"
            return (text, .double(number))
        case 4:
            let digits = String((0..<40).map { _ in Character(String(generator.below(9) + 1)) })
            return (digits, .decimal(digits))
        default:
            let text = "\(generator.below(9) + 1)e\(generator.below(2) == 0 ? "" : "-")\(generator.below(500) + 400)"
            return (text, .decimal(text))
        }
    }

    private mutating func text() -> String {
        let parts = [
            "a", "Z", " ", "é", "語", "😀", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{FFFF}", "}{",
            "],", ":",
        ]
        return (0..<generator.below(generator.below(8) == 0 ? 200 : 8)).map { _ in generator.pick(parts) }.joined()
    }

    /// The text as JSON writes it, with or without escapes where there is a choice.
    private mutating func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            guard mustEscape || generator.below(8) == 0 else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let short: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\t": "\\t", "/": "\\/"]
            if let escape = short[scalar], generator.below(2) == 0 {
                result += escape
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: generator.below(2) == 0)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }

    private mutating func blanks() -> String {
        generator.below(4) > 0
            ? "" : (0..<generator.below(3)).map { _ in generator.pick([" ", "\n", "\t", "\r"]) }.joined()
    }
}
