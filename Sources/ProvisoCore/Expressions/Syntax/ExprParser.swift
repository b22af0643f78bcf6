/// Reads an expression, by the grammar of cel-spec.
package struct ExprParser {
    private let tokens: [ExprLexer.Placed]
    private var place = 0
    private var depth = 0
    let hasMacros: Bool

    /// How deep brackets and operators may be nested.
    package static let maximumDepth = 100
    /// The maximum size of an expression in bytes.
    package static let maximumBytes = 16_384

    package static func parse(_ text: String, hasMacros: Bool = true) throws(ExprSyntaxError) -> ExprNode {
        guard text.utf8.count <= maximumBytes else {
            throw ExprSyntaxError(offset: 0, reason: "the expression is longer than \(maximumBytes) bytes")
        }
        var parser = ExprParser(tokens: try ExprLexer.tokens(text), hasMacros: hasMacros)
        let node = try parser.expression()
        guard parser.token == .end else { throw parser.unexpected() }
        return node
    }

    private init(tokens: [ExprLexer.Placed], hasMacros: Bool) {
        (self.tokens, self.hasMacros) = (tokens, hasMacros)
    }

    private var token: ExprLexer.Token { tokens[place].token }
    private var offset: Int { tokens[place].offset }

    /// The operator of CEL for a word or an operator of another language, before or at the place.
    private var meant: String? {
        let before = place > 0 ? tokens[place - 1].token : .end
        switch (before, token) {
        case (.name("not"), _) where place == 1 || token != .sign("."): return "!"
        case (_, .name(let word)): return Self.signs[word.lowercased()]
        case (.sign("<"), .sign(">")): return "!="
        case (.sign("=="), .sign("=")): return "=="
        default: return nil
        }
    }

    private static let signs = [
        "and": "&&", "or": "||", "not": "!", "is": "==", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
        "ge": ">=", "mod": "%", "then": "?", "else": ":",
    ]

    func unexpected(_ wanted: String = "an operator or the end") -> ExprSyntaxError {
        let found =
            switch token {
            case .end: "the expression ends"
            case .sign(let sign): "found '\(sign)'"
            case .name(let name), .quotedName(let name): "found '\(name)'"
            case .string: "found a string"
            case .int, .uint, .double: "found a number"
            case .bytes: "found bytes"
            }
        return ExprSyntaxError(offset: offset, reason: "expected \(wanted), but \(found)", suggestion: meant)
    }

    private mutating func accept(_ sign: String) -> Bool {
        guard token == .sign(sign) else { return false }
        place += 1
        return true
    }

    private mutating func need(_ sign: String) throws(ExprSyntaxError) {
        guard accept(sign) else { throw unexpected("'\(sign)'") }
    }

    private mutating func deeper<Result>(
        _ body: (inout ExprParser) throws(ExprSyntaxError) -> Result
    ) throws(ExprSyntaxError) -> Result {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw ExprSyntaxError(
                offset: offset, reason: "the expression is nested deeper than \(Self.maximumDepth) levels")
        }
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func expression() throws(ExprSyntaxError) -> ExprNode {
        try deeper { parser throws(ExprSyntaxError) in
            let condition = try parser.coalescing()
            let start = parser.offset
            guard parser.accept("?") else { return condition }
            let first = try parser.coalescing()
            try parser.need(":")
            let second = try parser.expression()
            return .call("_?_:_", target: nil, arguments: [condition, first, second], start)
        }
    }

    /// `first ?? second ?? third`, from the right: an extension of cel-spec.
    private mutating func coalescing() throws(ExprSyntaxError) -> ExprNode {
        let first = try binary(0)
        let start = offset
        guard accept("??") else { return first }
        return try deeper { parser throws(ExprSyntaxError) in
            .call("_??_", target: nil, arguments: [first, try parser.coalescing()], start)
        }
    }

    private static let levels: [[String]] = [
        ["||"], ["&&"], ["<", "<=", ">", ">=", "==", "!=", "in"], ["+", "-"], ["*", "/", "%"],
    ]

    private mutating func binary(_ level: Int) throws(ExprSyntaxError) -> ExprNode {
        guard level < Self.levels.count else { return try unary() }
        var left = try binary(level + 1)
        var count = 0
        while let sign = self.operator(of: level) {
            let start = offset
            place += 1
            let right = try binary(level + 1)
            count += 1
            // A chain is as deep as it is long: each operator holds what is before it.
            guard count <= Self.maximumDepth * 5 else {
                throw ExprSyntaxError(offset: start, reason: "more than \(Self.maximumDepth * 5) operators in a row")
            }
            left = .call(sign == "in" ? "@in" : "_\(sign)_", target: nil, arguments: [left, right], start)
        }
        return left
    }

    private func `operator`(of level: Int) -> String? {
        switch token {
        case .sign(let sign) where Self.levels[level].contains(sign): sign
        case .name("in") where level == 2: "in"
        default: nil
        }
    }

    private mutating func unary() throws(ExprSyntaxError) -> ExprNode {
        let start = offset
        if accept("!") {
            return try deeper { parser throws(ExprSyntaxError) in
                .call("!_", target: nil, arguments: [try parser.unary()], start)
            }
        }
        guard token == .sign("-") else { return try member() }
        place += 1
        switch token {
        case .int(let digits):
            place += 1
            return try members(of: .literal(.int(try Self.number(digits, isNegative: true, start)), start))
        case .double(let digits):
            place += 1
            return try members(of: .literal(.double(-(Double(digits) ?? 0)), start))
        default:
            return try deeper { parser throws(ExprSyntaxError) in
                .call("-_", target: nil, arguments: [try parser.unary()], start)
            }
        }
    }

    private mutating func member() throws(ExprSyntaxError) -> ExprNode { try members(of: try primary()) }

    private mutating func members(of node: ExprNode) throws(ExprSyntaxError) -> ExprNode {
        var node = node
        var count = 0
        while true {
            count += 1
            guard count <= Self.maximumDepth * 2 else {
                throw ExprSyntaxError(offset: offset, reason: "more than \(Self.maximumDepth * 2) members in a row")
            }
            if accept(".") {
                node = try afterDot(node)
            } else if case let start = offset, accept("[") {
                let isOptional = accept("?")
                let index = try expression()
                try need("]")
                node = .index(node, index, isOptional: isOptional, start)
            } else if token == .sign("{"), let name = Self.qualifiedName(node) {
                place += 1
                node = .message(name, try fields(), node.offset)
            } else {
                return node
            }
        }
    }

    private mutating func afterDot(_ target: ExprNode) throws(ExprSyntaxError) -> ExprNode {
        let isOptional = accept("?")
        let start = offset
        switch token {
        case .quotedName(let name):
            place += 1
            return .select(target, field: name, isOptional: isOptional, start)
        case .name(let name):
            place += 1
            guard !isOptional, accept("(") else {
                return .select(target, field: name, isOptional: isOptional, start)
            }
            let arguments = try self.arguments(until: ")")
            if hasMacros, let macro = try expand(name, target, arguments, start) { return macro }
            return .call(name, target: target, arguments: arguments, start)
        default: throw unexpected("a name after '.'")
        }
    }

    private mutating func arguments(until end: String) throws(ExprSyntaxError) -> [ExprNode] {
        var arguments: [ExprNode] = []
        if accept(end) { return [] }
        repeat { arguments.append(try expression()) } while accept(",")
        try need(end)
        return arguments
    }

    private static func qualifiedName(_ node: ExprNode) -> String? {
        switch node {
        case .name(let name, let isRoot, _): isRoot ? "." + name : name
        case .select(let target, let field, false, _): qualifiedName(target).map { "\($0).\(field)" }
        default: nil
        }
    }

    private static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while", "in",
    ]

    private mutating func primary() throws(ExprSyntaxError) -> ExprNode {
        let start = offset
        switch token {
        case .int(let digits):
            place += 1
            return .literal(.int(try Self.number(digits, isNegative: false, start)), start)
        case .uint(let digits):
            place += 1
            let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
            guard let number = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits) else {
                throw ExprSyntaxError(offset: start, reason: "the number is too large")
            }
            return .literal(.uint(number), start)
        case .double(let digits):
            place += 1
            return .literal(.double(Double(digits) ?? 0), start)
        case .string(let text):
            place += 1
            return .literal(.string(text), start)
        case .bytes(let bytes):
            place += 1
            return .literal(.bytes(bytes), start)
        case .name("in") where place > 1 && tokens[place - 2].token == .name("is"):
            throw ExprSyntaxError(
                offset: start, reason: "'in' is a reserved word: write the rule type in quotes",
                suggestion: "is('in', …)")
        case .name(let name):
            place += 1
            return try named(name, isRoot: false, start)
        case .quotedName(let name):
            place += 1
            // An attribute, whatever the name means elsewhere.
            return .name(name, isRoot: true, start)
        case .sign("."):
            place += 1
            guard case .name(let name) = token else { throw unexpected("a name after '.'") }
            place += 1
            return try named(name, isRoot: true, start)
        case .sign("("):
            place += 1
            let node = try expression()
            try need(")")
            return node
        case .sign("["):
            place += 1
            return .list(try elements(), start)
        case .sign("{"):
            place += 1
            return .map(try fields(), start)
        default: throw unexpected("a value")
        }
    }

    private mutating func named(_ name: String, isRoot: Bool, _ start: Int) throws(ExprSyntaxError) -> ExprNode {
        if !isRoot {
            switch name {
            case "true": return .literal(.bool(true), start)
            case "false": return .literal(.bool(false), start)
            case "null": return .literal(.null, start)
            default: break
            }
            guard !Self.reserved.contains(name) else {
                throw ExprSyntaxError(
                    offset: start, reason: "'\(name)' is a reserved word; an attribute of that name is written so",
                    suggestion: "`\(name)`")
            }
        }
        guard accept("(") else { return .name(name, isRoot: isRoot, start) }
        let arguments = try self.arguments(until: ")")
        if hasMacros, name == "has" {
            guard arguments.count == 1 else {
                throw ExprSyntaxError(offset: start, reason: "has() needs one name, such as has(address.city)")
            }
            switch arguments[0] {
            case .select(let target, let field, false, _): return .has(target, field: field, start)
            // An extension of cel-spec.
            case .name, .index(_, _, isOptional: false, _):
                return .call(Self.presence, target: nil, arguments: arguments, start)
            default:
                throw ExprSyntaxError(
                    offset: start, reason: "has() needs an attribute or a member, such as has(address.city)")
            }
        }
        return .call(isRoot ? "." + name : name, target: nil, arguments: arguments, start)
    }

    /// The call that `has(name)` is.
    static let presence = "@has"

    private mutating func elements() throws(ExprSyntaxError) -> [ExprNode.Element] {
        var elements: [ExprNode.Element] = []
        while !accept("]") {
            let isOptional = accept("?")
            elements.append(ExprNode.Element(value: try expression(), isOptional: isOptional))
            if !accept(",") {
                try need("]")
                break
            }
        }
        return elements
    }

    private mutating func fields() throws(ExprSyntaxError) -> [ExprNode.Entry] {
        var entries: [ExprNode.Entry] = []
        while !accept("}") {
            let isOptional = accept("?")
            let key: ExprNode
            if case .quotedName(let name) = token {
                place += 1
                key = .literal(.string(name), offset)
            } else {
                key = try expression()
            }
            try need(":")
            entries.append(ExprNode.Entry(key: key, value: try expression(), isOptional: isOptional))
            if !accept(",") {
                try need("}")
                break
            }
        }
        return entries
    }
}
