internal import BulkBridge
internal import Glibc
internal import Proviso

/// The decompressed bytes of a file or pipe.
final class ByteStream {
    private let stream: OpaquePointer
    private let descriptor: Int32
    /// Whether reading can wait for bytes, as for a pipe.
    let isLive: Bool
    private var windowLogarithm = 27
    private var decoder: TextDecoder?
    /// The encoding that was given, until the first bytes have shown whether it can be right.
    private var unproven: TableFormat.Encoding?

    /// Opens a file; "-" is standard input.
    init(path: String) throws(SystemError) {
        var descriptor = STDIN_FILENO
        if path != "-" {
            descriptor = repeatingInterrupted { open(path, O_RDONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw SystemError() }
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            if descriptor != STDIN_FILENO { close(descriptor) }
            throw SystemError(code: EISDIR)
        }
        guard let stream = prv_stream_create(descriptor) else {
            if descriptor != STDIN_FILENO { close(descriptor) }
            throw SystemError(code: ENOMEM)
        }
        self.descriptor = descriptor
        self.stream = stream
        isLive = prv_stream_is_live(stream) != 0
    }

    deinit {
        prv_stream_destroy(stream)
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// How many bytes of the file were read.
    var consumed: Int { Int(prv_stream_consumed(stream)) }

    /// Whether the file is compressed; known after the first read.
    var isCompressed: Bool { prv_stream_is_compressed(stream) != 0 }

    /// Converts all text from an encoding to UTF-8; to be called before the first read.
    func decode(from encoding: TableFormat.Encoding) {
        if encoding != .utf8 { decoder = TextDecoder(encoding) }
        unproven = encoding
    }

    /// Converts bytes that were read to UTF-8, and all after them: the next read gives them.
    func decode(_ buffer: Buffer, from encoding: TableFormat.Encoding) {
        decoder = TextDecoder(encoding)
        decoder?.decode(Array(buffer.bytes)[...])
        buffer.removeAll()
    }

    /// Refuses zstd frames with windows larger than 2 to this power; to be called before the first read.
    func limitWindow(_ logarithm: Int) {
        windowLogarithm = logarithm
        prv_stream_limit_window(stream, Int32(logarithm))
    }

    /// Whether the file still has the size and the modification time it had when it was opened.
    var isUnchanged: Bool { prv_stream_is_unchanged(stream) != 0 }

    static let changed = "the file changed while it was read: check it again when nothing writes to it"

    /// Moves to an offset in the decompressed bytes; returns false if that needs reading all bytes before it.
    func seek(to offset: Int) -> Bool { decoder == nil && prv_stream_seek(stream, UInt64(offset)) != 0 }

    enum Failure: Error {
        case unreadable(String)
        case interrupted
    }

    /// Appends bytes to a buffer as far as it has room; returns false at the end.
    func read(into buffer: Buffer) throws(Failure) -> Bool {
        guard decoder != nil else {
            let count = try fetch(into: buffer.memory.baseAddress.map { $0 + buffer.count }, buffer.room)
            buffer.grow(by: count)
            return count > 0
        }
        return try readDecoded(into: buffer)
    }

    private func readDecoded(into buffer: Buffer) throws(Failure) -> Bool {
        var raw = [UInt8](repeating: 0, count: 1 << 16)
        while decoder?.hasOutput == false {
            let count = raw.withUnsafeMutableBytes { bytes in
                Result { () throws(Failure) in try fetch(into: bytes.baseAddress, bytes.count) }
            }
            let read = try count.get()
            if let encoding = unproven, read > 0 {
                unproven = nil
                let reason = raw.withUnsafeBytes { FileSignature.reason($0.part(0..<read), not: encoding) }
                if let reason { throw .unreadable(reason) }
            }
            if read == 0 {
                guard decoder?.end() == true else { return false }
            } else {
                decoder?.decode(raw[..<read])
            }
        }
        guard let base = buffer.memory.baseAddress else { return false }
        let target = UnsafeMutableRawBufferPointer(start: base + buffer.count, count: buffer.room)
        buffer.grow(by: decoder?.take(into: target) ?? 0)
        return true
    }

    private func fetch(into target: UnsafeMutableRawPointer?, _ room: Int) throws(Failure) -> Int {
        let count = prv_stream_read(stream, target, room)
        switch count {
        case 0: return 0
        case Int(PRV_STREAM_FAILED): throw .unreadable("cannot continue reading: \(SystemError().reason)")
        case Int(PRV_STREAM_CORRUPT): throw .unreadable("the compressed data is corrupt")
        case Int(PRV_STREAM_TRUNCATED): throw .unreadable("the compressed data ends too early")
        case Int(PRV_STREAM_INTERRUPTED): throw .interrupted
        case Int(PRV_STREAM_CHANGED): throw .unreadable(Self.changed)
        case Int(PRV_STREAM_NO_MEMORY): throw .unreadable("not enough memory to decompress the data")
        case Int(PRV_STREAM_WINDOW):
            let size = ByteSize.text(1 << windowLogarithm)
            throw .unreadable(
                "the zstd data needs a window of more than \(size) to be decompressed (zstd --long): "
                    + "give more memory, up to --memory 4G")
        default: return count
        }
    }
}
