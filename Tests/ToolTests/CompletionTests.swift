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
        Row("proviso locales export --format ", "po", "xliff"), Row("proviso plugin test --case exp", "exports"),
        Row("proviso types requ", "required"), Row("proviso completion ", "bash", "zsh", "fish"),
    ]

    private func offers(_ shell: String, _ script: String, _ line: String) throws -> [String] {
        let tool = try Tool()
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "some folder"), withIntermediateDirectories: false)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(shell)")
        process.arguments = (shell == "bash" ? ["--norc"] : ["--no-config"]) + ["-c", script]
        process.currentDirectoryURL = tool.folder
        let folder = URL(filePath: Tool.path).deletingLastPathComponent().path()
        process.environment = ["PATH": "\(folder):/usr/bin:/bin", "HOME": tool.folder.path(), "LINE": line]
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
