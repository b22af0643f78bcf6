internal import Glibc

/// Where a plugin makes the dynamic linker look for libraries, as its builder wrote into it.
enum RunPath {
    /// Why a list of folders gives others a way in, nil when it does not.
    static func fault(in list: String) -> String? {
        list.split(separator: ":", omittingEmptySubsequences: false).lazy.compactMap { fault(of: String($0)) }.first
    }

    private static func fault(of folder: String) -> String? {
        // The linker sees a copy in memory, beside which nothing lies.
        if folder.hasPrefix("$ORIGIN") || folder.hasPrefix("${ORIGIN}") { return nil }
        guard folder.hasPrefix("/") else {
            let name = folder.isEmpty ? "the current folder" : "'\(folder)' below the current folder"
            return "makes the linker look for libraries in \(name), whatever that is: link it without that -rpath"
        }
        var path = folder
        while path != "/" {
            var status = stat()
            if stat(path, &status) == 0 {
                // Where the folder is missing, who may write to the one above can make it.
                let isWhole = path == folder
                guard let reason = TrustedFolder.fault(of: status, mayBeSticky: false) else { return nil }
                let place = isWhole ? folder : "\(folder), which would lie in \(path)"
                return "makes the linker look for libraries in \(place): that \(reason), or link without that -rpath"
            }
            path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            if path.isEmpty { path = "/" }
        }
        return nil
    }
}
