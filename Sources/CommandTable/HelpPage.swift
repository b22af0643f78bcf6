/// The help of a command.
package struct HelpPage {
    private let path: [String]
    private let node: CommandNode

    package init(_ path: [String], _ node: CommandNode) {
        self.path = path
        self.node = node
    }

    /// The usage line, such as `proviso check --rules <file> [options] [<data> ...]`.
    package var usage: String {
        var parts = path
        for option in node.options where option.isRequired { parts.append(option.usage) }
        if node.options.contains(where: { !$0.isRequired }) { parts.append("[options]") }
        if let operands = node.operands { parts.append(operands.usage) }
        if case .group = node { parts.append("<subcommand>") }
        return parts.joined(separator: " ")
    }

    package var text: String {
        let page = node.page
        var text = Wrap.text(node.summary) + "\n\n"
        if !page.discussion.isEmpty { text += Wrap.text(page.discussion) + "\n\n" }
        text += "Usage: \(usage)\n"
        if let operands = node.operands { text += Self.section("Arguments", [(operands.shown, operands.help)]) }
        for (group, options) in OptionGroup.parts(of: node.options) where group != .own {
            text += Self.section(group.rawValue, Self.rows(options))
        }
        text += Self.section("Options", Self.rows(node.options.filter { $0.group == .own }) + Self.common)
        text += Self.section("Subcommands", node.children.map { ($0.name, $0.summary) })
        text += Self.section("Exit status", page.statuses.map { ($0.status, $0.meaning) })
        if case .group = node {
            let command = ([path[0], "help"] + path.dropFirst() + ["<subcommand>"]).joined(separator: " ")
            text += "\n  See '\(command)' for more information.\n"
        }
        guard !page.examples.isEmpty else { return text }
        return text + "\nExamples:\n" + page.examples.map { "  \($0.line)\n      \($0.meaning)\n" }.joined()
    }

    /// One screen: the options that people use most, for commands that have many.
    package var short: String {
        let usual = node.page.usual
        guard !usual.isEmpty else { return text }
        let options = usual.compactMap { name in node.options.first { $0.isNamed(name) } }
        let command = path.joined(separator: " ")
        return Wrap.text(node.summary) + "\n\nUsage: \(usage)\n"
            + Self.section(
                "Options, the most used of \(node.options.count)", options.map { (Self.heading($0), Self.brief($0)) })
            + "\n  \(command) --help shows all of them, and examples.\n"
    }

    /// The options of all commands.
    static let common = [("-V, --version", "Show the version."), ("-h, --help", "Show help; --help shows all of it.")]

    private static func rows(_ options: [OptionInfo]) -> [(String, String)] { options.map { (heading($0), words($0)) } }

    /// The names and the value: `-r, --rules <file>`.
    static func heading(_ option: OptionInfo) -> String { (option.short.map { "\($0), " } ?? "") + option.usage }

    /// The help of an option up to its details, with the words that it takes.
    private static func brief(_ option: OptionInfo) -> String {
        let text = option.help.prefix { $0 != ";" }
        guard case .choice(let words) = option.kind else { return text.last == "." ? String(text) : "\(text)." }
        return text.prefix { $0 != "." } + ": \(words().joined(separator: ", "))."
    }

    static func words(_ option: OptionInfo) -> String {
        var notes: [String] = []
        if case .choice(let words) = option.kind { notes.append("one of \(words().joined(separator: ", "))") }
        if let usual = option.usual { notes.append("default: \(usual)") }
        if option.mayRepeat { notes.append("may be given more than once") }
        if option.isRequired { notes.append("required") }
        return option.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    private static func section(_ title: String, _ rows: [(String, String)]) -> String {
        guard !rows.isEmpty else { return "" }
        return "\n\(title):\n" + rows.map { Wrap.row($0.0, $0.1) }.joined()
    }
}

/// Wraps text at 80 columns.
private enum Wrap {
    private static let width = 80
    /// The column where explanations begin.
    private static let column = 26

    static func text(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { lines(String($0), width).joined(separator: "\n") }.joined(separator: "\n")
    }

    /// A name, and its explanation beside it or below it.
    static func row(_ name: String, _ text: String) -> String {
        let margin = String(repeating: " ", count: column)
        var row = "  " + name
        if row.count + 2 > column {
            row += "\n" + margin
        } else {
            row += String(repeating: " ", count: column - row.count)
        }
        return row + lines(text, width - column).joined(separator: "\n" + margin) + "\n"
    }

    private static func lines(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
