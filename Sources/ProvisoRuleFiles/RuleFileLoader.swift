internal import ProvisoCore
internal import ProvisoMessages

/// Reads rule files with the files that they include.
final class RuleFileLoader {
    /// The maximum number of files within files.
    static let maximumDepth = 16
    /// The maximum number of files of one rule set.
    static let maximumFiles = 256
    /// The parts that files add which were read before, as for each object of the same kind.
    private static let mostRepeated = 100_000
    private var repeated = 0

    /// The values of variables that the caller gives.
    private let given: [String: RuleVariables.Given]
    /// The names of `given` that a file declares.
    private var known: Set<String> = []
    /// The names that files declare, for suggestions.
    private var declared: Set<String> = []
    /// The files that are being read, the outermost first.
    private var open: [String] = []
    /// The directory of a string's files; `nil` where only files can include others.
    private let directory: String?
    /// The files that a string may name; `nil` while a file is read.
    private var text: NamedFiles?
    /// The contents of all files that were read, by their paths.
    private(set) var contents: [String: [UInt8]] = [:]
    private(set) var files: [String] = []
    /// The contents to use instead of those of files that are being written.
    private let instead: [String: [UInt8]]
    /// The directory that included files must be in; `nil` for that of the outermost file.
    private let includeRoot: String?
    /// Whether a file that the caller names may be a pipe; an included one never is.
    private let mayBePipe: Bool
    /// The limits of a rule file that a stranger wrote, which includes nothing.
    let limits: RuleLimits?

    init(
        given: [String: RuleVariables.Given], directory: String? = nil, includeRoot: String? = nil,
        instead: [String: [UInt8]] = [:], mayBePipe: Bool = false, limits: RuleLimits? = nil
    ) {
        (self.given, self.directory, self.includeRoot, self.instead) = (given, directory, includeRoot, instead)
        (self.mayBePipe, self.limits) = (mayBePipe, limits)
    }

    /// Reads files in their order, as if one file included them.
    func read(_ paths: [String]) throws(RuleSetError) -> RuleSet {
        try SuggestionWork.limited { () throws(RuleSetError) in try readAll(paths) }
    }

    private func readAll(_ paths: [String]) throws(RuleSetError) -> RuleSet {
        var sets: [RuleSet] = []
        for path in paths { sets.append(try read(path, as: path, given: given)) }
        let all = try RuleSet.joined(sets)
        try refuseUnknown()
        let roots = includeRoot.map { [$0] } ?? paths.map(NamedFiles.directory)
        return all.read(from: files, naming: NamedFiles(roots.withoutRepetition()))
    }

    /// Reads a string; `file` is its name in errors.
    func read(text: String, file: String?) throws(RuleSetError) -> RuleSet {
        try limits?.check(text, file: file)
        let root = try RuleNode.document(text, file: file)
        try limits?.check(root)
        let named = directory.map { NamedFiles([includeRoot ?? $0], ofText: file, in: $0) } ?? NamedFiles()
        self.text = named
        let ruleSet = try SuggestionWork.limited { () throws(RuleSetError) in
            try RuleSetReader.read(root, loader: self, given: given)
        }
        try refuseUnknown()
        return ruleSet.read(from: files, naming: named)
    }

    /// Throws for values of variables that no file has.
    private func refuseUnknown() throws(RuleSetError) {
        let unknown = given.keys.filter { !known.contains($0) }.sorted()
        guard !unknown.isEmpty else { return }
        throw RuleSetError(
            unknown.map { name in
                RuleSetError.Diagnostic(
                    position: given[name]?.place,
                    reason: "unknown variable '\(name)': "
                        + (declared.isEmpty ? "the rule file has no variables" : "no rule file declares it"),
                    suggestion: Suggestion.nearest(to: name, in: declared))
            })
    }

    func note(declared names: some Sequence<String>) {
        declared.formUnion(names)
        known.formUnion(declared.intersection(given.keys))
    }

    private func read(
        _ path: String, as shown: String, given: [String: RuleVariables.Given]
    ) throws(RuleSetError) -> RuleSet {
        let bytes = try contents(of: path, shown)
        let isRepeated = contents.updateValue(bytes, forKey: path) != nil
        if isRepeated, repeated > Self.mostRepeated { throw Self.tooMuchRepeated }
        files.append(path)
        let isIncluded = directory != nil || !open.isEmpty
        open.append(path)
        defer { open.removeLast() }
        let root: RuleNode
        do throws(RuleSetError) {
            root = try RuleNode.document(try RuleSet.text(of: bytes, file: path), file: path)
        } catch {
            throw isIncluded && !RuleSetReader.hasMainLine(bytes) ? Self.foreign(shown) : error
        }
        // The errors of a file that is something else would quote it.
        if isIncluded, !RuleSetReader.isRuleFile(root) { throw Self.foreign(shown) }
        if isRepeated { try countRepeated(root) }
        return try RuleSetReader.read(root, loader: self, given: given)
    }

    private func countRepeated(_ root: RuleNode) throws(RuleSetError) {
        repeated += NodeSize(root).nodes
        if repeated > Self.mostRepeated { throw Self.tooMuchRepeated }
    }

    private static let tooMuchRepeated = RuleSetError(
        reason: "the files that are included more than once have more than \(mostRepeated) parts together: "
            + "include them in fewer places")

