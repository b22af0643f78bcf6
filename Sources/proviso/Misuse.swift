import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

/// What the parser of the command line does not see, or says at the wrong place.
struct Misuse {
    /// What the command was called with, after the tool's own name.
    let arguments: [String]
    /// The command that the arguments name.
    let command: any ParsableCommand.Type
    /// Its name as it is typed, with the tool's: "proviso plugin list".
    let name: String
    /// What is given as the name of a subcommand and is none.
    private let unknown: Unknown?

    private struct Unknown {
        let name: String
        /// The names there are.
        let known: [String]
    }

    init(_ arguments: [String]) {
        self.arguments = arguments
        var command: any ParsableCommand.Type = ProvisoCommand.self
        var names = ["proviso"]
        var unknown: Unknown?
        for argument in arguments.drop(while: { $0 == "help" }) {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !argument.hasPrefix("-") else { break }
            guard let next = subcommands.first(where: { $0.configuration.commandName == argument }) else {
                let shown = subcommands.filter { $0.configuration.shouldDisplay }
                unknown = Unknown(name: argument, known: shown.compactMap { $0.configuration.commandName } + ["help"])
                break
            }
            command = next
            names.append(argument)
        }
        self.command = command
        self.unknown = unknown
        name = names.joined(separator: " ")
    }

    /// The arguments for the parser, which takes a negative number for an option unless it is part of one.
    var readable: [String] {
        arguments.reduce(into: []) { result, argument in
            let isNegative = argument.utf8.first == UInt8(ascii: "-") && Double(argument) != nil
            if isNegative, let last = result.last, last.hasPrefix("--"), last != "--", !last.contains("=") {
                result[result.count - 1] = "\(last)=\(argument)"
            } else {
                result.append(argument)
            }
        }
    }

    /// Refuses a name that is no command, and an option given twice of which the last would silently win.
    func check() throws {
        if let unknown {
            let near = Suggestion.nearest(to: unknown.name, in: unknown.known)
            let known = near == nil ? "; there are \(unknown.known.joined(separator: ", "))" : Suggestion.hint(near)
            throw ValidationError("unknown command '\(unknown.name)'\(known)")
        }
        let given = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }
            .map { String($0.prefix { $0 != "=" }) }
        let isShort = given.contains { !$0.hasPrefix("--") }
        guard isShort || Set(given).count < given.count else { return }
        for option in Option.all(of: command) where option.takesValue && !option.mayRepeat {
            if given.count(where: option.names.contains) > 1 {
                throw ValidationError("'\(option.names.last ?? "")' is given twice, but takes one value")
            }
        }
    }

    /// Writes an error and how the command is called, and ends the tool as its exit statuses say.
    func exit(with error: any Error) -> Never {
        let code = ProvisoCommand.exitCode(for: error)
        guard code == .validationFailure else {
            if code == .success { StandardOutput.exit(with: ProvisoCommand.fullMessage(for: error)) }
            if error is ExitCode { ProvisoCommand.exit(withError: error) }
            Messages.error("\((error as? SystemError)?.reason ?? "\(error)")")
            Glibc.exit(ExitCode.failure.rawValue)
        }
        Messages.error(message(of: error))
        let usage = ProvisoCommand.usageString(for: command)
        Messages.lines("Usage: \(usage)\n  See '\(name) --help' for more information.")
        Glibc.exit(ExitCode.usage.rawValue)
    }

    /// The parser's message; its idea of a similar option differs in up to three letters, however short the name is.
    private func message(of error: any Error) -> String {
        let text = ProvisoCommand.message(for: error)
        let start = "Unknown option '"
        guard text.hasPrefix(start) else { return text }
        let option = String(text.dropFirst(start.count).prefix { $0 != "'" })
        let near = Suggestion.nearest(to: option, in: Option.all(of: command).flatMap(\.names))
        return "unknown option '\(option)'\(Suggestion.hint(near))"
    }

    /// An option as the command's help describes it.
    private struct Option {
        /// With their hyphens, the long one last.
        let names: [String]
        let takesValue: Bool
        let mayRepeat: Bool

        /// The help says all that is needed, and what it says is so.
        static func all(of command: any ParsableCommand.Type) -> [Option] {
            let help = ProvisoCommand.helpMessage(for: command, columns: 10_000)
            // The text of an option with a long name is in the next line.
            let entries = help.split(separator: "\n").reduce(into: [String]()) { entries, line in
                if line.hasPrefix("  -") { entries.append(String(line)) }
                if line.hasPrefix("   "), let last = entries.indices.last { entries[last] += line }
            }
            return entries.map { entry in
                let words = entry.split(separator: " ")
                let names = words.prefix { $0.hasPrefix("-") }.map { String($0.filter { $0 != "," }) }
                let takesValue = words.count > names.count && words[names.count].hasPrefix("<")
                return Option(
                    names: names, takesValue: takesValue, mayRepeat: entry.holds("may be given more than once"))
            }
        }
    }
}
