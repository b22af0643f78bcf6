import Foundation
import TestSupport
import Testing

/// What packages of a release have beside the programs; `make dist-check` tries the packages themselves.
@Suite(.waitingForProcesses) struct PackagingTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let python = "/usr/bin/python3"
    private static let machine = {
        var names = utsname()
        uname(&names)
        return withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }()

    @Test func theVersionNamesTheDataThatResultsDependOn() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["--version"])
        #expect(result.status == 0 && result.errors.isEmpty)
        let form = /proviso \d+\.\d+\.\d+( \(commit [0-9a-f]{12}\))?\nICU [\d.]+, CLDR [\d.]+, time zones \d{4}[a-z]+\n/
        #expect(result.output.wholeMatch(of: form) != nil, "\(result.output)")
        #expect(try tool.run(["check", "--version"]).output == result.output)
        // The same versions as in the list of data.
        let data = try tool.run(["data"]).output
        for match in result.output.matches(of: /(ICU|CLDR|zones) ([\d.a-z]+)/) {
            #expect(data.contains(match.2), "\(match.0)")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python), "no \(python)"))
    func theModuleYieldsFindingsAndRaisesErrors() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = URL(filePath: Tool.path).deletingLastPathComponent().path()
        let script = Self.root.appending(path: "Tests/PackagingTests/test_module.py").path()
        let result = try tool.run(
            program: Self.python, [script],
            environment: ["PATH": "\(folder):/usr/bin:/bin", "HOME": tool.folder.path()])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains(/Ran \d+ tests/))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python), "no \(python)"))
    func allFilesNameThisVersion() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let script = Self.root.appending(path: "Scripts/release-check").path()
        let result = try tool.run(program: Self.python, [script], environment: ["PATH": "/usr/bin:/bin"])
        #expect(!result.output.contains(/: expected \d/), "\(result.output)")
        #expect(result.output.hasPrefix("version "), "\(result.output)\(result.errors)")
    }

    /// A release with a program that says its version, which is all that the installer asks of it.
    private func release(in tool: Tool, program: String = "#!/bin/sh\necho proviso 9.9.9\n") throws -> URL {
        let release = tool.folder.appending(path: "release", directoryHint: .isDirectory)
        let name = "proviso-9.9.9-linux-\(Self.machine)"
        try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
        let script = try String(contentsOf: Self.root.appending(path: "Packaging/install.sh"), encoding: .utf8)
        try Data(
            script.replacingOccurrences(of: "@VERSION@", with: "9.9.9").replacingOccurrences(of: "@GLIBC@", with: "9.9")
                .utf8
        ).write(to: release.appending(path: "install.sh"))
        try tool.write(Array(program.utf8), to: "program")
        let steps = """
            set -e; mkdir -p \(name)/bin; install -m 755 program \(name)/bin/proviso; echo x > \(name)/README.txt
            tar -czf release/\(name).tar.gz \(name); rm -r \(name); cd release; sha256sum *.tar.gz > SHA256SUMS
            """
        #expect(try tool.run(program: "/bin/sh", ["-c", steps], environment: ["PATH": "/usr/bin:/bin"]).status == 0)
        return release
    }

    private func install(_ tool: Tool, _ arguments: String..., path: String = "/usr/bin:/bin") throws -> Tool.Result {
        try tool.run(
            program: "/bin/sh", ["release/install.sh"] + arguments,
            environment: ["PATH": path, "HOME": tool.folder.path()])
    }

    @Test func theInstallerInstallsAReleaseFromADirectoryAndAnAddress() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let release = try release(in: tool)
        let first = try install(tool)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output == "\(tool.folder.path())/.local/bin/proviso\n".replacingOccurrences(of: "//", with: "/"))
        #expect(first.errors.contains("add ") && first.errors.contains(" to PATH"))
        let again = try install(tool, "--prefix", "a b", "--from", release.path())
        #expect(again.status == 0, "\(again.errors)")
        let prefix = tool.folder.appending(path: "a b").path(percentEncoded: false)
        #expect(try tool.run(program: prefix + "/bin/proviso", ["--version"]).output == "proviso 9.9.9\n")
        #expect(!FileManager.default.fileExists(atPath: prefix + "/README.txt"))
    }

    @Test func theInstallerRefusesWhatIsNotTheRelease() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let archive = try release(in: tool).appending(path: "proviso-9.9.9-linux-\(Self.machine).tar.gz")
        let whole = try Data(contentsOf: archive)
        try (whole + Data("x".utf8)).write(to: archive)
        #expect(try install(tool).errors.contains("does not have the checksum"))
        try FileManager.default.removeItem(at: archive)
        #expect(try install(tool).errors.contains("cannot get release/proviso-9.9.9"))
        try tool.write([], to: "release/SHA256SUMS")
        #expect(try install(tool).errors.contains("there is no package for this processor"))
        #expect(try install(tool, "--from", "nowhere").errors.contains("cannot get nowhere/SHA256SUMS"))
        for words in [["--prefix"], ["--to", "x"], ["x"]] {
            let result = try tool.run(program: "/bin/sh", ["release/install.sh"] + words, environment: ["PATH": "/bin"])
            #expect(result.status == 1 && result.errors.contains("expected --from"), "\(words)")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: ".local").path()))
    }

    @Test func theInstallerRefusesAProgramThatDoesNotRunHere() throws {
        let tool = try Tool()
        defer { tool.remove() }
        _ = try release(in: tool, program: "#!/bin/sh\nexit 127\n")
        let result = try install(tool)
        #expect(result.status == 1 && result.errors.contains("needs glibc 9.9 or newer"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: ".local").path()))
    }
}
