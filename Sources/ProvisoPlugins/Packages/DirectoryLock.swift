internal import Glibc
internal import ProvisoMessages

/// The right to change a directory, which one process has at a time; it ends with the process, however that ends.
///
/// A file is written under a hidden name, a draft, and gets its name in one step: a reader sees the old file or the new one.
package struct DirectoryLock: ~Copyable {
    private let descriptor: Int32
    private let prefix: String

    private static let draft = ".new-"

    /// Waits for another process, and says so after a second; then removes the drafts of one that was killed.
    package init(_ path: String) throws(PluginFault) {
        let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        let code = Self.wait(for: handle, path)
        guard code == 0 else {
            close(handle)
            throw PluginFault(
                code == EWOULDBLOCK
                    ? "is being changed by another program, which has not ended within \(Self.patience) seconds: try again "
                        + "later; 'fuser \(path)' names it"
                    : PluginFault.reason(code))
        }
        descriptor = handle
        prefix = PluginDirectory(path).prefix
        Self.removeDrafts(prefix)
    }

    /// Returns 0 when the lock is there, and otherwise the reason.
    private static func wait(for descriptor: Int32, _ path: String) -> Int32 {
        for turn in 0..<patience * 10 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            guard [EWOULDBLOCK, EINTR].contains(errno) else { return errno }
            if turn == 10 {
                let text = "waiting for another program that changes \(path), at most \(patience) seconds"
                let line = text.visible + "\n"
                _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }
            usleep(100_000)
        }
        return EWOULDBLOCK
    }

    /// In seconds: longer than programs that change a directory at the same time take.
    private static let patience = 30

    deinit { close(descriptor) }

    /// Writes what was renamed in the directory to the disk.
    package func settle() { fsync(descriptor) }

    /// Writes a new file, or one in the place of another.
    package func replace(_ name: String, _ bytes: [UInt8]) throws(PluginFault) {
        try rename(draft(of: name, bytes), to: name)
    }

    /// Writes a draft, waits until it is on the disk, and returns its path.
    func draft(of name: String, _ bytes: [UInt8]) throws(PluginFault) -> String {
        let path = "\(prefix)\(Self.draft)\(getpid())-\(name)"
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { throw Self.failure(of: name) }
        defer { close(file) }
        // Independent of the umask: files that others can write to are refused.
        fchmod(file, 0o644)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(of: name, path) }
            done += count
        }
        guard fsync(file) == 0 else { throw failure(of: name, path) }
        return path
    }

    /// Gives a draft its name.
    func rename(_ draft: String, to name: String) throws(PluginFault) {
        guard Glibc.rename(draft, prefix + name) == 0 else { throw failure(of: name, draft) }
    }

    private func failure(of name: String, _ draft: String) -> PluginFault {
        let fault = Self.failure(of: name)
        unlink(draft)
        return fault
    }

    private static func failure(of name: String) -> PluginFault {
        PluginFault("cannot be written: \(name) (\(SystemError().reason))")
    }

    /// Only the holder of the lock writes drafts: others are of a process that was killed.
    ///
    /// Files that are not named as a draft is, with the number of a process, are somebody's own.
    private static func removeDrafts(_ prefix: String) {
        guard let handle = opendir(prefix) else { return }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            let parts = name.dropFirst(draft.count).split(separator: "-", maxSplits: 1)
            if name.hasPrefix(draft), parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                unlink(prefix + name)
            }
        }
    }
}
