/// A command of the tool: its options fill the properties, then it runs.
package protocol Command {
    static var name: String { get }
    /// One sentence.
    static var summary: String { get }
    static var page: CommandPage { get }
    /// Created only if this command is called.
    static var options: [Option<Self>] { get }
    static var operands: Operands<Self>? { get }
    /// Creates the command without options.
    init()
    /// Throws a `UsageError` for options that contradict each other, before anything is read or written.
    func validate() throws
    func run() throws
}

extension Command {
    package static var page: CommandPage { CommandPage() }

    package static var options: [Option<Self>] { [] }

    package static var operands: Operands<Self>? { nil }

    package func validate() throws {}
}

/// A group of commands, whose name is written before theirs.
package protocol CommandGroup {
    static var name: String { get }
    static var summary: String { get }
    static var page: CommandPage { get }
    static var commands: [CommandNode] { get }
}

extension CommandGroup {
    package static var page: CommandPage { CommandPage() }
}

/// The text of a command's help in addition to its summary and its options.
package struct CommandPage {
    package let discussion: String
    /// Command lines with explanations.
    package let examples: [(line: String, meaning: String)]
    package let statuses: [(status: String, meaning: String)]
    /// The names of the options that `-h` shows; empty if it shows all.
    package let usual: [String]
    /// Whether help and completion omit the command.
    package let isHidden: Bool

    package init(
        _ discussion: String = "", examples: [(line: String, meaning: String)] = [],
        statuses: [(status: String, meaning: String)] = [], usual: [String] = [], isHidden: Bool = false
    ) {
        self.discussion = discussion
        self.examples = examples
        self.statuses = statuses
        self.usual = usual
        self.isHidden = isHidden
    }
}

/// A command, or a group of them.
package enum CommandNode {
    case command(any Command.Type)
    case group(any CommandGroup.Type)

    package var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let type): type.name
        }
    }

    var summary: String {
        switch self {
        case .command(let type): type.summary
        case .group(let type): type.summary
        }
    }

    var page: CommandPage {
        switch self {
        case .command(let type): type.page
        case .group(let type): type.page
        }
    }

    /// The commands of a group that help shows.
    var children: [CommandNode] {
        if case .group(let type) = self { type.commands.filter { !$0.page.isHidden } } else { [] }
    }

    /// The options that help shows.
    var options: [OptionInfo] {
        guard case .command(let type) = self else { return [] }
        return type.infos.filter { !$0.isHidden }
    }

    /// The first command in this group that has an option of this name, such as `locales import`.
    func owner(of option: String) -> String? {
        flattened().first { $0.node.options.contains { $0.isNamed(option) } }
            .map { $0.path.dropFirst().joined(separator: " ") }
    }

    var operands: OperandInfo? {
        if case .command(let type) = self { type.operandInfo } else { nil }
    }

    /// This command and all commands in it, with their names from the root; groups come before their commands.
    func flattened(_ before: [String] = []) -> [(path: [String], node: CommandNode)] {
        let path = before + [name]
        return [(path, self)] + children.flatMap { $0.flattened(path) }
    }
}

extension Command {
    fileprivate static var infos: [OptionInfo] { options.map { $0.info } }

    fileprivate static var operandInfo: OperandInfo? { operands?.info }
}

/// A mistake on the command line.
package struct UsageError: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
