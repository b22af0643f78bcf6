/// How paths are written: parts with dots between them, and a backslash before a character that is part of a name.
package enum PathText {
    static let escape = UInt8(ascii: "\\")
    private static let dot = UInt8(ascii: ".")
    private static let star = UInt8(ascii: "*")
    /// The characters before which a backslash is not part of the name.
    private static let special = Set(".*[]\\/$@!".utf8)

    /// The parts of a path as they are written, split at dots that no backslash is before.
    static func parts(of text: String) -> [Substring] {
        guard text.utf8.contains(escape) else { return text.split(separator: ".", omittingEmptySubsequences: false) }
        var (parts, start, index) = ([Substring](), text.startIndex, text.startIndex)
        let bytes = text.utf8
        while index < bytes.endIndex {
            if let end = escaped(at: index, in: bytes) {
                index = end
                continue
            }
            if bytes[index] == dot {
                parts.append(text[start..<index])
                start = bytes.index(after: index)
            }
            index = bytes.index(after: index)
        }
        return parts + [text[start...]]
    }

    /// The end of an escaped character that begins at a place, `nil` if none does.
    private static func escaped(at index: String.Index, in bytes: String.UTF8View) -> String.Index? {
        guard bytes[index] == escape else { return nil }
        let next = bytes.index(after: index)
        return next < bytes.endIndex && special.contains(bytes[next]) ? bytes.index(after: next) : nil
    }

    /// What a part means.
    static func component(_ part: Substring) -> ValuePath.Component { part == "*" ? .each : .key(key(part)) }

    /// The key that a part stands for.
    static func key(_ part: Substring) -> String {
        let bytes = part.utf8
        guard bytes.contains(escape) else { return String(part) }
        var (result, isEscaped) = ([UInt8](), false)
        for (byte, next) in zip(bytes, Array(bytes.dropFirst()) + [0]) {
            if !isEscaped, byte == escape, special.contains(next) {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a part has a `*` that is not escaped, beside other characters.
    static func hasStrayStar(_ part: Substring) -> Bool {
        guard part.utf8.contains(star), part != "*" else { return false }
        let bytes = part.utf8
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let end = escaped(at: index, in: part.base.utf8), end <= bytes.endIndex {
                index = end
                continue
            }
            if bytes[index] == star { return true }
            index = bytes.index(after: index)
        }
        return false
    }

    /// A key as a part of a path: characters that have a meaning there get a backslash.
    package static func escaped(_ key: String, isFirst: Bool = false) -> String {
        let hasBrackets =
            key.utf8.last == UInt8(ascii: "]") && steps(key[...]) != [key] || bracketFault(in: key) != nil
        let isSign = ["$", "@"].contains { key == $0 || key.hasPrefix("\($0)[") }
        let leads = isFirst && (isSign || ["/", "!", "#/"].contains { key.hasPrefix($0) })
        let sign = key.hasPrefix("#") ? 1 : 0
        guard leads || hasBrackets || key.utf8.contains(where: { [dot, star, escape].contains($0) }) else { return key }
        var result: [UInt8] = []
        for (index, byte) in key.utf8.enumerated() {
            let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            if [dot, star, escape].contains(byte) || leads && index == sign || isBracket && (hasBrackets || isSign) {
                result.append(escape)
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The paths that contain the one that a name is: `a` and `a.b` for `a.b.c`.
    package static func beginnings(of name: String) -> [String] {
        let parts = parts(of: name)
        return parts.dropFirst().map { String(name[..<name.utf8.index(before: $0.startIndex)]) }
    }

    /// Splits a part with brackets right after a word: `items[]` becomes `items` and `*`.
    ///
    /// Brackets that contain anything else, or follow anything else, belong to the name: `Amount [EUR]`.
    static func steps(_ part: Substring) -> [String] {
        if part.utf8.contains(escape) { return [String(part)] }
        var (rest, steps) = (part, [String]())
        while rest.last == "]", let open = rest.lastIndex(of: "["), let step = step(bracketed: rest[open...]) {
            steps.insert(step, at: 0)
            rest = rest[..<open]
        }
        if steps.isEmpty { return [String(part)] }
        guard let last = rest.last else { return steps }
        return last.isLetter || last.isNumber || last == "_" || rest == "$" || rest == "@"
            ? [String(rest)] + steps : [String(part)]
    }

    /// The problem with brackets that mean something in JSONPath, Python or jq, and nothing here: `[-1]`, `[1:2]`, `[?…]`.
    ///
    /// Those after a space belong to a name, as those of `Ratio [1:2]`.
    static func bracketFault(in name: String) -> String? {
        guard name.utf8.contains(UInt8(ascii: "[")) else { return nil }
        for open in name.indices where name[open] == "[" && open > name.startIndex {
            let before = name[name.index(before: open)]
            guard before.isLetter || before.isNumber || "_$@].".contains(before) else { continue }
            let inner = name[open...].dropFirst().prefix { $0 != "]" }
            if inner.first == "?" || inner.first == "(" {
                return "a path has no filter: use the items' own rules, with a condition"
            }
            if Int(inner).map({ $0 < 0 }) ?? false { return "a number counts items from the first one, which is 0" }
            if inner.contains(":"), inner.allSatisfy({ $0.isASCII && $0.isNumber || "-:".contains($0) }) {
                return "'*' stands for every item and a number for one: there are no ranges of them"
            }
        }
        return nil
    }

    /// What `[]`, `[*]`, `[0]` and `['name']` mean: `*`, `0` and `name`, or `nil` for other brackets.
    private static func step(bracketed text: Substring) -> String? {
        let inner = text.dropFirst().dropLast()
        if inner.isEmpty || inner == "*" { return "*" }
        if !inner.isEmpty, inner.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return String(inner) }
        guard inner.count > 2, let quote = inner.first, quote == "'" || quote == "\"", inner.last == quote else {
            return nil
        }
        return escaped(String(inner.dropFirst().dropLast()))
    }
}
