internal import CLibrary

/// A fixed set of strings, looked up by their bytes: the length and the first eight bytes decide most searches.
package final class TextTable: @unchecked Sendable {
    private struct Entry {
        var first: UInt64 = 0
        /// Negative if there is no string.
        var count = -1
        /// The place among the strings.
        var rank = 0
        var start: UnsafeRawPointer?
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let bytes: UnsafeMutableRawBufferPointer
    private let mask: Int

    package init(_ texts: [String]) {
        var capacity = 4
        while capacity < texts.count * 2 { capacity *= 2 }
        mask = capacity - 1
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        bytes = .allocate(byteCount: max(texts.reduce(0) { $0 + $1.utf8.count }, 1), alignment: 8)
        var used = 0
        for (rank, text) in texts.enumerated() {
            let start = used
            for byte in text.utf8 {
                bytes[used] = byte
                used += 1
            }
            insert(UnsafeRawBufferPointer(rebasing: bytes[start..<used]), rank)
        }
    }

    deinit {
        entries.deallocate()
        bytes.deallocate()
    }

    private func insert(_ text: UnsafeRawBufferPointer, _ rank: Int) {
        guard let start = text.baseAddress else { return }
        let first = Self.firstBytes(start, text.count)
        if contains(start, text.count) { return }
        var index = place(first, start, text.count)
        while entries[index].count >= 0 { index = (index + 1) & mask }
        entries[index] = Entry(first: first, count: text.count, rank: rank, start: start)
    }

    package func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.baseAddress.map { contains(UnsafeRawPointer($0), text.count) } ?? false
    }

    /// The place of a string among those of the table, of equal ones that of the first.
    package func rank(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        text.baseAddress.flatMap { rank(of: UnsafeRawPointer($0), text.count) }
    }

    func contains(_ start: UnsafeRawPointer, _ count: Int) -> Bool { rank(of: start, count) != nil }

    @inline(__always)
    private func rank(of start: UnsafeRawPointer, _ count: Int) -> Int? {
        let first = Self.firstBytes(start, count)
        var index = place(first, start, count)
        while entries[index].count >= 0 {
            let entry = entries[index]
            if entry.count == count, entry.first == first,
                count <= 8 || entry.start.map({ memcmp($0, start, count) == 0 }) == true
            {
                return entry.rank
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Mixes length and all bytes, so that a common beginning and end do not put all strings in one place.
    private func place(_ first: UInt64, _ start: UnsafeRawPointer, _ count: Int) -> Int {
        var mixed = first ^ UInt64(truncatingIfNeeded: count)
        var offset = 8
        while offset + 8 < count {
            let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            mixed = (mixed ^ word) &* 0x9E37_79B9_7F4A_7C15
            mixed ^= mixed >> 32
            offset += 8
        }
        if count > 8 { mixed ^= start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) &* 31 }
        mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & mask
    }

    /// The first eight bytes as one number; shorter strings are filled up with zeros.
    private static func firstBytes(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        if count >= 8 { return start.loadUnaligned(as: UInt64.self) }
        if count >= 4 {
            let head = UInt64(start.loadUnaligned(as: UInt32.self))
            let tail = UInt64(start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            return head | tail << UInt64(count * 8 - 32)
        }
        var first: UInt64 = 0
        for offset in 0..<count {
            first |= UInt64(start.load(fromByteOffset: offset, as: UInt8.self)) << UInt64(offset * 8)
        }
        return first
    }
}
