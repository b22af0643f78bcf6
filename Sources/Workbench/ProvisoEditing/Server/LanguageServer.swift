internal import Proviso

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
