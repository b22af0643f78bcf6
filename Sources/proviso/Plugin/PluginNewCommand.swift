import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct PluginNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a plugin to begin with, in a new folder.",
        discussion: """
            The folder has the name of the plugin. It holds the source, the manifest, messages in English and German, \
            proviso.h, and a Makefile: 'make test' builds it and runs 'proviso plugin test'.
            """)

    @Option(help: "c, c++, rust or swift.", completion: .list(["c", "c++", "rust", "swift"]))
    var language: String

    @Argument(help: "The plugin's name: lower-case letters, digits and hyphens.")
    var name: String

    func run() throws {
        guard let language = PluginProject.Language(rawValue: language) else {
            let known = PluginProject.Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("no language '\(self.language)'; there are \(known)")
        }
        guard let project = PluginProject(name: name, language: language) else {
            throw ValidationError("'\(name)' is no name: lower-case letters, digits and hyphens, a letter first")
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
