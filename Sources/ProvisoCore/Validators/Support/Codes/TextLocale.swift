internal import ProvisoMessages

/// Reads the language tags of a rule set's labels, hints and messages.
package enum TextLocale {
    /// The canonical form of a tag, or `nil` if it is not a BCP 47 tag or CLDR does not know its language.
    package static func canonical(_ tag: String) -> String? {
        guard let canonical = LocaleTag.canonical(tag) else { return nil }
        let language = canonical.prefix { $0 != "-" }
        guard isLanguage(String(language)) else { return nil }
        // A misspelled part, as in zh-Hns or pt-BRR, would be a locale that no reader has. ICU reads hns as a language.
        return hasKnownParts(tag) ? canonical : nil
    }

    /// The reason why a tag is refused.
    package static func reason(_ tag: String) -> String { "'\(tag)'" + refusal }

    /// The tag in such a reason.
    package static func tag(refusedFor reason: String) -> String? {
        guard reason.hasPrefix("'"), reason.hasSuffix("'" + refusal) else { return nil }
        return String(reason.dropFirst().dropLast(refusal.count + 1))
    }

    private static let refusal = " is not a BCP 47 language tag"

    private static func hasKnownParts(_ tag: String) -> Bool {
        guard tag.utf8.contains(UInt8(ascii: "-")) else { return true }
        var tag = tag
        return tag.withUTF8 { LanguageTagGrammar($0)?.hasKnownParts ?? true }
    }

    private static func isLanguage(_ language: String) -> Bool {
        if embedded.contains(language) { return true }
        if language == "und" { return false }
        guard (2...3).contains(language.utf8.count) else { return false }
        // ISO 639 reserves qaa to qtz for private use.
        if language.utf8.count == 3, ("qaa"..."qtz").contains(language) { return true }
        var language = language
        return language.withUTF8 { KnownCodes.languages.containsFolded($0) }
    }

    /// The languages that have catalogs; ICU takes a millisecond to list all of its own.
    private static let embedded = Set(Catalogs.embedded.locales.map { String($0.prefix { $0 != "-" }) })
}

extension RuleSet {
    /// The rule set with its labels, hints and messages under canonical tags; malformed tags stay unchanged.
    func withCanonicalLocales() -> RuleSet {
        var result = self
        for (attribute, texts) in labels { result.labels[attribute] = Self.canonical(texts) }
        for (attribute, texts) in hints { result.hints[attribute] = Self.canonical(texts) }
        result.messages = Self.canonical(messages)
        return result
    }

    /// Reports every malformed tag of labels, hints and messages.
    func checkLocales(_ report: (RuleSetError.Diagnostic) -> Void) {
        for (kind, texts, part) in texts {
            for (attribute, tag) in texts.flatMap({ texts in texts.value.keys.map { (texts.key, $0) } }).sorted(by: <)
            where !tag.isEmpty && TextLocale.canonical(tag) == nil {
                report(
                    RuleSetError.Diagnostic(
                        position: positions[part(attribute)],
                        reason: "\(kind) of '\(attribute)': \(TextLocale.reason(tag))",
                        suggestion: TextLocale.suggestion(for: tag)))
            }
        }
    }

    private static func canonical<Text>(_ texts: [String: Text]) -> [String: Text] {
        Dictionary(texts.map { ($0.key.isEmpty ? "" : TextLocale.canonical($0.key) ?? $0.key, $0.value) }) { $1 }
    }
}
