public import ProvisoCore
public import ProvisoMessages

/// What a plugin says it is, read out of its file: nothing in the plugin runs for that.
public struct PluginManifest: Sendable, Hashable {
    /// A rule type the plugin offers.
    public struct Rule: Sendable, Hashable {
        public let type: RuleType
        /// One sentence for the person who writes rules; may be empty.
        public let summary: String
        /// The kinds of values it checks; any other is reported with `invalidCode`.
        public let kinds: ValueKindSet
        public let invalidCode: Code
        public let options: [Option]
        public let codes: [CodeDescription]
    }

    /// An option of a rule type.
    public struct Option: Sendable, Hashable {
        public let name: String
        public let kinds: ValueKindSet
        public let isRequired: Bool
        /// The texts it may be, where it is a text or a list of texts; empty for any.
        public let values: [String]
        /// One sentence for the person who writes rules; may be empty.
        public let summary: String
    }

    /// Reverse DNS, such as "org.example.payments".
    public let id: String
    public let version: String
    /// Who made it, for people; may be empty.
    public let vendor: String
    /// The minor version of the plugin interface it was built with; the major one is 1.
    public let minor: Int
    public let rules: [Rule]
    /// The locales it brings messages for, as canonical BCP 47 tags.
    public let locales: [String]
}

extension PluginManifest {
    /// On one line, for people.
    var summary: String {
        "\(id) \(version), rule types: \(rules.map(\.type.rawValue).joined(separator: ", "))"
    }
}

extension PluginManifest.Rule {
    /// The options of one use of the rule type as an object; throws where they are not what the manifest says.
    func object(_ given: OptionReader) throws(OptionError) -> AnyValue {
        var members: [AnyValue.Member] = []
        for (name, value) in given.values.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }) else {
                // A message for one problem is the host's own affair.
                if codes.contains(where: { $0.code.problem == name }) { continue }
                throw OptionError(
                    option: name, reason: "is not known",
                    suggestion: Suggestion.nearest(to: name, in: options.map(\.name)))
            }
            members.append(AnyValue.Member(name, try option.check(value)))
        }
        for option in options where option.isRequired && given.values[option.name] == nil {
            throw OptionError(option: option.name, reason: "is needed")
        }
        return .object(members)
    }
}

extension PluginManifest.Option {
    fileprivate func check(_ given: OptionValue) throws(OptionError) -> AnyValue {
        guard case .value(let value) = given, kinds.contains(value.kind) else {
            throw OptionError(option: name, reason: "must be \(kinds.words)")
        }
        guard !values.isEmpty else { return value }
        var items = [value]
        if case .list(let list) = value { items = list }
        for item in items {
            guard case .text(let text) = item else {
                if value.kind == .list { throw OptionError(option: name, reason: "must be a list of strings") }
                continue
            }
            if !values.contains(text) {
                throw OptionError(
                    option: name, reason: "'\(text)' is not one of \(values.joined(separator: ", "))",
                    suggestion: Suggestion.nearest(to: text, in: values))
            }
        }
        return value
    }

    /// The option as listings show it.
    var description: OptionDescription {
        OptionDescription(name, OptionDescription.Kind(kinds), summary, isRequired: isRequired)
    }
}

extension OptionDescription.Kind {
    /// The nearest word for some kinds; the kinds themselves decide what is accepted.
    fileprivate init(_ kinds: ValueKindSet) {
        let whole = ValueKindSet(.integer, .unsigned)
        switch kinds.subtracting(ValueKindSet(.null)) {
        case []: self = .any
        case ValueKindSet(.boolean): self = .boolean
        case ValueKindSet(.text): self = .text
        case ValueKindSet(.list): self = .list
        case ValueKindSet(.text, .list): self = .texts
        case let some where some.isSubset(of: whole): self = .integer
        case let some where some.isSubset(of: whole.union(ValueKindSet(.double, .decimal))): self = .number
        default: self = .any
        }
    }
}
