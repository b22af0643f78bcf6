import CommandTable
import Glibc
import Proviso
import ProvisoBulk

@main
enum ProvisoCommand: CommandGroup {
    static let name = "proviso"
    static let summary = "Validate data by rule sets, and say what is wrong in anyone's language."

    static var commands: [CommandNode] {
        [
            .command(CheckCommand.self), .command(FilterCommand.self), .command(ShardCommand.self),
            .command(MergeCommand.self), .command(RenderCommand.self), .command(TypesCommand.self),
            .command(DataCommand.self), .group(PluginCommand.self), .group(LocalesCommand.self),
            .command(CompletionCommand.self), .command(ReferenceCommand.self),
        ]
    }

    static func main() {
        // The parent may have SIGPIPE ignored, as servers and Python do: then `| head` would end in an error.
        _ = signal(SIGPIPE, SIG_DFL)
        StandardStreams.openMissing()
        if let word = unreadableWord {
            Messages.error("the argument '\(word)' is not UTF-8: rename the file, or give it as standard input")
            exit(ExitCode.usage.rawValue)
        }
        let words = CompletionCommand.words(CommandLine.arguments.dropFirst())
        var call = CommandCall(Self.self, words) { Suggestion.nearest(to: $0, in: $1) }
        exit(status(of: &call).beside(Messages.failure).rawValue)
    }

    /// The first argument whose bytes would be replaced, so that it would name another file; nil when there is none.
    private static var unreadableWord: String? {
        let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return words.lazy.compactMap { $0 }.first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
    }

    /// Runs the command that was called; what it throws is said on standard error.
    private static func status(of call: inout CommandCall) -> ExitCode {
        do {
            switch try call.run() {
            case .help: try StandardOutput.write(HelpPage(call.path, call.node).text)
            case .version: try StandardOutput.write("\(Version.current)\n")
            case .done: break
            }
            return .success
        } catch let code as ExitCode {
            return code
        } catch let error as UsageError {
            Messages.error(error.reason)
            let command = call.path.joined(separator: " ")
            let usage = HelpPage(call.path, call.node).usage
            Messages.lines("Usage: \(usage)\n  See '\(command) --help' for more information.")
            return .usage
        } catch {
            Messages.error((error as? SystemError)?.reason ?? "\(error)")
            return .failure
        }
    }
}

/// How the tool ends; thrown after the reason was said.
struct ExitCode: Error, Equatable {
    let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    static let success = ExitCode(0)
    static let invalid = ExitCode(1)
    static let usage = ExitCode(2)
    static let failure = ExitCode(3)

    /// A verdict whose summary and remarks could not be written is a failure.
    func beside(_ failure: SystemError?) -> ExitCode {
        failure != nil && (self == .success || self == .invalid) ? .failure : self
    }
}
