internal import Glibc
package import Proviso

/// Finds files in directories.
///
/// No link is followed that leads out of the directory, and none to a directory that is below it: each file is found
/// once, and a directory in itself has an end.
package struct FileTree {
    /// The directory that everything must be in.
    private let root: RootDirectory
    private let directory: String

    /// Files and the number of those that were left out.
    package struct Found {
        package fileprivate(set) var files: [String] = []
        /// Hidden files and directories, links that are not followed, and files of no known format.
        package fileprivate(set) var leftOut = 0
    }

    /// Why a directory cannot be read.
    package struct Failure: Error {
        package let path: String
        package let reason: String
    }

    /// The files in a directory; empty for the current one.
    package init(_ directory: String) { (self.directory, root) = (directory, RootDirectory(directory)) }

    /// Whether a path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private enum Kind { case file, directory, other }

    /// What a path leads to, if it stays in the directory.
    private func kind(_ path: String, followsDirectories: Bool) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .other }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, !root.contains(path) || stat(path, &status) != 0 { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return !isLink || followsDirectories ? .directory : .other
        default: return .other
        }
    }

    private func names(in directory: String) throws(Failure) -> [String] {
        do throws(SystemError) {
            return try SmallFile.names(in: directory.isEmpty ? "." : directory).filter { $0 != "." && $0 != ".." }
        } catch {
            throw Failure(path: directory.isEmpty ? "." : directory, reason: error.reason)
        }
    }

    /// The files below the directory whose format the ending says, sorted by their paths.
    package func data() throws(Failure) -> Found { try data(below: directory) }

    private func data(below top: String) throws(Failure) -> Found {
        var found = Found()
        var open = [top]
        while let directory = open.popLast() {
            for name in try names(in: directory) {
                let path = NamedFiles.path(of: name, from: directory)
                let kind = name.utf8.first == UInt8(ascii: ".") ? .other : kind(path, followsDirectories: false)
                switch kind {
                case .directory: open.append(path)
                case .file where InputFormat.isKnown(name): found.files.append(path)
                case .file, .other: found.leftOut += 1
                }
            }
        }
        found.files.sort()
        return found
    }

    /// The files that a pattern matches, sorted by their paths; of a directory that it matches, the data below it.
    package func files(_ pattern: FilePattern) throws(Failure) -> [String] {
        // The pattern `.` is the directory itself.
        if pattern.parts.isEmpty { return try data().files }
        var files: Set<String> = []
        try add(pattern.parts[...], below: directory, to: &files)
        return files.sorted()
    }

    private func add(
        _ parts: ArraySlice<FilePattern.Part>, below path: String, to files: inout Set<String>
    ) throws(Failure) {
        guard let part = parts.first else { return }
        let rest = parts.dropFirst()
        switch part {
        case .name(let name): try add(rest, at: NamedFiles.path(of: name, from: path), to: &files)
        case .wild(let pieces):
            for name in try names(in: path) where FilePattern.matches(name, pieces) {
                try add(rest, at: NamedFiles.path(of: name, from: path), to: &files)
            }
        case .anyDirectories:
            if rest.isEmpty {
                files.formUnion(try data(below: path).files)
                return
            }
            for directory in try directories(below: path) { try add(rest, below: directory, to: &files) }
        }
    }

    /// Continues at a path that the pattern has matched so far.
    private func add(
        _ rest: ArraySlice<FilePattern.Part>, at path: String, to files: inout Set<String>
    ) throws(Failure) {
        switch kind(path, followsDirectories: true) {
        case .file where rest.isEmpty: files.insert(path)
        case .directory where rest.isEmpty: files.formUnion(try data(below: path).files)
        case .directory where root.contains(path): try add(rest, below: path, to: &files)
        default: return
        }
    }

    /// A directory and all below it, without hidden ones.
    private func directories(below top: String) throws(Failure) -> [String] {
        var (all, open) = ([top], [top])
        while let directory = open.popLast() {
            for name in try names(in: directory) where name.utf8.first != UInt8(ascii: ".") {
                let path = NamedFiles.path(of: name, from: directory)
                guard kind(path, followsDirectories: false) == .directory else { continue }
                all.append(path)
                open.append(path)
            }
        }
        return all
    }
}
