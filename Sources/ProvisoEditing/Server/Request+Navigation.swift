internal import Proviso

extension Request {
    /// Where the name at the cursor is defined.
    func definition() -> AnyValue? {
        guard let word else { return nil }
        let place = outline.place(word.path)
        switch place.role {
        case .includes, .includedFile:
            let path = FileURI.included(word.text, by: document.path)
            return server.read(path).map { location(0..<0, in: $0) }
        case .type, .inner: return key("types", word.text)
        case .option("name") where outline.type(of: place)?.text == "shape": return key("shapes", word.text)
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
        return .list(
            files.flatMap { file in
                AttributeUses(file).places(of: name).map { location($0.range, in: file) }
            })
    }

    /// The attribute at the cursor.
    func attribute() -> (text: String, range: Range<Int>)? {
        guard let word else { return nil }
        let place = outline.place(word.path)
        guard place.scope.isEmpty else { return nil }
        switch (place.role, word.isKey) {
        case (.attributes, false), (.labels, true), (.finding, false): return part(of: word)
        case (.conditions, false) where place.rule.isEmpty: return part(of: word)
        default: return nil
        }
    }

    func prepareRename() -> AnyValue? {
        guard let found = attribute(), found.text != "." else { return nil }
        return ["range": server.value(found.range, in: document.lines), "placeholder": .text(found.text)]
    }

    /// The edits that rename the attribute at the cursor in the document and the files that it includes.
    func rename() -> LanguageServer.Answer {
        guard let old = attribute()?.text, let new = parameters["newName"]?.text else {
            return .refusal("only an attribute can be renamed")
        }
        let names = DocumentNames(files).attributes([])
        if let reason = refusal(of: new, for: old, among: names) { return .refusal(reason) }
        var changes: [AnyValue.Member] = []
        for file in files {
            var edits: [AnyValue] = []
            for use in AttributeUses(file).places(of: old) {
                guard let text = use.replacement(new) else {
                    let place = file.lines.place(of: use.range.lowerBound, in: .scalars)
                    return .refusal(
                        "'\(old)' cannot become '\(new)': the record in line \(place.line + 1) would need another structure; "
                            + "change only the last part of the path")
                }
                edits.append(["range": server.value(use.range, in: file.lines), "newText": .text(text)])
            }
            if !edits.isEmpty { changes.append(AnyValue.Member(file.uri, .list(edits))) }
        }
        return .value(["changes": .object(changes)])
    }

    private func refusal(of new: String, for old: String, among names: [String]) -> String? {
        if new == old { return nil }
        if new.isEmpty || new.utf8.contains(where: { $0 < 0x20 || ",!'\"{}[]#".utf8.contains($0) })
            || new.hasPrefix(" ")
            || new.hasSuffix(" ") || new.split(separator: ".", omittingEmptySubsequences: false).contains("")
        {
            return "'\(new)' is not a path: expected names with dots between them, such as address.city"
        }
        if names.contains(where: { $0 == new || $0.hasPrefix(new + ".") }) {
            return "'\(new)' is the name of another attribute of this file"
        }
        let isOfExpression = files.contains { file in
            AttributeUses(file).places(of: old).contains { $0.isExpression }
        }
        if isOfExpression, !new.utf8.allSatisfy({ $0.isNamePart && $0 < 0x80 || $0 == UInt8(ascii: ".") }) {
            return "'\(new)' cannot be used in the expressions of this file: expected letters, digits, '_' and dots"
        }
        return nil
    }

    /// The rules by attribute, for an outline.
    func symbols() -> AnyValue {
        var order: [String] = []
        var groups: [String: [AnyValue]] = [:]
        var extents: [String: Range<Int>] = [:]
        for word in outline.words where !word.isKey {
            let place = outline.place(word.path)
            guard place.role == .type, !place.isInner, place.rule.first == .key("rules"), place.rule.count == 2 else {
                continue
            }
            guard let extent = outline.extents[place.rule] else { continue }
            let shown = outline.words.filter { $0.path.starts(with: place.rule) && !$0.isKey }
            for name in shown where outline.place(name.path).role == .attributes && isOwn(name, place.rule) {
                for part in AttributeWords.parts(of: name, in: document.lines) {
                    if groups[part.text] == nil { order.append(part.text) }
                    let range = server.value(extent, in: document.lines)
                    groups[part.text, default: []].append([
                        "name": .text(word.text), "kind": 12, "range": range,
                        "selectionRange": server.value(word.range, in: document.lines),
                    ])
                    extents[part.text] = extents[part.text] ?? part.range
                }
            }
        }
        return .list(
            order.map { name in
                let range = server.value(extents[name] ?? 0..<0, in: document.lines)
                return [
                    "name": .text(name), "kind": 8, "range": range, "selectionRange": range,
                    "children": .list(groups[name] ?? []),
                ]
            })
    }

    /// Whether a word is among the attributes of a rule itself, and not of its conditions or options.
    private func isOwn(_ word: RuleOutline.Word, _ rule: [OutlineStep]) -> Bool {
        guard word.path.count > rule.count, word.path.count <= rule.count + 2 else { return false }
        return word.path[rule.count] == .item(0) || word.path[rule.count] == .key("attributes")
    }

    /// The edit that formats the whole document.
    func formatting() -> AnyValue? {
        guard let text = server.tools.format?(document.lines.text) else { return nil }
        if text == document.lines.text { return [] }
        return [["range": server.value(0..<document.lines.bytes.count, in: document.lines), "newText": .text(text)]]
    }
}
