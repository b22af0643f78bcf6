import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`.
@Suite(.waitingForProcesses) struct InstallTests {
    private static let repository = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

    private static let bundled = ["CreditCard", "IBAN", "Identifiers", "Phone", "Web"]

    private func make(_ target: String, in folder: URL, tool: String = Tool.path) throws -> Int32 {
        let process = Process()
        let built = URL(filePath: Tool.path).deletingLastPathComponent()
        let plugins = folder.deletingLastPathComponent().appending(path: "built", directoryHint: .isDirectory)
        try? FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: false)
        for name in Self.bundled {
            try? FileManager.default.copyItem(
                at: built.appending(path: "lib\(name).so"), to: plugins.appending(path: "\(name).so"))
        }
        let worker = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "proviso-worker").path()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "make", "-s", "-C", Self.repository, target, "TOOL=\(tool)", "WORKER=\(worker)",
            "BUNDLED=\(plugins.path())",
            "DESTDIR=\(folder.path())", "PREFIX=/local",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func files(in folder: URL) throws -> [String] {
        let start = folder.path().count
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return try (all?.compactMap { $0 as? URL } ?? []).filter {
            try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        }.map { String($0.path().dropFirst(start)) }.sorted()
    }

    /// The installed tool finds its worker, and nothing is left when it is removed.
    @Test func installsWhatRunsAndRemovesIt() throws {
        let tool = try Tool(rules: "rules: [[card, proviso/credit-card]]")
        defer { tool.remove() }
        let root = tool.folder.appending(path: "root", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        #expect(try make("install", in: root) == 0)
        // The server is installed where it was built.
        #expect(
            try files(in: root).filter { $0 != "local/bin/proviso-server" } == [
                "local/bin/proviso"
            ] + Self.bundled.map { "local/lib/proviso/bundled/\($0).so" } + [
                "local/libexec/proviso/proviso-worker",
                "local/share/bash-completion/completions/proviso",
                "local/share/fish/vendor_completions.d/proviso.fish", "local/share/man/man1/proviso.1",
                "local/share/zsh/site-functions/_proviso",
            ])
        let process = Process()
        process.executableURL = root.appending(path: "local/bin/proviso")
        process.arguments = [
            "check", "--rules", "rules.yaml", "--plugin-mode", "worker",
            try tool.write(Array("{\"card\":\"4111111111111112\"}\n".utf8), to: "data.ndjson"),
        ]
        process.currentDirectoryURL = tool.folder
        process.environment = [:]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1, "the plugin rejects the number; without a worker it would be 3")
        #expect(try make("uninstall", in: root) == 0)
        #expect(try files(in: root).isEmpty)
    }

    @Test func installsNothingThatIsNotBuilt() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let root = tool.folder.appending(path: "root", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        #expect(try make("install", in: root, tool: "/nonexistent/proviso") != 0)
        #expect(try files(in: root).isEmpty)
    }
}
