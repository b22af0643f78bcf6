internal import ProvisoCore

/// A plugin that is not used because another file has the same id.
///
/// The file in the earlier directory wins; within a directory, the one with the higher version.
public struct ShadowedPlugin: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The id that both plugins have.
    public let id: String
    /// The version of the plugin that is not used.
    public let version: String
    /// The path of the file that is used.
    public let by: String
    /// The version of the plugin that is used.
    public let usedVersion: String

    init(_ plugin: FoundPlugin, by other: FoundPlugin) {
        file = plugin.file.name
        id = plugin.manifest.id
        version = plugin.manifest.version
        by = other.file.name
        usedVersion = other.manifest.version
    }

    public var description: String { "\(file): \(id) \(version) is shadowed by \(by) (\(usedVersion))" }
}

/// A file of a directory that may be used, with the plugin of an earlier search in its place if it is refused.
struct PluginCandidate {
    let plugin: FoundPlugin
    var fallback: FoundPlugin?
    /// Its position among the files of its directory.
    let place: Int

    /// Whether it comes first of two with the same id; versions in another form come after all others.
    func precedes(_ other: PluginCandidate) -> Bool {
        let versions = [self, other].map { SemanticVersion($0.plugin.manifest.version) }
        switch (versions[0], versions[1]) {
        case (let own?, let other?) where own != other: return own > other
        case (_?, nil): return true
        case (nil, _?): return false
        default: return place < other.place
        }
    }
}
