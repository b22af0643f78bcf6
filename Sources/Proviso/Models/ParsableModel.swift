internal import JSONBridge

/// What came of making a model from data.
public enum Parsed<Checked> {
    /// The model, holding only declared attributes, with what its rules remarked without refusing it.
    case valid(Checked, Report)
    /// What is wrong with the data.
    case invalid(Report)

    /// The model, nil when the data was refused.
    public var model: Checked? { if case .valid(let model, _) = self { model } else { nil } }

    public var report: Report {
        switch self {
        case .valid(_, let report), .invalid(let report): report
        }
    }
}

extension Parsed: Sendable where Checked: Sendable {}

extension ModelPlan where Checked: ParsableModel {
    /// Makes a model from a JSON object and validates it.
    ///
    /// Only the attributes that are safe in the scenario are taken from the data; whatever else it holds is dropped.
    /// A value of the wrong kind and a property without a value are violations with their paths, like those of the
    /// rules. Hooks are not called: there is no model yet. Throws for text that is not JSON or an unknown scenario.
    public func parse(json: String, scenario: String = RuleSet.defaultScenario) throws -> Parsed<Checked> {
        let record = Record(for: plan)
        try record.fill(json: json)
        return try parse(record, scenario: scenario)
    }

    /// Makes a model from the members of an object and validates it.
    public func parse(_ value: AnyValue, scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Parsed<
        Checked
    > {
        let record = Record(for: plan)
        record.fill(value)
        return try parse(record, scenario: scenario)
    }

    private func parse(_ record: Record, scenario: String) throws(RuleSetError) -> Parsed<Checked> {
        let list = try plan.stepList(scenario)
        var model = Checked()
        let allowed = plan.ruleSet.assignable(in: scenario, nested: Checked.parts.map(\.attribute))
        var assignment = Assignment(scenario: scenario, safeOnly: true)
        var missing: [String] = []
        for (attribute, slot) in attributes {
            let isOffered = attribute.isWritable && allowed.contains(attribute.name)
            let isAbsent = record.slots[slot].value.kindOrAbsent == .absent
            if isOffered, !isAbsent {
                let value = plan.shape.value(at: attribute.name, in: record.slots)
                assignment.enter(.key(attribute.name)) { attribute.assign(&model, value, &$0) }
            } else if isOffered, !attribute.mayBeMissing {
                missing.append(attribute.name)
            }
            if !isOffered || isAbsent && attribute.mayBeMissing {
                record.slots[slot] = .absent
                record.slots[slot].value = attribute.read(model, record.arena)
                plan.shape.fill(record.slots, below: attribute.name)
            }
        }
        let early = refuse(assignment.misfits, in: record)
        let report = withUnsafePointer(to: &model) {
            plan.run(list, on: record, only: nil, model: $0, type: ObjectIdentifier(Checked.self))
        }
        if record.state.pointee.isMisshapen { return .invalid(report) }
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        let blank = missing.filter { name in !report.violations.contains { $0.concerns(name) } }.map {
            Violation(added: "required.blank", to: $0)
        }
        let all = Report(violations: early + report.violations + blank)
        return all.isValid ? .valid(model, all) : .invalid(all)
    }

    /// Reports values of the wrong kind and keeps the rules from them.
    private func refuse(_ misfits: [Misfit], in record: Record) -> [Violation] {
        var violations: [Violation] = []
        for misfit in misfits {
            let node = record.node(at: misfit.path)
            // The plan says itself that an object is needed where it looks for parts of one.
            let isJudged = misfit.expected == .object && plan.structure.contains { $0.path == misfit.path.description }
            if !isJudged {
                let offset = node.flatMap { $0.pointee.offset == .max ? nil : Int($0.pointee.offset) }
                violations.append(Violation(misfit, offset: offset))
                record.block(misfit.path)
            }
        }
        return violations
    }
}

extension ParsableModel {
    /// Makes a model from a JSON object, by a plan made for it; keep a `ModelPlan` for many.
    public static func validated(
        from json: String, scenario: String = RuleSet.defaultScenario
    ) throws -> Parsed<Self> {
        try ModelPlan<Self>().parse(json: json, scenario: scenario)
    }

    /// Makes a model from the members of an object.
    public static func validated(
        from value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Parsed<Self> {
        try ModelPlan<Self>().parse(value, scenario: scenario)
    }
}
