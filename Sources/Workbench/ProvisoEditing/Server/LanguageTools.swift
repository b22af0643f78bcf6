package import Proviso

/// What a language server needs from the tool around it.
package struct LanguageTools {
    /// The rule types, with the plugins of more directories, and why some were refused.
    package var registry: ([String]) -> (registry: Registry, problems: [String])
    /// The manual of a rule type as Markdown.
    package var manual: (RuleDefinition) -> String
    /// Advice about a plan that works.
    package var advice: (Plan) -> [RuleSetError.Diagnostic]
    /// The formatted text of a rule file, `nil` if it has mistakes.
    package var format: ((String) -> String?)?
    /// The values of variables, as typed.
    package var variables: [String: String]
    /// The directory that included files must be in; `nil` for that of the rule file.
    package var includeRoot: String?
    package var version: String

    package init(
        registry: @escaping ([String]) -> (registry: Registry, problems: [String]) = { _ in (.standard, []) },
        manual: @escaping (RuleDefinition) -> String = { "`\($0.type)`" },
        advice: @escaping (Plan) -> [RuleSetError.Diagnostic] = { _ in [] },
        format: ((String) -> String?)? = nil, variables: [String: String] = [:], version: String = ""
    ) {
        (self.registry, self.manual, self.advice) = (registry, manual, advice)
        (self.format, self.variables, self.version) = (format, variables, version)
    }
}
