internal import Glibc
internal import ProvisoMessages

/// The shared libraries that a plugin needs, and the directories in which its builder lets the linker look for them.
struct NeededLibraries: Sendable, Hashable {
    var names: [String] = []
    var runPaths: [String] = []

    /// The files of the libraries in these directories, and those that they need themselves.
    ///
    /// A plugin chooses the directories, so it gets no more of them than libraries that it must name.
    var files: [String] {
        let folders = runPaths.filter(Self.isPlain)
        var files: [String] = []
        var rest = names
        var seen = Set(rest)
        while let name = rest.popLast() {
            guard !name.utf8.contains(UInt8(ascii: "/")),
                let library = folders.lazy.compactMap({ SharedLibrary($0 + "/" + name) }).first
            else { continue }
            files.append(library.path)
            rest += library.needed.filter { seen.insert($0).inserted }
        }
        return files.sorted()
    }

    /// Whether a path says where it is: it is absolute, without `..`, and not below /proc, where a name is of a process.
    private static func isPlain(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return path.utf8.first == UInt8(ascii: "/") && !parts.contains("..") && !parts.contains(".")
            && parts.first != "proc"
    }
}

/// A file that is a shared library, and that only root and this user can change.
struct SharedLibrary {
    /// Without links.
    let path: String
    let needed: [String]

    /// Follows links to a library; `nil` if the file is anything else.
    init?(_ path: String) {
        guard let resolved = RootDirectory.resolved(path) else { return nil }
        self.path = resolved
        do throws(PluginFault) {
            let (folder, name) = try TrustedFolder.containing(self.path)
            let (file, status) = try folder.open(name)
            defer { close(file) }
            let headers = ELFFile(file, size: Int(status.st_size))
            guard TrustedFolder.fault(of: status) == nil, headers.isLibrary else { return nil }
            needed = headers.neededLibraries.names
        } catch {
            return nil
        }
    }

    /// The libraries directly in a directory that only root and this user can change.
    static func files(in folder: String) -> [String] {
        guard folder.hasPrefix("/"), (try? TrustedFolder(folder)) != nil else { return [] }
        let names = ((try? SmallFile.names(in: folder)) ?? []).filter { $0.hasSuffix(".so") || $0.holds(".so.") }
        return names.compactMap { Self(folder + "/" + $0)?.path }.sorted()
    }
}

/// Checks the library search paths of a plugin, which its builder wrote into it.
enum RunPath {
    /// The reason why a list of directories is not safe; `nil` if it is.
    static func fault(in list: String) -> String? {
        list.split(separator: ":", omittingEmptySubsequences: false).lazy.compactMap { fault(of: String($0)) }.first
    }

    private static func fault(of folder: String) -> String? {
        // The linker loads a copy in memory, which has no directory.
        if folder.hasPrefix("$ORIGIN") || folder.hasPrefix("${ORIGIN}") { return nil }
        guard folder.utf8.first == UInt8(ascii: "/") else {
            let name = folder.isEmpty ? "the current directory" : "'\(folder)' below the current directory"
            return "makes the linker look for libraries in \(name), which may be anywhere: link without that -rpath"
        }
        var path = folder
        while path != "/" {
            var status = stat()
            if stat(path, &status) == 0 {
                // If the directory is missing, users who may write to its parent can create it.
                let isWhole = path == folder
                guard let reason = TrustedFolder.fault(of: status, mayBeSticky: false) else { return nil }
                let place = isWhole ? folder : "\(folder), which would be in \(path)"
                return "makes the linker look for libraries in \(place): that \(reason), or link without that -rpath"
            }
            path = NamedFiles.directory(of: path)
        }
        return nil
    }
}
