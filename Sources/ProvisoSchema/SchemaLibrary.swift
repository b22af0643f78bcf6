internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// The documents that a schema and its references need, and the mistakes in them.
final class SchemaLibrary {
    let options: JSONSchema.Options
    private(set) var documents: [SchemaDocument] = []
    /// The resources by their URIs.
    private(set) var resources: [String: SchemaResource] = [:]
    var errors: [RuleSetError.Diagnostic] = []
    var warnings: [RuleSetError.Diagnostic] = []
    /// The names of keywords without a meaning.
    var unknown: Set<String> = []
    /// The dialect of documents that name none.
    var usual = SchemaDialect(.draft2020)
    var dialects: [String: SchemaDialect] = [:]
    private var count = 0

    init(_ options: JSONSchema.Options) { self.options = options }

    /// Reads the schema itself, or the part of it or the operation that is named; what was read before is known.
    func open(_ root: RuleNode, _ uri: SchemaURI, _ part: String?, _ operation: String?) -> SchemaPlace? {
        (errors, warnings) = ([], [])
        let part = part.flatMap { $0.isEmpty ? nil : $0 }
        if resources[uri.description] == nil, !read(root, uri, isPart: part != nil) { return nil }
        guard let resource = resources[uri.description] else { return nil }
        if let operation { return body(of: operation, in: resource) }
        guard let part else { return schema(nil, in: resource, at: root, "#") }
        return schema(SchemaURI.decoded(part), in: resource, at: root, "#\(part)")
    }

    /// Reads the document of the schema; false if it is not one.
    private func read(_ root: RuleNode, _ uri: SchemaURI, isPart: Bool) -> Bool {
        if let draft = options.draft { usual = SchemaDialect(draft) }
        let api = openAPIDialect(of: root)
        if let api {
            usual = api
        } else if let written = schemaURI(of: root), let dialect = dialect(written.uri, written.node) {
            usual = dialect
        }
        let foreign = options.sources.refusal(of: root)
        if let foreign, !isPart {
            errors.append(foreign)
            return false
        }
        let whole = add(root, uri, api: api, isPart: foreign != nil)
        // A description of another version is not looked into.
        return whole != nil || errors.isEmpty
    }

    /// Adds a document; what is in an OpenAPI description, or in a file of parts of one, is read when it is needed.
    func add(
        _ root: RuleNode, _ uri: SchemaURI, api: SchemaDialect?, isPart: Bool = false
    ) -> SchemaPlace? {
        let document = SchemaDocument(root, isOpenAPI: api != nil)
        documents.append(document)
        let resource = resource(uri, api ?? usual, document, "")
        return api != nil || isPart ? nil : scan(root, "", resource, isRoot: true)
    }

    private func resource(
        _ uri: SchemaURI, _ dialect: SchemaDialect, _ document: SchemaDocument, _ pointer: String
    ) -> SchemaResource {
        let resource = SchemaResource(uri, dialect, document, pointer, count)
        count += 1
        document.resources.append(resource)
        if resources[uri.description] == nil { resources[uri.description] = resource }
        return resource
    }

    func report(_ node: RuleNode, _ reason: String, suggestion: String? = nil) {
        errors.append(.init(position: node.position, reason: reason, suggestion: suggestion))
    }

    func warn(_ node: RuleNode, _ reason: String, suggestion: String? = nil) {
        warnings.append(.init(position: node.position, reason: reason, suggestion: suggestion))
    }

    // MARK: What a document has

    /// Finds the schemas in a schema, with their URIs and anchors, and checks what is written.
    func scan(
        _ node: RuleNode, _ pointer: String, _ outer: SchemaResource, isRoot: Bool = false
    ) -> SchemaPlace? {
        if let known = outer.document.places[pointer] { return known }
        guard node.mapping != nil || node.boolean != nil else {
            let found = node.string == nil ? node.words : "a string"
            report(node, "expected \(SchemaKeywordValue.schema.words); found \(found)")
            return nil
        }
        let (resource, anchor) = identified(node, pointer, outer, isRoot: isRoot)
        let place = SchemaPlace(node, pointer, resource)
        outer.document.places[pointer] = place
        if let anchor { name(place, anchor, by: "$id") }
        note(anchorsOf: place)
        for (key, value) in node.mapping ?? [] {
            let name = key.scalar ?? ""
            // A reference of OpenAPI 3.0 is not a schema: nothing beside it means anything.
            if name != "$ref", resource.dialect.draft == .openAPI30, place.hidesSiblings { continue }
            guard let keyword = SchemaKeyword.named(name), resource.dialect.has(keyword) else {
                warn(unknown: key, name, resource.dialect)
                continue
            }
            let kind = keyword.value(in: resource.dialect.draft)
            guard check(value, kind, name) else { continue }
            let inner = pointer + SchemaPlace.step(name)
            for (step, part) in Self.schemas(in: value, kind) { _ = scan(part, inner + step, resource) }
        }
        return place
    }

