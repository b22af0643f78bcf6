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
            TypesCommand.self, DataCommand.self, PluginCommand.self, LocalesCommand.self,
        ])

    /// Usage errors exit with 2, as the commands' own tables of exit statuses say; the parser's own choice is 64.
    static func main() {
        // The parent may have SIGPIPE ignored, as servers and Python do: then `| head` would end in an error.
        _ = signal(SIGPIPE, SIG_DFL)
        StandardStreams.openMissing()
        let arguments = CommandLine.arguments.dropFirst()
        do {
            if let check = CheckRun(plain: arguments) {
                try check.run()
            } else {
                let misuse = Misuse(Array(arguments))
                try misuse.check()
                var command = try parsed(misuse.readable)
                try command.run()
            }
        } catch let code as ExitCode where code != .validationFailure {
            exit(withError: code)
        } catch {
            // Made here too, as looking through all commands is felt at the start of a run that needs none of it.
            Misuse(Array(arguments)).exit(with: error)
        }
    }

    /// Parses a subcommand by itself, which starts sooner; the whole parser answers calls for help and says what is wrong.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
        if let named, named.configuration.subcommands.isEmpty,
            let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named
        {
            return command
        }
        return try parseAsRoot(arguments)
    }
}
