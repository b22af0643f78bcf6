internal import ProvisoMessages

/// The functions and named values of a rule set, which its expressions use: the key `define`.
package final class ExprDefinitions: Sendable {
    struct Definition: Sendable {
        /// As the rule set writes it: `seconds(t)`.
        let signature: String
        let name: String
        /// `nil` for a value.
        let parameters: [String]?
        let text: String
        let body: ExprNode
        let size: Int
        /// The path below which its names are.
        let prefix: [String]
    }

    /// A place where a definition was put in, for errors.
    struct Expansion: Sendable {
        let offset: Int
        let signature: String
        let text: String
    }

    private let byName: [String: Definition]
    /// The mistakes in the definitions alone.
    let mistakes: [(signature: String, error: ExprSyntaxError, isInBody: Bool)]

    /// The variables that are values in expressions: `vars.name`.
    let variables: [String]

    static let none = ExprDefinitions([:], prefixes: [:], variables: [])

    /// The maximum number of parts that the definitions of one expression may have.
    private static let mostParts = 20_000
    /// How many definitions can be made of each other, one within the next.
    private static let mostWithin = ExprParser.maximumDepth

    init(_ define: [String: String], prefixes: [String: String], variables: [String]) {
        self.variables = variables
        var byName: [String: Definition] = [:]
        var mistakes: [(signature: String, error: ExprSyntaxError, isInBody: Bool)] = []
        for (signature, text) in define.sorted(by: { $0.key < $1.key }) {
            do throws(ExprSyntaxError) {
                let (name, parameters) = try Self.read(signature)
                if byName[name] != nil {
                    throw ExprSyntaxError(offset: 0, reason: "'\(name)' is defined twice")
                }
                do throws(ExprSyntaxError) {
                    let body = try ExprParser.parse(text)
                    let prefix = prefixes[signature].map { $0.split(separator: ".").map { String($0) } } ?? []
                    byName[name] = Definition(
                        signature: signature, name: name, parameters: parameters, text: text, body: body,
                        size: body.size, prefix: prefix)
                } catch { mistakes.append((signature, error, true)) }
            } catch { mistakes.append((signature, error, false)) }
        }
        self.byName = byName
        self.mistakes = mistakes
    }

    var isEmpty: Bool { byName.isEmpty }
    var names: [String] { byName.keys.sorted() }
    var all: [Definition] { byName.values.sorted { $0.signature < $1.signature } }

    /// Reads `netSum` or `seconds(t)`.
    private static func read(_ signature: String) throws(ExprSyntaxError) -> (String, [String]?) {
        let node = try ExprParser.parse(signature, hasMacros: false)
        let wanted = "a definition is a name, such as netSum, or a function, such as 'seconds(t)'"
        let name: String
        var parameters: [String]?
        switch node {
        case .name(let found, isRoot: false, _): name = found
        case .call(let found, nil, let arguments, _):
            var names: [String] = []
            for argument in arguments {
                guard case .name(let name, isRoot: false, _) = argument, !ExprCompiler.special.contains(name),
                    !names.contains(name)
                else {
                    throw ExprSyntaxError(offset: argument.offset, reason: "a parameter is a name of its own")
                }
                names.append(name)
            }
            name = found
            parameters = names
        default: throw ExprSyntaxError(offset: 0, reason: wanted)
        }
        guard name.isIdentifier else { throw ExprSyntaxError(offset: 0, reason: wanted) }
        if ExprCompiler.special.contains(name) || ExprCompiler.names.contains(name) || name == "has" || name == "vars"
            || ExprCompiler.spaces.contains(name) || ExprCompiler.types[name] != nil
        {
            throw ExprSyntaxError(offset: 0, reason: "'\(name)' has a meaning already: choose another name")
        }
        return (name, parameters)
    }

    // MARK: expansion

    /// An expression with the bodies of the definitions that it uses.
    ///
    /// `isAttribute` says whether a name of a definition is an attribute of the record.
    func expanded(
        _ node: ExprNode, isAttribute: @escaping (String) -> Bool
    ) throws(ExprSyntaxError) -> (ExprNode, [Expansion]) {
        if isEmpty { return (node, []) }
        let expander = Expander(definitions: byName, isAttribute: isAttribute)
        do throws(ExprSyntaxError) {
            return (try expander.expand(node, bound: [], within: []), expander.expansions)
        } catch { throw Self.placed(error, expander.expansions) }
    }

    /// The body of a definition, with its parameters as names; `parts` counts those of the definitions in it.
    func body(
        of definition: Definition, parts: inout Int, isAttribute: @escaping (String) -> Bool
    ) throws(ExprSyntaxError) -> (ExprNode, [Expansion]) {
        let expander = Expander(definitions: byName, isAttribute: isAttribute)
        defer { parts += definition.size + expander.parts }
        do throws(ExprSyntaxError) {
            let body = try expander.body(of: definition, moved: 0, [:], within: [definition.name])
            return (body, expander.expansions)
        } catch { throw Self.placed(error, expander.expansions) }
    }

    private final class Expander {
        let definitions: [String: Definition]
        let isAttribute: (String) -> Bool
        var expansions: [Expansion] = []
        var parts = 0

        init(definitions: [String: Definition], isAttribute: @escaping (String) -> Bool) {
            (self.definitions, self.isAttribute) = (definitions, isAttribute)
        }

        func expand(
            _ node: ExprNode, bound: Set<String>, within: [String]
        ) throws(ExprSyntaxError) -> ExprNode {
            let rewriter = ExprRewriter(moved: 0) {
                self.use(of: $0, $1) != nil
            } replace: { node, bound, rewrite throws(ExprSyntaxError) in
                try self.replace(node, bound, within: within, offset: node.offset, rewrite)
            }
            return try rewriter.copy(node, bound)
        }

        private func use(of node: ExprNode, _ bound: Set<String>) -> Definition? {
            switch node {
            case .name(let name, isRoot: false, _) where !bound.contains(name): definitions[name]
            case .call(let name, nil, _, _): definitions[name]
            default: nil
            }
        }

        /// What stands for the use of a definition.
        private func replace(
            _ node: ExprNode, _ bound: Set<String>, within: [String], offset: Int,
            _ rewrite: (ExprNode, Set<String>) throws(ExprSyntaxError) -> ExprNode
        ) throws(ExprSyntaxError) -> ExprNode {
            guard let definition = use(of: node, bound) else { return node }
            if within.contains(definition.name) {
                let chain = (within + [definition.name]).joined(separator: ", of ")
                throw ExprSyntaxError(offset: offset, reason: "'\(definition.name)' is made of itself: \(chain)")
            }
            // What a definition stands for is copied, checked and compiled by functions that call themselves.
            guard within.count < ExprDefinitions.mostWithin, within.isEmpty || Stack.hasRoom else {
                throw ExprSyntaxError(
                    offset: offset,
                    reason: "more than \(ExprDefinitions.mostWithin) definitions are made of each other")
            }
            var arguments: [ExprNode] = []
            if case .call(_, _, let given, _) = node {
                guard let wanted = definition.parameters else {
                    throw ExprSyntaxError(
                        offset: offset, reason: "'\(definition.name)' is a value, not a function",
                        suggestion: definition.name)
                }
                guard wanted.count == given.count else {
                    throw ExprSyntaxError(
                        offset: offset,
                        reason:
                            "'\(definition.name)' takes \(wanted.count) \(wanted.count == 1 ? "argument" : "arguments"), not \(given.count)",
                        suggestion: definition.signature)
                }
                for argument in given { arguments.append(try rewrite(argument, bound)) }
            } else if definition.parameters != nil {
                throw ExprSyntaxError(
                    offset: offset, reason: "'\(definition.name)' is a function", suggestion: definition.signature)
            }
            parts += definition.size + arguments.reduce(0) { $0 + $1.size }
            guard parts <= ExprDefinitions.mostParts, expansions.count < 2_000 else {
                throw ExprSyntaxError(
                    offset: offset,
                    reason: "with its definitions the expression has more than \(ExprDefinitions.mostParts) parts")
            }
            expansions.append(Expansion(offset: offset, signature: definition.signature, text: definition.text))
            let number = expansions.count
            return try instance(of: definition, arguments, number, within: within + [definition.name])
        }

        private func instance(
            of definition: Definition, _ arguments: [ExprNode], _ number: Int, within: [String]
        ) throws(ExprSyntaxError) -> ExprNode {
            let inner = definition.body.macroNames
            var (values, bindings): ([String: ExprNode], [(String, ExprNode)]) = ([:], [])
            for (name, argument) in zip(definition.parameters ?? [], arguments) {
                if argument.isPlain, argument.firstName.map({ !inner.contains($0) }) ?? true {
                    values[name] = argument
                } else {
                    // A name that no expression can have.
                    let unique = "@\(number)_\(name)"
                    values[name] = .name(unique, isRoot: false, argument.offset)
                    bindings.append((unique, argument))
                }
            }
            let body = try body(
                of: definition, moved: number * ExprPlace.stride, values, within: within)
            return bindings.reversed().reduce(body) { result, binding in
                .macro(
                    ExprMacro(
                        kind: .bind, range: binding.1, names: [binding.0], filter: nil, result: result), body.offset)
            }
        }

        /// The body with values for its parameters; its other names are those of the whole record.
        func body(
            of definition: Definition, moved: Int, _ values: [String: ExprNode], within: [String]
        ) throws(ExprSyntaxError) -> ExprNode {
            let parameters = Set(definition.parameters ?? [])
            let rewriter = ExprRewriter(moved: moved) { node, bound in
                switch node {
                case .name(_, isRoot: true, _): true
                case .name(let name, isRoot: false, _): !bound.contains(name)
                case .call(let name, nil, _, _): self.definitions[name] != nil
                default: false
                }
            } replace: { node, bound, rewrite throws(ExprSyntaxError) in
                let place = node.offset + moved
                guard case .name(let name, let isRoot, _) = node, isRoot || !bound.contains(name) else {
                    return try self.replace(node, bound, within: within, offset: place, rewrite)
                }
                if !isRoot {
                    if let value = values[name] { return value }
                    if parameters.contains(name) { return .name(name, isRoot: false, place) }
                    if name == "this" || name == "parent" {
                        throw ExprSyntaxError(
                            offset: place,
                            reason: "a definition has no '\(name)', which is another value in each rule: "
                                + "make it a parameter")
                    }
                    if name == "record" { return .name(name, isRoot: false, place) }
                    if self.definitions[name] != nil {
                        return try self.replace(node, bound, within: within, offset: place, rewrite)
                    }
                    let isSpace = ExprCompiler.spaces.contains(name) || ExprCompiler.types[name] != nil
                    let whole = (definition.prefix + [name]).joined(separator: ".")
                    if !self.isAttribute(whole), isSpace { return .name(name, isRoot: false, place) }
                }
                return (definition.prefix + [name]).reduce(.name("record", isRoot: false, place)) { target, field in
                    .select(target, field: field, isOptional: false, place)
                }
            }
            return try rewriter.copy(definition.body, [])
        }
    }

    /// The place in the expression itself, and the reason, of an error that may be in a definition.
    static func placed(_ error: ExprSyntaxError, _ expansions: [Expansion]) -> ExprSyntaxError {
        var (offset, reason) = (error.offset, error.reason)
        let stride = ExprPlace.stride
        while offset >= stride, expansions.indices.contains(offset / stride - 1) {
            let expansion = expansions[offset / stride - 1]
            reason =
                "in the definition '\(expansion.signature)', at "
                + "\(ExprPlace.words(offset % stride, in: expansion.text)): \(reason)"
            offset = expansion.offset
        }
        return ExprSyntaxError(offset: offset, reason: reason, suggestion: error.suggestion)
    }
}

/// What makes a plan of rules whose expressions have definitions.
package protocol DefiningBinder: Binder {
    var definitions: ExprDefinitions { get }
    /// Notes that an expression uses definitions, by what they are written as.
    func note(uses signatures: [String])
}

extension Binder {
    /// The definitions of the whole rule set.
    var expressionDefinitions: ExprDefinitions {
        (outermost as? any DefiningBinder)?.definitions ?? ExprDefinitions.none
    }
}
