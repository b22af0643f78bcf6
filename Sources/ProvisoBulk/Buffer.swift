internal import BulkBridge
internal import Glibc
internal import JSONBridge

/// Bytes that grow at their end, with readable bytes behind them for the parser.
final class Buffer {
    private(set) var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        free(memory.baseAddress)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.baseAddress, count: count) }

    /// What can be written without growing.
    var room: Int { max(0, memory.count - Int(PRV_JSON_PADDING) - count) }

    /// Makes room for so many bytes in all; false when there is no memory.
    @discardableResult
    func reserve(_ capacity: Int) -> Bool {
        let needed = capacity + Int(PRV_JSON_PADDING)
        guard needed > memory.count else { return true }
        // Large blocks are moved by the system without being copied.
        guard let larger = realloc(memory.baseAddress, needed) else { return false }
        memory = UnsafeMutableRawBufferPointer(start: larger, count: needed)
        return true
    }

    /// Adds bytes; false, and nothing is added, when there is no memory.
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

    /// Notes bytes that were written behind the others.
    func grow(by added: Int) { count += added }

    func removeFirst(_ removed: Int) {
        guard removed > 0, let base = memory.baseAddress else { return }
        memmove(base, base + removed, count - removed)
        count -= removed
    }

    func removeAll() { count = 0 }

    /// Gives memory back that only an unusually large record needed.
    func shrink(to capacity: Int) {
        guard memory.count > 4 * capacity + Int(PRV_JSON_PADDING) else { return }
        free(memory.baseAddress)
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
    }
}

extension UnsafeRawBufferPointer {
    /// Where a byte stands first, from an offset on.
    func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let base = baseAddress else { return nil }
        return memchr(base + start, Int32(byte), end - start).map { UnsafeRawPointer($0) - base }
    }

    /// Where a byte stands last.
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
