/// A plugin whose rule types a registry holds.
///
/// Nothing of it runs before a rule needs it.
public struct LoadedPlugin: Sendable, Hashable {
    public let file: String
    /// Of the file's contents.
    public let digest: Digest
    /// Whether a lock file names it.
    public let isLocked: Bool
    public let manifest: PluginManifest

    init(_ file: PluginFile) {
        self.file = file.name
        digest = file.digest
        isLocked = file.isLocked
        manifest = file.manifest
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
    let found: [FoundPlugin]
}
