internal import JSONBridge
internal import ProvisoABI

/// Where the attributes of a Swift type go in the records of a plan.
final class ModelLayout<Checked: Model>: @unchecked Sendable {
    let plan: Plan
    let attributes: [Attribute<Checked>]
    /// By themselves: an attribute that is taken from a list is copied with all that it has.
    private let reads: [@Sendable (borrowing Checked, Arena) -> proviso_value]
    /// Those of the attributes, in their order.
    let slots: UnsafeMutableBufferPointer<Int>
    /// The attributes with others below them, which are filled from what the model wrote.
    private let parents: [String]

    init(_ attributes: [Attribute<Checked>], plan: Plan) {
        self.plan = plan
        self.attributes = attributes
        reads = attributes.map(\.read)
        slots = .allocate(capacity: attributes.count)
        _ = slots.initialize(from: attributes.map { plan.shape.locate(Path($0.name)).slot })
        parents = attributes.map(\.name).filter { plan.shape.hasPlaces(below: $0) }
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
        if !writer.isUsed {
            let record = target.record
            for index in reads.indices { record.slots[slots[index]].value = reads[index](model, record.arena) }
        } else {
            precondition(writer.isComplete, "a model writes each of its attributes once")
        }
        for name in parents { plan.shape.fill(target.slots, below: name) }
    }

    /// Writes what rules replaced to the model, to its constants too where it was only just made from data.
    func writeChanges(of record: Record, to model: inout Checked, constants: Bool = false) {
        var values = ConstantValues()
        for attribute in attributes {
            let changes =
                attribute.nested == nil
                ? plan.shape.changedValue(at: attribute.name, in: record.slots)
                : plan.shape.changes(at: attribute.name, in: record.slots)
            guard let changes else { continue }
            if constants, let new = attribute.constant?.change(model, changes) {
                values.set(new, for: attribute.name)
            } else {
                _ = attribute.write(&model, changes, constants: constants)
            }
        }
        if !values.isEmpty { model = model.replacingConstants(values) }
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
        let report = withUnsafePointer(to: &model) {
            plan.run(list, on: record, only: selected, model: $0, type: ObjectIdentifier(Checked.self))
        }
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        if !report.violations.isEmpty { errors.add(report.violations) }
        model.afterValidate(scenario: scenario, errors: &errors)
        return true
    }

    /// As `run`, with the questions rules ask left open, and the hook after it all left to the caller.
    func begin(
        _ scenario: String, on target: ModelRecord, model: inout Checked, only selected: Set<Int>?,
        errors: inout ErrorList
    ) throws(RuleSetError) -> PendingReport? {
        guard model.beforeValidate(scenario: scenario, errors: &errors) else { return nil }
        fill(target, from: model)
        let record = target.record
        if !errors.violations.isEmpty { record.markFailed(errors) }
        let result = withUnsafePointer(to: &model) { model in
            Result { () throws(RuleSetError) in
                try plan.begin(
                    scenario, on: record, only: selected, model: model, type: ObjectIdentifier(Checked.self))
            }
        }
        let pending = try result.get()
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        return pending
    }
}
