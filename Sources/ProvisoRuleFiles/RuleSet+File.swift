public import ProvisoCore
package import ProvisoMessages

extension RuleSet {
    /// Reads a rule set from YAML or JSON text; `file` is the name that errors show.
    ///
    /// `variables` are the values of variables that the text declares. It can include files only with `directory`, which
    /// their paths begin at. They must be in that directory, or in `includeRoot`.
    public init(
        parsing text: String, file: String? = nil, directory: String? = nil, includeRoot: String? = nil,
        variables: [String: AnyValue] = [:]
    ) throws(RuleSetError) {
        let loader = RuleFileLoader(
            given: variables.mapValues { .value($0) }, directory: directory, includeRoot: includeRoot)
        self = try loader.read(text: text, file: file)
    }

    /// Reads a rule set that someone wrote whom the program does not trust: it reads no files, and its size is limited.
    ///
    /// Plans of it look nothing up: no files, no stores, no network. `RuleLimits` lists what is limited.
    public init(
        parsing text: String, from author: RuleAuthor, file: String? = nil, variables: [String: AnyValue] = [:]
    ) throws(RuleSetError) {
        let loader = RuleFileLoader(given: variables.mapValues { .value($0) }, limits: author.limits)
        self = try loader.read(text: text, file: file)
        limits = author.limits
    }

    /// Reads a rule set from a YAML or JSON file, with the files that it includes; `files` lists them all.
    ///
    /// Included files must be in the directory of the file, or in `includeRoot`.
    public init(
        contentsOf path: String, includeRoot: String? = nil, variables: [String: AnyValue] = [:]
    ) throws(RuleSetError) {
        try self.init(contentsOf: [path], includeRoot: includeRoot, variables: variables)
    }

    /// Reads several files in their order, as if one file included them.
    public init(
        contentsOf paths: [String], includeRoot: String? = nil, variables: [String: AnyValue] = [:]
    ) throws(RuleSetError) {
        self = try RuleFileLoader(given: variables.mapValues { .value($0) }, includeRoot: includeRoot).read(paths)
    }

    /// Reads files that someone named, which may be pipes, with variables as they were typed.
    ///
    /// `places` are those of variables in a project file, where their mistakes are.
    package init(
        contentsOf paths: [String], includeRoot: String?, typed variables: [String: String],
        at places: [String: SourcePosition] = [:]
    ) throws(RuleSetError) {
        let given = Dictionary(
            uniqueKeysWithValues: variables.map { ($0, RuleVariables.Given.typed($1, at: places[$0])) })
        self = try RuleFileLoader(given: given, includeRoot: includeRoot, mayBePipe: true).read(paths)
    }

    /// Reads a file and those it includes, and returns the contents of all, by path; `instead` has those of files that
    /// are being written.
    package static func reading(
        _ path: String, includeRoot: String? = nil, variables: [String: AnyValue], instead: [String: [UInt8]] = [:]
    ) throws(RuleSetError) -> (ruleSet: RuleSet, contents: [String: [UInt8]]) {
        let given = variables.mapValues { RuleVariables.Given.value($0) }
        let loader = RuleFileLoader(given: given, includeRoot: includeRoot, instead: instead)
        return (try loader.read([path]), loader.contents)
    }

    /// The same for a file that someone is writing, with variables as someone typed them.
    package static func reading(
        _ path: String, includeRoot: String?, typed variables: [String: String], instead: [String: [UInt8]]
    ) throws(RuleSetError) -> RuleSet {
        let given = variables.mapValues { RuleVariables.Given.typed($0, at: nil) }
        return try RuleFileLoader(given: given, includeRoot: includeRoot, instead: instead).read([path])
    }

    /// The text of a file; throws for one that is not UTF-8.
    package static func text(of bytes: [UInt8], file: String) throws(RuleSetError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw bytes.withUnsafeBytes { Self.refusal($0, file: file) }
        }
        return text
    }

    /// The error for a file that is not UTF-8, at the first byte that is wrong.
    private static func refusal(_ bytes: UnsafeRawBufferPointer, file: String) -> RuleSetError {
        let error = InputError.encoding(bytes)
        let place = bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var lines = LineCounter(bytes)
            return lines.place(of: error.offset)
        }
        return RuleSetError(
            position: SourcePosition(file: file, line: place.line, column: place.column),
            reason: "not UTF-8 text: \(error.detail ?? "it ends within a character"); "
                + "if it is Latin-1, convert it: iconv -f LATIN1 -t UTF-8")
    }
}

extension RuleLimits {
    /// Throws if a file is larger than it may be.
    func check(_ text: String, file: String?) throws(RuleSetError) {
        guard text.utf8.count > bytes else { return }
        throw Self.refusal("larger in bytes than", bytes, at: SourcePosition(file: file, line: 1, column: 1))
    }

    /// Throws if a document has too many parts, too deep ones, or too long strings.
    func check(_ root: RuleNode) throws(RuleSetError) {
        var (level, count, depth) = ([root], 0, 0)
        while !level.isEmpty {
            (count, depth) = (count + level.count, depth + 1)
            if count > nodes { throw Self.refusal("more parts than", nodes, at: root.position) }
            if depth > self.depth { throw Self.refusal("deeper than", self.depth, at: level[0].position) }
            for node in level where (node.scalar?.utf8.count ?? 0) > textBytes {
                throw Self.refusal("a string has more bytes than", textBytes, at: node.position)
            }
            level = level.flatMap { node in (node.list ?? []) + (node.mapping ?? []).flatMap { [$0.key, $0.value] } }
        }
    }
}
