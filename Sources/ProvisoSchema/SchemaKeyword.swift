internal import ProvisoCore

/// What the value of a keyword must be.
enum SchemaKeywordValue: Sendable {
    case any
    case schema
    /// A list of at least one schema.
    case schemas
    /// A schema, or a list of schemas.
    case schemaOrSchemas
    /// Schemas by name.
    case namedSchemas
    /// Schemas by regular expression.
    case patternSchemas
    /// By name a schema or a list of names.
    case dependencies
    /// Lists of names by name.
    case namedNames
    case count, number, positiveNumber, boolean, text, pattern, names, list
    case uri, reference, identifier, anchor, types, singleType, vocabularies
    /// A message of ours, and messages of ajv.
    case message, errorMessages
    /// What OpenAPI says of the member that decides between schemas.
    case discriminator

    /// In words, for errors.
    var words: String {
        switch self {
        case .any: "any value"
        case .schema: "a schema: an object, true or false"
        case .schemas: "a list of at least one schema"
        case .schemaOrSchemas: "a schema or a list of schemas"
        case .namedSchemas: "an object of schemas"
        case .patternSchemas: "an object of schemas by regular expression"
        case .dependencies: "an object of schemas or lists of names"
        case .namedNames: "an object of lists of names"
        case .count: "an integer that is not negative"
        case .number: "a number"
        case .positiveNumber: "a number above zero"
        case .boolean: "true or false"
        case .text: "a string"
        case .pattern: "a regular expression"
        case .names: "a list of different strings"
        case .list: "a list"
        case .uri: "a URI"
        case .identifier: "a URI, or a reference to one, without a fragment"
        case .reference: "a reference: a URI, or '#' with a JSON Pointer or an anchor"
        case .anchor: "a name of letters, digits, '-', '_' and '.' that begins with a letter or '_'"
        case .types: "the name of a type or a list of them"
        case .singleType: "the name of a type"
        case .vocabularies: "an object of true and false by URI"
        case .message: "a string, or strings by locale"
        case .errorMessages: "a string, or an object of strings by keyword"
        case .discriminator: "an object with the string 'propertyName', and with 'mapping', an object of strings"
        }
    }
}

/// A keyword of JSON Schema: what its value must be, and where it has a meaning.
///
/// The check of schemas, the compiler, suggestions and the meta-schemas read this table and no other.
struct SchemaKeyword: Sendable {
    let name: String
    let value: SchemaKeywordValue
    let vocabularies: SchemaVocabularies
    let drafts: ClosedRange<SchemaDraft>

    private init(
        _ name: String, _ value: SchemaKeywordValue, _ vocabulary: SchemaVocabulary...,
        from first: SchemaDraft = .draft6, to last: SchemaDraft = .draft2020
    ) {
        (self.name, self.value, vocabularies, drafts) = (name, value, SchemaVocabularies(vocabulary), first...last)
    }

    /// What the value must be in a draft: a list of schemas is `prefixItems` in the last one.
    func value(in draft: SchemaDraft) -> SchemaKeywordValue {
        switch name {
        case "items" where draft == .draft2020 || draft == .openAPI30: .schema
        case "exclusiveMinimum" where draft == .openAPI30, "exclusiveMaximum" where draft == .openAPI30: .boolean
        case "type" where draft == .openAPI30: .singleType
        // Up to draft 7 '$id' may be the name of an anchor.
        case "$id" where draft < .draft2019: .reference
        // Keywords of later drafts mean nothing, and are not mistakes.
        case "$defs" where draft < .draft2019, "deprecated" where draft == .draft6 || draft == .draft7: .any
        case "$comment" where draft == .draft6, "readOnly" where draft == .draft6, "writeOnly" where draft == .draft6:
            .any
        default: value
        }
    }

    static let anchorPattern = "^[A-Za-z_][-A-Za-z0-9._]*$"

    /// Keywords that say more about another one beside them: messages and places of that one are for them too.
    static let owners = [
        "minContains": "contains", "maxContains": "contains", "exclusiveMinimum": "minimum",
        "exclusiveMaximum": "maximum",
    ]

    static func named(_ name: String) -> SchemaKeyword? { table[name] }

