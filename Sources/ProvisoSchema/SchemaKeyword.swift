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
    case uri, reference, identifier, anchor, types, vocabularies

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
        case .vocabularies: "an object of true and false by URI"
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
        name == "items" && draft == .draft2020 ? .schema : value
    }

    static let anchorPattern = "^[A-Za-z_][-A-Za-z0-9._]*$"

    static func named(_ name: String) -> SchemaKeyword? { table[name] }

    private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static let all: [SchemaKeyword] = [
        SchemaKeyword("$schema", .uri, .core),
        SchemaKeyword("$id", .identifier, .core),
        SchemaKeyword("$ref", .reference, .core),
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

        SchemaKeyword("allOf", .schemas, .applicator),
        SchemaKeyword("anyOf", .schemas, .applicator),
        SchemaKeyword("oneOf", .schemas, .applicator),
        SchemaKeyword("not", .schema, .applicator),
        SchemaKeyword("if", .schema, .applicator, from: .draft7),
        SchemaKeyword("then", .schema, .applicator, from: .draft7),
        SchemaKeyword("else", .schema, .applicator, from: .draft7),
        SchemaKeyword("dependentSchemas", .namedSchemas, .applicator, from: .draft2019),
        // The later drafts let it be supported, and say no other meaning.
        SchemaKeyword("dependencies", .dependencies, .applicator),
        SchemaKeyword("prefixItems", .schemas, .applicator, from: .draft2020),
        SchemaKeyword("items", .schemaOrSchemas, .applicator),
        SchemaKeyword("additionalItems", .schema, .applicator, to: .draft2019),
        SchemaKeyword("contains", .schema, .applicator),
        SchemaKeyword("properties", .namedSchemas, .applicator),
        SchemaKeyword("patternProperties", .patternSchemas, .applicator),
        SchemaKeyword("additionalProperties", .schema, .applicator),
        SchemaKeyword("propertyNames", .schema, .applicator),
        // 2019-09 has them among the applicators.
        SchemaKeyword("unevaluatedItems", .schema, .unevaluated, from: .draft2019),
        SchemaKeyword("unevaluatedProperties", .schema, .unevaluated, from: .draft2019),

        SchemaKeyword("type", .types, .validation),
        SchemaKeyword("enum", .list, .validation),
        SchemaKeyword("const", .any, .validation),
        SchemaKeyword("multipleOf", .positiveNumber, .validation),
        SchemaKeyword("maximum", .number, .validation),
        SchemaKeyword("exclusiveMaximum", .number, .validation),
        SchemaKeyword("minimum", .number, .validation),
        SchemaKeyword("exclusiveMinimum", .number, .validation),
        SchemaKeyword("maxLength", .count, .validation),
        SchemaKeyword("minLength", .count, .validation),
        SchemaKeyword("pattern", .pattern, .validation),
        SchemaKeyword("maxItems", .count, .validation),
        SchemaKeyword("minItems", .count, .validation),
        SchemaKeyword("uniqueItems", .boolean, .validation),
        SchemaKeyword("maxContains", .count, .validation, from: .draft2019),
        SchemaKeyword("minContains", .count, .validation, from: .draft2019),
        SchemaKeyword("maxProperties", .count, .validation),
        SchemaKeyword("minProperties", .count, .validation),
        SchemaKeyword("required", .names, .validation),
        SchemaKeyword("dependentRequired", .namedNames, .validation, from: .draft2019),

        SchemaKeyword("title", .text, .metadata),
        SchemaKeyword("description", .text, .metadata),
        SchemaKeyword("default", .any, .metadata),
        SchemaKeyword("deprecated", .boolean, .metadata),
        SchemaKeyword("readOnly", .boolean, .metadata),
        SchemaKeyword("writeOnly", .boolean, .metadata),
        SchemaKeyword("examples", .list, .metadata),
        SchemaKeyword("format", .text, .formatAnnotation, .formatAssertion, .format),
        SchemaKeyword("contentEncoding", .text, .content, from: .draft7),
        SchemaKeyword("contentMediaType", .text, .content, from: .draft7),
        SchemaKeyword("contentSchema", .schema, .content, from: .draft2019),
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
