internal import BulkBridge
internal import Glibc
package import Proviso

/// A buffered output to a file descriptor.
package final class Output {
    private let descriptor: Int32
    /// Takes the bytes instead of a file.
    private let sink: ((UnsafeRawBufferPointer) -> Void)?
    /// The name in errors.
    private let name: String
    private var bytes: [UInt8] = []
    /// The last bytes that were written.
    private var ending: [UInt8] = []
    /// How many bytes were written, from the start of the file.
    private(set) var length: Int
    /// Whether the output is a terminal, where the progress is also shown.
    private(set) lazy var isTerminal = isatty(descriptor) == 1
    /// Why a write failed; nothing is written after that.
    package private(set) var failure: SystemError?

    /// The object closes the descriptor, except 0, 1 and 2.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        sink = nil
        name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        length = 0
    }

    /// An output to the program itself, which takes the bytes as they are written.
    package init(_ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.sink = sink
        descriptor = -1
        name = "the report"
        length = 0
    }

    /// How far a file was written at a checkpoint.
    package struct Mark: Equatable {
        package let length: Int
        /// The checksum of the last bytes before, which shows whether the file was replaced.
        let checksum: UInt32
    }

    /// Creates a file, or opens an earlier one and cuts it to where a mark was made.
    ///
    /// A file whose name this program chooses is not written through a link, which a repository may have in its place.
    package init(path: String, resumedAt mark: Mark? = nil, followsLinks: Bool = true) throws(SystemError) {
        name = path
        sink = nil
        length = mark?.length ?? 0
        if let number = Self.descriptor(named: path) {
            // Opening a file again would truncate it, and write from its start over the bytes of other writers.
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        } else {
            let flags =
                O_WRONLY | O_CLOEXEC | (mark == nil ? O_CREAT | O_TRUNC : 0) | (followsLinks ? 0 : O_NOFOLLOW)
            descriptor = repeatingInterrupted { open(path, flags, 0o644) }
        }
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        guard let mark, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard status.st_size >= length else {
            throw SystemError(reason: "the file is shorter than when the checkpoint was written")
        }
        ending = Self.ending(of: path, before: length)
        guard self.mark == mark else {
            throw SystemError(
                reason:
                    "the file is not as the interrupted run left it; remove the checkpoint to start from the beginning")
        }
        guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
            throw SystemError()
        }
    }

    /// How far the file is written.
    var mark: Mark {
        Mark(length: length, checksum: ending.withUnsafeBytes { prv_checksum(0, $0.baseAddress, $0.count) })
    }

    /// How many bytes of the end of a file are compared when a run resumes.
    private static let endingSize = 4096

    private static func ending(of path: String, before length: Int) -> [UInt8] {
        let descriptor = repeatingInterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = min(endingSize, length)
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = max(0, pread(descriptor, bytes.baseAddress, size, length - size))
        }
    }

    /// Why the file is not where it was made; `nil` if it is.
    package var loss: SystemError? {
        var status = stat()
        guard descriptor > STDERR_FILENO, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_nlink == 0
        else { return nil }
        return SystemError(reason: "the file was deleted while it was written")
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
    package var failureText: String? { (failure ?? loss).map { "cannot write \(name): \($0.reason)" } }

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
        if let sink {
            sink(bytes)
            length += bytes.count
            return
        }
        var start = 0
        while start < bytes.count, failure == nil {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count >= 0 { start += count } else if errno != EINTR { failure = SystemError() }
        }
        length += start
        keepEnding(of: bytes, start)
    }

    private func keepEnding(of bytes: UnsafeRawBufferPointer, _ count: Int) {
        let kept = min(count, Self.endingSize)
        if ending.count + kept > Self.endingSize { ending.removeFirst(ending.count + kept - Self.endingSize) }
        ending += bytes[(count - kept)..<count]
    }

    /// Waits until everything written is on the disk.
    func synchronize() {
        flush()
        // Pipes and terminals have no disk.
        if repeatingInterrupted({ fdatasync(descriptor) }) != 0, errno != EINVAL, errno != EROFS {
            failure = failure ?? SystemError()
        }
    }
}
