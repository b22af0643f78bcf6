/// The messages of a catalog by code: made once, found with one look at the code's bytes.
final class MessageTable: Sendable {
    private struct Entry: BitwiseCopyable, Sendable {
        let hash: UInt64
        /// Where the code's bytes are among those of all.
        let start: Int32
        let count: Int32
    }

    /// The codes, sorted.
    let codes: [String]
    /// In the order of the codes.
    private let messages: [CatalogMessage]
    private let lent: [Unmanaged<CatalogMessage>]
    private let bytes: FixedTable<UInt8>
    private let entries: FixedTable<Entry>
    /// A place for each hash, a power of two of them, mostly empty: the index of an entry, or less than zero.
    private let places: FixedTable<Int32>
    /// Unlike in every other table, so that nobody can write a catalog whose codes all share a place.
    private let seed = UInt64.random(in: .min ... .max)

    init(_ all: [String: CatalogMessage]) {
        let sorted = all.sorted { $0.key < $1.key }
        (codes, messages) = (sorted.map(\.key), sorted.map(\.value))
        lent = messages.map { Unmanaged.passUnretained($0) }
        var (bytes, entries): ([UInt8], [Entry]) = ([], [])
        var size = 8
        while size < codes.count * 4 { size *= 2 }
        var places = [Int32](repeating: -1, count: size)
        for code in codes {
            let own = Array(code.utf8)
            let hash = own.withUnsafeBufferPointer { [seed] in Self.hash($0, seed) }
            var place = Int(truncatingIfNeeded: hash) & (size - 1)
            while places[place] >= 0 { place = (place + 1) & (size - 1) }
            places[place] = Int32(entries.count)
            entries.append(Entry(hash: hash, start: Int32(bytes.count), count: Int32(own.count)))
            bytes += own
        }
        self.bytes = FixedTable(bytes)
        self.entries = FixedTable(entries)
        self.places = FixedTable(places)
    }

    var all: [String: CatalogMessage] { Dictionary(uniqueKeysWithValues: zip(codes, messages)) }

    subscript(code: String) -> CatalogMessage? { index(of: code).map { messages[$0] } }

    /// A compiled message, lent for as long as this lives; nil when there is none.
    @inline(__always)
    func lentProgram(for code: String) -> Unmanaged<MessageProgram>? {
        guard let index = index(of: code) else { return nil }
        return lent[index]._withUnsafeGuaranteedRef { $0.lentProgram }
    }

    private func index(of code: String) -> Int? {
        code.lendUTF8 { index(of: $0) }
    }

    private func index(of code: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = Self.hash(code, seed)
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0 {
            let index = Int(places[place])
            let entry = entries[index]
            if entry.hash == hash, isSame(code, bytes[Int(entry.start)..<Int(entry.start + entry.count)]) {
                return index
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    @inline(__always)
    private func isSame(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        let (one, other, count) = (UnsafeRawPointer(start), UnsafeRawPointer(otherStart), one.count)
        var place = 0
        while place + 8 <= count {
            let word = one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if word != other.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
            place += 8
        }
        return Self.rest(of: one + place, count: count - place) == Self.rest(of: other + place, count: count - place)
    }

    @inline(__always)
    private static func hash(_ code: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> UInt64 {
        var state = seed ^ UInt64(code.count)
        guard let start = code.baseAddress else { return mix(state) }
        let raw = UnsafeRawPointer(start)
        var place = 0
        while place + 8 <= code.count {
            state = mix(state ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        return mix(state ^ rest(of: raw + place, count: code.count - place))
    }

    /// The last bytes, fewer than eight.
    ///
    /// They are read as a short text is stored, in pieces that do not reach across its two words: the processor would
    /// wait for both.
    @inline(__always)
    private static func rest(of raw: UnsafeRawPointer, count: Int) -> UInt64 {
        var (rest, place) = (UInt64(0), 0)
        if count & 4 != 0 {
            rest = UInt64(raw.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            place += 4
        }
        if count & 2 != 0 {
            rest = rest << 16 | UInt64(raw.loadUnaligned(fromByteOffset: place, as: UInt16.self))
            place += 2
        }
        if count & 1 != 0 { rest = rest << 8 | UInt64(raw.load(fromByteOffset: place, as: UInt8.self)) }
        return rest
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
