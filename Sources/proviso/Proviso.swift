import BuildFacts
import CommandTable
import Glibc
import Proviso
import ProvisoBulk

@main
enum ProvisoCommand: CommandGroup {
    static let name = "proviso"
    static let summary = "Validate CSV, JSON and NDJSON files against a rule file."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso check --rules rules.yaml data.csv", "Validate a table."),
                ("proviso types required", "Show the manual of a rule type."),
            ])
    }

    static var commands: [CommandNode] {
        [
            .command(CheckCommand.self), .command(DiffCommand.self), .command(ExplainCommand.self),
            .command(FilterCommand.self), .command(ShardCommand.self), .command(MergeCommand.self),
            .command(RenderCommand.self), .command(TypesCommand.self), .command(DataCommand.self),
            .command(ExprCommand.self), .command(InitCommand.self), .command(FmtCommand.self),
            .command(LintCommand.self), .command(TestCommand.self), .command(SampleCommand.self),
            .command(DocCommand.self), .command(SchemaCommand.self), .command(LspCommand.self),
            .command(ServeCommand.self),
            .group(PluginCommand.self),
            .group(LocalesCommand.self),
            .command(CompletionCommand.self), .command(ReferenceCommand.self),
        ]
    }

    static func main() {
        // Some parents, such as Python, ignore SIGPIPE: then `| head` would cause an error.
        _ = signal(SIGPIPE, SIG_DFL)
        // A file that reaches the limit of its size is a failed write, which is reported.
        _ = signal(SIGXFSZ, SIG_IGN)
        StandardStreams.openMissing()
        if let word = unreadableWord {
            StandardError.error("the argument '\(word)' is not UTF-8: rename the file, or give it as standard input")
            exit(ExitCode.usage.rawValue)
        }
        let words = CompletionCommand.words(CommandLine.arguments.dropFirst())
        var call = CommandCall(Self.self, words, nearest: Self.nearest)
        let code = status(of: &call).beside(StandardError.failure)
        Supervision.end(code)
        exit(code.rawValue)
    }

    /// The known word that was probably meant: a usual other name for it, one that begins so, or one with similar letters.
    private static func nearest(to word: String, in known: [String]) -> String? {
        let others = ["validate": "check", "verify": "check", "format": "fmt", "compare": "diff", "generate": "sample"]
        if let other = others[word], known.contains(other) { return other }
        let longer = known.filter { $0.hasPrefix(word) }
        return word.utf8.count > 2 && longer.count == 1 ? longer[0] : Suggestion.nearest(to: word, in: known)
    }

    /// The first argument that is not UTF-8, which Swift would change into the name of another file; `nil` if there is
    /// none.
    private static var unreadableWord: String? {
        let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return words.lazy.compactMap { $0 }.first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
    }

    /// Runs the command that was called; reports its errors on standard error.
    private static func status(of call: inout CommandCall) -> ExitCode {
        do {
            switch try call.run() {
            case .shortHelp: try StandardOutput.write(HelpPage(call.path, call.node).short)
            case .help: try StandardOutput.write(HelpPage(call.path, call.node).text)
            case .version: try StandardOutput.write(VersionText.text)
            case .done: break
            }
            return .success
        } catch let code as ExitCode {
            return code
        } catch let error as UsageError {
            StandardError.error(error.reason)
            let command = call.path.joined(separator: " ")
            let usage = HelpPage(call.path, call.node).usage
            StandardError.lines("Usage: \(usage)\n  See '\(command) --help' for more information.")
            return .usage
        } catch {
            StandardError.error((error as? SystemError)?.reason ?? "\(error)")
            return .failure
        }
    }
}

/// What `proviso --version` writes: all that results can depend on, for reports of defects.
enum VersionText {
    static var text: String {
        let commit = String(cString: prv_build_commit())
        let data = DataSource.libraryVersions
        return "proviso \(Version.current)\(commit.isEmpty ? "" : " (commit \(commit))")\n"
            + "ICU \(data.icu), CLDR \(data.cldr), time zones \(data.timeZones)\n"
    }
}
