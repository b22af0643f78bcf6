internal import Glibc
internal import ProvisoMessages
internal import SystemBridge

/// A directory whose contents only root and the current user can change.
///
/// The directory is kept open, and its files are opened relative to it: the files that are used are those that were
/// checked.
final class TrustedFolder {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws(PluginFault) {
        descriptor = prv_open_folder(-1, path)
        guard descriptor >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        self.path = path
        try Self.checkUpward(from: descriptor)
    }

    deinit { close(descriptor) }

    /// Returns the directory of a file, and the name of the file in it.
    static func containing(_ file: String) throws(PluginFault) -> (folder: TrustedFolder, name: String) {
        guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (try TrustedFolder("."), file) }
        let name = String(file[file.utf8.index(after: slash)...])
        return (try TrustedFolder(String(file[...slash])), name)
    }

    /// Opens a regular file without following links; the caller closes it.
    func open(_ name: String) throws(PluginFault) -> (descriptor: Int32, status: stat) {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw PluginFault(
                errno == ELOOP ? "is a symbolic link: put the file itself there" : PluginFault.reason(errno))
        }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            defer { close(file) }
            throw PluginFault(PluginFault.reason(errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw PluginFault("is not a regular file")
        }
        return (file, status)
    }

    /// Reads a small file by its path, after checking it and its directory.
    static func read(_ file: String, limit: Int) throws(PluginFault) -> [UInt8] {
        let (folder, name) = try containing(file)
        return try folder.read(name, limit: limit)
    }

    /// Reads a small file after checking its owner and permissions.
    func read(_ name: String, limit: Int) throws(PluginFault) -> [UInt8] {
        let (file, status) = try open(name)
        defer { close(file) }
        if let reason = Self.fault(of: status) { throw PluginFault(reason) }
        do throws(SystemError) {
            return try SmallFile.read(descriptor: file, limit: limit)
        } catch {
            throw PluginFault("cannot be read (\(error.reason))")
        }
    }

    /// Reads the lines of a list that the directory may have, such as that of vendors; `nil` if it has none.
    ///
    /// Errors name the file of the list.
    func list(_ name: String) throws(PluginFault) -> [Substring]? {
        guard contains(name) else { return nil }
        do throws(PluginFault) {
            return String(decoding: try read(name, limit: 1 << 20), as: UTF8.self).split(separator: "\n")
        } catch {
            throw PluginFault("needs the list \(path(of: name)), which \(error.reason)")
        }
    }

    /// The path of a file in the directory.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// The reason why others could change a file that is code, or replace it; `nil` if only root and this user can.
    ///
    /// Links are followed: what they name is checked.
    static func fault(ofFile path: String) -> String? {
        guard let resolved = RootDirectory.resolved(path) else { return PluginFault.reason(errno) }
        do throws(PluginFault) {
            let (folder, name) = try containing(resolved)
            let (file, status) = try folder.open(name)
            close(file)
            return fault(of: status)
        } catch {
            return error.reason
        }
    }

    /// Whether the directory has an entry of this name, of any type.
    func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// The reason why other users could change a file or directory; `nil` if only root and this user can.
    static func fault(of status: stat, mayBeSticky: Bool = false) -> String? {
        let user = geteuid()
        guard status.st_uid == 0 || status.st_uid == user else {
            let needed = user == 0 ? "root" : "user \(user) or root"
            return "belongs to user \(status.st_uid), who could change it: it must belong to \(needed) (chown)"
        }
        let isOpen = status.st_mode & 0o022 != 0
        guard !isOpen || mayBeSticky && status.st_mode & S_ISVTX != 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            return "can be changed by users other than its owner (mode \(mode)): remove that permission (chmod go-w)"
        }
        return nil
    }

    /// Checks a directory and its parents; a parent such as /tmp is safe, because each user keeps the names there.
    private static func checkUpward(from folder: Int32) throws(PluginFault) {
        var current = dup(folder)
        defer { close(current) }
        var isFirst = true
        while true {
            var status = stat()
            guard fstat(current, &status) == 0 else { throw PluginFault(PluginFault.reason(errno)) }
            if let reason = fault(of: status, mayBeSticky: !isFirst) {
                throw PluginFault(isFirst ? reason : "is in \(name(of: current)), which \(reason)")
            }
            let parent = prv_open_folder(current, "..")
            guard parent >= 0 else { throw PluginFault("is in a directory that \(PluginFault.reason(errno))") }
            var above = stat()
            guard fstat(parent, &above) == 0 else {
                close(parent)
                throw PluginFault(PluginFault.reason(errno))
            }
            close(current)
            current = parent
            isFirst = false
            if above.st_ino == status.st_ino, above.st_dev == status.st_dev { return }
        }
    }

    private static func name(of descriptor: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The names of drafts, in which the number of the process is that writes them.
enum DraftName {
    /// The number between what all drafts begin with and the first `-`; `nil` for other names.
    static func process(_ name: String, after start: String) -> pid_t? {
        let parts = name.dropFirst(start.count).split(separator: "-", maxSplits: 1)
        guard name.hasPrefix(start), parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return pid_t(parts[0])
    }
}
