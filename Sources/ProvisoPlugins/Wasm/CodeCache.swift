internal import Glibc
internal import ProvisoMessages

/// The machine code of modules from earlier runs, by the digests of the module and of its engine.
///
/// Only the host writes there: workers get the code by a descriptor. A directory or file that another user could change is
/// not used, and one that cannot be written is none.
struct CodeCache {
    private let path: String

    private static let ending = ".code"
    private static let draft = "."
    /// The number of files that are kept.
    private static let most = 64

    /// Creates the cache of a directory, or that of the user.
    init?(_ path: String?) {
        guard let path = path ?? UserDirectories.own.cache else { return nil }
        self.path = path
    }

    /// The name of the code of a module for an engine.
    static func key(_ module: ContentDigest, _ engine: String) -> String? {
        guard let identity = WasmEngine.identity(of: engine) else { return nil }
        return "\(module) \(identity)".digest.description + ending
    }

    /// Opens the code of a key; the caller closes it.
    func open(_ key: String) -> Int32? {
        guard let folder = try? TrustedFolder(path), let (file, status) = try? folder.open(key) else { return nil }
        if TrustedFolder.fault(of: status) == nil { return file }
        close(file)
        return nil
    }

    /// Keeps code, with one rename, and removes the oldest.
    func keep(_ code: Int32, as key: String) {
        makeFolders()
        guard (try? TrustedFolder(path)) != nil else { return }
        removeDrafts()
        let draft = "\(path)/\(Self.draft)\(getpid())-\(key)"
        let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        var status = stat()
        var place: off_t = 0
        var isWhole = fstat(code, &status) == 0
        while isWhole, place < status.st_size {
            isWhole = sendfile(file, code, &place, Int(status.st_size - place)) > 0
        }
        if !isWhole || rename(draft, "\(path)/\(key)") != 0 { unlink(draft) }
        removeOldest()
    }

    private func makeFolders() {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        mkdir(String(path[..<slash]), 0o700)
        mkdir(path, 0o700)
    }

    /// Removes what hosts had begun to write that were killed.
    private func removeDrafts() {
        for name in (try? SmallFile.names(in: path)) ?? [] where name.hasSuffix(Self.ending) {
            guard let process = DraftName.process(name, after: Self.draft), process > 0 else { continue }
            if kill(process, 0) != 0, errno == ESRCH { unlink("\(path)/\(name)") }
        }
    }

    private func removeOldest() {
        guard let files = try? SmallFile.list(path, ending: Self.ending), files.count > Self.most else { return }
        let dated = files.map { file in
            var status = stat()
            return (stat(file, &status) == 0 ? status.st_mtim.tv_sec : 0, file)
        }
        for (_, file) in dated.sorted(by: { $0.0 < $1.0 }).prefix(files.count - Self.most) { unlink(file) }
    }
}

extension String {
    fileprivate var digest: ContentDigest {
        var text = self
        return text.withUTF8 { ContentDigest(of: UnsafeRawBufferPointer($0)) }
    }
}
