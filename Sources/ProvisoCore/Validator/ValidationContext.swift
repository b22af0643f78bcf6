package import JSONBridge
package import ProvisoABI
public import ProvisoMessages

/// The context of a validation: what a validator can read, and where it reports.
public struct ValidationContext: ~Copyable {
    /// Kept alive by the caller of the validation: counting references would cost more than most checks.
    private let heldRecord: Unmanaged<Record>
    package let slots: UnsafeMutablePointer<prv_node>
    private let state: UnsafeMutablePointer<Record.State>
    /// What the validation costs.
    package let meter: UnsafeMutablePointer<Meter>
    package var violations: [Violation] = []
    /// The rule and attribute that are validated.
    package var step: Unmanaged<StepInfo>
    /// The value that is validated, where validators that change it write.
    package var node: UnsafeMutablePointer<prv_node>
    /// How many items deep the value is, and at which ones: see `Record.trail`.
    package var depth = 0
    /// How many parts of the attribute's path are below the value, where it is not the attribute's own.
    package var pathRest = 0
    /// The findings of the current check so far.
    package var findings = 0
    /// Whether the current check could not validate its value.
    var hasFault = false
    /// Set while only the verdict counts: nothing is recorded.
    package var isQuiet = false
    /// Set while a condition is evaluated, which changes no values.
    package var isCondition = false
    /// Whether the condition that is evaluated has no value, because an expression in it has none: it is neither true
    /// nor false.
    var isUndecided = false
    /// How many shapes the value is in.
    package var shapes = 0
    /// Set while it is found out which of several shapes a value has.
    var isTrial = false
    /// The number of steps that found an error, where nothing is recorded.
    package var failedSteps = 0
    /// The rule within the rule, where it has messages of its own.
    package var innerRule: RuleReference?
    /// The model being validated, for its own methods; `nil` for records.
    var model: ModelAccess?
    /// The options of the method that runs.
    package var heldOptions: Unmanaged<HeldOptions>?
    /// The object that collects values for validators in other processes, `nil` where each is validated at once.
    ///
    /// Its type is known only to the module that runs such processes, which keeps it alive during the validation.
    package var deferral: UnsafeRawPointer?

    package init(record: Record, step: Unmanaged<StepInfo>) {
        heldRecord = Unmanaged.passUnretained(record)
        slots = record.slots
        state = record.state
        meter = record.state.pointee.meter
        self.step = step
        node = record.slots
    }

    package var record: Record { heldRecord.takeUnretainedValue() }

    /// Tells that the rule has run: its condition holds, and its expression has all values.
    func markRan() {
        guard let ran = state.pointee.ran, !isCondition else { return }
        let order = step._withUnsafeGuaranteedRef(\.rule.order)
        if order < ran.count { ran[order] = true }
    }

    /// Whether rules replaced something that the model does not have yet.
    var hasUnwrittenChanges: Bool { !state.pointee.unwritten.isEmpty }
    /// Whether a method or closure holds the model at the moment.
    var isLent: Bool { state.pointee.lentModels > 0 }

    package func lend(_ count: Int) { state.pointee.lentModels += count }

    /// What was found; nothing more can be reported.
    consuming func finish() -> Report {
        // Without violations there is nothing that was not kept either.
        Report(violations: violations.withoutIdleFaults, omitted: isFull ? state.pointee.omitted : OmittedFindings())
    }

    /// The value in a slot, for validators that found it when they were bound.
    @_lifetime(borrow self)
    func value(inSlot slot: Int) -> Value {
        unsafe _overrideLifetime(Value(unsafe: slots[slot].value), borrowing: self)
    }

    /// The attribute that is validated, as the rule names it.
    public var attribute: String { step._withUnsafeGuaranteedRef { $0.attribute.name } }

    /// Reports a violation of the value.
    public mutating func report(_ code: Code, _ parameters: @autoclosure () -> Parameters = [:]) {
        findings += 1
        if isQuiet { return }
        record(code, parameters(), at: node, depth: depth)
    }

