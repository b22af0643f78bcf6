internal import ProvisoMessages

/// The plugins that their publishers have revoked: no host loads them, and none is installed.
///
/// The list is beside the publishers' keys. Commands that read an index add to it; a host that loads plugins reads it, and
/// fetches nothing.
package struct RevokedPlugins: Sendable, Hashable {
    /// The file of one plugin.
    package struct Entry: Sendable, Hashable {
        /// Of the shared library or module.
        package let digest: ContentDigest
        package let id: String
        package let version: PluginVersion
        /// The publisher's reason, on one line.
        package let reason: String

        package init(_ facts: PluginPackage.Facts, reason: String) {
            self.init(digest: facts.digest, id: facts.id, version: facts.version, reason: reason)
        }

        package init(digest: ContentDigest, id: String, version: PluginVersion, reason: String) {
            self.digest = digest
            self.id = id
            self.version = version
            self.reason = Self.cut(reason.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }

        /// At most 500 bytes: a character can have thousands.
        private static func cut(_ text: String) -> String {
            var size = 0
            let kept = text.unicodeScalars.prefix { scalar in
                size += UTF8.width(scalar)
                return size <= 500
            }
            return String(String.UnicodeScalarView(kept))
        }

        /// Says it after the name of the plugin.
        package var sentence: String {
            "is revoked by its publisher: \(reason.isEmpty ? "no reason is given" : reason)"
        }
    }

    /// The name of the file in a directory of keys.
    package static let fileName = "revoked"

    /// The maximum size of the file.
    static let maximumSize = 16 << 20

    package private(set) var entries: [Entry] = []

    private struct Name: Hashable {
        let id: String
        let digest: ContentDigest
    }

    /// Where each is among the entries.
    private var places: [Name: Int] = [:]

    package init() {}

    /// Reads the list in a directory of keys, if there is one.
    package init(in directory: String) throws(PluginError) {
        let path = PluginDirectory(directory).prefix + Self.fileName
        do throws(PluginFault) {
            guard try UserDirectories.holds(path) else { return }
            let text = String(
                decoding: try TrustedFolder(directory).read(Self.fileName, limit: Self.maximumSize), as: UTF8.self)
            for (index, line) in text.split(separator: "\n").enumerated() {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                guard words.count >= 3, let digest = ContentDigest(words[0]), let version = PluginVersion(words[2])
                else {
                    throw PluginFault(
                        "is damaged: line \(index + 1) must be a SHA-256, an id, a version and a reason, as "
                            + "'proviso plugin upgrade' writes it")
                }
                let reason = words.count > 3 ? words[3] : ""
                add([Entry(digest: digest, id: words[1], version: version, reason: reason)])
            }
        } catch {
            throw PluginError(file: path, reason: error.reason)
        }
    }

    /// What this user and root know, and what is known in another directory of keys.
    package static func ofUser(and directory: String? = nil) throws(PluginError) -> RevokedPlugins {
        let own = [UserDirectories.own.configuration, UserDirectories.system].compactMap { $0.map { $0 + "/keys" } }
        var all = RevokedPlugins()
        for directory in (own + [directory].compactMap { $0 }).withoutRepetition() {
            all.add(try RevokedPlugins(in: directory).entries)
        }
        return all
    }

    /// Adds what is not known yet.
    package mutating func add(_ more: some Sequence<Entry>) {
        for entry in more where self[entry.id, entry.digest] == nil {
            places[Name(id: entry.id, digest: entry.digest)] = entries.count
            entries.append(entry)
        }
    }

    /// What is known about a plugin of this id with this SHA-256: a publisher speaks about its own ids only.
    package subscript(id: String, digest: ContentDigest) -> Entry? {
        places[Name(id: id, digest: digest)].map { entries[$0] }
    }

    /// The contents of the file.
    package var text: String {
        entries.map { "\($0.digest) \($0.id) \($0.version) \($0.reason)\n" }.joined()
    }
}
