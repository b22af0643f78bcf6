internal import ProvisoCore
internal import ProvisoMessages

/// The packages in a directory or on a web server.
///
/// A publisher's signed list has the packages that the publisher offers. Packages without one are believed only as far as
/// the signed library in them says the same.
package struct PackageIndex: Sendable {
    package static let fileName = "index.json"
    package static let maximumSize = 16 << 20
    /// The most values in it: each takes a hundred bytes of memory, however short it is.
    private static let mostValues = 1_000_000

    /// The packages in no signed list, sorted by id, then the newest first.
    package private(set) var unsigned: [PluginPackage.Facts]
    /// One for each key.
    package private(set) var lists: [SignedList]

    package init() {
        unsigned = []
        lists = []
    }

    /// Reads the output of `json`; checks no signature.
    package init(parsing bytes: [UInt8]) throws(PluginFault) {
        let (comma, list, object) = (UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"))
        let marks = bytes.count { $0 == comma || $0 == list || $0 == object }
        guard marks <= Self.mostValues else { throw PluginFault("has more than \(Self.mostValues) values") }
        guard let value = try? AnyValue(json: bytes), value["format"]?.int == 1,
            case .list(let items)? = value["packages"], case .list(let lists) = value["signed"] ?? .list([])
        else { throw PluginFault("is not an index of version 1, as 'proviso plugin publish' writes it") }
        self.init()
        for (number, item) in items.enumerated() {
            guard let facts = PluginPackage.Facts(item) else {
                throw PluginFault("is damaged: its package \(number + 1) lacks something")
            }
            unsigned.append(facts)
        }
        for list in lists { self.lists.append(try SignedList(list)) }
    }

    package var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("format", 1)
            $0.member("signed") { $0.list { for list in lists { $0.object { list.write(to: &$0) } } } }
            $0.member("packages") { $0.list { for facts in unsigned { $0.object { facts.write(to: &$0) } } } }
        }
        return writer.text + "\n"
    }

    /// All packages, believed or not, sorted by id, then the newest first.
    package var packages: [PluginPackage.Facts] { Self.sorted(lists.flatMap(\.packages) + unsigned) }

    private static func sorted(_ packages: [PluginPackage.Facts]) -> [PluginPackage.Facts] {
        packages.sorted { ($0.id, $1.version, $0.fileName) < ($1.id, $0.version, $1.fileName) }
    }

    /// Adds packages without signing the index.
    package mutating func add(_ packages: [PluginPackage]) throws(PluginFault) {
        for package in packages {
            try refuseOther(package)
            if let list = lists.first(where: { $0.packages.contains { $0.id == package.facts.id } }) {
                throw PluginFault(
                    "has \(package.facts.id) in the list that the key \(list.keyID) signed: give that key with --key")
            }
        }
        unsigned = Self.sorted(unsigned.filter { !Self.has(packages, $0) } + packages.map(\.facts))
    }

    /// Signs the list of a publisher again, with more packages, or without those that are revoked; the date is the present.
    ///
    /// `key` is also the one that signed the packages. `revoking` has the id and version of packages that the list has.
    package mutating func sign(
        _ packages: [PluginPackage], revoking: [(id: String, version: PluginVersion)] = [], reason: String = "",
        days: Int,
        key: SigningKey, now: Int64 = ValidationClock.system.now
    ) throws(PluginFault) {
        let old = lists.first { $0.isBy([key.publicKey]) }
        // What someone else put into the index is not signed by renewing it.
        _ = try old?.signer(of: [key.publicKey])
        for package in packages {
            try refuseOther(package)
            do throws(PluginFault) {
                _ = try package.signer(of: [key.publicKey])
            } catch {
                throw PluginFault("cannot take \(package.name) into the list of this key: the package \(error.reason)")
            }
            if let revoked = old?.revoked.first(where: { $0.digest == package.facts.digest }) {
                throw PluginFault("cannot take \(package.name): it \(revoked.sentence)")
            }
        }
        var offered = (old?.packages ?? []).filter { !Self.has(packages, $0) } + packages.map(\.facts)
        var revoked = RevokedPlugins()
        revoked.add(old?.revoked ?? [])
        for (id, version) in revoking {
            let matches = offered.filter { $0.id == id && $0.version == version }
            guard !matches.isEmpty else {
                let known = offered.filter { $0.id == id }.map(\.version.description).withoutRepetition()
                throw PluginFault(
                    "has no \(id) \(version) in the list of this key"
                        + (known.isEmpty ? "" : ": there are \(known.joined(separator: ", "))"))
            }
            revoked.add(matches.map { RevokedPlugins.Entry($0, reason: reason) })
            offered.removeAll { $0.id == id && $0.version == version }
        }
        let list = SignedList(
            Self.sorted(offered), revoked: revoked.entries, after: old, days: days, key: key, now: now)
        replace(list, by: key.publicKey)
        unsigned.removeAll { Self.has(packages, $0) }
    }

    /// Puts the list of a key in the place of the one before.
    package mutating func replace(_ list: SignedList, by key: PublicKey) {
        lists = lists.filter { !$0.isBy([key]) } + [list]
    }

    /// A published version does not change, also if it is written otherwise: 1.2 is 1.2.0.
    private func refuseOther(_ package: PluginPackage) throws(PluginFault) {
        let new = package.facts
        let old = (lists.flatMap(\.packages) + unsigned).first {
            $0.id == new.id && $0.version == new.version && $0.processor == new.processor
        }
        guard let old, old != new else { return }
        throw PluginFault("has another package \(old.id) \(old.version): give the new one a new version")
    }

    private static func has(_ packages: [PluginPackage], _ facts: PluginPackage.Facts) -> Bool {
        packages.contains { $0.name == facts.fileName }
    }
}
