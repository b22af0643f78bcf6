/// Checks language tags in options, in the same way as the keys of labels and messages.
enum LocaleOption {
    /// The canonical form of a tag.
    ///
    /// Throws if it is not a BCP 47 tag (`en_US`), and for a language that CLDR does not have (`german`, `zz`): ICU would
    /// read both as its root locale without a word.
    static func canonical(_ tag: String, option: String) throws(OptionError) -> String {
        if let canonical = TextLocale.canonical(tag) { return canonical }
        throw OptionError(
            option: option, reason: TextLocale.reason(tag) + ", such as de or pt-BR",
            suggestion: TextLocale.suggestion(for: tag))
    }
}
