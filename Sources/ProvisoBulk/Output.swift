internal import Glibc
package import Proviso

/// Bytes on their way to a descriptor.
package final class Output {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// How many bytes were written, from the start of the file.
    private(set) var length: Int
    /// Why a write failed; nothing more is written after that.
    package private(set) var failure: SystemError?

    /// The descriptor is closed with the object, but for the standard ones.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        length = 0
    }

    /// Makes a file, or opens one that was written before and takes away what stands behind `length`.
    package init(path: String, resumedAt length: Int? = nil) throws(SystemError) {
        let flags = O_WRONLY | O_CLOEXEC | (length == nil ? O_CREAT | O_TRUNC : 0)
        descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else { throw SystemError() }
        self.length = length ?? 0
        guard let length else { return }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size >= length else {
            throw SystemError(reason: "the file is shorter than when the checkpoint was written")
        }
        guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
            throw SystemError()
        }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

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
    }
}
