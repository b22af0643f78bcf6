/// A plugin whose rule types a registry holds.
public struct LoadedPlugin: Sendable, Hashable {
    /// A rule type the plugin offers.
    public struct Rule: Sendable, Hashable {
        public let type: RuleType
        /// One sentence for the person who writes rules; may be empty.
        public let summary: String

        package init(type: RuleType, summary: String) {
            self.type = type
            self.summary = summary
        }
    }

    /// Reverse DNS, such as "org.example.payments".
    public let id: String
    public let version: String
    public let file: String
    /// Of the file's contents.
    public let digest: Digest
    /// Whether a lock file names it.
    public let isLocked: Bool
    public let rules: [Rule]
    /// The locales it brings messages for.
    public let locales: [String]

    package init(
        id: String, version: String, file: String, digest: Digest, isLocked: Bool, rules: [Rule], locales: [String]
    ) {
        self.id = id
        self.version = version
        self.file = file
        self.digest = digest
        self.isLocked = isLocked
        self.rules = rules
        self.locales = locales
    }
}

/// What came of looking for plugins.
public struct PluginSearch: Sendable {
    /// The registry with what could be loaded.
    public let registry: Registry
    /// In the order they were loaded.
    public let plugins: [LoadedPlugin]
    /// Each file that was refused and each folder that could not be read.
    public let errors: [PluginError]
    /// What is loaded of each file.
    let known: [KnownPlugin]
}

/// A plugin that could be loaded from a file.
struct KnownPlugin {
    let file: String
    let library: EnteredPlugin
    let isLocked: Bool
}
