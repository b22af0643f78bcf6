/// How a message writes a value that is not a number or a date.
///
/// These types are not ICU's: `{x, list, or quoted}`, `{x, name, region}`, `{x, quoted}`, `{x, size}`.
package enum ValueStyle: Sendable, Hashable {
    /// A list, and each of its items.
    case list(ListWriter.Kind, ItemStyle)
    /// A single value, or a list in the style that it has without a type.
    case item(ItemStyle)
    /// A number of bytes, in the largest unit that shows it exactly.
    case size

    /// How a string is written.
    package enum ItemStyle: Sendable, Hashable {
        case plain
        /// Between the quotation marks of the language. Numbers and labels are not quoted.
        case quoted
        /// The name of a code in the language; a code without a name is written itself.
        case name(NameWriter.Kind)
    }
}

extension ListWriter.Kind {
    /// The words of `list`'s style: those of ICU and of Java's message formats.
    static let words: [(word: String, kind: Self)] = [("and", .and), ("or", .or), ("nor", .neither), ("unit", .units)]
}

/// Parses the styles of a message's own types.
extension MessageParser {
    func valueStyle(
        _ kind: MessagePattern.Placeholder.Kind, _ text: String, at offset: Int
    ) throws(MessageSyntaxError) -> ValueStyle {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).map { String($0) }
        let style: ValueStyle
        switch kind {
        case .list:
            let named = words.first.flatMap { word in ListWriter.Kind.words.first { $0.word == word } }
            if named != nil { words.removeFirst() }
            style = .list(named?.kind ?? .and, takeItemStyle(&words))
        case .name:
            style = .item(takeItemStyle(&words))
            guard case .item(.name) = style else { throw error(at: offset, .badStyle(trimmed(text))) }
        case .quoted: style = .item(.quoted)
        default: style = .size
        }
        guard words.isEmpty else { throw error(at: offset, .badStyle(trimmed(text))) }
        return style
    }

    private func takeItemStyle(_ words: inout [String]) -> ValueStyle.ItemStyle {
        guard let word = words.first else { return .plain }
        let style: ValueStyle.ItemStyle? =
            word == "quoted" ? .quoted : NameWriter.Kind(rawValue: word).map { .name($0) }
        if style != nil { words.removeFirst() }
        return style ?? .plain
    }
}
