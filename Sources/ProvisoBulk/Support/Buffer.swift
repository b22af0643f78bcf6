internal import BulkBridge
internal import Glibc
internal import JSONBridge

/// A growing array of bytes, followed by the readable padding that the parser needs.
final class Buffer {
    private(set) var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        free(memory.baseAddress)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.baseAddress, count: count) }

    /// How many bytes fit without growing.
    var room: Int { max(0, memory.count - Int(PRV_JSON_PADDING) - count) }

    /// Makes room for a total number of bytes; returns false if there is not enough memory.
    @discardableResult
    func reserve(_ capacity: Int) -> Bool {
        let needed = capacity + Int(PRV_JSON_PADDING)
        guard needed > memory.count else { return true }
        // The system moves large blocks without copying them.
        guard let larger = realloc(memory.baseAddress, needed) else { return false }
        memory = UnsafeMutableRawBufferPointer(start: larger, count: needed)
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

    func removeFirst(_ removed: Int) {
        guard removed > 0, let base = memory.baseAddress else { return }
        memmove(base, base + removed, count - removed)
        count -= removed
    }

    func removeAll() { count = 0 }

    /// Frees the memory that an unusually large record needed.
    func shrink(to capacity: Int) {
        guard memory.count > 4 * capacity + Int(PRV_JSON_PADDING) else { return }
        free(memory.baseAddress)
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
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
}

extension UInt8 {
    static let lineBreak = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    var isBlank: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
