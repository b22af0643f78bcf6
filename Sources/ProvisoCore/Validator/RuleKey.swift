/// The keys that every rule takes, whatever its type.
package enum RuleKey: String, CaseIterable {
    case attributes, type, on, except, when, unless, message, skipOnEmpty, empty, nullable, skipOnError, severity,
        tolerate, id, bail
    /// Options of the rule type, also those that are named as one of these keys.
    case options

    package static let names = allCases.map(\.rawValue)
    /// The keys of a rule within a rule.
    package static let inner: [RuleKey] = [.message, .skipOnEmpty, .empty, .nullable]
}
