import CommandTable
import Glibc
import Proviso
import ServerOptions

/// The command that starts the server, which is a program of its own: the tool neither grows nor starts later for it.
struct ServeCommand: TakesServer {
    var server = ServerOptions()

    static let name = "serve"
    static let summary = "Validate what programs send over HTTP by the rules of a directory."

    static var page: CommandPage {
        CommandPage(
            ServerOptions.discussion + " It is the program proviso-server, which must be beside this one.",
            examples: ServerOptions.examples("proviso serve"), statuses: ServerOptions.statuses)
    }

    static var options: [Option<Self>] { ServerOptions.options() }

    static var operands: Operands<Self>? { ServerOptions.operands() }

    func run() throws {
        let program = try Self.program()
        let words = CommandLine.arguments.drop { $0 != Self.name }.dropFirst()
        var arguments = ([program] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        throw UsageError("\(program) cannot be started: \(SystemError().reason)")
    }

    /// The server beside this program.
    private static func program() throws -> String {
        guard let own = realpath("/proc/self/exe", nil) else { throw SystemError() }
        defer { free(own) }
        let path = String(cString: own)
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        let program = "\(folder)/proviso-server"
        guard access(program, X_OK) == 0 else {
            throw UsageError(
                "proviso-server is not installed: it belongs beside this program, as \(program); build it with "
                    + "'make server' in the sources of Proviso (Docs/Service.md)")
        }
        return program
    }
}
