internal import Glibc

/// The plugins that may run in this process, with all its rights: file names with the SHA-256 of their contents.
///
/// A lock file says which contents were recorded; this says whose code may do everything that this user may do. A plugin
/// that is not trusted runs in a worker. As a string it has the format that `sha256sum` writes and checks.
public struct PluginTrust: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file in a directory of plugins.
    public static let fileName = "proviso-plugins.trust"

    private let list: PluginLock

    /// The entries, sorted by name; a name may have several digests.
    public var entries: [PluginLock.Entry] { list.entries }

    /// Creates a list of trusted plugins from entries in any order.
    public init(_ entries: some Sequence<PluginLock.Entry>) {
        list = PluginLock(entries)
    }

    /// Reads a file, which only root and this user may be able to change.
    public init(contentsOf path: String) throws(PluginError) {
        list = try PluginLock(contentsOf: path)
    }

    /// Reads the file of a directory; `nil` if it has none.
    init?(in folder: TrustedFolder) throws(PluginFault) {
        guard folder.contains(Self.fileName) else { return nil }
        do throws(PluginFault) {
            list = try PluginLock(parsing: folder.read(Self.fileName, limit: 1 << 20))
        } catch {
            throw PluginFault("has a list of trusted plugins, \(Self.fileName), that \(error.reason)")
        }
    }

    /// Whether a file is listed with exactly these contents; a changed file is no longer trusted.
    func holds(_ name: String, _ digest: ContentDigest) -> Bool {
        entries.contains { $0.name == name && $0.digest == digest }
    }

    public var description: String { list.description }
}
