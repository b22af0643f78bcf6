import Foundation
import Proviso
import ProvisoEditing
import Testing

/// An editor that talks to a language server in the same process.
struct ServerClient {
    var server: LanguageServer
    let folder: URL
    private(set) var notes: [AnyValue] = []
    private var number: Int64 = 0

    init(_ tools: LanguageTools = LanguageTools(), encodings: [String] = [], settings: AnyValue = [:]) throws {
        server = LanguageServer(tools)
        folder = FileManager.default.temporaryDirectory.appending(path: "proviso-lsp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let general: AnyValue = encodings.isEmpty ? [:] : ["positionEncodings": .list(encodings.map { .text($0) })]
        _ = request("initialize", ["capabilities": ["general": general], "initializationOptions": settings])
        note("initialized", [:])
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func uri(_ name: String) -> String { "file://" + folder.appending(path: name).path() }

    /// Sends anything, and works until nothing is left to do.
    @discardableResult
    mutating func send(_ text: String) -> [AnyValue] {
        var answers = server.receive(Array(text.utf8))
        while server.hasWork { answers += server.work() }
        let values = answers.compactMap { try? AnyValue(json: $0) }
        notes += values.filter { $0["method"] != nil }
        return values.filter { $0["method"] == nil }
    }

    mutating func note(_ method: String, _ parameters: AnyValue) {
        let message: AnyValue = ["jsonrpc": "2.0", "method": .text(method), "params": parameters]
        send(message.json)
    }

    /// The answer to a request, with `result` or `error`.
    mutating func request(_ method: String, _ parameters: AnyValue) -> AnyValue {
        number += 1
        let message: AnyValue = [
            "jsonrpc": "2.0", "id": .integer(number), "method": .text(method), "params": parameters,
        ]
        return send(message.json).first { $0["id"]?.int == Int(number) } ?? .absent
    }

    @discardableResult
    mutating func open(_ text: String, _ name: String = "rules.yaml") -> String {
        let uri = uri(name)
        note("textDocument/didOpen", ["textDocument": ["uri": .text(uri), "version": 1, "text": .text(text)]])
        return uri
    }

    /// A request about a place, which has the result.
    mutating func ask(
        _ method: String, _ uri: String, _ place: (line: Int, column: Int), _ more: [AnyValue.Member] = []
    ) -> AnyValue {
        let position: AnyValue = ["line": .integer(Int64(place.line)), "character": .integer(Int64(place.column))]
        let members = [AnyValue.Member("textDocument", ["uri": .text(uri)]), AnyValue.Member("position", position)]
        let answer = request("textDocument/\(method)", .object(members + more))
        return answer["result"] ?? answer["error"]?["message"] ?? .absent
    }

    /// The last diagnostics of a file.
    func diagnostics(_ uri: String) -> [AnyValue] {
        notes.last {
            $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.text == uri
        }?["params"]?["diagnostics"]?.list ?? []
    }

    /// The new texts of the quick fixes for a range, with their ranges.
    mutating func fixes(_ uri: String, _ range: AnyValue) -> [(range: AnyValue, text: String)] {
        let answer = request(
            "textDocument/codeAction",
            ["textDocument": ["uri": .text(uri)], "range": range, "context": ["diagnostics": []]])
        return (answer["result"]?.list ?? []).compactMap { action in
            guard let edit = action["edit"]?["changes"]?[uri]?[0] else { return nil }
            return (edit["range"] ?? .absent, edit["newText"]?.text ?? "")
        }
    }
}

/// A text with a place: `«` and `»` around a range, or `|` for a cursor.
struct Marked {
    let text: String
    let start: (line: Int, column: Int)
    let end: (line: Int, column: Int)

    /// `unit` counts the columns; UTF-16 by default.
    init(_ marked: String, width: (String) -> Int = { $0.utf16.count }) {
        let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" || $0 == "¦" }.map(
            String.init)
        text = parts.joined()
        func place(_ before: String) -> (Int, Int) {
            let lines = before.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            return (lines.count - 1, width(String(lines.last ?? "")))
        }
        start = place(parts[0])
        end = place(parts.count > 2 ? parts[0] + parts[1] : parts[0])
    }

    var range: AnyValue {
        [
            "start": ["line": .integer(Int64(start.line)), "character": .integer(Int64(start.column))],
            "end": ["line": .integer(Int64(end.line)), "character": .integer(Int64(end.column))],
        ]
    }
}
