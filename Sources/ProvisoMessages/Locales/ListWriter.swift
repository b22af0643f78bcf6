internal import ICUBridge

/// Formats lists such as "a, b or c" for one locale.
package final class ListWriter: Sendable {
    package enum Kind: Sendable {
        case and, or
        /// Items with commas only, as after a colon.
        case units
        /// Things none of which is so: `a, b nor c`, if the catalog has the word, and else as `or`.
        case neither
    }

    private let handle: BridgeHandle
    private let kind: Kind
    /// For a language whose list as CLDR writes it is wrong for some items; most have none.
    private let repair: Repair?

    /// What CLDR's patterns get wrong.
    private enum Repair {
        /// A letter that the word has before some letters only, which CLDR writes in brackets: Welsh `a(c)`, and
        /// Luxembourgish `a(n)`.
        case optional(letter: Character, before: String)
        /// Thai: a space between a word in another script and `และ` or `หรือ`.
        case thaiSpace
    }

    package init?(locale: String, kind: Kind) {
        let type =
            switch kind {
            case .and: PRV_ICU_LIST_AND
            case .or, .neither, .units: PRV_ICU_LIST_OR
            }
        guard let pointer = prv_icu_list_create(locale, type) else { return nil }
        self.kind = kind
        handle = BridgeHandle(pointer: pointer)
        switch locale.prefix(while: { $0 != "-" }) {
        case "cy": repair = .optional(letter: "c", before: "aeiouwy")
        case "lb": repair = .optional(letter: "n", before: "aeiouäëéöüydhntz")
        case "th": repair = .thaiSpace
        default: repair = nil
        }
    }

    deinit { prv_icu_list_destroy(handle.pointer) }

    /// The list as a string; with `isolating`, each item is enclosed in FSI and PDI.
    package func string(_ items: [String], isolating: Bool) -> String? {
        if kind == .units {
            // ICU's lists of units separate their items by spaces in some languages.
            return (isolating ? items.map(Self.isolated) : items).joined(separator: separator)
        }
        if let repair, items.count > 1 { return joined(isolating ? items.map(Self.isolated) : items, repair) }
        return format(items, isolating: isolating)
    }

    static func isolated(_ item: String) -> String { "\u{2068}\(item)\u{2069}" }

    /// The list with what CLDR puts between the items, without what it gets wrong.
    private func joined(_ items: [String], _ repair: Repair) -> String? {
        let marks = ["\u{1}", "\u{2}", "\u{3}"]
        guard let pair = format(Array(marks.prefix(2)), isolating: false), let all = format(marks, isolating: false),
            let two = Self.between(pair, "\u{1}", "\u{2}"), let middle = Self.between(all, "\u{1}", "\u{2}"),
            let last = Self.between(all, "\u{2}", "\u{3}")
        else { return format(items, isolating: false) }
        return items.indices.dropFirst().reduce(items[0]) { text, index in
            let word = index < items.count - 1 ? middle : items.count == 2 ? two : last
            return text + Self.repaired(word, repair, between: items[index - 1], and: items[index]) + items[index]
        }
    }

    private static func repaired(
        _ word: String, _ repair: Repair, between one: String, and next: String
    ) -> String {
        switch repair {
        case .optional(let letter, let following):
            let first = next.first { $0.isLetter }
            let isWritten = first.map { $0.lowercased().allSatisfy(following.contains) } ?? false
            return word.replaced("(\(letter))", by: isWritten ? String(letter) : "")
        case .thaiSpace:
            guard word.unicodeScalars.contains(where: Self.isThai) else { return word }
            let isThai = [one.unicodeScalars.last, next.unicodeScalars.first].allSatisfy {
                $0.map(Self.isThai) ?? true
            }
            // CLDR has a space before the word only in lists of three and more.
            return isThai ? word : " \(word.split(separator: " ").joined(separator: " ")) "
        }
    }

    private static func isThai(_ scalar: Unicode.Scalar) -> Bool { (0xE00...0xE7F).contains(scalar.value) }

    /// The text between two characters.
    private static func between(_ text: String, _ one: Character, _ other: Character) -> String? {
        guard let start = text.firstIndex(of: one), let end = text.firstIndex(of: other), start < end else {
            return nil
        }
        return String(text[text.index(after: start)..<end])
    }

    private func format(_ items: [String], isolating: Bool) -> String? {
        BridgeText.lend(items) { items in
            BridgeText.read(capacity: 512) {
                prv_icu_list_format(handle.pointer, items.baseAddress, Int32(items.count), isolating, $0, $1)
            }
        }
    }

    /// What is between two items that are not the last, such as a comma with a space.
    package var separator: String {
        let text = format(["\u{1}", "\u{2}", "\u{3}"], isolating: false) ?? ""
        return Self.between(text, "\u{1}", "\u{2}") ?? ", "
    }
}
