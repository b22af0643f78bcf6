internal import BulkBridge
internal import Glibc
internal import Proviso

/// The bytes of a file or pipe, decompressed.
final class ByteStream {
    private let stream: OpaquePointer
    private let descriptor: Int32
    /// Whether bytes come when they please, as from a pipe.
    let isLive: Bool

    /// Opens a file; "-" is standard input.
    init(path: String) throws(SystemError) {
        var descriptor = STDIN_FILENO
        if path != "-" {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError() }
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            if descriptor != STDIN_FILENO { close(descriptor) }
            throw SystemError(code: EISDIR)
        }
        self.descriptor = descriptor
        stream = prv_stream_create(descriptor)
        isLive = prv_stream_is_live(stream) != 0
    }

    deinit {
        prv_stream_destroy(stream)
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// How many bytes of the file were read.
    var consumed: Int { Int(prv_stream_consumed(stream)) }

    /// Whether the bytes are decompressed; known from the first read on.
    var isCompressed: Bool { prv_stream_is_compressed(stream) != 0 }

    /// Goes to an offset in the decompressed bytes; false if that takes reading all before.
    func seek(to offset: Int) -> Bool { prv_stream_seek(stream, UInt64(offset)) != 0 }

    enum Failure: Error {
        case unreadable(String)
        case interrupted
    }

    /// Reads behind what a buffer holds, as far as it has room; false at the end.
    func read(into buffer: Buffer) throws(Failure) -> Bool {
        let count = prv_stream_read(stream, buffer.memory.baseAddress.map { $0 + buffer.count }, buffer.room)
        switch count {
        case 0: return false
        case Int(PRV_STREAM_FAILED): throw .unreadable("cannot read on: \(SystemError().reason)")
        case Int(PRV_STREAM_CORRUPT): throw .unreadable("the compressed data is broken")
        case Int(PRV_STREAM_TRUNCATED): throw .unreadable("the compressed data ends too early")
        case Int(PRV_STREAM_INTERRUPTED): throw .interrupted
        default: buffer.grow(by: count)
        }
        return true
    }
}
