internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages
internal import Synchronization

/// An expression of a rule, with the attributes that it reads.
///
/// A class, because a validation would count the references of each member of a struct.
final class BoundExpression: Sendable {
    private enum Source: Sendable {
        case value
        case attribute(AttributeReference)
    }

    /// Whether the rules say that the value is a number, which a table spells.
    private let areNumbers: [Bool]

    let text: String
    let program: ExprProgram
    /// What most valid records pass, if the expression compares numbers.
    private let shortcut: NumericTest?
    private let sources: [Source]
    /// The slot of each variable that is an attribute of the record itself; less than 0 for others.
    private let slots: [Int]
    /// The variables without which the rule is skipped.
    let needed: [Int]
    private let clock: ValidationClock
    private let isCondition: Bool
    /// What it calls of the registry, and the places of numbers: to run parts of it.
    let calls: HostRecord
    let numbers: Set<Int>
    /// The parts that decide; made when a run counts them.
    let madeBranches = Published<ExprBranches>()

    /// Throws for an expression that cannot be read, and for names that are probably misspelled; `names` are those of the
    /// rule's other expressions.
    init(
        _ text: String, option: String, isCondition: Bool, skipsMissing: Bool,
        beside names: [String] = [],
        _ binding: borrowing BindingContext
    ) throws(OptionError) {
        let program: ExprProgram
        let node: ExprNode
        let facts = RuleFacts(binder: binding.binder)
        do throws(ExprSyntaxError) {
            node = try ExprParser.parse(text)
            numbers = try Self.check(node, isCondition: isCondition, binding)
            let host = HostRecorder(
                RuleHost(attribute: binding.attributeInfo, binder: binding.binder, option: option))
            program = try ExprCompiler.compile(node, host: host, numbers: numbers, zones: ExprZones.offset) {
                // An attribute `ip` or `net` is more than the functions whose names begin so.
                !$0.utf8.contains(UInt8(ascii: ".")) && (!ExprCompiler.spaces.contains($0) || facts.type(of: $0) != nil)
            }
            calls = host.record
        } catch {
            throw OptionError(
                option: option, reason: "\(error.reason), at \(ExprPlace.words(error.offset, in: text))",
                suggestion: error.suggestion)
        }
        (self.text, self.program, self.isCondition) = (text, program, isCondition)
        shortcut = isCondition ? NumericTest(node, names: program.names) : nil
        binding.binder.add(weight: program.size)
        var areNumbers: [Bool] = []
        var sources: [Source] = []
        for name in program.names {
            sources.append(try Self.source(name, option: option, used: program.names + names, binding))
            areNumbers.append(facts.type(of: name == "this" ? binding.attribute : name) == .number)
        }
        self.sources = sources
        slots = sources.map { source in
            guard case .attribute(let reference) = source else { return -1 }
            return reference.fixedSlot ?? -1
        }
        self.areNumbers = areNumbers
        let free = ExprNeeds.conditional(node)
        needed = skipsMissing ? program.names.indices.filter { !free.contains(program.names[$0]) } : []
        clock = binding.services.clock
    }

    /// The places of numbers; throws for values of the wrong kind, and for members that no rule names.
    private static func check(
        _ node: ExprNode, isCondition: Bool, _ binding: borrowing BindingContext
    ) throws(ExprSyntaxError) -> Set<Int> {
        let facts = RuleFacts(binder: binding.binder)
        var checker = ExprChecker(facts, this: facts.type(of: binding.attribute) ?? .any, parent: binding.parent)
        try checker.check(node, is: isCondition ? .bool : .any)
        return checker.numbers
    }

    private static func source(
        _ name: String, option: String, used: [String], _ binding: borrowing BindingContext
    ) throws(OptionError) -> Source {
        if name == "this" { return .value }
        if name == "parent", let parent = binding.parent {
            return .attribute(try binding.reference(to: parent, option: option))
        }
        return .attribute(try binding.named(name, option: option, others: ["this", "parent"], used: used))
    }

    /// The value of the expression; `nil` if an attribute that it needs is missing.
    func run(_ value: borrowing Value, _ context: inout ValidationContext) -> ExprValue? {
        if let shortcut, passes(shortcut, value, context) { return .bool(true) }
        for index in needed {
            switch read(index, value, context) {
            case nil, .null?: return nil
            default: continue
            }
        }
        let raw = value.raw
        let result = withUnsafeMutablePointer(to: &context) { context in
            program.run(now: program.usesNow ? now : Self.noTime, in: context) { index in
                read(index, unsafe Value(unsafe: raw), context.pointee)
            }
        }
        // A message copies the value.
        let copied = isCondition ? 0 : result.weight(atMost: context.meter.pointee.claim())
        return context.pay(copied) ? result : .error(.cost)
    }

