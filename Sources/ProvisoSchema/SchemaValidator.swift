public import ProvisoCore
public import ProvisoMessages

/// Requires a value that a JSON Schema accepts: draft 2020-12, 2019-09, 7 or 6.
///
/// `file` is the file of the schema, as seen from the directory of the rule file; `schema` is the schema itself. After `#`
/// follows the place of a schema in the file, and `operation` names one of an OpenAPI description. Each thing that is wrong is a violation at its place, with the code of the rule type that means the same, such as
/// `number.tooSmall`; of `anyOf` and `oneOf` the schema that was probably meant is reported. `format` asserts with
/// `formats: true`, and unknown keywords are errors with `strict: true`. References lead to files of the schema's directory
/// and of `directories`, never to a network.
///
/// ```yaml
/// - [payload, schema, { file: order.schema.json }]
/// - [order, schema, { file: "api.yaml#/components/schemas/Order" }]
/// - [size, schema, { schema: { type: integer, minimum: 1 } }]
/// ```
public struct SchemaValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "schema"
    public static let about = RuleTypeFacts(
        .schema,
        chapter: .collections, place: 8,
        familiar: ["": "jsonschema ajv"])
    public static let options = [
        OptionDescription(
            "file", .text, "the file of the schema; after '#' its place in the file, a JSON Pointer or an anchor",
            role: .file),
        OptionDescription(
            "operation", .text, "the operation of an OpenAPI description whose JSON body the value is", needs: "file"),
        OptionDescription("schema", .any, "the schema itself: an object, true or false"),
        OptionDescription("formats", .boolean, "whether 'format' asserts"),
        OptionDescription("strict", .boolean, "whether unknown keywords are errors"),
        OptionDescription(
            "directories", .any, "directories of schemas by the URI that references to their files begin with",
            role: .file),
    ]
    public static let codes = [
        CodeDescription("value.type", "expected").saying(
            "expected", SchemaType.allCases.filter { $0 != .null }.map(\.shown)),
        CodeDescription("isNull.invalid"), CodeDescription("oneOf.kind", "kinds"), CodeDescription("absent.invalid"),
        CodeDescription("in.invalid", "range", "not", "kind", "count")
            .saying("kind", ["single", "listed", "many"]),
        CodeDescription("number.tooSmall", "min"), CodeDescription("number.tooBig", "max"),
        NumberBounds.bound("compare.greater"), NumberBounds.bound("compare.less"),
        CodeDescription("multipleOf.invalid", "of"),
        CodeDescription("string.tooShort", "min", "unit"), CodeDescription("string.tooLong", "max", "unit"),
        CodeDescription("match.invalid", "pattern", "not", "kind", "name").saying("kind", ["required", "named"]),
        CodeDescription("date.invalid", "format", "example", "kind"),
        CodeDescription("email.invalid"), CodeDescription("hostname.invalid"), CodeDescription("ip.invalid"),
        CodeDescription("uuid.invalid"), CodeDescription("each.invalid", "kind").saying("kind", ["item"]),
        CodeDescription("contains.tooFew", "min"), CodeDescription("contains.tooMany", "max"),
        CodeDescription("distinct.duplicate", "first", "second"),
        CodeDescription("count.tooFew", "min"), CodeDescription("count.tooMany", "max"),
        CodeDescription("present.invalid"), CodeDescription("value.unknown", "key", "kind", "suggestion"),
        CodeDescription("keys.mismatch", "keys"),
        CodeDescription("schema.not"), CodeDescription("schema.oneOf", "count"),
    ]

    private let file: String?
    private let written: AnyValue?
    private let directories: [(prefix: String, directory: String)]
    private let options: JSONSchema.Options
    private var schema: JSONSchema?

    /// Requires a value that a schema accepts.
    public init(_ schema: JSONSchema) {
        (file, written, directories, options) = (nil, nil, [], JSONSchema.Options())
        self.schema = schema
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        file = try options.text("file")
        written = options.value("schema")
        directories = try Self.directories(options.value("directories"))
        var settings = JSONSchema.Options()
        settings.assertsFormats = try options.boolean("formats") ?? false
        settings.refusesUnknown = try options.boolean("strict") ?? false
        settings.operation = try options.text("operation")
        self.options = settings
    }

    private static func directories(
        _ value: AnyValue?
    ) throws(OptionError) -> [(prefix: String, directory: String)] {
        guard let value else { return [] }
        guard case .object(let members) = value else {
            throw OptionError.expected("directories by URI", at: "directories", found: value)
        }
        var found: [(prefix: String, directory: String)] = []
        for member in members {
            guard case .text(let directory) = member.value else {
                throw OptionError.expected("the name of a directory", at: "directories", found: member.value)
            }
            found.append((member.key, directory))
        }
        return found
    }

    public func checkOptions() throws(OptionError) {
        if schema != nil { return }
        if file == nil, options.operation != nil {
            throw OptionError(option: "operation", reason: "has no effect without 'file', which names the description")
        }
        if file == nil, written == nil { throw OptionError(reason: "needs the option 'file' or 'schema'") }
        if file != nil, written != nil {
            throw OptionError(option: "schema", reason: "has no effect with 'file': remove one of them")
        }
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        let isRead = self.schema == nil
        let schema: JSONSchema
        // Who has made one has its warnings.
        if let known = self.schema { schema = known } else { schema = try read(binding) }
        self.schema = schema
        if let reason = binding.refusal(ofWeight: min(schema.count, Self.mostWeight)) {
            throw OptionError(option: file == nil ? "schema" : "file", reason: reason)
        }
        if isRead { for warning in schema.warnings { binding.warn(warning.description) } }
    }

    /// More schemas than this look at no value.
    private static let mostWeight = 256

    private func read(_ binding: borrowing BindingContext) throws(OptionError) -> JSONSchema {
        var options = options
        for (prefix, directory) in directories {
            options.sources.add(directory: try binding.path(of: directory, option: "directories"), as: prefix)
        }
        options.sources.isOfRuleFile = binding.isOfRuleFile
        var path: String?
        if let file {
            let (name, part) = JSONSchema.split(file)
            path = try binding.path(of: name, option: "file") + (part.map { "#\($0)" } ?? "")
        }
        do throws(RuleSetError) {
            if let path {
                let others = directories.map { "\($0.prefix)=\($0.directory)" }.joined(separator: " ")
                let settings = "\(options.assertsFormats) \(options.refusesUnknown) \(others)"
                let key = "schema \(JSONSchema.split(path).path) \(settings)"
                return try JSONSchema(contentsOf: path, options) { options in
                    binding.shared(key) { SchemaCompiler(SchemaLibrary(options)) }
                }
            }
            return try JSONSchema(written ?? true, options: options)
        } catch {
            throw Self.refusal(error, option: file == nil ? "schema" : "file")
        }
    }

    private static func refusal(_ error: RuleSetError, option: String) -> OptionError {
        // A schema in a rule has no file of its own, and so no places in one.
        let texts = error.diagnostics.map { diagnostic -> String in
            guard diagnostic.position?.file == nil else { return diagnostic.description }
            return diagnostic.reason + Suggestion.hint(diagnostic.suggestion)
        }
        return OptionError(option: option, reason: texts.joined(separator: "; "))
    }

    /// Null is a value like others.
    public var kinds: ValueKindSet { .anything }
    public var skipsEmpty: Bool { false }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind != .absent, let schema else { return }
        schema.validate(value, &context)
    }
}

extension Constraint {
    /// Requires a value that a JSON Schema accepts.
    public static func schema(_ schema: JSONSchema) -> Constraint { .validator(SchemaValidator(schema)) }
}

extension Registry {
    /// The registry with all built-in rule types, and with `schema`.
    public static let withSchemas: Registry = {
        var registry = Registry.standard
        registry.add([RuleDefinition(SchemaValidator.self, origin: .builtIn)])
        return registry
    }()
}
