/// Recognizes formats other than JSON by how an input begins.
enum ForeignText {
    private static let yaml = "this looks like YAML, not JSON: give --input-format yaml, or name the file .yaml"
    private static let toml =
        "this looks like TOML or INI, not JSON: for TOML give --input-format toml, or name the file .toml; "
        + "convert INI to TOML or JSON"

    /// What to do about an input that begins with these bytes; `nil` if it can be JSON or a table.
    static func reason(_ start: UnsafeRawBufferPointer) -> String? {
        let lines = String(decoding: start.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
        guard let line = lines.first, let first = line.first else { return nil }
        let second = line.dropFirst().first ?? " "
        switch first {
        case "<":
            let isMarkup = second.isLetter || second == "?" || second == "!"
            return isMarkup ? "this is XML or HTML, not JSON: convert it to JSON, CSV or YAML" : nil
        case "/": return second == "/" || second == "*" ? "this is JSON with comments: remove them" : nil
        case "#", ";": return lines.first { $0.first != first }.flatMap(part)
        default: return part(line)
        }
    }

    /// The same for the first line after comments.
    private static func part(_ line: Substring) -> String? {
        if line.hasPrefix("---") || line.hasPrefix("- ") || line.hasPrefix("%YAML") { return yaml }
        return line.first == "[" ? section(line) : member(line)
    }

    /// `[section]`, which is not a list of JSON.
    private static func section(_ line: Substring) -> String? {
        let inner = line.drop { $0 == "[" }
        let name = inner.prefix { $0 != "]" }
        let rest = inner.dropFirst(name.count).drop { "] \t".contains($0) }
        let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
        let isWord = ["true", "false", "null"].contains { name.hasPrefix($0) }
        return isName && !isWord && !name.contains(",") && (rest.isEmpty || rest.hasPrefix("#")) ? toml : nil
    }

    /// `key: value` or `key = value`.
    private static func member(_ line: Substring) -> String? {
        let key = line.prefix { $0.isLetter || $0.isNumber || "_-./".contains($0) }
        guard let first = key.first, first.isLetter || first == "_" else { return nil }
        let rest = line.dropFirst(key.count)
        if rest == ":" || rest.hasPrefix(": ") { return yaml }
        return rest.drop { $0 == " " || $0 == "\t" }.hasPrefix("=") ? toml : nil
    }
}
