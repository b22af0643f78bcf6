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

    /// Options that `-h` names exist, and what it shows fits a screen.
    @Test func theShortHelpFitsAScreen() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let short = try tool.run(["check", "-h"])
        #expect(short.status == 0 && short.errors.isEmpty)
        let lines = short.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24, "\(short.output)")
        #expect(lines.count { $0.firstMatch(of: /^  (?:-[a-z], )?--[a-z]/) != nil } == 10, "\(short.output)")
        #expect(try tool.run(["-V"]).output == tool.run(["--version"]).output)
        #expect(try tool.run(["check", "-v"]).errors.contains("did you mean '--version'?"))
        #expect(try tool.run(["validate"]).errors.contains("did you mean 'check'?"))
        #expect(try tool.run(["check", "--rule", "a.yaml"]).errors.contains("did you mean '--rules'?"))
    }

    /// The command lines below "Examples:", which is the last section of the help.
    private static func examples(in help: String) -> [String] {
        let sections = help.components(separatedBy: "\n\n")
        guard let last = sections.last, last.hasPrefix("Examples:\n") else { return [] }
        return last.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("      ") }.map(String.init)
    }

    /// An example names its command, and all its options exist.
    @Test func theHelpOfEachCommandEndsWithTwoExamples() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let titles = try Self.page().split(separator: "\n").filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
        #expect(titles.count > 20)
        for title in titles {
            let words = title.split(separator: " ").dropFirst(2).map(String.init)
            let help = try tool.run(words + ["--help"]).output
            let examples = Self.examples(in: help)
            #expect(examples.count == 2, "\(title)")
            for example in examples {
                #expect(example.contains((["proviso"] + words).joined(separator: " ")), "\(example)")
                guard !help.contains("<subcommand>") else { continue }
                for option in example.matches(of: /(?:^| )(--[a-z-]+)/) {
                    #expect(help.contains(option.1), "\(example)")
                }
            }
        }
    }

    @Test func theManualPageHasAllCommandsAndOptions() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let manual = try tool.run(["reference", "--man"])
        #expect(manual.status == 0 && manual.output.hasPrefix(".TH PROVISO 1 "))
        let text = manual.output.replacing("\\-", with: "-")
        for row in try Self.page().split(separator: "\n") {
            if row.hasPrefix("## ") || row.hasPrefix("### "), row != "## proviso" {
                #expect(text.contains("\n.SS \(row.drop { $0 == "#" || $0 == " " })\n"), "\(row)")
            } else if let option = row.firstMatch(of: /^\| `([-<][^`]+)` \|/)?.1 {
                #expect(text.contains("\\fB\(option)\\fR\n"), "\(option)")
            }
        }
        for line in manual.output.split(separator: "\n") where line.hasPrefix(".") {
            #expect(line.firstMatch(of: /^\.(TH|SH|SS|PP|TP)\b/) != nil, "\(line)")
        }
    }
}
