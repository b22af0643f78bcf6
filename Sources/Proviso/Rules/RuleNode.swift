internal import Yams

/// A part of a rule file with its place, whichever format it came from.
struct RuleNode {
    indirect enum Content {
        /// A scalar; plain ones may be numbers, truth values or null, quoted ones are text.
        case scalar(String, isPlain: Bool)
        case list([RuleNode])
        case mapping([(key: RuleNode, value: RuleNode)])
    }

    let content: Content
    let position: SourcePosition

    /// Larger files are no rule sets.
    static let maximumBytes = 4 << 20
    /// More than this many nodes come from a document that repeats itself to exhaust whoever reads it.
    static let maximumNodes = 200_000
    static let maximumDepth = 64

    /// Reads a YAML or JSON document.
    static func document(_ text: String, file: String?) throws(RuleSetError) -> RuleNode {
        guard text.utf8.count <= maximumBytes else {
            throw RuleSetError(
                position: SourcePosition(file: file, line: 1, column: 1),
                reason: "larger than \(maximumBytes >> 20) MB: not a rule set")
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text, .basic, .default, .utf8)
        } catch {
            throw RuleSetError([YAMLProblem(error).diagnostic(file: file)])
        }
        guard let root else {
            throw RuleSetError(position: SourcePosition(file: file, line: 1, column: 1), reason: "the file is empty")
        }
        var count = 0
        return try RuleNode(root, file: file, depth: 0, count: &count)
    }

    private init(_ node: Node, file: String?, depth: Int, count: inout Int) throws(RuleSetError) {
        let mark = node.mark
        position = SourcePosition(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
        count += 1
        guard count <= Self.maximumNodes, depth <= Self.maximumDepth else {
            throw RuleSetError(position: position, reason: "the document is too large or too deep to be a rule set")
        }
        switch node {
        case .scalar(let scalar):
            content = .scalar(scalar.string, isPlain: scalar.style == .plain || scalar.style == .any)
        case .sequence(let sequence):
            var items: [RuleNode] = []
            for item in sequence { items.append(try RuleNode(item, file: file, depth: depth + 1, count: &count)) }
            content = .list(items)
        case .mapping(let mapping):
            var pairs: [(key: RuleNode, value: RuleNode)] = []
            for (key, value) in mapping {
                let key = try RuleNode(key, file: file, depth: depth + 1, count: &count)
                pairs.append((key, try RuleNode(value, file: file, depth: depth + 1, count: &count)))
            }
            content = .mapping(pairs)
        case .alias: content = .scalar("", isPlain: false)
        }
    }
}

extension RuleNode {
    /// The scalar's characters, nil for anything else.
    var scalar: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    var list: [RuleNode]? {
        guard case .list(let items) = content else { return nil }
        return items
    }

    var mapping: [(key: RuleNode, value: RuleNode)]? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs
    }

    /// The node as a value, by YAML 1.2's core schema: `no` is a text, as Norwegians need it.
    var value: AnyValue {
        switch content {
        case .scalar(let text, isPlain: false): .text(text)
        case .scalar(let text, isPlain: true): Self.plain(text)
        case .list(let items): .list(items.map(\.value))
        case .mapping(let pairs): .object(pairs.map { AnyValue.Member($0.key.scalar ?? "", $0.value.value) })
        }
    }

    private static func plain(_ text: String) -> AnyValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        default: break
        }
        return Number(text).map { AnyValue($0) } ?? .text(text)
    }
}

/// What Yams found wrong, in words.
private struct YAMLProblem {
    let reason: String
    let mark: Mark?

    init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            reason = "not YAML: \(problem)"
            self.mark = mark
        case .duplicatedKeysInMapping(let keys, let context):
            reason = "the key '\(keys.first ?? "")' is there twice"
            mark = context.mark
        case .reader(let problem, _, _, _):
            reason = "not YAML: \(problem)"
            mark = nil
        default:
            reason = "not YAML"
            mark = nil
        }
    }

    func diagnostic(file: String?) -> RuleSetError.Diagnostic {
        RuleSetError.Diagnostic(
            position: SourcePosition(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1), reason: reason)
    }
}
