/// Finds the words that the catalog, or its parent in the same language, has in place of CLDR's.
extension MessageFormatter.Setting {
    private func own<Word>(_ find: (CatalogSlot) -> Word?) -> Word? {
        var setting: MessageFormatter.Setting? = self
        while let current = setting {
            if let word = current.slot.flatMap(find) { return word }
            setting = current.parent
        }
        return nil
    }

    /// The items as a list: in the words of the catalog, or in those of CLDR.
    ///
    /// Things none of which is so are written as those of `or`, if the language has no words of their own for them.
    func list(_ items: [String], _ kind: ListWriter.Kind, isolating: Bool) -> String {
        let isolated = { isolating ? items.map(ListWriter.isolated) : items }
        let words = own { $0.words.list(kind) } ?? (kind == .neither ? own { $0.words.list(.or) } : nil)
        guard items.count > 1, let words else {
            return formats.lists(kind)?.string(items, isolating: isolating) ?? isolated().joined(separator: ", ")
        }
        let separator = own { $0.words.list(.units)?.last } ?? formats.lists(kind)?.separator
        return words.joined(isolated(), separator: separator ?? ", ")
    }

    /// The text between the quotation marks of the catalog or of the language.
    func quoted(_ text: String) -> String {
        guard let (open, close) = own({ $0.words.quotes }) else {
            return formats.names?.quoted(text, isolating: isolates) ?? "\"\(text)\""
        }
        return open + (isolates ? ListWriter.isolated(text) : text) + close
    }

    /// The name of a code in the language of the message; a code without a name is shown itself.
    func name(_ code: String, _ kind: NameWriter.Kind) -> String {
        let key = WordKey.name(kind == .script ? NameWriter.scriptCode(code) ?? code : code, kind)
        return own { $0.catalog.pattern(for: key)?.parts.first?.literal } ?? formats.names?.name(code, kind) ?? code
    }

    /// A number of bytes as people write it; single bytes in the words of the catalog, if it has them.
    func size(_ number: Numeral, labels: (String) -> String) -> String? {
        if let text = formats.size(number) { return text }
        guard let pattern = own({ $0.words.byte }) else { return formats.bytes(number) }
        let count = Parameter(name: "count", value: .number(number.doubleValue))
        return MessageFormatter.string(pattern, parameters: [count], label: "", setting: self, labels: labels)
    }
}

extension MessagePattern.Part {
    fileprivate var literal: String? {
        if case .literal(let text) = self { text } else { nil }
    }
}
