internal import Glibc
package import Proviso

/// A buffered output to a file descriptor.
package final class Output {
    private let descriptor: Int32
    /// The name in errors.
    private let name: String
    private var bytes: [UInt8] = []
    /// How many bytes were written, from the start of the file.
    private(set) var length: Int
    /// Whether the output is a terminal, where the progress is also shown.
    private(set) lazy var isTerminal = isatty(descriptor) == 1
    /// Why a write failed; nothing is written after that.
    package private(set) var failure: SystemError?

    /// The object closes the descriptor, except 0, 1 and 2.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        length = 0
    }

    /// Creates a file, or opens an earlier one and cuts it to `length`.
    package init(path: String, resumedAt length: Int? = nil) throws(SystemError) {
        name = path
        self.length = length ?? 0
        if let number = Self.descriptor(named: path) {
            // Opening a file again would truncate it, and write from its start over the bytes of other writers.
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        } else {
            descriptor = open(path, O_WRONLY | O_CLOEXEC | (length == nil ? O_CREAT | O_TRUNC : 0), 0o644)
        }
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        guard let length, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard status.st_size >= length else {
            throw SystemError(reason: "the file is shorter than when the checkpoint was written")
        }
        guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
            throw SystemError()
        }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// The open descriptor that a path means, such as `/dev/stdout` or `/dev/fd/3`.
    package static func descriptor(named path: String) -> Int32? {
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
            return Int32(path.dropFirst(directory.count))
        }
        return nil
    }

    /// Whether a resumed run can cut off what was written after its checkpoint: true for regular files and `/dev/null`.
    package static func isResumable(_ path: String) -> Bool {
        if descriptor(named: path) != nil { return false }
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG || path == "/dev/null"
    }

    /// The failure as an error message.
    package var failureText: String? { failure.map { "cannot write \(name): \($0.reason)" } }

    package func write(_ text: String) {
        bytes += text.utf8
        if bytes.count >= 1 << 16 { flush() }
    }

    func write(_ more: ArraySlice<UInt8>) {
        bytes += more
        if bytes.count >= 1 << 16 { flush() }
    }

    package func write(_ more: UnsafeRawBufferPointer) {
        flush()
        put(more)
    }

    package func flush() {
        bytes.withUnsafeBytes { put($0) }
        bytes.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count, failure == nil {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count >= 0 { start += count } else if errno != EINTR { failure = SystemError() }
        }
        length += start
    }

    /// Waits until everything written is on the disk.
    func synchronize() {
        flush()
        // Pipes and terminals have no disk.
        if fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = failure ?? SystemError() }
    }
}
