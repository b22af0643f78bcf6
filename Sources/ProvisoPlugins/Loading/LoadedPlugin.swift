public import ProvisoCore

/// A plugin whose rule types a registry holds.
///
/// Nothing of it runs before a rule needs it.
public struct LoadedPlugin: Sendable, Hashable {
    public let file: String
    /// Of the file's contents.
    public let digest: Digest
    /// Whether a lock file names it.
    public let isLocked: Bool
    /// How it is run.
    public let mode: PluginMode
    public let manifest: PluginManifest
    private let runPaths: [String]

    /// The folders its libraries may be read from, beside the system's.
    package var libraryFolders: [String] { WorkerProgram.libraryFolders(for: runPaths) }

    init(_ plugin: FoundPlugin) {
        file = plugin.file.name
        digest = plugin.file.digest
        isLocked = plugin.file.isLocked
        mode = plugin.mode
        manifest = plugin.manifest
        runPaths = plugin.file.runPaths
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
