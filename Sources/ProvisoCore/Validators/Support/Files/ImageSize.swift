/// The width and height of an image in pixels, from the head of its file.
package struct ImageSize: Sendable, Hashable {
    package let width: Int
    package let height: Int

    private init?(_ width: Int, _ height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    /// Measures a PNG (its IHDR), GIF (its screen), JPEG (its frame header) or WebP image, or returns `nil`.
    static func measure(_ source: borrowing some ByteSource & ~Copyable) -> ImageSize? {
        source.withBytes(at: 0, count: 32) { head in
            if head.has("\u{89}PNG\r\n\u{1A}\n", at: 0) { return png(head) }
            if head.has("GIF87a", at: 0) || head.has("GIF89a", at: 0) { return gif(head) }
            if head.has("RIFF", at: 0), head.has("WEBP", at: 8) { return webp(head) }
            if head.has("\u{FF}\u{D8}\u{FF}", at: 0) { return jpeg(source) }
            return nil
        }
    }

    /// Measures an image in memory.
    package static func measure(_ bytes: [UInt8]) -> ImageSize? { measure(MemoryBytes(bytes: bytes)) }

    private static func png(_ head: UnsafeRawBufferPointer) -> ImageSize? {
        guard head.has("\0\0\0\rIHDR", at: 8), let width = head.big(4, at: 16), let height = head.big(4, at: 20),
            width <= Int(Int32.max), height <= Int(Int32.max)
        else { return nil }
        return ImageSize(width, height)
    }

    private static func gif(_ head: UnsafeRawBufferPointer) -> ImageSize? {
        guard let width = head.little(2, at: 6), let height = head.little(2, at: 8) else { return nil }
        return ImageSize(width, height)
    }

    private static func webp(_ head: UnsafeRawBufferPointer) -> ImageSize? {
        if head.has("VP8 ", at: 12) {
            // A key frame: three bytes of its tag, its start code, and 14 bits for each side.
            guard head.has("\u{9D}\u{01}*", at: 23), let width = head.little(2, at: 26),
                let height = head.little(2, at: 28)
            else { return nil }
            return ImageSize(width & 0x3FFF, height & 0x3FFF)
        }
        if head.has("VP8L", at: 12) {
            guard head.has("/", at: 20), let bits = head.little(4, at: 21) else { return nil }
            return ImageSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard head.has("VP8X", at: 12), let width = head.little(3, at: 24), let height = head.little(3, at: 27) else {
            return nil
        }
        return ImageSize(width + 1, height + 1)
    }

    /// Moves from segment to segment to a frame header; stops after more segments than a valid file has.
    private static func jpeg(_ source: borrowing some ByteSource & ~Copyable) -> ImageSize? {
        var offset = 2
        for _ in 0..<1000 {
            let step = source.withBytes(at: offset, count: 9) { jpegStep($0) }
            switch step {
            case .skip(let count): offset += count
            case .frame(let size): return size
            case .end: return nil
            }
        }
        return nil
    }

    private enum Step {
        case skip(Int)
        case frame(ImageSize?)
        case end
    }

    private static func jpegStep(_ bytes: UnsafeRawBufferPointer) -> Step {
        guard bytes.count >= 2, bytes[0] == 0xFF else { return .end }
        switch bytes[1] {
        case 0xFF: return .skip(1)
        case 0x01, 0xD0...0xD7: return .skip(2)
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard let height = bytes.big(2, at: 5), let width = bytes.big(2, at: 7) else { return .end }
            return .frame(ImageSize(width, height))
        case 0xC4, 0xC8, 0xCC, 0xDB...0xFE:
            guard let length = bytes.big(2, at: 2), length >= 2 else { return .end }
            return .skip(2 + length)
        default: return .end
        }
    }
}

/// Bytes in memory, for tests.
private struct MemoryBytes: ByteSource {
    let bytes: [UInt8]

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset < bytes.count else { return 0 }
        let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
        buffer.copyBytes(from: part)
        return part.count
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes at an offset are those of a string of code points below 256.
    fileprivate func has(_ text: StaticString, at offset: Int) -> Bool {
        let mark = text.description.unicodeScalars
        guard offset + mark.count <= count else { return false }
        return zip(self[offset...], mark).allSatisfy { UInt32($0) == $1.value }
    }

    fileprivate func big(_ width: Int, at offset: Int) -> Int? {
        guard offset + width <= count else { return nil }
        return self[offset..<(offset + width)].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func little(_ width: Int, at offset: Int) -> Int? {
        guard offset + width <= count else { return nil }
        return self[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
