/// One call of the tool: finds the command, reads its options and runs it.
///
/// The value of an option is the next word, or follows `=`. Flags of one letter can be joined. After `--` no word is an
/// option.
package struct CommandCall {
    /// The names of the tool and of the commands found so far; a usage error is about the last one.
    package private(set) var path: [String]
    package private(set) var node: CommandNode
    private var words: ArraySlice<String>
    private let nearest: NearestName
    private let root: CommandNode

    /// Finds the most similar known name.
    package typealias NearestName = (_ name: String, _ known: [String]) -> String?

    /// The result of a call.
    package enum Answer {
        case help, shortHelp, version
        /// A command was run.
        case done
    }

    package init(_ root: any CommandGroup.Type, _ words: ArraySlice<String>, nearest: @escaping NearestName) {
        node = .group(root)
        self.root = node
        path = [root.name]
        self.words = words
        self.nearest = nearest
    }

    /// Throws a `UsageError`, or what the command throws.
    package mutating func run() throws -> Answer {
        var asksForHelp = false
        while case .group(let group) = node {
            guard let word = words.popFirst() else { return .help }
            if word == "help" {
                asksForHelp = true
            } else if Self.isHelp(word) {
                return word == "-h" ? .shortHelp : .help
            } else if Self.isVersion(word) {
                return .version
            } else {
                try enter(word, of: group.commands)
            }
        }
        guard !asksForHelp, case .command(let type) = node else { return .help }
        let root = root
        return try Self.run(type, words, nearest) { root.owner(of: $0) }
    }

    private mutating func enter(_ word: String, of commands: [CommandNode]) throws(UsageError) {
        guard let next = commands.first(where: { $0.name == word }) else { throw unknown(word) }
        node = next
        path.append(word)
    }

    private func unknown(_ word: String) -> UsageError {
        let known = node.children.map { $0.name } + ["help"]
        let list = known.joined(separator: ", ")
        guard word.utf8.first != UInt8(ascii: "-") else {
            let near = word == "-v" ? "--version" : nearest(word, ["--help", "--version"])
            return UsageError(
                near.map { "unknown option '\(word)'; did you mean '\($0)'?" }
                    ?? "unknown option '\(word)' before the command; the commands are \(list)")
        }
        let near = nearest(word, known).map { "did you mean '\($0)'?" } ?? "there are \(list)"
        return UsageError("unknown command '\(word)'; \(near)")
    }

    static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }
    static func isVersion(_ word: String) -> Bool { word == "--version" || word == "-V" }

    private static func run<Run: Command>(
        _ type: Run.Type, _ words: ArraySlice<String>, _ nearest: @escaping NearestName,
        _ owner: @escaping (String) -> String?
    ) throws -> Answer {
        let (options, operands) = (Run.options, Run.operands)
        var scanner = WordScanner(
            options: options.map { $0.info }, operands: operands?.info, nearest: nearest, owner: owner)
        switch try scanner.scan(words) {
        case .help: return .help
        case .shortHelp: return .shortHelp
        case .version: return .version
        case .values: break
        }
        var command = Run()
        for found in scanner.found {
            guard let index = found.option else {
                operands?.read(&command, found.text)
                continue
            }
            do throws(OptionError) {
                try options[index].read(&command, found.text)
            } catch {
                throw found.usageError(error, nearest)
            }
        }
        try command.validate()
        try command.run()
        return .done
    }
}
