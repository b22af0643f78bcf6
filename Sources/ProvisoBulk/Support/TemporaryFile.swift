internal import BulkBridge
internal import Glibc
internal import Proviso

/// A file that is read and written at any offset.
///
/// If it has no name, it is deleted when it is closed.
final class TemporaryFile {
    private let descriptor: Int32
    private var isKept = false

    /// Creates a file without a name in TMPDIR.
    init() throws(SystemError) {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        descriptor = prv_temporary_file(directory)
        if descriptor < 0 { throw SystemError(reason: "no temporary file in \(directory): \(SystemError().reason)") }
    }

    /// Opens or creates a file that is kept, and cuts it to a length; a link in its place is refused.
    init(keeping path: String, length: Int) throws(SystemError) {
        descriptor = repeatingInterrupted {
            open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (length == 0 ? O_CREAT : 0), 0o600)
        }
        guard descriptor >= 0 else { throw SystemError(reason: "\(path): \(SystemError().reason)") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size >= length else {
            throw SystemError(
                reason: "\(path) is shorter than when the checkpoint was written; remove the checkpoint to start again")
        }
        guard ftruncate(descriptor, length) == 0 else {
            throw SystemError(reason: "\(path): \(SystemError().reason)")
        }
    }

    deinit {
        if !isKept { close(descriptor) }
    }

    /// Keeps the file open until the process ends, and returns the path by which it can be read.
    func keepOpen() -> String {
        isKept = true
        return "/proc/self/fd/\(descriptor)"
    }

    func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
            if count == 0 { throw SystemError(reason: "a temporary file was cut short") }
            if count < 0, errno != EINTR { throw SystemError() }
            done += max(count, 0)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
            if count < 0, errno != EINTR { throw SystemError() }
            done += max(count, 0)
        }
    }

    func synchronize() throws(SystemError) {
        guard repeatingInterrupted({ fdatasync(descriptor) }) == 0 else { throw SystemError() }
    }
}
