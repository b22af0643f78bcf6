internal import BulkBridge
internal import Glibc
internal import Proviso

/// Keys one after the other, each behind its length: the newest in memory, the others in a file.
package final class KeyLog {
    private static let tailLimit = 1 << 20

    /// Named when the keys are to outlive the process.
    private let path: String?
    private var file: TemporaryFile?
    private var flushed = 0
    private var tail: [UInt8] = []

    /// Makes an empty log, in files without a name.
    package init() { path = nil }

    /// Makes a log that stays, or opens one that was written before, without what stands behind `length`.
    init(path: String, length: Int) throws(SystemError) {
        self.path = path
        file = try TemporaryFile(keeping: path, length: length)
        flushed = length
    }

    var length: Int { flushed + tail.count }

    static func size(of key: Int) -> Int { 4 + key }

    /// Adds a key and returns its offset.
    func append(_ key: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        let offset = length
        withUnsafeBytes(of: UInt32(key.count).littleEndian) { tail += $0 }
        tail += key
        if tail.count >= Self.tailLimit { try flush() }
        return offset
    }

    /// The key at an offset, nil at the end.
    func key(at offset: Int) throws(SystemError) -> [UInt8]? {
        guard offset < length else { return nil }
        let head = try bytes(at: offset, count: 4)
        let count = head.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))) }
        return try bytes(at: offset + 4, count: count)
    }

    private func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        if offset >= flushed { return Array(tail[offset - flushed..<offset - flushed + count]) }
        let result = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
        defer { result.deallocate() }
        try file?.read(UnsafeMutableRawBufferPointer(rebasing: result[..<count]), at: offset)
        return Array(result[..<count])
    }

    /// Writes what is in memory to the file.
    func flush() throws(SystemError) {
        if tail.isEmpty { return }
        let target: TemporaryFile
        if let file { target = file } else { target = try TemporaryFile() }
        file = target
        // The closure's errors lose their type on the way through the standard library.
        let result = tail.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try target.write(bytes, at: flushed) }
        }
        try result.get()
        flushed += tail.count
        tail.removeAll(keepingCapacity: true)
    }

    /// Makes sure that all keys are on the disk.
    func synchronize() throws(SystemError) {
        try flush()
        try file?.synchronize()
    }

    /// Takes the named file away when it is needed no more.
    func remove() { if let path { unlink(path) } }
}

/// A file that is read and written at any place; without a name it goes when it is closed.
final class TemporaryFile {
    private let descriptor: Int32
    private var isKept = false

    /// Makes a file without a name, in TMPDIR.
    init() throws(SystemError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        descriptor = prv_temporary_file(folder)
        if descriptor < 0 { throw SystemError(reason: "no temporary file in \(folder): \(SystemError().reason)") }
    }

    /// Opens or makes a file that stays, cut to a length.
    init(keeping path: String, length: Int) throws(SystemError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size >= length else {
            throw SystemError(reason: "\(path) is shorter than it was")
        }
        guard ftruncate(descriptor, length) == 0 else { throw SystemError() }
    }

    deinit {
        if !isKept { close(descriptor) }
    }

    /// Leaves the file open to the end of the process, and says by which path it can be read.
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
        guard fdatasync(descriptor) == 0 else { throw SystemError() }
    }
}
