package import Proviso
internal import ProvisoContracts
internal import ProvisoRuleFiles

/// A rule file that says the same as a JSON Schema; what rules cannot say becomes rules of the type `schema`.
package struct SchemaImport {
    /// The rule file.
    package let text: String
    /// What a reader of the rule file should know.
    package let notes: [String]

    /// Reads a schema from a file, or one that a file has: `api.yaml#/components/schemas/Order`.
    package init(contentsOf name: String, options: JSONSchema.Options = JSONSchema.Options()) throws(RuleSetError) {
        _ = try JSONSchema(contentsOf: name, options: options)
        let (path, part) = JSONSchema.split(name)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 16 << 20, mayBePipe: false)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        let root = try RuleNode.document(RuleSet.text(of: bytes, file: path), file: path, limits: .schema).value
        let pointer = part ?? ""
        guard pointer.isEmpty || pointer.hasPrefix("/") else {
            throw RuleSetError(reason: "'\(name)': expected a JSON Pointer after '#', such as #/$defs/order")
        }
        var reader = SchemaRuleReader(root, file: path, options: options)
        reader.read(pointer)
        text = try RuleFileFormat.formatted(reader.file.text(title: name))
        notes = reader.notes
    }
}
