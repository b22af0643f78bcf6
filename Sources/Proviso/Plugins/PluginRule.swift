internal import ProvisoABI

/// A rule type of a loaded plugin, checked and in the host's terms.
///
/// Kept as long as a registry or a plan holds it; what it points to lives as long as the process.
package final class PluginRule: @unchecked Sendable {
    typealias Report =
        @convention(c) (
            UnsafeMutablePointer<proviso_call>?, UInt64, UnsafePointer<CChar>?, UnsafePointer<proviso_parameter>?,
            UInt64
        ) -> Void
    typealias Validate =
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<proviso_value>?, UnsafeMutablePointer<proviso_call>?
        ) -> Int32

    /// An option with the kinds of values it accepts, as bits.
    struct Option {
        let description: OptionDescription
        let kinds: UInt32
    }

    let plugin: String
    let type: RuleType
    let summary: String
    let options: [Option]
    let codes: [CodeDescription]
    let invalidCode: Code
    /// The kinds of values `validate` accepts, as bits.
    let kinds: UInt64
    let validate: Validate
    /// A copy of the plugin's struct; what it did not have is zero.
    let functions: proviso_rule
    /// The plugin's own struct, by which `create` knows the rule type.
    let own: UnsafePointer<proviso_rule>
    let host: UnsafePointer<proviso_host>

    /// Checks what a plugin says of a rule type.
    init(
        _ own: UnsafePointer<proviso_rule>, plugin: String, host: UnsafePointer<proviso_host>
    ) throws(PluginFault) {
        let raw = try SizedStruct.copy(
            own, into: proviso_rule(), through: MemoryLayout.offset(of: \proviso_rule.validate),
            "descriptor of a rule type")
        guard let type = CName.read(raw.type) else { throw PluginFault("has a rule type without a name") }
        guard let validate = raw.validate else { throw PluginFault("has no 'validate' for the rule type '\(type)'") }
        self.plugin = plugin
        self.host = host
        self.type = RuleType(rawValue: type)
        self.validate = validate
        summary = CName.text(raw.summary) ?? ""
        kinds = raw.kinds
        functions = raw
        self.own = own
        codes = try Self.codes(raw, type)
        options = try Self.options(raw, type, problems: codes.map { String($0.code.problem) })
        if raw.create == nil, !options.isEmpty {
            throw PluginFault("has options but no 'create' for the rule type '\(type)'")
        }
        guard let invalid = CName.read(raw.invalid_code).flatMap({ Code(rawValue: $0) }),
            codes.contains(where: { $0.code == invalid })
        else { throw PluginFault("has an 'invalid_code' of the rule type '\(type)' that is none of its codes") }
        invalidCode = invalid
    }

    /// Reads the options; a message for a problem is written as an option too, so those names are taken.
    private static func options(
        _ raw: proviso_rule, _ type: String, problems: [String]
    ) throws(PluginFault) -> [Option] {
        let taken = RuleKey.names + ["rule"] + problems
        var options: [Option] = []
        for option in try PluginArray.read(raw.options, raw.option_count, "options of '\(type)'") {
            guard let name = CName.read(option.name), !options.contains(where: { $0.description.name == name }),
                !taken.contains(name)
            else {
                throw PluginFault(
                    "has an option of '\(type)' without a name of its own: '\(CName.text(option.name) ?? "")'")
            }
            guard option.kinds != 0 else {
                throw PluginFault("has the option '\(name)' of '\(type)' that takes no kind")
            }
            let description = OptionDescription(
                name, OptionDescription.Kind(kinds: option.kinds), CName.text(option.summary) ?? "",
                isRequired: option.required != 0)
            options.append(Option(description: description, kinds: option.kinds))
        }
        return options
    }

    private static func codes(_ raw: proviso_rule, _ type: String) throws(PluginFault) -> [CodeDescription] {
        var codes: [CodeDescription] = []
        for entry in try PluginArray.read(raw.codes, raw.code_count, "codes of '\(type)'") {
            guard let code = CName.read(entry.code), CName.isCode(code) else {
                throw PluginFault(
                    "has the code '\(CName.text(entry.code) ?? "")' for '\(type)': it must be '<rule>.<problem>'")
            }
            let names = (CName.text(entry.parameters) ?? "").split(separator: " ").map(String.init)
            codes.append(CodeDescription(Code(rawValue: code), parameters: names))
        }
        return codes
    }
}

extension OptionDescription.Kind {
    /// The nearest word for the kinds of an option; the bits themselves decide what is accepted.
    init(kinds: UInt32) {
        let kinds = kinds & ~Self.bits(.null)
        let whole = Self.bits(.integer, .unsigned)
        switch kinds {
        case 0: self = .any
        case Self.bits(.boolean): self = .boolean
        case Self.bits(.text): self = .text
        case Self.bits(.list): self = .list
        case Self.bits(.text, .list): self = .texts
        case _ where kinds & ~whole == 0: self = .integer
        case _ where kinds & ~(whole | Self.bits(.double, .decimal)) == 0: self = .number
        default: self = .any
        }
    }

    private static func bits(_ kinds: Proviso.Kind...) -> UInt32 {
        kinds.reduce(0) { $0 | 1 << $1.rawValue }
    }
}

/// The arrays in a plugin's descriptor.
enum PluginArray {
    /// Copies an array whose elements never grow.
    static func read<Element>(
        _ start: UnsafePointer<Element>?, _ count: UInt64, _ what: String
    ) throws(PluginFault) -> [Element] {
        guard count > 0 else { return [] }
        guard count <= 1024 else { throw PluginFault("claims \(count) \(what); at most 1024 are taken") }
        guard let start else { throw PluginFault("claims \(count) \(what), but does not say where") }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
