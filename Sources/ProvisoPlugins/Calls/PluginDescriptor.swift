internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// The functions of a plugin, checked against its manifest.
struct PluginDescriptor {
    let rules: [PluginRule]
    let catalogs: [Catalog]
    let start: (@convention(c) (UnsafePointer<proviso_host>?) -> Int32)?

    init(
        _ pointer: UnsafePointer<proviso_plugin>, manifest: PluginManifest, host: UnsafePointer<proviso_host>
    ) throws(PluginFault) {
        let raw = try SizedStruct.copy(
            pointer, into: proviso_plugin(), through: MemoryLayout.offset(of: \proviso_plugin.rule_count), "descriptor")
        guard raw.least_host_minor <= PROVISO_ABI_MINOR else {
            throw PluginFault(
                "needs a newer host: version 1.\(raw.least_host_minor) of the plugin interface; "
                    + "this host has 1.\(PROVISO_ABI_MINOR)")
        }
        guard CName.read(raw.id) == manifest.id else {
            let id = CName.text(raw.id, limit: 128) ?? ""
            throw PluginFault("has the id '\(id)', not '\(manifest.id)' as in its manifest")
        }
        start = raw.`init`
        rules = try Self.rules(raw, manifest, host)
        catalogs = try PluginCatalogs(manifest.rules).read(raw.catalogs, raw.catalog_count)
        try Self.compare(catalogs.map(\.locale), with: manifest.locales, "a catalog for")
    }

    private static func rules(
        _ raw: proviso_plugin, _ manifest: PluginManifest, _ host: UnsafePointer<proviso_host>
    ) throws(PluginFault) -> [PluginRule] {
        var found: [String: UnsafePointer<proviso_rule>] = [:]
        for entry in try PluginArray.read(raw.rules, raw.rule_count, "rule types") {
            guard let entry else { throw PluginFault("has a null pointer among its rule types") }
            let type = CName.read(try PluginRule.copy(entry).type) ?? ""
            guard found.updateValue(entry, forKey: type) == nil else {
                throw PluginFault("has the rule type '\(type)' twice")
            }
        }
        try compare(Array(found.keys), with: manifest.rules.map(\.type.rawValue), "the rule type")
        return try manifest.rules.map { rule throws(PluginFault) in
            guard let own = found[rule.type.rawValue] else { throw PluginFault("has no rule type '\(rule.type)'") }
            return try PluginRule(own, manifest: rule, plugin: manifest.id, host: host)
        }
    }

    /// Throws if the plugin has something that is not in its manifest, or the other way round.
    private static func compare(_ own: [String], with named: [String], _ what: String) throws(PluginFault) {
        if let extra = own.sorted().first(where: { !named.contains($0) }) {
            throw PluginFault("has \(what) '\(extra)', which is not in its manifest")
        }
        if let missing = named.first(where: { !own.contains($0) }) {
            throw PluginFault("does not have \(what) '\(missing)' that is in its manifest")
        }
    }
}

/// Reads structs that begin with their size.
enum SizedStruct {
    /// Copies the part of a struct that exists over a zeroed one; it must include the field at an offset.
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
