internal import Proviso
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// A proposal for the word at the cursor.
struct Proposal {
    /// The numbers of the protocol.
    enum Kind: Int64 {
        case function = 3, field = 5, type = 7, property = 10, value = 12, keyword = 14, file = 17, constant = 21
    }

    let text: String
    let kind: Kind
    var detail = ""
    /// Whether a value follows.
    var isKey = false
}

extension Request {
    /// Marks the cursor in the text, so that there is always a word at it.
    private static let mark: UInt8 = 0x1A

    /// Proposals for the word at the cursor, also where the text is not valid.
    func completion() -> AnyValue {
        let lines = document.lines
        let marked = RuleOutline(lines.bytes[..<offset] + [Self.mark] + lines.bytes[offset...])
        guard let word = marked.words.first(where: { $0.range.contains(offset) }) else { return .list([]) }
        let start = self.start(of: word)
        // What is right of the cursor belongs to the word if no break is between.
        let end = max(offset, min(word.inner.upperBound - 1, lines.range(ofLine: lines.line(of: offset)).upperBound))
        let isText = word.text.utf8.contains(0x20) && start == word.inner.lowerBound
        let range = start..<(isText ? offset : max(offset, self.end(from: offset, to: end)))
        let place = marked.place(word.path)
        let names = DocumentNames(files, typing: offset)
        var proposals =
            placeholder(word, place) ?? expression(place, start, names) ?? self.proposals(word, place, marked, names)
        if place.role == .attributes || place.role.names == .attribute, place.scope.isEmpty,
            let data = server.settings.data
        {
            proposals += DataNames.read(data, beside: document.path).map { Proposal(text: $0, kind: .field) }
        }
        var seen: Set<String> = []
        let isKeyOfMap = isMapping(place.role)
        let present = Set(word.isKey || isKeyOfMap ? marked.keys(of: word.path).map(\.text) : [])
        let opens = lines.bytes.indices.contains(word.range.lowerBound) && lines.bytes[word.range.lowerBound] == 0x22
        let needsQuotes = marked.isJSON(lines.bytes) && !opens
        let items = proposals.filter { !present.contains($0.text) && seen.insert($0.text).inserted }.map { proposal in
            let isBare = word.isQuoted || opens || needsQuotes || start != word.range.lowerBound
            var text =
                needsQuotes
                ? "\"\(proposal.text)\"" : isBare || proposal.kind != .field ? proposal.text : proposal.text.asWord
            // The closing quotation mark and the colon may be there already.
            if proposal.isKey, !word.isKey, !word.isQuoted { text += opens ? "\": " : ": " }
            return item(proposal, text, range)
        }
        return ["isIncomplete": false, "items": .list(items)]
    }

    private func start(of word: RuleOutline.Word) -> Int {
        let bytes = document.lines.bytes
        var start = offset
        let first = word.isQuoted ? word.inner.lowerBound : word.range.lowerBound
        while start > first, bytes[start - 1].isNamePart || "./-*:".utf8.contains(bytes[start - 1]) { start -= 1 }
        return start
    }

    private func end(from offset: Int, to end: Int) -> Int {
        var index = offset
        let bytes = document.lines.bytes
        while index < end, index < bytes.count, bytes[index].isNamePart || "./-*".utf8.contains(bytes[index]) {
            index += 1
        }
        return index
    }

    private func isMapping(_ role: RuleFileValue) -> Bool { role.names != nil || !role.keys.isEmpty }

    private func item(_ proposal: Proposal, _ text: String, _ range: Range<Int>) -> AnyValue {
        var members: [AnyValue.Member] = [
            AnyValue.Member("label", .text(proposal.text)), AnyValue.Member("kind", .integer(proposal.kind.rawValue)),
            AnyValue.Member("textEdit", ["range": server.value(range, in: document.lines), "newText": .text(text)]),
        ]
        if !proposal.detail.isEmpty { members.append(AnyValue.Member("detail", .text(proposal.detail))) }
        return .object(members)
    }

