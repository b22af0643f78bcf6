package import Proviso
internal import ProvisoRuleFiles

/// The rules of a table or data contract: a Table Schema, a resource of a data package, or an Open Data Contract.
///
/// What it says and rules cannot say is in `notes`.
package struct Contract {
    /// The rules, each at the place in the contract that says so.
    package let ruleSet: RuleSet
    /// The same rules as a rule file.
    package let text: String
    /// What is not checked, and where the contract says it.
    package let notes: [RuleSetError.Diagnostic]
    /// The files that the contract describes.
    package let inputs: [String]
    /// The files that foreign keys lead to, by the name of their collection.
    package let collections: [String: String]

    /// The kinds of contracts.
    private enum Kind { case tableSchema, resource, package, openData, webTable }

    /// Reads a contract, or a part of one: `datapackage.json#orders`.
    package init(contentsOf name: String) throws(RuleSetError) {
        let (path, part) = JSONSchema.split(name)
        let root = try Self.document(path)
        guard let kind = Self.kind(of: root) else {
            throw RuleSetError(
                position: root.position,
                reason: "expected a Table Schema (with 'fields'), a data package (with 'resources'), CSV on the Web "
                    + "(with 'tableSchema') or an Open Data Contract (with 'kind: DataContract')")
        }
        try self.init(root, kind, path, part, name)
    }

    /// Whether a file is one of these, and not a JSON Schema.
    package static func recognizes(_ name: String) -> Bool {
        guard let root = try? document(JSONSchema.split(name).path) else { return false }
        return kind(of: root) != nil
    }

    private init(
        _ root: RuleNode, _ kind: Kind, _ path: String, _ part: String?, _ name: String
    ) throws(RuleSetError) {
        var made: ContractFindings
        switch kind {
        case .openData:
            var reader = OpenContractReader(path)
            reader.read(root, part: part)
            made = reader.made
        case .tableSchema, .resource, .package:
            var reader = DataPackageReader(path)
            try reader.read(root, part: part)
            made = reader.made
        case .webTable:
            var web = WebTableReader(path)
            let described = try web.package(of: root)
            var reader = DataPackageReader(path, web.made)
            try reader.read(described, part: part)
            made = reader.made
        }
        if !made.errors.isEmpty { throw RuleSetError(made.errors) }
        text = made.file.text(title: name)
        ruleSet = try made.file.ruleSet(text)
        (notes, inputs, collections) = (made.notes, made.inputs, made.collections)
    }

    private static func kind(of root: RuleNode) -> Kind? {
        if root["kind"]?.text == "DataContract" { return .openData }
        if root["resources"]?.list != nil { return .package }
        if root["fields"]?.list != nil { return .tableSchema }
        if WebTableReader.recognizes(root) { return .webTable }
        return root["schema"] != nil && root["path"] != nil ? .resource : nil
    }

    /// Reads a document.
    static func document(_ path: String) throws(RuleSetError) -> RuleNode {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 16 << 20, mayBePipe: false)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        return try RuleNode.document(RuleSet.text(of: bytes, file: path), file: path, limits: .schema)
    }
}

/// What a reader of contracts has found.
struct ContractFindings {
    var file = ImportedFile()
    var inputs: [String] = []
    var collections: [String: String] = [:]
    private(set) var errors: [RuleSetError.Diagnostic] = []
    /// The first place of each kind of what is not checked, with the number of the others.
    private var unchecked: [(what: String, position: SourcePosition, more: Int)] = []

    mutating func report(_ node: RuleNode, _ reason: String, suggestion: String? = nil) {
        errors.append(.init(position: node.position, reason: reason, suggestion: suggestion))
    }

    /// Lists what is not checked.
    mutating func leave(_ node: RuleNode, _ what: String) {
        if let index = unchecked.firstIndex(where: { $0.what == what }) {
            unchecked[index].more += 1
        } else {
            unchecked.append((what, node.position, 0))
        }
    }

    /// The path of a file that a contract names; only those below its own directory are read.
    mutating func file(_ node: RuleNode, beside path: String) -> String? {
        guard let text = node.text, !text.isEmpty else {
            report(node, "expected the path of a file")
            return nil
        }
        if text.contains("://") {
            leave(node, "data on the network: name a file")
            return nil
        }
        guard text.first != "/", !text.split(separator: "/").contains("..") else {
            report(node, "the path '\(text)' leads out of the directory of the package")
            return nil
        }
        return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + text
    }

    /// Refuses the keys of a mapping that are nearly those of a contract, and lists other unknown ones.
    ///
    /// One letter makes the difference: with more it is probably a property that somebody has added.
    mutating func checkKeys(of node: RuleNode, _ known: [String], in place: String) {
        for (key, _) in node.mapping ?? [] {
            let name = key.scalar ?? ""
            if known.contains(name) { continue }
            if let near = Suggestion.nearest(to: name, in: known, limit: 1) {
                report(key, "unknown key '\(name)' of \(place)", suggestion: near)
            } else {
                leave(key, "'\(name)' of \(place)")
            }
        }
    }

    /// The same without properties of other vocabularies, which CSV on the Web allows everywhere: `dc:title`.
    mutating func checkOwnKeys(of node: RuleNode, _ known: [String], in place: String) {
        let own = (node.mapping ?? []).filter { !($0.key.scalar ?? "").contains { ":@".contains($0) } }
        checkKeys(of: RuleNode(content: .mapping(own), position: node.position), known, in: place)
    }

    /// Whether a key is true; a value that is not a Boolean is an error.
    mutating func flag(_ node: RuleNode?) -> Bool {
        switch node?.value {
        case .boolean(let isTrue): return isTrue
        case nil, .null: return false
        case let other?:
            if let node { report(node, "expected true or false, found \(other.json)") }
            return false
        }
    }

    mutating func add(_ path: ValuePath, _ type: String, _ options: [AnyValue.Member] = [], at node: RuleNode) {
        file.rules.append(.init(path: path, type: type, options: options, position: node.position))
    }

    var notes: [RuleSetError.Diagnostic] {
        unchecked.map { item in
            let more = item.more == 0 ? "" : ", and in \(item.more) other \(item.more == 1 ? "place" : "places")"
            return .init(position: item.position, reason: "not checked: \(item.what)\(more)")
        }
    }
}

extension RuleNode {
    /// The member of a mapping.
    subscript(key: String) -> RuleNode? { mapping?.first { $0.key.scalar == key }?.value }

    /// The strings of a list, or the string itself.
    var strings: [String] { list?.compactMap(\.scalar) ?? scalar.map { [$0] } ?? [] }
}
