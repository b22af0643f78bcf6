internal import ProvisoABI

/// What a plugin says it is, checked and copied.
struct PluginDescriptor {
    let id: String
    let version: String
    let rules: [PluginRule]
    let catalogs: [Catalog]
    let start: (@convention(c) (UnsafePointer<proviso_host>?) -> Int32)?

    init(_ pointer: UnsafePointer<proviso_plugin>, host: UnsafePointer<proviso_host>) throws(PluginFault) {
        let raw = try SizedStruct.copy(
            pointer, into: proviso_plugin(), through: MemoryLayout.offset(of: \proviso_plugin.rule_count), "descriptor")
        guard raw.least_host_minor <= PROVISO_ABI_MINOR else {
            throw PluginFault(
                "needs a newer host: version 1.\(raw.least_host_minor) of the plugin interface, "
                    + "and this one has 1.\(PROVISO_ABI_MINOR)")
        }
        guard let id = CName.read(raw.id), CName.isIdentifier(id) else {
            throw PluginFault(
                "has the id '\(CName.text(raw.id, limit: 128) ?? "")': it must be reverse DNS, as 'org.example.payments'"
            )
        }
        self.id = id
        version = CName.text(raw.version, limit: 64) ?? ""
        start = raw.`init`
        rules = try Self.rules(raw, plugin: id, host: host)
        catalogs = try PluginCatalogs(rules).read(raw.catalogs, raw.catalog_count)
    }

    private static func rules(
        _ raw: proviso_plugin, plugin: String, host: UnsafePointer<proviso_host>
    ) throws(PluginFault) -> [PluginRule] {
        var rules: [PluginRule] = []
        for entry in try PluginArray.read(raw.rules, raw.rule_count, "rule types") {
            guard let entry else { throw PluginFault("has a null pointer among its rule types") }
            let rule = try PluginRule(entry, plugin: plugin, host: host)
            if rules.contains(where: { $0.type == rule.type }) {
                throw PluginFault("has the rule type '\(rule.type)' twice")
            }
            rules.append(rule)
        }
        guard !rules.isEmpty else { throw PluginFault("offers no rule type") }
        return rules
    }
}

/// Structs that begin with their size.
enum SizedStruct {
    /// Copies what there is of a struct over a zeroed one; it must reach through the member at an offset.
    static func copy<Struct>(
        _ pointer: UnsafePointer<Struct>, into zero: Struct, through last: Int?, _ what: String
    ) throws(PluginFault) -> Struct {
        let size = Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
        guard let last, size >= last + 8 else {
            throw PluginFault("has a \(what) of only \(size) bytes: did it forget to set 'size'?")
        }
        var copy = zero
        withUnsafeMutableBytes(of: &copy) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, bytes.count)))
        }
        return copy
    }
}
