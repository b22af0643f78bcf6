internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// One rule for one attribute, with everything resolved.
package struct Step {
    struct Options: OptionSet {
        let rawValue: UInt32
        static let skipsEmpty = Options(rawValue: 1)
        static let skipsFailed = Options(rawValue: 2)
        static let bails = Options(rawValue: 4)
        static let isConditional = Options(rawValue: 8)
        static let isNested = Options(rawValue: 16)
        static let judgesEmptiness = Options(rawValue: 32)
        static let isError = Options(rawValue: 64)
        static let refusesNull = Options(rawValue: 128)
        /// Null is a violation on the way to the attribute.
        static let hasNullParts = Options(rawValue: 256)
        static let isUncommon: Options = [.isConditional, .isNested, .judgesEmptiness]

        /// Whether earlier errors of the attribute keep the step from running.
        func block(_ flags: UInt32) -> Bool {
            flags & NodeFlag.bailed != 0 || contains(.skipsFailed) && flags & NodeFlag.failed != 0
        }

        /// The kinds whose empty values are skipped, in the upper half of the bits.
        init(_ skipping: Skipping) {
            rawValue = skipping.kinds.rawValue << 16 | (skipping.refusesNull ? Self.refusesNull.rawValue : 0)
        }

        init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Whether the step skips an empty value.
        func skip(empty value: proviso_value) -> Bool { skips(value.kindOfEmpty) }

        /// Whether the step skips empty values of a kind.
        func skips(_ kind: ValueKind) -> Bool { rawValue >> (16 + kind.rawValue) & 1 != 0 }

        /// Whether the step reports a null before its validator sees it.
        func refuse(_ value: proviso_value) -> Bool { contains(.refusesNull) && value.isNull }

        /// Marks the attribute's node after a violation; a fault is an error whatever the rule's severity.
        func mark(_ node: UnsafeMutablePointer<prv_node>, hasFault: Bool) {
            if hasFault || contains(.isError) { node.pointee.value.flags |= NodeFlag.failed }
            if contains(.bails) { node.pointee.value.flags |= NodeFlag.bailed | NodeFlag.sealed }
        }
    }

    /// The validator, owned by the step list, and its runner.
    let holder: UnsafeRawPointer
    let runner: any ValidatorRunner.Type
    package let info: Unmanaged<StepInfo>
    let slot: Int
    let options: Options
    /// Fails for every value where a condition or the rule's own test for empty values must run first.
    private(set) var quickTest: QuickTest
    /// The quick test of this step alone, where `quickTest` also covers the next step.
    private(set) var ownTest = QuickTest.none
    /// The number of steps that are done if the quick test passes.
    private(set) var stride = 1
    package let attributeIndex: Int

    /// Makes one quick test cover two steps, if the next one validates the same value.
    mutating func join(_ next: Step) {
        guard next.slot == slot, options.union(next.options).isDisjoint(with: .isUncommon),
            let joined = quickTest.joined(with: next.quickTest)
        else { return }
        ownTest = quickTest
        quickTest = joined
        stride = 2
    }

    /// Runs a step in place and returns the next one; the common path is inlined.
    @inline(__always)
    static func run(
        _ step: UnsafePointer<Step>, slots: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) -> UnsafePointer<Step> {
        let node = slots + step.pointee.slot
        let options = step.pointee.options
        guard options.isDisjoint(with: .isUncommon) else {
            step.pointee.walk(&context, NoProbe())
            return step + 1
        }
        if step.pointee.quickTest.passes(node.pointee.value, slots) { return step + step.pointee.stride }
        if step.pointee.stride > 1, step.pointee.ownTest.passes(node.pointee.value, slots) { return step + 1 }
        let flags = node.pointee.value.flags
        if flags & (NodeFlag.failed | NodeFlag.bailed) != 0, options.block(flags) { return step + 1 }
        if node.pointee.value.isEmpty {
            if options.skip(empty: node.pointee.value) { return step + 1 }
            if options.refuse(node.pointee.value) {
                step.pointee.refuseNull(node, &context)
                return step + 1
            }
        }
        judge(step, node, &context)
        return step + 1
    }

    /// Reports a null that is not allowed.
    @inline(never)
    func refuseNull(_ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        context.step = info
        context.node = node
        context.findings = 0
        context.report(.nullRefused)
        settle(node, &context)
    }

    @inline(__always)
    static func judge(
        _ step: UnsafePointer<Step>, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) {
        context.step = step.pointee.info
        context.node = node
        context.findings = 0
        step.pointee.runner.run(step.pointee.holder, unsafe Value(unsafe: node.pointee.value), &context)
        guard context.findings > 0 else { return }
        step.pointee.settle(node, &context)
    }

    /// Marks the value after a violation.
    @inline(__always)
    func settle(_ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        if options.contains(.isError) { context.failedSteps += 1 }
        options.mark(node, hasFault: context.hasFault)
        context.hasFault = false
        if options.contains(.bails) { sealParts(context.record) }
    }

    /// Keeps all rules from what is in the value: each part with a slot of its own is marked, others see the value's mark.
    @inline(never)
    private func sealParts(_ record: Record) {
        let attribute = info.takeUnretainedValue().attribute
        guard attribute.tail.isEmpty, !attribute.path.components.isEmpty,
            let place = record.layout.shape.place(at: attribute.path)
        else { return }
        for slot in (place.slot + 1)..<max(place.lastSlot, place.slot + 1) {
            record.slots[slot].value.flags |= NodeFlag.bailed | NodeFlag.sealed
        }
    }

    /// Runs the step at its value, or at each of its values, in the sight of a probe.
    ///
    /// The one walk for steps that are not common, and for all where somebody looks; `run` above is its short form for the
    /// others, which most records never leave.
    @inline(never)
    func walk<Probe: StepProbe>(_ context: inout ValidationContext, _ probe: Probe) {
        let node = context.slots + slot
        if options.contains(.isNested) {
            runNested(node, &context, probe)
        } else {
            run(on: node, &context, probe)
        }
    }

    private func run<Probe: StepProbe>(
        on node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ probe: Probe
    ) {
        let value = node.pointee.value
        // A quick test accepts only what the validator accepts, whose answer a probe wants to see.
        if !Probe.looks, quickTest.passes(value, context.slots) || options.block(value.flags) { return }
        context.step = info
        context.node = node
        guard var turn = probe.begin(self, node, &context) else { return }
        probe.end(turn: &turn, of: self, end(of: &turn, at: node, &context, probe), &context)
    }

    /// Runs the validator, if nothing keeps it from running.
    @inline(__always)
    private func end<Probe: StepProbe>(
        of turn: inout Probe.Turn, at node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext,
        _ probe: Probe
    ) -> StepEnd {
        let value = node.pointee.value
        if Probe.looks, options.block(value.flags) { return .blocked }
        if options.contains(.judgesEmptiness) ? isSkipped(value) : value.isEmpty && options.skip(empty: value) {
            return .skipped(.empty)
        }
        if options.contains(.isConditional) {
            let step = info
            let reason = probe.reasonToSkip(step.takeUnretainedValue(), &turn, &context)
            context.hasFault = false
            context.step = step
            if let reason { return .skipped(reason) }
        }
        if options.refuse(value) {
            refuseNull(node, &context)
            return .refused
        }
        if runner != ExprValidator.self { context.markRan() }
        probe.judge(self, node, &turn, &context)
        return .ran
    }

    /// Whether the rule's own test finds the value empty.
    func isSkipped(_ value: proviso_value) -> Bool {
        guard options.contains(.skipsEmpty) else { return false }
        return info._withUnsafeGuaranteedRef { $0.isEmpty?(unsafe Value(unsafe: value)) ?? false }
    }

    private func runNested<Probe: StepProbe>(
        _ list: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ probe: Probe
    ) {
        let tail = info._withUnsafeGuaranteedRef { $0.attribute.tail }
        let record = context.record
        var hasValues = false
        record.state.pointee.memory.forgetConditions()
        withUnsafeMutablePointer(to: &context) { context in
            record.walk(
                list, tail[...], depth: 0, nullParts: nullParts, unless: NodeFlag.sealed,
                mismatch: { found in
                    hasValues = true
                    let before = context.pointee.violations.count
                    reportMismatch(found, context)
                    probe.mismatched(self, found, violationsFrom: before, &context.pointee)
                },
                { node, depth in
                    hasValues = true
                    context.pointee.depth = depth
                    if mayRun(at: node, &context.pointee) {
                        if node == record.spare {
                            runAbsent(node, &context.pointee, probe)
                        } else {
                            run(on: node, &context.pointee, probe)
                        }
                    }
                    context.pointee.depth = 0
                })
        }
        if !hasValues { probe.hadNoValue(self, at: list, &context) }
    }

    /// Where null may be on the way to the attribute; `nil` if null means that nothing is there.
    var nullParts: Set<Int>? {
        options.contains(.hasNullParts) ? info._withUnsafeGuaranteedRef { $0.nullParts } : nil
    }

    /// Whether the record is not too costly so far.
    func mayRun(at node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) -> Bool {
        guard context.meter.pointee.isOver else { return true }
        context.step = info
        context.node = node
        return context.pay(0)
    }

    /// All absent members share one node, so their marks are kept elsewhere.
    private func runAbsent<Probe: StepProbe>(
        _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ probe: Probe
    ) {
        let record = context.record
        let member = AbsentMember(item: record.trail[context.depth - 1].node, attribute: attributeIndex)
        let marks = record.marks(of: member)
        node.pointee.value.flags |= marks
        run(on: node, &context, probe)
        let flags = node.pointee.value.flags & (NodeFlag.failed | NodeFlag.bailed)
        if flags != marks { record.state.pointee.absentMarks[member] = flags }
    }

    /// Reports once that a value is not a list or an object: the rules for its contents cannot run.
    func reportMismatch(_ found: StructureMismatch, _ context: UnsafeMutablePointer<ValidationContext>) {
        guard found.node.pointee.value.flags & NodeFlag.failed == 0 else { return }
        context.pointee.step = info
        context.pointee.node = found.node
        context.pointee.depth = found.depth
        context.pointee.pathRest = found.rest
        context.pointee.innerRule = StructureStep.rule
        context.pointee.report(found.code)
        context.pointee.innerRule = nil
        context.pointee.pathRest = 0
        context.pointee.depth = 0
        found.node.pointee.value.flags |= NodeFlag.failed
    }
}