    /// Reports a finding.
    public mutating func report(_ finding: Finding) { report(finding.code, finding.parameters) }

    /// Reports that the value could not be validated.
    ///
    /// It never counts as valid, and is an error whatever the severity of the rule is. It is recorded also in a
    /// condition. Otherwise a rule would be skipped silently if its condition could not be evaluated.
    public mutating func reportFault(_ reason: String) { reportFault(reason, ofExpression: nil) }

    /// The same for an expression, which says nothing of a record that has an error of another kind.
    mutating func reportFault(_ reason: String, ofExpression expression: String?) {
        findings += 1
        hasFault = true
        var parameters: Parameters = ["reason": .text(reason)]
        if let expression { parameters.list.append(Parameter(name: Violation.expression, value: .text(expression))) }
        record(.fault, parameters, at: node, depth: depth)
    }

    /// Adds an async check.
    ///
    /// The check returns its findings; an error that it throws becomes a fault. Only for validators that called
    /// `BindingContext.requireAsync` when they were bound. Elsewhere nothing would await the check, so the call itself
    /// reports a fault.
    public mutating func addAsyncCheck(_ check: @escaping @Sendable () async throws -> [Finding]) {
        addAsyncCheck(inputs: nil, check)
    }

    /// The same for a check that depends on `inputs` alone, so that it need not run twice for the same inputs.
    mutating func addAsyncCheck(
        inputs: [AnyValue]?, _ check: @escaping @Sendable () async throws -> [Finding]
    ) {
        guard !isQuiet, record.state.pointee.pendingChecks != nil else {
            let type = step._withUnsafeGuaranteedRef { $0.rule.type }
            return reportFault(
                "rule type '\(type)' is async: call requireAsync when it is bound, and use AsyncPlan")
        }
        let (attribute, bails) = step._withUnsafeGuaranteedRef { ($0.attribute.index, $0.bails) }
        record.state.pointee.pendingChecks?.append(
            PendingCheck(
                place: place(of: node, depth: depth), attribute: attribute, inputs: inputs, bails: bails,
                answer: check))
    }

    /// The value of another attribute of the same record, as it is now.
    ///
    /// Below a list it is the one of the same item.
    @_lifetime(borrow self)
    public func value(of reference: AttributeReference) -> Value {
        let raw = record.node(at: reference, depth: depth)?.pointee.value ?? .absent
        return unsafe _overrideLifetime(Value(unsafe: raw), borrowing: self)
    }

    /// The value of another attribute by its name, for closures; absent when the plan knows none.
    ///
    /// In the rules of a nested model it is one of the same nested model.
    @_lifetime(borrow self)
    public func value(of attribute: String) -> Value {
        let attribute = step._withUnsafeGuaranteedRef { $0.scope?.qualify(attribute) } ?? attribute
        let reference = record.layout.attributes.first { $0.name == attribute }.map {
            AttributeReference(attribute: $0)
        }
        let raw = reference.flatMap { record.node(at: $0, depth: depth)?.pointee.value } ?? .absent
        return unsafe _overrideLifetime(Value(unsafe: raw), borrowing: self)
    }

    /// Whether another attribute already has an error.
    public func hasErrors(_ reference: AttributeReference) -> Bool {
        if let node = record.node(at: reference, depth: depth) {
            return node.pointee.value.flags & NodeFlag.failed != 0
        }
        let items = reference.attribute.tail.count { $0 == .each }
        guard items > 0, items <= depth else { return false }
        let member = AbsentMember(item: record.trail[items - 1].node, attribute: reference.attribute.index)
        return record.marks(of: member) & NodeFlag.failed != 0
    }

    /// Replaces the value being validated, for the rules after this one and for readers of the record.
    ///
    /// The value stays unchanged, and that is reported, when rules have written too much into the record.
    public mutating func replaceValue(with value: AnyValue) {
        guard !isCondition, pay(forWriting: value.memory) else { return }
        replaceValue(raw: value.raw(in: record.arena))
    }

