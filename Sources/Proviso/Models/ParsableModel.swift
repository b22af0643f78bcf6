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
    /// rules. `beforeValidate` and `afterValidate` are not called. Throws for text that is not JSON or an unknown scenario.
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
        try plan.refuseQuestions()
        let list = try plan.stepList(scenario)
        var model = Checked()
        let allowed = plan.ruleSet.assignable(in: scenario, nested: Checked.parts.map(\.attribute))
        var assignment = Assignment(scenario: scenario, safeOnly: true)
        let given = attributes.filter { record.slots[$0.slot].value.kindOrAbsent != .absent }
        let members = given.map {
            AnyValue.Member($0.attribute.name, plan.shape.value(at: $0.attribute.name, in: record.slots))
        }
        model.assign(members, allowed: allowed, &assignment)
        // Where an object is needed for what lies in it, the plan says so itself.
        let ours = assignment.misfits.filter { misfit in
            misfit.expected != .object || !list.structure.contains { $0.path == misfit.path.description }
        }
        let early = report(ours, in: record)
        complete(record, from: model, assignment)
        for misfit in ours { record.block(misfit.path) }
        var report = layout.withAccess(to: &model) { plan.run(list, on: record, only: nil, model: $0) }
        if record.state.pointee.isMisshapen { return .invalid(report) }
        if record.state.pointee.isChanged {
            report = Report(violations: report.violations + layout.finish(record, &model))
        }
        // A `required` rule says it in its own words.
        let missing = assignment.missing.map(\.description).filter { name in
            !report.violations.contains { $0.concerns(name) }
        }
        let all = Report(
            violations: early + report.violations + missing.map { Violation(added: "required.blank", to: $0) })
        return all.isValid ? .valid(model, all) : .invalid(all)
    }

    /// The violations of values of the wrong kind.
    private func report(_ misfits: [Misfit], in record: Record) -> [Violation] {
        misfits.map { misfit in
            let offset = record.node(at: misfit.path)?.pointee.offset ?? .max
            return Violation(misfit, offset: offset == .max ? nil : Int(offset))
        }
    }

    /// Shows the rules what the model holds, which may differ from the data it was made from: a type may read a value
    /// in a form of its own.
    private func complete(_ record: Record, from model: Checked, _ assignment: Assignment) {
        for (attribute, _) in attributes {
            // What a property could not take is not judged; of a model the parts that it could take are.
            let isLeft = assignment.misfits.contains { misfit in
                misfit.path.components.first == .key(attribute.name)
                    && (attribute.nested == nil || misfit.path.components.count == 1)
            }
            if isLeft { continue }
            record.replace(attribute.name, by: attribute.read(model, record.arena))
        }
        for path in assignment.missing { record.remove(path) }
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
