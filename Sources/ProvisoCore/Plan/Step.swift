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
        static let judgesEmptyCollections = Options(rawValue: 128)
        static let isUncommon: Options = [.isConditional, .isNested, .judgesEmptiness]

        /// Whether an attribute's earlier errors keep the step from running.
        func block(_ flags: UInt32) -> Bool {
            flags & NodeFlag.bailed != 0 || contains(.skipsFailed) && flags & NodeFlag.failed != 0
        }

        /// Whether the step has nothing to say about an empty value.
        func skip(empty value: proviso_value) -> Bool {
            contains(.skipsEmpty) && !(contains(.judgesEmptyCollections) && value.kind >= Kind.list.rawValue)
        }

        /// Notes at the attribute that the step found something; a fault is an error in any rule.
        func mark(_ node: UnsafeMutablePointer<prv_node>, hasFault: Bool) {
            if hasFault || contains(.isError) { node.pointee.value.flags |= NodeFlag.failed }
            if contains(.bails) { node.pointee.value.flags |= NodeFlag.bailed }
        }
    }

    /// The validator, owned by the step list, and its type.
    let holder: UnsafeRawPointer
    let type: any Validator.Type
    package let info: Unmanaged<StepInfo>
    let slot: Int
    let options: Options
    /// True of nothing where a condition or a test of its own comes first.
    private(set) var quickTest: QuickTest
    /// The quick test of this step alone, where `quickTest` is that of the next step too.
    private(set) var ownTest = QuickTest.none
    /// How many steps are done when the quick test passes.
    private(set) var stride = 1
    package let attributeIndex: Int

    /// Lets one quick test do for two steps, where the next one judges the same value.
    mutating func join(_ next: Step) {
        guard next.slot == slot, options.union(next.options).isDisjoint(with: .isUncommon),
            let joined = quickTest.joined(with: next.quickTest)
        else { return }
        ownTest = quickTest
        quickTest = joined
        stride = 2
    }

    /// Runs a step in place and returns the next one: what most steps need is in line, the rest is called.
    @inline(__always)
    static func run(
        _ step: UnsafePointer<Step>, slots: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) -> UnsafePointer<Step> {
        let node = slots + step.pointee.slot
        let options = step.pointee.options
        guard options.isDisjoint(with: .isUncommon) else {
            step.pointee.runUncommon(node, &context)
            return step + 1
        }
        if step.pointee.quickTest.passes(node.pointee.value, slots) { return step + step.pointee.stride }
        if step.pointee.stride > 1, step.pointee.ownTest.passes(node.pointee.value, slots) { return step + 1 }
        let flags = node.pointee.value.flags
        if flags & (NodeFlag.failed | NodeFlag.bailed) != 0, options.block(flags) { return step + 1 }
        if node.pointee.value.isEmpty, options.skip(empty: node.pointee.value) { return step + 1 }
        judge(step, node, &context)
        return step + 1
    }

    @inline(__always)
    private static func judge(
        _ step: UnsafePointer<Step>, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) {
        context.step = step.pointee.info
        context.node = node
        context.findings = 0
        step.pointee.type.validate(in: step.pointee.holder, unsafe Value(unsafe: node.pointee.value), &context)
        guard context.findings > 0 else { return }
        step.pointee.options.mark(node, hasFault: context.hasFault)
        context.hasFault = false
    }

    @inline(never)
    private func runUncommon(_ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        if options.contains(.isNested) { runNested(node, &context) } else { run(on: node, &context) }
    }

    private func run(on node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        let value = node.pointee.value
        if quickTest.passes(value, context.slots) || options.block(value.flags) { return }
        context.step = info
        context.node = node
        if options.contains(.judgesEmptiness) ? isSkipped(value) : value.isEmpty && options.skip(empty: value) {
            return
        }
        if options.contains(.isConditional), !conditionsHold(&context) { return }
        withUnsafePointer(to: self) { Self.judge($0, node, &context) }
    }

    /// Whether the rule's own test finds the value empty.
    private func isSkipped(_ value: proviso_value) -> Bool {
        guard options.contains(.skipsEmpty) else { return false }
        return info._withUnsafeGuaranteedRef { $0.isEmpty?(unsafe Value(unsafe: value)) ?? false }
    }

    private func runNested(_ list: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        let tail = info._withUnsafeGuaranteedRef { $0.attribute.tail }
        let record = context.record
        withUnsafeMutablePointer(to: &context) { context in
            record.walk(
                list, tail[...], depth: 0, misshapen: { reportMisshapen($0, context) },
                { node, depth in
                    context.pointee.depth = depth
                    if node == record.spare {
                        runAbsent(node, &context.pointee)
                    } else {
                        run(on: node, &context.pointee)
                    }
                    context.pointee.depth = 0
                })
        }
    }

    /// One node stands for all members that are not there, so their marks are kept elsewhere.
    private func runAbsent(_ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        let record = context.record
        let member = AbsentMember(item: record.trail[context.depth - 1].node, attribute: attributeIndex)
        let marks = record.marks(of: member)
        node.pointee.value.flags |= marks
        run(on: node, &context)
        let flags = node.pointee.value.flags & (NodeFlag.failed | NodeFlag.bailed)
        if flags != marks { record.state.pointee.absentMarks[member] = flags }
    }

    /// Says once that a list or object is none: the rules for what lies in it cannot run.
    private func reportMisshapen(_ found: Misshapen, _ context: UnsafeMutablePointer<ValidationContext>) {
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

    private func conditionsHold(_ context: inout ValidationContext) -> Bool {
        let node = context.node
        let wasQuiet = context.isQuiet
        let spare = context.record.spare.pointee
        context.isQuiet = true
        context.isCondition = true
        defer {
            context.isCondition = false
            context.hasFault = false
            context.record.spare.pointee = spare
            context.isQuiet = wasQuiet
            context.node = node
            context.step = info
        }
        for condition in info.takeUnretainedValue().conditions
        where condition.tests.allSatisfy({ Self.holds($0, &context) }) != condition.runsWhenHeld {
            return false
        }
        return true
    }

    private static func holds(_ test: BoundCondition.Test, _ context: inout ValidationContext) -> Bool {
        switch test {
        case .closure(let closure): return closure(context)
        case .check(let check, let reference):
            let spare = context.record.spare
            let node = context.record.node(at: reference, depth: context.depth) ?? spare
            if node == spare { spare.pointee = .absent }
            if check.skips(node.pointee.value) { return false }
            context.node = node
            context.findings = 0
            check.validate(unsafe Value(unsafe: node.pointee.value), &context)
            return context.findings == 0
        }
    }
}

