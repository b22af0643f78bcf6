internal import BulkBridge
internal import Glibc

/// Identifies the contents of a file.
package enum FileChecksum {
    /// The size and CRC-32 of a regular file; `nil` for other files and unreadable ones.
    package static func text(_ path: String) -> String? {
        let descriptor = repeatingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        var (checksum, size) = (UInt32(0), 0)
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return "\(size) bytes, \(String(checksum, radix: 16))" }
            checksum = prv_checksum(checksum, buffer.baseAddress, count)
            size += count
        }
    }
}
