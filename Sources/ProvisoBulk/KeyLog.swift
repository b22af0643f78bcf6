internal import BulkBridge
internal import Glibc
internal import Proviso

/// Keys one after the other, each behind its length and the number of its record: the newest in memory, the others in a file.
///
/// It has no lock of its own: see `RecordClaims`.
package final class KeyLog {
    /// How far a log reached at some time.
    package struct Mark: Equatable {
        package var length = 0
        /// Of all bytes before, for a log that outlives the process.
        package var checksum: UInt32 = 0
    }

    private static let tailLimit = 1 << 20

    /// Named when the keys are to outlive the process.
    private let path: String?
    private var file: TemporaryFile?
    private var flushed = 0
    private var tail: [UInt8] = []
    /// How far the checksum was computed.
    private var summed = Mark()

    /// Makes an empty log, in files without a name.
    package init() { path = nil }

    /// Makes a log that stays, or opens one that was written before, without what stands behind the mark.
    init(path: String, mark: Mark) throws(SystemError) {
        self.path = path
        file = try TemporaryFile(keeping: path, length: mark.length)
        flushed = mark.length
        summed = mark
    }

    private var length: Int { flushed + tail.count }

    /// How far the log reaches now.
    func mark() -> Mark {
        if path == nil { return Mark(length: length) }
        updateChecksum()
        return summed
    }

    private func updateChecksum() {
        guard path != nil else { return }
        tail.withUnsafeBytes { bytes in
            let new = bytes.part(summed.length - flushed..<bytes.count)
            summed.checksum = prv_checksum(summed.checksum, new.baseAddress, new.count)
        }
        summed.length = length
    }

    /// The bytes before a key: its length, and the lower 48 bits of its record's number.
    private static let headSize = 10

    /// Adds a key and returns its offset.
    func append(_ key: UnsafeRawBufferPointer, ofRecord number: Int) throws(SystemError) -> Int {
        let offset = length
        withUnsafeBytes(of: UInt32(key.count).littleEndian) { tail += $0 }
        withUnsafeBytes(of: number.littleEndian) { tail += $0.prefix(Self.headSize - 4) }
        tail += key
        if tail.count >= Self.tailLimit { try flush() }
        return offset
    }

    /// The key at an offset and the number of its record, nil at the end.
    func key(at offset: Int) throws(SystemError) -> (key: [UInt8], number: Int)? {
        guard offset < length else { return nil }
        let head = try bytes(at: offset, count: Self.headSize)
        let count = head.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))) }
        let number = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
        return (try bytes(at: offset + Self.headSize, count: count), number)
    }

    private func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        if offset >= flushed { return Array(tail[offset - flushed..<offset - flushed + count]) }
        let result = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
        defer { result.deallocate() }
        try file?.read(UnsafeMutableRawBufferPointer(rebasing: result[..<count]), at: offset)
        return Array(result[..<count])
    }

    /// Writes what is in memory to the file, and returns it.
    @discardableResult
    func flush() throws(SystemError) -> TemporaryFile? {
        if tail.isEmpty { return file }
        updateChecksum()
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
        return target
    }

    /// Reads all keys of a log that was just opened, and compares its bytes with the checksum of its mark.
    func forEachKey(
        _ body: (UnsafeRawBufferPointer, _ offset: Int) throws(SystemError) -> Void
    ) throws(SystemError) {
        let buffer = Buffer()
        var (start, capacity, checksum) = (0, Self.tailLimit, UInt32(0))
        while start < flushed {
            buffer.removeAll()
            if !buffer.reserve(capacity) { throw SystemError(code: ENOMEM) }
            let count = min(flushed - start, capacity)
            try file?.read(UnsafeMutableRawBufferPointer(rebasing: buffer.memory[..<count]), at: start)
            buffer.grow(by: count)
            let end = try Self.forEachKey(in: buffer.bytes) { (key, offset) throws(SystemError) in
                try body(key, start + offset)
            }
            checksum = prv_checksum(checksum, buffer.bytes.baseAddress, end)
            start += end
            // A key that is larger than the buffer.
            if end == 0, count == flushed - start { throw damage }
            capacity = end == 0 ? 2 * capacity : Self.tailLimit
        }
        if checksum != summed.checksum { throw damage }
    }

    /// The end of the last key that is there whole.
    private static func forEachKey(
        in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Int) throws(SystemError) -> Void
    ) throws(SystemError) -> Int {
        var at = 0
        while at + headSize <= bytes.count {
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
            let end = at + headSize + count
            guard end <= bytes.count else { break }
            try body(bytes.part(at + headSize..<end), at)
            at = end
        }
        return at
    }

    /// What is said of a file that does not hold what was written to it.
    var damage: SystemError {
        SystemError(reason: "\(path ?? "the file of keys") is damaged; remove the checkpoint to start again")
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
        descriptor = open(path, O_RDWR | O_CLOEXEC | (length == 0 ? O_CREAT : 0), 0o600)
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
