public import ProvisoCore
internal import ProvisoMessages

extension RuleSet {
    /// Reads a rule set from YAML or JSON text; `file` is the name that errors show.
    public init(parsing text: String, file: String? = nil) throws(RuleSetError) {
        self = try RuleSetReader.read(text, file: file)
    }

    /// Reads a rule set from a YAML or JSON file.
    public init(contentsOf path: String) throws(RuleSetError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: RuleNode.maximumBytes)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        try self.init(bytes, file: path)
    }

    package init(_ bytes: [UInt8], file: String) throws(RuleSetError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RuleSetError(position: SourcePosition(file: file, line: 1, column: 1), reason: "not UTF-8 text")
        }
        self = try RuleSetReader.read(text, file: file)
    }
}
