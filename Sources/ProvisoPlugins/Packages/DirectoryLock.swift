internal import Glibc
internal import ProvisoMessages

/// The right to change a directory, which one process has at a time; it ends with the process, however that ends.
///
/// A file is written under a hidden name, a draft, and gets its name in one step: a reader sees the old file or the new one.
/// What is locked is a hidden file that only those can open who may change the directory: a lock of the directory itself
/// could be held by all who may read it.
package struct DirectoryLock: ~Copyable {
    private let descriptor: Int32
    /// The locked file; `nil` in a directory that this process cannot change anyway.
    private let file: Int32?
    private let prefix: String

    private static let draft = ".new-"
    private static let lockName = ".proviso-lock"

    /// Waits for another process, and says so after a second; then removes the drafts of one that was killed.
    package init(_ path: String) throws(PluginFault) {
        let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        let prefix = PluginDirectory(path).prefix
        let locked: Int32?
        do throws(SystemError) {
            locked = try Self.wait(for: prefix + Self.lockName, in: handle, path)
        } catch {
            close(handle)
            throw PluginFault(
                error.code == EWOULDBLOCK
                    ? "is being changed by another program, which has not ended within \(Self.patience) seconds: try again "
                        + "later; 'fuser \(prefix)\(Self.lockName)' names it"
                    : PluginFault.reason(error.code))
        }
        (descriptor, file, self.prefix) = (handle, locked, prefix)
        if locked != nil { Self.removeDrafts(prefix) }
    }

    /// Opens and locks a file, again if it was removed meanwhile; its last holder does that.
    private static func wait(for lock: String, in directory: Int32, _ path: String) throws(SystemError) -> Int32? {
        for turn in 0..<patience * 10 {
            let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if file < 0 {
                let error = SystemError()
                if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 { return nil }
                throw error
            }
            share(file, with: directory)
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                if isSame(file, lock) { return file }
                close(file)
                continue
            }
            let error = SystemError()
            close(file)
            guard [EWOULDBLOCK, EINTR].contains(error.code) else { throw error }
            if turn == 10 {
                let text = "waiting for another program that changes \(path), at most \(patience) seconds"
                let line = text.visible + "\n"
                _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }
            usleep(100_000)
        }
        throw SystemError(code: EWOULDBLOCK)
    }

    /// Lets those open the lock who may change the directory, whatever the umask is.
    private static func share(_ file: Int32, with directory: Int32) {
        var (status, own) = (stat(), stat())
        guard fstat(directory, &status) == 0, fstat(file, &own) == 0, own.st_uid == geteuid() else { return }
        let writers = status.st_mode & 0o022
        if writers & 0o020 != 0 { _ = fchown(file, uid_t.max, status.st_gid) }
        fchmod(file, 0o600 | writers | writers << 1)
    }

    private static func isSame(_ file: Int32, _ path: String) -> Bool {
        var (one, other) = (stat(), stat())
        return fstat(file, &one) == 0 && lstat(path, &other) == 0 && one.st_ino == other.st_ino
            && one.st_dev == other.st_dev
    }

    /// In seconds: longer than programs that change a directory at the same time take.
    private static let patience = 30

    deinit {
        if let file {
            unlink(prefix + Self.lockName)
            close(file)
        }
        close(descriptor)
    }

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
        for name in (try? SmallFile.names(in: prefix)) ?? [] where DraftName.process(name, after: draft) != nil {
            unlink(prefix + name)
        }
    }
}
