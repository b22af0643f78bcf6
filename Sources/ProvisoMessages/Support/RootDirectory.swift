internal import CLibrary

/// A directory that everything a file names must be in.
package struct RootDirectory: Sendable {
    package let path: String

    /// The directory; empty for the current one.
    package init(_ path: String) { self.path = path.isEmpty ? "." : path }

    /// Whether a path is in the directory, or is the directory itself, wherever symbolic links on the way lead.
    ///
    /// For a file that does not exist the names decide, so that the answer says nothing about other directories.
    package func contains(_ path: String) -> Bool {
        guard let own = Self.resolved(self.path) else { return false }
        let named = Self.plain(path)
        let top = Self.plain(self.path)
        guard let real = Self.resolved(path) else { return Self.holds(top, named) || Self.holds(own, named) }
        return Self.holds(own, real)
    }

    /// Whether a path is a directory or below it, by its name alone.
    ///
    /// By bytes: a combining mark after a slash does not belong to the slash.
    package static func holds(_ directory: String, _ path: String) -> Bool {
        path.utf8.elementsEqual(directory.utf8)
            || path.utf8.starts(with: (directory == "/" ? "/" : directory + "/").utf8)
    }

    /// The path without links; `nil` if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// An absolute path without `.` and `..`.
    package static func plain(_ path: String) -> String {
        let all = path.utf8.first == UInt8(ascii: "/") ? path : (resolved(".") ?? "") + "/" + path
        let parts = all.utf8.split(separator: UInt8(ascii: "/")).reduce(into: [Substring.UTF8View]()) { parts, part in
            switch String(Substring(part)) {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
    }
}
