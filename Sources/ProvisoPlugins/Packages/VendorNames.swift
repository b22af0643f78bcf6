internal import Glibc

/// Whose rule types a vendor's name belongs to: `acme` in `acme/isbn` is the publisher's who used it first.
///
/// It is kept beside the publishers' keys, so that a key for one purpose cannot take over the rule types of another.
package struct VendorNames {
    /// The name of the file in the directory of keys.
    package static let fileName = "vendors"

    /// The directory of keys.
    private let directory: String
    /// The most names of one key: the list has room for those of many publishers.
    private static let mostOfKey = 256
    private var owners: [String: (key: ContentDigest, id: String)] = [:]

    package init(in directory: String) throws(PluginFault) {
        self.directory = directory
        let folder = try TrustedFolder(directory)
        for (index, line) in (try folder.list(Self.fileName) ?? []).enumerated() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let key = ContentDigest(words[1]) else {
                throw PluginFault(
                    "needs the list \(folder.path(of: Self.fileName)), which is damaged or of an earlier version: "
                        + "line \(index + 1) "
                        + "must be a vendor, the SHA-256 of a key and the id of a plugin; without the line the name "
                        + "belongs to the next publisher that uses it")
            }
            owners[words[0]] = (key, words[2])
        }
    }

    /// Reads the names in a directory of keys; `nil` if there is no such directory.
    package static func ofUser(in directory: String) throws(PluginError) -> VendorNames? {
        try PluginError.about(directory) { () throws(PluginFault) in
            try UserDirectories.holds(directory) ? VendorNames(in: directory) : nil
        }
    }

    /// The fingerprint of the key that a vendor's name belongs to.
    package func owner(of vendor: String) -> ContentDigest? { owners[vendor]?.key }

    /// Gives the vendors' names that are free to the signer of a plugin; throws if one belongs to another.
    ///
    /// Returns the names that were free.
    mutating func claim(_ facts: PluginPackage.Facts, for key: PublicKey) throws(PluginFault) -> [String] {
        var taken: [String] = []
        for vendor in Set(facts.types.compactMap(Self.vendor)).sorted() {
            guard let owner = owners[vendor] else {
                owners[vendor] = (key.fingerprint, facts.id)
                taken.append(vendor)
                continue
            }
            if owner.key != key.fingerprint {
                throw PluginFault(
                    "claims rule types of '\(vendor)', which belong to the publisher of \(owner.id) with the key "
                        + "with the SHA-256 \(owner.key), and is signed with the key \(key.shown): if the publisher has a "
                        + "new key, remove the line of '\(vendor)' from \(directory)/\(Self.fileName)")
            }
        }
        let own = owners.values.count { $0.key == key.fingerprint }
        guard taken.isEmpty || own <= Self.mostOfKey else {
            throw PluginFault(
                "claims \(taken.count) vendors' names, with which the key \(key.shown) would have \(own): a publisher has "
                    + "at most \(Self.mostOfKey)")
        }
        return taken
    }

    /// The contents of the file.
    var text: String {
        owners.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.key) \($0.value.id)\n" }.joined()
    }

    /// The part of a rule type before the slash.
    package static func vendor(_ type: String) -> String? {
        type.firstIndex(of: "/").map { String(type[..<$0]) }
    }
}
