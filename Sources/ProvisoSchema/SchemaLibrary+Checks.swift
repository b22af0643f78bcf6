internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// The check of what is written for a keyword.
extension SchemaLibrary {
    /// Whether the value of a keyword can be used; another one is reported.
    func check(_ node: RuleNode, _ kind: SchemaKeywordValue, _ name: String) -> Bool {
        if let advice = advice(node, kind, name) { return refuse(node, kind, name, advice) }
        switch kind {
        // The schemas in it are checked where they are scanned.
        case .any, .schema: return true
        case .schemaOrSchemas: return node.list.map { !$0.isEmpty } ?? true || refuse(node, kind, name)
        case .schemas: return (node.list.map { !$0.isEmpty } ?? false) || refuse(node, kind, name)
        case .namedSchemas, .patternSchemas: return node.mapping != nil || refuse(node, kind, name)
        case .dependencies:
            guard let members = node.mapping else { return refuse(node, kind, name) }
            return members.allSatisfy { $0.value.list == nil || check($0.value, .names, name) }
        case .namedNames:
            guard let members = node.mapping else { return refuse(node, kind, name) }
            return members.allSatisfy { check($0.value, .names, name) }
        case .count: return node.count != nil || refuse(node, kind, name)
        case .number: return node.number != nil || refuse(node, kind, name)
        case .positiveNumber: return (node.number.map { $0 > 0 } ?? false) || refuse(node, kind, name)
        case .boolean: return node.boolean != nil || refuse(node, kind, name)
        case .text, .pattern, .uri, .reference: return node.string != nil || refuse(node, kind, name)
        case .identifier:
            let uri = node.string.map { SchemaURI($0) }
            return uri.map { $0.fragment?.isEmpty ?? true } ?? false || refuse(node, kind, name)
        case .anchor: return (node.string.map(Self.isAnchor) ?? false) || refuse(node, kind, name)
        case .list: return node.list != nil || refuse(node, kind, name)
        case .names: return checkNames(node, kind, name)
        case .types: return checkTypes(node, kind, name)
        case .singleType: return node.list == nil ? checkTypes(node, kind, name) : refuse(node, kind, name)
        case .message:
            let texts = node.mapping.map { $0.map(\.value) } ?? [node]
            return !texts.isEmpty && texts.allSatisfy { $0.string != nil } || refuse(node, kind, name)
        case .errorMessages: return checkMessages(node) || refuse(node, kind, name)
        case .discriminator: return isDiscriminator(node) || refuse(node, kind, name)
        case .vocabularies:
            let fits = node.mapping?.allSatisfy { key, value in
                value.boolean != nil && SchemaURI(key.scalar ?? "").isAbsolute
            }
            return fits ?? false || refuse(node, kind, name)
        }
    }

    private func refuse(_ node: RuleNode, _ kind: SchemaKeywordValue, _ name: String, _ advice: String = "") -> Bool {
        report(node, "'\(name)': expected \(kind.words); found \(node.words)\(advice)")
        return false
    }

    /// What to write instead, for what another draft or another tool writes.
    private func advice(_ node: RuleNode, _ kind: SchemaKeywordValue, _ name: String) -> String? {
        switch (name, kind) {
        case ("items", .schema) where node.list != nil: " (a list of schemas is 'prefixItems' since 2020-12)"
        case ("required", .names) where node.boolean != nil:
            " (the object that has the property lists the names that are required)"
        case ("exclusiveMinimum", .number) where node.boolean != nil,
            ("exclusiveMaximum", .number) where node.boolean != nil:
            " (it is the bound itself since draft 6)"
        case ("exclusiveMinimum", .boolean) where node.number != nil,
            ("exclusiveMaximum", .boolean) where node.number != nil:
            " (in OpenAPI 3.0 it says whether the bound itself is outside)"
        case ("type", .singleType) where node.list != nil:
            " (a list of types is for OpenAPI 3.1; in 3.0 'nullable: true' adds null)"
        default: nil
        }
    }

    private func checkMessages(_ node: RuleNode) -> Bool {
        guard let members = node.mapping else { return node.string != nil }
        for (key, value) in members {
            let name = key.scalar ?? ""
            if name != "_", SchemaKeyword.named(name) == nil {
                warn(
                    key, "'errorMessage': '\(name)' is not a keyword: its message is never shown",
                    suggestion: Suggestion.nearest(to: name, in: SchemaKeyword.all.map(\.name)))
            }
            switch name {
            case "items": guard value.list?.allSatisfy({ $0.string != nil }) ?? false else { return false }
            case "properties", "required":
                if name == "required", value.string != nil { continue }
                guard value.mapping?.allSatisfy({ $0.value.string != nil }) ?? false else { return false }
            default: if value.string == nil { return false }
            }
        }
        return true
    }

