import Proviso

/// Names and examples in English messages, which every language keeps: URL, IPv4, name@example.com.
enum EnglishNames {
    static func all(in text: String) -> [String] {
        let parts = text.split { $0.isWhitespace || $0 == Reading.argument || "“”\"()".contains($0) }
        var isExample = false
        return parts.indices.compactMap { index in
            defer { isExample = parts[index] == "as" && index > 0 && parts[index - 1] == "such" }
            let name = trimmed(parts[index])
            guard !name.isEmpty, isExample || isName(name) else { return nil }
            return String(name)
        }
    }

    /// The text without names of several words that every language may keep.
    static func removingPhrases(_ text: String) -> String { text.replaced("data URI", by: "") }

    /// The Latin words after a colon, which can be a name: `in this format: media type`.
    static func afterColon(in text: String) -> [String] {
        guard let colon = text.lastIndex(of: ":") else { return [] }
        return LatinWord.all(in: String(text[colon...])).map(\.text)
    }

    private static func isName(_ word: Substring) -> Bool {
        guard word.count > 1 else { return false }
        if word.contains(where: { $0.isNumber || "@/#".contains($0) }) { return true }
        let inner = word.dropFirst().dropLast()
        return acronyms.contains(String(word)) || inner.contains(".")
            || word.contains(where: \.isLowercase) && inner.contains(where: \.isUppercase)
    }

    private static func trimmed(_ word: Substring) -> Substring {
        let start = word.drop { !isOfName($0) }
        return start.lastIndex(where: isOfName).map { start[...$0] } ?? ""
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "#+@".contains(character)
    }

    /// Abbreviations that are the same in all languages.
    private static let acronyms: Set<String> = [
        "URL", "URI", "URN", "UUID", "ULID", "MAC", "IP", "CIDR", "JSON", "XML", "HTML", "CSS", "MIME", "NAME",
        "EXAMPLE",
        "VIN", "ABA", "ISO", "IBAN", "BIC", "ISBN", "ISSN", "ISIN", "LEI", "GTIN", "IMEI", "ISRC", "CSV", "PDF", "YAML",
        "HTTP", "DNS", "UTF", "ASCII", "MB", "GPS", "ISO8601", "null", "cron", "mailto",
    ]
}
