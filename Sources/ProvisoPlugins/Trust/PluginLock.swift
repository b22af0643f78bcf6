internal import Glibc

/// The plugins that were reviewed and approved: file names with the SHA-256 of their contents.
///
/// As a string it has the format that `sha256sum` writes and checks.
public struct PluginLock: Sendable, Hashable, CustomStringConvertible {
    /// The name of the lock file in a directory of plugins.
    public static let fileName = "proviso-plugins.lock"

    /// A file name with the digest of its contents.
    public struct Entry: Sendable, Hashable {
        /// The name of the file, without its directory.
        public let name: String
        /// The SHA-256 of the contents.
        public let digest: ContentDigest

        /// Creates an entry.
        public init(name: String, digest: ContentDigest) {
            self.name = name
            self.digest = digest
        }
    }

    /// The entries, sorted by name; a name may have several digests, one per directory.
    public let entries: [Entry]

    /// Creates a lock from entries in any order.
    public init(_ entries: some Sequence<Entry>) {
        self.entries = Set(entries).sorted { ($0.name, $0.digest.description) < ($1.name, $1.digest.description) }
    }

    /// Creates a lock with the plugins in a directory as they are now; `policy` must accept them.
    package init(approving folder: String, policy: PluginPolicy) throws(PluginError) {
        var policy = policy
        policy.lock = PluginLock([])
        policy.isLocked = false
        var entries: [Entry] = []
        let directory = PluginDirectory(folder)
        for file in try directory.files() {
            let name = String(Substring(file.utf8.dropFirst(directory.prefix.utf8.count)))
            // A line break in a name would be a line of another file.
            guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw PluginError(
                    file: file, reason: "has a control character in its name, which a lock file cannot hold: rename it")
            }
            entries.append(Entry(name: name, digest: try PluginFile(file, policy: policy).fileDigest))
        }
        self.init(entries)
    }

    /// Reads a lock file, which only root and this user may be able to change.
    public init(contentsOf path: String) throws(PluginError) {
        do throws(PluginFault) {
            try self.init(parsing: TrustedFolder.read(path, limit: Self.maximumSize))
        } catch {
            throw PluginError(file: path, reason: error.reason)
        }
    }

    /// Reads the lock of a directory; `nil` if it has none.
    init?(in folder: TrustedFolder) throws(PluginFault) {
        guard folder.contains(Self.fileName) else { return nil }
        do throws(PluginFault) {
            try self.init(parsing: folder.read(Self.fileName, limit: Self.maximumSize))
        } catch {
            throw PluginFault("has a lock file, \(Self.fileName), that \(error.reason)")
        }
    }

    private static let maximumSize = 1 << 20

    init(parsing bytes: [UInt8]) throws(PluginFault) {
        guard !bytes.contains(UInt8(ascii: "\r")) else {
            throw PluginFault("has carriage returns: write it with Unix line ends ('sed -i s/\\r//')")
        }
        var entries: [Entry] = []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let name = line.dropFirst(64)
            guard let digest = ContentDigest(String(line.prefix(64))), name.hasPrefix("  ") || name.hasPrefix(" *"),
                name.count > 2
            else {
                throw PluginFault("is not a lock file: line \(index + 1) must be a SHA-256, two spaces and a file name")
            }
            entries.append(Entry(name: String(name.dropFirst(2)), digest: digest))
        }
        self.init(entries)
    }

    /// Whether a file is listed with these contents; throws if it is listed only with others, which `command` changes.
    func holds(_ name: String, _ digest: ContentDigest, writtenBy command: String) throws(PluginFault) -> Bool {
        let known = entries.filter { $0.name == name }
        if known.isEmpty || known.contains(where: { $0.digest == digest }) { return !known.isEmpty }
        throw PluginFault(
            "differs from the lock file (its SHA-256 is \(digest)): "
                + "if the change was intended, run \(command) again")
    }

    public var description: String {
        entries.map { "\($0.digest)  \($0.name)\n" }.joined()
    }
}
