import Foundation
import TestSupport
import Testing

/// `proviso plugin test` on plugins that are right, and on those with one mistake each.
@Suite(.waitingForProcesses) struct ConformanceTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

    private func compile(_ flaw: String, in tool: Tool) throws {
        let fixture = Self.root + "/Tests/PluginTests/Fixtures/conformance.c"
        try tool.command(
            ["cc", "-shared", "-fPIC", "-O2", "-fvisibility=hidden", "-I", Self.root + "/Sources/ProvisoABI/include"]
                + [fixture, flaw, "-o", "plugin.so"])
        chmod(tool.folder.appending(path: "plugin.so").path(), 0o755)
    }

    @Test(arguments: [
        ("EXPORTS", "exports", "exports helper"),
        ("MANIFEST", "manifest", "has the id 'org.example.other'"),
        ("SMALL", "small-structs", "crashed (Segmentation fault): create of acme/flawed with a host of 32 bytes"),
        ("LARGE", "large-structs", "crashed (Aborted): validate of acme/flawed with a host of 192 bytes"),
        ("OPTIONS", "create", "crashed (Segmentation fault): create of acme/flawed"),
        ("CRASH", "kinds", "crashed (Segmentation fault): validate of acme/flawed with the string \"9999"),
        ("ENDS", "kinds", "ended the process with status 0: validate of acme/flawed"),
        ("HANGS", "kinds", "no end after 3 seconds: validate of acme/flawed"),
        ("FAULTS", "kinds", "validate of acme/flawed returned -1 for the string \"\""),
        ("CODE", "findings", "acme/flawed reports flawed.other, which is not in the manifest"),
        ("DEPENDS", "findings", "depends on whether violations are wanted"),
        ("OVER_READ", "guards", "that ends at memory that cannot be read"),
        ("KEPT", "guards", "it kept a pointer"),
        ("BATCH", "batch", "validate_batch of acme/flawed"),
        ("NEEDS_LOG", "no-extras", "crashed (Segmentation fault): create of acme/flawed"),
        ("THREADS", "threads", "changes when several threads call it at once"),
        ("LEAK", "leaks", "bytes allocated"),
        ("LATE", "deadline", "ms after its deadline"),
        ("LOCALE", "process", "changed the locale from C to C.UTF-8"),
        ("SIGNALS", "process", "changed the handler of signal 10"),
        ("OUTPUT", "output", "wrote to standard output or standard error: \"validating"),
        ("FUZZ", "fuzz", "crashed (Aborted): validate of acme/flawed with the string"),
        ("MESSAGES", "catalogs", "flawed.wrong: the message is missing"),
    ])
    func aMistakeIsFound(_ flaw: String, _ name: String, _ reason: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile(flaw == "EXPORTS" ? "-DWITH_HELPER" : "-DFLAW=\(flaw)", in: tool)
        let patience = flaw == "HANGS" ? ["--patience", "3"] : []
        let result = try tool.run(["plugin", "test", "--case", name, "plugin.so"] + patience)
        #expect(result.status == 1)
        #expect(result.lines.first?.hasPrefix("failed   \(name) ") == true)
        #expect(result.lines.first?.contains(reason) == true, "\(result.output)")
        #expect(result.lines.last?.contains("→ ") == true)
    }

    @Test func aRightPluginPasses() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=NONE", in: tool)
        let result = try tool.run(["plugin", "test", "--junit", "results.xml", "plugin.so"])
        #expect(result.status == 0)
        #expect(result.errors == "plugin.so passed\n")
        #expect(result.lines.count == 19)
        #expect(result.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(result.output)")
        let xml = try String(contentsOf: tool.folder.appending(path: "results.xml"), encoding: .utf8)
        #expect(xml.contains("<testsuite name=\"plugin.so\" tests=\"19\" failures=\"0\" skipped=\"0\">"))
        #expect(xml.contains("<testcase classname=\"plugin.so\" name=\"guards\" time=\""))
    }

    /// Writing, reading, connecting, starting processes and programs: each is refused, and so does no harm.
    @Test func thePluginIsConfined() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=REACHES", in: tool)
        try tool.write(Array("secret".utf8), to: "secret.txt")
        let result = try tool.run(["plugin", "test", "--case", "kinds", "--case", "batch", "plugin.so"])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.errors == "plugin.so passed\n")
        for name in ["written.txt", "read.txt"] {
            #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: name).path()))
        }
    }

    @Test func whatCannotBeConfinedIsSaid() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=NONE", in: tool)
        let source = Self.root + "/Tests/PluginTests/Fixtures/without_landlock.c"
        try tool.command(["cc", source, "-DWORKER=\"\(Tool.path)\"", "-o", "without"])
        let without = tool.folder.appending(path: "without").path()
        try tool.command(["sh", "-c", "\(without) plugin test --case kinds plugin.so 2>said.txt"])
        let said = try String(contentsOf: tool.folder.appending(path: "said.txt"), encoding: .utf8)
        #expect(said == "The plugin ran unconfined: this system has no Landlock\nplugin.so passed\n")
    }

    @Test(arguments: ["libCreditCard.so", "libIBAN.so", "libPhone.so"])
    func theSamplesPass(_ name: String) throws {
        let built = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: name)
        if !FileManager.default.fileExists(atPath: built.path()) { try Test.cancel("\(name) is not built") }
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Data(contentsOf: built)), to: name)
        chmod(tool.folder.appending(path: name).path(), 0o644)
        let result = try tool.run(["plugin", "test", name])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func whatIsNoPluginIsSaid() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let none = try tool.run(["plugin", "test", "none.so", "--junit", "results.xml"])
        #expect(none.status == 2)
        #expect(none.lines.first == "failed   file           it does not exist")
        let xml = try String(contentsOf: tool.folder.appending(path: "results.xml"), encoding: .utf8)
        #expect(xml.contains("<failure message=\"it does not exist\">"))
        let odd = try tool.run(["plugin", "test", "--case", "odd", "none.so"])
        #expect(odd.status == 2)
        #expect(odd.errors.contains("--case: expected one of file, exports"))
    }
}

extension Tool {
    /// Runs another program in the folder; what goes wrong fails the test.
    func command(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments): \(text)")
    }
}