    private func isDiscriminator(_ node: RuleNode) -> Bool {
        guard member("propertyName", of: node)?.string != nil else { return false }
        guard let mapping = member("mapping", of: node) else { return true }
        return mapping.mapping?.allSatisfy { $0.value.string != nil } ?? false
    }

    private static func isAnchor(_ name: String) -> Bool {
        guard let first = name.utf8.first, first == 0x5F || (first | 0x20).isLowercase else { return false }
        return name.utf8.allSatisfy { $0.isLetterOrDigit || [0x2D, 0x2E, 0x3A, 0x5F].contains($0) }
    }

    private func checkNames(_ node: RuleNode, _ kind: SchemaKeywordValue, _ name: String) -> Bool {
        guard let items = node.list else { return refuse(node, kind, name) }
        var known: Set<String> = []
        for item in items {
            guard let text = item.string else { return refuse(item, .text, name) }
            if known.insert(text).inserted { continue }
            report(item, "'\(name)': '\(text)' is there twice")
            return false
        }
        return true
    }

    private func checkTypes(_ node: RuleNode, _ kind: SchemaKeywordValue, _ name: String) -> Bool {
        let items = node.list ?? [node]
        if items.isEmpty { return refuse(node, kind, name) }
        var known: Set<String> = []
        for item in items {
            guard let text = item.string, SchemaType(rawValue: text) != nil else {
                let names = SchemaType.allCases.map(\.rawValue)
                let near = item.scalar.flatMap { Self.familiar[$0] ?? Suggestion.nearest(to: $0, in: names) }
                report(
                    item, "'type': expected one of \(names.joined(separator: ", ")); found \(item.words)",
                    suggestion: near)
                return false
            }
            if known.insert(text).inserted { continue }
            report(item, "'type': '\(text)' is there twice")
            return false
        }
        return true
    }

    private static let familiar = [
        "list": "array", "text": "string", "str": "string", "int": "integer", "float": "number", "double": "number",
        "decimal": "number", "bool": "boolean", "dict": "object", "map": "object", "nil": "null", "none": "null",
        "None": "null",
    ]

    /// Warns of a keyword without a meaning, where it is found first.
    func warn(unknown key: RuleNode, _ name: String, _ dialect: SchemaDialect) {
        let own = SchemaKeyword.named("x-proviso-message")?.name ?? ""
        if Suggestion.nearest(to: name, in: [own], limit: 2) != nil, unknown.insert(name).inserted {
            return warn(key, "unknown keyword '\(name)'", suggestion: own)
        }
        // Names of programs of their own.
        if name.hasPrefix("x-") || name.hasPrefix("$$") || name.hasPrefix("//") { return }
        guard unknown.insert(name).inserted else { return }
        let known = SchemaKeyword.all.filter { dialect.has($0) }.map(\.name)
        // What is refused is not ignored.
        let result = options.refusesUnknown ? "" : ": it is ignored"
        if let keyword = SchemaKeyword.named(name) {
            let reason =
                keyword.drafts.contains(dialect.draft)
                ? "is in no vocabulary of the meta-schema" : "has no meaning in \(dialect.draft.words)"
            return warn(key, "the keyword '\(name)' \(reason)\(result)", suggestion: Self.meant[name])
        }
        warn(
            key, "unknown keyword '\(name)'\(result) (a name of your own begins with 'x-')",
            suggestion: Self.meant[name] ?? Suggestion.likely(for: name, in: known))
    }

    /// What a keyword of one draft is in another one.
    private static let meant = [
        "id": "$id", "extends": "allOf", "divisibleBy": "multipleOf", "disallow": "not", "schema": "$schema",
        "ref": "$ref", "nullable": "'type' with 'null'", "example": "examples", "anyof": "anyOf", "one_of": "oneOf",
    ]
}

extension SchemaDraft {
    var words: String {
        if self == .openAPI30 { return "OpenAPI 3.0" }
        return self < .draft2019 ? "draft \(rawValue)" : self == .draft2019 ? "2019-09" : "2020-12"
    }
}
