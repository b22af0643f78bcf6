/// A plugin whose rule types a registry holds.
///
/// Nothing of it runs before a rule needs it.
public struct LoadedPlugin: Sendable, Hashable {
    public let file: String
    public let manifest: PluginManifest

    package init(file: String, manifest: PluginManifest) {
        self.file = file
        self.manifest = manifest
    }
}

/// What came of looking for plugins.
public struct PluginSearch: Sendable {
    /// The registry with what was found.
    public let registry: Registry
    /// In the order they were found.
    public let plugins: [LoadedPlugin]
    /// Each file that was refused and each folder that could not be read.
    public let errors: [PluginError]
}
