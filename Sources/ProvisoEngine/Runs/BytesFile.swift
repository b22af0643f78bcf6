internal import CLibrary
internal import Proviso
internal import SystemBridge

/// A file in memory with the bytes of a caller, because runs read files.
struct BytesFile: ~Copyable {
    private let descriptor: Int32

    /// Makes the file; throws if there is no memory for it.
    init(_ bytes: UnsafeRawBufferPointer) throws(EngineFault) {
        descriptor = prv_memory_file("proviso-data")
        guard descriptor >= 0 else { throw .unreadable("cannot make a file in memory: \(SystemError().reason)") }
        var start = 0
        while start < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = SystemError().reason
                close(descriptor)
                throw .unreadable("cannot keep \(bytes.count) bytes in memory: \(reason)")
            }
            start += count
        }
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit { close(descriptor) }

    var path: String { "/proc/self/fd/\(descriptor)" }
}
