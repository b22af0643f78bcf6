public import ProvisoMessages

/// Requires a language tag that is well-formed by BCP 47 (RFC 5646, section 2.1), such as `de-CH` or `zh-Hant-TW`.
///
/// Letters are of either case, and underscores are refused. With `known` language, script, region and variants must
/// also be among those of CLDR's data, which has names for some scripts beside its list of valid ones (`Latf`), neither variants nor extensions may be repeated, and tags of private use alone
/// are refused; what stands behind a singleton (`-u-`, `-x-`) is not looked up. The data comes with the ICU library.
///
/// ```yaml
/// - [language, languageTag]
/// ```
public struct LanguageTagValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "languageTag"
    public static let options = [OptionDescription("known", .boolean, "whether the subtags must be known too")]
    public static let codes = [CodeDescription("languageTag.invalid"), CodeDescription("languageTag.unknown")]

    public var known: Bool

    public init(known: Bool = false) {
        self.known = known
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(known: try options.boolean("known") ?? false)
    }

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

    /// Requires a language tag, perhaps of known parts only.
    public static func languageTag(known: Bool) -> Constraint { .validator(LanguageTagValidator(known: known)) }
}
