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
        ("SMALL", "small-structs", "crashed (Segmentation fault): validate of acme/flawed with a host of 64 bytes"),
        ("LARGE", "large-structs", "crashed (Aborted): validate of acme/flawed with a host of 192 bytes"),
        ("REFUSES", "create", "accepts none of the options that this test can guess"),
        ("WRITES", "read-only", "wrote to memory of the host (the value): validate of acme/flawed with the string"),
        (
            "WRITES_TEXT", "read-only",
            "wrote to memory of the host (the value): validate of acme/flawed with the string"
        ),
        ("WRITES_TEXT", "fuzz", "wrote to memory of the host (the value): validate of acme/flawed with the string"),
        ("WRITES_TEXT", "guards", "wrote to memory of the host (the value): validate of acme/flawed with the string"),
        ("WRITES_OPTIONS", "read-only", "wrote to memory of the host (the options): create of acme/flawed"),
        ("WRITES_HOST", "read-only", "wrote to memory of the host (the host's functions): create of acme/flawed"),
        ("LEAVES_THREAD", "process", "left 1 threads running"),
        ("CLOSES", "process", "closed files of the host"),
        ("KNOWS", "kinds", "crashed (Aborted): validate of acme/flawed"),
        ("EXIT_HANGS", "exit", "no end after 3 seconds: what runs when the process ends"),
        ("EXIT_EARLY", "exit", "ended the process with status 0: what runs when the process ends"),
        ("EXIT_PRINTS", "exit", "wrote to standard output or standard error: \"goodbye\""),
        ("EXIT_CRASHES", "exit", "crashed (Aborted): what runs when the process ends"),
        ("ENDS", "exit", "ended the process with status 0: validate of acme/flawed"),
        (
            "VERDICT", "examples",
            "acme/flawed: the example \"12\" is valid in the manifest, but validate reports flawed.wrong"
        ),
        ("VERDICT", "worker", "acme/flawed: the example valid  \"12\" has the violation acme/flawed.wrong"),
        (
            "PARAMETER", "examples",
            "has other parameters of flawed.wrong in the manifest than validate reports: "
                + "'least' is the integer 3, expected the integer 2"
        ),
        ("PARAMETER", "worker", "has other parameters of acme/flawed.wrong: 'least' is 3, expected 2"),
        (
            "LIES", "worker",
            "flawed.wrong [en]: \"Value must be 2 digits or more, such as 1.\" says that \"1\" is accepted"
        ),
        ("VENDOR", "findings", "acme/flawed reports acme/flawed.wrong: report flawed.wrong, hosts add the vendor"),
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
        let patience = flaw.hasSuffix("HANGS") ? ["--patience", "3"] : []
        let result = try tool.run(["plugin", "test", "--case", name, "plugin.so"] + patience)
        #expect(result.status == 1)
        #expect(result.lines.first?.hasPrefix("failed   \(name) ") == true)
        #expect(result.lines.first?.contains(reason) == true, "\(result.output)")
        #expect(result.lines.last?.contains("→ ") == (flaw != "VENDOR"))
    }

    /// Without an entry function there is one reason, and every further case would repeat it.
    @Test func whatCannotBeEnteredFailsOnce() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-Dproviso_plugin_entry_v1=another_entry", in: tool)
        let result = try tool.run(["plugin", "test", "plugin.so"])
        #expect(result.status == 1)
        #expect(result.lines.filter { $0.hasPrefix("failed ") }.count == 1, "\(result.output)")
        #expect(result.output.contains("does not export proviso_plugin_entry_v1"))
        #expect(result.lines.filter { $0.hasSuffix("  not run: correct 'exports' first") }.count == 21)
        // So does a code with its vendor, in whatever case it comes first.
        try compile("-DFLAW=VENDOR", in: tool)
        let vendor = try tool.run(["plugin", "test", "plugin.so"])
        #expect(vendor.lines.filter { $0.hasPrefix("failed ") }.count == 1, "\(vendor.output)")
        #expect(vendor.output.contains("report flawed.wrong, hosts add the vendor\nskipped"), "\(vendor.output)")
        // The advice of a case is about what it found.
        try compile("-DFLAW=VERDICT", in: tool)
        let other = try tool.run(["plugin", "test", "--case", "worker", "plugin.so"])
        #expect(other.lines.last?.hasSuffix("→ correct the example, or the check") == true, "\(other.output)")
    }

    /// Every host refuses it, so the kit and the doctor do.
    @Test func theVendorOfTheProgramIsRefused() throws {
        let tool = try HostilePlugin(type: "proviso/x").tool()
        defer { tool.remove() }
        let reason = "rule type 'proviso/x' of plugin org.evil has the vendor of the plugins that come with Proviso"
        let kit = try tool.run(["plugin", "test", "plugins/evil.so"])
        #expect(kit.status == 2 && kit.output.hasPrefix("failed   file "), "\(kit.output)")
        let doctor = try tool.run(["plugin", "doctor", "plugins/evil.so"])
        #expect(doctor.status == 3 && doctor.output.contains("\nfailed  names "), "\(doctor.output)")
        #expect(kit.output.contains(reason) && doctor.output.contains(reason))
    }

    @Test func aRightPluginPasses() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=NONE", in: tool)
        let result = try tool.run(["plugin", "test", "--junit", "results.xml", "plugin.so"])
        #expect(result.status == 0)
        #expect(result.errors == "plugin.so passed\n")
        #expect(result.lines.count == 23)
        #expect(result.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(result.output)")
        let xml = try String(contentsOf: tool.folder.appending(path: "results.xml"), encoding: .utf8)
        #expect(xml.contains("<testsuite name=\"plugin.so\" tests=\"23\" failures=\"0\" skipped=\"0\">"))
        #expect(xml.contains("<testcase classname=\"plugin.so\" name=\"guards\" time=\""))
    }

    @Test("examples with other attributes of the record are run in both modes", arguments: [0, 1])
    func records(_ wrong: Int) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let source = Self.root + "/Tests/PluginTests/Fixtures/less.c"
        let headers = Self.root + "/Sources/ProvisoABI/include"
        try tool.command(
            ["cc", "-shared", "-fPIC", "-fvisibility=hidden", "-DWRONG=\(wrong)", "-I", headers, source]
                + ["-o", "plugin.so"])
        chmod(tool.folder.appending(path: "plugin.so").path(), 0o755)
        let result = try tool.run(["plugin", "test", "plugin.so"])
        #expect(result.status == wrong, "\(result.output)")
        let start = wrong == 0 ? "ok      " : "failed  "
        for name in ["examples", "worker"] {
            #expect(result.lines.contains { $0.hasPrefix("\(start) \(name) ") }, "\(result.output)")
        }
        guard wrong == 1 else { return }
        #expect(
            result.output.contains("acme/less: the example 3 is valid in the manifest, but validate reports less.not"))
        #expect(
            result.output.contains("acme/less: the example valid  3  with {\"than\":\"most\"}  in {\"most\":4} has the")
        )
    }

    @Test(
        "examples are shown with the rule type",
        arguments: [["types", "acme/less", "--plugins", "."], ["plugin", "info", "plugin.so"]])
    func examplesAreShown(_ command: [String]) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let source = Self.root + "/Tests/PluginTests/Fixtures/less.c"
        let headers = Self.root + "/Sources/ProvisoABI/include"
        try tool.command(["cc", "-shared", "-fPIC", "-DWRONG=0", "-I", headers, source, "-o", "plugin.so"])
        chmod(tool.folder.appending(path: "plugin.so").path(), 0o755)
        let text = try tool.run(command)
        #expect(text.lines.contains(#"    = valid  3  with {"than":"most"}  in {"most":4}"#), "\(text.output)")
        #expect(text.lines.contains { $0.hasPrefix("    = acme/less.not  4  with ") })
        let json = try tool.run(command + ["--json"])
        #expect(json.output.contains(#"{"value":3,"options":{"than":"most"},"record":{"most":4},"valid":true}"#))
        #expect(json.output.contains(#""code":"acme/less.not","parameters":{"limit":4}}"#))
    }

    @Test func everythingWrongIsShown() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=TWO", in: tool)
        let result = try tool.run(["plugin", "test", "--case", "kinds", "--junit", "results.xml", "plugin.so"])
        let xml = try String(contentsOf: tool.folder.appending(path: "results.xml"), encoding: .utf8)
        for text in [result.output, xml] {
            #expect(text.contains("returned 7 for") && text.contains("returned -3 for"), "\(text)")
        }
        #expect(result.status == 1)
    }

    @Test("style is a warning, and an error only with --strict")
    func warnings() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try compile("-DFLAW=NOTES", in: tool)
        let result = try tool.run(["plugin", "test", "--case", "catalogs", "--junit", "results.xml", "plugin.so"])
        #expect(result.status == 0 && result.errors == "plugin.so passed, with 2 warnings\n", "\(result.output)")
        #expect(result.lines.first?.hasPrefix("warning  catalogs ") == true)
        #expect(result.output.contains("it has no description for translators"))
        #expect(result.output.contains("the parameter {least} is not among the placeholders"))
        let xml = try String(contentsOf: tool.folder.appending(path: "results.xml"), encoding: .utf8)
        #expect(xml.contains("failures=\"0\"") && xml.contains("<system-out>warning: "))
        let strict = try tool.run(["plugin", "test", "--case", "catalogs", "--strict", "plugin.so"])
        #expect(strict.status == 1 && strict.lines.first?.hasPrefix("failed   catalogs ") == true)
    }

    @Test("what a process shares with no one does not fail a plugin for workers", arguments: ["--worker-only", ""])
    func workerOnly(_ option: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let options = ["plugin", "test", "--case", "process", "plugin.so"] + [option].filter { !$0.isEmpty }
        try compile("-DFLAW=SIGNALS", in: tool)
        #expect(try tool.run(options).status == (option.isEmpty ? 1 : 0))
        try compile("-DFLAW=LOCALE", in: tool)
        let locale = try tool.run(options)
        #expect(locale.status == (option.isEmpty ? 1 : 0))
        #expect(locale.output.contains("changed the locale from C to C.UTF-8"))
        // Threads need the capability too.
        try compile("-DFLAW=LEAVES_THREAD", in: tool)
        #expect(try tool.run(options).status == 1)
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
