internal import ProvisoMessages

/// A compiled expression: immutable, and safe to use from any thread.
package struct ExprProgram: Sendable {
    let root: ExprStep
    /// The names of the variables that it reads, in the order of their numbers.
    package let names: [String]
    /// How many variables of macros there are.
    package let locals: Int
    /// Whether it reads the time.
    let usesNow: Bool
    /// How many steps it is made of.
    let size: Int

    /// Runs the expression; `read` gives the variables by their numbers, `nil` for one that is absent.
    ///
    /// Outside of rules `note` gets the steps that it took.
    package func run(
        now: ExprTime, limits: ExprLimits = ExprLimits(), in context: UnsafeMutablePointer<ValidationContext>? = nil,
        note: ((Int) -> Void)? = nil, read: (Int) -> ExprValue?
    ) -> ExprValue {
        // On the stack: valid records cost no allocation.
        withUnsafeTemporaryAllocation(of: ExprValue?.self, capacity: names.count) { inputs in
            withUnsafeTemporaryAllocation(of: ExprValue.self, capacity: locals) { locals in
                for index in inputs.indices { inputs.initializeElement(at: index, to: read(index)) }
                locals.initialize(repeating: .null)
                defer {
                    inputs.deinitialize()
                    locals.deinitialize()
                }
                guard let inputs = inputs.baseAddress, let locals = locals.baseAddress else { return .noOverload }
                var frame = ExprFrame(inputs: inputs, locals: locals, limits: limits, now: now, in: context)
                defer {
                    note?(frame.taken)
                    frame.settle()
                }
                return root.run(&frame)
            }
        }
    }
}

/// How an expression reads values that rules read, by their places in it.
package struct ExprReadings: Sendable {
    var values: [Int: ValueReading] = [:]
    /// Those of the items of lists.
    var items: [Int: ValueReading] = [:]

    package init() {}
}

