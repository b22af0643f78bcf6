internal import Proviso
internal import ProvisoMessages
internal import ProvisoRuleFiles

extension LanguageServer {
    /// Checks a document as `proviso check` does, and publishes what it found.
    mutating func check(_ uri: String) {
        // A part of an open file is checked with it: alone it may lack types, shapes and variables.
        guard var document = documents[uri], root(of: document) == nil else { return }
        document.plan = nil
        do throws(RuleSetError) {
            let ruleSet = try RuleSet.reading(
                document.path, includeRoot: tools.includeRoot, typed: variables(for: document), instead: openTexts())
            document.files = Set(ruleSet.files.map(FileURI.plain)).subtracting([FileURI.plain(document.path)])
            let plan = try Plan(ruleSet, registry: registry())
            document.plan = plan
            documents[uri] = document
            // Advice follows soon: without errors before, what is shown stays until then, so that it does not flicker.
            if settings.lint, document.showsAdvice, document.others.isEmpty {
                document.problems = problems(plan.warnings, .warning, in: document)
                documents[uri] = document
                return
            }
            publish(document, plan.warnings, .warning)
        } catch {
            document.files.formUnion(document.includes.map(FileURI.plain).filter { mayRead($0, for: document) })
            // A file that includes itself has its problems from here, too.
            document.files.remove(FileURI.plain(document.path))
            document.showsAdvice = false
            documents[uri] = document
            publish(document, error.diagnostics, .error)
        }
    }

    /// The open document that includes another one.
    func root(of document: TextDocument) -> TextDocument? {
        let path = FileURI.plain(document.path)
        return documents.values.filter { $0.uri != document.uri && $0.files.contains(path) }.min { $0.uri < $1.uri }
            .flatMap { document.files.contains(FileURI.plain($0.path)) ? nil : $0 }
    }

    /// Adds advice to the problems of a document without errors.
    mutating func advise(_ uri: String) {
        guard settings.lint, let document = documents[uri], let plan = document.plan else { return }
        let advice = plan.warnings + tools.advice(plan)
        documents[uri]?.showsAdvice = !advice.isEmpty
        publish(document, advice, .warning)
    }

    /// The contents of the open documents by their paths.
    private func openTexts() -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        for document in documents.values {
            texts[document.path] = document.lines.bytes
            texts[FileURI.plain(document.path)] = document.lines.bytes
        }
        return texts
    }

    /// The values that are given for the variables which a document or a file that it includes may declare.
    private func variables(for document: TextDocument) -> [String: String] {
        let given = tools.variables.merging(settings.variables) { $1 }
        guard !given.isEmpty else { return given }
        let declared = ([document] + document.files.sorted().compactMap { read($0) }).flatMap { file in
            file.outline.keys(of: [.key("variables")]).map(\.text)
        }
        return given.filter { declared.contains($0.key) }
    }

    /// Whether a document may include a file, by where it is.
    func mayRead(_ path: String, for document: TextDocument) -> Bool {
        let directory = FileURI.directory((root(of: document) ?? document).path)
        return RootDirectory(tools.includeRoot ?? directory).contains(path)
    }

    /// A file, from the editor or from the disk.
    func read(_ path: String) -> TextDocument? {
        if let open = documents.values.first(where: { FileURI.plain($0.path) == path }) { return open }
        guard let bytes = try? SmallFile.read(path, limit: RuleNode.maximumBytes),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return TextDocument(uri: FileURI.uri(path), text: text, version: nil)
    }

    /// Publishes diagnostics of a document, and those of the files that it includes.
    private mutating func publish(
        _ document: TextDocument, _ diagnostics: [RuleSetError.Diagnostic], _ level: RuleProblem.Level
    ) {
        var byFile: [String: [RuleSetError.Diagnostic]] = [:]
        for diagnostic in diagnostics {
            byFile[FileURI.plain(diagnostic.position?.file ?? document.path), default: []].append(diagnostic)
        }
        let own = byFile.removeValue(forKey: FileURI.plain(document.path)) ?? []
        let problems = self.problems(own, level, in: document)
        documents[document.uri]?.problems = problems
        publish(document.uri, problems, in: document, version: document.version)
        var others: Set<String> = []
        // Files that are open have their diagnostics from here, also if there are none.
        for path in document.files.union(byFile.keys).sorted() {
            let diagnostics = byFile[path] ?? []
            guard let file = read(path), !diagnostics.isEmpty || documents[file.uri] != nil else { continue }
            let problems = self.problems(diagnostics, level, in: file)
            if !diagnostics.isEmpty { others.insert(file.uri) }
            documents[file.uri]?.problems = problems
            publish(file.uri, problems, in: file, version: file.version)
        }
        for uri in document.others.subtracting(others).sorted() where documents[uri] == nil {
            publish(uri, [], in: nil, version: nil)
        }
        documents[document.uri]?.others = others
    }

    private func problems(
        _ diagnostics: [RuleSetError.Diagnostic], _ level: RuleProblem.Level, in file: TextDocument
    ) -> [RuleProblem] {
        diagnostics.map { RuleProblem($0, level: level, in: file.lines, file.outline) }
    }

    mutating func publish(_ uri: String, _ problems: [RuleProblem], in document: TextDocument?, version: Int?) {
        var parameters: [AnyValue.Member] = [AnyValue.Member("uri", .text(uri))]
        if let version { parameters.append(AnyValue.Member("version", .integer(Int64(version)))) }
        let list = document.map { document in problems.map { value($0, in: document) } } ?? []
        parameters.append(AnyValue.Member("diagnostics", .list(list)))
        send([
            "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": .object(parameters),
        ])
    }

    func value(_ problem: RuleProblem, in document: TextDocument) -> AnyValue {
        [
            "range": value(problem.range, in: document.lines), "severity": .integer(Int64(problem.level.rawValue)),
            "source": "proviso", "code": "proviso", "message": .text(problem.message),
        ]
    }

    /// A range of bytes as one of the protocol.
    func value(_ range: Range<Int>, in lines: LineTable) -> AnyValue {
        ["start": position(range.lowerBound, in: lines), "end": position(range.upperBound, in: lines)]
    }

    private func position(_ offset: Int, in lines: LineTable) -> AnyValue {
        let place = lines.place(of: offset, in: unit)
        return ["line": .integer(Int64(place.line)), "character": .integer(Int64(place.column))]
    }
}

extension TextDocument {
    /// The paths of the files that it includes itself.
    var includes: [String] {
        outline.words.filter { word in
            guard !word.isKey, word.path.first == .key("include") else { return false }
            return [.includes, .includedFile].contains(outline.place(word.path).role)
        }.map { FileURI.included($0.text, by: path) }
    }
}
