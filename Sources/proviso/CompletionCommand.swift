import CommandTable
import Glibc
import ProvisoBulk

struct CompletionCommand: Command {
    var shell: String?

    static let name = "completion"
    static let summary = "Write a script that completes commands, options, words and names of files in a shell."

    static var page: CommandPage {
        CommandPage(
            "Without an argument the script is for the shell of the variable SHELL.",
            examples: [("source <(proviso completion bash)", "Complete the tool in this shell.")])
    }

    static var operands: Operands<Self>? {
        Operands("shell", .oneOrNone, kind: .choice { Shell.allCases.map(\.rawValue) }, help: "bash, zsh or fish.") {
            $0.shell = $1
        }
    }

    func run() throws {
        let name = shell ?? getenv("SHELL").flatMap { String(cString: $0).split(separator: "/").last.map(String.init) }
        guard let shell = Shell(rawValue: name ?? "") else {
            throw UsageError("there is completion for bash, zsh and fish, not for '\(name ?? "")'")
        }
        try StandardOutput.write(Completion(ProvisoCommand.self).script(for: shell))
    }

    /// The words of a call, with the option that was the name of this command before.
    static func words(_ words: ArraySlice<String>) -> ArraySlice<String> {
        let option = "--generate-completion-script"
        guard let first = words.first, first.hasPrefix(option) else { return words }
        if first == option { return [name] + words.dropFirst() }
        return first.hasPrefix(option + "=") ? [name, String(first.dropFirst(option.count + 1))] : words
    }
}

/// Writes the page about the commands; `make docs` puts it where it belongs.
struct ReferenceCommand: Command {
    static let name = "reference"
    static let summary = "Write the tables of Docs/CommandLine.md."

    static var page: CommandPage { CommandPage(isHidden: true) }

    func run() throws {
        try StandardOutput.write(Self.beginning + CommandReference(ProvisoCommand.self).markdown)
    }

    private static let beginning = """
        # Command line

        The tool writes this page from its tables of options: `make docs`.

        - An option takes its value as the next word or after an equals sign: `--locale de`, `--locale=de`, `-f json`,
          `-f=json`. Flags of one letter can be joined: `-qf json`. Options and arguments can come in any order.
        - After `--` no word is an option. `-` is standard input. A value that begins with a hyphen and is no negative
          number needs the equals sign: `--output=-x.txt`.
        - An option that takes one value cannot be given twice. An empty text is not the name of a file or a folder.
        - Numbers have the digits 0 to 9, without signs, spaces and exponents.
        - A mistake on the command line is an error with exit status 2, before anything is read or written. The error says
          what was expected and what was found, and how the command is called.
        - `proviso help check` and `proviso check --help` show the same help. `--version` works in every command.
        - `source <(proviso completion bash)` completes the tool in this shell, also with `zsh`; for fish it is
          `proviso completion fish | source`. `proviso --generate-completion-script bash` writes the same script.


        """
}
