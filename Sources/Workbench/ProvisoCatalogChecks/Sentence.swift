import Proviso
internal import Synchronization

/// A reading of a message, cut into words, arguments and marks.
struct Sentence: Sendable {
    enum Token: Hashable, Sendable {
        /// A word in lower case.
        case word(String)
        /// The name of an argument.
        case argument(String)
        case mark(Character)
        /// The beginning or the end.
        case edge
    }

    let text: String
    let tokens: [Token]
    /// The tokens' text as written, in the same order.
    let written: [Substring]
    /// The words in lower case.
    let words: [String]

    init(_ reading: Reading) {
        text = reading.text
        var tokens: [Token] = []
        var written: [Substring] = []
        var shown = reading.shown[...]
        var start = text.startIndex
        while start < text.endIndex {
            let first = text[start]
            var end = text.index(after: start)
            if first == Reading.argument {
                tokens.append(.argument(shown.popFirst() ?? ""))
                written.append(text[start..<end])
            } else if Self.isOfWord(first) {
                while end < text.endIndex, Self.isOfWord(text[end]) { end = text.index(after: end) }
                tokens.append(.word(text[start..<end].lowercased()))
                written.append(text[start..<end])
            } else if !first.isWhitespace {
                tokens.append(.mark(first))
                written.append(text[start..<end])
            }
            start = end
        }
        self.tokens = tokens
        self.written = written
        words = tokens.compactMap { token in
            if case .word(let word) = token { word } else { nil }
        }
    }

    private static func isOfWord(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    /// The token at an index, `edge` outside.
    func token(_ index: Int) -> Token { tokens.indices.contains(index) ? tokens[index] : .edge }
}

/// The sentences of a catalog beside the English ones.
struct CatalogText {
    /// One branch of a message's selects, in both languages.
    struct Unit: Sendable {
        let code: String
        /// The branches of the selects, such as `kind=listed`.
        let branch: String
        let english: Sentence
        /// A sentence for each branch of a plural and each register; not empty, the last is the most general one.
        let sentences: [Sentence]
        /// The branches of the plural that each sentence goes through.
        let choices: [[Reading.Choice]]

        var main: Sentence { sentences[sentences.count - 1] }
    }

    let locale: String
    var units: [Unit] = []

    /// Messages of `codes` are left out.
    init(_ catalog: Catalog, english: Catalog, without codes: Set<String> = []) {
        locale = catalog.locale
        for code in catalog.codes where !codes.contains(code) {
            guard let pattern = catalog.pattern(for: code), let source = english.pattern(for: code) else { continue }
            units += Self.units(code, pattern, source)
        }
    }

    static func units(_ code: String, _ pattern: MessagePattern, _ english: MessagePattern) -> [Unit] {
        let wanted = Dictionary(Reading.all(of: english).map { ($0.path, $0) }) { _, last in last }
        let own = Dictionary(grouping: Reading.all(of: pattern)) { $0.path }
        return own.keys.sorted().compactMap { path in
            guard let source = wanted[path], let readings = own[path] else { return nil }
            return Unit(
                code: code, branch: path, english: Sentence(source), sentences: readings.map { Sentence($0) },
                choices: readings.map { $0.choices.filter { $0.kind != .select } })
        }
    }
}

/// The sentences of the embedded catalogs, read once.
enum EmbeddedText {
    private static let cache = Mutex<[String: [CatalogText.Unit]]>([:])

    static func units(_ locale: String) -> [CatalogText.Unit] {
        if let known = cache.withLock({ $0[locale] }) { return known }
        guard let english = Catalogs.embedded.catalog(for: "en"), let catalog = Catalogs.embedded.catalog(for: locale)
        else { return [] }
        let units = CatalogText(catalog, english: english).units
        cache.withLock { $0[locale] = units }
        return units
    }
}

extension Reading {
    /// The branches of the selects by which English chooses, too.
    var path: String {
        choices.filter { $0.kind == .select && !MessagePattern.ownArguments.contains($0.argument) }
            .map { "\($0.argument)=\($0.selector)" }.sorted().joined(separator: " ")
    }
}
