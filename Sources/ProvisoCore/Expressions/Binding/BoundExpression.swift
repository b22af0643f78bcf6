internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages
internal import Synchronization

/// An expression of a rule, with the attributes that it reads.
///
/// A class, because a validation would count the references of each member of a struct.
final class BoundExpression: Sendable {
    enum Source: Sendable {
        case value
        case attribute(AttributeReference)
        /// An attribute of the whole record, as the rules of a shape see it.
        case outer(AttributeReference)
        /// An attribute of the row before, by its number among them.
        case previous(Int)
    }

    let text: String
    /// The expression with the definitions that it uses.
    let node: ExprNode
    let program: ExprProgram
    /// What decides for most records, if the expression compares numbers or text.
    private let shortcut: ComparisonTest?
    let sources: [Source]
    /// How the variables are read, where the rules for them say so.
    let inputReadings: [ValueReading?]
    /// The slots of the variables that are attributes of the record itself; less than 0 for others.
    private let slots: [Int]
    /// Whether all variables have slots.
    private let readsSlots: Bool
    /// Whether the rule is skipped if a value that decides is missing.
    let skipsMissing: Bool
    private let clock: ValidationClock
    private let isCondition: Bool
    /// What it calls of the registry, and how it reads values: to run parts of it.
    let calls: HostRecord
    let readings: ExprReadings
    /// The parts that decide; made when a run counts them.
    let madeBranches = Published<ExprBranches>()

    /// Throws for an expression that cannot be read, and for names that nothing has; `item` is the name of the
    /// expression in an option that has several.
    init(
        _ text: String, option: String, item: String = "", isCondition: Bool, skipsMissing: Bool,
        _ binding: borrowing BindingContext
    ) throws(OptionError) {
        let facts = RuleFacts(binder: binding.binder)
        let hasParent = binding.parent != nil
        var expansions: [ExprDefinitions.Expansion] = []
        do throws(ExprSyntaxError) {
            let outermost = binding.binder.outermost
            (node, expansions) = try outermost.expressionDefinitions.expanded(try ExprParser.parse(text)) { name in
                RuleFacts.isKnown(name, outermost)
            }
            (outermost as? any DefiningBinder)?.note(uses: expansions.map(\.signature))
            if let reason = binding.binder.refusal(ofPatterns: node.patterns) {
                throw ExprSyntaxError(offset: 0, reason: reason)
            }
            var checker = ExprChecker(
                facts, this: Self.this(facts, binding), parent: binding.parent,
                isWritten: Self.position(0, text, option, item, binding.binder) != nil)
            checker.hasRowBefore = binding.binder.rowBefore != nil
            try checker.check(node, is: isCondition ? .bool : .any)
            readings = checker.allReadings
            let (binder, expanded) = (binding.binder, expansions)
            let host = HostRecorder(
                RuleHost(attribute: binding.attributeInfo, binder: binder, option: option) { offset in
                    let error = ExprDefinitions.placed(ExprSyntaxError(offset: offset, reason: ""), expanded)
                    return Self.position(error.offset, text, option, item, binder)
                })
            program = try ExprCompiler.compile(node, host: host, readings: readings, zones: ExprZones.offset) {
                Self.isVariable($0, facts, hasParent: hasParent)
            }
            calls = host.record
        } catch {
            throw Self.fault(ExprDefinitions.placed(error, expansions), text, option, item, binding)
        }
        (self.text, self.isCondition) = (text, isCondition)
        self.skipsMissing = skipsMissing
        if let reason = binding.binder.refusal(ofWeight: program.size) {
            throw OptionError(option: option, reason: reason)
        }
        var inputReadings: [ValueReading?] = []
        var sources: [Source] = []
        for name in program.names {
            sources.append(try Self.source(name, option: option, binding))
            inputReadings.append(Self.reading(name, facts, binding))
        }
        (self.sources, self.inputReadings) = (sources, inputReadings)
        slots = sources.map { source in
            guard case .attribute(let reference) = source else { return -1 }
            return reference.fixedSlot ?? -1
        }
        readsSlots = slots.allSatisfy { $0 >= 0 }
        shortcut =
            isCondition && binding.binder.rowBefore == nil
            ? ComparisonTest(node, names: program.names, readings: inputReadings) : nil
        clock = binding.services.clock
        if program.names.contains(where: { $0 == "record" || $0.hasPrefix("record.") }), facts.type(of: "record") != nil
        {
            binding.binder.warn(
                "'record' is the whole record in expressions: the attribute of that name is 'record.record'")
        }
    }

