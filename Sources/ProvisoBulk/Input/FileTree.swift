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
    /// The directories that are read; `nil` for all.
    private let asked: Set<Place>?

    /// Files, and those that were left out.
    package struct Found {
        package fileprivate(set) var files: [String] = []
        /// Hidden files and directories, links that are not followed, and files of no known format.
        package fileprivate(set) var leftOut: [String] = []
        /// Files whose names are not UTF-8, as they are shown.
        package fileprivate(set) var unreadableNames: [String] = []

        package init() {}

        /// Only some of the files, with all that was left out.
        package func filtered(_ isWanted: (String) -> Bool) -> Found {
            var found = self
            found.files = files.filter(isWanted)
            return found
        }
    }

    /// Identifies a directory independent of its name.
    private struct Place: Hashable {
        private let device: UInt
        private let inode: UInt

        init?(_ path: String) {
            var status = stat()
            guard stat(path.isEmpty ? "." : path, &status) == 0 else { return nil }
            (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
        }
    }

    /// Why a directory cannot be read.
    package struct Failure: Error {
        package let path: String
        package let reason: String
    }

    /// The files in a directory; empty for the current one.
    ///
    /// With `files` only these are looked for: directories that do not lead to one are not read.
    package init(_ directory: String, only files: [String]? = nil) {
        (self.directory, root) = (directory, RootDirectory(directory))
        asked = files.map { Self.directories(above: $0) }
    }

    /// The directories that lead to files, by the names of these and wherever links lead.
    private static func directories(above files: [String]) -> Set<Place> {
        var (places, seen) = (Set<Place>(), Set<String>())
        for file in files {
            for path in [RootDirectory.plain(file), RootDirectory.resolved(file) ?? "/"] {
                var directory = NamedFiles.directory(of: path)
                while seen.insert(directory).inserted {
                    if let place = Place(directory) { places.insert(place) }
                    directory = NamedFiles.directory(of: directory)
                }
            }
        }
        return places
    }

    /// Whether a path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private enum Kind { case file, directory, unreadableName, other }

    /// What a path leads to, if it stays in the directory.
    private func kind(_ path: String, followsDirectories: Bool) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            // The character stands for bytes of the name that are not UTF-8.
            return path.unicodeScalars.contains("\u{FFFD}") ? .unreadableName : .other
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, !root.contains(path) || stat(path, &status) != 0 { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return !isLink || followsDirectories ? .directory : .other
        default: return .other
        }
    }

    private func names(in directory: String) throws(Failure) -> [String] {
        if let asked, Place(directory).map({ !asked.contains($0) }) ?? true { return [] }
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
                case .unreadableName: found.unreadableNames.append(path)
                case .file, .other: found.leftOut.append(path)
                }
            }
        }
        found.sort()
        return found
    }

    /// The files that a pattern matches, sorted by their paths; of a directory that it matches, the data below it.
    package func files(_ pattern: FilePattern) throws(Failure) -> Found {
        // The pattern `.` is the directory itself.
        if pattern.parts.isEmpty { return try data() }
        var found = Found()
        try add(pattern.parts[...], below: directory, to: &found)
        found.sort()
        return found
    }

    private func add(
        _ parts: ArraySlice<FilePattern.Part>, below path: String, to found: inout Found
    ) throws(Failure) {
        guard let part = parts.first else { return }
        let rest = parts.dropFirst()
        switch part {
        case .name(let name): try add(rest, at: NamedFiles.path(of: name, from: path), to: &found)
        case .wild(let pieces):
            for name in try names(in: path) where FilePattern.matches(name, pieces) {
                try add(rest, at: NamedFiles.path(of: name, from: path), to: &found)
            }
        case .anyDirectories:
            if rest.isEmpty {
                found.add(try data(below: path))
                return
            }
            for directory in try directories(below: path) { try add(rest, below: directory, to: &found) }
        }
    }

    /// Continues at a path that the pattern has matched so far.
    private func add(
        _ rest: ArraySlice<FilePattern.Part>, at path: String, to found: inout Found
    ) throws(Failure) {
        switch kind(path, followsDirectories: true) {
        case .file where rest.isEmpty: found.files.append(path)
        case .unreadableName where rest.isEmpty: found.unreadableNames.append(path)
        case .directory where rest.isEmpty: found.add(try data(below: path))
        case .directory where root.contains(path): try add(rest, below: path, to: &found)
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

extension FileTree.Found {
    fileprivate mutating func add(_ other: FileTree.Found) {
        files += other.files
        leftOut += other.leftOut
        unreadableNames += other.unreadableNames
    }

    /// Sorts all by their paths, each once.
    fileprivate mutating func sort() {
        files = Set(files).sorted()
        leftOut = Set(leftOut).sorted()
        unreadableNames = Set(unreadableNames).sorted()
    }
}
