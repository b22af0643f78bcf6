/// A draft of JSON Schema.
public enum SchemaDraft: Int, Sendable, CaseIterable, Comparable {
    /// The schemas of OpenAPI 3.0, which have fewer keywords than any draft, and some of their own.
    case openAPI30 = 3
    case draft6 = 6
    case draft7 = 7
    case draft2019 = 2019
    case draft2020 = 2020

    /// Whether the first draft is the older one.
    public static func < (left: SchemaDraft, right: SchemaDraft) -> Bool { left.rawValue < right.rawValue }

    /// The URI of the meta-schema, without a fragment.
    package var uri: String {
        switch self {
        case .openAPI30: "https://spec.openapis.org/oas/3.0/dialect"
        case .draft6: "http://json-schema.org/draft-06/schema"
        case .draft7: "http://json-schema.org/draft-07/schema"
        case .draft2019: "https://json-schema.org/draft/2019-09/schema"
        case .draft2020: "https://json-schema.org/draft/2020-12/schema"
        }
    }

    /// The beginning of the URIs of its vocabularies; before 2019-09 there were none.
    var vocabularies: String? {
        self < .draft2019 ? nil : String(uri.dropLast("schema".count)) + "vocab/"
    }

    /// The draft of a meta-schema; `http` and `https` and an empty fragment mean the same.
    init?(uri: SchemaURI) {
        var text = uri.document.description
        if text.hasPrefix("http://") { text = "https" + text.dropFirst(4) }
        guard let draft = Self.allCases.first(where: { $0.uri == text || $0.uri.dropFirst(4) == text.dropFirst(5) })
        else { return nil }
        self = draft
    }
}

/// A set of keywords that a meta-schema declares.
enum SchemaVocabulary: String, Sendable, CaseIterable {
    case core
    case applicator
    case unevaluated
    case validation
    case metadata = "meta-data"
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    /// The one for `format` in 2019-09, which asserts if it is required.
    case format
    case content
    /// What OpenAPI adds.
    case openAPI = "base"
    /// Messages, which no meta-schema has.
    case messages

    /// The vocabulary of a URI, and the draft that it belongs to.
    static func known(_ uri: String) -> (draft: SchemaDraft, vocabulary: SchemaVocabulary)? {
        if uri.hasPrefix(SchemaDialect.openAPIStart), uri.hasSuffix("/vocab/base") { return (.draft2020, .openAPI) }
        for draft in [SchemaDraft.draft2020, .draft2019] {
            guard let start = draft.vocabularies, uri.hasPrefix(start),
                let vocabulary = SchemaVocabulary(rawValue: String(uri.dropFirst(start.count)))
            else { continue }
            return (draft, vocabulary)
        }
        return nil
    }

    /// Those of a draft's own meta-schema.
    static func usual(in draft: SchemaDraft) -> SchemaVocabularies {
        switch draft {
        case .draft2020: SchemaVocabularies(allCases).subtracting([.format, .formatAssertion, .openAPI])
        case .draft2019: SchemaVocabularies(allCases).subtracting([.formatAnnotation, .formatAssertion, .openAPI])
        case .draft6, .draft7: SchemaVocabularies(allCases).subtracting([.openAPI])
        case .openAPI30: SchemaVocabularies(allCases)
        }
    }
}

/// A set of vocabularies, which is looked at for each keyword of a schema.
struct SchemaVocabularies: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt16 = 0

    init(_ vocabularies: [SchemaVocabulary]) { for one in vocabularies { insert(one) } }
    init(arrayLiteral elements: SchemaVocabulary...) { self.init(elements) }

    private static func bit(_ vocabulary: SchemaVocabulary) -> UInt16 {
        switch vocabulary {
        case .core: 1
        case .applicator: 2
        case .unevaluated: 4
        case .validation: 8
        case .metadata: 16
        case .formatAnnotation: 32
        case .formatAssertion: 64
        case .format: 128
        case .content: 256
        case .openAPI: 512
        case .messages: 1024
        }
    }

    mutating func insert(_ vocabulary: SchemaVocabulary) { bits |= Self.bit(vocabulary) }
    func contains(_ vocabulary: SchemaVocabulary) -> Bool { bits & Self.bit(vocabulary) != 0 }
    func meets(_ other: SchemaVocabularies) -> Bool { bits & other.bits != 0 }

    func subtracting(_ other: SchemaVocabularies) -> SchemaVocabularies {
        var rest = self
        rest.bits &= ~other.bits
        return rest
    }
}

/// The keywords that a schema may use, and what they mean there.
struct SchemaDialect: Sendable, Hashable {
    var draft: SchemaDraft
    var vocabularies: SchemaVocabularies
    /// Whether `format` asserts by the meta-schema.
    var assertsFormats = false

    init(_ draft: SchemaDraft) {
        self.draft = draft
        vocabularies = SchemaVocabulary.usual(in: draft)
    }

    /// That of OpenAPI 3.1 and 3.2, unless a description names another one.
    static let openAPI31: SchemaDialect = {
        var dialect = SchemaDialect(.draft2020)
        dialect.vocabularies.insert(.openAPI)
        return dialect
    }()

    /// The beginning of the URIs of OpenAPI's dialects and vocabularies.
    static let openAPIStart = "https://spec.openapis.org/oas/3."

    /// Whether schemas are those of an OpenAPI description.
    var isOpenAPI: Bool { vocabularies.contains(.openAPI) }

    /// Whether a keyword has a meaning.
    func has(_ keyword: SchemaKeyword) -> Bool {
        keyword.drafts.contains(draft) && vocabularies.meets(keyword.vocabularies)
    }
}
