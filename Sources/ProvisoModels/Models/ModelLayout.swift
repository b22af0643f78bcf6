internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore

/// Where the attributes of a Swift type go in the records of a plan.
final class ModelLayout<Checked: ValidatableModel>: ModelWriter, @unchecked Sendable {
    let plan: Plan
    let attributes: [Attribute<Checked>]
    /// On their own: an attribute that is taken from a list is copied with all that it has.
    private let reads: [@Sendable (borrowing Checked, Arena) -> proviso_value]
    /// Those of the attributes, in their order.
    let slots: UnsafeMutableBufferPointer<Int>
    /// Where each attribute's value and what is in it go; `nil` for a name that is a path, such as `a.b`.
    private let places: [Shape.Place?]
    /// Those with others below them, which are filled from what the model wrote.
    private let parents: [Shape.Place]
    /// The slots of each attribute's value and of what is in it.
    private let ranges: [Range<Int>]
    /// The attributes that hold models, with what is known of the hooks of these.
    private let nestedHooks: [(attribute: Attribute<Checked>, hooks: NestedHooks)]
    private let order: ViolationOrder

    init(_ attributes: [Attribute<Checked>], plan: Plan, scopes: [NestedRules]) {
        self.plan = plan
        let hooks = NestedHooks.all(in: scopes)
        nestedHooks = attributes.compactMap { attribute in
            hooks.first { $0.scope.attribute == attribute.name }.map { (attribute, $0) }
        }
        order = ViolationOrder(of: ModelType(Checked.self))
        self.attributes = attributes
        reads = attributes.map(\.read)
        slots = .allocate(capacity: attributes.count)
        _ = slots.initialize(from: attributes.map { plan.shape.locate(ValuePath($0.name)).slot })
        places = attributes.map { plan.shape.place(named: $0.name) }
        parents = places.compactMap { $0 }.filter(\.hasParts)
        ranges = attributes.map { attribute in
            plan.shape.place(at: ValuePath(attribute.name)).map { $0.slot..<$0.lastSlot } ?? 0..<0
        }
    }

    deinit {
        slots.deallocate()
    }

    /// Writes the model's properties to a record of the plan.
    func fill(_ target: borrowing ModelRecord, from model: borrowing Checked) {
        target.record.reset()
        AttributeWriter.write(model, to: target.slots, order: slots, scratch: target.scratch, reads: reads)
        for place in parents { plan.shape.fill(target.slots, below: place) }
        if plan.shape.recordSlot != nil { target.record.assembleRecord() }
    }

    /// What data has for the attributes, in their order.
    func members(of record: Record) -> [AnyValue.Member] {
        attributes.indices.compactMap { number in
            if record.slots[slots[number]].value.kindOrAbsent == .absent { return nil }
            let value = places[number].map { Shape.value(at: $0, in: record.slots) } ?? .absent
            return AnyValue.Member(attributes[number].name, value)
        }
    }

    /// Shows the rules a value that the model has made of the data, at the place of the data.
    func put(_ value: proviso_value, _ number: Int, in record: Record) {
        if let place = places[number] { record.replace(place, by: value) }
    }

    /// Writes what rules replaced since the last time to the model.
    ///
    /// Values that a property cannot hold are noted: the model would keep what no rule has checked.
    func write(_ record: Record, to model: UnsafeMutableRawPointer) {
        writeChanges(of: record, to: &model.assumingMemoryBound(to: Checked.self).pointee)
        record.state.pointee.unwritten.removeAll(keepingCapacity: true)
    }

    func copy(of model: UnsafeMutableRawPointer, with record: Record) -> Any? {
        var copy = model.assumingMemoryBound(to: Checked.self).pointee
        writeChanges(of: record, to: &copy)
        return copy
    }

    /// Constants change too while the model is being made from data.
    private func writeChanges(of record: Record, to model: inout Checked) {
        let constants = record.state.pointee.setsConstants
        for (attribute, range) in zip(attributes, ranges)
        where record.state.pointee.unwritten.contains(where: range.contains) {
            let changes =
                attribute.nested == nil
                ? plan.shape.changedValue(at: attribute.name, in: record.slots)
                : plan.shape.changes(at: attribute.name, in: record.slots)
            guard let changes else { continue }
            if attribute.take(changes, into: &model, constants: constants) {
                record.state.pointee.unheld.removeValue(forKey: attribute.name)
            } else {
                record.state.pointee.unheld[attribute.name] = changes
            }
        }
    }

    /// Runs the model's hooks and, over a record filled from it, the steps; false when the model did not let them run.
    ///
    /// With `keeps` the rules do not change an object; of a value the caller passes a copy.
    func run(
        _ list: StepList, on target: ModelRecord, model: inout Checked, scenario: String, only selected: Set<Int>?,
        errors: inout ErrorList, keeps: Bool = false
    ) -> Bool {
        guard let stopped = before(&model, scenario: scenario, only: selected, errors: &errors) else { return false }
        fill(target, from: model)
        let record = target.record
        mark(record, errors, stopped)
        let report = withAccess(to: &model, keeps: keeps) { plan.run(list, on: record, only: selected, model: $0) }
        if !report.violations.isEmpty { errors.add(order.sorted(report)) }
        if record.state.pointee.isChanged, writes(keeps) { errors.add(finish(record, &model)) }
        after(&model, scenario: scenario, only: selected, stopped: stopped, errors: &errors)
        return true
    }

