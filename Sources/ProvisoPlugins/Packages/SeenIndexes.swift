internal import ProvisoCore
internal import ProvisoMessages

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
