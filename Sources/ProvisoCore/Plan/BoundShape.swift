internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// A shape with its steps.
final class BoundShape: ShapePlan, @unchecked Sendable {
    private var layout = RecordLayout(shape: Shape([]), attributes: [])
    private(set) var steps: StepList?
    private var known = TextTable([])
    /// The shapes that its rules apply to the same value.
    var onSameValue: [BoundShape] = []
    /// The attributes of the whole record that its rules name, by index.
    var recordReads: Set<Int> = []
    /// The shapes that its rules apply; without references that are counted, because shapes may hold each other.
    var applied: [Unmanaged<BoundShape>] = []
    private let anyStep = StepInfo(
        rule: RuleReference(id: "structure", type: "object"),
        attribute: AttributeInfo(name: ValuePath.record, path: ValuePath([]), slot: 0, tail: [], index: -1))

    /// The number of the shape in the plan.
    let index: Int

    init(_ name: String, index: Int) {
        self.index = index
        super.init(name)
    }

    /// The maximum number of shapes within shapes, whatever rules allow: each takes a part of the stack.
    static let maximumDepth = 100

    func set(_ layout: RecordLayout) {
        self.layout = layout
        members = layout.shape.places.map(\.key)
        known = TextTable(members)
    }

    func set(_ steps: StepList) { self.steps = steps }

    /// Whether the shape applies itself to the same value, through others too.
    var containsItself: Bool {
        var (seen, left) = (Set<ObjectIdentifier>(), onSameValue)
        while let next = left.popLast() {
            if next === self { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { left += next.onSameValue }
        }
        return false
    }

    /// The attributes of the whole record that its rules name, or those of a shape that it applies.
    var allRecordReads: Set<Int> {
        var (seen, left, reads) = (Set<ObjectIdentifier>(), [self], Set<Int>())
        while let next = left.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            reads.formUnion(next.recordReads)
            left += next.applied.map { $0.takeUnretainedValue() }
        }
        return reads
    }

    /// Filling a record and beginning its rules is more work than looking at an item.
    private static func price(of steps: StepList) -> Int { 4 + 2 * steps.count }

    override func validate(_ context: inout ValidationContext) {
        guard let steps else { return context.reportFault("the shape '\(name)' was not bound") }
        guard context.shapes < Self.maximumDepth, Stack.hasRoom else {
            return context.reportFault("more than \(context.shapes) shapes are in each other")
        }
        let value = context.node.pointee
        if !accepts(value.value) {
            return context.report(layout.shape.holdsItems ? .listExpected : .objectExpected)
        }
        guard context.pay(Self.price(of: steps)) else { return }
        let record = context.record.takeInner(index, layout)
        defer { context.record.giveInner(record, index) }
        record.fill(value.value, at: value.offset, as: context.record)
        let limit = context.record.state.pointee.findingLimit
        record.findingLimit = limit == .max ? .max : max(limit - context.violations.count, 0)
        var inner = ValidationContext(record: record, step: Unmanaged.passUnretained(anyStep))
        inner.isQuiet = context.isQuiet
        inner.isCondition = context.isCondition
        inner.deferral = context.deferral
        inner.isTrial = context.isTrial
        inner.shapes = context.shapes + 1
        if context.isObserved {
            observe(steps, &inner, in: context)
        } else {
            steps.run(&inner)
        }
        if context.isQuiet {
            context.findings += inner.failedSteps
            if inner.violations.isEmpty { return }
        } else if inner.violations.isEmpty, record.state.pointee.omitted.counts.isEmpty {
            return
        }
        record.state.pointee.isMarked = true
        context.adopt(inner.violations, omitted: record.takeOmittedFindings())
    }

    private func accepts(_ value: proviso_value) -> Bool {
        layout.shape.places.isEmpty || layout.shape.accepts(value.kindOrAbsent)
    }

    override func misfit(_ context: inout ValidationContext) -> ShapeMisfit? {
        let value = context.node.pointee.value
        let state = context.record.outermost.state
        let key = MisfitKey(shape: index, kind: value.kind, value: value.as.handle, count: value.length)
        if let known = state.pointee.memory.misfits[key] { return known.misfit }
        let misfit = findMisfit(of: value, &context)
        // What was not finished is not known.
        if !context.isTooCostly { state.pointee.memory.remember(KnownMisfit(misfit: misfit), at: key) }
        return misfit
    }

