internal import Glibc

/// The right to change a directory, which one process has at a time; it ends with the process, however that ends.
package struct DirectoryLock: ~Copyable {
    private let descriptor: Int32

    /// Waits up to a minute for another process.
    package init(_ path: String) throws(PluginFault) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        for _ in 0..<600 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard [EWOULDBLOCK, EINTR].contains(errno) else { break }
            usleep(100_000)
        }
        let code = errno
        close(descriptor)
        throw PluginFault(
            code == EWOULDBLOCK
                ? "is being changed by another program, which has not ended within a minute: try again later"
                : PluginFault.reason(code))
    }

    deinit { close(descriptor) }

    /// Writes what was renamed in the directory to the disk.
    func settle() { fsync(descriptor) }
}
