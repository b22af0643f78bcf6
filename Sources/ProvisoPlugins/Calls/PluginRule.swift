internal import ProvisoABI
internal import ProvisoCore

/// A rule type of a loaded plugin: what its manifest says and what runs for it.
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

    let plugin: String
    let manifest: PluginManifest.Rule
    let validate: Validate
    /// A copy of the plugin's struct; what it did not have is zero.
    let functions: proviso_rule
    /// The plugin's own struct, by which `create` knows the rule type.
    let own: UnsafePointer<proviso_rule>
    let host: UnsafePointer<proviso_host>

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
