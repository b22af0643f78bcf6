internal import Glibc

/// The messages of a catalog by code: made once, found with one look at the code's bytes.
final class MessageTable: Sendable {
    private struct Entry: Sendable {
        let hash: UInt64
        /// Where the code's bytes are among those of all.
        let start: Int
        let count: Int
    }

    /// Sorted by code.
    let messages: [CatalogMessage]
    /// The codes, sorted.
    let codes: [String]
    private let entries: [Entry]
    private let bytes: [UInt8]
    /// A place for each hash, a power of two of them and half empty: the index of an entry, or less than zero.
    private let places: [Int32]

    init(_ messages: [String: CatalogMessage]) {
        let sorted = messages.sorted { $0.key < $1.key }
        (codes, self.messages) = (sorted.map(\.key), sorted.map(\.value))
        var (bytes, entries): ([UInt8], [Entry]) = ([], [])
        var size = 8
        while size < sorted.count * 2 { size *= 2 }
        var places = [Int32](repeating: -1, count: size)
        for code in codes {
            let own = Array(code.utf8)
            let hash = own.withUnsafeBufferPointer(Self.hash)
            var place = Int(truncatingIfNeeded: hash) & (size - 1)
            while places[place] >= 0 { place = (place + 1) & (size - 1) }
            places[place] = Int32(entries.count)
            entries.append(Entry(hash: hash, start: bytes.count, count: own.count))
            bytes += own
        }
        (self.bytes, self.entries, self.places) = (bytes, entries, places)
    }

    var all: [String: CatalogMessage] { Dictionary(uniqueKeysWithValues: zip(codes, messages)) }

    subscript(code: String) -> CatalogMessage? { index(of: code).map { messages[$0] } }

    @inline(__always)
    func index(of code: String) -> Int? {
        code.utf8.withContiguousStorageIfAvailable(index) ?? Array(code.utf8).withUnsafeBufferPointer(index)
    }

    private func index(of code: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = Self.hash(code)
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0 {
            let index = Int(places[place])
            let entry = entries[index]
            if entry.hash == hash, entry.count == code.count {
                let isSame = bytes.withUnsafeBufferPointer { bytes in
                    code.baseAddress.map { memcmp($0, bytes.baseAddress.unsafelyUnwrapped + entry.start, entry.count) == 0 }
                }
                if isSame ?? true { return index }
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Unlike in every process, so that nobody can write a catalog whose codes all share a place.
    private static let seed = UInt64.random(in: .min ... .max)

    private static func hash(_ code: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(code)
        var state = seed ^ UInt64(code.count)
        var place = 0
        while place + 8 <= raw.count {
            state = mix(state ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < raw.count {
            rest = rest << 8 | UInt64(raw[place])
            place += 1
        }
        return mix(state ^ rest)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
