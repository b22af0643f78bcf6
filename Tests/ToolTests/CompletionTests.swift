import Foundation
import TestSupport
import Testing

/// What shells offer, as their own completion finds it; shells that are not installed are skipped.
@Suite(.waitingForProcesses) struct CompletionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The line up to the cursor.
        let line: String
        let offered: [String]
        let other: [String]

        init(_ line: String, _ offered: String..., not other: String...) {
            self.line = line
            self.offered = offered
            self.other = other
        }

        var testDescription: String { line }
    }

    static let rows = [
        Row("proviso ", "check", "filter", "plugin", "locales", "completion", not: "reference"),
        Row("proviso ch", "check", not: "filter"), Row("proviso plugin ", "list", "doctor", "sign", not: "check"),
        Row("proviso locales ", "check", "export", not: "table"),
        Row("proviso check --ru", "--rules", not: "--report"),
        Row("proviso check --", "--checkpoint-interval", "--no-source", "--help", not: "--into", "--junit"),
        Row("proviso plugin doctor --", "--plugins", not: "--inside", "--rules"),
        Row("proviso check --format ", "sarif", "html", not: "rules.yaml"),
        Row("proviso check -f s", "sarif", not: "html"), Row("proviso check --progress ", "none"),
        Row("proviso check --input-format t", "tsv"), Row("proviso check --rules ru", "rules.yaml"),
        Row("proviso check -r rules.yaml ru", "rules.yaml"), Row("proviso check --output ", "rules.yaml"),
        Row("proviso check --plugins ", "some folder", not: "rules.yaml"),
        Row("proviso locales export --format ", "po", "json"), Row("proviso plugin test --case exp", "exports"),
        Row("proviso types requ", "required"), Row("proviso completion ", "bash", "zsh", "fish"),
    ]

    private func offers(
        _ shell: String, _ script: String, _ line: String, in prepare: (Tool) throws -> Void = { _ in }
    ) throws -> [String] {
        let tool = try Tool()
        defer { tool.remove() }
        try prepare(tool)
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "some folder"), withIntermediateDirectories: false)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(shell)")
        let options = ["bash": "--norc", "fish": "--no-config", "zsh": "-f"]
        process.arguments = [options[shell] ?? ""] + ["-c", script]
        process.currentDirectoryURL = tool.folder
        let folder = URL(filePath: Tool.path).deletingLastPathComponent().path()
        process.environment = [
            "PATH": "\(folder):/usr/bin:/bin", "HOME": tool.folder.path(), "LINE": line,
            "LINES_TO_COMPLETE": line, "XDG_DATA_HOME": tool.folder.appending(path: "data").path(),
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.split(separator: "\n").map(String.init)
    }

    private static let bash = """
        source <(proviso completion bash)
        read -ra COMP_WORDS <<<"$LINE"
        [[ $LINE == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _proviso
        printf '%s\\n' "${COMPREPLY[@]}"
        """

    private static let fish = "proviso completion fish | source; complete --do-complete \"$LINE\" | cut -f 1"

    @Test(.enabled(if: has("bash"), "no bash"), arguments: rows)
    func bashOffersWhatMayComeNext(row: Row) throws { try expect(row, in: "bash", Self.bash) }

    @Test(.enabled(if: has("fish"), "no fish"), arguments: rows)
    func fishOffersWhatMayComeNext(row: Row) throws { try expect(row, in: "fish", Self.fish) }

    @Test(
        arguments: ["bash", "fish"].filter(has),
        ["trust org.", "remove org.", "upgrade org.", "info org.", "doctor ru"])
    func idsOfPluginsThatAreFoundAreOffered(_ shell: String, _ line: String) throws {
        let found = try offers(shell, shell == "bash" ? Self.bash : Self.fish, "proviso plugin \(line)") { tool in
            let plugins = "data/proviso/plugins"
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: plugins), withIntermediateDirectories: true)
            try HostilePlugin().build(in: tool, as: "\(plugins)/evil.so")
        }
        #expect(found == (line == "doctor ru" ? ["rules.yaml"] : ["org.evil"]))
    }

    private func expect(_ row: Row, in shell: String, _ script: String) throws {
        let found = try offers(shell, script, row.line)
        let names = found.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
            .map { $0.replacingOccurrences(of: "\\", with: "") }
        for word in row.offered { #expect(names.contains(word), "\(found)") }
        for word in row.other { #expect(!names.contains(word), "\(found)") }
    }

    private static func has(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }

    /// The options of all commands that take a path, as `check --rules`, from the page about the commands.
    private static func pathOptions(_ placeholders: String...) throws -> [(command: String, option: String)] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/CommandLine.md")
        var command = ""
        var options: [(command: String, option: String)] = []
        for row in try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n") {
            if row.hasPrefix("## ") || row.hasPrefix("### ") { command = String(row.drop { "# ".contains($0) }) }
            guard let match = row.firstMatch(of: /^\| `(?:-[a-z], )?(--[a-z-]+) <([^>]+)>`/) else { continue }
            if placeholders.contains(String(match.2)) { options.append((command, String(match.1))) }
        }
        return options
    }

    /// Each option is completed in one process per shell, which prints a line with the option before its names.
    @Test func everyOptionForPathsCompletesNames() throws {
        let files = try Self.pathOptions("file")
        let directories = try Self.pathOptions("directory")
        #expect(files.count > 15 && directories.count > 10)
        let bash = """
            source <(proviso completion bash)
            while IFS= read -r LINE; do
                read -ra COMP_WORDS <<<"$LINE"; COMP_WORDS+=(''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
                _proviso; printf '%s\\n' "$LINE" "${COMPREPLY[@]}"
            done <<<"$LINES_TO_COMPLETE"
            """
        let fish = """
            proviso completion fish | source
            for line in (string split \\n -- $LINES_TO_COMPLETE)
                echo $line; complete --do-complete "$line " | cut -f 1
            end
            """
        let lines = (files + directories).map { "\($0.command) \($0.option)" }
        for (shell, script) in [("bash", bash), ("fish", fish)] where Self.has(shell) {
            let output = try offers(shell, script, lines.joined(separator: "\n"))
            let found = output.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0).replacing("\\", with: "") }
            for (index, line) in lines.enumerated() {
                let start = try #require(found.firstIndex(of: line), "\(shell): \(line)")
                let end = found[(start + 1)...].firstIndex { lines.contains($0) } ?? found.endIndex
                let names = found[(start + 1)..<end]
                #expect(names.contains("some folder"), "\(shell): \(line): \(names)")
                #expect(names.contains("rules.yaml") == (index < files.count), "\(shell): \(line): \(names)")
            }
        }
    }

    /// The script's functions pass their specifications to `_arguments`, which is replaced here and prints them.
    @Test(.enabled(if: has("zsh"), "no zsh"))
    func theScriptForZshHasAnActionForEachPath() throws {
        let script = """
            _arguments() { print -rl -- "$@"; }; compdef() { :; }; _describe() { :; }
            source <(proviso completion zsh)
            for name in ${(f)LINES_TO_COMPLETE}; do print -r -- "= $name"; _${name// /_}; done
            """
        for (placeholder, action) in [("file", "_files"), ("directory", "_files -/")] {
            let options = try Self.pathOptions(placeholder)
            let commands = Set(options.map(\.command)).sorted()
            let output = try offers("zsh", script, commands.joined(separator: "\n"))
            for (command, option) in options {
                let start = try #require(output.firstIndex(of: "= \(command)"))
                let specs = output[(start + 1)...].prefix { !$0.hasPrefix("= ") }
                let spec = specs.first { $0.contains("\(option)[") }
                #expect(spec?.hasSuffix(":\(placeholder):\(action)") == true, "\(command) \(option): \(spec ?? "")")
            }
        }
    }

    /// The names with which older scripts ask.
    @Test func theOldOptionWritesTheSameScripts() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for shell in ["bash", "zsh", "fish"] {
            let script = try tool.run(["completion", shell])
            #expect(script.status == 0 && script.output.contains("proviso"))
            #expect(try tool.run(["--generate-completion-script", shell]).output == script.output)
            #expect(try tool.run(["--generate-completion-script=\(shell)"]).output == script.output)
            #expect(try tool.run(["completion"], environment: ["SHELL": "/bin/\(shell)"]).output == script.output)
        }
        #expect(try tool.run(["completion"]).status == 2)
    }

    @Test(.enabled(if: has("zsh"), "no zsh"))
    func theScriptForZshIsRead() throws {
        let script = "autoload -U compinit && compinit -D; source <(proviso completion zsh); whence -w _proviso"
        let tool = try Tool()
        defer { tool.remove() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/zsh")
        process.arguments = ["-f", "-c", script + "; echo $_comps[proviso]"]
        let folder = URL(filePath: Tool.path).deletingLastPathComponent().path()
        process.environment = ["PATH": "\(folder):/usr/bin:/bin", "HOME": tool.folder.path()]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(found == "_proviso: function\n_proviso\n")
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }
}
