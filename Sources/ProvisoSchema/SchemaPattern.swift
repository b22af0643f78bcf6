internal import ProvisoCore

/// A regular expression of a schema (ECMA-262), which RE2 matches in linear time.
final class SchemaPattern: Sendable {
    /// What a string must match, or must not.
    private let parts: [(pattern: Pattern, isWanted: Bool)]
    let price: Int

    /// Throws for what RE2 does not have: look-around, except at the beginning after `^`, and backreferences.
    init(_ text: String) throws(SchemaPatternFault) {
        var translator = PatternTranslator(text)
        var parts: [(pattern: Pattern, isWanted: Bool)] = []
        for part in try translator.translate() {
            do throws(OptionError) {
                parts.append((try Pattern(part.text, ignoreCase: false, option: "pattern"), part.isWanted))
            } catch {
                throw SchemaPatternFault(reason: error.reason)
            }
        }
        self.parts = parts
        price = parts.reduce(0) { $0 + $1.pattern.price }
    }

    /// Whether a pattern is a regular expression by ECMA-262, whether RE2 has all of it or not.
    static func isRegex(_ text: String) -> Bool {
        var translator = PatternTranslator(text)
        do throws(SchemaPatternFault) {
            let parts = try translator.translate()
            return parts.allSatisfy { part in
                do throws(OptionError) {
                    _ = try Pattern(part.text, ignoreCase: false, option: "")
                    return true
                } catch {
                    return false
                }
            }
        } catch {
            return error.isRegex
        }
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        parts.allSatisfy { $0.pattern.matches(bytes) == $0.isWanted }
    }
}

/// Why a pattern cannot be used.
struct SchemaPatternFault: Error {
    let reason: String
    /// Whether it is one by ECMA-262 even so.
    var isRegex = false
}

/// Writes a regular expression of ECMA-262 as RE2 reads it.
struct PatternTranslator {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var written = ""
    private var depth = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The pattern; in several parts if assertions follow a leading `^`, each of which then is a pattern of its own.
    mutating func translate() throws(SchemaPatternFault) -> [(text: String, isWanted: Bool)] {
        let ahead = try assertions()
        let rest = try alternatives()
        guard !ahead.isEmpty else { return [(rest, true)] }
        return ahead + [("^(?:\(rest))", true)]
    }

    /// Reads the assertions after a leading `^`: all begin at the same place, so each can be matched alone.
    private mutating func assertions() throws(SchemaPatternFault) -> [(text: String, isWanted: Bool)] {
        guard follows("^(?=") || follows("^(?!"), hasOneBranch else { return [] }
        var found: [(text: String, isWanted: Bool)] = []
        place = 1
        while follows("(?=") || follows("(?!") {
            let isWanted = follows("(?=")
            place += 3
            let inner = try alternatives(isGroup: true)
            found.append(("^(?:\(inner))", isWanted))
        }
        return found
    }

