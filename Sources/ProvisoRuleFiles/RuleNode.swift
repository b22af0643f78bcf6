package import ProvisoCore
package import ProvisoMessages
internal import YAMLBridge

/// What a part of a rule file is.
///
/// It is not nested in `RuleNode`, and both say that they are not `BitwiseCopyable`: the compiler would infer it in a circle.
package indirect enum RuleContent: Sendable, ~BitwiseCopyable {
    /// A scalar; plain ones may be numbers, Booleans or null, quoted ones are strings.
    case scalar(String, isPlain: Bool)
    case list([RuleNode])
    case mapping([(key: RuleNode, value: RuleNode)])
}

/// A part of a rule file with its position, from YAML or JSON.
package struct RuleNode: Sendable, ~BitwiseCopyable {
    package typealias Content = RuleContent

    package let content: Content
    package let position: SourcePosition
    /// Where a scalar's first character is, if each of its characters is one of the file, in the same order.
    package private(set) var textPosition: SourcePosition?

    /// How large a document may be.
    package struct Limits: Sendable {
        package let bytes: Int
        /// A document with more parts repeats itself to exhaust its reader.
        let nodes: Int
        /// How deep lists and objects may be in each other; in YAML at most `RuleNode.maximumDepth`.
        let depth: Int
        /// What it is not if it is larger.
        let subject: String

        static let ruleFile = Limits(
            bytes: RuleNode.maximumBytes, nodes: 200_000, depth: RuleNode.maximumDepth, subject: "a rule set")
        package static let schema = Limits(bytes: 16 << 20, nodes: 500_000, depth: 256, subject: "a schema")

        /// The error for a document that is too large; `reason` tells in what.
        func refusal(_ reason: String) -> String {
            "the document is too large or too deep to be \(subject): \(reason)"
        }

        /// The limits of YAML, of which libyaml does not say which one was reached.
        var refusalOfYAML: String {
            refusal(
                "at most \(nodes) parts, \(depth) in each other, and in YAML \(PRV_YAML_MAX_ANCHORS) anchors "
                    + "and \(PRV_YAML_MAX_DIRECTIVES) directives")
        }

        /// The reason for a key that is repeated.
        func repeated(_ key: String) -> String {
            let isType = subject == Self.ruleFile.subject && key == RuleKey.type.rawValue
            let hint = isType ? "; an option 'type' is written 'options: { type: … }'" : ""
            return "the key '\(key)' appears twice\(hint)"
        }
    }

    /// The maximum size of a rule file.
    package static let maximumBytes = 4 << 20
    static let maximumDepth = Int(PRV_YAML_MAX_DEPTH)

    /// Reads a YAML or JSON document.
    package static func document(
        _ text: String, file: String?, limits: Limits = .ruleFile
    ) throws(RuleSetError) -> RuleNode {
        guard text.utf8.count <= limits.bytes else {
            throw RuleSetError(
                position: SourcePosition(file: file, line: 1, column: 1),
                reason: "larger than \(limits.bytes >> 20) MB: not \(limits.subject)")
        }
        // libyaml reads a byte order mark as a character that indents.
        var text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        if let document = try RuleJSON.document(text, file: file, limits: limits) { return document }
        let result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                Result { () throws(RuleSetError) in try read(bytes, file: file, limits: limits) }
            }
        }
        return try result.get()
    }

    /// What to write instead, for common mistakes.
    private static func advice(
        _ reason: String, at place: SourcePosition, in bytes: UnsafeBufferPointer<CChar>
    ) -> String {
        if reason.holds("unknown escape character") {
            return " (in double quotes '\\' begins an escape: write '\\\\', or use single quotes)"
        }
        let lines = bytes.split(separator: CChar(0x0A), maxSplits: place.line, omittingEmptySubsequences: false)
        if reason.holds("expected ',' or"), place.line <= lines.count, lines[place.line - 1].contains(CChar(0x24)) {
            return " (within braces and brackets a variable needs quotes: \"${name}\")"
        }
        guard reason.holds("cannot start any token"), place.line <= lines.count else { return "" }
        let line = lines[place.line - 1]
        let sign = line.dropFirst(place.column - 1).first
        return sign == CChar(0x09) ? " (YAML is indented with spaces, not with tabs)" : ""
    }

    package init(content: Content, position: SourcePosition, textPosition: SourcePosition? = nil) {
        self.content = content
        self.position = position
        self.textPosition = textPosition
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<CChar>, file: String?, limits: Limits
    ) throws(RuleSetError) -> RuleNode {
        var problem = prv_yaml_problem()
        guard let document = prv_yaml_read(bytes.baseAddress, bytes.count, &problem) else {
            let reason = withUnsafeBytes(of: problem.reason) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let place = SourcePosition(file: file, line: max(1, Int(problem.line)), column: max(1, Int(problem.column)))
            if problem.is_too_large != 0 { throw RuleSetError(position: place, reason: limits.refusalOfYAML) }
            if problem.is_tag != 0 { throw RuleSetError(position: place, reason: reason) }
            let lines = bytes.split(separator: CChar(0x0A), maxSplits: place.line, omittingEmptySubsequences: false)
            let line =
                place.line <= lines.count ? String(decoding: lines[place.line - 1].map(UInt8.init), as: UTF8.self) : ""
            let quoting = QuotingAdvice(reason, in: line, at: place.column)
            let advice = quoting == nil ? Self.advice(reason, at: place, in: bytes) : ""
            throw RuleSetError(
                position: SourcePosition(file: file, line: place.line, column: quoting?.column ?? place.column),
                reason: "not YAML: \(reason)\(advice)", suggestion: quoting?.quoted)
        }
        defer { prv_yaml_free(document) }
        let root = prv_yaml_root(document)
        guard root != 0 else {
            throw RuleSetError(position: SourcePosition(file: file, line: 1, column: 1), reason: "the file is empty")
        }
        var count = 0
        return try RuleNode(root, of: document, text: bytes, file: file, limits: limits, depth: 0, count: &count)
    }

    private init(
        _ node: Int32, of document: OpaquePointer, text: UnsafeBufferPointer<CChar>, file: String?, limits: Limits,
        depth: Int, count: inout Int
    ) throws(RuleSetError) {
        position = SourcePosition(
            file: file, line: Int(prv_yaml_line(document, node)), column: Int(prv_yaml_column(document, node)))
        count += 1
        guard count <= limits.nodes, depth <= limits.depth else {
            let reason =
                depth > limits.depth
                ? "nested more than \(limits.depth) levels deep" : "expected at most \(limits.nodes) values and keys"
            throw RuleSetError(position: position, reason: limits.refusal(reason))
        }
        func child(_ node: Int32, _ count: inout Int) throws(RuleSetError) -> RuleNode {
            try RuleNode(node, of: document, text: text, file: file, limits: limits, depth: depth + 1, count: &count)
        }
        switch Int(prv_yaml_kind(document, node)) {
        case PRV_YAML_LIST:
            var items: [RuleNode] = []
            for index in 0..<prv_yaml_count(document, node) {
                items.append(try child(prv_yaml_item(document, node, index), &count))
            }
            content = .list(items)
        case PRV_YAML_MAPPING:
            var pairs: [(key: RuleNode, value: RuleNode)] = []
            var keys: Set<String> = []
            for index in 0..<prv_yaml_count(document, node) {
                let key = try child(prv_yaml_key(document, node, index), &count)
                try key.refuseRepetition(of: &keys, limits)
                pairs.append((key, try child(prv_yaml_value(document, node, index), &count)))
            }
            content = .mapping(pairs)
        default:
            var length = 0
            var isPlain: Int32 = 0
            let start = UnsafeRawPointer(prv_yaml_scalar(document, node, &length, &isPlain))
            let bytes = UnsafeRawBufferPointer(start: start, count: length)
            let value = String(decoding: bytes, as: UTF8.self)
            content = .scalar(value, isPlain: isPlain != 0)
            let width = Int(prv_yaml_width(document, node))
            let marks = isPlain != 0 ? 0 : 2
            if width > 0, width == value.unicodeScalars.count + marks {
                textPosition = SourcePosition(file: file, line: position.line, column: position.column + marks / 2)
            } else if width < 0, value.first != "\n", value.first != " " {
                textPosition = Self.block(below: position, in: text)
            }
        }
    }

    /// Where the first line of a literal block begins.
    private static func block(
        below place: SourcePosition, in text: UnsafeBufferPointer<CChar>
    ) -> SourcePosition? {
        var line = 1
        for index in text.indices where text[index] == 0x0A {
            line += 1
            guard line > place.line else { continue }
            let indent = text[(index + 1)...].prefix { $0 == 0x20 }.count
            return SourcePosition(file: place.file, line: line, column: indent + 1)
        }
        return nil
    }
}

