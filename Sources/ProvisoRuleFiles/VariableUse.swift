internal import ProvisoCore
internal import ProvisoMessages

/// Puts the values of variables in the place of `${name}`.
struct VariableUse {
    let values: [String: RuleNode]
    /// The names that have a meaning here, for suggestions; a variable with a mistake has no value.
    let names: [String]
    /// The names that are left unchanged: the options of a rule type, which have values when a rule uses it.
    var left: Set<String> = []
    /// The names of variables whose text is a part of a regular expression.
    private let patterns: Set<String>
    /// Whether keys are options of rules, some of which are regular expressions.
    private let isOfRules: Bool
    private(set) var diagnostics: [RuleSetError.Diagnostic] = []
    /// The names that stand for values somewhere.
    private(set) var used: Set<String> = []

    init(
        values: [String: RuleNode], names: [String], left: Set<String> = [], patterns: Set<String> = [],
        isOfRules: Bool = true
    ) {
        (self.values, self.names, self.left) = (values, names, left)
        (self.patterns, self.isOfRules) = (patterns, isOfRules)
    }

    /// The options that are regular expressions.
    private static let patternOptions = Set(
        Registry.standard.definitions.flatMap { $0.options ?? [] }.filter { $0.kind == .pattern }.map(\.name))

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
            case "expr" where value.scalar != nil: return (key, expression(value))
            case let name? where isOfExpr && Self.expressionOptions[name] == .expression:
                return (self.replaced(key), expression(value))
            case let name? where isOfExpr && Self.expressionOptions[name] == .expressions:
                let values = value.mapping?.map { (key: $0.key, value: expression($0.value)) }
                return (key, values.map { RuleNode(content: .mapping($0), position: value.position) } ?? value)
            case RuleKey.options.rawValue where isOfExpr: return (key, self.replaced(value, isOfExpr: true))
            default:
                if isOfRules, case .scalar(let text, let isPlain) = value.content, let name = key.scalar,
                    Self.patternOptions.contains(name)
                {
                    return (self.replaced(key), scalar(text, isPlain: isPlain, value, patternOption: name))
                }
                return (self.replaced(key), self.replaced(value))
            }
        }
        return RuleNode(content: .mapping(replaced), position: node.position)
    }

    /// An expression, in which variables are values: `vars.name`.
    mutating func expression(_ node: RuleNode) -> RuleNode {
        guard case .scalar(let text, let isPlain) = node.content else { return node }
        for name in names.sorted() + left.sorted() where text.holds("${\(name)}") {
            report(
                node, "an expression has the values of variables as 'vars.\(name)', not as '${\(name)}'",
                suggestion: "vars.\(name)")
        }
        if text.holds("$${") {
            let plain =
                left.isEmpty
                ? text.split(separator: "$${", omittingEmptySubsequences: false).joined(separator: "${") : text
            return RuleNode(content: .scalar(plain, isPlain: isPlain), position: node.position)
        }
        guard text.holds("vars"), !names.isEmpty else { return node }
        let (replaced, unknown) = ExprVariables.replaced(in: text, left: left) { values[$0]?.value }
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
                result += left.isEmpty ? "${" : "$${"
                rest = rest.dropFirst(3)
                isChanged = true
                continue
            }
            guard rest.hasPrefix("${"), let end = rest.firstIndex(of: "}"),
                RuleVariables.isName(rest[..<end].dropFirst(2))
            else {
                result += "$"
                rest = rest.dropFirst()
                continue
            }
            let name = String(rest[..<end].dropFirst(2))
            let isWhole = rest.startIndex == text.startIndex && text.index(after: end) == text.endIndex
            rest = rest[text.index(after: end)...]
            // A sign of currency before a placeholder of a message is none: "It costs ${value}".
            if left.contains(name) || !isWhole && isOther(name) {
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
        if let value = values[name] { return value }
        // The variable's own mistake is the reason.
        if names.contains(name) { return nil }
        report(
            node,
            "unknown variable '\(name)'"
                + (names.isEmpty ? ": declare it under 'variables', or write '$${' for the characters '${'" : ""),
            suggestion: Suggestion.nearest(to: name, in: names))
        return nil
    }

    private mutating func report(_ node: RuleNode, _ reason: String, suggestion: String? = nil) {
        diagnostics.append(RuleSetError.Diagnostic(position: node.position, reason: reason, suggestion: suggestion))
    }
}