    /// Whether no `|` is outside of all groups.
    private var hasOneBranch: Bool {
        var (depth, isClass, index) = (0, false, 0)
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "[" where !isClass: isClass = true
            case "]": isClass = false
            case "(" where !isClass: depth += 1
            case ")" where !isClass: depth -= 1
            case "|" where !isClass && depth == 0: return false
            default: break
            }
            index += 1
        }
        return true
    }

    private func follows(_ text: String) -> Bool {
        let sought = text.unicodeScalars
        return place + sought.count <= scalars.count && scalars[place..<(place + sought.count)].elementsEqual(sought)
    }

    /// Translates to the end, or to the end of the group that has begun.
    private mutating func alternatives(isGroup: Bool = false) throws(SchemaPatternFault) -> String {
        let outer = written
        defer { written = outer }
        written = ""
        let start = depth
        while place < scalars.count {
            if scalars[place] == ")", depth == start {
                guard isGroup else { throw SchemaPatternFault(reason: "a ')' closes nothing") }
                place += 1
                return written
            }
            try step()
        }
        if isGroup || depth > start { throw SchemaPatternFault(reason: "a '(' is not closed") }
        return written
    }

    private mutating func step() throws(SchemaPatternFault) {
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case "\\": written += try escape(inClass: false)
        case "[": try characterClass()
        case "(": try group()
        case ")":
            depth -= 1
            written += ")"
        case ".": written += "[^\\n\\r\\x{2028}\\x{2029}]"
        case "{":
            if countFollows { written += "{" } else { written += "\\{" }
        case "]": written += "\\]"
        default: written.unicodeScalars.append(scalar)
        }
    }

    /// Whether `{` begins a number of repetitions.
    private var countFollows: Bool {
        let inner = scalars[place...].prefix { $0 != "}" }
        let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
        return place + inner.count < scalars.count && (1...2).contains(parts.count) && !parts[0].isEmpty
            && parts.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    private mutating func group() throws(SchemaPatternFault) {
        depth += 1
        guard follows("?") else { return written += "(" }
        if follows("?:") {
            place += 2
            return written += "(?:"
        }
        for (sign, name) in [("?=", "lookahead"), ("?!", "lookahead"), ("?<=", "lookbehind"), ("?<!", "lookbehind")]
        where follows(sign) {
            throw SchemaPatternFault(
                reason: "RE2 has no \(name) ('(\(sign)') but after '^' at the beginning of the pattern; "
                    + "write several patterns in 'allOf', or in 'not'", isRegex: true)
        }
        guard follows("?<") else { throw SchemaPatternFault(reason: "'(?' begins no group that ECMA-262 has") }
        place += 2
        written += "(?P<"
    }

    private mutating func characterClass() throws(SchemaPatternFault) {
        let isNegated = follows("^")
        if isNegated { place += 1 }
        if follows("]") {
            place += 1
            return written += isNegated ? "[\\x{0}-\\x{10FFFF}]" : "[^\\x{0}-\\x{10FFFF}]"
        }
        written += isNegated ? "[^" : "["
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            switch scalar {
            case "]": return written += "]"
            case "\\": written += try escape(inClass: true)
            case "[", "^", "&", "~": written += "\\" + String(scalar)
            default: written.unicodeScalars.append(scalar)
            }
        }
        throw SchemaPatternFault(reason: "a '[' is not closed")
    }

    private mutating func escape(inClass: Bool) throws(SchemaPatternFault) -> String {
        guard place < scalars.count else { throw SchemaPatternFault(reason: "a '\\' ends the pattern") }
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case "d", "D", "w", "W", "n", "r", "t", "f", "v": return "\\" + String(scalar)
        case "B" where !inClass: return "\\B"
        case "b": return inClass ? "\\x{8}" : "\\b"
        case "s": return inClass ? Self.blanks : "[\(Self.blanks)]"
        case "S": return inClass ? Self.others : "[\(Self.others)]"
        case "0": return "\\x{0}"
        case "1"..."9" where inClass: return Self.code(scalar.value)
        case "1"..."9", "k":
            throw SchemaPatternFault(reason: "RE2 has no backreferences ('\\\(scalar)')", isRegex: true)
        case "c":
            guard place < scalars.count, scalars[place].properties.isAlphabetic, scalars[place].isASCII else {
                throw SchemaPatternFault(reason: "'\\c' needs a letter")
            }
            place += 1
            return Self.code(scalars[place - 1].value & 0x1F)
        case "x": return Self.code(try hexadecimal(2))
        case "u": return Self.code(try codePoint())
        case "p", "P": return try property(scalar)
        default:
            let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isWord { throw SchemaPatternFault(reason: "'\\\(scalar)' is not an escape of ECMA-262") }
            return Self.code(scalar.value)
        }
    }

    /// The blanks of ECMA-262, and all other characters, as parts of a class.
    private static let blanks =
        "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}"
    private static let others =
        "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}"
        + "\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}"

    private static func code(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16, uppercase: true))}" }

    private mutating func hexadecimal(_ count: Int) throws(SchemaPatternFault) -> UInt32 {
        let digits = scalars[place...].prefix(count)
        guard digits.count == count, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
            throw SchemaPatternFault(reason: "expected \(count) hexadecimal digits after a '\\'")
        }
        place += count
        return value
    }

    /// The code point of `\u0041`, `\uD83D\uDE00` and `\u{1F600}`.
    private mutating func codePoint() throws(SchemaPatternFault) -> UInt32 {
        if follows("{") {
            let digits = scalars[(place + 1)...].prefix { $0 != "}" }
            place += digits.count + 2
            guard place <= scalars.count, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                value <= 0x10FFFF
            else { throw SchemaPatternFault(reason: "expected hexadecimal digits of a code point in '\\u{}'") }
            return value
        }
        let first = try hexadecimal(4)
        guard first >> 10 == 0x36, follows("\\u") else { return first }
        place += 2
        let second = try hexadecimal(4)
        guard second >> 10 == 0x37 else {
            throw SchemaPatternFault(reason: "half of a surrogate pair is not a character")
        }
        return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
    }

    private mutating func property(_ sign: Unicode.Scalar) throws(SchemaPatternFault) -> String {
        guard follows("{") else { throw SchemaPatternFault(reason: "'\\\(sign)' needs the name of a property in '{}'") }
        let name = String(String.UnicodeScalarView(scalars[(place + 1)...].prefix { $0 != "}" }))
        place += name.unicodeScalars.count + 2
        guard place <= scalars.count, let known = Pattern.property(name) else {
            throw SchemaPatternFault(
                reason: "RE2 has no property '\(name)', only categories such as 'Lu' and scripts such as 'Greek'",
                isRegex: true)
        }
        return "\\\(sign){\(known)}"
    }
}
