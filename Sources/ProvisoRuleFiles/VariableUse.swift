internal import ProvisoCore
internal import ProvisoMessages

/// Puts the values of variables in the place of `${name}`.
struct VariableUse: PartReader {
    let values: [String: RuleNode]
    /// The names that have a meaning here, for suggestions; a variable with a mistake has no value.
    let names: [String]
    /// The names that are left unchanged: the options of a rule type, which have values when a rule uses it.
    let left: Set<String>
    /// Whether the rules of a type are read, whose options have values later: `$${` stays until then.
    private let isReadAgain: Bool
    /// The names of variables whose text is a part of a regular expression.
    private let patterns: Set<String>
    /// Whether keys are options of rules, some of which are regular expressions.
    private let isOfRules: Bool
    var diagnostics: [RuleSetError.Diagnostic] = []
    /// The names that stand for values somewhere.
    private(set) var used: Set<String> = []
    /// What all values together add to the file.
    var expansion = VariableExpansion()
    /// The sizes of values that are known.
    var sizes: [String: NodeSize] = [:]
    /// Whether the string is an option, not a message: it has no placeholders.
    private var isOption = false

    init(
        values: [String: RuleNode], names: [String], left: Set<String>? = nil, patterns: Set<String> = [],
        isOfRules: Bool = true
    ) {
        (self.values, self.names, self.left, isReadAgain) = (values, names, left ?? [], left != nil)
        (self.patterns, self.isOfRules) = (patterns, isOfRules)
    }

    /// The options that are regular expressions.
    private static let patternOptions = Set(
        Registry.standard.definitions.flatMap { $0.options ?? [] }.filter { $0.kind == .pattern }.map(\.name))

    /// The options whose strings are not messages.
    private static let plainOptions: Set<String> = {
        let kinds: Set<OptionDescription.Kind> = [.text, .texts, .list, .any, .pattern]
        let options = Registry.standard.definitions.flatMap { $0.options ?? [] }
        return Set(options.filter { kinds.contains($0.kind) }.map(\.name))
    }()

    /// Why a string is not a regular expression.
    static func fault(ofPattern text: String) -> OptionError? {
        do throws(OptionError) {
            _ = try MatchValidator(options: OptionReader(["pattern": .value(.text(text))]))
            return nil
        } catch {
            return error
        }
    }

