public import ProvisoCore
public import ProvisoMessages

/// The description of a plugin, read from its file without running any of its code.
public struct PluginManifest: Sendable, Hashable {
    /// A rule type that the plugin offers.
    public struct Rule: Sendable, Hashable {
        /// The name of the rule type.
        public let type: RuleType
        /// A sentence for people who write rules; may be empty.
        public let summary: String
        /// The kinds of values that the rule validates; other values are reported with `invalidCode`.
        public let kinds: ValueKindSet
        /// The code for values of a kind that the rule does not accept.
        public let invalidCode: Code
        /// The options of the rule type.
        public let options: [Option]
        /// The codes that the rule reports, with their parameters.
        ///
        /// Each begins with the vendor of the rule type, so that two vendors may use the same name: `acme/isbn.format`.
        public let codes: [CodeDescription]
        /// What the rule reads besides its own value.
        public var reads = Reads.nothing
        /// Values with their verdicts.
        public var examples: [Example] = []
    }

    /// What a rule type reads besides the value that it validates.
    public enum Reads: Sendable, Hashable {
        /// Nothing.
        case nothing
        /// The attributes that some options name.
        case attributes(options: [String])
        /// The whole record.
        case record
    }

    /// An option of a rule type.
    public struct Option: Sendable, Hashable {
        /// The name of the option.
        public let name: String
        /// The kinds of values that the option accepts.
        public let kinds: ValueKindSet
        /// Whether every use of the rule must have the option.
        public let isRequired: Bool
        /// The allowed strings, if the option is a string or a list of strings; empty if any string is allowed.
        public let values: [String]
        /// A sentence for people who write rules; may be empty.
        public let summary: String
    }

    /// The plugin's id in reverse DNS form, such as "org.example.payments".
    public let id: String
    /// The version of the plugin, for people.
    public let version: String
    /// The name of the vendor, for people; may be empty.
    public let vendor: String
    /// The minor version of the plugin interface that it was built with; the major version is 1.
    public let minor: Int
    /// The rule types that the plugin offers.
    public let rules: [Rule]
    /// The locales that it has messages for, as canonical BCP 47 tags.
    public let locales: [String]
    /// What it requests beyond what every plugin may do.
    public var capabilities = PluginCapabilities()
}

extension PluginManifest {
    /// A summary on one line, for people.
    var summary: String {
        "\(id) \(version), rule types: \(rules.map(\.type.rawValue).joined(separator: ", "))"
    }

    /// What each rule type reads besides its own value, for people; without those that read nothing.
    package var readings: [String] {
        rules.compactMap { rule in
            switch rule.reads {
            case .nothing: nil
            case .record: "\(rule.type): the whole record"
            case .attributes(let options):
                "\(rule.type): the attributes that \(options.map { "'\($0)'" }.joined(separator: ", ")) names"
            }
        }
    }
}

extension PluginManifest.Rule {
    /// A code as the plugin writes it, without the vendor: `isbn.format`.
    package func ownName(of code: Code) -> String {
        String(code.rawValue.drop { $0 != "/" }.dropFirst())
    }

    /// The options for listings.
    var descriptions: [OptionDescription] {
        guard case .attributes(let names) = reads else { return options.map { $0.description(isRead: false) } }
        return options.map { $0.description(isRead: names.contains($0.name)) }
    }

    /// The codes as the plugin writes them, with their parameters.
    package var ownCodes: [CodeDescription] {
        codes.map { CodeDescription(Code(rawValue: ownName(of: $0.code)), parameters: $0.parameters) }
    }

    /// The options of one use of the rule type as an object; throws if they do not match the manifest.
    func object(_ given: OptionReader) throws(OptionError) -> AnyValue {
        var members: [AnyValue.Member] = []
        for (name, value) in given.values.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }) else {
                // The host handles messages for single problems.
                if codes.contains(where: { $0.code.problem == name }) { continue }
                throw OptionError(
                    option: name, reason: "unknown option",
                    suggestion: Suggestion.nearest(to: name, in: options.map(\.name)))
            }
            members.append(AnyValue.Member(name, try option.check(value)))
        }
        for option in options where option.isRequired && given.values[option.name] == nil {
            throw OptionError(option: option.name, reason: "is required")
        }
        return .object(members)
    }
}

