import ProvisoABI

/// A plugin: its id, what runs for its rule types, and their messages.
///
/// What it offers is in its manifest, `PROVISO_MANIFEST` of proviso.h, in a C file of a target that the plugin
/// depends on. A plugin has one of these, in a global constant, and hands its descriptor to the host in its entry
/// function:
///
///     let plugin = Plugin(id: "org.example.checks", validators: [Even.self])
///
///     @c(proviso_plugin_entry_v1)
///     public func entry(_ host: UnsafeRawPointer?) -> UnsafeRawPointer? { plugin.descriptor }
public struct Plugin: @unchecked Sendable {
    /// What the entry function returns; lives as long as the process.
    public let descriptor: UnsafeRawPointer?

    /// Describes a plugin as its manifest does: by its id, with a validator for each rule type and a catalog for each
    /// locale.
    public init(id: String, validators: [any PluginValidator.Type], catalogs: [PluginCatalog] = []) {
        let rules = validators.map { OfferedRule.permanent(Self.rule($0), validator: $0) }
        let texts = catalogs.map { catalog in
            proviso_catalog(
                locale: CText.permanent(catalog.locale),
                text: catalog.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                length: UInt64(catalog.bytes.count))
        }
        var plugin = proviso_plugin()
        plugin.size = UInt32(MemoryLayout<proviso_plugin>.size)
        plugin.minor = UInt32(PROVISO_ABI_MINOR)
        plugin.id = CText.permanent(id)
        plugin.rules = CText.permanent(rules)
        plugin.rule_count = UInt64(rules.count)
        plugin.catalogs = CText.permanent(texts)
        plugin.catalog_count = UInt64(texts.count)
        descriptor = CText.permanent([plugin]).map { UnsafeRawPointer($0) }
    }

    private static func rule(_ validator: any PluginValidator.Type) -> proviso_rule {
        var rule = proviso_rule()
        rule.size = UInt32(MemoryLayout<proviso_rule>.size)
        rule.type = CText.permanent(validator.type)
        rule.create = Thunks.create
        rule.validate = Thunks.validate
        rule.validate_batch = Thunks.validateBatch
        rule.destroy = Thunks.destroy
        return rule
    }
}

/// The messages of one locale: an ARB document keyed by the codes.
public struct PluginCatalog: @unchecked Sendable {
    /// A BCP 47 tag, such as "de" or "zh-Hans".
    public let locale: String
    let bytes: UnsafeRawBufferPointer

    /// Takes a document; it is copied once and kept as long as the process lives.
    public init(locale: String, text: String) {
        let bytes = Array(text.utf8)
        self.init(locale: locale, bytes: UnsafeRawBufferPointer(start: CText.permanent(bytes), count: bytes.count))
    }

    /// Takes a document that is a literal; nothing is copied.
    public init(locale: String, text: StaticString) {
        let bytes = UnsafeRawPointer(CText.name(text))
        self.init(locale: locale, bytes: UnsafeRawBufferPointer(start: bytes, count: text.utf8CodeUnitCount))
    }

    /// Takes a document that lives as long as the process, such as one that C's `#embed` put into the plugin.
    public init(locale: String, bytes: UnsafeRawBufferPointer) {
        self.locale = locale
        self.bytes = bytes
    }
}
