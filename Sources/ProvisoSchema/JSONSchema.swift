internal import JSONBridge
internal import ProvisoABI
public import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// A JSON Schema, checked and compiled: draft 2020-12, 2019-09, 7 or 6.
///
/// `$schema` says which draft it is; without it, it is 2020-12. `Constraint.schema` makes a rule of it, for an attribute
/// or for the whole record: `Rule(".", .schema(schema))`.
public struct JSONSchema: Sendable {
    /// How a schema is read.
    public struct Options: Sendable {
        /// The files that references may lead to.
        public var sources = SchemaSources()
        /// Whether `format` asserts, also where the draft says that it only annotates.
        public var assertsFormats = false
        /// Whether unknown keywords are errors instead of warnings.
        public var refusesUnknown = false
        /// The draft of schemas that do not name one; `nil` for 2020-12.
        public var draft: SchemaDraft?
        /// The schema's place in its document: a JSON Pointer such as `/components/schemas/Order`, or an anchor.
        ///
        /// An OpenAPI description has many schemas, so it needs this, or an operation.
        public var part: String?
        /// The operation of an OpenAPI description whose JSON body is validated: its `operationId`, or `POST /orders`.
        public var operation: String?

        /// The usual options.
        public init() {}
    }

    /// What is probably wrong, such as unknown keywords.
    public let warnings: [RuleSetError.Diagnostic]
    private let program: SchemaProgram

    /// Reads a schema from JSON or YAML; `file` is the name that errors show.
    public init(
        parsing text: String, file: String? = nil, options: Options = Options()
    ) throws(RuleSetError) {
        let root = try RuleNode.document(text, file: file, limits: .schema)
        try self.init(root, options, SchemaURI("proviso:///schema"), SchemaCompiler(SchemaLibrary(options)))
    }

    /// Reads a schema from a file, or one that a file has: `api.yaml#/components/schemas/Order`.
    ///
    /// References may lead to other files of its directory.
    public init(contentsOf path: String, options: Options = Options()) throws(RuleSetError) {
        try self.init(contentsOf: path, options) { SchemaCompiler(SchemaLibrary($0)) }
    }

    /// The same with a compiler that may have read the file already.
    init(contentsOf path: String, _ options: Options, _ compiler: (Options) -> SchemaCompiler) throws(RuleSetError) {
        let (path, part) = Self.split(path)
        var options = options
        if let part { options.part = part }
        let directory = NamedFiles.directory(of: path)
        options.sources.own = directory.isEmpty ? "." : directory
        options.sources.add(directory: RootDirectory(directory).path, as: Self.ownPrefix)
        let compiler = compiler(options)
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        let uri = SchemaURI(Self.ownPrefix + name)
        let root: RuleNode
        if let known = compiler.library.documents.first {
            root = known.root
        } else {
            root = try options.sources.file(path)
        }
        try self.init(root, options, uri, compiler)
    }

    /// The file that a name is of, and the place in the file that follows `#`.
    package static func split(_ name: String) -> (path: String, part: String?) {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && !parts[0].isEmpty ? (parts[0], parts[1]) : (name, nil)
    }

    /// The URI of the directory of a schema without a URI.
    private static let ownPrefix = "proviso:///"

    /// The URI of a document as people know it: of a file, the name.
    static func shown(_ uri: String) -> String {
        uri.hasPrefix(ownPrefix) ? String(uri.dropFirst(ownPrefix.count)) : uri
    }

    /// Reads a schema that is a value, such as an option of a rule.
    public init(_ value: AnyValue, options: Options = Options()) throws(RuleSetError) {
        try self.init(parsing: value.json, options: options)
    }

    private init(
        _ root: RuleNode, _ options: Options, _ uri: SchemaURI, _ compiler: SchemaCompiler
    ) throws(RuleSetError) {
        if let part = options.part, !part.isEmpty, let name = options.operation {
            throw RuleSetError(reason: "expected the schema '#\(part)' or the operation '\(name)', not both")
        }
        let library = compiler.library
        let program = SuggestionWork.limited {
            library.open(root, uri, options.part, options.operation).map { place in
                Pattern.limited { compiler.compile(place) }
            }
        }
        if options.refusesUnknown { library.errors += library.warnings }
        guard library.errors.isEmpty, let program else { throw RuleSetError(first: library.errors.inOrder()) }
        self.program = program
        warnings = options.refusesUnknown ? [] : library.warnings.inOrder()
    }

    /// The number of schemas in it, with those that references lead to.
    var count: Int { program.count }

    /// Validates a value, and reports everything that is wrong with it.
    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var node = prv_node.absent
        (node.value, node.offset) = (value.raw, context.node.pointee.offset)
        var run = SchemaRun(context.meter)
        let isValid = withUnsafePointer(to: node) { node in
            if program.root.holds(node, &run) { return true }
            if run.isStopped || context.isQuiet { return false }
            run.collects = true
            _ = program.root.holds(node, &run)
            return false
        }
        if isValid { return }
        for finding in run.found.withoutRepetition() {
            context.report(
                finding.code, finding.parameters, at: finding.path, finding.offset, finding.value, label: finding.label,
                message: finding.message,
                origin: finding.position.map { ViolationOrigin($0, branch: finding.branch) })
        }
        if let fault = run.fault { return context.reportFault(fault) }
        if run.isStopped { return _ = context.pay(0) }
        // Where only the verdict counts, the code is not seen.
        if run.found.isEmpty { context.report("schema.not") }
    }
}

extension [RuleSetError.Diagnostic] {
    /// In the order of the files, each once.
    fileprivate func inOrder() -> [Element] {
        var known: Set<Element> = []
        return sortedByPosition().filter { known.insert($0).inserted }
    }
}
