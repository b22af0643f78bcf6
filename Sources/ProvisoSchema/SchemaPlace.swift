internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// A document with schemas: a file, the schema of a rule, or a meta-schema.
final class SchemaDocument {
    let root: RuleNode
    /// Whether it is an OpenAPI description, in which only what is needed is read as a schema.
    let isOpenAPI: Bool
    /// The schemas that were found in it, by their JSON Pointers.
    var places: [String: SchemaPlace] = [:]
    /// The resources in it, which live as long as the document.
    var resources: [SchemaResource] = []

    init(_ root: RuleNode, isOpenAPI: Bool) { (self.root, self.isOpenAPI) = (root, isOpenAPI) }
}

/// A schema with a URI of its own, and what is in it without one.
final class SchemaResource {
    let uri: SchemaURI
    let dialect: SchemaDialect
    unowned let document: SchemaDocument
    /// Where it begins in the document.
    let pointer: String
    /// A number that no other resource of the program has.
    let number: Int
    var anchors: [String: SchemaPlace] = [:]
    /// Those that `$dynamicRef` may mean; the empty name is that of `$recursiveAnchor`.
    var dynamicAnchors: [String: SchemaPlace] = [:]

    init(_ uri: SchemaURI, _ dialect: SchemaDialect, _ document: SchemaDocument, _ pointer: String, _ number: Int) {
        (self.uri, self.dialect, self.document, self.pointer, self.number) = (uri, dialect, document, pointer, number)
    }
}

/// A schema as it is written.
final class SchemaPlace {
    let node: RuleNode
    let pointer: String
    unowned let resource: SchemaResource
    /// The members with their names; most schemas have few.
    private let members: [(name: String, value: RuleNode)]

    init(_ node: RuleNode, _ pointer: String, _ resource: SchemaResource) {
        (self.node, self.pointer, self.resource) = (node, pointer, resource)
        members = (node.mapping ?? []).map { ($0.key.scalar ?? "", $0.value) }
    }

    private func written(_ name: String) -> RuleNode? { members.last { $0.name == name }?.value }

    /// The value of a keyword that has a meaning here.
    subscript(keyword: String) -> RuleNode? {
        guard let node = written(keyword), let known = SchemaKeyword.named(keyword), resource.dialect.has(known) else {
            return nil
        }
        return hidesSiblings && keyword != "$ref" && keyword != "definitions" ? nil : node
    }

    /// Whether everything beside `$ref` is ignored, as it was up to draft 7.
    var hidesSiblings: Bool { resource.dialect.draft <= .draft7 && written("$ref")?.string != nil }

    /// The schema in a member, or in a part of it.
    func inner(_ names: String...) -> SchemaPlace? {
        resource.document.places[names.reduce(pointer) { $0 + SchemaPlace.step($1) }]
    }

    /// The schemas of a list.
    func items(of keyword: String) -> [SchemaPlace] {
        (self[keyword]?.list ?? []).indices.compactMap { inner(keyword, String($0)) }
    }

    /// The schemas of an object, by name.
    func members(of keyword: String) -> [(name: String, key: RuleNode, schema: SchemaPlace)] {
        (self[keyword]?.mapping ?? []).compactMap { key, _ in
            key.scalar.flatMap { name in inner(keyword, name).map { (name, key, $0) } }
        }
    }

    /// A part of a JSON Pointer.
    static func step(_ name: String) -> String { ValuePath([.key(name)]).pointer }
}

/// Where the keywords of a compiled schema are in its file; the schema itself is not kept.
struct SchemaWriting: Sendable {
    private struct Place: Sendable {
        let line, column: UInt32

        init(_ position: SourcePosition) {
            (line, column) = (UInt32(clamping: position.line), UInt32(clamping: position.column))
        }
    }

    private let file: String
    private let own: Place
    private let keywords: [(name: String, place: Place)]

    /// `nil` if the schema is in no file.
    init?(_ node: RuleNode) {
        guard let file = node.position.file else { return nil }
        (self.file, own) = (file, Place(node.position))
        keywords = (node.mapping ?? []).compactMap { key, _ in
            SchemaKeyword.named(key.scalar ?? "").map { ($0.name, Place(key.position)) }
        }
    }

    /// Where a keyword is, or the one that it belongs to, or else where the schema begins.
    func position(of keyword: String) -> SourcePosition {
        let owner = SchemaKeyword.owners[keyword]
        let found = keywords.first { $0.name == keyword } ?? keywords.first { $0.name == owner }
        let place = found?.place ?? own
        return SourcePosition(file: file, line: Int(place.line), column: Int(place.column))
    }
}

extension RuleNode {
    /// A string; in JSON only one in quotation marks.
    var string: String? {
        guard case .text(let text) = value else { return nil }
        return text
    }

    var boolean: Bool? {
        guard case .boolean(let truth) = value else { return nil }
        return truth
    }

    var number: Number? { Number(value) }

    /// An integer that is not negative; a larger one than any length is cut.
    var count: Int? {
        guard let whole = number?.whole, whole >= 0 else { return nil }
        if case .integer(let count) = whole { return Int(count) }
        return .max
    }

    private static func cut(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

    /// What it is, for errors.
    var words: String {
        switch content {
        case .list(let items): items.isEmpty ? "an empty list" : "a list"
        case .mapping: "an object"
        case .scalar(let text, let isPlain): isPlain ? Self.cut(text) : "'\(Self.cut(text))'"
        }
    }
}
