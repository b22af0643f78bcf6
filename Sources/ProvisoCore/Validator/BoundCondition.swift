internal import JSONBridge
internal import ProvisoABI

/// A condition whose names are resolved.
package struct BoundCondition: Sendable {
    package indirect enum Test: Sendable {
        case check(Check, AttributeReference)
        case closure(@Sendable (borrowing ValidationContext) -> Bool)
        case any([Test])
        case all([Test])
        case not(Test)
        case items(BoundItems, Test)
        case number(least: Int, most: Int, [Test])
        /// One that is the same for all items that the rule validates.
        case once(Once, Test)
    }

    /// Stands for a condition that is evaluated once for all items.
    package final class Once: Sendable {}

    package let tests: [Test]
    /// False for `unless`: the rule runs where the tests do not all hold.
    package let runsWhenHeld: Bool

    /// Holds if a nested model exists.
    static func present(_ reference: AttributeReference) -> BoundCondition {
        let test = Test.closure { $0.value(of: reference).kind.rawValue > ValueKind.null.rawValue }
        return BoundCondition(tests: [test], runsWhenHeld: true)
    }
}

/// The items of a list that a condition counts.
package struct BoundItems: Sendable {
    let items: ManyReference
    /// Whether the items that meet the condition are counted, or the others.
    let counted: Bool
    let least: Int
    let most: Int

    /// Counts no further than the verdict needs.
    fileprivate func hold<Probe: ConditionProbe>(
        _ context: inout ValidationContext, _ test: BoundCondition.Test, _ probe: inout Probe
    ) -> Bool {
        var (count, undecided) = (0, 0)
        let before = context.violations.count
        context.forEach(items) { node, context in
            let known = context.violations.count
            probe.beginItem()
            context.isUndecided = false
            let holds = test.holds(&context, &probe)
            if context.isUndecided { undecided += 1 } else if holds == counted { count += 1 }
            if context.violations.count > known { context.place(faultsFrom: known, at: node, of: items.attribute) }
            return count <= most && (most != .max || count < least)
        }
        if items.attribute.isOfRecord, context.violations.count > before { context.placeOutside(faultsFrom: before) }
        return context.decides(count, undecided, least: least, most: most)
    }
}

extension ValidationContext {
    /// Whether a number of parts that are true is within limits; undecided if parts without a value may change that.
    fileprivate mutating func decides(_ count: Int, _ undecided: Int, least: Int, most: Int) -> Bool {
        let holds = count >= least && count <= most - undecided
        isUndecided = !holds && count <= most && count + undecided >= least
        return holds
    }
}

/// Sees the parts of conditions while they are evaluated, in the order of the rule.
///
/// There is one walk through conditions; it is specialized for each probe, and `NoProbe` leaves nothing of it.
protocol ConditionProbe {
    /// Whether somebody looks: then no part is taken from memory.
    static var looks: Bool { get }
    mutating func begin(_ condition: BoundCondition)
    mutating func end(_ condition: BoundCondition, _ holds: Bool)
    mutating func begin(_ test: BoundCondition.Test)
    mutating func end(_ test: BoundCondition.Test, _ holds: Bool)
    /// Another item of the list that the part counts is next.
    mutating func beginItem()
    /// The part is not evaluated, because those before it decide.
    mutating func skip(_ test: BoundCondition.Test)
    /// A check is about to see a value.
    mutating func check(
        _ check: Check, _ reference: AttributeReference, _ node: UnsafeMutablePointer<prv_node>,
        _ context: inout ValidationContext)
}

/// No probe: nothing is observed.
struct NoProbe: ConditionProbe {
    static var looks: Bool { false }
    func begin(_ condition: BoundCondition) {}
    func end(_ condition: BoundCondition, _ holds: Bool) {}
    func begin(_ test: BoundCondition.Test) {}
    func end(_ test: BoundCondition.Test, _ holds: Bool) {}
    func beginItem() {}
    func skip(_ test: BoundCondition.Test) {}
    func check(
        _ check: Check, _ reference: AttributeReference, _ node: UnsafeMutablePointer<prv_node>,
        _ context: inout ValidationContext
    ) {}
}

extension [BoundCondition.Test] {
    /// Whether one of them has the value, which decides: those after it are not evaluated.
    ///
    /// One that has no value decides nothing. If the others do not either, they are undecided together, and not true.
    func have<Probe: ConditionProbe>(
        _ deciding: Bool, _ context: inout ValidationContext, _ probe: inout Probe
    ) -> Bool {
        var isUndecided = false
        for index in indices {
            context.isUndecided = false
            let holds = self[index].holds(&context, &probe)
            isUndecided = isUndecided || context.isUndecided
            guard !context.isUndecided, holds == deciding else { continue }
            if Probe.looks { for test in self[(index + 1)...] { probe.skip(test) } }
            return true
        }
        context.isUndecided = isUndecided
        return isUndecided && !deciding
    }
}

