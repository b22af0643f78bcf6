internal import Glibc
internal import ProvisoMessages

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
