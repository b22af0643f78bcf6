internal import Glibc

/// A plugin's file before anything in it runs: what it is, and that the dynamic linker will survive it.
struct PluginFile {
    /// Tells files apart, and a file from what stood in its place before.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// The path as it was given.
    let name: String
    /// The path without links, as the dynamic linker gets it: one without a slash would be searched for elsewhere.
    let path: String
    let identity: Identity
    let manifest: PluginManifest

    /// Reads the file's headers and its manifest.
    ///
    /// The file is not held open: who may write to it may still change it afterwards.
    init(_ name: String) throws(PluginError) {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw PluginError(file: name, reason: Self.reason(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let resolved = realpath(name, nil) else {
            throw PluginError(file: name, reason: Self.reason(errno))
        }
        defer { free(resolved) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PluginError(file: name, reason: "is not a regular file")
        }
        let headers = ELFFile(descriptor, size: Int(status.st_size))
        if let reason = headers.fault { throw PluginError(file: name, reason: reason) }
        do throws(PluginFault) {
            manifest = try headers.manifest()
        } catch {
            throw PluginError(file: name, reason: error.reason)
        }
        self.name = name
        path = String(cString: resolved)
        identity = Identity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    /// What went wrong with a file, by `errno`.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "does not exist"
        case EACCES, EPERM: "may not be read by this user"
        case ENOTDIR: "is not a folder, or lies in something that is none"
        default: "cannot be read (\(String(cString: strerror(code))))"
        }
    }
}
