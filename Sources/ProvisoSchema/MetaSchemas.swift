internal import ProvisoCore
internal import ProvisoRuleFiles

/// The meta-schemas of the drafts, made from the table of keywords.
enum MetaSchemas {
    /// The document of a URI; `nil` if it is not one of a draft.
    static func document(_ uri: SchemaURI) throws(RuleSetError) -> RuleNode? {
        guard let schema = schema(uri) else { return nil }
        return try RuleNode.document(schema.json, file: uri.description)
    }

    private static func schema(_ uri: SchemaURI) -> AnyValue? {
        if let draft = SchemaDraft(uri: uri) { return root(draft) }
        let name = uri.description
        for draft in [SchemaDraft.draft2020, .draft2019] {
            for vocabulary in SchemaVocabulary.allCases where name == self.uri(of: vocabulary, in: draft) {
                return part(vocabulary, draft)
            }
        }
        return nil
    }

    private static func uri(of vocabulary: SchemaVocabulary, in draft: SchemaDraft) -> String {
        draft.uri.dropLast("schema".count) + "meta/" + vocabulary.rawValue
    }

    /// The vocabularies that have a document of their own.
    private static func vocabularies(_ draft: SchemaDraft) -> [SchemaVocabulary] {
        let usual = SchemaVocabulary.usual(in: draft)
        return SchemaVocabulary.allCases.filter {
            usual.contains($0) && $0 != .messages && (draft == .draft2020 || $0 != .unevaluated)
        }
    }

    private static func root(_ draft: SchemaDraft) -> AnyValue {
        let kinds: [AnyValue.Member] = [.init("type", ["object", "boolean"])]
        guard let prefix = draft.vocabularies else {
            let head = [AnyValue.Member("$schema", .text(draft.uri + "#")), .init("$id", .text(draft.uri + "#"))]
            return .object(
                head + kinds + [
                    .init("definitions", .object(definitions(draft))),
                    .init(
                        "properties",
                        properties(
                            SchemaKeyword.all.filter {
                                $0.drafts.contains(draft) && !$0.vocabularies.contains(.messages)
                            }, draft)),
                ])
        }
        let own = vocabularies(draft)
        return .object(
            head(draft.uri, draft) + [
                .init(
                    "$vocabulary",
                    .object(
                        own.map { .init(prefix + $0.rawValue, .boolean($0 != .format)) })),
                .init("allOf", .list(own.map { ["$ref": .text("meta/\($0.rawValue)")] })),
            ] + kinds)
    }

    private static func head(_ uri: String, _ draft: SchemaDraft) -> [AnyValue.Member] {
        [
            .init("$schema", .text(draft.uri)), .init("$id", .text(uri)),
            draft == .draft2020 ? .init("$dynamicAnchor", "meta") : .init("$recursiveAnchor", true),
        ]
    }

    /// The document of one vocabulary.
    private static func part(_ vocabulary: SchemaVocabulary, _ draft: SchemaDraft) -> AnyValue {
        let keywords = SchemaKeyword.all.filter { keyword in
            guard keyword.drafts.contains(draft) else { return false }
            let isApplicator = draft == .draft2019 && vocabulary == .applicator
            return keyword.vocabularies.contains(vocabulary)
                || isApplicator && keyword.vocabularies.contains(.unevaluated)
        }
        return .object(
            head(uri(of: vocabulary, in: draft), draft) + [
                .init("type", ["object", "boolean"]), .init("$defs", .object(definitions(draft))),
                .init("properties", properties(keywords, draft)),
            ])
    }

    private static func properties(_ keywords: [SchemaKeyword], _ draft: SchemaDraft) -> AnyValue {
        .object(keywords.map { .init($0.name, value($0.value(in: draft), draft)) })
    }

    /// What several keywords have in common, by the names that other schemas refer to.
    private static func definitions(_ draft: SchemaDraft) -> [AnyValue.Member] {
        let count: AnyValue = ["type": "integer", "minimum": 0]
        return [
            .init("schemaArray", ["type": "array", "minItems": 1, "items": schema(draft)]),
            .init("nonNegativeInteger", count),
            .init("nonNegativeIntegerDefault0", count),
            .init("simpleTypes", ["enum": .list(SchemaType.allCases.map { .text($0.rawValue) })]),
            .init("stringArray", ["type": "array", "items": ["type": "string"], "uniqueItems": true]),
        ]
    }

    private static func reference(_ name: String, _ draft: SchemaDraft) -> AnyValue {
        ["$ref": .text((draft < .draft2019 ? "#/definitions/" : "#/$defs/") + name)]
    }

    /// A schema again, also one of a meta-schema that extends this one.
    private static func schema(_ draft: SchemaDraft) -> AnyValue {
        switch draft {
        case .openAPI30, .draft6, .draft7: ["$ref": "#"]
        case .draft2019: ["$recursiveRef": "#"]
        case .draft2020: ["$dynamicRef": "#meta"]
        }
    }

    private static func value(_ value: SchemaKeywordValue, _ draft: SchemaDraft) -> AnyValue {
        let schema = schema(draft)
        switch value {
        case .any: return true
        case .schema: return schema
        case .schemas: return reference("schemaArray", draft)
        case .schemaOrSchemas: return ["anyOf": [schema, reference("schemaArray", draft)]]
        case .namedSchemas: return ["type": "object", "additionalProperties": schema]
        case .patternSchemas:
            return ["type": "object", "additionalProperties": schema, "propertyNames": ["format": "regex"]]
        case .dependencies:
            return ["type": "object", "additionalProperties": ["anyOf": [schema, reference("stringArray", draft)]]]
        case .namedNames: return ["type": "object", "additionalProperties": reference("stringArray", draft)]
        case .count: return reference("nonNegativeInteger", draft)
        case .number: return ["type": "number"]
        case .positiveNumber: return ["type": "number", "exclusiveMinimum": 0]
        case .boolean: return ["type": "boolean"]
        case .text: return ["type": "string"]
        case .pattern: return ["type": "string", "format": "regex"]
        case .names: return reference("stringArray", draft)
        case .list: return ["type": "array", "items": true]
        case .uri: return ["type": "string", "format": "uri"]
        case .identifier where draft >= .draft2019:
            return ["type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"]
        case .reference, .identifier: return ["type": "string", "format": "uri-reference"]
        case .anchor: return ["type": "string", "pattern": .text(SchemaKeyword.anchorPattern)]
        case .types:
            let one = reference("simpleTypes", draft)
            let several: AnyValue = ["type": "array", "items": one, "minItems": 1, "uniqueItems": true]
            return ["anyOf": [one, several]]
        case .message, .errorMessages: return true
        case .singleType: return reference("simpleTypes", draft)
        case .discriminator:
            return [
                "type": "object", "required": ["propertyName"],
                "properties": [
                    "propertyName": ["type": "string"],
                    "mapping": ["type": "object", "additionalProperties": ["type": "string"]],
                ],
            ]
        case .vocabularies: return ["type": "object", "additionalProperties": ["type": "boolean"]]
        }
    }
}
