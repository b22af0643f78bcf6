internal import Proviso
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// A language server for rule files, by the Language Server Protocol 3.17.
///
/// It takes messages and returns messages: who reads and writes them is the caller's business. After each message that
/// leaves `hasWork` true, the caller calls `work` as soon as no other message waits.
package struct LanguageServer {
    enum Phase { case new, running, stopped }

    let tools: LanguageTools
    var documents: [String: TextDocument] = [:]
    var unit = ColumnUnit.utf16
    var settings = ServerSettings()
    private(set) var phase = Phase.new
    /// The registry with the plugins of the settings, made when it is first needed.
    var known: Registry?
    /// The documents to check, and those that only lack advice.
    private var unchecked: [String] = []
    private var unadvised: [String] = []
    var output: [String] = []
    /// Whether the client watches files on request.
    var watchesFiles = false

    /// The process of the editor, if it said which: the server ends with it.
    package internal(set) var editor: Int32?

    /// The exit status, after the message `exit`.
    package private(set) var exitStatus: Int32?

    package init(_ tools: LanguageTools) { self.tools = tools }

    /// Whether documents have changed since their diagnostics.
    package var hasWork: Bool { !unchecked.isEmpty || !unadvised.isEmpty }

    /// Whether only advice is missing, which can wait until no one types.
    package var canWait: Bool { unchecked.isEmpty }

    /// Checks one document, and returns the messages to write.
    package mutating func work() -> [String] {
        if !unchecked.isEmpty {
            let uri = unchecked.removeFirst()
            check(uri)
            if documents[uri]?.plan != nil, !unadvised.contains(uri) { unadvised.append(uri) }
        } else if !unadvised.isEmpty {
            advise(unadvised.removeFirst())
        }
        return taken()
    }

    mutating func recheck(_ uri: String) {
        unadvised.removeAll { $0 == uri }
        if !unchecked.contains(uri) { unchecked.append(uri) }
    }

    private mutating func taken() -> [String] {
        defer { output = [] }
        return output
    }

    /// Takes a message, and returns the messages to write.
    package mutating func receive(_ bytes: [UInt8]) -> [String] {
        // Editors in JavaScript send half a character as an escape that JSON does not allow.
        guard let message = (try? AnyValue(json: bytes)) ?? (try? AnyValue(json: bytes.withoutLoneSurrogates)) else {
            fail(.null, -32700, "the message is not JSON")
            return taken()
        }
        if case .list = message {
            fail(.null, -32600, "expected one message, found a list")
            return taken()
        }
        let id = message["id"]
        guard case .text(let method)? = message["method"] else {
            // An answer to a request of the server, which makes none.
            if message["result"] == nil, message["error"] == nil {
                fail(id ?? .null, -32600, "expected an object with the member 'method'")
            }
            return taken()
        }
        let parameters = message["params"] ?? .null
        if let id { answer(method, parameters, id) } else { note(method, parameters) }
        return taken()
    }

    /// Reports input that is not a message.
    package mutating func refuse(_ reason: String) -> [String] {
        fail(.null, -32700, reason)
        return taken()
    }

    private mutating func answer(_ method: String, _ parameters: AnyValue, _ id: AnyValue) {
        switch (phase, method) {
        case (.new, "initialize"):
            phase = .running
            succeed(id, initialize(parameters))
        case (.running, "initialize"): fail(id, -32600, "the server is initialized already")
        case (.new, _): fail(id, -32002, "expected the request 'initialize' first, found '\(method)'")
        case (.stopped, _): fail(id, -32600, "the server is shut down: only 'exit' may follow")
        case (.running, "shutdown"):
            phase = .stopped
            succeed(id, .null)
        case (.running, _):
            guard let result = result(method, parameters) else {
                return fail(id, -32601, "this server has no method '\(method)'")
            }
            switch result {
            case .value(let value): succeed(id, value)
            case .refusal(let reason): fail(id, -32803, reason)
            }
        }
    }

    enum Answer {
        case value(AnyValue)
        case refusal(String)
    }

    private mutating func result(_ method: String, _ parameters: AnyValue) -> Answer? {
        if ["textDocument/hover", "textDocument/codeAction"].contains(method),
            let uri = parameters["textDocument"]?["uri"]?.text, let index = unchecked.firstIndex(of: uri)
        {
            // They are about the text as it is now.
            unchecked.remove(at: index)
            check(uri)
            unadvised.append(uri)
        }
        // The plugins of the settings are loaded once, and not for each request.
        _ = registry()
        let request = Request(self, parameters)
        switch method {
        case "textDocument/completion": return .value(request?.completion() ?? .null)
        case "textDocument/hover": return .value(request?.hover() ?? .null)
        case "textDocument/definition": return .value(request?.definition() ?? .null)
        case "textDocument/references": return .value(request?.references() ?? .null)
        case "textDocument/prepareRename": return .value(request?.prepareRename() ?? .null)
        case "textDocument/rename": return request?.rename() ?? .value(.null)
        case "textDocument/codeAction": return .value(request?.actions() ?? .list([]))
        case "textDocument/documentSymbol": return .value(request?.symbols() ?? .list([]))
        case "textDocument/formatting": return .value(request?.formatting() ?? .null)
        default: return nil
        }
    }

    private mutating func note(_ method: String, _ parameters: AnyValue) {
        if method == "exit" { return exitStatus = phase == .stopped ? 0 : 1 }
        guard phase == .running else { return }
        switch method {
        case "initialized": if watchesFiles { watchFiles() }
        case "textDocument/didOpen":
            guard case .text(let uri)? = parameters["textDocument"]?["uri"],
                case .text(let text)? = parameters["textDocument"]?["text"]
            else { return }
            let version = parameters["textDocument"]?["version"]?.int
            documents[uri] = TextDocument(uri: uri, text: text, version: version)
            recheck(uri)
            recheckAll(reading: uri)
        case "textDocument/didChange":
            guard case .text(let uri)? = parameters["textDocument"]?["uri"],
                case .list(let changes)? = parameters["contentChanges"], documents[uri] != nil
            else { return }
            documents[uri]?.change(changes, in: unit)
            documents[uri]?.version = parameters["textDocument"]?["version"]?.int
            recheck(uri)
            recheckAll(reading: uri)
        case "textDocument/didClose":
            guard case .text(let uri)? = parameters["textDocument"]?["uri"] else { return }
            close(uri)
        case "textDocument/didSave", "workspace/didChangeWatchedFiles":
            for uri in documents.keys.sorted() { recheck(uri) }
        case "workspace/didChangeConfiguration":
            if let changed = parameters["settings"] { configure(changed["proviso"] ?? changed) }
            for uri in documents.keys.sorted() { recheck(uri) }
        default: break
        }
    }

    /// Requests notes from the client when a file changes that an open one may include.
    private mutating func watchFiles() {
        let watchers: AnyValue = [["globPattern": "**/*.{yaml,yml,json}"]]
        send([
            "jsonrpc": "2.0", "id": "watch", "method": "client/registerCapability",
            "params": [
                "registrations": [
                    [
                        "id": "watch", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": ["watchers": watchers],
                    ]
                ]
            ],
        ])
    }

    private mutating func close(_ uri: String) {
        guard let document = documents.removeValue(forKey: uri) else { return }
        unchecked.removeAll { $0 == uri }
        unadvised.removeAll { $0 == uri }
        for other in [uri] + document.others.sorted() { publish(other, [], in: nil, version: nil) }
        recheckAll(reading: uri)
        for other in documents.values where document.files.contains(FileURI.plain(other.path)) { recheck(other.uri) }
    }

    /// Checks the documents again that include a file.
    private mutating func recheckAll(reading uri: String) {
        let path = FileURI.plain(FileURI.path(uri))
        for document in documents.values.sorted(by: { $0.uri < $1.uri }) where document.files.contains(path) {
            recheck(document.uri)
        }
    }

    private mutating func succeed(_ id: AnyValue, _ result: AnyValue) {
        send(["jsonrpc": "2.0", "id": id, "result": result])
    }

    private mutating func fail(_ id: AnyValue, _ code: Int64, _ reason: String) {
        send(["jsonrpc": "2.0", "id": id, "error": ["code": .integer(code), "message": .text(reason)]])
    }

    mutating func send(_ message: AnyValue) { output.append(message.json) }
}

