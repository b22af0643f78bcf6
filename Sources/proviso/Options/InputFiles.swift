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
        let leftOut = found.leftOut + found.files.count - files.count
        if files.isEmpty { absent.append(Coverage.EmptyInput(file: directory, reason: "has no data files")) }
        if leftOut > 0 {
            notes.append(
                "note: \(directory): \(leftOut) \(leftOut == 1 ? "file or directory was" : "files and directories were") "
                    + "left out: hidden, a rule file or a report, or without the ending of a format, such as .csv")
        }
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