extension BoundCondition.Test {
    /// Whether the condition is true; without a value it is not.
    ///
    /// The context must be `evaluating`.
    func holds(_ context: inout ValidationContext) -> Bool {
        let wasUndecided = context.isUndecided
        defer { context.isUndecided = wasUndecided }
        context.isUndecided = false
        var probe = NoProbe()
        return holds(&context, &probe)
    }

    func holds<Probe: ConditionProbe>(_ context: inout ValidationContext, _ probe: inout Probe) -> Bool {
        if case .once(let once, let test) = self {
            return Probe.looks ? test.holds(&context, &probe) : test.holds(once, &context)
        }
        probe.begin(self)
        let holds = evaluate(&context, &probe)
        probe.end(self, holds)
        return holds
    }

    private func evaluate<Probe: ConditionProbe>(
        _ context: inout ValidationContext, _ probe: inout Probe
    ) -> Bool {
        switch self {
        case .closure(let closure): return closure(context)
        case .any(let tests): return tests.have(true, &context, &probe)
        case .all(let tests): return !tests.have(false, &context, &probe)
        case .not(let test): return !test.holds(&context, &probe) && !context.isUndecided
        case .once(_, let test): return test.holds(&context, &probe)
        case .items(let items, let test): return items.hold(&context, test, &probe)
        case .number(let least, let most, let tests):
            var (count, undecided) = (0, 0)
            for test in tests {
                context.isUndecided = false
                if test.holds(&context, &probe) { count += 1 } else if context.isUndecided { undecided += 1 }
            }
            return context.decides(count, undecided, least: least, most: most)
        case .check(let check, let reference):
            let spare = context.record.spare
            let node = context.record.node(at: reference, depth: context.depth) ?? spare
            if node == spare { spare.pointee = .absent }
            context.node = node
            probe.check(check, reference, node, &context)
            return check.isMet(by: node.pointee.value, &context)
        }
    }
}

extension BoundCondition.Test {
    fileprivate func holds(_ once: BoundCondition.Once, _ context: inout ValidationContext) -> Bool {
        let record = context.record
        if let known = record.state.pointee.memory.known[ObjectIdentifier(once)] { return known }
        let faults = context.violations.count
        var probe = NoProbe()
        let holds = holds(&context, &probe)
        // A fault is reported for each item.
        if context.violations.count == faults, !context.hasFault, !context.isUndecided {
            record.state.pointee.memory.remember(holds, of: once)
        }
        return holds
    }
}

extension ValidationContext {
    /// Gives faults of a condition the place of the item that it is about.
    fileprivate mutating func place(
        faultsFrom first: Int, at node: UnsafeMutablePointer<prv_node>, of item: AttributeInfo
    ) {
        let path = record.path(of: item.path.components, depth: depth)
        let offset = node.pointee.offset
        let rule = step._withUnsafeGuaranteedRef { $0.rule }
        let site = ViolationSite(attribute: item.name, path: path, rule: rule, label: item.label)
        for index in first..<violations.count {
            violations[index] = Violation(
                code: violations[index].code, parameters: violations[index].parameters, site: site,
                offset: offset == .max ? nil : Int(offset))
        }
    }

    /// The same for items that are not in the shape whose rule has the condition: the rule's own value has the fault.
    fileprivate mutating func placeOutside(faultsFrom first: Int) {
        let site = place(of: node, depth: depth).site
        for index in first..<violations.count {
            let fault = violations[index]
            violations[index] = Violation(
                code: fault.code, parameters: fault.parameters, site: site, offset: fault.offset)
        }
    }

    /// Calls `body` while only the verdict counts: nothing is reported or changed but faults.
    mutating func evaluating<Result>(_ body: (inout ValidationContext) -> Result) -> Result {
        let node = self.node
        let (wasQuiet, wasCondition, wasUndecided, before) = (isQuiet, isCondition, isUndecided, findings)
        let spare = record.spare.pointee
        isQuiet = true
        isCondition = true
        defer {
            isUndecided = wasUndecided
            isCondition = wasCondition
            isQuiet = wasQuiet
            findings = before
            record.spare.pointee = spare
            self.node = node
        }
        return body(&self)
    }
}
