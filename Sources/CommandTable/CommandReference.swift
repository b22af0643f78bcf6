/// A page of Markdown about all commands.
package struct CommandReference {
    private let root: any CommandGroup.Type

    package init(_ root: any CommandGroup.Type) { self.root = root }

    package var markdown: String {
        CommandNode.group(root).flattened().map { Self.section($0.path, $0.node) }.joined(separator: "\n")
    }

    private static func section(_ path: [String], _ node: CommandNode) -> String {
        let page = node.page
        var text = "\(path.count > 2 ? "###" : "##") \(path.joined(separator: " "))\n\n\(node.summary)\n\n"
        text += "```\n\(HelpPage(path, node).usage)\n```\n"
        if !page.discussion.isEmpty { text += "\n\(page.discussion)\n" }
        let operands = node.operands.map { [("`\($0.shown)`", $0.help)] } ?? []
        text += table(operands, head: "argument | meaning")
        for (group, options) in OptionGroup.parts(of: node.options) {
            let rows = options.map { ("`\(HelpPage.heading($0))`", HelpPage.words($0)) }
            text += table(rows, head: "\(group == .own ? "option" : group.rawValue.lowercased()) | meaning")
        }
        text += table(node.children.map { ("`\($0.name)`", $0.summary) }, head: "subcommand | meaning")
        text += table(page.statuses.map { ($0.status, $0.meaning) }, head: "exit status | meaning")
        guard !page.examples.isEmpty else { return text }
        return text + "\n```sh\n" + page.examples.map { "# \($0.meaning)\n\($0.line)\n" }.joined() + "```\n"
    }

    private static func table(_ rows: [(String, String)], head: String) -> String {
        guard !rows.isEmpty else { return "" }
        return "\n| \(head) |\n|---|---|\n" + rows.map { "| \($0.0) | \(cell($0.1)) |\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        String(text.flatMap { $0 == "|" ? ["\\", $0] : [$0] })
    }
}
