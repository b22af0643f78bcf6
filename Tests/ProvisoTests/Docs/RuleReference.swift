import Foundation
import Proviso

/// Docs/Rules.md, made from the validators' doc comments and from what the registry says of them.
struct RuleReference {
    /// One rule type with its doc comment.
    struct Entry {
        let definition: RuleDefinition
        let comment: String
        /// How Swift code writes the rule: `.string(min: Int? = nil, …)`.
        let spellings: [String]

        /// The rules in the comment's YAML.
        var sample: String {
            let parts = comment.components(separatedBy: "```")
            return parts.first { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) } ?? ""
        }

        /// The sample as a whole rule file.
        var file: String {
            if !sample.hasPrefix("- ") { return sample }
            return "rules:\n" + sample.split(separator: "\n").map { "  \($0)\n" }.joined()
        }

        /// The comment with its sample as a whole rule file, as people paste it.
        var page: String { sample.isEmpty ? comment : comment.replacing(sample, with: file) }
    }

    let entries: [Entry]

    /// Reads the doc comments in a folder of validators.
    init(sources: URL) throws {
        var (comments, spellings): ([String: String], [String: [String]]) = ([:], [:])
        for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasSuffix("Validator.swift") {
            let name = file.deletingPathExtension().lastPathComponent
            let source = try String(contentsOf: file, encoding: .utf8)
            comments[name] = Self.comment(of: name, in: source)
            spellings[name] = Self.spellings(in: source)
        }
        entries = Registry.standard.definitions.compactMap { definition in
            let type = definition.type.rawValue
            let name = "\(type.prefix(1).uppercased())\(type.dropFirst())Validator"
            return comments[name].map {
                Entry(definition: definition, comment: $0, spellings: spellings[name] ?? [])
            }
        }
    }

    /// The members of `Constraint` that a file declares, as calls.
    private static func spellings(in source: String) -> [String] {
        guard let start = source.range(of: "\nextension Constraint {") else { return [] }
        return source[start.upperBound...].components(separatedBy: "public static ").dropFirst().compactMap { part in
            let declaration = part.components(separatedBy: .whitespacesAndNewlines).filter { !$0.isEmpty }
            let text = declaration.dropFirst().joined(separator: " ")
            let end = part.hasPrefix("var ") ? text.range(of: ": Constraint") : text.range(of: " -> Constraint")
            guard let end else { return nil }
            let call = text[..<end.lowerBound].replacing("( ", with: "(").replacing(" )", with: ")")
            return "." + call.replacing(#/ throws(\([^)]*\))?$/#, with: "")
        }
    }

    /// The lines of `///` before the type's declaration.
    private static func comment(of name: String, in source: String) -> String? {
        let lines = source.components(separatedBy: "\n")
        guard let place = lines.firstIndex(where: { $0.contains(" \(name):") }) else { return nil }
        let comment = lines[..<place].reversed().prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }.reversed()
        return comment.filter { $0.hasPrefix("///") }.map { String($0.dropFirst($0.hasPrefix("/// ") ? 4 : 3)) }
            .joined(separator: "\n")
    }

    var text: String {
        let groups = RuleTypeFacts.Chapter.allCases.map { chapter in
            (title: chapter.rawValue, entries: entries(of: chapter))
        }.filter { !$0.entries.isEmpty }
        var text = Self.head
        for group in groups {
            text +=
                "- **\(group.title)**: \(group.entries.map(Self.link).joined(separator: ", "))\n"
        }
        for group in groups {
            text += "\n## \(group.title)\n"
            for entry in group.entries { text += section(entry) }
        }
        return text
    }

    private func entries(of chapter: RuleTypeFacts.Chapter) -> [Entry] {
        entries.filter { $0.definition.about.chapter == chapter }.enumerated()
            .sorted { ($0.element.definition.about.place, $0.offset) < ($1.element.definition.about.place, $1.offset) }
            .map(\.element)
    }

    private static func link(_ entry: Entry) -> String {
        let type = entry.definition.type.rawValue
        return "[`\(type)`](#\(type.lowercased()))"
    }

    private static let head = """
        # Rule types

        Every built-in rule type with its options and codes. Each section has a sample for rule files, then the form in
        Swift: `Rule("name", .string(min: 3))`. [RuleFiles.md](RuleFiles.md) has the keys that all rules have. Messages
        may also use `{attribute}` and `{value}`. `proviso types NAME` prints the same, also for types of plugins.

        `make docs` writes this page from the doc comments of the validators. Do not edit it by hand.


        """

    private func section(_ entry: Entry) -> String {
        var text = "\n### \(entry.definition.type)\n\n\(entry.page)\n"
        if !entry.spellings.isEmpty {
            text += "\n```swift\n\(entry.spellings.joined(separator: "\n"))\n```\n"
        }
        let options = entry.definition.options ?? []
        if !options.isEmpty {
            text += "\n| option | kind | meaning |\n|---|---|---|\n"
            for option in options {
                let need = option.isRequired ? " (required)" : ""
                let summary = Self.cell(option.summary).replacing("<", with: "\\<") + need
                text += "| `\(option.name)` | \(option.words) | \(summary) |\n"
            }
        }
        if !entry.definition.codes.isEmpty {
            text += "\n| code | parameters | English message |\n|---|---|---|\n"
            for code in entry.definition.codes {
                let parameters = code.parameters.map { "`\($0)`" }.joined(separator: ", ")
                text += "| `\(code.code)` | \(parameters) | \(Self.cell(Self.message(for: code.code))) |\n"
            }
        }
        return text
    }

    private static func message(for code: Code) -> String {
        Catalogs.embedded.catalog(for: "en")?.source(for: code.rawValue).map { "`\($0)`" } ?? ""
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