    /// Replaces the value of another attribute of the record, for the rules after this one and for readers of the
    /// record.
    ///
    /// In a list it is the one of the same item. If there is no object to hold it, nothing happens.
    public mutating func replaceValue(of reference: AttributeReference, with value: AnyValue) {
        guard !isCondition, pay(forWriting: value.memory) else { return }
        let raw = value.raw(in: record.arena)
        guard let target = record.node(at: reference, depth: depth) else {
            return record.add(raw, at: reference, depth: depth, following: &node)
        }
        record.replace(target, by: raw, inSlot: reference.attribute.slot)
    }

    package mutating func replaceValue(raw: proviso_value) {
        if isCondition { return }
        // The record itself has the value too.
        if depth > 0, let record = record.layout.shape.recordSlot {
            guard pay(slots[record].value.nodes.count / 16) else { return }
        }
        record.replace(node, by: raw, inSlot: step._withUnsafeGuaranteedRef { $0.attribute.slot })
    }

    /// The options of the rule whose method runs: those the method declared, checked when the plan was made.
    public var options: OptionReader {
        heldOptions?._withUnsafeGuaranteedRef { $0.reader } ?? OptionReader([:])
    }

    /// What an async check may know after this validation.
    package func copied(with others: [String: AnyValue]) -> AsyncContext {
        AsyncContext(
            place(of: node, depth: depth), values: others, scope: step._withUnsafeGuaranteedRef { $0.scope },
            options: options)
    }

    /// Checks an item of the current list with another check; its findings carry the item's position.
    package mutating func check(
        item: UnsafeMutablePointer<prv_node>, at index: Int, of list: UnsafeMutablePointer<prv_node>, with check: Check
    ) {
        guard depth < Record.maximumDepth else {
            return reportFault("more than \(Record.maximumDepth) lists are nested")
        }
        record.trail[depth] = TrailEntry(node: item, index: index)
        depth += 1
        node = item
        check.validate(unsafe Value(unsafe: item.pointee.value), &self)
        node = list
        depth -= 1
    }

    /// The same as `check(item:)`, and says what the rules did of which the check's type is made.
    package mutating func trace(
        item: UnsafeMutablePointer<prv_node>, at index: Int, of list: UnsafeMutablePointer<prv_node>, with check: Check
    ) -> [RuleTrace] {
        record.trail[depth] = TrailEntry(node: item, index: index)
        depth += 1
        node = item
        defer {
            node = list
            depth -= 1
        }
        return check.trace(unsafe Value(unsafe: item.pointee.value), &self, withValues: true)
    }

    mutating func record(
        _ code: Code, _ parameters: Parameters, at node: UnsafeMutablePointer<prv_node>, depth: Int
    ) {
        if violations.isEmpty {
            violations.reserveCapacity(Self.usualCount)
        } else if isFull, code != .fault || violations.last?.code == .fault {
            // A fault after as many violations as are kept is kept too: it says what ended the rule.
            return omit(code)
        }
        violations.append(place(of: node, depth: depth).violation(code, parameters))
    }

    /// As many violations as a record that has any mostly has: one allocation holds them.
    private static let usualCount = 4

    func place(of node: UnsafeMutablePointer<prv_node>, depth: Int) -> ViolationPlace {
        let offset = node.pointee.offset
        return step._withUnsafeGuaranteedRef { info in
            ViolationPlace(
                site: site(of: info, depth: depth), offset: offset == .max ? nil : Int(offset),
                value: info.capturesValue ? ParameterValue(shown: node.pointee.value) : nil)
        }
    }

    private func site(of info: StepInfo, depth: Int) -> ViolationSite {
        if depth == 0, pathRest == 0, innerRule == nil { return info.site }
        let components = info.attribute.path.components.dropLast(pathRest)
        let path = depth == 0 ? ValuePath(Array(components)) : record.path(of: components, depth: depth)
        let rule = innerRule ?? info.rule
        if pathRest == 0 {
            return ViolationSite(attribute: info.attribute.name, path: path, rule: rule, label: info.attribute.label)
        }
        return ViolationSite(attribute: ValuePath(Array(components)).description, path: path, rule: rule)
    }
}
