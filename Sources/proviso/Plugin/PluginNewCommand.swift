import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct PluginNewCommand: Command {
    var language = PluginProject.Language.c
    var name = ""

    static let name = "new"
    static let summary = "Write a plugin to begin with, in a new folder."

    static var page: CommandPage {
        CommandPage(
            """
            The folder has the name of the plugin. It holds the source, the manifest, messages in English and German, \
            proviso.h, and a Makefile: 'make test' builds it and runs 'proviso plugin test'.
            """)
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--language", value: "language", of: PluginProject.Language.self, need: .required,
                help: "The programming language."
            ) { $0.language = $1 }
        ]
    }

    static var operands: Operands<Self>? {
        Operands("name", .one, kind: .text, help: "The plugin's name: lowercase letters, digits and hyphens.") {
            $0.name = $1
        }
    }

    func run() throws {
        guard let project = PluginProject(name: name, language: language) else {
            throw UsageError("'\(name)' is no name: lowercase letters, digits and hyphens, a letter first")
        }
        do throws(SystemError) {
            try Self.makeFolder(name)
            for (path, text) in project.files {
                let parts = path.split(separator: "/").dropLast()
                for count in parts.indices {
                    try Self.makeFolder(([Substring(name)] + parts[...count]).joined(separator: "/"), mayExist: true)
                }
                try NewFile.create("\(name)/\(path)", text, mode: 0o644)
            }
        } catch {
            Messages.error("\(name): \(error.reason)")
            throw ExitCode.usage
        }
        Messages.line("\(name): the rule type example/\(name); next: cd \(name) && make test")
    }

    private static func makeFolder(_ path: String, mayExist: Bool = false) throws(SystemError) {
        if mkdir(path, 0o755) != 0, !(mayExist && errno == EEXIST) { throw SystemError() }
    }
}
