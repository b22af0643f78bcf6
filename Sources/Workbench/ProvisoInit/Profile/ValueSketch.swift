/// What is kept of the different values of an attribute, in a fixed amount of memory.
struct ValueSketch {
    static let countedLimit = 60
    static let sampleSize = 256
    static let hashLimit = 1 << 20
    /// Longer values are not counted: Swift compares strings of many combining marks in time with their square.
    static let longestCounted = 500

    /// How often each value occurs; empty once there are too many.
    private(set) var counts: [String: Int] = [:]
    private(set) var hasMany = false
    /// The values with the smallest hashes: the same sample for the same data, however often a value occurs.
    private var sampled: [UInt64: String] = [:]
    private var largest = UInt64.max
    /// The hashes of all values, until there are too many.
    private(set) var hashes: Set<UInt64> = []
    private(set) var hashesOverflowed = false
    private(set) var repeats = 0

    mutating func add(_ text: String) {
        let hash = Self.hash(text)
        if !hashesOverflowed {
            if !hashes.insert(hash).inserted { repeats += 1 }
            if hashes.count > Self.hashLimit { (hashes, hashesOverflowed) = ([], true) }
        }
        if !hasMany {
            let isShort = text.utf8.count <= Self.longestCounted
            if isShort { counts[text, default: 0] += 1 }
            if !isShort || counts.count > Self.countedLimit { (counts, hasMany) = ([:], true) }
        }
        guard hash < largest, sampled[hash] == nil else { return }
        sampled[hash] = text
        guard sampled.count > Self.sampleSize else { return }
        if let last = sampled.keys.max() { sampled[last] = nil }
        largest = sampled.keys.max() ?? .max
    }

    /// The sample in an order that depends on the data alone.
    var sample: [String] { sampled.keys.sorted().compactMap { sampled[$0] } }

    /// The number of different values; `nil` if there were too many to count.
    var distinct: Int? { hashesOverflowed ? nil : hashes.count }

    /// FNV-1a, which is the same in every run, with a last mixing of its bits.
    static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 33
        hash &*= 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
