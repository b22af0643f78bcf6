internal import ProvisoCore
internal import ProvisoMessages

/// The variables of one rule file, with their values.
struct RuleVariables: PartReader {
    /// A value that is given from outside the file.
    enum Given: Sendable {
        case value(AnyValue)
        /// As someone typed it, which the kind of the variable makes a value.
        ///
        /// The place is that in a project file.
        case typed(String, at: SourcePosition?)
        case node(RuleNode)

        /// Where the value is, if it is in a project file.
        var place: SourcePosition? {
            if case .typed(_, let place) = self { place } else { nil }
        }
    }

    enum Kind: String, CaseIterable {
        case string, pattern, integer, number, boolean, list, any

        var words: String {
            switch self {
            case .string: "a string"
            case .pattern: "a regular expression"
            case .integer: "an integer"
            case .number: "a number"
            case .boolean: "true or false"
            case .list: "a list"
            case .any: "a value"
            }
        }

        init(of value: AnyValue) {
            self =
                switch value {
                case .text: .string
                case .integer, .unsigned: .integer
                case .double, .decimal: .number
                case .boolean: .boolean
                case .list: .list
                default: .any
                }
        }

        func accepts(_ value: AnyValue) -> Bool {
            switch (self, Kind(of: value)) {
            case (.any, _), (.number, .integer), (.pattern, .string): true
            case (_, let other): self == other
            }
        }
    }

    /// The values by name; a variable with a mistake has none.
    private(set) var values: [String: RuleNode] = [:]
    private(set) var names: [String] = []
    /// Those that are parts of regular expressions, and not text.
    private(set) var patterns: Set<String> = []
    private(set) var positions: [String: SourcePosition] = [:]
    var diagnostics: [RuleSetError.Diagnostic] = []

    init(_ node: RuleNode?, given: [String: Given]) {
        guard let node else { return }
        guard let pairs = node.mapping else {
            report(node, "variables must be a mapping of names to their defaults: 'maxAge: 120'")
            return
        }
        for (key, value) in pairs {
            guard let name = key.text, Self.isName(name) else {
                report(key, "the name of a variable has letters, digits, '_' and '-', and begins with a letter")
                continue
            }
            names.append(name)
            positions[name] = key.position
            read(name, key, value, given[name])
        }
    }

    static func isName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, (first | 0x20).isLowercase || first == UInt8(ascii: "_") else {
            return false
        }
        return name.utf8.allSatisfy { ($0 | 0x20).isLowercase || $0.isDigit || $0 == 0x5F || $0 == 0x2D }
    }

    private mutating func read(_ name: String, _ key: RuleNode, _ value: RuleNode, _ given: Given?) {
        var (kind, fallback, allowed): (Kind?, RuleNode?, [AnyValue]?) = (nil, value, nil)
        if let pairs = value.mapping {
            fallback = nil
            for (key, value) in pairs {
                switch known(key, VariableKey.self) {
                case .type: kind = self.kind(value)
                case .default: fallback = value
                case .values:
                    allowed = value.list?.map(\.value)
                    if allowed == nil { report(value, "expected a list of values") }
                case .description: break
                case nil: break
                }
            }
        }
        let usual = kind ?? fallback.map { Kind(of: $0.value) } ?? .any
        guard let found = given.map({ Self.node($0, usual, at: key.position) }) ?? fallback else {
            return report(
                key, "the variable '\(name)' has no value: give it a default, or a value with '--set \(name)=…'")
        }
        let wrong = given == nil || given?.place != nil ? found : key
        guard usual.accepts(found.value) else {
            return report(
                wrong, "the variable '\(name)' must be \(usual.words), not \(found.words)")
        }
        if let allowed, !allowed.contains(found.value) {
            let words = allowed.map { $0.text ?? $0.description }
            return report(
                wrong,
                "the variable '\(name)' must be one of \(words.joined(separator: ", ")), not \(found.words)",
                suggestion: found.scalar.flatMap { Suggestion.nearest(to: $0, in: words) })
        }
        if usual == .pattern {
            patterns.insert(name)
            if let text = found.text, let fault = VariableUse.fault(ofPattern: text) {
                return report(
                    wrong, "the variable '\(name)': \(fault.reason)", suggestion: fault.suggestion)
            }
        }
        values[name] = found
    }

    private mutating func kind(_ node: RuleNode) -> Kind? {
        let known = Kind.allCases.map(\.rawValue)
        if let kind = node.scalar.flatMap(Kind.init) { return kind }
        report(
            node, "the type of a variable is one of \(known.joined(separator: ", "))",
            suggestion: node.scalar.flatMap { Suggestion.word(for: $0, in: known) })
        return nil
    }

    private static func node(_ given: Given, _ kind: Kind, at position: SourcePosition) -> RuleNode {
        switch given {
        case .node(let node): return node
        case .value(let value): return RuleNode(value, position: position)
        case .typed(let text, let place):
            let position = place ?? position
            if kind == .list, let node = try? RuleNode.document(text, file: nil), node.list != nil {
                return RuleNode(content: node.content, position: position)
            }
            // A list of one line: a,b,c.
            if kind == .list {
                return RuleNode(
                    content: .list(
                        text.split(separator: ",").map {
                            RuleNode(content: .scalar(Blanks.trim(String($0)), isPlain: true), position: position)
                        }), position: position)
            }
            return RuleNode(content: .scalar(text, isPlain: kind != .string && kind != .pattern), position: position)
        }
    }
}

extension RuleNode {
    /// The names that its strings have after `vars.`, as expressions name variables.
    var namesOfVariables: Set<String> {
        var names: Set<String> = []
        var left = [self]
        while let next = left.popLast() {
            switch next.content {
            case .scalar(let text, _):
                for rest in text.parts(between: "vars.").dropFirst() {
                    names.insert(String(rest.drop { $0 == "`" }.prefix { RuleVariables.isName("a\($0)") }))
                }
            case .list(let items): left += items
            case .mapping(let pairs): for pair in pairs { left += [pair.key, pair.value] }
            }
        }
        return names
    }

    /// A value as a part of a rule file.
    init(_ value: AnyValue, position: SourcePosition) {
        switch value {
        case .text(let text): self.init(content: .scalar(text, isPlain: false), position: position)
        case .list(let items):
            self.init(content: .list(items.map { RuleNode($0, position: position) }), position: position)
        case .object(let members):
            let pairs = members.map { member in
                (
                    key: RuleNode(.text(member.key), position: position),
                    value: RuleNode(member.value, position: position)
                )
            }
            self.init(content: .mapping(pairs), position: position)
        case .null, .absent: self.init(content: .scalar("null", isPlain: true), position: position)
        default: self.init(content: .scalar(value.description, isPlain: true), position: position)
        }
    }

    /// The value for people.
    var words: String {
        switch content {
        case .scalar(let text, _): "'\(text.count > 40 ? text.prefix(40) + "…" : text)'"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