    /// A regular expression that matches a string and nothing else.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
            if scalar == "\0" { quoted += "\\x00" } else { quoted += isPlain ? String(scalar) : "\\\(scalar)" }
        }
        return quoted
    }

    /// The node with all values.
    mutating func replaced(_ node: RuleNode) -> RuleNode {
        switch node.content {
        case .scalar(let text, let isPlain):
            guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
            return scalar(text, isPlain: isPlain, node)
        case .list(let items):
            // A long list stays the same one in memory, so that what is made of it can be shared.
            if items.count > ReadLists.fewItems, items.allSatisfy({ $0.isPlain }) { return node }
            // [attributes, expr, { must: … }], or [expr, { must: … }] within a rule.
            let isRule = items.count > 1 && Self.hasExpressions(items[items.count - 2])
            let replaced = items.enumerated().map { index, item in
                isRule && index == items.count - 1 ? self.replaced(item, isOfExpr: true) : self.replaced(item)
            }
            return RuleNode(content: .list(replaced), position: node.position)
        case .mapping(let pairs):
            let isOfExpr = pairs.contains { $0.key.scalar == RuleKey.type.rawValue && Self.hasExpressions($0.value) }
            return self.replaced(node, isOfExpr: isOfExpr)
        }
    }

    /// The options that are expressions, or objects of them, by rule type.
    private static let expressions: [String: [String: OptionDescription.Role]] = {
        var types: [String: [String: OptionDescription.Role]] = [:]
        for definition in Registry.standard.definitions {
            for option in definition.options ?? [] where [.expression, .expressions].contains(option.role) {
                types[definition.type.rawValue, default: [:]][option.name] = option.role
            }
        }
        return types
    }()
    private static let expressionOptions = expressions.values.reduce(into: [:]) { $0.merge($1) { $1 } }

    private static func hasExpressions(_ type: RuleNode) -> Bool {
        type.scalar.map { expressions[$0] != nil } ?? false
    }

    /// A mapping; with `isOfExpr` its options are those of a rule that has expressions.
    private mutating func replaced(_ node: RuleNode, isOfExpr: Bool) -> RuleNode {
        guard let pairs = node.mapping else { return replaced(node) }
        let replaced = pairs.map { key, value -> (key: RuleNode, value: RuleNode) in
            switch key.scalar {
            case "expr" where value.scalar != nil, "where" where value.scalar != nil: return (key, expression(value))
            case let name? where isOfExpr && Self.expressionOptions[name] == .expression:
                return (self.replaced(key), expression(value))
            case let name? where isOfExpr && Self.expressionOptions[name] == .expressions:
                let values = value.mapping?.map { (key: $0.key, value: expression($0.value)) }
                return (key, values.map { RuleNode(content: .mapping($0), position: value.position) } ?? value)
            case "closed" where isOfRules: return (key, closed(value))
            case RuleKey.options.rawValue where isOfExpr: return (key, self.replaced(value, isOfExpr: true))
            default:
                if isOfRules, case .scalar(let text, let isPlain) = value.content, let name = key.scalar,
                    Self.patternOptions.contains(name)
                {
                    let outer = isOption
                    isOption = true
                    defer { isOption = outer }
                    return (self.replaced(key), scalar(text, isPlain: isPlain, value, patternOption: name))
                }
                let outer = isOption
                isOption = isOfRules && Self.plainOptions.contains(key.scalar ?? "")
                defer { isOption = outer }
                return (self.replaced(key), self.replaced(value))
            }
        }
        return RuleNode(content: .mapping(replaced), position: node.position)
    }

    /// What `closed` has, of which `allow` is a regular expression.
    mutating func closed(_ node: RuleNode) -> RuleNode {
        guard let pairs = node.mapping else { return replaced(node) }
        let replaced = pairs.map { key, value -> (key: RuleNode, value: RuleNode) in
            guard key.scalar == "allow", case .scalar(let text, let isPlain) = value.content else {
                return (key, self.replaced(value))
            }
            return (key, scalar(text, isPlain: isPlain, value, patternOption: "allow"))
        }
        return RuleNode(content: .mapping(replaced), position: node.position)
    }

    /// An expression, in which variables are values: `vars.name`.
    mutating func expression(_ node: RuleNode) -> RuleNode {
        guard case .scalar(let text, let isPlain) = node.content else { return node }
        for name in text.holds("${") ? names.sorted() + left.sorted() : [] where text.holds("${\(name)}") {
            report(
                node, "an expression has the values of variables as 'vars.\(name)', not as '${\(name)}'",
                suggestion: "vars.\(name)")
        }
        if text.holds("$${") {
            let plain =
                isReadAgain
                ? text : text.split(separator: "$${", omittingEmptySubsequences: false).joined(separator: "${")
            return RuleNode(content: .scalar(plain, isPlain: isPlain), position: node.position)
        }
        guard text.holds("vars"), !names.isEmpty else { return node }
        let (replaced, unknown) = ExprVariables.replaced(in: text, left: left) { name in
            values[name].flatMap { fits($0, sizes[name], at: node) ? $0.value : nil }
        }
        // The variable's own mistake is the reason.
        if let unknown, !names.contains(unknown.name) {
            let place = node.textPosition?.offset(line: unknown.line, column: unknown.column)
            diagnostics.append(
                RuleSetError.Diagnostic(
                    position: place ?? node.position, reason: "unknown variable '\(unknown.name)'",
                    suggestion: Suggestion.nearest(to: unknown.name, in: names + left)))
        }
        if replaced == text { return node }
        return RuleNode(content: .scalar(replaced, isPlain: false), position: node.position)
    }

    private mutating func scalar(
        _ text: String, isPlain: Bool, _ node: RuleNode, patternOption: String? = nil
    ) -> RuleNode {
        var (result, rest, isChanged) = ("", text[...], false)
        while let start = rest.firstIndex(of: "$") {
            result += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("$${") {
                result += isReadAgain ? "$${" : "${"
                rest = rest.dropFirst(3)
                isChanged = true
                continue
            }
            guard rest.hasPrefix("${"), let end = rest.firstIndex(of: "}"),
                RuleVariables.isName(rest[..<end].dropFirst(2))
            else {
                if isOption, rest.hasPrefix("${"), !rest.contains("}"),
                    RuleVariables.isName(rest.dropFirst(2).prefix(1))
                {
                    report(node, "'}' is missing after '\(rest)': write '$${' for the characters '${'")
                }
                result += "$"
                rest = rest.dropFirst()
                continue
            }
            let name = String(rest[..<end].dropFirst(2))
            let isWhole = rest.startIndex == text.startIndex && text.index(after: end) == text.endIndex
            rest = rest[text.index(after: end)...]
            // A sign of currency before a placeholder of a message is none: "It costs ${value}".
            if left.contains(name) || !isWhole && !isOption && isOther(name) {
                result += "${\(name)}"
                continue
            }
            guard let value = value(name, at: node) else { continue }
            let isText = patternOption != nil && !patterns.contains(name)
            if isWhole, isText {
                report(
                    node,
                    "the variable '\(name)' is text, and here it is the whole pattern: "
                        + "declare it with 'type: pattern'")
                continue
            }
            if isWhole { return RuleNode(content: value.content, position: node.position) }
            guard let part = value.scalar else {
                report(node, "the variable '\(name)' is \(value.words): it must be alone, not within a string")
                continue
            }
            result += isText ? Self.quoted(part) : part
            isChanged = true
        }
        guard isChanged else { return node }
        return RuleNode(content: .scalar(result + rest, isPlain: isPlain), position: node.position)
    }

    /// Whether a name within a string is neither a variable nor similar to one.
    private func isOther(_ name: String) -> Bool {
        !names.contains(name) && Suggestion.nearest(to: name, in: names) == nil
    }

    private mutating func value(_ name: String, at node: RuleNode) -> RuleNode? {
        used.insert(name)
        if let value = values[name] { return fits(value, sizes[name], at: node) ? value : nil }
        // The variable's own mistake is the reason.
        if names.contains(name) { return nil }
        let near = Suggestion.nearest(to: name, in: names)
        report(
            node,
            "unknown variable '\(name)'"
                + (near == nil ? ": declare it under 'variables', or write '$${' for the characters '${'" : ""),
            suggestion: near)
        return nil
    }

    /// Whether the file with one more value is not too large.
    private mutating func fits(_ value: RuleNode, _ size: NodeSize?, at node: RuleNode) -> Bool {
        let wasOver = expansion.isOver
        if expansion.add(size ?? NodeSize(value)) { return true }
        if !wasOver { report(node, expansion.reason) }
        return false
    }
}

extension RuleNode {
    /// Whether it is a scalar without variables.
    fileprivate var isPlain: Bool { scalar.map { !$0.utf8.contains(UInt8(ascii: "$")) } ?? false }
}
