internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// The files that references in a schema may lead to; nothing is ever read from a network.
public struct SchemaSources: Sendable {
    /// The directories with the URIs that their files begin with.
    private var directories: [(prefix: String, directory: String)] = []
    /// Schemas by URI.
    private var texts: [String: String] = [:]

    /// Makes sources without any file.
    public init() {}

    /// Lets references that begin with a URI lead to the files of a directory: `http://example.com/` and `schemas`.
    ///
    /// A file may have the ending `.json` where the reference has none.
    public mutating func add(directory: String, as prefix: String) { directories.append((prefix, directory)) }

    /// Lets references to a URI lead to a schema.
    public mutating func add(_ text: String, as uri: String) {
        texts[SchemaURI(uri).document.description] = text
    }

    /// Whether references may lead to a URI.
    func find(_ uri: SchemaURI) throws(RuleSetError) -> RuleNode? {
        let name = uri.description
        if let text = texts[name] { return try RuleNode.document(text, file: name, limits: .schema) }
        let found = directories.filter { name.hasPrefix($0.prefix) }.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
        if let found { return try Self.read(String(name.dropFirst(found.prefix.utf8.count)), in: found.directory) }
        return try MetaSchemas.document(uri)
    }

    private static func read(_ name: String, in directory: String) throws(RuleSetError) -> RuleNode? {
        let plain = SchemaURI.decoded(name.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "")
        let path = "\(directory)/\(plain)"
        guard RootDirectory(directory).contains(path) else { return nil }
        for candidate in [path, path + ".json"] {
            guard let text = try text(of: candidate) else { continue }
            return try RuleNode.document(text, file: candidate, limits: .schema)
        }
        return nil
    }

    /// The text of a file; `nil` if there is none.
    private static func text(of path: String) throws(RuleSetError) -> String? {
        guard let bytes = try? SmallFile.read(path, limit: RuleNode.Limits.schema.bytes) else { return nil }
        return try RuleSet.text(of: bytes, file: path)
    }
}
