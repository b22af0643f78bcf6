internal import JSONBridge
internal import ProvisoABI

/// Where the attributes of a Swift type go in the records of a plan.
final class ModelLayout<Checked: Model>: @unchecked Sendable {
    let plan: Plan
    private let attributes: [Attribute<Checked>]
    /// By themselves: an attribute that is taken from a list is copied with all that it has.
    private let reads: [@Sendable (borrowing Checked, Arena) -> proviso_value]
    private let slots: UnsafeMutableBufferPointer<Int>
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
        let record = target.record
        record.reset()
        var writer = AttributeWriter(
            slots: record.slots, order: UnsafeBufferPointer(slots), scratch: target.scratch)
        model.writeAttributes(to: &writer)
        if !writer.isUsed {
            for index in reads.indices { record.slots[slots[index]].value = reads[index](model, record.arena) }
        } else {
            precondition(writer.isComplete, "a model writes each of its attributes once")
        }
        for name in parents { plan.shape.fill(record.slots, below: name) }
    }

    /// Writes what rules replaced to the model.
    func writeChanges(of record: Record, to model: inout Checked) {
        for (attribute, slot) in zip(attributes, slots) where record.slots[slot].value.hasChanges {
            _ = attribute.write(&model, AnyValue(raw: record.slots[slot].value))
        }
    }

    /// Fills a record from the model and runs the steps over it.
    func run(
        _ list: StepList, on target: ModelRecord, model: inout Checked, only selected: Set<Int>?
    ) -> Report {
        fill(target, from: model)
        let record = target.record
        let report = withUnsafePointer(to: &model) {
            plan.run(list, on: record, only: selected, model: $0, type: ObjectIdentifier(Checked.self))
        }
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        return report
    }
}
