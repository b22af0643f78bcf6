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
    /// The attributes with others below them, which are filled from what the model wrote.
    private let parents: [String]
    /// The slots of each attribute's value and of what is in it.
    private let ranges: [Range<Int>]

    init(_ attributes: [Attribute<Checked>], plan: Plan) {
        self.plan = plan
        self.attributes = attributes
        reads = attributes.map(\.read)
        slots = .allocate(capacity: attributes.count)
        _ = slots.initialize(from: attributes.map { plan.shape.locate(ValuePath($0.name)).slot })
        parents = attributes.map(\.name).filter { plan.shape.hasPlaces(below: $0) }
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
        var writer = AttributeWriter(
            slots: target.slots, order: UnsafeBufferPointer(slots), scratch: target.scratch)
        model.writeAttributes(to: &writer)
        // A model that wrote too few or too many has written some of them to the wrong places.
        if !writer.isUsed || !writer.isComplete {
            let record = target.record
            for index in reads.indices { record.slots[slots[index]].value = reads[index](model, record.arena) }
        }
        for name in parents { plan.shape.fill(target.slots, below: name) }
        if plan.shape.recordSlot != nil { target.record.assembleRecord() }
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
    func run(
        _ list: StepList, on target: ModelRecord, model: inout Checked, scenario: String, only selected: Set<Int>?,
        errors: inout ErrorList
    ) -> Bool {
        guard model.beforeValidate(scenario: scenario, errors: &errors) else { return false }
        fill(target, from: model)
        let record = target.record
        if !errors.violations.isEmpty { record.markFailed(errors) }
        let report = withAccess(to: &model) { plan.run(list, on: record, only: selected, model: $0) }
        if !report.violations.isEmpty { errors.add(report.violations) }
        if record.state.pointee.isChanged { errors.add(finish(record, &model)) }
        model.afterValidate(scenario: scenario, errors: &errors)
        return true
    }

    /// As `run`, with the async checks left open, and the hook after it all left to the caller.
    func begin(
        _ scenario: String, on target: ModelRecord, model: inout Checked, only selected: Set<Int>?,
        errors: inout ErrorList
    ) throws(RuleSetError) -> PendingReport? {
        guard model.beforeValidate(scenario: scenario, errors: &errors) else { return nil }
        fill(target, from: model)
        let record = target.record
        if !errors.violations.isEmpty { record.markFailed(errors) }
        let pending = try withAccess(to: &model) { access throws(RuleSetError) in
            try plan.begin(scenario, on: record, only: selected, model: access)
        }
        return record.state.pointee.isChanged ? pending.adding(finish(record, &model)) : pending
    }

    /// Lends the model to a validation.
    func withAccess<Result, Failure>(
        to model: inout Checked, _ body: (ModelAccess) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutablePointer(to: &model) { pointer throws(Failure) in
            try body(
                ModelAccess(
                    pointer: UnsafeMutableRawPointer(pointer), type: ObjectIdentifier(Checked.self),
                    writer: self))
        }
    }

    /// Writes what is left to write when the rules have run, and says what the model could not hold.
    func finish(_ record: Record, _ model: inout Checked) -> [Violation] {
        withUnsafeMutablePointer(to: &model) { write(record, to: UnsafeMutableRawPointer($0)) }
        return record.state.pointee.unheld.isEmpty ? [] : record.unheldValues
    }
}
