import Foundation
import TestSupport
import Testing

/// The plugins that this repository shows: each is built as its reader would, and passes the conformance kit.
@Suite(.waitingForProcesses) struct SamplePluginTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

    /// The C++ and Swift samples are built by SwiftPM; the others by one command each.
    @Test(arguments: ["CreditCard", "Identifiers", "Web", "IBAN", "Phone"])
    func theSamplesHaveNoWarnings(_ name: String) throws {
        let built = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "lib\(name).so")
        if !FileManager.default.fileExists(atPath: built.path()) { try Test.cancel("lib\(name).so is not built") }
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Data(contentsOf: built)), to: "plugin.so")
        try expectPassing(tool, ["--strict"], skipped: [])
    }

    @Test func theRustExamplePasses() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try require("rustc", tool)
        let source = Self.root + "/Examples/rust-plugin/isbn.rs"
        try tool.command([
            "rustc", "--edition", "2021", "--crate-type", "cdylib", "-C", "opt-level=3", source, "-o", "plugin.so",
        ])
        try expectPassing(tool, [], skipped: ["batch"])
    }

    @Test func thePackageOfAnotherPartyPasses() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try require("swift", tool)
        try tool.command(["cp", "-r", Self.root + "/Examples/third-party-plugin", "package"])
        try tool.command(["swift", "build", "--package-path", "package", "--product", "Roman"])
        try tool.command(["cp", "package/.build/debug/libRoman.so", "plugin.so"])
        // Its header is that of 1.0, whose manifests have no examples.
        try expectPassing(tool, [], skipped: ["batch", "examples", "worker"])
    }

    private func require(_ compiler: String, _ tool: Tool) throws {
        if (try? tool.command(["which", compiler])) == nil { try Test.cancel("no \(compiler)") }
    }

    private func expectPassing(_ tool: Tool, _ options: [String], skipped: [String]) throws {
        chmod(tool.folder.appending(path: "plugin.so").path(), 0o755)
        let result = try tool.run(["plugin", "test", "plugin.so"] + options)
        #expect(result.status == 0, "\(result.output)")
        let found = result.lines.filter { $0.hasPrefix("skipped") }.map { $0.split(separator: " ")[1] }
        #expect(found.map(String.init) == skipped, "\(result.output)")
    }
}
