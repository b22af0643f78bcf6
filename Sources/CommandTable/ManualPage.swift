/// The manual page of the tool for `man`, with all commands.
package struct ManualPage {
    private let root: any CommandGroup.Type
    private let version: String

    package init(_ root: any CommandGroup.Type, version: String) {
        self.root = root
        self.version = version
    }

    package var text: String {
        let name = root.name
        let summary = Self.escaped(Self.withoutPeriod(root.summary))
        let head = """
            .TH \(name.uppercased()) 1 "" "\(name) \(version)"
            .SH NAME
            \(name) \\- \(summary)
            .SH SYNOPSIS
            \(Self.escaped(HelpPage([name], .group(root)).usage))
            .SH COMMANDS

            """
        return head + CommandNode.group(root).flattened().dropFirst().map { Self.section($0.path, $0.node) }.joined()
    }

    private static func section(_ path: [String], _ node: CommandNode) -> String {
        let page = node.page
        var text = ".SS \(escaped(path.joined(separator: " ")))\n\(escaped(node.summary))\n"
        if !page.discussion.isEmpty { text += ".PP\n\(escaped(page.discussion))\n" }
        text += ".PP\n\(escaped(HelpPage(path, node).usage))\n"
        if let operands = node.operands { text += row(operands.shown, operands.help) }
        for (group, options) in OptionGroup.parts(of: node.options) {
            if group != .own { text += ".PP\n\\fI\(escaped(group.rawValue))\\fR\n" }
            for option in options { text += row(HelpPage.heading(option), HelpPage.words(option)) }
        }
        for child in node.children { text += row(child.name, child.summary) }
        for status in page.statuses { text += row("Exit status \(status.status)", status.meaning) }
        for example in page.examples { text += row(example.line, example.meaning) }
        return text
    }

    /// A term in bold, and its explanation in an indented paragraph.
    private static func row(_ term: String, _ text: String) -> String {
        ".TP\n\\fB\(escaped(term))\\fR\n\(escaped(text))\n"
    }

    private static func withoutPeriod(_ text: String) -> String {
        String(text.hasSuffix(".") ? text.dropLast() : text[...])
    }

    /// Text in which nothing is a request or an escape of roff; blank lines become new paragraphs.
    private static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.isEmpty { return ".PP" }
            let escaped = line.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
            return (line.first == "." || line.first == "'" ? "\\&" : "") + escaped
        }
        return lines.joined(separator: "\n")
    }
}
