import ArgumentParser
import Glibc
import Proviso

@main
struct ProvisoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proviso", abstract: "Validate data by rule sets, and say what is wrong in anyone's language.",
        version: Version.current.description,
        subcommands: [CheckCommand.self, RenderCommand.self, TypesCommand.self, LocalesCommand.self])

    /// Usage errors exit with 2, as the commands' own tables of exit statuses say; the parser's own choice is 64.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Messages.line(fullMessage(for: error))
            Glibc.exit(ExitCode.usage.rawValue)
        }
    }
}
