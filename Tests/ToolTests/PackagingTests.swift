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

    /// A release with a program that says its version, which is all that the installer needs; with a key it is signed.
    private func release(
        in tool: Tool, program: String = "#!/bin/sh\necho proviso 9.9.9\n", isSigned: Bool = false
    ) throws -> URL {
        let release = tool.folder.appending(path: "release", directoryHint: .isDirectory)
        let name = "proviso-9.9.9-linux-\(Self.machine)"
        try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
        let script = try String(contentsOf: Self.root.appending(path: "Packaging/install.sh"), encoding: .utf8)
        if isSigned { #expect(try tool.run(["plugin", "keygen", "release"]).status == 0) }
        let file = isSigned ? String(decoding: try tool.bytes("release.pub"), as: UTF8.self) : ""
        let key = file.split(separator: "\n").last ?? ""
        let values = ["@VERSION@": "9.9.9", "@GLIBC@": "9.9", "@KEY@": String(key)]
        let text = values.reduce(script) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
        try Data(text.utf8).write(to: release.appending(path: "install.sh"))
        try tool.write(Array(program.utf8), to: "program")
        let steps = """
            set -e; mkdir -p \(name)/bin; install -m 755 program \(name)/bin/proviso; echo x > \(name)/README.txt
            tar -czf release/\(name).tar.gz \(name); rm -r \(name); cd release; sha256sum *.tar.gz > SHA256SUMS
            """
        #expect(try tool.run(program: "/bin/sh", ["-c", steps], environment: ["PATH": "/usr/bin:/bin"]).status == 0)
        if isSigned {
            #expect(try tool.run(["plugin", "sign", "--key", "release.key", "release/SHA256SUMS"]).status == 0)
        }
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
        let first = try install(tool, "--unsigned")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output == "\(tool.folder.path())/.local/bin/proviso\n".replacingOccurrences(of: "//", with: "/"))
        #expect(first.errors.contains("add ") && first.errors.contains(" to PATH"))
        let again = try install(tool, "--prefix", "a b", "--unsigned", "--from", "file://" + release.path())
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
        #expect(try install(tool, "--unsigned").errors.contains("does not have the checksum"))
        try FileManager.default.removeItem(at: archive)
        #expect(try install(tool, "--unsigned").errors.contains("cannot get release/proviso-9.9.9"))
        try tool.write([], to: "release/SHA256SUMS")
        #expect(try install(tool, "--unsigned").errors.contains("there is no package for this processor"))
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
        let result = try install(tool, "--unsigned")
        #expect(result.status == 1 && result.errors.contains("needs glibc 9.9 or newer"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: ".local").path()))
    }

    /// A directory with the programs that the installer needs, and no others.
    private func programs(in tool: Tool, _ more: [String] = []) throws -> String {
        let steps = """
            mkdir -p bin; for name in sh dirname uname mktemp rm cp grep sha256sum tar gzip mkdir sed base64 tail \
            \(more.joined(separator: " ")); do ln -sf "$(command -v $name)" bin/$name; done
            """
        #expect(try tool.run(program: "/bin/sh", ["-c", steps], environment: ["PATH": "/usr/bin:/bin"]).status == 0)
        return tool.folder.appending(path: "bin").path()
    }

    /// Whether the program of the release has run, which it notes.
    private static let noting = "#!/bin/sh\necho ran > \"$HOME/ran\"\n"

    @Test func theInstallerVerifiesTheSignature() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let release = try release(in: tool, program: Self.noting, isSigned: true)
        let sums = try tool.bytes("release/SHA256SUMS")
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: tool.folder.appending(path: name).path())
        }
        func refuses(_ reason: String, path: String = "/usr/bin:/bin", _ words: String...) throws {
            let result = try tool.run(
                program: "/bin/sh", ["release/install.sh"] + words,
                environment: ["PATH": path, "HOME": tool.folder.path()])
            #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
            #expect(!exists("ran") && !exists(".local"), "\(reason)")
        }
        // Another package with its checksum, another key's signature, no signature.
        try tool.write([UInt8](sums + Data("x".utf8)), to: "release/SHA256SUMS")
        try refuses("release/SHA256SUMS does not match its signature by the key RW")
        #expect(try tool.run(["plugin", "keygen", "other"]).status == 0)
        #expect(try tool.run(["plugin", "sign", "--key", "other.key", "release/SHA256SUMS"]).status == 0)
        try refuses("does not match its signature")
        try FileManager.default.removeItem(at: release.appending(path: "SHA256SUMS.minisig"))
        try refuses("cannot get release/SHA256SUMS.minisig")
        try tool.write([UInt8](sums), to: "release/SHA256SUMS")
        #expect(try tool.run(["plugin", "sign", "--key", "release.key", "release/SHA256SUMS"]).status == 0)
        try refuses("expected minisign or OpenSSL 3", path: try programs(in: tool))
        try refuses("expected a URL with https after --from", "--from", "http://localhost/x")
        let result = try install(tool)
        #expect(result.status == 0 && exists("ran"), "\(result.errors)")
    }

    /// The program minisign is used where there is one, and what it says counts.
    @Test func theInstallerUsesMinisign() throws {
        let tool = try Tool()
        defer { tool.remove() }
        _ = try release(in: tool, isSigned: true)
        let path = try programs(in: tool)
        for (status, wanted) in [("1", 1), ("0", 0)] as [(String, Int32)] {
            try tool.write(Array("#!/bin/sh\necho \"$*\" > said\nexit \(status)\n".utf8), to: "bin/minisign")
            chmod(tool.folder.appending(path: "bin/minisign").path(), 0o755)
            let result = try install(tool, path: path)
            #expect(result.status == wanted, "\(result.errors)")
            let said = String(decoding: try tool.bytes("said"), as: UTF8.self)
            #expect(said.hasPrefix("-V -q -P RW") && said.hasSuffix("/SHA256SUMS\n"), "\(said)")
        }
    }

    @Test func aReleaseWithoutAKeyIsInstalledOnlyOnRequest() throws {
        let tool = try Tool()
        defer { tool.remove() }
        _ = try release(in: tool)
        let result = try install(tool)
        #expect(
            result.status == 1 && result.errors.contains("is not signed: --unsigned installs it"), "\(result.errors)")
        #expect(try install(tool, "--unsigned").status == 0)
    }

    /// pre-commit calls entry, then args, then the files: all hooks end the options, and so do all samples.
    @Test func aFileNameIsNoOption() throws {
        let tool = try Tool(rules: "rules: [[email, email]]")
        defer { tool.remove() }
        let hooks = try String(contentsOf: Self.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        let entries = hooks.matches(of: /entry: proviso (.*)\n  args: \[(.*)\]\n/)
        #expect(entries.count == hooks.components(separatedBy: "- id: ").count - 1 && entries.count >= 2)
        try tool.write(Array("email\nx@\n".utf8), to: "--report=text=made.csv")
        for entry in entries {
            let words = entry.1.split(separator: " ") + entry.2.split(separator: ", ")
            let result = try tool.run(words.map(String.init) + ["--report=text=made.csv"])
            #expect(result.status == 1 && result.output.contains("--report=text=made.csv:2"), "\(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "made.csv").path()))
        for file in ["Docs/CI.md", "action.yml", "Packaging/gitlab-ci.yml"] {
            let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /proviso check (.*)/) where match.1.contains(/\$FILES|_FILES|\*\.csv/) {
                #expect(match.1.contains(" -- "), "\(file): \(match.0)")
            }
            for match in text.matches(of: /args: \[(.*)\]/) {
                #expect(match.1.hasSuffix(", --"), "\(file): \(match.0)")
            }
        }
    }

    /// An empty variable is as none.
    @Test func samplesNeedNoRulesBesideAProjectFile() throws {
        let tool = try Tool(rules: "rules: [[email, email]]")
        defer { tool.remove() }
        try tool.write(Array("email\nx@\n".utf8), to: "a.csv")
        try tool.write(Array("check: [{ files: a.csv, rules: rules.yaml }]".utf8), to: "proviso.yaml")
        for (file, shell) in [("action.yml", "bash"), ("Packaging/gitlab-ci.yml", "sh")] {
            let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
            let command = try #require(text.firstMatch(of: /proviso (check \$\{.*\$[A-Z_]*FILES)/)).1
            for (rules, files) in [("", ""), ("rules.yaml", "a.csv")] {
                let result = try tool.run(
                    program: "/bin/\(shell)", ["-c", "\(Tool.path) \(command)"],
                    environment: [
                        "RULES": rules, "FILES": files, "PROVISO_RULES": rules, "PROVISO_FILES": files, "sarif": "out",
                    ])
                #expect(result.status == 1 && result.output.contains("a.csv"), "\(file): \(result.errors)")
            }
        }
    }

    /// What runs in somebody's CI is named by its contents: other actions by a commit, packages by their SHA-256.
    @Test func whatCIDownloadsIsNamedByItsContents() throws {
        for file in ["action.yml", "Packaging/gitlab-ci.yml", "Docs/CI.md"] {
            let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
            let commands = text.split(separator: "\n")
            let downloads = commands.indices.filter { commands[$0].contains("curl ") && commands[$0].contains(" -o ") }
            #expect(!downloads.isEmpty, "\(file)")
            for line in downloads {
                #expect(commands[line].contains("curl -q -fsSL --proto =https,file"), "\(commands[line])")
                #expect(commands[line + 1].contains("sha256sum --check"), "\(commands[line])")
            }
            guard file == "action.yml" else { continue }
            for match in text.matches(of: /uses: (\S+)/) {
                #expect(match.1.contains(/@[0-9a-f]{40}$/), "\(match.0)")
            }
        }
    }
}