/// Makes a program of a parsed expression.
package struct ExprCompiler {
    /// The names that stand for values: those of a record's attributes, also with dots.
    private let isVariable: (String) -> Bool
    /// The package in which names are looked up first, as cel-spec has it.
    private let container: String
    /// Whether names and functions that are not known are errors of the run, as in expressions that are not checked.
    private let isUnchecked: Bool
    let zones: TimeFunctions.Zones
    /// What `is` and `lookup` call; `nil` outside of rules.
    let host: (any ExprHost)?
    /// How values and items of lists are read, by their places.
    private let readings: ExprReadings
    /// The names after dots in the whole expression.
    let fields: [String]
    private var names: [String] = []
    private var usesNow = false
    private var size = 0
    var scopes: [(name: String, local: Int, isItem: Bool)] = []
    var locals = 0

    package static func compile(
        _ node: ExprNode, container: String = "", isUnchecked: Bool = false, host: (any ExprHost)? = nil,
        readings: ExprReadings = ExprReadings(), zones: @escaping @Sendable (String, Int64) -> Int?,
        isVariable: @escaping (String) -> Bool
    ) throws(ExprSyntaxError) -> ExprProgram {
        var compiler = ExprCompiler(
            isVariable: isVariable, container: container, isUnchecked: isUnchecked, zones: zones, host: host,
            readings: readings, fields: host == nil ? [] : node.fields)
        let root = try compiler.step(node)
        return ExprProgram(
            root: root, names: compiler.names, locals: compiler.locals, usesNow: compiler.usesNow, size: compiler.size)
    }

    private init(
        isVariable: @escaping (String) -> Bool, container: String, isUnchecked: Bool,
        zones: @escaping TimeFunctions.Zones, host: (any ExprHost)?, readings: ExprReadings, fields: [String]
    ) {
        (self.isVariable, self.container, self.zones) = (isVariable, container, zones)
        (self.isUnchecked, self.host, self.readings, self.fields) = (isUnchecked, host, readings, fields)
    }

    /// An error of the plan, or of the run in an expression that is not checked.
    private func unknown(_ offset: Int, _ reason: String, _ meant: String? = nil) throws(ExprSyntaxError) -> ExprStep {
        if isUnchecked { return ConstantStep(.failure(.noName, reason)) }
        throw ExprSyntaxError(offset: offset, reason: reason, suggestion: meant)
    }

    mutating func steps(_ nodes: [ExprNode]) throws(ExprSyntaxError) -> [ExprStep] {
        var steps: [ExprStep] = []
        for node in nodes { steps.append(try step(node)) }
        return steps
    }

    mutating func step(_ node: ExprNode) throws(ExprSyntaxError) -> ExprStep {
        size += 1
        let step = try unread(node)
        if let reading = readings.items[node.offset] { return ReadItemsStep(step, reading) }
        return step
    }

    private mutating func unread(_ node: ExprNode) throws(ExprSyntaxError) -> ExprStep {
        switch node {
        case .literal(let literal, _): return ConstantStep(ExprValue(literal))
        case .name, .select: return read(try reference(node), node)
        case .has(let target, let field, let offset):
            if let input = recordInput(.select(target, field: field, isOptional: false, offset)) {
                return PresentStep(input)
            }
            return try has(target, field)
        case .index(let target, let index, let isOptional, _):
            if let input = recordInput(node) { return isOptional ? OptionalStep(input) : input }
            return read(IndexStep(try step(target), try step(index), isOptional: isOptional), node)
        case .call(let name, let target, let arguments, let offset): return try call(name, target, arguments, offset)
        case .list(let elements, _):
            var items: [(step: ExprStep, isOptional: Bool)] = []
            for element in elements { items.append((try step(element.value), element.isOptional)) }
            return ListStep(items)
        case .map(let entries, _):
            var found: [(key: ExprStep, value: ExprStep, isOptional: Bool)] = []
            for entry in entries { found.append((try step(entry.key), try step(entry.value), entry.isOptional)) }
            return MapStep(found)
        case .message(let name, _, let offset):
            throw ExprSyntaxError(
                offset: offset, reason: "there are no messages such as '\(name){…}' here; write a map: {'name': value}")
        case .macro(let macro, _): return try self.macro(macro)
        }
    }

    private func read(_ step: ExprStep, _ node: ExprNode) -> ExprStep {
        // The inputs themselves are read so.
        guard let reading = readings.values[node.offset], !(step is InputStep), !(step is OptionalStep) else {
            return step
        }
        return ReadStep(step, reading)
    }

    /// An attribute of the whole record, or of the row before: `record.name`, `record['name']`, `previous.name`.
    private mutating func recordInput(_ node: ExprNode) -> ExprStep? {
        let found: (ExprNode, String)? =
            switch node {
            case .select(let target, let field, _, _): (target, field)
            case .index(let target, .literal(.string(let field), _), _, _): (target, field)
            default: nil
            }
        guard let host, case (.name(let owner, isRoot: false, _), let field)? = found,
            owner == "record" || owner == ExprPath.previous && host.hasRowBefore,
            !scopes.contains(where: { $0.name == owner })
        else { return nil }
        return input("\(owner).\(ExprPath.escaped(field))")
    }

    // MARK: names

    /// The candidates for a name in its container, the innermost first: `a.b.x`, `a.x`, `x`.
    private func candidates(_ name: String, isRoot: Bool) -> [String] {
        guard !isRoot, !container.isEmpty else { return [name] }
        let parts = container.split(separator: ".")
        return (0...parts.count).reversed().map { (parts.prefix($0).map(String.init) + [name]).joined(separator: ".") }
    }

    private mutating func input(_ name: String) -> ExprStep {
        if let index = names.firstIndex(of: name) { return InputStep(index, name) }
        names.append(name)
        return InputStep(names.count - 1, name)
    }

    /// A variable, a qualified name or a member.
    private mutating func reference(_ node: ExprNode) throws(ExprSyntaxError) -> ExprStep {
        if let input = recordInput(node) {
            if case .select(_, _, isOptional: true, _) = node { return OptionalStep(input) }
            return input
        }
        if host?.hasRowBefore ?? false, case .name(ExprPath.previous, isRoot: false, let offset) = node,
            !scopes.contains(where: { $0.name == ExprPath.previous })
        {
            throw ExprSyntaxError(
                offset: offset, reason: "'previous' is the row before: name an attribute of it, such as previous.id")
        }
        if host != nil, case .name(let name, isRoot: true, _) = node {
            return input(Self.special.contains(name) ? "`\(name)`" : ExprPath.escaped(name))
        }
        if let (name, isRoot) = Self.qualified(node) {
            let first = name.split(separator: ".").first.map(String.init) ?? name
            let local = isRoot ? nil : scopes.last { $0.name == first }
            if local == nil, let found = candidates(name, isRoot: isRoot).first(where: isVariable) {
                return input(found)
            }
            if let local, case .name = node { return LocalStep(local.local, name, isItem: local.isItem) }
            if local == nil, let type = Self.types[name] { return ConstantStep(.type(type)) }
        }
        switch node {
        case .select(.call("lookup", nil, let arguments, let offset), let field, let isOptional, _):
            return LookupFieldStep(try lookup(arguments, offset, field: field), field, isOptional: isOptional)
        case .select(let target, let field, let isOptional, _):
            return SelectStep(try step(target), field, isOptional: isOptional)
        // Alone, the beginning of functions is an attribute: `net > 100`.
        case .name(let name, _, _) where Self.spaces.contains(name) && !isUnchecked: return input(name)
        case .name(let name, _, let offset): return try unknown(offset, "'\(name)' is not known")
        default: return try step(node)
        }
    }

    /// Names that begin functions, which no attribute of an expression can have.
    package static let spaces: Set<String> = [
        "math", "strings", "lists", "sets", "base64", "optional", "cel", "ip", "net", "google", "regex",
    ]

    /// Names that never stand for attributes.
    static let special = ["this", "parent", "record"]

    static let types: [String: String] = [
        "bool": "bool", "int": "int", "uint": "uint", "double": "double", "string": "string", "bytes": "bytes",
        "list": "list", "map": "map", "type": "type", "null_type": "null_type", "optional_type": "optional_type",
        "google.protobuf.Timestamp": "google.protobuf.Timestamp",
        "google.protobuf.Duration": "google.protobuf.Duration", "net.IP": "net.IP", "net.CIDR": "net.CIDR",
    ]

    /// The name with dots that a node is, if it is one.
    static func qualified(_ node: ExprNode) -> (name: String, isRoot: Bool)? {
        switch node {
        case .name(let name, let isRoot, _): (name, isRoot)
        case .select(let target, let field, false, _):
            qualified(target).map { ("\($0.name).\(field)", $0.isRoot) }
        default: nil
        }
    }

    private mutating func has(_ target: ExprNode, _ field: String) throws(ExprSyntaxError) -> ExprStep {
        if let (name, isRoot) = Self.qualified(target), !scopes.contains(where: { $0.name == name }),
            let found = candidates("\(name).\(field)", isRoot: isRoot).first(where: isVariable),
            let input = input(found) as? InputStep
        {
            return HasInputStep(input.index)
        }
        return HasStep(try step(target), field)
    }

    // MARK: calls

    private mutating func call(
        _ name: String, _ target: ExprNode?, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprStep {
        if target == nil, let step = try operation(name, arguments) { return step }
        if target == nil, let step = try hosted(name, arguments, offset) { return step }
        // `math.least(…)` looks like a method of `math`.
        if let target, let (space, _) = Self.qualified(target), !scopes.contains(where: { $0.name == space }),
            !isVariable(space)
        {
            if space == "cel", let local = blockName(name, arguments) { return LocalStep(local, name, isItem: false) }
            let own = try steps(arguments)
            if let step = function("\(space).\(name)", nil, own) { return step }
            if Self.spaces.contains(space), !isVariable(space) {
                let known = Self.names.filter { $0.hasPrefix("\(space).") }
                let meant = Suggestion.nearest(to: "\(space).\(name)", in: known)
                return try unknown(offset, "there is no function '\(space).\(name)'", meant)
            }
        }
        if let target, arguments.count == 1, name == "or" || name == "orValue" {
            return OrElseStep(try step(target), try step(arguments[0]), isUnwrapped: name == "orValue")
        }
        if name == "matches", case .literal(.string(let pattern), let place)? = arguments.last,
            let value = target ?? (arguments.count == 2 ? arguments[0] : nil)
        {
            return try matches(value, pattern, place)
        }
        let owner = try target.map { node throws(ExprSyntaxError) in try step(node) }
        if name == "sum", arguments.isEmpty, let items = owner as? TransformStep,
            items.kind == .list || items.kind == .items
        {
            return SumStep(items)
        }
        let own = try steps(arguments)
        let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
        guard let step = function(plain, owner, own) else {
            let known = target == nil ? Self.names : Self.methodNames
            let reason =
                known.contains(plain)
                ? "'\(plain)' does not take \(own.count) arguments" : "there is no function '\(plain)'"
            let meant =
                known.contains(plain) ? nil : Suggestion.nearest(to: plain, in: known.filter { !$0.hasPrefix("_") })
            return try unknown(offset, reason, meant)
        }
        return step
    }

    /// A pattern that is known is compiled once.
    private mutating func matches(
        _ value: ExprNode, _ pattern: String, _ offset: Int
    ) throws(ExprSyntaxError) -> ExprStep {
        let compiled: ExprPattern
        do throws(ExprError) {
            compiled = try ExprPattern(pattern)
        } catch {
            throw ExprSyntaxError(offset: offset, reason: error.reason)
        }
        return UnaryStep(try step(value), .pattern) { compiled.matches($0) }
    }

    private mutating func operation(_ name: String, _ arguments: [ExprNode]) throws(ExprSyntaxError) -> ExprStep? {
        switch name {
        case "_&&_": return LogicStep(try step(arguments[0]), try step(arguments[1]), deciding: false)
        case "_||_": return LogicStep(try step(arguments[0]), try step(arguments[1]), deciding: true)
        case "!_": return NotStep(try step(arguments[0]))
        case "_?_:_": return ChoiceStep(try step(arguments[0]), try step(arguments[1]), try step(arguments[2]))
        case "_??_": return CoalesceStep(try step(arguments[0]), try step(arguments[1]))
        case ExprParser.presence: return PresentStep(try step(arguments[0]))
        case "@in": return InStep(try step(arguments[0]), try step(arguments[1]))
        case "_==_": return EqualStep(try step(arguments[0]), try step(arguments[1]), wanted: true)
        case "_!=_": return EqualStep(try step(arguments[0]), try step(arguments[1]), wanted: false)
        case "_<_": return OrderStep(try step(arguments[0]), try step(arguments[1]), .less)
        case "_<=_": return OrderStep(try step(arguments[0]), try step(arguments[1]), .lessOrEqual)
        case "_>_": return OrderStep(try step(arguments[0]), try step(arguments[1]), .greater)
        case "_>=_": return OrderStep(try step(arguments[0]), try step(arguments[1]), .greaterOrEqual)
        case "now" where arguments.isEmpty:
            usesNow = true
            return NowStep()
        default: return nil
        }
    }

    /// `cel.index(n)` and `cel.iterVar(n, m)`, the names that optimizers of expressions make.
    private func blockName(_ name: String, _ arguments: [ExprNode]) -> Int? {
        ExprParser.generatedName(name, arguments).flatMap { wanted in scopes.last { $0.name == wanted }?.local }
    }
}

extension ExprNode {
    /// Whether the node begins the names of functions, as `math` does in `math.abs(x)`: it has no value then.
    package var isSpace: Bool {
        if case .name(let name, _, _) = self { ExprCompiler.spaces.contains(name) } else { false }
    }
}
