internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages
internal import Synchronization

/// An index whose signed lists are compared with the publishers' keys and with what was seen before.
package struct CheckedIndex {
    private let index: PackageIndex
    private let shelf: Shelf
    private let keys: KeyRing
    /// Where it is: the same directory or URL is always named the same.
    private let place: String
    /// Whether it must be signed: on a web server more people than its publishers can change or hide it.
    private let mustBeSigned: Bool
    private let now: Int64
    /// What was seen before the index was read: another program may have seen a newer one since then.
    private let seen: Result<SeenIndexes, PluginFault>

    package init(
        keys: KeyRing, place: String, mustBeSigned: Bool, now: Int64 = ValidationClock.system.now,
        reading read: () throws(PluginError) -> PackageIndex
    ) throws(PluginError) {
        seen = Result { () throws(PluginFault) in try SeenIndexes(in: keys.path) }
        index = try read()
        shelf = Shelf(index)
        self.keys = keys
        self.place = place
        self.mustBeSigned = mustBeSigned
        self.now = now
    }

    /// The packages whose id, rule types or summary have all the words, believed or not.
    package func packages(with words: [String]) -> [PluginPackage.Facts] {
        let words = words.map { $0.lowercased() }
        return shelf.packages.filter { facts in
            let text = ([facts.id, facts.summary] + facts.types).joined(separator: " ").lowercased()
            return words.allSatisfy { text.holds($0) }
        }
    }

    /// The ids of the plugins that offer a rule type.
    package func ids(of type: String) -> [String] {
        (shelf.ids[type] ?? []).sorted()
    }

    /// What a publisher offers of a plugin, by its id or a rule type.
    ///
    /// `vendors` say whose a rule type is that several plugins in the index have.
    package func offer(of name: String, vendors: VendorNames? = nil) throws(PluginFault) -> PackageOffer {
        var ids = (shelf.ids[name] ?? []).sorted()
        if ids.count > 1, let owner = VendorNames.vendor(name).flatMap({ vendors?.owner(of: $0) }) {
            let own = ids.filter { id in (try? ring(for: id))?.contains { $0.fingerprint == owner } ?? false }
            if !own.isEmpty { ids = own }
        }
        if ids.isEmpty {
            let near = Suggestion.nearest(to: name, in: shelf.packages.flatMap { [$0.id] + $0.types })
            throw PluginFault("has no plugin '\(name)'\(Suggestion.hint(near))")
        }
        // Two publishers can offer one rule type: the user must say which one is meant.
        guard ids.count == 1 else {
            throw PluginFault("has several plugins for '\(name)': \(ids.joined(separator: ", "))")
        }
        let owners = try ring(for: ids[0])
        let lists = index.lists.indices.filter { index.lists[$0].isBy(owners) }
        guard lists.isEmpty else { return try signed(lists, ids[0], owners) }
        try refuseMissing(ids[0], owners)
        return PackageOffer(id: ids[0], packages: shelf.unsigned[ids[0]] ?? [], revoked: [], memory: nil)
    }

    private func ring(for id: String) throws(PluginFault) -> [PublicKey] {
        do throws(PluginError) {
            return try keys.keys(for: id)
        } catch {
            throw PluginFault("offers \(id), which cannot be verified: \(error.file) \(error.reason)")
        }
    }

    private func signed(
        _ lists: [Int], _ id: String, _ owners: [PublicKey]
    ) throws(PluginFault) -> PackageOffer {
        let seen = try seen.get()
        var dates: [(key: PublicKey, date: Int64)] = []
        for number in lists {
            let list = index.lists[number]
            let key = try shelf.signer(of: list, number, owners)
            try checkDates(of: list, key, seen.date(of: key, in: place))
            dates.append((key, list.date))
        }
        return PackageOffer(
            id: id, packages: lists.flatMap { shelf.listed[$0][id] ?? [] },
            revoked: lists.flatMap { index.lists[$0].revoked }.filter { $0.id == id },
            memory: PackageOffer.Memory(keys: keys, place: place, dates: dates))
    }

    /// The list is neither too old nor from the future.
    private func checkDates(of list: SignedList, _ key: PublicKey, _ seen: Int64?) throws(PluginFault) {
        let date = SignedList.text(list.date)
        if now >= list.expires {
            throw PluginFault(
                "has expired: its list by the key \(key.id), of \(date), was valid until \(SignedList.text(list.expires)); "
                    + "its publisher renews it with 'proviso plugin publish'")
        }
        if let seen, list.date < seen {
            throw PluginFault(
                "is older than it was: its list by the key \(key.id) is of \(date), and one of \(SignedList.text(seen)) was "
                    + "there before; if the publisher went back, remove the line of the index from "
                    + "\(keys.path)/\(SeenIndexes.fileName)")
        }
        // A wrong clock here would also accept what has expired.
        if list.date > now + 86_400 {
            throw PluginFault(
                "is from the future: its list by the key \(key.id) is of \(date), and it is \(SignedList.text(now)) here: "
                    + "set the clock")
        }
    }

    /// Refuses an index that has no list by the owners of an id and must have one.
    private func refuseMissing(_ id: String, _ owners: [PublicKey]) throws(PluginFault) {
        let seen = try seen.get()
        for key in owners {
            guard let date = seen.date(of: key, in: place) else { continue }
            throw PluginFault(
                "has lost the list by the key \(key.id), which it had on \(SignedList.text(date)): someone may have removed "
                    + "it; its publisher writes it with 'proviso plugin publish --key'")
        }
        if let number = shelf.listed.firstIndex(where: { $0[id] != nil }) {
            throw PluginFault(
                "has \(id) in the list by the key \(index.lists[number].keyID), which is not one of the keys for it in \(keys.path)"
            )
        }
        guard mustBeSigned else { return }
        throw PluginFault(
            "has no list of \(id) that its publisher signed, so it may hide newer or revoked versions: the publisher adds "
                + "one with 'proviso plugin publish --key'; a copy of it in a directory is accepted, with a warning")
    }
}