    /// The error with the place of the name or sign in the expression.
    private static func fault(
        _ error: ExprSyntaxError, _ text: String, _ option: String, _ item: String, _ binding: borrowing BindingContext
    ) -> OptionError {
        let exact = position(error.offset, text, option, item, binding.binder)
        let words = exact == nil ? ", at \(ExprPlace.words(error.offset, in: text))" : ""
        var fault = OptionError(option: option, reason: error.reason + words, suggestion: error.suggestion)
        fault.position = exact
        return fault
    }

    /// The position of a place of the expression in its file, if that is known exactly.
    private static func position(
        _ offset: Int, _ text: String, _ option: String, _ item: String, _ binder: any Binder
    ) -> SourcePosition? {
        let place = ExprPlace.place(offset, in: text)
        return binder.position(inText: option, item: item, line: place.line, column: place.column)
    }

    private static func this(_ facts: RuleFacts, _ binding: borrowing BindingContext) -> ExprType {
        guard let depth = binding.binder.itemDepth else { return .any }
        let own = binding.attribute == ValuePath.record ? ExprPath.own : path(binding.attribute, facts)
        return facts.type(of: (0..<depth).reduce(own) { path, _ in ExprPath.items(of: path) }) ?? .any
    }

    /// The path of an attribute by its full name.
    private static func path(_ name: String, _ facts: RuleFacts) -> String {
        facts.binder.qualify(name) == name ? name : ExprPath.whole + name
    }

    private static func isVariable(_ name: String, _ facts: RuleFacts, hasParent: Bool) -> Bool {
        if name == "this" || name == "record" || name == "parent" && hasParent { return true }
        // An attribute `ip` or `net` is more than the functions whose names begin so.
        return !name.utf8.contains(UInt8(ascii: ".")) && facts.type(of: name) != nil
    }

    private static func source(
        _ name: String, option: String, _ binding: borrowing BindingContext
    ) throws(OptionError) -> Source {
        if name == "this" { return .value }
        if name == "parent", let parent = binding.parent {
            return .attribute(try binding.reference(to: parent, option: option))
        }
        if let before = binding.binder.rowBefore, name.hasPrefix("\(ExprPath.previous).") {
            let attribute = try binding.ofRecord(
                String(name.dropFirst(ExprPath.previous.utf8.count + 1)), option: option)
            return .previous(before.number(of: attribute))
        }
        if name == "record" { return try outer(ValuePath.record, option, binding) }
        if name.hasPrefix("record.") { return try outer(String(name.dropFirst(7)), option, binding) }
        let own = name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
        return .attribute(try binding.named(own, option: option))
    }

    /// An attribute of the whole record.
    private static func outer(
        _ name: String, _ option: String, _ binding: borrowing BindingContext
    ) throws(OptionError) -> Source {
        let reference = try binding.ofRecord(name, option: option)
        return binding.binder.isOfShape ? .outer(reference) : .attribute(reference)
    }

