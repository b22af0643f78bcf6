import Foundation
import Proviso
import ProvisoEditing
import Testing

@Suite struct ServerProtocolTests {
    @Test(
        arguments: [
            (["local": "de"], "unknown setting 'local'; did you mean 'locale'?"),
            (["locale": "klingon"], "there are no messages in 'klingon'"),
            (["locale": 7], "setting 'locale': expected"),
            (["lint": "no"], "setting 'lint': expected true or false, found \"no\""),
            (["variables": 5], "setting 'variables': expected an object"),
        ] as [(AnyValue, String)])
    func `settings that cannot be used are reported`(_ settings: AnyValue, _ expected: String) throws {
        var client = try ServerClient()
        defer { client.remove() }
        client.note("workspace/didChangeConfiguration", ["settings": ["proviso": settings]])
        let shown = client.notes.compactMap { $0["params"]?["message"]?.text }
        #expect(shown.contains { $0.contains(expected) }, "found \(shown)")
    }

    @Test func `a pipe is not read`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let pipe = client.folder.appending(path: "pipe.yaml").path()
        #expect(mkfifo(pipe, 0o600) == 0)
        let uri = client.open("include: [pipe.yaml]\nrules:\n  - [a, required]\n")
        #expect(client.diagnostics(uri).first?["message"]?.text?.contains("not a regular file") == true)
    }

    @Test func `a server is initialized, shut down and left`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let unknown = client.request("textDocument/inlayHint", [:])
        #expect(unknown["error"]?["code"] == -32601)
        #expect(client.request("shutdown", .null)["result"] == .null)
        #expect(client.request("textDocument/hover", [:])["error"]?["code"] == -32600)
        client.note("exit", .null)
        #expect(client.server.exitStatus == 0)
    }

    @Test func `a server that is not initialized answers nothing else`() {
        var server = LanguageServer(LanguageTools())
        let answer = server.receive(Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\"}".utf8))
        #expect(answer.first?.contains("-32002") == true)
        _ = server.receive(Array("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}".utf8))
        #expect(server.exitStatus == 1)
    }

    @Test(arguments: [
        "", "{", "[]", "[1]", "null", "3", "\"x\"", "{}", "{\"id\":1}", "{\"id\":1,\"method\":3}", "\u{0}",
        "{\"id\":{},\"method\":\"textDocument/hover\",\"params\":[]}",
        "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":4},\"contentChanges\":{}}}",
        "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"x\"}}}",
        "{\"method\":\"$/cancelRequest\",\"params\":{\"id\":7}}", "{\"method\":\"$/setTrace\"}",
        "{\"id\":2,\"method\":\"textDocument/codeAction\",\"params\":{\"range\":3}}",
        String(repeating: "[", count: 100_000),
    ])
    func `a malformed message does not end the server`(_ message: String) throws {
        var client = try ServerClient()
        defer { client.remove() }
        client.send(message)
        let uri = client.open("rules:\n  - [a, requird]\n")
        #expect(client.diagnostics(uri).count == 1)
        #expect(client.server.exitStatus == nil)
    }

    @Test func `places outside of a text are taken as its ends`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open("rules:\n  - [a, required]\n")
        for place in [(-1, -1), (0, 99999), (99999, 0), (Int(Int32.max), Int(Int32.max))] {
            for method in ["hover", "completion", "definition", "prepareRename", "references"] {
                _ = client.ask(method, uri, place)
            }
        }
        let range: AnyValue = ["start": ["line": 7, "character": 0], "end": ["line": 0, "character": 3]]
        client.note(
            "textDocument/didChange",
            ["textDocument": ["uri": .text(uri), "version": 2], "contentChanges": [["range": range, "text": "x"]]])
        #expect(client.diagnostics(uri).count == 1)
    }

    @Test func `changes are made in their order`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open("rules:\r\n  - [😀, requird]\r\n")
        #expect(client.diagnostics(uri).count == 1)
        func range(_ line: Int64, _ start: Int64, _ end: Int64) -> AnyValue {
            [
                "start": ["line": .integer(line), "character": .integer(start)],
                "end": ["line": .integer(line), "character": .integer(end)],
            ]
        }
        client.note(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .text(uri), "version": 2],
                "contentChanges": [
                    ["range": range(1, 15, 15), "text": "e"], ["range": range(1, 9, 10), "text": "r"],
                ],
            ])
        #expect(client.diagnostics(uri) == [])
        client.note(
            "textDocument/didChange",
            ["textDocument": ["uri": .text(uri), "version": 3], "contentChanges": [["text": "rule: []"]]])
        #expect(client.diagnostics(uri).isEmpty == false)
        client.note("textDocument/didClose", ["textDocument": ["uri": .text(uri)]])
        #expect(client.diagnostics(uri) == [])
    }

    @Test func `input is cut into messages wherever it is broken`() {
        let bytes = Array(MessageFrames.framed("{\"ü\":1}").utf8) + Array("content-length:2\n\n{}".utf8)
        for size in 1...bytes.count {
            var (frames, found) = (MessageFrames(), [String]())
            for start in stride(from: 0, to: bytes.count, by: size) {
                frames.append(bytes[start..<min(start + size, bytes.count)])
                while case .message(let message)? = frames.next() {
                    found.append(String(decoding: message, as: UTF8.self))
                }
            }
            #expect(found == ["{\"ü\":1}", "{}"])
        }
    }

    @Test(arguments: [
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: -5\r\n\r\n", "Content-Length: x\r\n\r\n",
        "\r\n\r\n",
        "Content-Type: a\r\n\r\n", String(repeating: "x", count: 5000),
    ])
    func `a header that is none is refused, and what follows is read`(_ header: String) {
        var frames = MessageFrames()
        frames.append(Array(header.utf8))
        guard case .refused? = frames.next() else {
            Issue.record("expected a refusal")
            return
        }
        frames.append(Array(MessageFrames.framed("{}").utf8))
        #expect(frames.next() == .message(Array("{}".utf8)))
    }

    @Test(arguments: [-30, -1, 1, 20])
    func `a wrong length loses two messages at most`(_ difference: Int) {
        var frames = MessageFrames()
        let long = String(repeating: "a", count: 60)
        frames.append(Array("Content-Length: \(60 + difference)\r\n\r\n\(long)".utf8))
        for text in ["[1]", "[2]", "[3]"] { frames.append(Array(MessageFrames.framed(text).utf8)) }
        var found: [String] = []
        while let frame = frames.next() {
            if case .message(let bytes) = frame { found.append(String(decoding: bytes, as: UTF8.self)) }
        }
        #expect(found.suffix(2) == ["[2]", "[3]"])
        if difference < 0 { #expect(found.suffix(3) == ["[1]", "[2]", "[3]"]) }
    }

    @Test func `half a character does not lose a change`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open("rules: []\n")
        let text = ##""# \ud83d \\ud83d \ud83d\ude00 \udc00\nrules: [[a, strin]]\n""##
        client.send(
            """
            {"method":"textDocument/didChange","params":{"textDocument":{"uri":"\(uri)","version":2},\
            "contentChanges":[{"text":\(text)}]}}
            """)
        let expected: AnyValue = [
            "start": ["line": 1, "character": 12], "end": ["line": 1, "character": 17],
        ]
        #expect(client.diagnostics(uri).first?["range"] == expected)
    }

    @Test func `a message that is too long is skipped`() {
        var frames = MessageFrames()
        frames.append(Array("Content-Length: \(MessageFrames.maximumLength + 1)\r\n\r\n".utf8))
        guard case .refused? = frames.next() else {
            Issue.record("expected a refusal")
            return
        }
        let part = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<(MessageFrames.maximumLength >> 20) { frames.append(part) }
        #expect(frames.next() == nil)
        frames.append([0x20] + Array(MessageFrames.framed("{}").utf8))
        #expect(frames.next() == .message(Array("{}".utf8)))
    }
}
