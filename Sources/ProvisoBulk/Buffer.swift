internal import BulkBridge
internal import Glibc
internal import JSONBridge

/// Bytes that grow at their end, with readable bytes behind them for the parser.
final class Buffer {
    private(set) var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        memory.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.baseAddress, count: count) }

    /// What can be written without growing.
    var room: Int { max(0, memory.count - Int(PRV_JSON_PADDING) - count) }

    func reserve(_ capacity: Int) {
        let needed = capacity + Int(PRV_JSON_PADDING)
        guard needed > memory.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 64)
        if count > 0 { larger.copyMemory(from: bytes) }
        memory.deallocate()
        memory = larger
    }

    func append(_ more: UnsafeRawBufferPointer) {
        guard !more.isEmpty else { return }
        if room < more.count { reserve(max(2 * count, count + more.count)) }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: more)
        count += more.count
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
        memory.deallocate()
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

    var isBlank: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
