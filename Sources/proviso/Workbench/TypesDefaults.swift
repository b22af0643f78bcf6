import Proviso

/// What an option is if a rule does not set it.
enum TypeDefaults {
    /// Defaults that the summaries of options do not say; other Booleans are false.
    private static let table: [String: String] = [
        "base32.padding": "required", "base64.padding": "required", "compare.type": "string",
        "each.allowMessageFromRule": "true", "each.stopOnFirstError": "true", "hash.encoding": "hex",
        "mac.bits": "48 and 64", "mac.separators": "':' and '-'", "string.strict": "true", "string.unit": "codePoints",
    ]

    /// The default for the line of an option whose summary does not say it.
    static func note(_ definition: RuleDefinition, _ option: OptionDescription) -> String {
        if option.isRequired { return ", needed" }
        if said(option.summary) != nil { return "" }
        return usual(definition, option).map { ", \($0) by default" } ?? ""
    }

    /// The default; `nil` for an option that does nothing unless it is set.
    static func usual(_ definition: RuleDefinition, _ option: OptionDescription) -> String? {
        if option.isRequired { return nil }
        if let said = said(option.summary) { return said }
        if let known = table["\(definition.type).\(option.name)"] { return known }
        // What a plugin does is for the plugin to say.
        return option.kind == .boolean && definition.origin == .builtIn ? "false" : nil
    }

    /// The default in the words of a summary: `5 by default`, `2, the default`, `by default the name`.
    private static func said(_ summary: String) -> String? {
        for part in summary.parts(between: "; ") {
            if part.hasPrefix("by default ") { return String(part.dropFirst("by default ".count)) }
        }
        for phrase in [" by default", ", the default"] {
            guard let end = summary.place(of: phrase)?.lowerBound else { continue }
            let before = summary[..<end].parts(between: "; ").last ?? ""
            return String(before).parts(between: ", ").last?.parts(between: ": ").last.map(String.init)
        }
        return nil
    }
}
