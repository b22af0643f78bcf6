internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// Where references lead to.
extension SchemaLibrary {
    /// The schema that a reference leads to; `nil` if it is reported.
    func target(of node: RuleNode, from place: SchemaPlace) -> SchemaPlace? {
        guard let text = node.string else { return nil }
        let uri = SchemaURI(text).resolved(against: place.resource.uri)
        guard let resource = find(uri, at: node, text) else { return nil }
        return schema(uri.decodedFragment, in: resource, at: node, text)
    }

    /// The schema that a fragment means; `nil` if it is reported.
    func schema(
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

    func root(of resource: SchemaResource) -> SchemaPlace? { resource.document.places[resource.pointer] }

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
                + "nothing is read from a network (\(advice(for: uri)))",
            suggestion: Suggestion.nearest(to: name, in: resources.keys, limit: 2).map(JSONSchema.shown))
        return nil
    }

    /// How the schema of a URI may be found: a file of its name beside the schema, or else some directory.
    private func advice(for uri: SchemaURI) -> String {
        guard let directory = options.sources.directory(withNeighbor: uri),
            let slash = uri.description.lastIndex(of: "/")
        else { return "declare a directory of schemas, see --schema-path" }
        let (start, name) = (uri.description[...slash], uri.description[uri.description.index(after: slash)...])
        let option =
            options.sources.isOfRuleFile
            ? "name it in 'directories', by \"\(start)\"" : "add --schema-path '\(start)=\(directory)'"
        return "the directory of the schema has a '\(name)': \(option)"
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
