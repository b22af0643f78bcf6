internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// The messages of a schema: `x-proviso-message`, and `errorMessage` as ajv reads it.
final class SchemaMessages: Sendable {
    /// The one for what the schema itself finds, and the parameters that it shows.
    let own: GivenMessage?
    let shown: Set<String>
    /// The one for what is found in the value too.
    let whole: GivenMessage?
    let byKeyword: [String: GivenMessage]
    /// Those for members that are missing, and for violations in members and in items.
    let required, properties: [String: GivenMessage]
    let items: [GivenMessage?]

    init(
        own: GivenMessage?, shown: Set<String> = [], whole: GivenMessage?, byKeyword: [String: GivenMessage],
        required: [String: GivenMessage], properties: [String: GivenMessage], items: [GivenMessage?]
    ) {
        (self.own, self.shown, self.whole, self.byKeyword) = (own, shown, whole, byKeyword)
        (self.required, self.properties, self.items) = (required, properties, items)
    }

    /// The message for a violation that a keyword of the schema found; `member` is the name of one that is missing.
    func message(for keyword: String, _ parameters: Parameters, member: String?) -> GivenMessage? {
        if let member, let found = required[member] { return found }
        let outer = SchemaKeyword.owners[keyword]
        if let found = byKeyword[keyword] ?? outer.flatMap({ byKeyword[$0] }) { return found }
        // A message about the minimum is not for a value of the wrong type.
        let fits = shown.allSatisfy { name in parameters.list.contains { $0.name == name } }
        return (fits ? own : nil) ?? whole ?? byKeyword["_"]
    }

    /// The message for all that is wrong with a part of the value.
    func message(forPart name: String?, at index: Int) -> GivenMessage? {
        if let name { return properties[name] ?? whole }
        return (index < items.count ? items[index] : nil) ?? whole
    }
}

/// A keyword whose schemas report with a message of their own: `errorMessage: { anyOf: … }`.
final class MessageStep: SchemaStep, @unchecked Sendable {
    private let inner: SchemaStep
    private let messages: SchemaMessages

    init(_ inner: SchemaStep, _ message: GivenMessage) {
        self.inner = inner
        messages = SchemaMessages(
            own: nil, whole: message, byKeyword: [:], required: [:], properties: [:], items: [])
    }

    override var kinds: ValueKindSet { inner.kinds }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        if !run.collects { return inner.holds(node, &run) }
        let outer = run.names.messages
        run.names.messages = messages
        defer { run.names.messages = outer }
        return inner.holds(node, &run)
    }
}

/// Reads the messages that schemas have.
struct SchemaMessageReader {
    let library: SchemaLibrary

    /// `nil` if the schema has none.
    func messages(of place: SchemaPlace) -> SchemaMessages? {
        let (own, ajv) = (place["x-proviso-message"], place["errorMessage"])
        if own == nil, ajv == nil { return nil }
        var byKeyword: [String: GivenMessage] = [:]
        for (key, node) in ajv?.mapping ?? [] where !["properties", "items"].contains(key.scalar) {
            if let name = key.scalar, node.string != nil { byKeyword[name] = plain(node) }
        }
        let ownMessage = own.flatMap { message($0) }
        let members = ajv.flatMap { library.member("items", of: $0)?.list } ?? []
        return SchemaMessages(
            own: ownMessage, shown: own.map(Self.shown) ?? [],
            whole: ajv.flatMap { $0.string == nil ? nil : plain($0) }, byKeyword: byKeyword,
            required: named("required", ajv), properties: named("properties", ajv),
            items: members.map { plain($0) })
    }

    /// The parameters that a message shows, beside those that every violation has.
    private static func shown(_ node: RuleNode) -> Set<String> {
        let texts = node.mapping?.compactMap(\.value.string) ?? node.string.map { [$0] } ?? []
        let names = texts.flatMap { text in (try? MessagePattern(text))?.placeholders.map(\.name) ?? [] }
        return Set(names).subtracting(MessageCompiler.always)
    }

    private func named(_ name: String, _ node: RuleNode?) -> [String: GivenMessage] {
        var found: [String: GivenMessage] = [:]
        for (key, node) in node.flatMap({ library.member(name, of: $0)?.mapping }) ?? [] {
            if let key = key.scalar { found[key] = plain(node) }
        }
        return found
    }

    /// A message as rules have it: a string, or strings by locale, with placeholders.
    private func message(_ node: RuleNode) -> GivenMessage? {
        guard let members = node.mapping else {
            return compile(MessageOverride(node.string, position: node.position), node)
        }
        var message = MessageOverride(position: node.position)
        for (key, value) in members {
            guard let locale = key.scalar, let text = value.string else { continue }
            message.byLocale[locale] = text
            message.positions[locale] = value.position
        }
        return compile(message, node)
    }

    /// A message of ajv, in which braces have no meaning.
    private func plain(_ node: RuleNode) -> GivenMessage? {
        guard let text = node.string else { return nil }
        if text.holds("${") {
            library.warn(node, "'errorMessage': the values of '${…}' are not shown (see 'x-proviso-message')")
        }
        return compile(MessageOverride(JSONSchema.quoted(text), position: node.position), node)
    }

    private func compile(_ message: MessageOverride, _ node: RuleNode) -> GivenMessage? {
        do throws(RuleSetError) {
            let all = RuleMessages(all: message)
            let codes = SchemaValidator.codes
            return GivenMessage(try MessageCompiler.compile(all, of: Constraint(type: "schema"), codes: codes))
        } catch {
            library.errors += error.diagnostics
            return nil
        }
    }
}

extension JSONSchema {
    /// A message that shows what one of ajv-errors says, in which braces have no meaning.
    package static func quoted(_ text: String) -> String {
        text.reduce(into: "") { quoted, character in
            switch character {
            case "'": quoted += "''"
            case "{", "}": quoted += "'\(character)'"
            default: quoted.append(character)
            }
        }
    }
}
