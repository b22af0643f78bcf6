internal import ProvisoABI
internal import ProvisoMessages

/// The catalogs that a plugin brings, as they are in it: also those that a host would refuse.
package struct PluginCatalogTexts: Sendable {
    /// One catalog.
    package struct Entry: Sendable {
        /// The locale as the plugin names it.
        package let locale: String
        /// The text; `nil` if it is not UTF-8, empty or larger than a catalog may be.
        package let text: String?
    }

    package let file: String
    package let manifest: PluginManifest
    package let entries: [Entry]

    /// Loads the plugin in a worker, which returns its descriptor; no rule runs, and `init` only of a WebAssembly module.
    package init(_ file: String, policy: PluginPolicy) throws(PluginError) {
        let plugin = try PluginFile(file, policy: policy)
        self.file = file
        manifest = plugin.manifest
        do throws(PluginFault) {
            let source = WorkerDescriptor(try WorkerCode.open(plugin, policy.worker).answer)
            let descriptor = try source.read()
            entries = try withExtendedLifetime(source) { () throws(PluginFault) in
                try PluginArray.read(descriptor.pointee.catalogs, descriptor.pointee.catalog_count, "catalogs")
                    .map(Entry.init)
            }
        } catch {
            throw PluginError(file: file, reason: error.reason)
        }
    }
}

extension PluginCatalogTexts.Entry {
    fileprivate init(_ catalog: proviso_catalog) {
        locale = CName.text(catalog.locale, limit: 128) ?? ""
        guard let start = catalog.text, (1...UInt64(Catalog.maximumSize)).contains(catalog.length) else {
            text = nil
            return
        }
        text = String(validating: UnsafeRawBufferPointer(start: start, count: Int(catalog.length)), as: UTF8.self)
    }
}
