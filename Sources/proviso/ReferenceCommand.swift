import CommandTable
import Proviso

/// Writes the page about the commands, for `make docs`.
struct ReferenceCommand: Command {
    var man = false

    static let name = "reference"
    static let summary = "Write the page Docs/CommandLine.md, or a manual page."

    static var page: CommandPage { CommandPage(isHidden: true) }

    static var options: [Option<Self>] {
        [.flag("--man", help: "Write a manual page for man instead.") { $0.man = true }]
    }

    func run() throws {
        if man { return try StandardOutput.write(ManualPage(ProvisoCommand.self, version: "\(Version.current)").text) }
        try StandardOutput.write(Self.beginning + CommandReference(ProvisoCommand.self).markdown)
    }

    private static let beginning = """
        # Command line

        The tool writes this page from its tables of options: `make docs`.

        - An option takes its value as the next word or after an equals sign: `--locale de`, `--locale=de`, `-f json`,
          `-f=json`. Flags of one letter can be joined: `-qf json`. Options and arguments can come in any order.
        - After `--` no word is an option. `-` is standard input. A value that begins with a hyphen needs the
          equals sign, unless it is a negative number: `--output=-x.txt`.
        - An option that takes one value cannot be given twice. An empty value is not the name of a file or a directory.
        - Numbers have the digits 0 to 9, without signs, spaces and exponents.
        - A mistake on the command line is an error with exit status 2, before anything is read or written. The error says
          what was expected and what was found, and how the command is called.
        - `proviso help check` and `proviso check --help` show the same help. `--version` works in every command:
          it names the version, the commit, and the versions of ICU, CLDR and the time-zone data.
        - `source <(proviso completion bash)` completes the tool in this shell, also with `zsh`; for fish it is
          `proviso completion fish | source`. `proviso --generate-completion-script bash` writes the same script.
        - `proviso reference --man > proviso.1` writes a manual page; `man ./proviso.1` shows it.

        | variable | meaning |
        |---|---|
        | `LC_ALL`, `LC_MESSAGES`, `LANG` | The language of text and HTML without `--locale`: the first of them that is not empty. |
        | `LANGUAGE` | Languages that are preferred to it, with colons between them, unless it is `C`. |
        | `PROVISO_PLUGINS` | Directories of plugins, with colons between them. |
        | `XDG_DATA_HOME`, `HOME` | The place of the user's directory of plugins. |
        | `PROVISO_WORKER` | The program `proviso-worker`, if it is neither beside `proviso` nor in `../libexec/proviso`. |
        | `LD_LIBRARY_PATH`, `TZ` | Passed to workers. |
        | `TMPDIR` | The directory of temporary files, which `unique` and collections use; `/tmp` by default. |
        | `NO_COLOR`, `CLICOLOR_FORCE`, `TERM` | No colors, or the terminal form also in a pipe, unless `--color` is given; `TERM=dumb` means plain lines. |
        | `SHELL` | The shell that `proviso completion` writes for by default. |

        The build reads `PROVISO_STATIC`: with `make PROVISO_STATIC=0`, all libraries of the system are linked dynamically.


        """
}
