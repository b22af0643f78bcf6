internal import Proviso
internal import ProvisoRuleFiles

extension Request {
    /// Where the name at the cursor is defined.
    func definition() -> AnyValue? {
        guard let word else { return nil }
        let place = outline.place(word.path)
        switch place.role {
        case .includes, .include, .fileName:
            let path = FileURI.included(word.text, by: document.path)
            guard server.mayRead(path, for: document) else { return nil }
            return server.read(path).map { location(0..<0, in: $0) }
        case .type, .inner: return key("types", word.text)
        case .option where place.option == .shape: return key("shapes", word.text)
        default: return variable(in: word).flatMap { key("variables", $0) }
        }
    }

    private func key(_ top: String, _ name: String) -> AnyValue? {
        for file in files {
            for key in file.outline.keys(of: [.key(top)]) where key.text == name {
                return location(key.range, in: file)
            }
        }
        return nil
    }

    /// The name of `${name}` at the cursor.
    private func variable(in word: RuleOutline.Word) -> String? {
        let bytes = document.lines.bytes
        var (start, end) = (min(offset, word.range.upperBound), offset)
        func isName(_ byte: UInt8) -> Bool { byte.isNamePart || byte == UInt8(ascii: "-") }
        while start > word.range.lowerBound, isName(bytes[start - 1]) { start -= 1 }
        while end < word.range.upperBound, isName(bytes[end]) { end += 1 }
        guard start > 1, bytes[start - 1] == UInt8(ascii: "{"), bytes[start - 2] == UInt8(ascii: "$"), start <= end
        else {
            return nil
        }
        return document.lines.string(start..<end)
    }

    /// All places that name the attribute at the cursor.
    func references() -> AnyValue? {
        guard let name = attribute()?.text else { return nil }
        return .list(uses(of: name).flatMap { file, uses in uses.map { location($0.range, in: file) } })
    }

    /// The places in each related file that name an attribute of this document, with the paths of that file.
    private func uses(of name: String) -> [(file: TextDocument, uses: [AttributeUses.Use])] {
        let whole = Self.below(prefix(of: document), name)
        return related.compactMap { file in
            let prefix = prefix(of: file)
            guard prefix.isEmpty || whole.hasPrefix(prefix + ".") else { return nil }
            let own = prefix.isEmpty ? whole : String(whole.dropFirst(prefix.count + 1))
            return (file, AttributeUses(file).places(of: own))
        }
    }

    private static func below(_ prefix: String, _ name: String) -> String {
        prefix.isEmpty ? name : "\(prefix).\(name)"
    }

    /// The attribute at the cursor.
    func attribute() -> (text: String, range: Range<Int>)? {
        guard let word else { return nil }
        let place = outline.place(word.path)
        guard place.scope.isEmpty else { return nil }
        switch (place.role, word.isKey) {
        case (.attributes, false), (.map(.attribute, _), true), (.path, false): return part(of: word)
        case (.conditions, false) where place.rule.isEmpty: return part(of: word)
        case (.option, _) where outline.namedAttribute(word, place) != nil: return known((word.text, word.inner))
        case (.option, false) where place.option == .expression:
            return AttributeUses(document).path(in: word, at: offset).flatMap { known($0) }
        case (.record, true) where word.path.count == 3: return known((word.text, word.inner))
        default: return nil
        }
    }

    private func known(_ found: (text: String, range: Range<Int>)) -> (text: String, range: Range<Int>)? {
        DocumentNames(files).attributes([]).contains(found.text) ? found : nil
    }

    func prepareRename() -> AnyValue? {
        guard let found = attribute(), found.text != "." else { return nil }
        return ["range": server.value(found.range, in: document.lines), "placeholder": .text(found.text)]
    }

