internal import CLibrary

/// The variables of the environment.
package enum Environment {
    /// The value of a variable that is set and not empty.
    package static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The files that a rule file may name: those in its directory, or in one that its user names.
package struct NamedFiles: Sendable {
    /// The directories; empty for rules that were read from no file.
    private let directories: [String]
    /// The name of rules that were read from a string, and the directory that names in them begin at.
    private let text: Text?

    private struct Text {
        let file: String?
        let directory: String
    }

    package init(_ directories: [String] = []) { (self.directories, text) = (directories, nil) }

    /// The files that a string may name; `file` is its name.
    package init(_ directories: [String], ofText file: String?, in directory: String) {
        (self.directories, text) = (directories, Text(file: file, directory: directory))
    }

    private init(_ directories: [String], _ text: Text?) { (self.directories, self.text) = (directories, text) }

    /// Why a file may not be named.
    package struct Refusal: Error {
        package let reason: String
    }

    /// The files that either may name.
    package func joined(_ other: NamedFiles) -> NamedFiles {
        NamedFiles((directories + other.directories).withoutRepetition(), text ?? other.text)
    }

    /// The path of a file or directory that is named at a place of a rule file; its name begins at that file's directory.
    ///
    /// Without a place the program names it, which may name any.
    package func path(of name: String, at place: SourcePosition?) throws(Refusal) -> String {
        guard let place else { return name }
        guard let first = directories.first else {
            throw Refusal(
                reason: "a rule set that is not read from a file names no files: give the directory of its files")
        }
        let base = text.flatMap { $0.file == place.file ? $0.directory : nil } ?? place.file.map(Self.directory)
        let path = Self.path(of: name, from: base ?? first)
        if directories.contains(where: { RootDirectory($0).contains(path) }) { return path }
        throw Refusal(
            reason: "'\(name)' is outside of the directory \(RootDirectory(first).path), where files that a rule file "
                + "names must be: if you trust the rule file, name a directory that has both with '--include-root', in "
                + "Swift 'includeRoot'")
    }

    /// The path of a file whose name begins at a directory; empty for the current one.
    package static func path(of name: String, from directory: String) -> String {
        if name.utf8.first == UInt8(ascii: "/") || directory.isEmpty { return name }
        return directory.utf8.last == UInt8(ascii: "/") ? directory + name : "\(directory)/\(name)"
    }

    /// The directory that a file is in; empty for the current one.
    package static func directory(of path: String) -> String {
        // By bytes: a combining mark after a slash does not belong to the slash.
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return end == path.utf8.startIndex ? "/" : String(Substring(path.utf8[..<end]))
    }
}
