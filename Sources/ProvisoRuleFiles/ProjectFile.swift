package import ProvisoCore
package import ProvisoMessages

/// A file that says which files of a project are checked by which rules, and which findings do not count.
package struct ProjectFile: Sendable {
    /// The names of project files, in the order in which they are looked for.
    package static let names = ["proviso.yaml", "proviso.json"]

    /// Files with what checks them.
    package struct Entry: Sendable {
        package let position: SourcePosition
        /// Patterns of files.
        package internal(set) var files: [Setting] = []
        /// The values of other keys, in their order.
        package internal(set) var settings: [Setting] = []
    }

    /// A value of a key of an entry.
    package struct Setting: Sendable {
        package let key: ProjectEntryKey
        /// The name of a variable or a collection.
        package let name: String?
        package let value: String
        package let position: SourcePosition
    }

    /// Findings that do not count until a day.
    package struct Exception: Sendable {
        package let file: Setting
        package let code: String
        /// The attribute as rules name it, or the path of a value; `nil` for all.
        package let path: String?
        /// The last day, in ISO 8601.
        package let until: String
        package let reason: String
        package let position: SourcePosition
        /// Where its values are.
        package let places: [ProjectExceptionKey: SourcePosition]
    }

    package let entries: [Entry]
    package let exceptions: [Exception]

    /// Reads a project file; all mistakes in its form are thrown together.
    package init(contentsOf path: String) throws(RuleSetError) {
        var reader = ProjectReader()
        reader.read(try Self.document(path))
        guard reader.diagnostics.isEmpty else { throw RuleSetError(first: reader.diagnostics) }
        (entries, exceptions) = (reader.entries, reader.exceptions)
    }

    /// Whether a file is meant to be a project file, with or without mistakes.
    package static func isProject(_ path: String) -> Bool {
        (try? document(path)).map { isProject($0) } ?? false
    }

    static func isProject(_ root: RuleNode) -> Bool {
        root.mapping?.contains { $0.key.scalar == ProjectKey.check.rawValue } ?? false
    }

    private static func document(_ path: String) throws(RuleSetError) -> RuleNode {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: RuleNode.maximumBytes)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)", suggestion: NearFile.path(for: path))
        }
        return try RuleNode.document(try RuleSet.text(of: bytes, file: path), file: path)
    }
}