    /// Proposals within the braces of a placeholder or a variable.
    private func placeholder(_ word: RuleOutline.Word, _ place: OutlinePlace) -> [Proposal]? {
        let bytes = document.lines.bytes
        var index = offset
        while index > word.range.lowerBound, bytes[index - 1].isNamePart { index -= 1 }
        guard index > word.range.lowerBound, bytes[index - 1] == UInt8(ascii: "{") else { return nil }
        if index > 1, bytes[index - 2] == UInt8(ascii: "$") {
            return DocumentNames(files).variables.map { Proposal(text: $0, kind: .constant) }
        }
        let isOwn = [.message, .label, .labelText, .text].contains(place.role)
        guard isOwn || !isMapping(place.role) else { return nil }
        let type = outline.type(of: place).flatMap { definition(ofType: $0.text) }
        let codes = type?.codes ?? registry.definitions.flatMap(\.codes)
        let wanted = place.code ?? { if case .option(let name) = place.role { name } else { nil } }()
        let matching = codes.filter {
            wanted == nil || $0.code.rawValue == wanted || type != nil && $0.code.problem == wanted ?? ""
        }
        guard isOwn || !matching.isEmpty else { return nil }
        let names = ["attribute", "value"] + matching.flatMap(\.parameters)
        return names.map { Proposal(text: $0, kind: .constant) }
    }