    private func findMisfit(of value: proviso_value, _ context: inout ValidationContext) -> ShapeMisfit? {
        guard let steps, accepts(value), context.shapes < Self.maximumDepth, Stack.hasRoom else {
            return ShapeMisfit(marks: .max)
        }
        // Marks of errors are kept in the items of lists, which other rules see.
        var marks = NodeMarks(takenFrom: value)
        defer { marks.putBack(into: value) }
        guard context.pay(Self.price(of: steps) + marks.count / 16) else { return ShapeMisfit(marks: .max) }
        let record = context.record.takeInner(index, layout)
        defer { context.record.giveInner(record, index) }
        record.fill(value, at: context.node.pointee.offset, as: context.record)
        record.findingLimit = .max
        var inner = ValidationContext(record: record, step: Unmanaged.passUnretained(anyStep))
        inner.isCondition = true
        inner.isTrial = true
        inner.shapes = context.shapes + 1
        steps.run(&inner)
        context.reportCosts()
        var misfit = ShapeMisfit()
        for violation in inner.violations where violation.severity == .error {
            misfit.errors += 1
            misfit.depth = max(misfit.depth, violation.path.components.count)
            if Self.isMark(violation) { misfit.marks += 1 }
        }
        if misfit.errors == 0 { return nil }
        misfit.shared = value.nodes.count { known.contains($0.keyBytes) }
        return misfit
    }

    /// Whether the violation is that of a rule which allows one value only.
    private static func isMark(_ violation: Violation) -> Bool {
        guard violation.path.components.count == 1 else { return false }
        if ["compare.equal", "required.notEqual"].contains(violation.code.rawValue) { return true }
        return violation.code == "in.invalid"
            && violation.parameters.list.contains { $0.name == "kind" && $0.value == .text("single") }
    }
}

extension Record {
    /// A record for a value of a shape; shapes may be in each other, so there are as many as are in use at once.
    fileprivate func takeInner(_ shape: Int, _ layout: RecordLayout) -> Record {
        let state = outermost.state
        while state.pointee.inner.count <= shape { state.pointee.inner.append([]) }
        return state.pointee.inner[shape].popLast() ?? Record(layout: layout)
    }

    fileprivate func giveInner(_ record: Record, _ shape: Int) {
        outermost.state.pointee.inner[shape].append(record)
    }

    /// Fills the record with a value of another record, which owns the memory.
    fileprivate func fill(_ value: proviso_value, at offset: UInt32, as outer: Record) {
        reset()
        locale = outer.locale
        claims = outer.claims
        state.pointee.meter = outer.state.pointee.meter
        state.pointee.ran = outer.state.pointee.ran
        layout.shape.fill(slots, from: value, offset: offset)
        for slot in 0..<layout.shape.slotCount { slots[slot].value.flags &= ~(NodeFlag.failed | NodeFlag.bailed) }
    }
}

extension ValidationContext {
    /// Adds violations that were found in the value being validated, by paths that begin there.
    fileprivate mutating func adopt(_ found: [Violation], omitted: OmittedFindings) {
        let (attribute, components) = step._withUnsafeGuaranteedRef {
            ($0.attribute.name, $0.attribute.path.components.dropLast(pathRest))
        }
        let path = record.path(of: components, depth: depth)
        record.state.pointee.omitted.add(omitted) { Self.name($0, in: attribute) }
        for violation in found {
            if violation.severity == .error { findings += 1 }
            if violation.code == .fault { hasFault = true }
            var parameters = violation.parameters
            for index in parameters.list.indices {
                guard case .attribute(let name) = parameters.list[index].value else { continue }
                parameters.list[index].value = .attribute(
                    RuleSet.nameInRecord(name).map { shapes > 0 ? name : $0 } ?? Self.name(name, in: attribute))
            }
            violations.append(
                violation.moved(
                    to: ValuePath(path.components + violation.path.components),
                    attribute: Self.name(violation.attribute, in: attribute), parameters))
        }
    }

    /// The attribute in the record that an attribute of a shape is.
    private static func name(_ inner: String, in outer: String) -> String {
        if inner == ValuePath.record { return outer }
        return outer == ValuePath.record ? inner : "\(outer).\(inner)"
    }
}
