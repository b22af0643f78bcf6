/// A text being put together: UTF-8 that starts on the stack and moves to the heap when it grows long.
///
/// Whatever is appended must be whole UTF-8, for it is not checked again.
struct TextWriter: ~Copyable {
    /// Few messages are longer, in bytes.
    private static var stackCapacity: Int { 512 }
    /// The bridge writes numbers fastest into this many bytes.
    private static var longestNumber: Int { 192 }

    /// What literal text is copied by, whole.
    private typealias Stride = SIMD32<UInt8>
    static var padding: [UInt8] { Array(repeating: 0, count: Stride.scalarCount) }

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

    @inline(__always)
    mutating func append(_ text: String) { text.lendUTF8 { append($0) } }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        // Short texts come in two words: pieces that lie within one are read without waiting for both.
        let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(base + count))
        var (seen, place) = (UInt64(0), 0)
        while place + 8 <= bytes.count { seen |= Self.copy(UInt64.self, from: from, to: to, at: &place) }
        if bytes.count & 4 != 0 { seen |= UInt64(Self.copy(UInt32.self, from: from, to: to, at: &place)) }
        if bytes.count & 2 != 0 { seen |= UInt64(Self.copy(UInt16.self, from: from, to: to, at: &place)) }
        if bytes.count & 1 != 0 { seen |= UInt64(Self.copy(UInt8.self, from: from, to: to, at: &place)) }
        if seen & 0x8080_8080_8080_8080 != 0 { isASCII = false }
        count += bytes.count
    }

    /// Append what has at least `padding` behind it; `isASCII` may be false for what is ASCII.
    @inline(__always)
    mutating func append(padded bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count + Stride.scalarCount)
        let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(base + count))
        var place = 0
        while place < bytes.count { _ = Self.copy(Stride.self, from: from, to: to, at: &place) }
        count += bytes.count
        if !isASCII { self.isASCII = false }
    }

    @inline(__always)
    private static func copy<Word: BitwiseCopyable>(
        _ type: Word.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, at place: inout Int
    ) -> Word {
        let word = source.loadUnaligned(fromByteOffset: place, as: type)
        target.storeBytes(of: word, toByteOffset: place, as: type)
        place += MemoryLayout<Word>.size
        return word
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

    @inline(never)
    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        if isOnHeap { base.deallocate() }
        (base, capacity, isOnHeap) = (memory, larger, true)
    }
}

extension String {
    /// Lend the text's bytes to `body`.
    @inline(__always)
    func lendUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Unlike `utf8Span`, this is in line.
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }
}