    /// Proposals within an expression.
    private func expression(_ place: OutlinePlace, _ start: Int, _ names: DocumentNames) -> [Proposal]? {
        guard case .option = place.role, place.option == .expression else { return nil }
        let bytes = document.lines.bytes
        if start > 0, bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] == UInt8(ascii: ")") {
            return ExpressionWords.methods.map { Proposal(text: $0, kind: .function) }
        }
        let known = DocumentNames(files)
        let own =
            known.definitions.map { Proposal(text: $0, kind: $0.contains("(") ? .function : .field, detail: "define") }
            + known.variables.map { Proposal(text: "vars.\($0)", kind: .constant) }
        // A path with `*` is not a name in an expression: its list is.
        let attributes = names.attributes(place.scope).map { $0.parts(between: ".*")[0] }.map(String.init)
        return attributes.withoutRepetition().filter { $0 != "." }.map { Proposal(text: $0, kind: .field) }
            + [
                Proposal(text: "this", kind: .keyword, detail: "the value"),
                Proposal(text: "record", kind: .keyword, detail: "the whole record"),
            ] + own
            + ExpressionWords.functions.map { Proposal(text: $0, kind: .function) }
            + ExpressionWords.methods.map { Proposal(text: $0, kind: .function) }
    }

    private func proposals(
        _ word: RuleOutline.Word, _ place: OutlinePlace, _ marked: RuleOutline, _ names: DocumentNames
    ) -> [Proposal] {
        func keys(_ value: RuleFileValue) -> [Proposal] {
            value.keys.sorted { $0.name < $1.name }
                .map { Proposal(text: $0.name, kind: .property, detail: $0.words, isKey: true) }
        }
        func plain(_ names: [String], _ kind: Proposal.Kind, isKey: Bool = false) -> [Proposal] {
            names.map { Proposal(text: $0, kind: kind, isKey: isKey) }
        }
        let type = marked.type(of: place)?.text
        switch place.role {
        case .rule: return options(type) + keys(.rule)
        case .inner: return types(names) + options(type) + keys(.inner)
        case .options:
            let isListed = place.rule.isEmpty || marked.scalar(place.rule + [.key("type")]) == nil
            return options(type) + (isListed ? keys(.options) : [])
        case .conditions: return keys(.conditions) + plain(names.attributes(place.scope), .field)
        case .attributes: return plain(names.attributes(place.scope), .field)
        case .path: return plain(names.attributes([]), .field)
        case .record, .map(.attribute, _): return plain(names.attributes([]), .field, isKey: true)
        case .type: return types(names)
        case .scenarios, .scenario: return plain(names.scenarios, .value)
        case .map(.scenario, _): return plain(names.scenarios, .value, isKey: true)
        case .oneOf(let words), .literal(let words): return plain(words, .value)
        case .truth: return plain(["true", "false"], .value)
        case .map(.locale, _), .message, .label: return plain(Catalogs.embedded.locales, .value, isKey: true)
        case .locale: return plain(Catalogs.embedded.locales, .value)
        case .map(.code, _): return plain(names.codes(registry), .constant, isKey: true)
        case .code: return plain(names.codes(registry), .constant)
        case .closed: return keys(.closed) + plain(["true", "false"], .value)
        case .encoding: return plain(TableFormat.Encoding.allCases.map(\.rawValue), .value)
        case .option where [.members, .discriminator].contains(place.option):
            return plain(members(of: place, marked, names), .field)
        case .option where place.option == .shape: return names.shapes.map { Proposal(text: $0, kind: .type) }
        case .includes, .include: return plain(RuleFiles.beside(document.path), .file) + keys(.include)
        case .fileName: return plain(RuleFiles.beside(document.path), .file)
        case .option(let name):
            let start = marked.extents[word.path]?.lowerBound ?? word.range.lowerBound
            let isMapping = word.isKey || start < offset && document.lines.bytes[start] == UInt8(ascii: "{")
            return isMapping
                ? keys(.reference) : values(of: name, type, attributes: names.attributes(place.scope))
        default: return keys(place.role)
        }
    }

    /// The members of the values that a rule is about, or of their items.
    private func members(of place: OutlinePlace, _ marked: RuleOutline, _ names: DocumentNames) -> [String] {
        let attributes = marked.attributeWords(of: place.rule).map(\.text)
        return names.attributes(place.scope).compactMap { name in
            attributes.lazy.flatMap { ["\($0).*.", "\($0)."] }.first { name.hasPrefix($0) }
                .map { String(name.dropFirst($0.count)) }
        }.filter { !$0.holds(".") && $0 != "*" }.withoutRepetition()
    }

    private func types(_ names: DocumentNames) -> [Proposal] {
        names.types.map { Proposal(text: $0, kind: .type, detail: "of this file") }
            + registry.definitions.map { definition in
                let options = (definition.options ?? []).map(\.name).joined(separator: ", ")
                return Proposal(text: definition.type.rawValue, kind: .type, detail: options)
            }
    }

    /// The options of a type, and the messages for its codes.
    private func options(_ type: String?) -> [Proposal] {
        guard let definition = type.flatMap(definition) else { return [] }
        return (definition.options ?? []).map {
            Proposal(text: $0.name, kind: .property, detail: "\($0.words): \($0.summary)", isKey: true)
        }
            + definition.codes.filter { RuleKey(rawValue: String($0.code.problem)) == nil }.map {
                Proposal(text: String($0.code.problem), kind: .constant, detail: "message for \($0.code)", isKey: true)
            }
    }

    private func values(of name: String, _ type: String?, attributes: [String]) -> [Proposal] {
        guard let type, let option = definition(ofType: type)?.options?.first(where: { $0.name == name }) else {
            return []
        }
        if let role = option.role, [.attribute, .attributes].contains(role) {
            return attributes.map { Proposal(text: $0, kind: .field) }
        }
        if option.kind == .boolean { return ["true", "false"].map { Proposal(text: $0, kind: .value) } }
        return OptionWords.values(of: option, type, in: registry).map { Proposal(text: $0, kind: .value) }
    }
}

/// The words that an option accepts.
enum OptionWords {
    /// The words that the option's error lists for a word that it does not know.
    static func values(of option: OptionDescription, _ type: String, in registry: Registry) -> [String] {
        guard [.text, .texts, .any].contains(option.kind) else { return [] }
        let constraint = Constraint.type(RuleType(rawValue: type), [option.name: "?"])
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: [Rule("a", constraint)]), registry: registry)
            return []
        } catch {
            for diagnostic in error.diagnostics {
                let parts = diagnostic.reason.parts(between: " is not one of ")
                if parts.count == 2 { return parts[1].parts(between: ", ").map(String.init) }
            }
            return []
        }
    }
}

extension String {
    /// A name as YAML has it, in quotation marks if it would be something else without.
    fileprivate var asWord: String {
        let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let isPlain =
            utf8.allSatisfy { $0.isNamePart || ".-/*:".utf8.contains($0) } && utf8.first.map { $0 > 0x39 } ?? false
            && !hasSuffix(":") && !words.contains(lowercased())
        return isPlain ? self : AnyValue.text(self).json
    }

}

extension RuleOutline {
    /// Whether the text is JSON.
    func isJSON(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: "{")
    }
}
