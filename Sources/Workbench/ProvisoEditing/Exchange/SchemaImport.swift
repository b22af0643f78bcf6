package import Proviso
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
        var reader = SchemaRuleReader(root, file: path, assertsFormats: options.assertsFormats)
        reader.read(pointer)
        text = try reader.file.text(title: name)
        notes = reader.notes
    }
}

/// The rule file that is written.
struct ImportedFile {
    /// A rule for one attribute.
    struct Rule {
        let path: ValuePath
        let type: String
        var options: [AnyValue.Member]
    }

    var rules: [Rule] = []
    var labels: [AnyValue.Member] = []
    var hints: [AnyValue.Member] = []
    var nullable: [ValuePath] = []
    /// The objects that may have other members, where the record may not.
    var open: [ValuePath] = []
    var isClosed = false

    /// The file in the usual form of rule files.
    func text(title: String) throws(RuleSetError) -> String {
        var lines = [
            "# From the JSON Schema \(title.unicodeScalars.filter { $0.value >= 0x20 }.map(String.init).joined())."
        ]
        // In version 2 an empty string is a value, as in JSON Schema.
        lines.append("proviso: 2")
        if isClosed {
            let paths = AnyValue.list(open.map { .text($0.description) })
            lines.append("closed: " + (open.isEmpty ? "true" : "{ \"open\": \(paths.json) }"))
        }
        if !nullable.isEmpty {
            lines.append("nullable: " + AnyValue.list(nullable.map { .text($0.description) }).json)
        }
        for (key, texts) in [("labels", labels), ("hints", hints)] where !texts.isEmpty {
            lines.append("\(key):")
            lines += texts.map { "  \(AnyValue.text($0.key).json): \($0.value.json)" }
        }
        lines.append(rules.isEmpty ? "rules: []" : "rules:")
        var last: ValuePath?
        for rule in rules {
            if let last, last != rule.path, last.components.first != rule.path.components.first { lines.append("") }
            last = rule.path
            let options = rule.options.isEmpty ? "" : ", " + AnyValue.object(rule.options).json
            lines.append("  - [\(AnyValue.text(Self.name(rule.path)).json), \(rule.type)\(options)]")
        }
        return try RuleFileFormat.formatted(lines.joined(separator: "\n") + "\n")
    }

    private static func name(_ path: ValuePath) -> String {
        path.components.isEmpty ? ValuePath.record : path.description
    }
}
