public import ProvisoMessages

/// Renders the violations of one plan as messages in one locale.
///
/// It has the plan's labels and messages. It can be used from any thread; stored violations render the same as new
/// ones.
public struct ReportLocalizer: Sendable {
    private let words: RuleSetWords

    package init(_ localizer: Localizer, ruleSet: RuleSet) {
        words = RuleSetWords(localizer, ruleSet: ruleSet)
    }

    /// The locale with its catalogs and number format.
    public var localizer: Localizer { words.localizer }

    /// An attribute's label: the rule set's, or else one derived from its name.
    public func label(_ attribute: String) -> String { words.label(attribute) }

    /// The label of the value that a violation is about.
    package func label(of violation: Violation) -> String { words.label(of: violation) }

    /// The hint for an attribute, which people read before they type; empty if the rule set has none.
    public func hint(_ attribute: String) -> String { words.hints[attribute] ?? "" }

    /// An attribute's label for use in a sentence, isolated from the text direction around it.
    public func isolatedLabel(_ attribute: String) -> String {
        localizer.isolates ? "\u{2068}\(label(attribute))\u{2069}" : label(attribute)
    }

    /// The message of a violation; a label at its beginning starts with an uppercase letter, if the script has any.
    ///
    /// A code without a message is shown after a sentence that says the value is invalid: `Seat is invalid.
    /// (seat.taken)`.
    public func text(_ violation: Violation) -> String { words.text(violation) }

    /// The messages of all violations in a report, in rule order.
    public func texts(_ report: Report) -> [String] { report.violations.map(text) }
}

/// The localizer's data from a rule set, shared because copying it part by part would cost more than a message.
private final class RuleSetWords: Sendable {
    let localizer: Localizer
    let hints: [String: String]
    private let labels: [String: Label]
    /// The grammatical forms of labels, as arguments for messages.
    private let forms: [String: [Parameter]]
    /// Looked up on first use: most rule sets have no messages of their own.
    private let locales = Published<Locales>()

    private final class Locales: Sendable {
        let tags: [String]

        init(_ tags: [String]) { self.tags = tags }
    }

    init(_ localizer: Localizer, ruleSet: RuleSet) {
        self.localizer = localizer
        let figures = Dictionary(ruleSet.dataset.map { ($0.name, $0.labels) }.filter { !$0.1.isEmpty }) { one, _ in one
        }
        let hasTexts = !ruleSet.labels.isEmpty || !ruleSet.hints.isEmpty || !figures.isEmpty
        let choices = hasTexts ? localizer.textLocales + ["", "en"] : []
        var (labels, forms): ([String: Label], [String: [Parameter]]) = ([:], [:])
        for (attribute, texts) in ruleSet.labels.merging(figures, uniquingKeysWith: { one, _ in one }) {
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
        if let label = labels[attribute] { return label.text }
        // A path of `*` alone has no name that a label could be made from.
        let made = attribute == ValuePath.record ? "" : Labels.generate(from: attribute)
        return made.isEmpty ? localizer.text(for: "label.value", label: "") : made
    }

    func label(of violation: Violation) -> String {
        guard labels[violation.attribute] == nil, let given = violation.givenLabel, !given.isEmpty else {
            return label(violation.attribute)
        }
        return given
    }

    func text(_ violation: Violation) -> String {
        let (site, rule) = (violation.site, violation.site.rule)
        var override = rule.hasMessages ? rule.messages.pattern(for: violation.code, in: textLocales) : nil
        if override == nil, let given = site.message {
            override = given.compiled.pattern(for: violation.code, in: textLocales)
        }
        // Unretained, because a closure that held it would count references for each message.
        let lent = Unmanaged.passUnretained(self)
        let label = label(at: site)
        let text = localizer.message(
            for: violation.code.rawValue, parameters: parameters(of: violation), label: label,
            override: override, labels: { name in lent._withUnsafeGuaranteedRef { $0.label(name) } })
        return text ?? unworded(violation.code.rawValue, label)
    }

    /// The message for a code that no catalog has a message for.
    private func unworded(_ code: String, _ label: Label) -> String {
        let sentence = localizer.message(
            for: "input.condition", parameters: [], label: label, override: nil, labels: { $0 })
        return sentence.map { localizer.isolates ? "\($0) (\u{2068}\(code)\u{2069})" : "\($0) (\(code))" } ?? code
    }

    private var textLocales: [String] {
        (locales.load() ?? locales.storeIfNil(Locales(localizer.textLocales))).tags
    }

    /// Labels derived from names already begin with an uppercase letter.
    private func label(at site: ViolationSite) -> Label {
        let own = labels.isEmpty ? nil : labels[site.attribute]
        if own == nil, site.attribute == ValuePath.record || site.generatedLabel.isEmpty {
            return Label(label(""), in: localizer.locale, isNamed: false)
        }
        return own ?? Label(text: site.generatedLabel, beginning: nil)
    }

    private func parameters(of violation: Violation) -> [Parameter] {
        // A parameter of the violation comes first, and is found first.
        let own =
            violation.parameters.list + (violation.item.map { [Parameter(name: Violation.itemName, value: $0)] } ?? [])
            + violation.site.rule.messages.constants
        return forms.isEmpty ? own : own + (forms[violation.attribute] ?? [])
    }
}

extension Violation {
    /// The placeholder for the item that the value is, or is in.
    static let itemName = "item"

    /// The position of the innermost item in its list, from 1, or its key in a dictionary; `nil` if the value is in none.
    fileprivate var item: ParameterValue? {
        guard attribute.utf8.contains(UInt8(ascii: "*")),
            let place = ValuePath(attribute).components.lastIndex(of: .each), path.components.indices.contains(place)
        else { return nil }
        switch path.components[place] {
        case .index(let index): return .integer(Int64(index) + 1)
        case .key(let key): return .text(key)
        case .each: return nil
        }
    }
}
