internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// Schemas in OpenAPI descriptions, of which the rest is not checked.
extension SchemaLibrary {
    /// The dialect of the schemas in an OpenAPI description; `nil` for other documents.
    func openAPIDialect(of root: RuleNode) -> SchemaDialect? {
        let isDescription = ["paths", "definitions", "info"].contains { member($0, of: root) != nil }
        if let old = member("swagger", of: root), isDescription || old.scalar == "2.0" {
            report(
                old,
                "expected an OpenAPI description of version 3.0 or newer, found '\(old.scalar ?? "")': "
                    + "convert it, such as with swagger2openapi")
            return SchemaDialect(.openAPI30)
        }
        guard let node = member("openapi", of: root), let version = node.scalar, schemaURI(of: root) == nil else {
            return nil
        }
        let parts = version.split(separator: ".")
        guard parts.count >= 2, parts[0] == "3", let minor = Int(parts[1]) else {
            report(node, "'openapi': expected version 3.0, 3.1 or 3.2; found '\(version)'")
            return SchemaDialect(.openAPI30)
        }
        if minor == 0 { return SchemaDialect(.openAPI30) }
        guard let named = member("jsonSchemaDialect", of: root), let uri = named.string else { return .openAPI31 }
        return dialect(SchemaURI(uri), named) ?? .openAPI31
    }

    /// Reads all named schemas of an OpenAPI description, one of which may have the URI or anchor that is looked for;
    /// false if there is nothing new.
    func readComponents(of document: SchemaDocument) -> Bool {
        guard document.isOpenAPI, let resource = document.resources.first(where: { $0.pointer.isEmpty }),
            let components = member("components", of: document.root),
            let schemas = member("schemas", of: components)?.mapping
        else { return false }
        let count = document.places.count
        for (key, node) in schemas {
            _ = scan(node, "/components/schemas" + SchemaPlace.step(key.scalar ?? ""), resource)
        }
        return document.places.count > count
    }

    // MARK: Operations

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// The schema of the JSON that is sent to an operation; `nil` if it is reported that there is none.
    func body(of name: String, in resource: SchemaResource) -> SchemaPlace? {
        let root = resource.document.root
        guard resource.document.isOpenAPI else {
            report(
                root, "not an OpenAPI description, so it has no operation '\(name)': the member 'openapi' is missing")
            return nil
        }
        var names: [String] = []
        for list in ["paths", "webhooks"] {
            for (key, _) in member(list, of: root)?.mapping ?? [] {
                let path = key.scalar ?? ""
                guard let item = inner([list, path], of: Part(node: root, pointer: "", resource: resource)) else {
                    continue
                }
                for method in Self.methods {
                    guard let operation = inner([method], of: item) else { continue }
                    let own = [member("operationId", of: operation.node)?.string, "\(method.uppercased()) \(path)"]
                        .compactMap { $0 }
                    if own.contains(name) { return body(of: operation, name) }
                    names += own
                }
            }
        }
        let near = Suggestion.likely(for: name, in: names)
        let some = near == nil && !names.isEmpty ? " (there are \(names.prefix(10).joined(separator: ", ")))" : ""
        report(root, "there is no operation '\(name)'\(some)", suggestion: near)
        return nil
    }

    private func body(of operation: Part, _ name: String) -> SchemaPlace? {
        guard let body = inner(["requestBody"], of: operation), let content = inner(["content"], of: body) else {
            report(operation.node, "the operation '\(name)' has no 'requestBody' with 'content'")
            return nil
        }
        let types = (content.node.mapping ?? []).compactMap(\.key.scalar)
        guard let type = Self.jsonType(among: types) else {
            report(content.node, "the body of '\(name)' is never JSON: it is \(types.joined(separator: ", "))")
            return nil
        }
        guard let found = inner([type, "schema"], of: content) else {
            report(content.node, "the body of '\(name)' has no 'schema' for \(type)")
            return nil
        }
        return scan(found.node, found.pointer, found.resource)
    }

    /// The media type that is JSON, or that JSON is one of.
    private static func jsonType(among types: [String]) -> String? {
        func plain(_ type: String) -> String {
            let essence = type.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
            return essence.lowercased()
        }
        return types.first { plain($0) == "application/json" } ?? types.first { plain($0).hasSuffix("+json") }
            ?? types.first { ["application/*", "*/*"].contains(plain($0)) }
    }

    /// A part of a part, with the references on the way followed, except one that is a schema.
    private func inner(_ names: [String], of part: Part) -> Part? {
        var part = part
        for name in names {
            guard let node = member(name, of: part.node) else { return nil }
            part = Part(node: node, pointer: part.pointer + SchemaPlace.step(name), resource: part.resource)
            if name == "schema" { break }
            guard let target = followed(part) else { return nil }
            part = target
        }
        return part
    }

    private func followed(_ start: Part) -> Part? {
        var part = start
        for _ in 0..<16 {
            guard let node = member("$ref", of: part.node), let text = node.string else { return part }
            let uri = SchemaURI(text).resolved(against: part.resource.uri)
            guard let resource = find(uri, at: node, text),
                let next = self.part(uri.decodedFragment ?? "", in: resource, at: node, text)
            else { return nil }
            part = next
        }
        report(start.node, "the reference leads back to itself, without end")
        return nil
    }
}
