internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// A rule type of a loaded plugin: its description in the manifest and its functions.
///
/// It lives as long as a registry or a plan holds it; the memory it points to lives until the process ends.
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

    let plugin: String
    let manifest: PluginManifest.Rule
    let validate: Validate
    /// A copy of the plugin's struct; fields that the plugin does not have are zero.
    let functions: proviso_rule
    /// The plugin's own struct, by which `create` recognizes the rule type.
    let own: UnsafePointer<proviso_rule>
    let host: UnsafePointer<proviso_host>
    /// The codes of violations by the names that the plugin reports.
    let codes: [String: Code]

    init(
        _ own: UnsafePointer<proviso_rule>, manifest: PluginManifest.Rule, plugin: String,
        host: UnsafePointer<proviso_host>
    ) throws(PluginFault) {
        functions = try Self.copy(own)
        guard let validate = functions.validate else {
            throw PluginFault("has no 'validate' for the rule type '\(manifest.type)'")
        }
        if functions.create == nil, !manifest.options.isEmpty {
            throw PluginFault("has options but no 'create' for the rule type '\(manifest.type)'")
        }
        codes = Dictionary(manifest.codes.map { (manifest.ownName(of: $0.code), $0.code) }) { first, _ in first }
        self.plugin = plugin
        self.manifest = manifest
        self.validate = validate
        self.own = own
        self.host = host
    }

    var type: RuleType { manifest.type }

    static func copy(_ own: UnsafePointer<proviso_rule>) throws(PluginFault) -> proviso_rule {
        try SizedStruct.copy(
            own, into: proviso_rule(), through: MemoryLayout.offset(of: \proviso_rule.validate),
            "descriptor of a rule type")
    }
}

extension PluginManifest.Rule {
    /// Finds what one use of the rule type reads; `nil` if it reads nothing besides its value.
    ///
    /// `options` were checked against the manifest.
    func view(_ options: AnyValue, _ binding: borrowing BindingContext) throws(OptionError) -> RecordView? {
        switch reads {
        case .nothing: return nil
        case .record: return binding.viewOfRecord()
        case .attributes(let names):
            var attributes: [(name: String, option: String)] = []
            for option in names {
                switch options[option] {
                case .text(let name): attributes.append((name, option))
                case .list(let items):
                    for item in items {
                        guard case .text(let name) = item else {
                            throw OptionError.expected("a list of attribute names", at: option, found: item)
                        }
                        attributes.append((name, option))
                    }
                default: break
                }
            }
            return try binding.view(of: attributes)
        }
    }

    /// Whether the plugin gets an object with other values of the record.
    var readsRecord: Bool { reads != .nothing }
}

/// Reads the arrays in a plugin's descriptor.
enum PluginArray {
    /// Copies an array whose element type never grows in later versions.
    static func read<Element>(
        _ start: UnsafePointer<Element>?, _ count: UInt64, _ what: String
    ) throws(PluginFault) -> [Element] {
        guard count > 0 else { return [] }
        guard count <= 1024 else { throw PluginFault("has \(count) \(what); at most 1024 are allowed") }
        guard let start else { throw PluginFault("has \(count) \(what), but a null pointer to them") }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
