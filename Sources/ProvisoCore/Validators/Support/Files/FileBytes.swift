internal import CLibrary

/// Bytes that are read as they are needed.
protocol ByteSource: ~Copyable {
    /// Reads as many bytes as exist and fit; returns their number, which is 0 at the end or on failure.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// A regular file that is open for reading.
struct FileBytes: ~Copyable, ByteSource {
    private let descriptor: Int32
    let size: Int

    /// Opens a file; with a directory only one below it, and no part of the path may be a symbolic link.
    ///
    /// `nil` if the file does not exist, may not be read, or is not a regular file.
    init?(path: String, below directory: String?) {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let opened = directory.map { Self.open(path, below: $0) } ?? CLibrary.open(path, Self.flags)
        guard opened >= 0 else { return nil }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            return nil
        }
        descriptor = opened
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// A pipe must not make the check wait for a writer.
    private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    private static func open(_ path: String, below directory: String) -> Int32 {
        guard let parts = parts(of: path, below: directory), let last = parts.last else { return -1 }
        var folder = CLibrary.open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        // Step by step from the open directory: files that are renamed or linked meanwhile cannot lead out of it.
        for part in parts.dropLast() where folder >= 0 {
            let next = openat(folder, part, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
            close(folder)
            folder = next
        }
        guard folder >= 0 else { return -1 }
        defer { close(folder) }
        return openat(folder, last, flags | O_NOFOLLOW)
    }

    /// The names on the path from the directory to the file, or `nil` if the path leads outside.
    ///
    /// Byte by byte, as the system reads a path: a combining mark after a slash does not belong to the slash there.
    private static func parts(of path: String, below directory: String) -> [String]? {
        let slash = UInt8(ascii: "/")
        var rest = path[...].utf8
        if rest.first == slash {
            let prefix = Array(directory.utf8) + (directory.utf8.last == slash ? [] : [slash])
            guard rest.starts(with: prefix) else { return nil }
            rest = rest.dropFirst(prefix.count)
        }
        let parts = rest.split(separator: slash).map { String(Substring($0)) }.filter { $0 != "." }
        return parts.contains("..") ? nil : parts
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }
}

extension ByteSource where Self: ~Copyable {
    /// Calls `body` with at most `count` bytes from an offset.
    func withBytes<Result>(at offset: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { buffer in
            let read = read(at: offset, into: buffer)
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
        }
    }
}
