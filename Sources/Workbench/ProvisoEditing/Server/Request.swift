internal import Proviso

/// A request about a place in an open document.
struct Request {
    let server: LanguageServer
    let document: TextDocument
    let parameters: AnyValue
    /// The place of the cursor; 0 for requests about the whole document.
    let offset: Int
    /// The rule types, with those of the document.
    let registry: Registry

    init?(_ server: LanguageServer, _ parameters: AnyValue) {
        guard let uri = parameters["textDocument"]?["uri"]?.text, let document = server.documents[uri] else {
            return nil
        }
        var server = server
        registry = server.registry()
        (self.server, self.document, self.parameters) = (server, document, parameters)
        offset = parameters["position"].flatMap { document.offset($0, in: server.unit) } ?? 0
    }

    var outline: RuleOutline { document.outline }

    /// The plan of the last check without errors: that of the document, or of the one that includes it.
    var plan: Plan? { document.plan ?? server.root(of: document)?.plan }

    /// The definition of a rule type, also of one of the document.
    func definition(ofType name: String) -> RuleDefinition? {
        if let own = plan?.ruleSet.types.first(where: { $0.type.rawValue == name }) { return own }
        return registry[RuleType(rawValue: name)]
    }

    /// The document, and the files that it includes.
    var files: [TextDocument] { [document] + document.files.sorted().compactMap(server.read) }

    /// The files that are one rule set: those of the open document that includes this one, if there is one.
    var related: [TextDocument] {
        guard let root = server.root(of: document) else { return files }
        return [root] + root.files.sorted().compactMap(server.read)
    }

    /// The path below which a related file is included; empty without one.
    func prefix(of file: TextDocument) -> String {
        guard let root = related.first, root.uri != file.uri else { return "" }
        for word in root.outline.words where !word.isKey && root.outline.place(word.path).role == .fileName {
            guard FileURI.included(word.text, by: root.path) == FileURI.plain(file.path) else { continue }
            return root.outline.scalar(word.path.dropLast() + [.key("prefix")])?.text ?? ""
        }
        return ""
    }

    func location(_ range: Range<Int>, in document: TextDocument) -> AnyValue {
        ["uri": .text(document.uri), "range": server.value(range, in: document.lines)]
    }

    /// The word at the cursor.
    var word: RuleOutline.Word? { outline.word(at: offset) }

    /// The part of a word that the cursor is in, of a list with commas and without `!`.
    func part(of word: RuleOutline.Word) -> (text: String, range: Range<Int>) {
        let parts = AttributeWords.parts(of: word, in: document.lines)
        return parts.last { $0.range.lowerBound <= offset } ?? parts.first ?? (word.text, word.inner)
    }
}

/// The names in a word that lists attributes.
enum AttributeWords {
    /// The names of `a, !b` with their places.
    static func parts(of word: RuleOutline.Word, in lines: LineTable) -> [(text: String, range: Range<Int>)] {
        var parts: [(text: String, range: Range<Int>)] = []
        var start = word.inner.lowerBound
        let end = word.inner.upperBound
        while start <= end {
            var (first, last) = (start, lines.bytes[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? end)
            start = last + 1
            while first < last, lines.bytes[first] == 0x20 || lines.bytes[first] == UInt8(ascii: "!") { first += 1 }
            while last > first, lines.bytes[last - 1] == 0x20 { last -= 1 }
            if first < last { parts.append((lines.string(first..<last), first..<last)) }
        }
        return parts
    }
}
