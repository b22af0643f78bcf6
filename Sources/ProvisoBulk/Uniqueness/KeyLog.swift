internal import BulkBridge
internal import Glibc
internal import Proviso

/// A sequence of keys, each after its length and the number of its record: the newest in memory, the others in a file.
///
/// It has no lock: see `UniqueValues`.
package final class KeyLog {
    /// The end of a log at some time.
    package struct Mark: Equatable {
        package var length = 0
        /// The checksum of all bytes before, for a log that is kept after the process.
        package var checksum: UInt32 = 0
    }

    private static let tailLimit = 1 << 20

    /// The file, if the keys are kept after the process.
    private let path: String?
    private var file: TemporaryFile?
    private var flushed = 0
    private var tail: [UInt8] = []
    /// The end of the bytes in the checksum.
    private var summed = Mark()

    /// Creates an empty log in a temporary file.
    package init() { path = nil }

    /// Creates a log that is kept, or opens an earlier one and cuts it back to a mark.
    init(path: String, mark: Mark) throws(SystemError) {
        self.path = path
        file = try TemporaryFile(keeping: path, length: mark.length)
        flushed = mark.length
        summed = mark
    }

    private var length: Int { flushed + tail.count }

    /// The current end of the log.
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

    /// The key at an offset and the number of its record; `nil` at the end.
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
        // The standard library's function does not keep the type of the closure's errors.
        let result = tail.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try target.write(bytes, at: flushed) }
        }
        try result.get()
        flushed += tail.count
        tail.removeAll(keepingCapacity: true)
        return target
    }

    /// Reads all keys of a log that was just opened, and compares its checksum with that of the mark.
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
            // The key is larger than the buffer.
            if end == 0, count == flushed - start { throw damage }
            capacity = end == 0 ? 2 * capacity : Self.tailLimit
        }
        if checksum != summed.checksum { throw damage }
    }

    /// The end of the last complete key.
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

    /// The error for a file whose bytes are not those that were written.
    var damage: SystemError {
        SystemError(reason: "\(path ?? "the file of keys") is damaged; remove the checkpoint to start again")
    }

    /// Deletes the file of a log that is kept.
    func remove() { if let path { unlink(path) } }
}
