/// A UTF-8 buffer for a message: it starts on the stack and moves to the heap when it grows.
///
/// Everything appended must be complete, valid UTF-8: it is not checked again.
struct TextWriter: ~Copyable {
    /// The size on the stack in bytes; few messages are longer.
    private static var stackCapacity: Int { 512 }
    /// The space that the bridge needs to write a number on its fast path.
    private static var longestNumber: Int { 192 }

    /// The unit in which literal text is copied.
    private typealias Stride = SIMD32<UInt8>
    static var padding: [UInt8] { Array(repeating: 0, count: Stride.scalarCount) }

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// Whether everything appended is known to be ASCII: reading it again would wait for the stores before.
    private var isASCII = true
    private var isOnHeap = false
    /// The end of the text, once it is as long as a message may be: what follows is not part of it.
    private var end: Int?

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        (base, capacity) = (memory.baseAddress.unsafelyUnwrapped, memory.count)
    }

    deinit { if isOnHeap { base.deallocate() } }

    /// Calls `body` with a writer whose memory is enough for most messages.
    @inline(__always)
    static func withMemory<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackCapacity, body)
    }

    /// The text written so far.
    var text: String {
        let all = UnsafeBufferPointer(start: base, count: end ?? count)
        let length = MessageLimit.length(of: all, room: MessageLimit.bytes)
        let bytes = UnsafeBufferPointer(rebasing: all[..<length])
        let text = String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        return isCut ? text + MessageLimit.ends(ofIsolatesIn: text) + MessageLimit.note : text
    }

    /// Whether the text is as long as a message may be, and not all of it was written.
    var isCut: Bool { end != nil || count > MessageLimit.bytes }

    /// Whether the last character is a full stop, apart from the ends of isolates (U+2069).
    var endsInStop: Bool {
        var place = count
        while place >= 3, base[place - 3] == 0xE2, base[place - 2] == 0x81, base[place - 1] == 0xA9 { place -= 3 }
        return place > 0 && base[place - 1] == UInt8(ascii: ".")
    }

    @inline(__always)
    mutating func append(_ text: String) { text.lendUTF8 { append($0) } }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count > capacity - count { return appendFitting(bytes) }
        guard let source = bytes.baseAddress else { return }
        // Short strings are stored in two words: a load within one word does not wait for both.
        let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(base + count))
        var (seen, place) = (UInt64(0), 0)
        while place + 8 <= bytes.count { seen |= Self.copy(UInt64.self, from: from, to: to, at: &place) }
        if bytes.count & 4 != 0 { seen |= UInt64(Self.copy(UInt32.self, from: from, to: to, at: &place)) }
        if bytes.count & 2 != 0 { seen |= UInt64(Self.copy(UInt16.self, from: from, to: to, at: &place)) }
        if bytes.count & 1 != 0 { seen |= UInt64(Self.copy(UInt8.self, from: from, to: to, at: &place)) }
        if seen & 0x8080_8080_8080_8080 != 0 { isASCII = false }
        count += bytes.count
    }

    /// Appends as much as a message may have.
    @inline(never)
    private mutating func appendFitting(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isCut { return }
        let length = MessageLimit.length(of: bytes, room: MessageLimit.bytes - count)
        if length > 0 {
            reserve(length)
            (base + count).update(from: bytes.baseAddress.unsafelyUnwrapped, count: length)
            // Not looked at: the text is long, and ASCII is only a hint.
            isASCII = false
            count += length
        }
        if length < bytes.count { end = count }
    }

    /// Appends bytes that are followed by at least `padding` readable bytes; `isASCII` may be false for ASCII.
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

    /// Appends what a function of the bridge writes into a buffer; false if the function failed.
    ///
    /// The function returns the length it needs, or a negative number. If the buffer was too small, it is called again.
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
        // Not much more than a message may have.
        let usual = min(capacity * 2, MessageLimit.bytes + Self.longestNumber)
        let larger = max(usual, count + more)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        if isOnHeap { base.deallocate() }
        (base, capacity, isOnHeap) = (memory, larger, true)
    }
}

extension String {
    /// Calls `body` with the bytes of the string.
    @inline(__always)
    func lendUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Unlike `utf8Span`, this is inlined.
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }
}
