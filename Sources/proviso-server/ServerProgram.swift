import CommandTable
import Glibc
import Proviso
import ProvisoServer
import ServerOptions

/// The program that serves the rules of a directory.
@main
enum ServerProgram: CommandGroup {
    static let name = "proviso-server"
    static let summary = "Validate what programs send over HTTP."
    static var commands: [CommandNode] { [.command(Serve.self)] }

    static func main() {
        // A client that has closed its connection is an error of that connection only.
        _ = signal(SIGPIPE, SIG_IGN)
        // The program is its only command, whose name is not typed.
        var call = CommandCall(Self.self, [Serve.name] + CommandLine.arguments.dropFirst()) {
            Suggestion.nearest(to: $0, in: $1)
        }
        do {
            switch try call.run() {
            case .help: print(HelpPage([name], .command(Serve.self)).text, terminator: "")
            case .shortHelp: print(HelpPage([name], .command(Serve.self)).short, terminator: "")
            case .version: print("proviso-server \(Version.current)")
            case .done: break
            }
        } catch let error as UsageError {
            ServerRun.say("error: \(error.reason)\nSee 'proviso-server --help' for more information.")
            exit(2)
        } catch {
            ServerRun.say("error: \(error)")
            exit(3)
        }
    }
}

/// Reads the options, and serves until a signal comes.
private struct Serve: TakesServer {
    var server = ServerOptions()

    static let name = "serve"
    static let summary = "Validate what programs send over HTTP by the rules of a directory."

    static var page: CommandPage {
        CommandPage(
            ServerOptions.discussion, examples: ServerOptions.examples("proviso-server"),
            statuses: ServerOptions.statuses)
    }

    static var options: [Option<Self>] { ServerOptions.options() }

    static var operands: Operands<Self>? { ServerOptions.operands() }

    func run() throws { try ServerRun.start(server) }
}
