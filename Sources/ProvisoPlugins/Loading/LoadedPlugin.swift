public import ProvisoCore

/// A plugin whose rule types are in a registry.
///
/// None of its code runs before a rule needs it.
public struct LoadedPlugin: Sendable, Hashable {
    /// The path of the file.
    public let file: String
    /// The digest of the file's contents.
    public let digest: ContentDigest
    /// Whether a lock file lists it.
    public let isLocked: Bool
    /// Whether the user lets it run in this process.
    public let isTrusted: Bool
    /// The decision of a person to trust it; `nil` if there is none.
    public let trust: PluginTrust.Entry?
    /// Whether it comes with this program, and is trusted as the program is.
    public let isBundled: Bool
    /// The key that signed it; `nil` if it is not signed, or with an unknown key.
    public let signer: PublicKey?
    /// The mode in which it runs.
    public let mode: PluginMode
    /// The description of the plugin, from its file.
    public let manifest: PluginManifest
    private let libraries: NeededLibraries

    /// The libraries that it may read, in addition to those of the system.
    package var libraryFiles: [String] { WorkerProgram.libraries(for: libraries) }

    init(_ plugin: FoundPlugin) {
        file = plugin.file.name
        digest = plugin.file.digest
        isLocked = plugin.file.isLocked
        isTrusted = plugin.file.isTrusted
        trust = plugin.file.trust
        isBundled = plugin.isBundled
        signer = plugin.file.signer
        mode = plugin.mode
        manifest = plugin.manifest
        libraries = plugin.file.libraries
    }
}

extension Registry {
    /// The plugins that rules have needed so far, those that come with this program included.
    package var usedPlugins: [LoadedPlugin] {
        usedSources.compactMap { $0 as? FoundPlugin }.filter(\.isUsed).map(LoadedPlugin.init)
    }
}

/// The result of a search for plugins.
public struct PluginLoadResult: Sendable {
    /// The registry with the plugins that were found.
    public let registry: Registry
    /// The plugins in the order in which they were found.
    public let plugins: [LoadedPlugin]
    /// The errors of refused files and of directories that could not be read.
    public let errors: [PluginError]
    /// Those errors that matter only to rules that need the file: it is in a directory that every run searches.
    package let errorsInStandardDirectories: Set<PluginError>
    /// What the user should know, such as a file beside the plugins that gives no rights.
    public let notices: [String]
    /// The plugins that are not used because another file has the same id.
    public let shadowed: [ShadowedPlugin]
    let found: [FoundPlugin]
}
