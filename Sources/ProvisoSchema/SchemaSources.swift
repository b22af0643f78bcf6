internal import ProvisoCore
internal import ProvisoMessages
package import ProvisoRuleFiles

/// The files that references in a schema may lead to; nothing is ever read from a network.
public struct SchemaSources: Sendable {
    /// The directories with the URIs that their files begin with.
    package private(set) var directories: [(prefix: String, directory: String)] = []
    /// Schemas by URI.
    private var texts: [String: String] = [:]
    /// The directory of the schema itself.
    var own: String?
    /// Whether a rule file names the files: errors then show no text of one that is something else.
    var isOfRuleFile = false

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
        if let found { return try read(String(name.dropFirst(found.prefix.utf8.count)), in: found.directory) }
        return try MetaSchemas.document(uri)
    }

    /// The directory of the schema itself, as it was named, if it has a file of the name that a URI ends with.
    func directory(withNeighbor uri: SchemaURI) -> String? {
        guard let own, let name = uri.path.split(separator: "/").last.map(String.init), !name.hasPrefix("."),
            (try? read(name, in: own)) != nil
        else { return nil }
        return own
    }

    private func read(_ name: String, in directory: String) throws(RuleSetError) -> RuleNode? {
        let plain = SchemaURI.decoded(name.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "")
        let path = "\(directory)/\(plain)"
        guard RootDirectory(directory).contains(path) else { return nil }
        for candidate in [path, path + ".json"] {
            guard let bytes = try? SmallFile.read(candidate, limit: RuleNode.Limits.schema.bytes) else { continue }
            return try document(bytes, candidate)
        }
        return nil
    }

    /// The document in a file that a rule or a person names, who may name a pipe.
    func file(_ path: String) throws(RuleSetError) -> RuleNode {
        if path.holds("://") {
            throw RuleSetError(reason: "'\(path)' is a URL: only files can be read, so download it")
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: RuleNode.Limits.schema.bytes, mayBePipe: !isOfRuleFile)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        return try document(bytes, path)
    }

    /// The document in the file of a schema.
    private func document(_ bytes: [UInt8], _ path: String) throws(RuleSetError) -> RuleNode {
        do throws(RuleSetError) {
            return try RuleNode.document(RuleSet.text(of: bytes, file: path), file: path, limits: .schema)
        } catch {
            guard isOfRuleFile else { throw error }
            let place = error.diagnostics.first?.position.map { " from line \($0.line), column \($0.column)" } ?? ""
            throw RuleSetError(
                reason: "'\(path)' is not a JSON Schema: it is not JSON or YAML\(place); "
                    + "'proviso check --schema' says more")
        }
    }

    /// The error that a file which a rule file names is something else; `nil` if it may be shown.
    func refusal(of node: RuleNode) -> RuleSetError.Diagnostic? {
        guard isOfRuleFile, let file = node.position.file, !node.isSchemaLike else { return nil }
        return .init(reason: "'\(file)' is not a JSON Schema: it has hardly any keyword of one")
    }
}

extension JSONSchema {
    /// Whether a document is a schema or an OpenAPI description rather than something else.
    package static func isSchema(_ document: RuleNode) -> Bool { document.isSchemaLike }

    /// Whether a file is one rather than a rule file; a pipe is none, because it can be read only once.
    package static func recognizes(_ name: String) -> Bool {
        guard let bytes = try? SmallFile.read(split(name).path, limit: RuleNode.Limits.schema.bytes, mayBePipe: false),
            let text = try? RuleSet.text(of: bytes, file: name),
            let root = try? RuleNode.document(text, file: name, limits: .schema), let members = root.mapping
        else { return false }
        // A title alone may be that of anything.
        let isKnown = members.contains { key, _ in
            let name = key.scalar ?? ""
            return name == "openapi"
                || SchemaKeyword.named(name)?.vocabularies.meets([.core, .applicator, .validation]) ?? false
        }
        return isKnown && root.isSchemaLike && !root.hasKeyOfRuleFile
    }
}

extension RuleNode {
    /// Whether a document is a schema or an OpenAPI description, with or without mistakes.
    var isSchemaLike: Bool {
        guard let members = mapping else { return boolean != nil }
        let names = members.compactMap(\.key.scalar)
        if names.contains(where: { ["$schema", "openapi", "swagger"].contains($0) }) { return true }
        return 2 * names.count { $0.hasPrefix("x-") || SchemaKeyword.named($0) != nil } >= names.count
    }
}
