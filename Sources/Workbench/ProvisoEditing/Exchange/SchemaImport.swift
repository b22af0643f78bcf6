package import Proviso
internal import ProvisoContracts
internal import ProvisoRuleFiles

/// A rule file that says the same as a JSON Schema; what rules cannot say becomes rules of the type `schema`.
package struct SchemaImport {
    /// The rule file.
    package let text: String
    /// The same rules, each with its place in the schema.
    package let ruleSet: RuleSet
    /// What a reader of the rule file should know.
    package let notes: [String]
    /// What is probably wrong in the schema.
    package let warnings: [RuleSetError.Diagnostic]

    /// Reads a schema from a file, or one that a file has: `api.yaml#/components/schemas/Order`.
    package init(contentsOf name: String, options: JSONSchema.Options = JSONSchema.Options()) throws(RuleSetError) {
        let (path, part) = JSONSchema.split(name)
        warnings = try JSONSchema(contentsOf: name, options: options).warnings
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 16 << 20, mayBePipe: false)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        let document = try RuleNode.document(RuleSet.text(of: bytes, file: path), file: path, limits: .schema)
        guard JSONSchema.isSchema(document) else {
            throw RuleSetError(
                position: document.position,
                reason:
                    "expected a JSON Schema, an OpenAPI description or a contract (see 'proviso check --contract'); "
                    + "found a document with hardly any keyword of one")
        }
        let pointer = part ?? ""
        guard pointer.isEmpty || pointer.hasPrefix("/") else {
            throw RuleSetError(reason: "'\(name)': expected a JSON Pointer after '#', such as #/$defs/order")
        }
        var reader = SchemaRuleReader(document, file: path, options: options)
        reader.read(pointer)
        text = try RuleFileFormat.formatted(reader.file.text(title: name))
        ruleSet = try reader.file.ruleSet(text, directory: ".")
        notes = reader.notes
    }
}

extension RuleNode {
    /// Where the part at a JSON Pointer begins, or the last one on the way to it.
    func position(of pointer: String) -> SourcePosition {
        var node = self
        for component in ValuePath(pointer: pointer).components {
            guard case .key(let name) = component else { break }
            let item = node.list.flatMap { items in Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil } }
            guard let next = item ?? node.mapping?.last(where: { $0.key.scalar == name })?.value else { break }
            node = next
        }
        return node.position
    }
}
