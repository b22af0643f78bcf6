import CommandTable
import Glibc

struct CompletionCommand: Command {
    var shell: String?

    static let name = "completion"
    static let summary = "Write a script that completes commands, options, values and names of files in a shell."

    static var page: CommandPage {
        CommandPage(
            "By default the script is for the shell in the variable SHELL.",
            examples: [
                ("source <(proviso completion bash)", "Complete the tool in this shell, also with zsh."),
                (
                    "proviso completion fish > ~/.config/fish/completions/proviso.fish",
                    "Complete the tool in fish."
                ),
            ])
    }

    static var operands: Operands<Self>? {
        Operands("shell", .oneOrNone, kind: .choice { Shell.allCases.map(\.rawValue) }, help: "bash, zsh or fish.") {
            $0.shell = $1
        }
    }

    func run() throws {
        let name = shell ?? getenv("SHELL").flatMap { String(cString: $0).split(separator: "/").last.map(String.init) }
        guard let shell = Shell(rawValue: name ?? "") else {
            throw UsageError("expected one of bash, zsh, fish, found '\(name ?? "")'")
        }
        try StandardOutput.write(Completion(ProvisoCommand.self).script(for: shell))
    }

    /// The words of a call; an option that was the earlier name of this command is replaced by its name.
    static func words(_ words: ArraySlice<String>) -> ArraySlice<String> {
        let option = "--generate-completion-script"
        guard let first = words.first, first.hasPrefix(option) else { return words }
        if first == option { return [name] + words.dropFirst() }
        return first.hasPrefix(option + "=") ? [name, String(first.dropFirst(option.count + 1))] : words
    }
}
