package import Proviso

/// The constant bounds of a rule, of numbers, lengths or counts.
struct BoundRange {
    enum Kind { case number, length, count, date }

    /// One bound as it is written.
    struct End {
        let option: String
        let value: Double
        let text: String
        /// Whether the bound itself is outside.
        let isOpen: Bool
    }

    let kind: Kind
    private(set) var low: End?
    private(set) var high: End?

    /// `nil` for a rule type without bounds.
    init?(_ rule: Constraint) {
        switch rule.about.subject {
        case .number: kind = .number
        case .length: kind = .length
        case .count: kind = .count
        case .date: kind = .date
        default: return nil
        }
        if rule.option(.unit, .locale, .format, .calendar) != nil { return nil }
        for role in [OptionDescription.Role.minimum, .above, .size] { low = low ?? end(rule, role) }
        for role in [OptionDescription.Role.maximum, .below, .size] { high = high ?? end(rule, role) }
    }

    private func end(_ rule: Constraint, _ role: OptionDescription.Role) -> End? {
        guard let option = rule.option(role)?.name, let value = rule.constant(option) else { return nil }
        let number = kind == .date ? CivilParts.moment(value).map { Double($0) } : value.double
        guard let number else { return nil }
        return End(
            option: option, value: number, text: "\(option): \(value.text ?? value.json)",
            isOpen: [.above, .below].contains(role))
    }
}

/// The text of a rule type with its options, for comparisons.
package enum RuleText {
    /// The text if it says everything of the rule: not for one that has conditions or shapes of its own.
    package static func complete(_ rule: Constraint) -> String? {
        let isPlain = rule.options.values.allSatisfy { option in
            switch option {
            case .value: true
            case .rule(let inner): complete(inner) != nil
            case .condition, .shapes: false
            }
        }
        let isUsual = rule.skipOnEmpty == nil && rule.empty == nil && rule.nullable == nil
        let hasMessages = rule.messages.all != nil || !rule.messages.byProblem.isEmpty
        return isPlain && isUsual && !hasMessages && rule.check == nil ? text(rule) : nil
    }

    static func text(_ rule: Constraint) -> String {
        let options = rule.options.sorted { $0.key < $1.key }.map { name, value -> String in
            switch value {
            case .value(let value): "\(name)=\(value.json)"
            case .rule(let inner): "\(name)=(\(text(inner)))"
            // Two rules with conditions or shapes of their own are not compared.
            case .condition, .shapes: "\(name)=\(rule.positions["type"].map { "\($0)" } ?? "")"
            }
        }
        return "\(rule.type)(\(options.joined(separator: ",")))"
    }
}
