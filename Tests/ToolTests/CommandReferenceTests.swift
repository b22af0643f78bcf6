import Foundation
import TestSupport
import Testing

/// Docs/CommandLine.md, which the tool writes itself.
@Suite(.waitingForProcesses) struct CommandReferenceTests {
    private static func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/CommandLine.md")
        return try String(contentsOf: file.standardized, encoding: .utf8)
    }

    @Test func thePageIsUpToDate() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run(["reference"]).output == Self.page(), "run make docs")
    }

    /// Rows of tables: a name, and one sentence, with notes in parentheses behind it.
    @Test func eachOptionIsExplainedInOneSentence() throws {
        let rows = try Self.page().split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count > 100)
        for row in rows {
            let text = row.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)
            let sentence = text.replacing(/\ \((?:one of|default|may be|required)[^()]*\)$/, with: "")
            #expect(sentence.hasSuffix(".") && !sentence.dropLast().contains(". "), "\(row)")
            #expect(sentence.first?.isLowercase == false || row.contains("<shell>"), "\(row)")
        }
    }

    /// What `--help` of a command shows is what the page has about it.
    @Test func thePageHasAllCommandsAndOptions() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let page = try Self.page()
        let groups = page.components(separatedBy: "\n## ").dropFirst()
        for section in groups.flatMap({ $0.components(separatedBy: "\n### ") }) {
            let title = section.prefix { $0 != "\n" }
            let words = title.split(separator: " ").dropFirst().map(String.init)
            let help = try tool.run(words + ["--help"])
            #expect(help.status == 0 && help.errors.isEmpty, "\(title)")
            let lines = help.output.split(separator: "\n")
            let shown = lines.compactMap { $0.firstMatch(of: /^  (?:-[a-z], )?(--[a-z-]+)/)?.1 }
            for name in Set(shown).subtracting(["--help", "--version"]) { #expect(section.contains(name), "\(title)") }
            #expect(try tool.run(["help"] + words).output == help.output)
        }
    }
}