extension AnyValue {
    /// The strings of a list.
    var strings: [String]? { list?.compactMap(\.text) }
}

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
            return [.includes, .include, .fileName].contains(outline.place(word.path).role)
        }.map { FileURI.included($0.text, by: path) }
    }
}

/// What a client sets, in `initializationOptions` or as the section `proviso` of its settings.
struct ServerSettings: Sendable {
    /// The language of messages that are shown.
    var locale = "en"
    /// More directories of plugins.
    var plugins: [String] = []
    /// A file of records, a table or a JSON Schema, whose names are completed.
    var data: String?
    /// Whether probable mistakes are shown as warnings.
    var lint = true
    /// The values of variables.
    var variables: [String: String] = [:]
}

extension LanguageServer {
    mutating func initialize(_ parameters: AnyValue) -> AnyValue {
        configure(parameters["initializationOptions"] ?? .null)
        editor = parameters["processId"]?.int.flatMap { Int32(exactly: $0) }
        let watching = parameters["capabilities"]?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]
        watchesFiles = watching?.bool ?? false
        let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.strings ?? []
        unit = offered.lazy.compactMap { ColumnUnit(rawValue: $0) }.first ?? .utf16
        var capabilities: [AnyValue.Member] = [
            AnyValue.Member("positionEncoding", .text(unit.rawValue)),
            AnyValue.Member("textDocumentSync", ["openClose": true, "change": 2, "save": true]),
            AnyValue.Member("completionProvider", ["triggerCharacters": ["[", "{", ",", " ", ".", "\"", "'", "$"]]),
            AnyValue.Member("renameProvider", ["prepareProvider": true]),
            AnyValue.Member("codeActionProvider", ["codeActionKinds": ["quickfix"]]),
        ]
        for name in ["hover", "definition", "references", "documentSymbol"] {
            capabilities.append(AnyValue.Member("\(name)Provider", true))
        }
        if tools.format != nil { capabilities.append(AnyValue.Member("documentFormattingProvider", true)) }
        return [
            "capabilities": .object(capabilities),
            "serverInfo": ["name": "proviso", "version": .text(tools.version)],
        ]
    }

    /// Takes settings; what is not as expected changes nothing, and the client shows a warning.
    mutating func configure(_ value: AnyValue) {
        let names = ["locale", "plugins", "data", "lint", "variables"]
        for member in value.members where !names.contains(member.key) {
            let hint = Suggestion.hint(Suggestion.nearest(to: member.key, in: names))
            warn("unknown setting '\(member.key)'\(hint)")
        }
        if let wanted = value["locale"], !wanted.isNull { setLocale(wanted) }
        if let plugins = value["plugins"], !plugins.isNull {
            if let names = plugins.strings ?? plugins.text.map({ [$0] }) {
                settings.plugins = names
                known = nil
            } else {
                refuse("plugins", "a list of directories", plugins)
            }
        }
        if let data = value["data"], !data.isNull {
            if let name = data.text {
                settings.data = name.isEmpty ? nil : name
            } else {
                refuse("data", "a path", data)
            }
        }
        if let lint = value["lint"], !lint.isNull {
            if let wants = lint.bool { settings.lint = wants } else { refuse("lint", "true or false", lint) }
        }
        guard let variables = value["variables"], !variables.isNull else { return }
        guard case .object(let members) = variables else { return refuse("variables", "an object", variables) }
        for member in members { settings.variables[member.key] = member.value.text ?? member.value.json }
    }

    private mutating func setLocale(_ value: AnyValue) {
        guard let locale = value.text else { return refuse("locale", "a language tag such as 'de'", value) }
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        let isKnown = Catalogs.embedded.locales.contains { $0.prefix { $0 != "-" } == language }
        if !isKnown { warn("there are no messages in '\(locale)': they are shown in English") }
        settings.locale = locale
    }

    private mutating func refuse(_ setting: String, _ expected: String, _ found: AnyValue) {
        warn("setting '\(setting)': expected \(expected), found \(found.json)")
    }

    private mutating func warn(_ text: String) {
        send([
            "jsonrpc": "2.0", "method": "window/showMessage",
            "params": ["type": 2, "message": .text("proviso: " + text)],
        ])
    }

    /// The rule types, with those of the plugins in the settings.
    mutating func registry() -> Registry {
        if let known { return known }
        let found = tools.registry(settings.plugins)
        for problem in found.problems {
            warn(problem)
        }
        known = found.registry
        return found.registry
    }
}
