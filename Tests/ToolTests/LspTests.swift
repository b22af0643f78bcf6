import Foundation
import Testing

@Suite struct LspTests {
    private func framed(_ messages: [String]) -> [UInt8] {
        messages.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n\($0)".utf8) }
    }

    private let begin = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}"
    private let end = [
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"shutdown\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}",
    ]

    @Test func `an editor is served until it says goodbye`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let uri = "file://\(tool.folder.path())/a.yaml"
        let text = "rules:\\n  - [a, required]\\n  - [a, required]\\n"
        let open =
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"\(uri)\","
            + "\"version\":1,\"text\":\"\(text)\"}}}"
        let place = "\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":1,\"character\":9}"
        let hover = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"textDocument/hover\",\"params\":{\(place)}}"
        let pause = Array(repeating: [UInt8](), count: 15)
        // The editor waits before it ends: advice comes when nothing else is to do.
        let result = try tool.run(
            ["lsp", "--stdio"], pieces: [framed([begin, open])] + pause + [framed([hover]), framed(end)])
        #expect(result.status == 0)
        #expect(result.output.contains("\"positionEncoding\":\"utf-16\""))
        #expect(result.output.contains("the rule repeats rule 1"))
        #expect(result.output.contains("Rejects absent and blank values."))
        #expect(result.errors == "")
    }

    /// Neither the settings of a workspace, nor an option, nor the user's trust lets a plugin run in the server.
    @Test(arguments: [["lsp"], ["lsp", "--plugins", "plugins", "--plugin-mode", "inproc", "--unconfined-workers"]])
    func whatAnEditorOpensRunsInWorkers(_ arguments: [String]) throws {
        let trace = FileManager.default.temporaryDirectory.appending(path: "proviso-lsp-\(UUID().uuidString)").path()
        let plugin = HostilePlugin(constructor: "FILE *f = fopen(\"\(trace)\", \"w\"); if (f) fclose(f);")
        let tool = try plugin.tool()
        defer { tool.remove() }
        #expect(try tool.run(["plugin", "trust", "--yes", "plugins/evil.so"]).status == 0)
        let settings = "{\"plugins\":[\"plugins\"],\"pluginMode\":\"inproc\"}"
        let start =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"rootUri\":\"file://\(tool.folder.path())\","
            + "\"initializationOptions\":\(settings)}}"
        let open =
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":"
            + "\"file://\(tool.folder.path())/rules.yaml\",\"version\":1,\"text\":\"rules: [[v, evil/x, {o: x}], [w, string]]\"}}}"
        let pause = Array(repeating: [UInt8](), count: 100)
        let result = try tool.run(arguments, pieces: [framed([start, open])] + pause + [framed(end)])
        #expect(result.output.contains("publishDiagnostics"), "\(result.errors)")
        #expect(!result.output.contains("unknown rule type"), "\(result.output)")
        #expect(!FileManager.default.fileExists(atPath: trace), "\(arguments)")
        // On the command line the same trust lets it run in process.
        _ = try tool.run(["check", "--rules", "rules.yaml", "--plugins", "plugins"], input: Array(#"{"v":"x"}"#.utf8))
        #expect(unlink(trace) == 0)
    }

    @Test func `an end without goodbye is the status 1`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run(["lsp"], input: framed([begin])).status == 1)
        #expect(try tool.run(["lsp"], input: framed([begin, end[1]])).status == 1)
        #expect(try tool.run(["lsp"], input: framed([begin] + end)).status == 0)
    }

    @Test func `input that is not a message is answered with an error`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["lsp"], input: framed([begin, "{"]) + Array("Length: x\r\n\r\n".utf8) + framed(end))
        #expect(result.status == 0)
        #expect(result.output.contains("the message is not JSON") && result.output.contains("'Content-Length: NUMBER'"))
    }

    @Test func `an editor that is gone ends the server`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        func status(_ script: String) throws -> Int32 {
            try tool.run(
                program: "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path]
            ).status
        }
        // The process that ended is the shell's own child, which it has waited for.
        let text = begin.replacing("{}", with: "{\"processId\":PID}")
        try tool.write(Array(text.utf8), to: "begin")
        let killed = """
            true & wait $!; text=$(sed "s/PID/$!/" begin); mkfifo pipe
            (printf 'Content-Length: %d\\r\\n\\r\\n%s' ${#text} "$text"; exec sleep 30) > pipe &
            timeout 15 "$TOOL" lsp < pipe > /dev/null; status=$?; kill -9 $!; exit $status
            """
        #expect(try status(killed) == 1)
        try tool.write(framed([begin]), to: "message")
        #expect(try status("set -o pipefail; (sleep 0.5; cat message) | \"$TOOL\" lsp 2> /dev/null | true") == 3)
    }
}
