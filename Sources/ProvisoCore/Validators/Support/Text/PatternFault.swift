internal import ProvisoMessages

/// Finds what RE2 refuses in a pattern, its place, and what to write instead.
///
/// RE2 names the part that it refuses and not its place; this reads the pattern as RE2 does.
struct PatternFault {
    /// Counted in code points from 1.
    private(set) var column = 1
    private(set) var reason: String?
    private let scalars: [Unicode.Scalar]
    private var place = 0
    /// What a `*` at this place would repeat.
    private var previous = Previous.nothing
    private var depth: [Int] = []

    private enum Previous { case nothing, something, repetition }

    init(_ pattern: String) {
        // A part of a long pattern could have faults that the whole does not have.
        scalars = pattern.utf8.count > 10_000 ? [] : Array(pattern.unicodeScalars)
        while place < scalars.count, reason == nil { step() }
        if reason == nil, let open = depth.last { report("this '(' is not closed", at: open) }
    }

    /// The fault with its position; `nil` if only RE2's own message is known.
    var description: String? { reason.map { "at character \(column): \($0)" } }

    private mutating func step() {
        let start = place
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case "\\": escape(start, inClass: false)
        case "[": characterClass(start)
        case "(": group(start)
        case ")":
            if depth.popLast() == nil { report("this ')' closes nothing (write '\\)' for the character)", at: start) }
            previous = .something
        case "*", "+", "?", "{":
            guard let length = scalar == "{" ? countLength(start) : 1 else { return previous = .something }
            repetition(start, length)
        case "|": previous = .nothing
        default: previous = .something
        }
    }

    private mutating func report(_ reason: String, at place: Int) {
        self.reason = reason
        column = place + 1
    }

    private func follows(_ text: String, at place: Int) -> Bool {
        let sought = text.unicodeScalars
        return place + sought.count <= scalars.count && scalars[place..<(place + sought.count)].elementsEqual(sought)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    private mutating func repetition(_ start: Int, _ length: Int) {
        place = start + length
        let sign = text(start..<(start + length))
        defer { previous = .repetition }
        if previous == .something {
            // One question mark makes it lazy.
            if place < scalars.count, scalars[place] == "?" { place += 1 }
        } else if previous == .nothing {
            report("'\(sign)' has nothing in front of it to repeat (write '\\\(sign)' for the character)", at: start)
        } else if sign == "+" {
            report("RE2 has no possessive repetition: remove the second '+'; RE2 does not need it", at: start)
        } else {
            report("two repetitions in a row: put the first one in '(?:…)'", at: start)
        }
    }

    /// The length of `{2}`, `{2,}` or `{2,3}`; `nil` for a literal brace.
    private mutating func countLength(_ start: Int) -> Int? {
        var end = start + 1
        var numbers = [""]
        while end < scalars.count, scalars[end] != "}" {
            if scalars[end] == ",", numbers.count == 1 {
                numbers.append("")
            } else if ("0"..."9").contains(scalars[end]) {
                numbers[numbers.count - 1].unicodeScalars.append(scalars[end])
            } else {
                return nil
            }
            end += 1
        }
        guard end < scalars.count, !numbers[0].isEmpty else { return nil }
        let sign = text(start..<(end + 1))
        let least = Int(numbers[0]) ?? .max
        let most = numbers.count == 1 ? least : numbers[1].isEmpty ? least : Int(numbers[1]) ?? .max
        if max(least, most) > 1000 {
            report("RE2 repeats at most 1000 times, and not '\(sign)' (write '*' or '+' without a limit)", at: start)
        } else if least > most {
            report("'\(sign)' has its numbers in the wrong order: expected '{\(most),\(least)}'", at: start)
        }
        return end + 1 - start
    }

    private mutating func group(_ start: Int) {
        previous = .nothing
        depth.append(start)
        guard follows("?", at: place) else {
            if follows("*", at: place), follows("*UTF", at: place) || follows("*UCP", at: place) {
                report("RE2 has no '(*…)' settings: strings are always UTF-8", at: start)
            }
            return
        }
        let others: [(String, String)] = [
            ("?=", "RE2 has no lookahead ('(?='); write a second 'match' rule for it"),
            ("?!", "RE2 has no lookahead ('(?!'); write a second 'match' rule with 'not: true' for it"),
            ("?<=", "RE2 has no lookbehind ('(?<='); write a second 'match' rule for it"),
            ("?<!", "RE2 has no lookbehind ('(?<!'); write a second 'match' rule with 'not: true' for it"),
            ("?<", "RE2 writes a named group as '(?P<name>…)', not '(?<name>…)'"),
            ("?'", "RE2 writes a named group as '(?P<name>…)', not '(?'name'…)'"),
            ("?>", "RE2 has no atomic groups ('(?>'): write '(?:'"),
            ("?#", "RE2 has no comments ('(?#'): write them in the rule file, after '#'"),
            ("?|", "RE2 has no groups that reset numbers ('(?|'): write '(?:'"),
            ("?(", "RE2 has no conditions ('(?('): write both cases with '|', or two rules"),
            ("?R", "RE2 has no recursion ('(?R')"), ("?&", "RE2 has no recursion ('(?&')"),
            ("?P=", "RE2 has no backreferences ('(?P=')"), ("?P>", "RE2 has no recursion ('(?P>')"),
        ]
        if let other = others.first(where: { follows($0.0, at: place) }) { return report(other.1, at: start) }
        if follows("?P<", at: place) { return place += 3 }
        flags(start)
    }

    private mutating func flags(_ start: Int) {
        place += 1
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            switch scalar {
            case ":": return
            case ")":
                depth.removeLast()
                return
            case "i", "m", "s", "U", "-": continue
            case "x": return report("RE2 has no flag 'x': spaces and comments in a pattern count", at: place - 1)
            default:
                let sign = String(String.UnicodeScalarView([scalar]))
                return report("RE2 has no '(?\(sign)'; there are the flags i, m, s and U", at: start)
            }
        }
        report("this '(?' is not closed", at: start)
    }

    private mutating func characterClass(_ start: Int) {
        previous = .something
        if follows("^", at: place) { place += 1 }
        if follows("]", at: place) { place += 1 }
        while place < scalars.count, reason == nil {
            let item = place
            place += 1
            switch scalars[item] {
            case "]": return
            case "\\": escape(item, inClass: true)
            case "[" where follows(":", at: place): posixClass(item)
            default: range(item)
            }
        }
        if reason == nil { report("this '[' is not closed (write '\\[' for the character)", at: start) }
    }

    private mutating func range(_ item: Int) {
        guard follows("-", at: place), place + 1 < scalars.count, scalars[place + 1] != "]",
            scalars[place + 1] != "\\"
        else { return }
        let last = scalars[place + 1]
        place += 2
        if last < scalars[item] { report("the range '\(text(item..<place))' is reversed", at: item) }
    }

    private mutating func posixClass(_ start: Int) {
        guard let end = scalars[start...].indices.first(where: { $0 > start + 1 && follows(":]", at: $0) }) else {
            return
        }
        let name = text((start + 2)..<end)
        place = end + 2
        let known = [
            "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
            "word", "xdigit",
        ]
        if known.contains(name.hasPrefix("^") ? String(name.dropFirst()) : name) { return }
        if name == "<" || name == ">" {
            return report("RE2 has no '[[:\(name):]]'; a word's border is '\\b'", at: start)
        }
        let near = Suggestion.nearest(to: name, in: known).map { " (is it '[:\($0):]'?)" } ?? ""
        report("RE2 has no class '[:\(name):]'\(near)", at: start)
    }

    private mutating func escape(_ start: Int, inClass: Bool) {
        previous = .something
        guard place < scalars.count else {
            return report("a '\\' ends the pattern (write '\\\\' for itself)", at: start)
        }
        let scalar = scalars[place]
        place += 1
        let sign = text(start..<place)
        switch scalar {
        case "1"..."9":
            if !(inClass
                || scalars[place...].prefix(2).allSatisfy { ("0"..."7").contains($0) } && place + 1 < scalars.count)
            {
                report("RE2 has no backreferences ('\(sign)'); 'compare' compares two attributes", at: start)
            }
        case "p", "P": property(start)
        case "x": hexadecimal(start)
        case "Q":
            while place < scalars.count, !follows("\\E", at: place) { place += 1 }
            place = min(place + 2, scalars.count)
        default:
            if let instead = Self.escapes[scalar] { report("RE2 has no '\(sign)'; \(instead)", at: start) }
        }
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "Z": "the end of the text is '\\z'", "G": "the start of the text is '\\A'", "h": "write '[ \\t]'",
        "H": "write '[^ \\t]'", "R": "write '\\r?\\n'", "X": "write '\\PM\\pM*'", "e": "write '\\x1B'",
        "K": "remove it", "N": "write '[^\\n]'", "O": "write '(?s:.)'",
        "c": "write '\\x' and two digits",
        "k": "nor other backreferences", "g": "nor other backreferences", "o": "write '\\x' and two digits",
        "u": "a code point is '\\x{20AC}'", "U": "a code point is '\\x{1F600}'", "y": "a word's border is '\\b'",
        "Y": "a place within a word is '\\B'", "l": "write '[a-z]'", "L": "write '[^a-z]'",
        "i": "write a class in '[]'",
        "I": "write a class in '[]'", "m": "a word's start is '\\b'", "M": "a word's end is '\\b'",
        "V": "write '[^\\n\\r]'", "_": "write '_'",
    ]

    private mutating func hexadecimal(_ start: Int) {
        guard follows("{", at: place), let end = scalars[place...].firstIndex(of: "}") else {
            let digits = scalars[place...].prefix(2)
            if digits.count < 2 || !digits.allSatisfy({ $0.properties.isASCIIHexDigit }) {
                report("'\\x' needs two hexadecimal digits, or more of them in braces", at: start)
            }
            return
        }
        let digits = text((place + 1)..<end)
        place = end + 1
        if UInt32(digits, radix: 16).map({ $0 > 0x10FFFF }) ?? true {
            report("'\(text(start..<place))' is not a Unicode code point", at: start)
        }
    }

    /// A general category or a script of Unicode.
    private mutating func property(_ start: Int) {
        guard follows("{", at: place), let end = scalars[place...].firstIndex(of: "}") else {
            if place < scalars.count { place += 1 }
            if !"CLMNPSZ".unicodeScalars.contains(where: { follows(String($0), at: place - 1) }) {
                report("RE2 has no category '\(text(start..<place))'; there are L, M, N, P, S, Z and C", at: start)
            }
            return
        }
        let name = text((place + 1)..<end).drop { $0 == "^" }
        place = end + 1
        if Pattern.compiles("\\p{\(name)}") { return }
        let instead = Self.property(for: String(name)).map { "; write '\(text(start..<(start + 2))){\($0)}'" } ?? ""
        report(
            "RE2 has no property '\(name)', only categories such as 'Lu' and scripts such as 'Greek'\(instead)",
            at: start)
    }

    /// RE2's name of a property, or one that is similar.
    private static func property(for name: String) -> String? {
        knownProperty(for: name) ?? Suggestion.nearest(to: plainProperty(name), in: properties.values)
    }

    /// RE2's name of a property: `L` for `Letter` and `IsAlphabetic`, `Latin` for `Script=latin`.
    static func knownProperty(for name: String) -> String? {
        let name = plainProperty(name)
        if let property = properties[name] { return property }
        let capitalized = name.prefix(1).uppercased() + name.dropFirst()
        return Pattern.compiles("\\p{\(capitalized)}") ? capitalized : nil
    }

    private static func plainProperty(_ name: String) -> String {
        var name = name.lowercased()
        for prefix in ["script=", "sc=", "scx=", "script_extensions=", "gc=", "general_category=", "is", "in"]
        where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
            name = String(name.dropFirst(prefix.utf8.count))
        }
        return name
    }

    private static let properties = [
        "letter": "L", "alphabetic": "L", "alpha": "L", "l&": "L", "uppercase_letter": "Lu", "uppercase": "Lu",
        "upper": "Lu", "lowercase_letter": "Ll", "lowercase": "Ll", "lower": "Ll", "titlecase_letter": "Lt",
        "mark": "M", "number": "N", "digit": "Nd", "decimal_number": "Nd", "decimal_digit_number": "Nd",
        "punctuation": "P", "punct": "P", "symbol": "S", "currency_symbol": "Sc", "math_symbol": "Sm",
        "separator": "Z", "space_separator": "Zs", "space": "Z", "white_space": "Z", "emoji": "So", "other": "C",
        "control": "Cc", "cntrl": "Cc", "latn": "Latin", "cyrl": "Cyrillic", "grek": "Greek", "hani": "Han",
        "hira": "Hiragana", "kana": "Katakana", "arab": "Arabic", "hebr": "Hebrew", "cjk": "Han",
    ]
}