/// The packages of an index by their names: a search looks up each of them.
private final class Shelf: Sendable {
    /// Sorted by id, then the newest first.
    let packages: [PluginPackage.Facts]
    /// The ids of plugins by their ids and rule types.
    let ids: [String: Set<String>]
    /// Those of each signed list by id.
    let listed: [[String: [PluginPackage.Facts]]]
    let unsigned: [String: [PluginPackage.Facts]]

    private struct Question: Hashable {
        let list: Int
        let owners: [PublicKey]
    }

    /// Whether a list is as it was signed: it is long, and the same for many plugins.
    private let signers = Mutex<[Question: Result<PublicKey, PluginFault>]>([:])

    init(_ index: PackageIndex) {
        packages = index.packages
        var ids: [String: Set<String>] = [:]
        for facts in packages { for name in [facts.id] + facts.types { ids[name, default: []].insert(facts.id) } }
        for id in index.lists.flatMap(\.revoked).map(\.id) { ids[id, default: []].insert(id) }
        self.ids = ids
        listed = index.lists.map { Dictionary(grouping: $0.packages, by: \.id) }
        unsigned = Dictionary(grouping: index.unsigned, by: \.id)
    }

    func signer(
        of list: SignedList, _ number: Int, _ owners: [PublicKey]
    ) throws(PluginFault) -> PublicKey {
        let question = Question(list: number, owners: owners)
        let known = signers.withLock { $0[question] }
        let result = known ?? Result { () throws(PluginFault) in try list.signer(of: owners) }
        signers.withLock { $0[question] = result }
        return try result.get()
    }
}