    private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static let all: [SchemaKeyword] = [
        SchemaKeyword("$schema", .uri, .core, from: .openAPI30),
        SchemaKeyword("$id", .identifier, .core),
        SchemaKeyword("$ref", .reference, .core, from: .openAPI30),
        SchemaKeyword("$comment", .text, .core),
        SchemaKeyword("$anchor", .anchor, .core, from: .draft2019),
        SchemaKeyword("$defs", .namedSchemas, .core),
        SchemaKeyword("$vocabulary", .vocabularies, .core, from: .draft2019),
        SchemaKeyword("$recursiveAnchor", .boolean, .core, from: .draft2019, to: .draft2019),
        SchemaKeyword("$recursiveRef", .reference, .core, from: .draft2019, to: .draft2019),
        SchemaKeyword("$dynamicAnchor", .anchor, .core, from: .draft2020),
        SchemaKeyword("$dynamicRef", .reference, .core, from: .draft2020),
        // All drafts have both, so that what they hold can be referred to.
        SchemaKeyword("definitions", .namedSchemas, .core),

        SchemaKeyword("allOf", .schemas, .applicator, from: .openAPI30),
        SchemaKeyword("anyOf", .schemas, .applicator, from: .openAPI30),
        SchemaKeyword("oneOf", .schemas, .applicator, from: .openAPI30),
        SchemaKeyword("not", .schema, .applicator, from: .openAPI30),
        SchemaKeyword("if", .schema, .applicator, from: .draft7),
        SchemaKeyword("then", .schema, .applicator, from: .draft7),
        SchemaKeyword("else", .schema, .applicator, from: .draft7),
        SchemaKeyword("dependentSchemas", .namedSchemas, .applicator, from: .draft2019),
        // The later drafts let it be supported, and say no other meaning.
        SchemaKeyword("dependencies", .dependencies, .applicator),
        SchemaKeyword("prefixItems", .schemas, .applicator, from: .draft2020),
        SchemaKeyword("items", .schemaOrSchemas, .applicator, from: .openAPI30),
        SchemaKeyword("additionalItems", .schema, .applicator, to: .draft2019),
        SchemaKeyword("contains", .schema, .applicator),
        SchemaKeyword("properties", .namedSchemas, .applicator, from: .openAPI30),
        SchemaKeyword("patternProperties", .patternSchemas, .applicator),
        SchemaKeyword("additionalProperties", .schema, .applicator, from: .openAPI30),
        SchemaKeyword("propertyNames", .schema, .applicator),
        // 2019-09 has them among the applicators.
        SchemaKeyword("unevaluatedItems", .schema, .unevaluated, from: .draft2019),
        SchemaKeyword("unevaluatedProperties", .schema, .unevaluated, from: .draft2019),

        SchemaKeyword("type", .types, .validation, from: .openAPI30),
        SchemaKeyword("enum", .list, .validation, from: .openAPI30),
        SchemaKeyword("const", .any, .validation),
        SchemaKeyword("multipleOf", .positiveNumber, .validation, from: .openAPI30),
        SchemaKeyword("maximum", .number, .validation, from: .openAPI30),
        SchemaKeyword("exclusiveMaximum", .number, .validation, from: .openAPI30),
        SchemaKeyword("minimum", .number, .validation, from: .openAPI30),
        SchemaKeyword("exclusiveMinimum", .number, .validation, from: .openAPI30),
        SchemaKeyword("maxLength", .count, .validation, from: .openAPI30),
        SchemaKeyword("minLength", .count, .validation, from: .openAPI30),
        SchemaKeyword("pattern", .pattern, .validation, from: .openAPI30),
        SchemaKeyword("maxItems", .count, .validation, from: .openAPI30),
        SchemaKeyword("minItems", .count, .validation, from: .openAPI30),
        SchemaKeyword("uniqueItems", .boolean, .validation, from: .openAPI30),
        SchemaKeyword("maxContains", .count, .validation, from: .draft2019),
        SchemaKeyword("minContains", .count, .validation, from: .draft2019),
        SchemaKeyword("maxProperties", .count, .validation, from: .openAPI30),
        SchemaKeyword("minProperties", .count, .validation, from: .openAPI30),
        SchemaKeyword("required", .names, .validation, from: .openAPI30),
        SchemaKeyword("dependentRequired", .namedNames, .validation, from: .draft2019),

        SchemaKeyword("title", .text, .metadata, from: .openAPI30),
        SchemaKeyword("description", .text, .metadata, from: .openAPI30),
        SchemaKeyword("default", .any, .metadata, from: .openAPI30),
        SchemaKeyword("deprecated", .boolean, .metadata, from: .openAPI30),
        SchemaKeyword("readOnly", .boolean, .metadata, from: .openAPI30),
        SchemaKeyword("writeOnly", .boolean, .metadata, from: .openAPI30),
        SchemaKeyword("examples", .list, .metadata),
        SchemaKeyword("format", .text, .formatAnnotation, .formatAssertion, .format, from: .openAPI30),
        SchemaKeyword("contentEncoding", .text, .content, from: .draft7),
        SchemaKeyword("contentMediaType", .text, .content, from: .draft7),
        SchemaKeyword("contentSchema", .schema, .content, from: .draft2019),

        SchemaKeyword("x-proviso-message", .message, .messages, from: .openAPI30),
        SchemaKeyword("errorMessage", .errorMessages, .messages, from: .openAPI30),

        SchemaKeyword("nullable", .boolean, .openAPI, from: .openAPI30, to: .openAPI30),
        SchemaKeyword("discriminator", .discriminator, .openAPI, from: .openAPI30),
        SchemaKeyword("xml", .any, .openAPI, from: .openAPI30),
        SchemaKeyword("externalDocs", .any, .openAPI, from: .openAPI30),
        SchemaKeyword("example", .any, .openAPI, from: .openAPI30),
    ]
}

/// The types of JSON Schema.
enum SchemaType: String, CaseIterable, Sendable {
    case null, boolean, integer, number, string, array, object

    /// The kinds of values that have the type; of numbers only some are integers.
    var kinds: ValueKindSet {
        switch self {
        case .null: ValueKindSet(.null)
        case .boolean: ValueKindSet(.boolean)
        case .integer: ValueKindSet(.integer, .unsigned)
        case .number: ValueKindSet(.integer, .unsigned, .double, .decimal)
        case .string: .strings
        case .array: .lists
        case .object: .objects
        }
    }

    /// The name in the messages of the rule types.
    var shown: String {
        switch self {
        case .string: "text"
        case .array: "list"
        default: rawValue
        }
    }
}
