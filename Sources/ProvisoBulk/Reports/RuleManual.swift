package import Proviso
package import ProvisoPlugins

/// The manual of a rule type.
package struct RuleManual {
    package let definition: RuleDefinition
    /// The description; empty if the type has none.
    package let description: String
    /// Sample rules of this type, as in a rule file.
    package let sample: String

    /// The first sentence of the description.
    package let summary: String
    /// Values with their verdicts; only a plugin has some.
    package let examples: [PluginManifest.Example]

    /// A plugin's type has the summary and the examples of its manifest.
    package init(_ definition: RuleDefinition, _ rule: PluginManifest.Rule?) {
        self.definition = definition
        examples = rule?.examples ?? []
        if let rule {
            (summary, description, sample) = (rule.summary, rule.summary, Self.sample(definition, examples))
            return
        }
        summary = Self.summary(definition.type)
        let parts = Self.comment(definition.type).parts(between: "```")
        description = parts.first.map(Self.trimmed) ?? ""
        // A type that a rule file makes has no comment.
        sample =
            parts.first { $0.hasPrefix("yaml\n") }.map { Self.trimmed($0.dropFirst(5)) }
            ?? Self.sample(definition, examples)
    }

    /// A rule for each set of options with which the manifest has a valid value.
    private static func sample(_ definition: RuleDefinition, _ examples: [PluginManifest.Example]) -> String {
        let none = AnyValue.object([])
        var sets = examples.filter { $0.code == nil }.map(\.options).withoutRepetition()
        if sets.isEmpty, definition.options?.contains(where: \.isRequired) != true { sets = [none] }
        return sets.prefix(3).map { options in
            "- [value, \(definition.type)\(options == none ? "" : ", " + options.json)]"
        }.joined(separator: "\n")
    }

    static func summary(_ type: RuleType) -> String {
        let text = comment(type).parts(between: "\n\n")[0].replaced("\n", by: " ")
        guard let end = text.place(of: ". ") else { return trimmed(text[...]) }
        return String(text[..<end.lowerBound]) + "."
    }

    private static func comment(_ type: RuleType) -> String {
        let name = type.rawValue
        return BuiltInComments.all["\(name)Validator".lowercased()] ?? ""
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.drop { $0.isNewline })
    }

    /// The English message of a code in the catalogs.
    package static func message(_ code: Code) -> String? {
        Catalogs.embedded.catalog(for: "en")?.source(for: code.rawValue)
    }
}
