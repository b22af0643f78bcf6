internal import BulkBridge
internal import Glibc
internal import JSONBridge

/// A growing array of bytes, followed by the readable padding that the parser needs.
final class Buffer {
    private var block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// How many bytes at the start of the block were removed.
    private var removed = 0
    private(set) var count = 0

    deinit {
        free(block.baseAddress)
    }

    /// The bytes with all memory after them.
    var memory: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: block[removed...]) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.baseAddress, count: count) }

    /// How many bytes fit without growing.
    var room: Int { max(0, block.count - removed - Int(PRV_JSON_PADDING) - count) }

    /// Makes room for a total number of bytes; returns false if there is not enough memory.
    @discardableResult
    func reserve(_ capacity: Int) -> Bool {
        let needed = capacity + Int(PRV_JSON_PADDING)
        guard needed > block.count - removed else { return true }
        close()
        guard needed > block.count else { return true }
        // The system moves large blocks without copying them.
        guard let larger = realloc(block.baseAddress, needed) else { return false }
        block = UnsafeMutableRawBufferPointer(start: larger, count: needed)
        return true
    }

    /// Appends bytes; if there is not enough memory, appends nothing and returns false.
    @discardableResult
    func append(_ more: UnsafeRawBufferPointer) -> Bool {
        guard !more.isEmpty else { return true }
        if room < more.count, !reserve(max(2 * count, count + more.count)), !reserve(count + more.count) {
            return false
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: more)
        count += more.count
        return true
    }

    /// Counts bytes that were written after the others.
    func grow(by added: Int) { count += added }

    /// Removes bytes at the start.
    ///
    /// The others move only when the gap is larger than they are, so that many removals from a large buffer take time in
    /// proportion to what they remove.
    func removeFirst(_ number: Int) {
        removed += number
        count -= number
        if removed > count { close() }
    }

    /// Moves the bytes to the start of the block.
    private func close() {
        if removed > 0, let base = block.baseAddress { memmove(base, base + removed, count) }
        removed = 0
    }

    func removeAll() { (removed, count) = (0, 0) }

    /// Frees the memory that an unusually large record needed.
    func shrink(to capacity: Int) {
        guard block.count > 4 * capacity + Int(PRV_JSON_PADDING) else { return }
        free(block.baseAddress)
        block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        removeAll()
    }
}

extension UnsafeRawBufferPointer {
    /// The first place of a byte, from an offset.
    func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let base = baseAddress else { return nil }
        return memchr(base + start, Int32(byte), end - start).map { UnsafeRawPointer($0) - base }
    }

    /// The last place of a byte.
    func last(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let base = baseAddress else { return nil }
        return prv_find_last(base + start, Int32(byte), end - start).map { $0 - base }
    }

    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + range.lowerBound }, count: range.count)
    }

    /// The bytes without the white space around them.
    var trimmed: UnsafeRawBufferPointer {
        let start = firstIndex { !$0.isBlank } ?? count
        return part(start..<(lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start))
    }
}

extension UInt8 {
    static let lineBreak = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    var isBlank: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