extension RuleNode {
    /// Throws if the node is a key that the mapping already has.
    func refuseRepetition(of keys: inout Set<String>, _ limits: Limits) throws(RuleSetError) {
        guard let name = scalar, !keys.insert(name).inserted else { return }
        throw RuleSetError(position: position, reason: limits.repeated(name))
    }

    /// The scalar's characters, `nil` for anything else.
    package var scalar: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    /// The scalar's characters where a string is expected, or `nil` for null and for nothing.
    package var text: String? {
        guard case .scalar(let text, let isPlain) = content else { return nil }
        return isPlain && Self.plain(text) == .null ? nil : text
    }

    package var list: [RuleNode]? {
        guard case .list(let items) = content else { return nil }
        return items
    }

    package var mapping: [(key: RuleNode, value: RuleNode)]? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs
    }

    /// The node as a value, by YAML 1.2's core schema: `no` is a string.
    package var value: AnyValue {
        switch content {
        case .scalar(let text, isPlain: false): .text(text)
        case .scalar(let text, isPlain: true): Self.plain(text)
        case .list(let items): .list(items.map(\.value))
        case .mapping(let pairs): .object(pairs.map { AnyValue.Member($0.key.scalar ?? "", $0.value.value) })
        }
    }

    static func plain(_ text: String) -> AnyValue {
        var text = text
        let scalar = text.withUTF8 { CoreScalar(UnsafeRawBufferPointer($0)) }
        switch scalar {
        case .null: return .null
        case .boolean(let truth): return .boolean(truth)
        case .number: return Number(text).map { AnyValue($0) } ?? .text(text)
        case .respelled(let number): return Number(number).map { AnyValue($0) } ?? .text(text)
        case .infinity, .notANumber, .string: return .text(text)
        }
    }
}