    /// The edits that rename the attribute at the cursor in the document and in all files of its rule set.
    func rename() -> LanguageServer.Answer {
        guard let old = attribute()?.text, let new = parameters["newName"]?.text else {
            return .refusal("only an attribute can be renamed")
        }
        let names = DocumentNames(files).attributes([])
        if let reason = refusal(of: new, for: old, among: names) { return .refusal(reason) }
        let whole = Self.below(prefix(of: document), new)
        var changes: [AnyValue.Member] = []
        for (file, uses) in uses(of: old) {
            let prefix = prefix(of: file)
            guard prefix.isEmpty || whole.hasPrefix(prefix + ".") else {
                return .refusal(
                    "'\(old)' cannot become '\(new)': the rules of \(FileURI.plain(file.path)) are included below "
                        + "'\(prefix)'; change only the part after it")
            }
            let own = prefix.isEmpty ? whole : String(whole.dropFirst(prefix.count + 1))
            var edits: [AnyValue] = []
            for use in uses {
                guard let text = use.replacement(own) else {
                    let place = file.lines.place(of: use.range.lowerBound, in: .scalars)
                    let reason =
                        use.isOfList
                        ? "the list in line \(place.line + 1) also has the names in the collection; write an object there "
                            + "first: '\(old): \(old)' for each name"
                        : "line \(place.line + 1) names only its last part, and the record would need another structure; "
                            + "change only the last part of the path"
                    return .refusal("'\(old)' cannot become '\(new)': \(reason)")
                }
                edits.append(["range": server.value(use.range, in: file.lines), "newText": .text(text)])
            }
            if !edits.isEmpty { changes.append(AnyValue.Member(file.uri, .list(edits))) }
        }
        return .value(["changes": .object(changes)])
    }

    /// Why a rename would change what a `compare` rule compares: by default with the attribute of the same name and `_repeat`.
    private func comparisonRefusal(_ old: String) -> String? {
        for word in outline.words where !word.isKey && Self.comparisons.contains(word.text) {
            let place = outline.place(word.path)
            guard place.role == .type, place.scope.isEmpty else { continue }
            let isNamed = outline.attributeWords(of: place.rule).contains { word in
                AttributeWords.parts(of: word, in: document.lines).contains { $0.text == old }
            }
            if isNamed, !outline.hasOption(.attribute, .comparand, of: place) {
                let other = CompareValidator.partner(of: old)
                let line = document.lines.place(of: word.range.lowerBound, in: .scalars).line + 1
                return "'\(word.text)' in line \(line) compares '\(old)' with '\(other)', by its name: "
                    + "write 'compareAttribute: \(other)' there first"
            }
        }
        return nil
    }

    private static let comparisons = Set(
        Registry.standard.definitions.filter { $0.about.subject == .comparison }.map(\.type.rawValue))

    private func refusal(of new: String, for old: String, among names: [String]) -> String? {
        if new == old { return nil }
        if let reason = comparisonRefusal(old) { return reason }
        if new.isEmpty || new.utf8.contains(where: { $0 < 0x20 || ",!'\"{}[]#".utf8.contains($0) })
            || new.hasPrefix(" ")
            || new.hasSuffix(" ") || new.split(separator: ".", omittingEmptySubsequences: false).contains("")
        {
            return "'\(new)' is not a path: expected names with dots between them, such as address.city"
        }
        if names.contains(where: { $0 == new || $0.hasPrefix(new + ".") }) {
            return "'\(new)' is the name of another attribute of this file"
        }
        let uses = uses(of: old).flatMap(\.uses).filter(\.isExpression)
        let written = uses.contains { !$0.isKey } ? new : new.split(separator: ".").last.map(String.init) ?? ""
        let isName = written.utf8.allSatisfy { $0.isNamePart && $0 < 0x80 || $0 == UInt8(ascii: ".") }
        if !uses.isEmpty, !isName {
            return "'\(new)' cannot be used in the expressions of this file: expected letters, digits, '_' and dots"
        }
        return nil
    }

    /// The edit that formats the whole document.
    func formatting() -> AnyValue? {
        guard let text = server.tools.format?(document.lines.text) else { return nil }
        if text == document.lines.text { return [] }
        return [["range": server.value(0..<document.lines.bytes.count, in: document.lines), "newText": .text(text)]]
    }
}
