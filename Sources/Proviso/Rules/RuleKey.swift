/// The keys that every rule takes, whatever its type.
package enum RuleKey: String, CaseIterable {
    case attributes, type, on, except, when, unless, message, skipOnEmpty, skipOnError, severity, id, bail

    package static let names = allCases.map(\.rawValue)
}
