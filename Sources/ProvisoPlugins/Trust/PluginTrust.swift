internal import Glibc
internal import ProvisoMessages

/// The plugins that may run in this process, with all its rights: those that a person has trusted.
///
/// Trust is kept outside of everything that can be copied with a project: in the file `trust` of the user's directory
/// `~/.config/proviso` (`$XDG_CONFIG_HOME/proviso`, for root /etc/proviso), and for all users in /etc/proviso. A plugin that is
/// not trusted runs in a worker.
public struct PluginTrust: Sendable, Hashable, CustomStringConvertible {
    /// A decision of a person to trust a plugin.
    public struct Entry: Sendable, Hashable {
        /// What is trusted.
        public enum Subject: Sendable, Hashable {
            /// A file with exactly these contents.
            case contents(ContentDigest)
            /// Each version of the plugin that the owner of this key has signed.
            case publisher(PublicKey)
        }

        public let subject: Subject
        /// The id of the plugin.
        public let id: String
        /// The version of the plugin when it was trusted.
        public let version: String
        /// The time of the decision in RFC 3339, in UTC.
        public let date: String
        /// The name of the user who decided.
        public let user: String

        /// Creates an entry.
        public init(_ subject: Subject, id: String, version: String, date: String, user: String) {
            self.subject = subject
            self.id = id
            self.version = version
            self.date = date
            self.user = user
        }
    }

    /// The name of a file that gave rights before: one in a directory of plugins gives none, because it may have come with them.
    package static let formerName = "proviso-plugins.trust"

    /// The decisions in the order in which they were made.
    public let entries: [Entry]

    /// Creates a list of decisions.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Creates a list of files by their contents, for programs that decide themselves.
    public init(contents: some Sequence<ContentDigest>) {
        entries = contents.map { Entry(.contents($0), id: "-", version: "-", date: "-", user: "-") }
    }

    /// The file with the decisions of this user; `nil` without a home.
    package static var userFile: String? { UserDirectories.own.configuration.map { $0 + "/trust" } }

    /// Reads what this user and root have trusted.
    ///
    /// A file that others could change, or that is damaged, is an error: nothing is trusted by it.
    public static func ofUser() throws(PluginError) -> PluginTrust {
        let files = [userFile, UserDirectories.system + "/trust"].compactMap { $0 }.withoutRepetition()
        var entries: [Entry] = []
        for file in files { entries += try PluginTrust(contentsOf: file).entries }
        return PluginTrust(entries)
    }

    /// Reads a file, which only root and this user may be able to change; a file that does not exist has no entries.
    public init(contentsOf path: String) throws(PluginError) {
        do throws(PluginFault) {
            try self.init(parsing: UserDirectories.holds(path) ? TrustedFolder.read(path, limit: 1 << 20) : [])
        } catch {
            throw PluginError(file: path, reason: error.reason)
        }
    }

    init(parsing bytes: [UInt8]) throws(PluginFault) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        var entries: [Entry] = []
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            guard let entry = Entry(String(line)) else {
                throw PluginFault(
                    "is damaged: line \(index + 1) must be 'contents' and a SHA-256, or 'publisher' and a public key, "
                        + "then id, version, date and user, as 'proviso plugin trust' writes it")
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// The decision by which a plugin is trusted; a changed file has none, unless its publisher signed it.
    package func decision(on digest: ContentDigest, _ id: String, signedBy signer: PublicKey?) -> Entry? {
        entries.last { entry in
            switch entry.subject {
            case .contents(let trusted): trusted == digest
            case .publisher(let key): key == signer && entry.id == id
            }
        }
    }

    /// The keys whose signature makes each version of a plugin trusted.
    func publishers(of id: String) -> [PublicKey] {
        entries.compactMap { entry in
            guard case .publisher(let key) = entry.subject, entry.id == id else { return nil }
            return key
        }
    }

    public var description: String {
        "# The plugins that may run with all rights of the user, written by 'proviso plugin trust'.\n"
            + entries.map { $0.line + "\n" }.joined()
    }
}

extension PluginTrust.Entry {
    /// Reads the output of `line`; `nil` if it is anything else.
    fileprivate init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6 else { return nil }
        switch words[0] {
        case "contents":
            guard let digest = ContentDigest(words[1]) else { return nil }
            subject = .contents(digest)
        case "publisher":
            guard let key = PublicKey(words[1]) else { return nil }
            subject = .publisher(key)
        default: return nil
        }
        (id, version, date, user) = (words[2], words[3], words[4], words[5])
    }

    package var line: String {
        let what =
            switch subject {
            case .contents(let digest): "contents \(digest)"
            case .publisher(let key): "publisher \(key.encoded)"
            }
        let words = [id, version, date, user].map {
            $0.isEmpty ? "-" : $0.split { $0.isWhitespace }.joined(separator: "_")
        }
        return ([what] + words).joined(separator: " ")
    }
}
