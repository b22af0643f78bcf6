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
    private func add(
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
        if let anchor { resource.anchors[anchor] = place }
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
        let found = resource(uri.document, dialect, outer.document, pointer)
        // What led to the document still leads to it.
        if isRoot { resources[outer.uri.description] = found }
        return (found, anchor)
    }

    private func note(anchorsOf place: SchemaPlace) {
        if let name = place["$anchor"]?.string { place.resource.anchors[name] = place }
        if let name = place["$dynamicAnchor"]?.string {
            place.resource.anchors[name] = place
            place.resource.dynamicAnchors[name] = place
        }
        if place.pointer == place.resource.pointer, place["$recursiveAnchor"]?.boolean == true {
            place.resource.dynamicAnchors[""] = place
        }
    }

    func member(_ name: String, of node: RuleNode) -> RuleNode? {
        node.mapping?.last { $0.key.scalar == name }?.value
    }

    func schemaURI(of node: RuleNode) -> (uri: SchemaURI, node: RuleNode)? {
        member("$schema", of: node).flatMap { node in node.string.map { (SchemaURI($0), node) } }
    }

    // MARK: References

    /// The schema that a reference leads to; `nil` if it is reported.
    func target(of node: RuleNode, from place: SchemaPlace) -> SchemaPlace? {
        guard let text = node.string else { return nil }
        let uri = SchemaURI(text).resolved(against: place.resource.uri)
        guard let resource = find(uri, at: node, text) else { return nil }
        return schema(uri.decodedFragment, in: resource, at: node, text)
    }

    /// The schema that a fragment means; `nil` if it is reported.
    private func schema(
        _ fragment: String?, in resource: SchemaResource, at node: RuleNode, _ text: String
    ) -> SchemaPlace? {
        guard let fragment else {
            if let root = root(of: resource) { return root }
            if resource.document.isOpenAPI {
                report(
                    node,
                    "'\(text)' is an OpenAPI description, which has many schemas: name one, such as "
                        + "FILE#/components/schemas/NAME, or an operation (see --operation)")
                return nil
            }
            return scan(resource.document.root, "", resource)
        }
        if fragment.hasPrefix("/") {
            guard let part = part(fragment, in: resource, at: node, text) else { return nil }
            if let foreign = options.sources.refusal(of: part.node) {
                errors.append(foreign)
                return nil
            }
            return scan(part.node, part.pointer, part.resource)
        }
        if let found = resource.anchors[fragment] { return found }
        if readComponents(of: resource.document), let found = resource.anchors[fragment] { return found }
        report(
            node,
            "the reference '\(text)' leads nowhere: \(JSONSchema.shown(resource.uri.document.description)) has no anchor "
                + "'\(fragment)'",
            suggestion: Suggestion.nearest(to: fragment, in: resource.anchors.keys).map { "#\($0)" })
        return nil
    }

    private func root(of resource: SchemaResource) -> SchemaPlace? { resource.document.places[resource.pointer] }

    /// The resource that a reference is into; `nil` if it is reported.
    func find(_ reference: SchemaURI, at node: RuleNode, _ text: String) -> SchemaResource? {
        let uri = reference.document
        let name = uri.description
        if let found = resources[name] { return found }
        do throws(RuleSetError) {
            if let root = try options.sources.find(uri) {
                let hasPart = reference.fragment?.hasPrefix("/") ?? false
                let foreign = options.sources.refusal(of: root)
                if let foreign, !hasPart {
                    errors.append(foreign)
                    return nil
                }
                let ofAPI = documents.first?.isOpenAPI ?? false && schemaURI(of: root) == nil
                let isPart = hasPart && (ofAPI || foreign != nil)
                _ = add(root, uri, api: openAPIDialect(of: root), isPart: isPart)
                return resources[name]
            }
            for document in documents where readComponents(of: document) {
                if let found = resources[name] { return found }
            }
        } catch {
            errors += error.diagnostics
            return nil
        }
        report(
            node,
            "the reference '\(text)' leads to '\(JSONSchema.shown(name))', which is not in the schema and in no declared directory; "
                + "nothing is read from a network (declare a directory of schemas, see --schema-path)",
            suggestion: Suggestion.likely(for: name, in: resources.keys).map(JSONSchema.shown))
        return nil
    }

    /// A part of a document, with its JSON Pointer and the resource that it is in.
    struct Part {
        let node: RuleNode
        let pointer: String
        let resource: SchemaResource
    }

    /// Follows a JSON Pointer; `nil` if it is reported that it leads nowhere.
    func part(_ pointer: String, in resource: SchemaResource, at node: RuleNode, _ text: String) -> Part? {
        let document = resource.document
        let path = ValuePath(pointer: pointer)
        if let known = document.places[resource.pointer + path.pointer] {
            return Part(node: known.node, pointer: known.pointer, resource: known.resource)
        }
        var (reached, nearest) = (resource.pointer, resource)
        var part = root(of: resource)?.node ?? document.root
        for component in path.components {
            guard case .key(let name) = component else { continue }
            guard let next = Self.part(name, of: part) else {
                let isForeign = options.sources.refusal(of: document.root) != nil
                let names = isForeign ? [] : (part.mapping ?? []).compactMap(\.key.scalar)
                report(
                    node,
                    "the reference '\(text)' leads nowhere: there is no '\(name)' in '\(reached.isEmpty ? "#" : reached)'",
                    suggestion: (names.first { Self.definitions.contains($0) && Self.definitions.contains(name) }
                        ?? Suggestion.likely(for: name, in: names)).map { "'\($0)'" })
                return nil
            }
            part = next
            reached += SchemaPlace.step(name)
            if let known = document.places[reached] { nearest = known.resource }
        }
        return Part(node: part, pointer: reached, resource: nearest)
    }

    /// What the drafts call the place of schemas that others refer to.
    private static let definitions = ["$defs", "definitions"]

    private static func part(_ name: String, of node: RuleNode) -> RuleNode? {
        if let items = node.list { return ValuePath.position(name).flatMap { $0 < items.count ? items[$0] : nil } }
        return node.mapping?.last { $0.key.scalar == name }?.value
    }
}
