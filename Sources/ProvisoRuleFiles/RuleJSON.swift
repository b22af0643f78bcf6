internal import ProvisoCore
internal import ProvisoMessages

/// Reads rule files in JSON (RFC 8259) and keeps the position of each part.
struct RuleJSON {
    private typealias Positioned = Result<RuleNode?, RuleSetError>

    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: String?
    private var lines: LineCounter
    /// Whether it is a line of NDJSON.
    private let isLine: Bool
    private let limits: RuleNode.Limits

    /// The document; `nil` if it may be YAML: it is not JSON, and the name of the file does not end in `.json`.
    static func document(
        _ text: String, file: String?, limits: RuleNode.Limits = .ruleFile
    ) throws(RuleSetError) -> RuleNode? {
        var text = text
        let result = text.withUTF8 { bytes in
            Positioned { () throws(RuleSetError) in
                var reader = RuleJSON(bytes, file: file, limits: limits)
                return try reader.document()
            }
        }
        return try result.get()
    }

    /// A line of NDJSON, which is not a rule set; `nil` if it is blank.
    static func line(_ text: String) throws(RuleSetError) -> RuleNode? {
        var text = text
        let result = text.withUTF8 { bytes in
            Positioned { () throws(RuleSetError) in
                var reader = RuleJSON(bytes, file: "line.json", isLine: true)
                return try reader.document()
            }
        }
        return try result.get()
    }

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String?, isLine: Bool = false, limits: RuleNode.Limits = .ruleFile
    ) {
        self.bytes = bytes
        self.limits = limits
        self.file = file
        self.isLine = isLine
        lines = LineCounter(bytes)
    }

    private mutating func document() throws(RuleSetError) -> RuleNode? {
        let name = file?.lowercased() ?? ""
        let isNamed = name.hasSuffix(".json") || name.hasSuffix(".jsonc")
        let first = bytes.first { !Self.isBlank($0) }
        guard isNamed || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let root: StrictJSON.Node
        do {
            root = try StrictJSON.read(bytes, depth: limits.depth, nodes: limits.nodes)
        } catch {
            // Flow style is YAML, and looks like JSON.
            if error.kind == .syntax, !isNamed { return nil }
            throw refusal(error)
        }
        return node(root)
    }

    private mutating func refusal(_ failure: StrictJSON.Failure) -> RuleSetError {
        let reason =
            switch failure.kind {
            case .limit: isLine ? "the case is too large or too deep" : limits.refusal(failure.reason)
            case .repeatedKey(let key): limits.repeated(key)
            case .syntax, .encoding: "not valid JSON: \(failure.reason)\(advice(at: failure.offset))"
            }
        let position = position(of: failure.offset)
        let meant = reason.holds("did you mean") ? nil : word(at: failure.offset)
        return RuleSetError([RuleSetError.Diagnostic(position: position, reason: reason, suggestion: meant)])
    }

    /// The word of JSON that a misspelled one means: `true` for `ture` and `True`.
    private func word(at offset: Int) -> String? {
        let letters = bytes.dropFirst(offset).prefix(10).prefix { ($0 | 0x20).isLowercase }
        guard letters.count > 1 else { return nil }
        let word = String(decoding: letters, as: UTF8.self)
        return Suggestion.truth(word) ?? Suggestion.nearest(to: word, in: ["null"])
    }

    /// A hint for syntax that YAML or JavaScript has and JSON does not.
    private func advice(at offset: Int) -> String {
        guard offset < bytes.count else { return "" }
        switch Unicode.Scalar(bytes[offset]) {
        case "/", "#":
            return isLine ? " (JSON has no comments)" : " (JSON has no comments; a rule file in YAML has)"
        case "'": return " (JSON has strings in double quotes only)"
        case "}", "]":
            let before = bytes[..<offset].last { !Self.isBlank($0) }
            return before == UInt8(ascii: ",") ? " (JSON has no comma after the last item)" : ""
        default:
            let first = bytes.first { !Self.isBlank($0) }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return "" }
            return isLine
                ? " (each line must be a case in JSON, such as {\"record\": {}, \"finds\": []})"
                : " (a file with a name that ends in .json is read as JSON; name it .yaml)"
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private mutating func position(of offset: Int) -> SourcePosition {
        let (line, column) = lines.place(of: offset)
        return SourcePosition(file: file, line: line, column: column)
    }

    /// Nodes are visited in the order of the text, so that lines are counted once.
    private mutating func node(_ node: StrictJSON.Node) -> RuleNode {
        let position = position(of: node.offset)
        let content: RuleNode.Content =
            switch node.value {
            case .string(let text): .scalar(text, isPlain: false)
            case .number(let text): .scalar(text, isPlain: true)
            case .boolean(let truth): .scalar(truth ? "true" : "false", isPlain: true)
            case .null: .scalar("null", isPlain: true)
            case .array(let items): .list(items.map { self.node($0) })
            case .object(let members): .mapping(members.map { (key: key($0), value: self.node($0.node)) })
            }
        var textPosition: SourcePosition?
        if case .string(let text) = node.value, bytes.dropFirst(node.offset + 1).starts(with: text.utf8),
            node.offset + 1 + text.utf8.count < bytes.count,
            bytes[node.offset + 1 + text.utf8.count] == UInt8(ascii: "\"")
        {
            textPosition = SourcePosition(file: file, line: position.line, column: position.column + 1)
        }
        return RuleNode(content: content, position: position, textPosition: textPosition)
    }

    private mutating func key(_ member: StrictJSON.Member) -> RuleNode {
        RuleNode(content: .scalar(member.key, isPlain: false), position: position(of: member.offset))
    }
}
