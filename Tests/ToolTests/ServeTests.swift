import Foundation
import TestSupport
import Testing

/// The command that starts the server, which is another program beside the tool.
@Suite(.waitingForProcesses) struct ServeTests {
    /// The tool in a directory where nothing else is.
    private static func alone(_ tool: Tool) throws -> String {
        let program = tool.folder.appending(path: "proviso").path()
        do {
            try FileManager.default.linkItem(atPath: Tool.path, toPath: program)
        } catch {
            // Another file system.
            try FileManager.default.copyItem(atPath: Tool.path, toPath: program)
        }
        return program
    }

    @Test func withoutTheServerItSaysWhatToInstall() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(program: Self.alone(tool), ["serve", "."])
        #expect(result.status == 2 && result.errors.contains("proviso-server is not installed"), "\(result.errors)")
    }

    @Test func theServerGetsTheOptions() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let program = try Self.alone(tool)
        try tool.write(Array("#!/bin/sh\necho \"$@\"\nexit 7\n".utf8), to: "proviso-server")
        let server = tool.folder.appending(path: "proviso-server").path()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: server)
        let result = try tool.run(program: program, ["serve", "rules", "--listen", "unix:a b"])
        #expect(result.status == 7 && result.output == "rules --listen unix:a b\n", "\(result.errors)")
    }

    @Test(arguments: [
        ("8080", "such as 127.0.0.1:8080"), ("a:b:80", "[::1]:8080"), ("127.0.0.1:70000", "127.0.0.1:8080"),
        ("unix:", "unix:/run/proviso.sock"),
    ])
    func anAddressThatIsNoneIsAMistake(_ address: String, _ expected: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["serve", "rules", "--listen", address])
        #expect(result.status == 2 && result.errors.contains(expected), "\(result.errors)")
    }
}
