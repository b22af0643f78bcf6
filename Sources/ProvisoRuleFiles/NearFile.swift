internal import ProvisoMessages

/// Finds the file that was probably meant by a name that no file has.
package enum NearFile {
    /// The path that was probably meant, in the form of the one that was given; `nil` if the file exists, or none is near.
    ///
    /// `file` is where the path leads, if it is not relative to the current directory.
    package static func path(
        for path: String, at file: String? = nil, where isMeant: (String) -> Bool = { _ in true }
    ) -> String? {
        let file = file ?? path
        guard !exists(file) else { return nil }
        let slashed = path.withSlashes
        if slashed != path, exists(file.withSlashes) { return slashed }
        let directory = NamedFiles.directory(of: file)
        guard let names = try? SmallFile.names(in: directory.isEmpty ? "." : directory) else { return nil }
        let start = file.utf8.lastIndex(of: UInt8(ascii: "/")).map(file.utf8.index(after:)) ?? file.startIndex
        let name = String(Substring(file.utf8[start...]))
        let known = names.filter { $0.utf8.first != UInt8(ascii: ".") && isMeant($0) }.sorted()
        let near = SuggestionWork.limited { Suggestion.nearest(to: name, in: known) }
        return near.map { NamedFiles.path(of: $0, from: NamedFiles.directory(of: path)) }
    }

    /// The end of a sentence about a file that does not exist; empty if none is near.
    package static func hint(for path: String) -> String { Suggestion.hint(self.path(for: path)) }

    private static func exists(_ path: String) -> Bool { RootDirectory.resolved(path) != nil }
}

extension String {
    /// The path as this system writes it, if it was written for Windows.
    fileprivate var withSlashes: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
    }
}
