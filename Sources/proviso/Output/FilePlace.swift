import Glibc

/// Identifies a file independent of its name: by the file if it exists, else by its directory and its name there.
struct FilePlace: Hashable {
    private let device: UInt
    private let inode: UInt
    private let name: String?

    /// `nil` for files that several outputs can share, such as a pipe, and for paths that cannot be opened.
    init?(_ path: String) {
        self.init(path, links: 40)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ path: String, links: Int) {
        var status = stat()
        if stat(path, &status) == 0 {
            self.init(status)
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard errno == ENOENT, links > 0, let last = parts.last, !last.isEmpty else { return nil }
        let directory = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        if let target = Self.target(of: path) {
            // A link to a file that does not exist yet.
            self.init(target.hasPrefix("/") ? target : "\(directory)/\(target)", links: links - 1)
            return
        }
        guard stat(directory, &status) == 0 else { return nil }
        self.init(device: UInt(status.st_dev), inode: UInt(status.st_ino), name: String(last))
    }

    private init(device: UInt, inode: UInt, name: String?) {
        (self.device, self.inode, self.name) = (device, inode, name)
    }

    private init?(_ status: stat) {
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFBLK else { return nil }
        self.init(device: UInt(status.st_dev), inode: UInt(status.st_ino), name: nil)
    }

    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
