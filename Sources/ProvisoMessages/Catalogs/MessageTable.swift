/// The messages of a catalog by code: a hash table that is built once and never changes.
final class MessageTable: Sendable {
    private struct Entry: BitwiseCopyable, Sendable {
        let key: Key
        /// The start of the code's bytes in the bytes of all codes.
        let start: Int
    }

    /// The length of a code with its first and last eight bytes, which is all of most codes.
    private struct Key: BitwiseCopyable, Sendable, Equatable {
        let count: Int
        let first: UInt64
        /// The bytes after the first eight, if there are at most eight more; else the last eight.
        let last: UInt64

        var isWhole: Bool { count <= 16 }
        /// The offsets of the 8-byte words that are neither the first nor the last.
        var middle: StrideTo<Int> { stride(from: 8, to: count - 8, by: 8) }
    }

    /// The codes, sorted.
    let codes: [String]
    /// The messages in the order of the codes.
    private let messages: [CatalogMessage]
    private let lent: [Unmanaged<CatalogMessage>]
    private let bytes: FixedTable<UInt8>
    private let entries: FixedTable<Entry>
    /// A slot for each hash (a power of two, mostly empty): the index of an entry, or a negative number.
    private let places: FixedTable<Int32>
    /// Random for each table, so that no catalog can be written whose codes all hash to one slot.
    private let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    init(_ all: [String: CatalogMessage]) {
        let sorted = all.sorted { $0.key < $1.key }
        (codes, messages) = (sorted.map(\.key), sorted.map(\.value))
        lent = messages.map { Unmanaged.passUnretained($0) }
        var (bytes, entries): ([UInt8], [Entry]) = ([], [])
        var size = 8
        while size < codes.count * 4 { size *= 2 }
        var places = [Int32](repeating: -1, count: size)
        for code in codes {
            let (key, hash) = code.lendUTF8 { [seeds] in Self.key(of: $0, seeds) }
            var place = Int(truncatingIfNeeded: hash) & (size - 1)
            while places[place] >= 0 { place = (place + 1) & (size - 1) }
            places[place] = Int32(entries.count)
            entries.append(Entry(key: key, start: bytes.count))
            bytes += Array(code.utf8)
        }
        self.bytes = FixedTable(bytes)
        self.entries = FixedTable(entries)
        self.places = FixedTable(places)
    }

    var all: [String: CatalogMessage] { Dictionary(uniqueKeysWithValues: zip(codes, messages)) }

    subscript(code: String) -> CatalogMessage? { index(of: code).map { messages[$0] } }

    /// A compiled message without a retain, valid while this object lives; `nil` if there is none.
    @inline(__always)
    func lentProgram(for code: String) -> Unmanaged<MessageProgram>? {
        guard let index = index(of: code) else { return nil }
        return lent[index]._withUnsafeGuaranteedRef { $0.lentProgram }
    }

    private func index(of code: String) -> Int? {
        code.lendUTF8 { index(of: $0) }
    }

    private func index(of code: UnsafeBufferPointer<UInt8>) -> Int? {
        let (key, hash) = Self.key(of: code, seeds)
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0 {
            let index = Int(places[place])
            let entry = entries[index]
            if entry.key == key, key.isWhole || hasSameMiddle(code, entry) { return index }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private func hasSameMiddle(_ code: UnsafeBufferPointer<UInt8>, _ entry: Entry) -> Bool {
        let (one, other) = (UnsafeRawBufferPointer(code), UnsafeRawBufferPointer(bytes[entry.start..<bytes.count]))
        return entry.key.middle.allSatisfy {
            one.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
                == other.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
        }
    }

    @inline(__always)
    private static func key(
        of code: UnsafeBufferPointer<UInt8>, _ seeds: (UInt64, UInt64)
    ) -> (key: Key, hash: UInt64) {
        guard let start = code.baseAddress else { return (Key(count: 0, first: 0, last: 0), 0) }
        let (raw, count) = (UnsafeRawPointer(start), code.count)
        let first = word(at: raw, count: min(count, 8))
        let last: UInt64 =
            switch count {
            case ...8: 0
            case ...16: word(at: raw + 8, count: count - 8)
            default: word(at: raw + (count - 8), count: 8)
            }
        let key = Key(count: count, first: first, last: last)
        var hash = mix(first ^ seeds.0, last ^ seeds.1 ^ UInt64(count))
        if !key.isWhole {
            for place in key.middle { hash = mix(hash ^ word(at: raw + place, count: 8), seeds.1) }
        }
        return (key, hash)
    }

    /// Loads `count` bytes, at most eight.
    ///
    /// A short string is stored in two words. The loads do not cross from one word to the other, because such a load
    /// must wait until both words are stored.
    @inline(__always)
    private static func word(at raw: UnsafeRawPointer, count: Int) -> UInt64 {
        if count == 8 { return raw.loadUnaligned(as: UInt64.self) }
        var (word, place) = (UInt64(0), 0)
        if count & 4 != 0 {
            word = UInt64(raw.loadUnaligned(as: UInt32.self))
            place = 4
        }
        if count & 2 != 0 {
            word = word << 16 | UInt64(raw.loadUnaligned(fromByteOffset: place, as: UInt16.self))
            place += 2
        }
        if count & 1 != 0 { word = word << 8 | UInt64(raw.load(fromByteOffset: place, as: UInt8.self)) }
        return word
    }

    @inline(__always)
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
