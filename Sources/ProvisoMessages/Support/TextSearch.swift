/// Looks for a text in another, byte by byte.
///
/// The standard library's own `contains(_:)`, `firstRange(of:)` and `replace(_:with:)` come with its engine for regular
/// expressions: 1.2 MB of the tool, and types to search whenever it starts.
extension StringProtocol {
    /// Whether the text is in this one; the empty text is.
    package func holds(_ text: some StringProtocol) -> Bool { place(of: text) != nil }

    /// Where the text stands first.
    package func place(of text: some StringProtocol) -> Range<Index>? {
        let (bytes, sought) = (utf8, text.utf8)
        var start = bytes.startIndex
        while !bytes[start...].starts(with: sought) {
            guard start < bytes.endIndex else { return nil }
            bytes.formIndex(after: &start)
        }
        return start..<bytes.index(start, offsetBy: sought.count)
    }

    /// The parts before, between and after each place of a text that is not empty; there is at least one.
    package func parts(between text: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while let place = rest.place(of: text), !place.isEmpty {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }

    /// This text with another in each place of a text that is not empty.
    package func replaced(_ text: String, by other: String) -> String {
        parts(between: text).joined(separator: other)
    }
}
