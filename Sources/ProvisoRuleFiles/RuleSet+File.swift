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
            throw bytes.withUnsafeBytes { Self.refusal($0, file: file) }
        }
        self = try RuleSetReader.read(text, file: file)
    }

    /// The error for a file that is not UTF-8, at the first byte that is wrong.
    private static func refusal(_ bytes: UnsafeRawBufferPointer, file: String) -> RuleSetError {
        let error = InputError.encoding(bytes)
        let place = bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var lines = LineCounter(bytes)
            return lines.place(of: error.offset)
        }
        return RuleSetError(
            position: SourcePosition(file: file, line: place.line, column: place.column),
            reason: "not UTF-8 text: \(error.detail ?? "it ends within a character"); "
                + "if it is Latin-1, convert it: iconv -f LATIN1 -t UTF-8")
    }
}
