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
    private var usual = SchemaDialect(.draft2020)
    private var dialects: [String: SchemaDialect] = [:]
    private var count = 0

    init(_ options: JSONSchema.Options) { self.options = options }

    /// Reads the schema itself.
    func open(_ root: RuleNode, _ uri: SchemaURI) -> SchemaPlace? {
        if let draft = options.draft { usual = SchemaDialect(draft) }
        if let written = schemaURI(of: root), let dialect = dialect(written.uri, written.node) { usual = dialect }
        return add(root, uri)
    }

    private func add(_ root: RuleNode, _ uri: SchemaURI) -> SchemaPlace? {
        let document = SchemaDocument(root)
        documents.append(document)
        let resource = resource(uri, usual, document, "")
        return scan(root, "", resource, isRoot: true)
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
    private func scan(
        _ node: RuleNode, _ pointer: String, _ outer: SchemaResource, isRoot: Bool = false
    ) -> SchemaPlace? {
        if let known = outer.document.places[pointer] { return known }
        guard node.mapping != nil || node.boolean != nil else {
            report(node, "expected \(SchemaKeywordValue.schema.words); found \(node.words)")
            return nil
        }
        let (resource, anchor) = identified(node, pointer, outer, isRoot: isRoot)
        let place = SchemaPlace(node, pointer, resource)
        outer.document.places[pointer] = place
        if let anchor { resource.anchors[anchor] = place }
        note(anchorsOf: place)
        for (key, value) in node.mapping ?? [] {
            let name = key.scalar ?? ""
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
            (value.mapping ?? []).filter { $0.value.list == nil }.map {
                (SchemaPlace.step($0.key.scalar ?? ""), $0.value)
            }
        default: []
        }
    }

    /// The resource that a schema begins or is in, and the anchor that `$id` was up to draft 7.
    private func identified(
        _ node: RuleNode, _ pointer: String, _ outer: SchemaResource, isRoot: Bool
    ) -> (resource: SchemaResource, anchor: String?) {
        let id = member("$id", of: node).flatMap(\.string)
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

    private func member(_ name: String, of node: RuleNode) -> RuleNode? {
        node.mapping?.last { $0.key.scalar == name }?.value
    }

    private func schemaURI(of node: RuleNode) -> (uri: SchemaURI, node: RuleNode)? {
        member("$schema", of: node).flatMap { node in node.string.map { (SchemaURI($0), node) } }
    }

    // MARK: References

    /// The schema that a reference leads to; `nil` if it is reported.
    func target(of node: RuleNode, from place: SchemaPlace) -> SchemaPlace? {
        guard let text = node.string else { return nil }
        let uri = SchemaURI(text).resolved(against: place.resource.uri)
        guard let resource = find(uri.document, at: node, text) else { return nil }
        guard let fragment = uri.decodedFragment else { return root(of: resource) }
        if fragment.hasPrefix("/") { return find(fragment, in: resource, at: node, text) }
        if let found = resource.anchors[fragment] { return found }
        report(
            node, "the reference '\(text)' leads nowhere: \(resource.uri.document) has no anchor '\(fragment)'",
            suggestion: Suggestion.nearest(to: fragment, in: resource.anchors.keys).map { "#\($0)" })
        return nil
    }

    private func root(of resource: SchemaResource) -> SchemaPlace? { resource.document.places[resource.pointer] }

    private func find(_ uri: SchemaURI, at node: RuleNode, _ text: String) -> SchemaResource? {
        let name = uri.description
        if let found = resources[name] { return found }
        do throws(RuleSetError) {
            if let root = try options.sources.find(uri) {
                _ = add(root, uri)
                return resources[name]
            }
        } catch {
            errors += error.diagnostics
            return nil
        }
        report(
            node,
            "the reference '\(text)' leads to '\(name)', which is not in the schema and in no declared directory; "
                + "nothing is read from a network (declare a directory of schemas, see --schema-path)",
            suggestion: Suggestion.likely(for: name, in: resources.keys))
        return nil
    }

    /// Follows a JSON Pointer.
    private func find(
        _ pointer: String, in resource: SchemaResource, at node: RuleNode, _ text: String
    ) -> SchemaPlace? {
        let document = resource.document
        let path = ValuePath(pointer: pointer)
        if let known = document.places[resource.pointer + path.pointer] { return known }
        var (reached, nearest) = (resource.pointer, resource)
        guard var part = root(of: resource)?.node else { return nil }
        for component in path.components {
            guard case .key(let name) = component else { continue }
            guard let next = Self.part(name, of: part) else {
                let names = (part.mapping ?? []).compactMap(\.key.scalar)
                report(
                    node,
                    "the reference '\(text)' leads nowhere: there is no '\(name)' in '\(reached.isEmpty ? "#" : reached)'",
                    suggestion: Suggestion.likely(for: name, in: names).map { "'\($0)'" })
                return nil
            }
            part = next
            reached += SchemaPlace.step(name)
            if let known = document.places[reached] { nearest = known.resource }
        }
        return scan(part, reached, nearest)
    }

    private static func part(_ name: String, of node: RuleNode) -> RuleNode? {
        if let items = node.list { return ValuePath.position(name).flatMap { $0 < items.count ? items[$0] : nil } }
        return node.mapping?.last { $0.key.scalar == name }?.value
    }

    // MARK: Dialects

    /// The dialect of a meta-schema; `nil` if it is reported.
    private func dialect(_ uri: SchemaURI, _ node: RuleNode) -> SchemaDialect? {
        let name = uri.document.description
        if let known = dialects[name] { return known }
        if let draft = SchemaDraft(uri: uri) { return SchemaDialect(draft) }
        // Before it is read: a meta-schema may name itself.
        dialects[name] = usual
        guard let found = read(dialect: uri, node) else { return nil }
        dialects[name] = found
        return found
    }

    private func read(dialect uri: SchemaURI, _ node: RuleNode) -> SchemaDialect? {
        let name = uri.document.description
        let root: RuleNode
        do throws(RuleSetError) {
            guard let found = try options.sources.find(uri.document) else {
                let known = SchemaDraft.allCases.reversed().map(\.uri)
                report(
                    node,
                    "expected the URI of a meta-schema: \(known.joined(separator: ", ")), or one in a declared "
                        + "directory; found '\(name)'", suggestion: Suggestion.nearest(to: name, in: known))
                return nil
            }
            root = found
        } catch {
            errors += error.diagnostics
            return nil
        }
        let own = schemaURI(of: root).flatMap { $0.uri.document == uri.document ? nil : dialect($0.uri, $0.node) }
        guard let vocabularies = member("$vocabulary", of: root)?.mapping else { return own ?? usual }
        var result = own ?? usual
        result.vocabularies = []
        for (key, value) in vocabularies {
            guard let known = SchemaVocabulary.known(key.scalar ?? "") else {
                if value.boolean == true {
                    report(
                        node,
                        "the meta-schema '\(name)' requires the vocabulary '\(key.scalar ?? "")', which is unknown")
                }
                continue
            }
            result.draft = known.draft
            result.vocabularies.insert(known.vocabulary)
            // In 2019-09 these keywords are among the applicators.
            if known == (.draft2019, .applicator) { result.vocabularies.insert(.unevaluated) }
            let asserts = known.vocabulary == .formatAssertion || known.vocabulary == .format && value.boolean == true
            if asserts { result.assertsFormats = true }
        }
        return result
    }
}
