internal import JSONBridge
internal import ProvisoCore

/// A model that is being made from a record.
struct Parsing<Checked: ParsableModel> {
    var model = Checked()
    private let plan: ModelPlan<Checked>
    private let record: Record
    /// What the properties could not hold, whatever rules say.
    private var early: [Violation] = []
    /// Where they are: what rules say about what is there says nothing about the data.
    private var unfit: [ValuePath] = []
    private var blocked: [TypeMismatch] = []
    /// Empty values that a `default` rule may still replace.
    private var open: [TypeMismatch] = []
    private var missing: [MissingValue] = []
    private let scenario: String
    private let assignment: Assignment
    /// What hooks have added, and the nested models that let no rules run.
    private var errors = ErrorList()
    private var closed: Set<ValuePath> = []

    /// Sets the model from the record.
    init(
        _ record: Record, by plan: ModelPlan<Checked>, _ list: StepList, scenario: String, source: AssignmentSource
    ) {
        self.plan = plan
        self.record = record
        self.scenario = scenario
        record.state.pointee.setsConstants = true
        // As the rules of the plan say, which need not be those of the type.
        let allowed = plan.scopes.assignable(of: ModelPlan<Checked>.self, in: scenario) {
            plan.plan.ruleSet.assignable(in: scenario, nested: Checked.parts.map(\.attribute))
        }
        var assignment = Assignment(
            scenario: scenario, safeOnly: true, source: source, setsConstants: true, scopes: plan.scopes)
        model.assign(plan.layout.members(of: record), allowed: allowed, &assignment)
        self.assignment = assignment
        missing = assignment.missing
        if assignment.mismatches.isEmpty { return }
        // Where an object is needed for what is in it, the plan says so itself.
        let ours = assignment.mismatches.filter { mismatch in
            // For null the plan says nothing: an optional model may be null.
            mismatch.finding != nil || mismatch.expected != .object
                || !list.structure.contains { $0.path == mismatch.path.description }
        }
        let replaced = plan.plan.ruleSet.replacedWhenEmpty(in: scenario)
        open = ours.filter { mismatch in
            replaced.contains(mismatch.path.description)
                && record.node(at: mismatch.path)?.pointee.value.isEmpty == true
        }
        let fixed = ours.filter { !open.contains($0) }
        early = violations(fixed)
        unfit = fixed.map(\.path)
        blocked = fixed
    }

    /// Calls the hooks before the rules, and sets the record from what the model then holds; false if no rules may run.
    mutating func start() -> Bool {
        if !record.state.pointee.isMismatched {
            let stopped = plan.layout.before(&model, scenario: scenario, only: nil, errors: &errors)
            guard let stopped else { return false }
            closed = stopped
        }
        complete()
        for mismatch in blocked { record.block(mismatch.path, pattern: mismatch.pattern) }
        plan.layout.mark(record, errors, closed)
        return true
    }

    /// The result if the model itself let no rules run.
    var stopped: Parsed<Checked> {
        .invalid(Report(violations: early + errors.report(hasRun: false).violations))
    }

    /// Shows the rules what the model holds, which may differ from the data it was made from: a type may read a value
    /// in a form of its own.
    private func complete() {
        for (number, attribute) in plan.layout.attributes.enumerated() {
            // What a property could not take is not validated; of a model the parts that it could take are.
            let isLeft = assignment.mismatches.contains { mismatch in
                mismatch.path.components.first == .key(attribute.name)
                    && (attribute.nested == nil || mismatch.path.components.count == 1)
            }
            if isLeft { continue }
            var value = attribute.read(model, record.arena)
            for list in assignment.lists where list.path.components.first == .key(attribute.name) {
                value = value.replacing(list.items, at: list.path.components.dropFirst(), in: record.arena)
            }
            plan.layout.put(value, number, in: record)
        }
        for value in assignment.missing { record.remove(value.path) }
    }

    /// Takes over what rules replaced, and returns what the properties could not hold of it.
    mutating func takeChanges() -> [Violation] {
        guard record.state.pointee.isChanged, !record.state.pointee.isMismatched else { return [] }
        let changed = Set(plan.layout.attributes.map(\.name).filter { isChanged($0) })
        missing.removeAll { changed.contains($0.path.description) }
        open.removeAll { changed.contains($0.path.description) }
        return plan.layout.finish(record, &model)
    }

    private func isChanged(_ name: String) -> Bool {
        plan.plan.shape.changedValue(at: name, in: record.slots) != nil
    }

    /// The model, or the problems.
    mutating func end(_ report: Report, _ unheld: [Violation]) -> Parsed<Checked> {
        if record.state.pointee.isMismatched { return .invalid(report) }
        // A `required` rule says it in its own words.
        func isSaid(_ path: ValuePath) -> Bool { report.violations.contains { $0.concerns(path.description) } }
        let unsaid = missing.filter { !isSaid($0.path) }.map { Violation($0) }
        let left = violations(open.filter { !isSaid($0.path) })
        let found = report.violations.filter { violation in !unfit.contains { violation.path.lies(in: $0) } }
        errors.add(plan.sorted(report.with(early + left + found + unheld + unsaid)))
        // Of a model that lacks data a hook would see the initial values.
        if early.isEmpty, open.isEmpty, missing.isEmpty {
            plan.layout.after(&model, scenario: scenario, only: nil, stopped: closed, errors: &errors)
        }
        let all = errors.report
        return all.isValid ? .valid(model, all) : .invalid(all)
    }

    private func violations(_ mismatches: [TypeMismatch]) -> [Violation] {
        mismatches.map { mismatch in
            let offset = record.node(at: mismatch.path)?.pointee.offset ?? .max
            return Violation(mismatch, offset: offset == .max ? nil : Int(offset))
        }
    }
}

extension ValuePath {
    /// Whether the path leads to something inside of what another one leads to.
    fileprivate func lies(in other: ValuePath) -> Bool {
        components.count > other.components.count && components.starts(with: other.components)
    }
}

extension RuleSet {
    /// The attributes for which a scenario has a `default` rule.
    fileprivate func replacedWhenEmpty(in scenario: String) -> Set<String> {
        let rules = rules.filter { rule in
            rule.isActive(in: scenario)
                && writtenOut(rule.constraint).contains { Registry.standard.about($0.type).effect == .suppliesValue }
        }
        return Set(rules.flatMap(\.attributes).map(Self.plain))
    }
}