    /// As `run`, with the async checks left open, and the hooks after it all left to the caller.
    func begin(
        _ scenario: String, on target: ModelRecord, model: inout Checked, only selected: Set<Int>?,
        errors: inout ErrorList, keeps: Bool = false
    ) throws(RuleSetError) -> Begun? {
        guard let stopped = before(&model, scenario: scenario, only: selected, errors: &errors) else { return nil }
        fill(target, from: model)
        let record = target.record
        mark(record, errors, stopped)
        let pending = try withAccess(to: &model, keeps: keeps) { access throws(RuleSetError) in
            try plan.begin(scenario, on: record, only: selected, model: access)
        }
        let changes = record.state.pointee.isChanged && writes(keeps) ? finish(record, &model) : []
        return Begun(pending: pending.adding(changes), stopped: stopped, selected: selected)
    }

    /// Calls the hooks before the rules, the model's own first; `nil` if that lets no rules run, else the nested models
    /// that do not.
    func before(
        _ model: inout Checked, scenario: String, only selected: Set<Int>?, errors: inout ErrorList
    ) -> Set<ValuePath>? {
        errors.removeHookErrors(within: roots(selected))
        guard model.run(.before, scenario: scenario, errors: &errors) else { return nil }
        return callNested(.before, &model, scenario, selected, [], &errors)
    }

    /// Calls the hooks after the rules, the model's own last.
    func after(
        _ model: inout Checked, scenario: String, only selected: Set<Int>?, stopped: Set<ValuePath>,
        errors: inout ErrorList
    ) {
        _ = callNested(.after, &model, scenario, selected, stopped, &errors)
        _ = model.run(.after, scenario: scenario, errors: &errors)
    }

    private func callNested(
        _ hook: Hook, _ model: inout Checked, _ scenario: String, _ selected: Set<Int>?, _ stopped: Set<ValuePath>,
        _ errors: inout ErrorList
    ) -> Set<ValuePath> {
        if nestedHooks.isEmpty || !nestedHooks.contains(where: { $0.hooks.mayRun(hook) }) { return stopped }
        let roots = roots(selected)
        var run = HookRun(
            hook, in: scenario, errors: errors, stopped: stopped, limit: max(plan.registry.violationLimit, 1))
        for (attribute, hooks) in nestedHooks where roots?.contains(attribute.name) ?? true {
            run.enter(hooks) { attribute.hook(&model, &$0) }
        }
        errors = run.errors
        return run.stopped
    }

    /// The properties of which some attributes are a part.
    private func roots(_ selected: Set<Int>?) -> Set<String>? {
        if nestedHooks.isEmpty { return selected == nil ? nil : [] }
        return selected.map { selected in
            Set(
                selected.compactMap { index -> String? in
                    if case .key(let root)? = plan.attributes[index].path.components.first { root } else { nil }
                })
        }
    }

    private func writes(_ keeps: Bool) -> Bool { !(keeps && Checked.self is AnyObject.Type) }

    /// Keeps rules from values that have errors already, and from models that let no rules run.
    func mark(_ record: Record, _ errors: ErrorList, _ stopped: Set<ValuePath>) {
        if !errors.violations.isEmpty { record.markFailed(errors) }
        for path in stopped { record.seal(path) }
    }

    /// A report with the violations in the order of the attributes.
    func sorted(_ report: Report) -> Report { order.sorted(report) }

    /// Lends the model to a validation.
    ///
    /// With `keeps` an object is not written to: methods see it without what rules would change in it.
    func withAccess<Result, Failure>(
        to model: inout Checked, keeps: Bool = false, _ body: (ModelAccess) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let writer: any ModelWriter = writes(keeps) ? self : NoModelWriter.only
        return try withUnsafeMutablePointer(to: &model) { pointer throws(Failure) in
            try body(
                ModelAccess(
                    pointer: UnsafeMutableRawPointer(pointer), type: ObjectIdentifier(Checked.self), writer: writer))
        }
    }

    /// Writes what is left to write when the rules have run, and says what the model could not hold.
    func finish(_ record: Record, _ model: inout Checked) -> [Violation] {
        withUnsafeMutablePointer(to: &model) { write(record, to: UnsafeMutableRawPointer($0)) }
        return record.state.pointee.unheld.isEmpty ? [] : record.unheldValues
    }
}

/// A validation in which only the async checks, and the hooks after them, are left.
struct Begun {
    let pending: PendingReport
    /// The nested models that let no rules run.
    let stopped: Set<ValuePath>
    /// The attributes that are validated, `nil` for all.
    let selected: Set<Int>?
}

/// Writes nothing: for objects that a check must not change.
private final class NoModelWriter: ModelWriter, Sendable {
    static let only = NoModelWriter()

    func write(_ record: Record, to model: UnsafeMutableRawPointer) {}

    func copy(of model: UnsafeMutableRawPointer, with record: Record) -> Any? { nil }
}