extension PluginManifest.Rule {
    /// Throws if options are not those of the manifest, or one is missing.
    func checkOptions(_ given: [AnyValue.Member]) throws(OptionError) {
        for member in given {
            guard let option = options.first(where: { $0.name == member.key }) else {
                throw OptionError(option: member.key, reason: "is not an option")
            }
            _ = try option.check(.value(member.value))
        }
        for option in options where option.isRequired && !given.contains(where: { $0.key == option.name }) {
            throw OptionError(option: option.name, reason: "is required")
        }
    }
}

extension PluginManifest.Option {
    fileprivate func check(_ given: OptionValue) throws(OptionError) -> AnyValue {
        guard case .value(let value) = given else {
            throw OptionError(option: name, reason: "expected \(kinds.words), found a rule")
        }
        guard kinds.contains(value.kind) else { throw OptionError.expected(kinds.words, at: name, found: value) }
        guard !values.isEmpty else { return value }
        var items = [value]
        if case .list(let list) = value { items = list }
        for item in items {
            guard case .text(let text) = item else {
                if value.kind == .list { throw OptionError.expected("a list of strings", at: name, found: item) }
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

    /// The description of the option for listings; `isRead` if it names attributes that the rule reads.
    func description(isRead: Bool) -> OptionDescription {
        let kind = OptionDescription.Kind(kinds)
        let known = values.isEmpty ? [] : ["One of \(values.joined(separator: ", "))."]
        // A sentence may end without a period.
        let end = summary.isEmpty || known.isEmpty || summary.hasSuffix(".") ? "" : "."
        return OptionDescription(
            name, kind, ([summary + end].filter { !$0.isEmpty } + known).joined(separator: " "),
            isRequired: isRequired, choices: values, role: isRead ? (kind == .text ? .attribute : .attributes) : nil)
    }
}

extension OptionDescription.Kind {
    /// The nearest name for a set of kinds; the kinds themselves decide which values are accepted.
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

extension PluginManifest {
    /// A value with the verdict that a rule type has for it, for people and for tests.
    public struct Example: Sendable, Hashable {
        /// The value.
        public let value: AnyValue
        /// The options of the rule, an object.
        public let options: AnyValue
        /// The other attributes of the record, an object; `nil` if there are none.
        ///
        /// The value is its attribute `value`.
        public let record: AnyValue?
        /// The code that is reported; `nil` if the value is valid.
        public let code: Code?
        /// The expected parameters, an object; `nil` if any are right.
        public let parameters: AnyValue?
    }
}

extension PluginManifest.Example {
    /// One line for people: `valid "978"`, `acme/isbn.format "97" with {"form":"isbn13"}`.
    package var line: String {
        var text = "\(code?.rawValue ?? "valid")  \(value.json)"
        if case .object(let members) = options, !members.isEmpty { text += "  with \(options.json)" }
        if let record { text += "  in \(record.json)" }
        return text
    }

    /// Writes the example as it is in the manifest, with the full code.
    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("value") { $0.value(value) }
            $0.member("options") { $0.value(options) }
            if let record { $0.member("record") { $0.value(record) } }
            if let code { $0.member("code", code.rawValue) } else { $0.member("valid", true) }
            if let parameters { $0.member("parameters") { $0.value(parameters) } }
        }
    }
}

extension PluginManifest.Rule {
    /// What the manifest says of the rule type to tools: the kind of its values, and its examples.
    package var about: RuleTypeFacts {
        let subject: RuleTypeFacts.Subject =
            switch kinds.means {
            case .read(let reading): .number(isWhole: reading.isWhole)
            default: .form
            }
        return RuleTypeFacts(
            subject, valid: examples.filter { $0.code == nil }.map(\.value),
            invalid: examples.filter { $0.code != nil }.map(\.value))
    }
}

/// What a plugin requests in its manifest beyond what every plugin may do; nothing by default.
///
/// A policy grants it or refuses the plugin.
public struct PluginCapabilities: Sendable, Hashable {
    /// Whether the plugin starts threads.
    public var threads = false
    /// The maximum time that the plugin needs for one value; `nil` is that of the policy.
    public var patience: Duration?
    /// The memory that the plugin needs, in bytes of address space; `nil` is that of the policy.
    public var memory: UInt64?
    /// Whether the plugin runs in workers only, never in the host's process.
    public var isWorkerOnly = false
    /// Whether the plugin reads time zones from `/usr/share/zoneinfo`.
    public var readsTimeZones = false

    /// Creates a set of capabilities without any.
    public init() {}
}