extension RuleNode {
    /// Throws if a string is not a YAML or JSON document that a rule file can be.
    package static func check(_ text: String, file: String?) throws(RuleSetError) {
        _ = try document(text, file: file)
    }

    /// Whether the node is a mapping with a key that rule files have.
    package var hasKeyOfRuleFile: Bool {
        mapping?.contains { key, _ in key.scalar.flatMap { FileKey(rawValue: $0) } != nil } ?? false
    }

    /// Throws for a document other than a rule file, which is a mapping with a key that rule files have.
    package static func checkIsRuleFile(_ text: String, file: String?) throws(RuleSetError) {
        let root = try document(text, file: file)
        if root.hasKeyOfRuleFile { return }
        let keys = (root.mapping ?? []).compactMap(\.key.scalar)
        let reason =
            keys.isEmpty
            ? "not a rule file: it has no keys, such as 'rules'; the file stays as it is"
            : "not a rule file: it has no key of one, such as 'rules', but '\(keys[0])'; the file stays as it is"
        throw RuleSetError(
            position: root.position, reason: reason,
            suggestion: keys.lazy.compactMap { key in
                Suggestion.likely(for: key, in: FileKey.names)
            }.first)
    }

    /// Whether a string is read as JSON.
    package static func isJSON(_ text: String, file: String?) throws(RuleSetError) -> Bool {
        try RuleJSON.document(text, file: file) != nil
    }

    /// Whether two strings are the same document: the same keys, values and items in the same order.
    package static func areSame(_ one: String, _ other: String, file: String?) throws(RuleSetError) -> Bool {
        try document(one, file: file).isSame(as: document(other, file: file))
    }

    private func isSame(as other: RuleNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let mine, let isPlain), .scalar(let its, let itsPlain)):
            // Without quotes `1` is a number, and `~` is null.
            return mine == its && (isPlain == itsPlain || value == other.value)
        case (.list(let mine), .list(let its)):
            return mine.count == its.count && zip(mine, its).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let mine), .mapping(let its)):
            return mine.count == its.count
                && zip(mine, its).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
        default: return false
        }
    }
}
