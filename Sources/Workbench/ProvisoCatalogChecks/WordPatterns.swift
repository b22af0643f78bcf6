/// The words of a language that a table or a catalog gives, as patterns.
struct WordPatterns {
    private let whole: Set<String>
    private let parts: [(text: String, atStart: Bool, atEnd: Bool)]
    private let hasSpaces: Bool

    init(_ table: String, hasSpaces: Bool) {
        self.hasSpaces = hasSpaces
        var whole: Set<String> = []
        var parts: [(String, Bool, Bool)] = []
        for word in table.split(separator: " ") where word != "*" {
            let (start, end) = (word.first == "*", word.last == "*")
            let text = String(word.drop { $0 == "*" }.prefix { $0 != "*" })
            if start || end || !hasSpaces { parts.append((text, !start, !end)) } else { whole.insert(text) }
        }
        (self.whole, self.parts) = (whole, parts)
    }

    /// The first word of a sentence that matches.
    func match(in sentence: Sentence) -> String? {
        if !hasSpaces { return parts.first { Self.holds(sentence.text, $0.text) }?.text }
        return sentence.words.first { word in
            whole.contains(word)
                || parts.contains { part in
                    word.count >= part.text.count + (part.atStart ? 0 : 1)
                        && (part.atStart
                            ? word.hasPrefix(part.text)
                            : part.atEnd ? word.hasSuffix(part.text) : Self.holds(String(word.dropFirst()), part.text))
                }
        }
    }

    private static func holds(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard part.count <= text.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