    private static func reading(
        _ name: String, _ facts: RuleFacts, _ binding: borrowing BindingContext
    ) -> ValueReading? {
        let found: ExprType? =
            switch name {
            case "this": this(facts, binding)
            case "record", "parent": nil
            case _ where name.hasPrefix("record."): facts.type(of: ExprPath.whole + name.dropFirst(7))
            case _ where name.hasPrefix("\(ExprPath.previous).") && binding.binder.rowBefore != nil:
                facts.type(of: ExprPath.whole + name.dropFirst(ExprPath.previous.utf8.count + 1))
            case _ where name.hasPrefix("`"): facts.type(of: String(name.dropFirst().dropLast()))
            default: facts.type(of: name)
            }
        if case .read(let reading)? = found { return reading }
        return nil
    }

    /// The value of the expression; `nil` if something that decides is missing.
    func run(_ value: borrowing Value, _ context: inout ValidationContext) -> ExprValue? {
        if let shortcut, let truth = verdict(of: shortcut, value, context) { return .bool(truth) }
        let found = evaluate(value, &context)
        return skipsMissing && found.isMissing ? nil : found
    }

    func evaluate(_ value: borrowing Value, _ context: inout ValidationContext) -> ExprValue {
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

    /// Whether it is certainly true or false in a record with these slots; `nil` if that takes more.
    func verdict(in record: UnsafeMutablePointer<prv_node>) -> Bool? {
        guard readsSlots, let shortcut else { return nil }
        return shortcut.verdict { record[slots[$0]].value }
    }

    /// Whether `verdict` may say anything.
    var hasShortcut: Bool { readsSlots && shortcut != nil }

    private func verdict(
        of shortcut: ComparisonTest, _ value: borrowing Value, _ context: borrowing ValidationContext
    ) -> Bool? {
        let raw = value.raw
        return shortcut.verdict { index in
            // Without a reference nothing is counted.
            let found = slots[index] >= 0 ? context.slots[slots[index]].value : self.raw(index, raw, context)
            if found.kind == ValueKind.list.rawValue { context.meter.pointee.charge(Int(found.length)) }
            return found
        }
    }

    func raw(_ index: Int, _ raw: proviso_value, _ context: borrowing ValidationContext) -> proviso_value {
        switch sources[index] {
        case .value: raw
        case .attribute(let reference): context.value(of: reference).raw
        case .outer(let reference):
            context.record.outermost.node(at: reference, depth: 0)?.pointee.value ?? .absent
        case .previous: .absent
        }
    }

    /// Whether something that it reads has an error.
    func readsErrors(_ value: borrowing Value, _ context: borrowing ValidationContext) -> Bool {
        let raw = value.raw
        return sources.indices.contains { index in
            if case .attribute(let reference) = sources[index], context.hasErrors(reference) { return true }
            return self.raw(index, raw, context).hasErrors
        }
    }

    func read(
        _ index: Int, _ value: borrowing Value, _ context: borrowing ValidationContext
    ) -> ExprValue? {
        let found = ExprValue(raw(index, value.raw, context))
        guard let reading = inputReadings[index], let found, !reading.isRead(found) else { return found }
        context.meter.pointee.charge(reading.price)
        return reading.value(found, locale: context.record.locale)
    }

    private static let noTime = ExprTime(seconds: 0)

    var now: ExprTime { ExprTime(seconds: clock.now) }
}

extension proviso_value {
    /// Whether a value, or one in it, has an error.
    fileprivate var hasErrors: Bool { flags & NodeFlag.failed != 0 || nodes.contains { $0.value.hasErrors } }
}

/// The offsets of time zones, of which few are used again and again.
enum ExprZones {
    /// More than there are names of zones: only names such as `GMT+1:23` are more, and are sometimes read again.
    private static let mostKept = 1_000
    private static let known = Mutex<[String: TimeZoneRules]>([:])

    @Sendable static func offset(_ zone: String, _ seconds: Int64) -> Int? {
        let rules = known.withLock { known -> TimeZoneRules? in
            if let found = known[zone] { return found }
            guard let made = TimeZoneRules(zone) else { return nil }
            if known.count >= mostKept { known.removeAll() }
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
