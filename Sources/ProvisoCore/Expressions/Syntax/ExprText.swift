internal import ProvisoMessages

/// Expressions as text again, in one spelling.
enum ExprText {
    /// How strongly operators bind, the weakest first.
    private static let binary: [String: (sign: String, rank: Int)] = [
        "_??_": ("??", 1), "_||_": ("||", 2), "_&&_": ("&&", 3), "_==_": ("==", 4), "_!=_": ("!=", 4), "_<_": ("<", 4),
        "_<=_": ("<=", 4),
        "_>_": (">", 4), "_>=_": (">=", 4), "@in": ("in", 4), "_+_": ("+", 5), "_-_": ("-", 5), "_*_": ("*", 6),
        "_/_": ("/", 6), "_%_": ("%", 6),
    ]

    /// The text of a part of an expression.
    static func text(_ node: ExprNode) -> String {
        switch node {
        case .literal(let literal, _): text(literal)
        case .name(let name, let isRoot, _): isRoot ? "`\(name)`" : name
        case .select(let target, let field, let isOptional, _):
            "\(operand(target, 8))\(isOptional ? ".?" : ".")\(field.isIdentifier ? field : "`\(field)`")"
        case .has(let target, let field, _):
            "has(\(text(target)).\(field.isIdentifier ? field : "`\(field)`"))"
        case .index(let target, let index, let isOptional, _):
            "\(operand(target, 8))[\(isOptional ? "?" : "")\(text(index))]"
        case .call(let name, let target, let arguments, _): call(name, target, arguments)
        case .list(let elements, _):
            "[\(elements.map { ($0.isOptional ? "?" : "") + text($0.value) }.joined(separator: ", "))]"
        case .map(let entries, _): "{\(entries.map(text).joined(separator: ", "))}"
        case .message(let name, let entries, _): "\(name){\(entries.map(text).joined(separator: ", "))}"
        case .macro(let macro, _): text(macro)
        }
    }

    private static func text(_ entry: ExprNode.Entry) -> String {
        "\(entry.isOptional ? "?" : "")\(text(entry.key)): \(text(entry.value))"
    }

    private static func call(_ name: String, _ target: ExprNode?, _ arguments: [ExprNode]) -> String {
        if name == "_??_" { return "\(operand(arguments[0], 2)) ?? \(operand(arguments[1], 1))" }
        if name == ExprParser.presence { return "has(\(arguments.map(text).joined()))" }
        if target == nil, let (sign, rank) = binary[name], arguments.count == 2 {
            return "\(operand(arguments[0], rank)) \(sign) \(operand(arguments[1], rank + 1))"
        }
        switch name {
        case "!_": return "!\(operand(arguments[0], 7))"
        case "-_": return "-\(operand(arguments[0], 7))"
        case "_?_:_" where arguments.count == 3:
            return "\(operand(arguments[0], 1)) ? \(operand(arguments[1], 1)) : \(operand(arguments[2], 0))"
        default:
            let list = arguments.map(text).joined(separator: ", ")
            return "\(target.map { operand($0, 8) + "." } ?? "")\(name)(\(list))"
        }
    }

    /// An operand, in parentheses where it binds less than its operator.
    private static func operand(_ node: ExprNode, _ rank: Int) -> String {
        guard case .call(let name, nil, _, _) = node else { return text(node) }
        let own = binary[name]?.rank ?? (name == "_?_:_" ? 0 : name == "!_" || name == "-_" ? 7 : 9)
        return own < rank ? "(\(text(node)))" : text(node)
    }

    private static func text(_ macro: ExprMacro) -> String {
        let parts = macro.names + [macro.filter, macro.result].compactMap { $0.map(text) }
        let range = text(macro.range)
        if macro.kind == .bind {
            let all = macro.names + [range] + parts.dropFirst(macro.names.count)
            return "cel.bind(\(all.joined(separator: ", ")))"
        }
        return "\(operand(macro.range, 8)).\(name(macro.kind))(\(parts.joined(separator: ", ")))"
    }

    private static func name(_ kind: ExprMacro.Kind) -> String {
        switch kind {
        case .existsOne: "exists_one"
        default: "\(kind)"
        }
    }

    private static func text(_ literal: ExprLiteral) -> String {
        switch literal {
        case .null: "null"
        case .bool(let truth): "\(truth)"
        case .int(let number): "\(number)"
        case .uint(let number): "\(number)u"
        case .double(let number): "\(number)"
        case .string(let text): StringLiteral.quoted(text)
        case .bytes(let bytes): "b\(StringLiteral.quoted(String(decoding: bytes, as: UTF8.self)))"
        }
    }

    /// A value as a literal.
    static func literal(_ value: AnyValue) -> String {
        switch value {
        case .null, .absent: "null"
        case .boolean(let truth): "\(truth)"
        // In parentheses: `1 -vars.x` must not become a decrement.
        case .integer(let number): number < 0 ? "(\(number))" : "\(number)"
        case .unsigned(let number): "\(number)u"
        case .double(let number): number < 0 ? "(\(number))" : "\(number)"
        case .decimal(let text): "double(\(StringLiteral.quoted(text)))"
        case .text(let text): StringLiteral.quoted(text)
        case .list(let items): "[\(items.map(literal).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(StringLiteral.quoted($0.key)): \(literal($0.value))" }.joined(separator: ", "))}"
        }
    }

    private enum StringLiteral {
        static func quoted(_ text: String) -> String {
            var quoted = "'"
            for character in text.unicodeScalars {
                switch character {
                case "'", "\\": quoted += "\\\(character)"
                case "\n": quoted += "\\n"
                case "\r": quoted += "\\r"
                case "\t": quoted += "\\t"
                default: quoted.unicodeScalars.append(character)
                }
            }
            return quoted + "'"
        }
    }
}

extension String {
    /// Whether an expression may have the name without backticks.
    var isIdentifier: Bool {
        guard let first = utf8.first, !first.isDigit else { return false }
        return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    }
}