/// Sees the turns of steps, and what came of each; `NoProbe` leaves nothing of it.
protocol StepProbe {
    associatedtype Turn
    /// Whether somebody looks.
    static var looks: Bool { get }
    /// A step's turn begins; `nil` if the step has run and the turn is over.
    func begin(_ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) -> Turn?
    func end(turn: inout Turn, of step: Step, _ end: StepEnd, _ context: inout ValidationContext)
    /// Evaluates the conditions of a step.
    func reasonToSkip(_ info: StepInfo, _ turn: inout Turn, _ context: inout ValidationContext) -> SkipReason?
    /// Runs the validator of a step.
    func judge(
        _ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ turn: inout Turn, _ context: inout ValidationContext)
    /// A value on the way to those of the step is of the wrong kind.
    func mismatched(
        _ step: Step, _ found: StructureMismatch, violationsFrom first: Int, _ context: inout ValidationContext)
    /// The list or object of the step has nothing in it.
    func hadNoValue(_ step: Step, at node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext)
    /// A check that every plan implies has run.
    func checked(structure info: StepInfo, violationsFrom first: Int, _ context: inout ValidationContext)
    func checkedNames(violationsFrom first: Int, _ context: inout ValidationContext)
    /// The record is of the wrong kind, so that no step runs.
    func couldNotRun(_ steps: [StepInfo], because structure: StepInfo, _ context: inout ValidationContext)
    /// All steps had their turns.
    func finish(_ context: inout ValidationContext)
}

