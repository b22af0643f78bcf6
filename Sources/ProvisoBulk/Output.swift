internal import Glibc
package import Proviso
internal import Synchronization

/// Bytes on their way to a descriptor.
package final class Output {
    private let descriptor: Int32
    /// What errors call it.
    private let name: String
    private var bytes: [UInt8] = []
    /// How many bytes were written, from the start of the file.
    private(set) var length: Int
    /// Whether what is written is on a screen, where the progress is.
    private(set) lazy var isTerminal = isatty(descriptor) == 1
    /// Why a write failed; nothing more is written after that.
    package private(set) var failure: SystemError?

    /// The descriptor is closed with the object, but for the standard ones.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        length = 0
    }

    /// Makes a file, or opens one that was written before and takes away what stands behind `length`.
    package init(path: String, resumedAt length: Int? = nil) throws(SystemError) {
        name = path
        self.length = length ?? 0
        if let number = Self.descriptor(named: path) {
            // Opened anew, a file would be emptied, and be written from its start beside what others write.
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

    /// The number of an open descriptor that a path stands for: `/dev/stdout`, `/dev/fd/3`.
    package static func descriptor(named path: String) -> Int32? {
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// Whether a run that goes on can take away what it wrote here after its checkpoint: a file, or what keeps nothing.
    package static func isResumable(_ path: String) -> Bool {
        if descriptor(named: path) != nil { return false }
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG || path == "/dev/null"
    }

    /// What is said of the failure.
    package var failureText: String? { failure.map { "cannot write \(name): \($0.reason)" } }

    package func write(_ text: String) {
        bytes += text.utf8
        if bytes.count >= 1 << 16 { flush() }
    }

    func write(_ more: ArraySlice<UInt8>) {
        bytes += more
        if bytes.count >= 1 << 16 { flush() }
    }

    func write(_ more: UnsafeRawBufferPointer) {
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

    /// Makes sure that what was written is on the disk.
    func synchronize() {
        flush()
        // Pipes and terminals have no disk below them.
        if fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = failure ?? SystemError() }
    }
}

/// Lines for people, on standard error.
package enum Messages {
    /// The number of the first error of a write; 0 when there was none.
    private static let failureCode = Atomic<Int32>(0)

    /// Why a line could not be written, such as a full disk; a standard error that is closed is no failure.
    package static var failure: SystemError? {
        let code = failureCode.load(ordering: .relaxed)
        return code == 0 ? nil : SystemError(code: code)
    }

    package static func error(_ text: String) { line("error: \(text)") }

    /// Writes one line, whatever the text holds: names of files and what plugins say are in it.
    package static func line(_ text: String) { write(text.visible + "\n") }

    /// Writes a text of several lines.
    package static func lines(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { String($0).visible }.joined(separator: "\n") + "\n")
    }

    private static func write(_ text: String) {
        let output = Output(descriptor: STDERR_FILENO)
        output.write(text)
        output.flush()
        guard let code = output.failure?.code, code != EBADF else { return }
        _ = failureCode.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }
}
