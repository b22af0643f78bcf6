/// The words of a catalog's own that its messages are put together from, where CLDR has none or others.
final class CatalogWords: Sendable {
    /// What a list has around and between its items.
    struct List: Sendable {
        let before: String
        /// Between items that are not the last two; `nil` for what the language has between the items of any list.
        let between: String?
        let last: String
        let after: String

        /// `nil` for a pattern that does not show two or three items.
        fileprivate init?(_ texts: [String]?) {
            guard let texts, [3, 4].contains(texts.count) else { return nil }
            before = texts[0]
            between = texts.count == 4 ? texts[1] : nil
            last = texts[texts.count - 2]
            after = texts[texts.count - 1]
        }

        /// The items as a list; there are at least two.
        func joined(_ items: [String], separator: String) -> String {
            let head = items.dropLast().joined(separator: between ?? separator)
            return before + head + last + (items.last ?? "") + after
        }
    }

    private let lists: [ListWriter.Kind: List]
    let quotes: (open: String, close: String)?
    let byte: MessagePattern?

    init(_ catalog: Catalog) {
        func texts(_ key: String) -> [String]? { catalog.pattern(for: key).map { Self.texts($0) } }
        let kinds = ListWriter.Kind.words.map(\.kind)
        lists = kinds.reduce(into: [:]) { $0[$1] = List(texts(WordKey.list($1))) }
        let marks = texts(WordKey.quoted).flatMap { $0.count == 2 ? $0 : nil }
        quotes = marks.map { ($0[0], $0[1]) }
        byte = catalog.pattern(for: WordKey.byte)
    }

    func list(_ kind: ListWriter.Kind) -> List? { lists[kind] }

    /// The text before, between and after the arguments.
    private static func texts(_ pattern: MessagePattern) -> [String] {
        pattern.parts.reduce(into: [""]) { texts, part in
            if case .literal(let text) = part { texts[texts.count - 1] += text } else { texts.append("") }
        }
    }
}