    private static func foreign(_ path: String) -> RuleSetError {
        RuleSetError(reason: "'\(path)' is not a rule file: it has none of the keys \(RuleSetReader.mainKeys)")
    }

    private func contents(of path: String, _ shown: String) throws(RuleSetError) -> [UInt8] {
        if let given = instead[path] { return given }
        if !instead.isEmpty, path.hasPrefix("/") {
            let plain = Self.plain(path).dropFirst().reduce("") { "\($0)/\($1)" }
            if let given = instead[plain] { return given }
        }
        do throws(SystemError) {
            return try SmallFile.read(path, limit: RuleNode.maximumBytes, mayBePipe: mayBePipe && open.isEmpty)
        } catch {
            let near = NearFile.path(for: shown, at: path) { name in
                RuleSet.fileEndings.contains(where: name.hasSuffix)
            }
            throw RuleSetError(reason: "cannot read \(shown): \(error.reason)", suggestion: near)
        }
    }

    /// Reads a file that another one includes; `own` are the values that the include gives, before those of the caller.
    func include(
        _ path: String, at node: RuleNode, given own: [String: RuleVariables.Given]
    ) throws(RuleSetError) -> RuleSet {
        func refusal(_ reason: String) -> RuleSetError { RuleSetError(position: node.position, reason: reason) }
        if path.holds("://") { throw refusal("'\(path)' is a URL: only files can be included") }
        if limits != nil { throw refusal("a rule file from an untrusted author includes nothing") }
        let full: String
        do throws(NamedFiles.Refusal) {
            let outermost = open.first.map { NamedFiles([includeRoot ?? NamedFiles.directory(of: $0)]) }
            full = try (text ?? outermost ?? NamedFiles()).path(of: path, at: node.position)
        } catch {
            throw refusal(error.reason)
        }
        let plain = Self.plain(full)
        if open.contains(where: { Self.plain($0) == plain }) {
            let chain = (open + [full]).joined(separator: ", which includes ")
            throw refusal("a file cannot include itself: \(chain)")
        }
        guard open.count < Self.maximumDepth, files.count < Self.maximumFiles else {
            throw refusal("more than \(Self.maximumDepth) files within files, or \(Self.maximumFiles) files")
        }
        let place = (open.last.flatMap { places[$0] }).map { "\(node.position), included by \($0)" }
        places[full] = place ?? "\(node.position)"
        do throws(RuleSetError) {
            return try read(full, as: path, given: given.merging(own) { $1 })
        } catch {
            // What cannot be read has no place of its own.
            throw RuleSetError(
                error.diagnostics.map {
                    $0.position == nil
                        ? RuleSetError.Diagnostic(position: node.position, reason: $0.reason, suggestion: $0.suggestion)
                        : $0.included(by: places)
                })
        }
    }

    /// Where each included file is included.
    private(set) var places: [String: String] = [:]

    /// A path without `.` and `..`, to find files that include themselves.
    private static func plain(_ path: String) -> [Substring] {
        path.split(separator: "/").reduce(into: [path.hasPrefix("/") ? "/" : "."]) { parts, part in
            if part == "..", parts.count > 1, parts.last != ".." {
                parts.removeLast()
            } else if part != "." {
                parts.append(part)
            }
        }
    }
}

extension RuleSet {
    /// The rules of all, in their order.
    ///
    /// Two are joined at a time: joining each to all before it would copy the first one as often as there are others.
    static func joined(_ sets: [RuleSet]) throws(RuleSetError) -> RuleSet {
        var sets = sets
        while sets.count > 1 {
            var pairs: [RuleSet] = []
            for index in stride(from: 0, to: sets.count, by: 2) {
                let isPair = index + 1 < sets.count
                pairs.append(isPair ? try sets[index + 1].joined(after: sets[index]) : sets[index])
            }
            sets = pairs
        }
        return sets.first ?? RuleSet()
    }

    /// The rules of both; throws for shapes and rule types that both have.
    func joined(after first: RuleSet) throws(RuleSetError) -> RuleSet {
        var both = extending(first)
        for (name, attributes) in first.scenarios where scenarios[name] != nil {
            both.scenarios[name] = (attributes + (scenarios[name] ?? [])).withoutRepetition()
        }
        for name in shapes.keys where first.shapes[name] != nil {
            let (one, two) = (first.positions[.shape(name)], positions[.shape(name)])
            // A file that is included twice has its shapes twice.
            if one != two { throw RuleSetError(position: two, reason: Self.twice("the shape '\(name)'", one)) }
        }
        for type in types where first.types.contains(where: { $0.type == type.type }) {
            let (one, two) = (first.positions[.type(type.type)], positions[.type(type.type)])
            if one != two { throw RuleSetError(position: two, reason: Self.twice("the rule type '\(type.type)'", one)) }
            both.types = first.types + types.filter { type in !first.types.contains { $0.type == type.type } }
        }
        return both
    }

    private static func twice(_ what: String, _ place: SourcePosition?) -> String {
        "\(what) is also in \(place.map { "\($0)" } ?? "another file")"
    }

    func read(from files: [String], naming named: NamedFiles) -> RuleSet {
        var ruleSet = self
        ruleSet.namedFiles = named
        ruleSet.files = files.withoutRepetition()
        return ruleSet
    }
}