/// What an index offers of one plugin.
package struct PackageOffer {
    /// What is remembered of a signed index.
    struct Memory {
        let keys: KeyRing
        let place: String
        let dates: [(key: PublicKey, date: Int64)]
    }

    package let id: String
    package let packages: [PluginPackage.Facts]
    package let revoked: [RevokedPlugins.Entry]
    fileprivate let memory: Memory?

    /// Whether it is from a list that the publisher signed.
    package var isSigned: Bool { memory != nil }

    /// Whether the publisher's signed list has a package of the index.
    package func isSigned(_ facts: PluginPackage.Facts) -> Bool { isSigned && packages.contains(facts) }

    /// Keeps the dates of the lists, and what is revoked, for all commands and hosts.
    package func remember() throws(PluginFault) {
        guard let memory else { return }
        let path = memory.keys.path
        let lock = try DirectoryLock(path)
        var seen = try SeenIndexes(in: path)
        let before = seen.text
        for (key, date) in memory.dates { seen.add(date, of: key.fingerprint, in: memory.place) }
        if seen.text != before { try lock.replace(SeenIndexes.fileName, Array(seen.text.utf8)) }
        var known: RevokedPlugins
        do throws(PluginError) {
            known = try RevokedPlugins(in: path)
        } catch {
            throw PluginFault("cannot be used: \(error)")
        }
        let count = known.entries.count
        known.add(revoked)
        if known.entries.count > count {
            let text = Array(known.text.utf8)
            // A list that cannot be read again would stop the plugins of all publishers.
            guard text.count <= RevokedPlugins.maximumSize else {
                throw PluginFault(
                    "revokes too much of \(id): the list \(path)/\(RevokedPlugins.fileName) would be larger than "
                        + "\(RevokedPlugins.maximumSize >> 20) MB")
            }
            try lock.replace(RevokedPlugins.fileName, text)
        }
        lock.settle()
    }

    /// The newest package that this host can run.
    package func newest(_ version: PluginVersion? = nil) throws(PluginFault) -> PluginPackage.Facts {
        let usable = packages.filter {
            [PluginPackage.processor, PluginPackage.anyProcessor].contains($0.processor)
                && $0.minor <= Int(PROVISO_ABI_MINOR)
                && (version.map($0.version.satisfies) ?? $0.version.isRelease)
        }
        // Of one version, the library of this processor is faster than the module.
        let native = usable.filter { $0.processor == PluginPackage.processor }
        if let best = usable.max(by: { $0.version < $1.version }) {
            return native.first { $0.version == best.version } ?? best
        }
        let asked = revoked.filter { entry in version.map(entry.version.satisfies) ?? true }
        if let entry = asked.max(by: { $0.version < $1.version }) {
            throw PluginFault("offers no such version: \(id) \(entry.version) \(entry.sentence)")
        }
        let known = packages.map { "\($0.version) (\($0.processor), interface 1.\($0.minor))" }
        throw PluginFault(
            "has no version\(version.map { " \($0)" } ?? "") of \(id) for this host "
                + "(\(PluginPackage.processor), interface 1.\(PROVISO_ABI_MINOR)): "
                + (known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))"))
    }
}

/// The date of the last signed list of each key that this user saw in an index: an older one is refused.
///
/// It is kept beside the publishers' keys. A copy of an index elsewhere may be older, so the place of an index counts.
struct SeenIndexes {
    private struct Place: Hashable {
        let key: ContentDigest
        let index: String
    }

    /// The name of the file in the directory of keys.
    static let fileName = "indexes"

    private var dates: [Place: Int64] = [:]

    init(in directory: String) throws(PluginFault) {
        let folder = try TrustedFolder(directory)
        for (index, line) in (try folder.list(Self.fileName) ?? []).enumerated() {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3, let date = Instant(words[0]), let key = ContentDigest(words[1]) else {
                throw PluginFault(
                    "needs the list \(folder.path(of: Self.fileName)), which is damaged or of an earlier version: "
                        + "line \(index + 1) "
                        + "must be a date, the SHA-256 of a key and the place of an index; without the line an older list "
                        + "of that index is accepted once")
            }
            add(date.seconds, of: key, in: words[2])
        }
    }

    /// The date of the last list of a key in an index.
    func date(of key: PublicKey, in index: String) -> Int64? { dates[Place(key: key.fingerprint, index: index)] }

    /// Adds a date; a lower one, wherever it comes from, changes nothing.
    mutating func add(_ date: Int64, of key: ContentDigest, in index: String) {
        let place = Place(key: key, index: index)
        dates[place] = max(dates[place] ?? date, date)
    }

    /// The contents of the file.
    var text: String {
        dates.map { "\(SignedList.text($0.value)) \($0.key.key) \($0.key.index)\n" }.sorted().joined()
    }
}
