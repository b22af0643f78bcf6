import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// The files that the command line names: themselves, in a directory, or in a list of names.
struct InputFiles {
    private(set) var paths: [String] = []
    /// Directories without data.
    private(set) var absent: [Coverage.EmptyInput] = []
    /// What was left out of directories.
    private(set) var notes: [String] = []
    /// The directories, in which files can come and go.
    private(set) var directories: [String] = []

    /// Finds the files; `own` are those that the run reads or writes itself, which are left out of directories.
    init(_ names: [String], besides own: () -> [String]) throws {
        var places: Set<FilePlace>?
        for name in names {
            guard name != "-", FileTree.isDirectory(name) else {
                paths.append(name)
                continue
            }
            let others = places ?? Set(own().compactMap { FilePlace($0) })
            places = others
            try add(name, besides: others)
        }
    }

    private mutating func add(_ directory: String, besides own: Set<FilePlace>) throws {
        let tree = FileTree(directory == "." ? "" : directory)
        let found = try Self.find { () throws(FileTree.Failure) in try tree.data() }
        let files = found.files.filter { file in FilePlace(file).map { !own.contains($0) } ?? true }
        paths += files
        directories.append(directory)
        if files.isEmpty { absent.append(Coverage.EmptyInput(file: directory, reason: "has no data files")) }
        let leftOut = found.leftOut + Set(found.files).subtracting(files)
        if !leftOut.isEmpty {
            notes.append(
                "note: \(directory): \(leftOut.count) "
                    + "\(leftOut.count == 1 ? "file or directory was" : "files and directories were") "
                    + "left out (\(Self.shown(leftOut, in: directory))): hidden, a link, a rule file or a report, "
                    + "or without the ending of a format, such as .csv")
        }
        notes += Self.note(of: found.unreadableNames, at: directory)
    }

    /// The first three paths within a directory, hidden ones last.
    private static func shown(_ paths: [String], in directory: String) -> String {
        func isHidden(_ path: String) -> Bool { path.hasPrefix(".") || path.contains("/.") }
        let start = directory == "." ? "" : directory.hasSuffix("/") ? directory : directory + "/"
        let names = paths.map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 }
        let sorted = names.sorted { (isHidden($0) ? 1 : 0, $0) < (isHidden($1) ? 1 : 0, $1) }
        return sorted.prefix(3).joined(separator: ", ").visible + (sorted.count > 3 ? ", …" : "")
    }

    /// A note about files with names that are not UTF-8, which are not read; none if there are none.
    static func note(of unreadableNames: [String], at place: String) -> [String] {
        guard let first = unreadableNames.first else { return [] }
        let count = unreadableNames.count
        let names = count == 1 ? "a name is" : "\(count) names are"
        return [
            "note: \(place): \(names) not UTF-8, such as \(first), so that \(count == 1 ? "the file is" : "the files are") "
                + "not read: rename \(count == 1 ? "it" : "them")"
        ].map(\.visible)
    }

    /// Calls a closure that looks for files; ends the tool if a directory cannot be read.
    static func find<Found>(_ body: () throws(FileTree.Failure) -> Found) throws -> Found {
        do throws(FileTree.Failure) {
            return try body()
        } catch {
            throw ExitCode.failure.because("\(error.path): \(error.reason)")
        }
    }

    /// The names in a list, one a line, or each before a NUL; `-` is standard input.
    static func listed(in list: String) throws -> [String] {
        let bytes: [UInt8]
        do throws(SystemError) {
            let limit = 256 << 20
            bytes =
                list == "-"
                ? try SmallFile.read(descriptor: STDIN_FILENO, limit: limit)
                : try SmallFile.read(list, limit: limit, mayBePipe: true)
        } catch {
            throw ExitCode.usage.because("--files-from \(list): \(error.reason)")
        }
        let end: UInt8 = bytes.contains(0) ? 0 : 0x0A
        let names = bytes.split(separator: end)
        return try names.enumerated().compactMap { index, name in
            let bytes = end != 0 && name.last == 0x0D ? name.dropLast() : name
            guard let name = String(validating: bytes, as: UTF8.self) else {
                throw ExitCode.usage.because(
                    "--files-from \(list): the name number \(index + 1) is not UTF-8: rename the file")
            }
            return name.isEmpty ? nil : name
        }
    }
}
