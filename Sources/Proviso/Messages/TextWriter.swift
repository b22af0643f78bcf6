internal import Glibc

/// A text being put together: UTF-8 that starts on the stack and moves to the heap when it grows long.
///
/// Whatever is appended must be whole UTF-8, for it is not checked again.
struct TextWriter: ~Copyable {
    /// Few messages are longer, in bytes.
    private static var stackCapacity: Int { 512 }
    /// The bridge writes numbers fastest into this many bytes.
    private static var longestNumber: Int { 192 }

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// Whether everything appended is known to be ASCII: looking at it again would wait for what was just stored.
    private var isASCII = true
    private var isOnHeap = false

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        (base, capacity) = (memory.baseAddress.unsafelyUnwrapped, memory.count)
    }

    deinit { if isOnHeap { base.deallocate() } }

    /// Lend memory for most texts to `body`.
    @inline(__always)
    static func withMemory<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackCapacity, body)
    }

    /// What has been written.
    var text: String {
        let bytes = UnsafeBufferPointer(start: base, count: count)
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }

    mutating func append(_ text: String) {
        let span = text.utf8Span
        let isASCII = span.isKnownASCII
        span.span.withUnsafeBufferPointer { append($0, isASCII: isASCII) }
    }

    /// `isASCII` may be false for what is ASCII.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        memcpy(base + count, source, bytes.count)
        count += bytes.count
        if !isASCII { self.isASCII = false }
    }

    /// Append what a function of the bridge writes into a buffer; false when it failed.
    ///
    /// The function returns the length it needs, or less than zero, and is called again when that was too long.
    @inline(__always)
    mutating func append(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> Bool {
        reserve(Self.longestNumber)
        var needed = attempt(write)
        if needed > capacity - count {
            reserve(needed)
            needed = attempt(write)
        }
        guard needed >= 0, needed <= capacity - count else { return false }
        for place in count..<(count + needed) where base[place] >= 0x80 {
            isASCII = false
            break
        }
        count += needed
        return true
    }

    private func attempt(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> Int {
        let room = capacity - count
        let needed = UnsafeMutableRawPointer(base + count).withMemoryRebound(to: CChar.self, capacity: room) {
            write($0, Int32(clamping: room))
        }
        return Int(needed)
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if more > capacity - count { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        if isOnHeap { base.deallocate() }
        (base, capacity, isOnHeap) = (memory, larger, true)
    }
}