/// What came of a step's turn.
enum StepEnd {
    case ran, refused, blocked
    case skipped(SkipReason)
}

extension NoProbe: StepProbe {
    func begin(_ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) -> Void? { () }
    func end(turn: inout Void, of step: Step, _ end: StepEnd, _ context: inout ValidationContext) {}
    func reasonToSkip(_ info: StepInfo, _ turn: inout Void, _ context: inout ValidationContext) -> SkipReason? {
        var probe = self
        return context.reasonToSkip(by: info.conditions, &probe)
    }
    func judge(
        _ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ turn: inout Void, _ context: inout ValidationContext
    ) {
        withUnsafePointer(to: step) { Step.judge($0, node, &context) }
    }
    func mismatched(
        _ step: Step, _ found: StructureMismatch, violationsFrom first: Int, _ context: inout ValidationContext
    ) {}
    func hadNoValue(_ step: Step, at node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {}
    func checked(structure info: StepInfo, violationsFrom first: Int, _ context: inout ValidationContext) {}
    func checkedNames(violationsFrom first: Int, _ context: inout ValidationContext) {}
    func couldNotRun(_ steps: [StepInfo], because structure: StepInfo, _ context: inout ValidationContext) {}
    func finish(_ context: inout ValidationContext) {}
}

extension ValidationContext {
    /// Why conditions keep a rule from running; `nil` if they do not.
    mutating func reasonToSkip<Probe: ConditionProbe>(
        by conditions: [BoundCondition], _ probe: inout Probe
    ) -> SkipReason? {
        evaluating { context in
            for condition in conditions {
                probe.begin(condition)
                let holds = !condition.tests.have(false, &context, &probe)
                probe.end(condition, holds)
                if context.isUndecided { return .undecided }
                if holds != condition.runsWhenHeld { return condition.runsWhenHeld ? .when : .unless }
            }
            return nil
        }
    }
}

/// A step with the objects it points to.
struct StepEntry {
    let step: Step
    let check: Check
    let info: StepInfo
    /// Whether the rule is async.
    let isAsync: Bool
}

/// The steps of one scenario, in rule order, in memory that is read without reference counting.
package final class StepList: @unchecked Sendable {
    package let steps: UnsafeMutablePointer<Step>
    package let count: Int
    /// The checks of the objects and lists that contain the attributes.
    package let structure: [StructureStep]
    /// The check that objects have no other members, in a closed rule set.
    package let closed: ClosedStep?
    /// The attributes to validate again when others change.
    package var dependents: Dependents { madeDependents.load() ?? madeDependents.storeIfNil(Dependents(infos)) }
    private let madeDependents = Published<Dependents>()
    let infos: [StepInfo]
    private let checks: [Check]

    init(_ entries: [StepEntry], in structure: [StructureStep], closed: ClosedStep? = nil) {
        self.structure = structure
        self.closed = closed
        count = entries.count
        steps = .allocate(capacity: max(entries.count, 1))
        for (index, entry) in entries.enumerated() {
            var step = entry.step
            if index + 1 < entries.count { step.join(entries[index + 1].step) }
            (steps + index).initialize(to: step)
        }
        checks = entries.map(\.check)
        infos = entries.map(\.info)
    }

    deinit {
        steps.deallocate()
    }

    /// Runs the steps, or those of the selected attributes, in the sight of a probe.
    func run<Probe: StepProbe>(
        _ context: inout ValidationContext, only selected: Set<Int>? = nil, _ probe: Probe = NoProbe()
    ) {
        let below = selected.map { selected in
            Set(context.record.layout.attributes.filter { selected.contains($0.index) }.map(\.slot))
        }
        for step in structure where below.map({ step.below.contains(where: $0.contains) }) ?? true {
            let before = context.violations.count
            step.run(&context)
            probe.checked(structure: step.info, violationsFrom: before, &context)
        }
        if selected == nil, let closed {
            let before = context.violations.count
            closed.run(&context)
            probe.checkedNames(violationsFrom: before, &context)
        }
        let slots = context.slots
        var step = UnsafePointer(steps)
        let end = step + count
        while step < end {
            if let selected, !selected.contains(step.pointee.attributeIndex) {
                step += 1
            } else if Probe.looks {
                step.pointee.walk(&context, probe)
                step += 1
            } else {
                let next = Step.run(step, slots: slots, &context)
                step = selected == nil ? next : step + 1
            }
        }
        probe.finish(&context)
    }
}

/// Checks that a value with nested attributes is an object; if not, the rules for these attributes do not run.
package final class StructureStep: Sendable {
    let slot: Int
    /// The slots of all nested attributes.
    let below: Range<Int>
    /// Whether the value may be a list: all nested attributes are named by a position.
    private let holdsItems: Bool
    /// Whether the value may be null, without members; `nil` if null means that nothing is there.
    private let mayBeNull: Bool?
    let info: StepInfo
    /// The rule that values with nested attributes are lists or objects; every plan has it.
    static let rule = RuleReference(id: "structure", type: "object")

    /// The attribute's path.
    package var path: String { info.attribute.name }

    private init(_ place: Shape.Place, path: ValuePath, capturesValue: Bool, mayBeNull: Bool?) {
        self.mayBeNull = mayBeNull
        slot = place.slot
        below = (place.slot + 1)..<place.lastSlot
        holdsItems = place.children.allSatisfy { ValuePath.position($0.key) != nil }
        info = StepInfo(
            rule: Self.rule,
            attribute: AttributeInfo(name: path.description, path: path, slot: place.slot, tail: [], index: -1),
            capturesValue: capturesValue)
    }

    /// The steps for all places with nested attributes, the outer ones first.
    static func all(
        in places: [Shape.Place], above: [ValuePath.Component] = [], capturesValue: Bool,
        mayBeNull: ([ValuePath.Component]) -> Bool?
    ) -> [StructureStep] {
        places.flatMap { place -> [StructureStep] in
            guard !place.children.isEmpty else { return [] }
            let path = above + [.key(place.key)]
            let step = StructureStep(
                place, path: ValuePath(path), capturesValue: capturesValue, mayBeNull: mayBeNull(path))
            return [step]
                + all(in: place.children, above: path, capturesValue: capturesValue, mayBeNull: mayBeNull)
        }
    }

    func run(_ context: inout ValidationContext) {
        let node = context.slots + slot
        let kind = node.pointee.value.kindOrAbsent
        if kind == .object || kind == .absent || kind == .list && holdsItems { return }
        if kind == .null, mayBeNull == nil || !node.pointee.value.isNull { return }
        defer { for slot in below { context.slots[slot].value.flags |= NodeFlag.bailed } }
        if kind == .null, mayBeNull == true { return }
        context.step = Unmanaged.passUnretained(info)
        context.node = node
        context.report(kind == .null ? .nullRefused : holdsItems ? .listExpected : .objectExpected)
        node.pointee.value.flags |= NodeFlag.failed
    }
}
