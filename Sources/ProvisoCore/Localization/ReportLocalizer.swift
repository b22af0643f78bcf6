public import ProvisoMessages

/// Turns the violations of one plan into text for one reader.
///
/// Knows the plan's labels and messages. Safe from any thread; stored violations render the same as live ones.
public struct ReportLocalizer: Sendable {
    private let vocabulary: Vocabulary

    package init(_ localizer: Localizer, ruleSet: RuleSet) {
        vocabulary = Vocabulary(localizer, ruleSet: ruleSet)
    }

    /// The locale, its catalogs and how numbers are written in it.
    public var localizer: Localizer { vocabulary.localizer }

    /// An attribute's label: the rule set's, else one made from its name.
    public func label(_ attribute: String) -> String { vocabulary.label(attribute) }

    /// What people are told about an attribute before they type, empty when the rule set says nothing.
    public func hint(_ attribute: String) -> String { vocabulary.hints[attribute] ?? "" }

    /// An attribute's label as it stands in a sentence: kept from disturbing the direction of what is around it.
    public func isolatedLabel(_ attribute: String) -> String {
        localizer.isolates ? "\u{2068}\(label(attribute))\u{2069}" : label(attribute)
    }

    /// A violation as a sentence; a label that begins it has a capital, if the writing has any.
    ///
    /// A code without a message is shown behind a sentence that says the value is invalid: `Seat is invalid. (seat.taken)`.
    public func text(_ violation: Violation) -> String { vocabulary.text(violation) }

    /// All violations of a report as sentences, in rule order.
    public func texts(_ report: Report) -> [String] { report.violations.map(text) }
}

/// What a localizer knows of a rule set: held once, since copying it part by part would cost more than a message.
private final class Vocabulary: Sendable {
    let localizer: Localizer
    let hints: [String: String]
    private let labels: [String: Label]
    /// What labels bring besides their text, as messages' arguments.
    private let forms: [String: [Parameter]]
    /// Looked up when first needed: most rule sets have no texts of their own.
    private let locales = Published<Locales>()

    private final class Locales: Sendable {
        let tags: [String]

        init(_ tags: [String]) { self.tags = tags }
    }

    init(_ localizer: Localizer, ruleSet: RuleSet) {
        self.localizer = localizer
        let hasTexts = !ruleSet.labels.isEmpty || !ruleSet.hints.isEmpty
        let choices = hasTexts ? localizer.textLocales + ["", "en"] : []
        var (labels, forms): ([String: Label], [String: [Parameter]]) = ([:], [:])
        for (attribute, texts) in ruleSet.labels {
            guard let choice = choices.first(where: { texts[$0] != nil }), let text = texts[choice] else { continue }
            labels[attribute] = Label(text, in: choice.isEmpty ? localizer.locale : choice)
            forms[attribute] = ruleSet.labelForms[attribute]?[choice]?.map {
                Parameter(name: $0.key.argument, value: .text($0.value))
            }
        }
        (self.labels, self.forms) = (labels, forms)
        hints = ruleSet.hints.compactMapValues { texts in choices.lazy.compactMap { texts[$0] }.first }
    }

    func label(_ attribute: String) -> String {
        if attribute.isEmpty { return localizer.text(for: "label.value", label: "") }
        return labels[attribute]?.text ?? Labels.generate(from: attribute)
    }

    func text(_ violation: Violation) -> String {
        let (site, rule) = (violation.site, violation.site.rule)
        let override = rule.hasMessages ? rule.messages.pattern(for: violation.code, in: textLocales) : nil
        // Lent, because a closure that held it would count references on its way through the message.
        let lent = Unmanaged.passUnretained(self)
        let label = label(at: site)
        let text = localizer.message(
            for: violation.code.rawValue, parameters: parameters(of: violation), label: label,
            override: override, labels: { name in lent._withUnsafeGuaranteedRef { $0.label(name) } })
        return text ?? unworded(violation.code.rawValue, label)
    }

    /// What is shown for a code that no catalog has a message for.
    private func unworded(_ code: String, _ label: Label) -> String {
        let sentence = localizer.message(
            for: "match.invalid", parameters: [], label: label, override: nil, labels: { $0 })
        return sentence.map { localizer.isolates ? "\($0) (\u{2068}\(code)\u{2069})" : "\($0) (\(code))" } ?? code
    }

    private var textLocales: [String] {
        (locales.load() ?? locales.storeIfNil(Locales(localizer.textLocales))).tags
    }

    /// Labels made from names have their capital already.
    private func label(at site: ViolationSite) -> Label {
        if site.attribute.isEmpty { return Label(label(""), in: localizer.locale) }
        let own = labels.isEmpty ? nil : labels[site.attribute]
        return own ?? Label(text: site.generatedLabel, beginning: nil)
    }

    private func parameters(of violation: Violation) -> [Parameter] {
        if forms.isEmpty { return violation.parameters.list }
        return violation.parameters.list + (forms[violation.attribute] ?? [])
    }
}

extension Plan {
    /// A localizer over one that was made from the plan's catalogs, such as for an `Accept-Language` header.
    public func localizer(_ localizer: Localizer) -> ReportLocalizer {
        ReportLocalizer(localizer, ruleSet: ruleSet)
    }
}
