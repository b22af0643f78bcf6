import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct PluginNewCommand: Command {
    var language = PluginProject.Language.c
    var name = ""

    static let name = "new"
    static let summary = "Create the source of a new plugin in a new directory."

    static var page: CommandPage {
        CommandPage(
            """
            The directory has the name of the plugin. It has the source, the manifest, messages in English and German, \
            proviso.h, and a Makefile: 'make test' builds it and runs 'proviso plugin test'.
            """,
            examples: [
                (
                    "proviso plugin new --language c customer-number",
                    "Create a plugin in C with the rule type example/customer-number."
                ),
                (
                    "proviso plugin new --language swift vat && cd vat && make test",
                    "Create a plugin in Swift, build it and test it."
                ),
            ])
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
            throw UsageError(
                "'\(name)' is not a name of a plugin in \(language.rawValue): use at most 40 lowercase letters, digits and single "
                    + "hyphens within it, begin with a letter, and take no name of a module of the language"
            )
        }
        do throws(SystemError) {
            try Self.makeDirectory(name)
            for (path, text) in project.files {
                let parts = path.split(separator: "/").dropLast()
                for count in parts.indices {
                    try Self.makeDirectory(([Substring(name)] + parts[...count]).joined(separator: "/"), mayExist: true)
                }
                try NewFile.create("\(name)/\(path)", text, mode: 0o644)
            }
        } catch {
            throw NewFile.refusal(name, error)
        }
        StandardError.line("\(name): the rule type example/\(name); next: cd \(name) && make test")
    }

    private static func makeDirectory(_ path: String, mayExist: Bool = false) throws(SystemError) {
        if mkdir(path, 0o755) != 0, !(mayExist && errno == EEXIST) { throw SystemError() }
    }
}
