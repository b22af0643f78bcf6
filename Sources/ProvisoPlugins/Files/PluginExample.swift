public import ProvisoCore
public import ProvisoMessages

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
