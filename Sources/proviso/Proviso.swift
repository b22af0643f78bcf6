import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

@main
struct ProvisoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proviso", abstract: "Validate data by rule sets, and say what is wrong in anyone's language.",
        version: Version.current.description,
        subcommands: [
            CheckCommand.self, FilterCommand.self, ShardCommand.self, MergeCommand.self, RenderCommand.self,
            TypesCommand.self, PluginCommand.self, LocalesCommand.self,
        ])

    /// Usage errors exit with 2, as the commands' own tables of exit statuses say; the parser's own choice is 64.
    static func main() {
        // Who started the tool may have it ignored, as servers and Python do: then `| head` would end in an error.
        _ = signal(SIGPIPE, SIG_DFL)
        do {
            if let check = CheckRun(plain: CommandLine.arguments.dropFirst()) {
                try check.run()
            } else {
                var command = try parsed()
                try command.run()
            }
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Messages.line(fullMessage(for: error))
            Glibc.exit(ExitCode.usage.rawValue)
        }
    }

    /// A subcommand that is parsed by itself starts sooner; what is wrong with it, and calls for help, are for the whole
    /// parser to answer.
    private static func parsed() throws -> any ParsableCommand {
        let arguments = CommandLine.arguments.dropFirst()
        let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
        if let named, named.configuration.subcommands.isEmpty,
            let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named
        {
            return command
        }
        return try parseAsRoot()
    }
}