    private func passes(
        _ shortcut: NumericTest, _ value: borrowing Value, _ context: borrowing ValidationContext
    ) -> Bool {
        let raw = value.raw
        return shortcut.isTrue { index in
            // Without a reference nothing is counted.
            if slots[index] >= 0 { return context.slots[slots[index]].value }
            return switch sources[index] {
            case .value: raw
            case .attribute(let reference): context.value(of: reference).raw
            }
        }
    }

    /// Whether something that it reads has an error.
    func readsErrors(_ value: borrowing Value, _ context: borrowing ValidationContext) -> Bool {
        let raw = value.raw
        return sources.contains { source in
            switch source {
            case .value: raw.hasErrors
            case .attribute(let reference):
                context.hasErrors(reference) || context.value(of: reference).raw.hasErrors
            }
        }
    }

    func read(
        _ index: Int, _ value: borrowing Value, _ context: borrowing ValidationContext
    ) -> ExprValue? {
        let found =
            switch sources[index] {
            case .value: ExprValue(value.raw)
            case .attribute(let reference): ExprValue(context.value(of: reference).raw)
            }
        if case .text? = found, areNumbers[index] { return found?.spelledNumber ?? found }
        return found
    }

    private static let noTime = ExprTime(seconds: 0)

    var now: ExprTime { ExprTime(seconds: clock.now) }
}

/// The names that an expression can do without.
enum ExprNeeds {
    /// The variables that `has()`, an optional or a comparison with null looks at.
    static func conditional(_ node: ExprNode) -> Set<String> {
        var names: Set<String> = []
        visit(node, &names)
        return names
    }

    private static func add(_ node: ExprNode, _ names: inout Set<String>) {
        switch node {
        case .name(let name, _, _): names.insert(name)
        case .select(let target, _, _, _), .index(let target, _, _, _), .has(let target, _, _): add(target, &names)
        default: break
        }
    }

    private static func visit(_ node: ExprNode, _ names: inout Set<String>) {
        switch node {
        case .literal, .name: break
        case .select(let target, _, let isOptional, _):
            if isOptional { add(target, &names) }
            visit(target, &names)
        case .has(let target, _, _):
            add(target, &names)
            visit(target, &names)
        case .index(let target, let index, let isOptional, _):
            if isOptional { add(target, &names) }
            visit(target, &names)
            visit(index, &names)
        case .call(let name, let target, let arguments, _):
            if name == "_==_" || name == "_!=_", arguments.contains(where: \.isNull) {
                for argument in arguments { add(argument, &names) }
            }
            if let target { visit(target, &names) }
            for argument in arguments { visit(argument, &names) }
        case .list(let elements, _): for element in elements { visit(element.value, &names) }
        case .map(let entries, _), .message(_, let entries, _):
            for entry in entries {
                visit(entry.key, &names)
                visit(entry.value, &names)
            }
        case .macro(let macro, _):
            visit(macro.range, &names)
            if let filter = macro.filter { visit(filter, &names) }
            if let result = macro.result { visit(result, &names) }
        }
    }
}

extension proviso_value {
    /// Whether a value, or one in it, has an error.
    fileprivate var hasErrors: Bool { flags & NodeFlag.failed != 0 || nodes.contains { $0.value.hasErrors } }
}

extension ExprNode {
    var isNull: Bool {
        if case .literal(.null, _) = self { true } else { false }
    }
}

/// The offsets of time zones, of which few are used again and again.
enum ExprZones {
    private static let known = Mutex<[String: TimeZoneRules]>([:])

    @Sendable static func offset(_ zone: String, _ seconds: Int64) -> Int? {
        let rules = known.withLock { known -> TimeZoneRules? in
            if let found = known[zone] { return found }
            guard known.count < 256, let made = TimeZoneRules(zone) else { return nil }
            known[zone] = made
            return made
        }
        return rules.map { Int($0.local(seconds) - seconds) }
    }
}

extension ExprValue {
    /// The value as messages show it.
    var parameter: ParameterValue {
        switch self {
        case .null: return .text("")
        case .bool(let truth): return .boolean(truth)
        case .int(let number): return .integer(number)
        case .uint(let number): return .unsigned(number)
        case .double(let number): return .number(number)
        case .timestamp(let time): return .text(time.timestampText)
        case .duration(let time): return .text(time.durationText)
        case .optional(let optional): return optional.value?.parameter ?? .text("")
        case .type(let name): return .text(name)
        case .error(let error): return .text(error.reason)
        default: break
        }
        if let items = listItems { return .list(items.map(\.parameter)) }
        if let count = mapCount { return .list((0..<count).map { entry($0).key.parameter }) }
        return .text(Conversions.string(self).string ?? "")
    }
}