/// A step with what it points to.
struct StepEntry {
    let step: Step
    let check: Check
    let info: StepInfo
    /// Whether the rule asks what is answered later.
    let asks: Bool
}

/// The steps of one scenario, in rule order, in memory that is walked without counting references.
package final class StepList: @unchecked Sendable {
    package let steps: UnsafeMutablePointer<Step>
    package let count: Int
    /// What the attributes of the steps lie in.
    package let structure: [StructureStep]
    /// Which attributes are to be judged again when others change.
    package var dependents: Dependents { madeDependents.load() ?? madeDependents.storeIfNil(Dependents(infos)) }
    private let madeDependents = Published<Dependents>()
    private let infos: [StepInfo]
    private let checks: [Check]

    init(_ entries: [StepEntry], in structure: [StructureStep]) {
        self.structure = structure
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

    func run(_ context: inout ValidationContext) {
        for step in structure { step.run(&context) }
        let slots = context.slots
        var step = UnsafePointer(steps)
        let end = step + count
        while step < end { step = Step.run(step, slots: slots, &context) }
    }

    func run(only selected: Set<Int>, _ context: inout ValidationContext) {
        let slots = context.slots
        let below = Set(context.record.layout.attributes.filter { selected.contains($0.index) }.map(\.slot))
        for step in structure where step.below.contains(where: below.contains) { step.run(&context) }
        for index in 0..<count where selected.contains(steps[index].attributeIndex) {
            _ = Step.run(steps + index, slots: slots, &context)
        }
    }
}

/// Checks that what attributes lie in is an object; if not, the rules for them have nothing to judge.
package final class StructureStep: Sendable {
    let slot: Int
    /// The slots of all that lies in it.
    let below: Range<Int>
    /// Whether it may be a list: all that lies in it is named by a position.
    private let holdsItems: Bool
    let info: StepInfo
    /// The rule that what lies on the way to attributes is a list or an object, which no rule set has to say.
    static let rule = RuleReference(id: "structure", type: "object")

    /// The attribute's path.
    package var path: String { info.attribute.name }

    private init(_ place: Shape.Place, path: Path, capturesValue: Bool) {
        slot = place.slot
        below = (place.slot + 1)..<place.lastSlot
        holdsItems = place.children.allSatisfy { Path.position($0.key) != nil }
        info = StepInfo(
            rule: Self.rule,
            attribute: AttributeInfo(name: path.description, path: path, slot: place.slot, tail: [], index: -1),
            capturesValue: capturesValue)
    }

    /// The steps for all places that something lies in, the outer ones first.
    static func all(
        in places: [Shape.Place], above: [Path.Component] = [], capturesValue: Bool
    ) -> [StructureStep] {
        places.flatMap { place -> [StructureStep] in
            guard !place.children.isEmpty else { return [] }
            let path = above + [.key(place.key)]
            let step = StructureStep(place, path: Path(path), capturesValue: capturesValue)
            return [step] + all(in: place.children, above: path, capturesValue: capturesValue)
        }
    }

    func run(_ context: inout ValidationContext) {
        let node = context.slots + slot
        let kind = node.pointee.value.kindOrAbsent
        if kind == .object || kind.rawValue <= Kind.null.rawValue || kind == .list && holdsItems { return }
        context.step = Unmanaged.passUnretained(info)
        context.node = node
        context.report(.object)
        node.pointee.value.flags |= NodeFlag.failed
        for slot in below { context.slots[slot].value.flags |= NodeFlag.bailed }
    }
}
