public import ProvisoMessages

/// Requires a well-formed language tag of BCP 47 (RFC 5646, section 2.1), such as `de-CH` or `zh-Hant-TW`.
///
/// Letters may be in either case. Underscores are rejected. With `known`, the language, script, region and variants
/// must also be in the data of CLDR, or be scripts for which CLDR has only names (`Latf`); variants and extensions
/// must not be repeated, and tags of private use alone are rejected. The parts after a singleton (`-u-`, `-x-`) are
/// not looked up. The data comes with the ICU library.
///
/// ```yaml
/// - [language, languageTag]
/// ```
public struct LanguageTagValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "languageTag"
    public static let about = RuleTypeFacts(
        chapter: .regions, place: 4,
        valid: ["en", "de-AT", "zh-Hant-TW"],
        invalid: ["english_", "e", "123", "xq", "x"],
        familiar: ["": "language lang locale bcp47"],
        tables: [.locales],
        guesses: [.init(37, names: ["lang", "locale"])])
    package var means: ValueMeaning { .text }
    public static let options = [OptionDescription("known", .boolean, "whether the subtags must be known too")]
    public static let codes = [CodeDescription("languageTag.invalid"), CodeDescription("languageTag.unknown")]

    public var known: Bool

    public init(known: Bool = false) {
        self.known = known
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(known: try options.boolean("known") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text, let tag = LanguageTagGrammar(text.buffer) else {
            return context.report("languageTag.invalid")
        }
        if known, !tag.isKnown { context.report("languageTag.unknown") }
    }
}

extension Constraint {
    /// Requires a well-formed language tag.
    public static var languageTag: Constraint { .validator(LanguageTagValidator()) }

    /// Requires a language tag; can require known parts.
    public static func languageTag(known: Bool) -> Constraint { .validator(LanguageTagValidator(known: known)) }
}
