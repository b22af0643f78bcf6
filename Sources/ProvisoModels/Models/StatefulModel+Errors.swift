public import ProvisoCore
public import ProvisoMessages

/// Errors by attribute, as forms show them.
extension StatefulModel {
    /// Whether there is any error.
    public var hasErrors: Bool { !errors.isEmpty }

    /// Whether an attribute has an error.
    public func hasErrors(of attribute: String) -> Bool { errors.hasErrors(of: attribute) }

    /// The errors of an attribute.
    public func errors(of attribute: String) -> [Violation] { errors.errors(of: attribute) }

    /// The first error of an attribute.
    public func firstError(of attribute: String) -> Violation? { errors.errors(of: attribute).first }

    /// The first error of each attribute that has any.
    public var firstErrors: [String: Violation] {
        Dictionary(
            uniqueKeysWithValues: errors.byAttribute.compactMap { group in
                group.errors.first.map { (group.attribute, $0) }
            })
    }

    /// All errors, or the first of each attribute, attribute by attribute.
    public func errorSummary(showsAll: Bool = true) -> [Violation] {
        errors.byAttribute.flatMap { showsAll ? $0.errors : Array($0.errors.prefix(1)) }
    }

    /// Adds an error by its code.
    public mutating func addError(_ attribute: String, _ code: Code, _ parameters: Parameters = [:]) {
        errors.add(code, parameters, to: attribute)
    }

    /// Adds an error with a message that is shown unchanged in all locales.
    public mutating func addError(_ attribute: String, text: String) { errors.add(text: text, to: attribute) }

    /// Adds errors with messages of the program's own, by attribute.
    public mutating func addErrors(_ texts: KeyValuePairs<String, [String]>) {
        for (attribute, texts) in texts {
            for text in texts { errors.add(text: text, to: attribute) }
        }
    }

    /// Adds the violations of another validation.
    public mutating func addErrors(_ report: Report) { errors.add(report.violations) }

    /// Removes all violations.
    public mutating func clearErrors() { errors.clear() }

    /// Removes the violations of some attributes.
    public mutating func clearErrors(of attributes: String...) { errors.clear(attributes) }

    /// The model unchanged, without its errors.
    public func withoutErrors() -> Self {
        var copy = self
        copy.clearErrors()
        return copy
    }
}

/// Words for people.
extension StatefulModel {
    /// What people call an attribute: the rule set's label for the locale, else one made from the name.
    public func label(of attribute: String, in locale: String = "en") -> String { words(locale).label(attribute) }

    /// The labels of all attributes.
    public func labels(in locale: String = "en") -> [String: String] {
        let words = words(locale)
        return Dictionary(attributeNames.map { ($0, words.label($0)) }) { first, _ in first }
    }

    /// The hint that people see about an attribute before they type, empty if there is none.
    public func hint(of attribute: String, in locale: String = "en") -> String { words(locale).hint(attribute) }

    /// The errors of an attribute as sentences.
    public func errorTexts(of attribute: String, in locale: String = "en") throws(RuleSetError) -> [String] {
        let localizer = try plan().localizer(preferring: locale)
        return errors(of: attribute).map(localizer.text)
    }

    /// All errors as sentences, by attribute.
    public func errorTexts(in locale: String = "en") throws(RuleSetError) -> [String: [String]] {
        let localizer = try plan().localizer(preferring: locale)
        return Dictionary(
            uniqueKeysWithValues: errors.byAttribute.map { ($0.attribute, $0.errors.map(localizer.text)) })
    }

    private func words(_ locale: String) -> ReportLocalizer {
        ReportLocalizer(Localizer(preferring: [locale]), ruleSet: ruleSet)
    }
}