    /// The schemas in the value of a keyword, with the way to each.
    private static func schemas(in value: RuleNode, _ kind: SchemaKeywordValue) -> [(step: String, node: RuleNode)] {
        switch kind {
        case .schema: [("", value)]
        case .schemas, .schemaOrSchemas:
            value.list.map { $0.enumerated().map { ("/\($0.offset)", $0.element) } } ?? [("", value)]
        case .namedSchemas, .patternSchemas, .dependencies:
            (value.mapping ?? []).filter { kind != .dependencies || $0.value.list == nil }.map {
                (SchemaPlace.step($0.key.scalar ?? ""), $0.value)
            }
        default: []
        }
    }

    /// The resource that a schema begins or is in, and the anchor that `$id` was up to draft 7.
    private func identified(
        _ node: RuleNode, _ pointer: String, _ outer: SchemaResource, isRoot: Bool
    ) -> (resource: SchemaResource, anchor: String?) {
        let id = outer.dialect.draft == .openAPI30 ? nil : member("$id", of: node).flatMap(\.string)
        let hasReference = member("$ref", of: node)?.string != nil
        var dialect = outer.dialect
        if let written = schemaURI(of: node), isRoot || id != nil,
            let named = self.dialect(written.uri, written.node)
        {
            dialect = named
        }
        guard let id, !(hasReference && dialect.draft <= .draft7) else {
            if !isRoot || dialect == outer.dialect { return (outer, nil) }
            outer.document.resources.removeAll { $0 === outer }
            resources[outer.uri.description] = nil
            return (resource(outer.uri, dialect, outer.document, pointer), nil)
        }
        let uri = SchemaURI(id).resolved(against: outer.uri)
        let anchor = dialect.draft <= .draft7 ? uri.decodedFragment : nil
        if id.hasPrefix("#") { return (outer, anchor) }
        if !isRoot, let known = resources[uri.document.description], known.document === outer.document {
            let first = root(of: known).map { " as in \($0.node.position)" } ?? ""
            warn(node, "'$id': '\(id)' means the same URI\(first), where references lead to")
        }
        let found = resource(uri.document, dialect, outer.document, pointer)
        // What led to the document still leads to it.
        if isRoot { resources[outer.uri.description] = found }
        return (found, anchor)
    }

    private func note(anchorsOf place: SchemaPlace) {
        if let name = place["$anchor"]?.string { self.name(place, name, by: "$anchor") }
        if let name = place["$dynamicAnchor"]?.string {
            self.name(place, name, by: "$dynamicAnchor")
            place.resource.dynamicAnchors[name] = place.resource.dynamicAnchors[name] ?? place
        }
        if place.pointer == place.resource.pointer, place["$recursiveAnchor"]?.boolean == true {
            place.resource.dynamicAnchors[""] = place
        }
    }

    /// Lets references with an anchor lead to a schema; the first one of several keeps it.
    private func name(_ place: SchemaPlace, _ anchor: String, by keyword: String) {
        guard let first = place.resource.anchors[anchor] else { return place.resource.anchors[anchor] = place }
        warn(
            place.node, "'\(keyword)': the anchor '\(anchor)' is there twice: references lead to \(first.node.position)"
        )
    }

    func member(_ name: String, of node: RuleNode) -> RuleNode? {
        node.mapping?.last { $0.key.scalar == name }?.value
    }

    func schemaURI(of node: RuleNode) -> (uri: SchemaURI, node: RuleNode)? {
        member("$schema", of: node).flatMap { node in node.string.map { (SchemaURI($0), node) } }
    }
}
