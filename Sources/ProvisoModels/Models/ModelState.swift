public import ProvisoCore

/// A model with its scenario and its errors.
///
/// A value like the model in it: a copy has errors of its own from then on. Rules can be attached to one state, which
/// rebuilds its plan; otherwise all states share the plan they were made with.
public struct ModelState<Checked: ValidatableModel>: StatefulModel {
    /// The model itself; changing it clears no errors.
    public var model: Checked
    /// The scenario whose rules run.
    public var scenario: String
    /// The violations found so far, and those that were added.
    public var errors = ErrorList()
    /// Whether rules were attached to the type or to this state.
    public private(set) var isAttached: Bool
    /// The plan that validates the model.
    public private(set) var modelPlan: ModelPlan<Checked>
    /// The attributes that were validated so far, by their index in the plan.
    var judged: Set<Int> = []
    /// The async checks that rules have added since they were last taken.
    var pendingChecks: [PendingCheck] = []
    /// Whether rules must not change the model: someone is typing into it.
    var keepsModel = false
    /// The type mismatches of mass assignment, by attribute, with the property's value at that time.
    private var mismatches: [String: (found: [TypeMismatch], value: AnyValue?)] = [:]

    /// Creates a state with the plan of the model's type.
    public init(
        _ model: Checked, plan: ModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) {
        self.init(model, plan: plan, scenario: scenario, isAttached: false)
    }

    /// Creates a state with a plan that may have async rules: `validateAsync` awaits them, `validate` throws.
    public init(
        _ model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) {
        self.init(model, plan: plan.plan, scenario: scenario, isAttached: false)
    }

    /// Creates a state with a new plan; throws the problems of the model's rules.
    public init(
        _ model: Checked, registry: Registry = .standard, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        self.init(model, plan: try ModelPlan(registry: registry), scenario: scenario, isAttached: false)
    }

    init(_ model: Checked, plan: ModelPlan<Checked>, scenario: String, isAttached: Bool) {
        self.model = model
        self.scenario = scenario
        self.isAttached = isAttached
        modelPlan = plan
    }

    /// The rules with labels, hints and scenarios.
    public var ruleSet: RuleSet { modelPlan.plan.ruleSet }
    /// All attributes, in the order declared.
    public var attributeNames: [String] { modelPlan.layout.attributes.map(\.name) }
    /// The attributes that are models with rules of their own.
    public var nestedAttributes: [String] { Checked.parts.map(\.attribute) }
    /// The name under which forms send the model.
    public var formName: String { Checked.formName }

    /// The plan of the rule set.
    public func plan() throws(RuleSetError) -> Plan { modelPlan.plan }

    /// The value of an attribute, `nil` if there is no such attribute.
    public subscript(attribute: String) -> AnyValue? {
        guard let found = modelPlan.layout.attributes.first(where: { $0.name == attribute }) else { return nil }
        let arena = Arena()
        let raw = found.read(model, arena)
        return withExtendedLifetime(arena) { AnyValue(raw: raw) }
    }

    /// Runs the rules of the scenario.
    public mutating func validate(attributes names: [String]?, clearErrors: Bool) throws(RuleSetError) -> Bool {
        try modelPlan.plan.refuseAsyncRules()
        if clearErrors { self.clearErrors(of: names) }
        let ran = try modelPlan.run(&model, scenario: scenario, attributes: names, errors: &errors)
        if ran { judged.formUnion(try modelPlan.plan.judged(in: scenario, within: names)) }
        return ran && errors.isEmpty
    }

    /// Runs the rules of the scenario and awaits the async ones.
    nonisolated(nonsending) public mutating func validateAsync(
        attributes names: [String]?, clearErrors: Bool
    ) async throws -> Bool {
        let judged = try modelPlan.plan.judged(in: scenario, within: names)
        if clearErrors { self.clearErrors(of: names) }
        guard let begun = try modelPlan.begin(&model, scenario: scenario, attributes: names, errors: &errors) else {
            return false
        }
        errors.add(modelPlan.sorted(try await begun.pending.finish()))
        self.judged.formUnion(judged)
        modelPlan.end(begun, &model, scenario: scenario, errors: &errors)
        return errors.isEmpty
    }

    private mutating func clearErrors(of names: [String]?) {
        if let names { errors.clear(names) } else { errors.clear() }
        addMisfits { violation in names?.contains { violation.concerns($0) } ?? true }
    }

    /// Runs all rules of the scenario and adds errors; false if `beforeValidate` returned false.
    ///
    /// Async checks are left to the caller.
    mutating func judgeAll() throws(RuleSetError) -> Bool {
        addMisfits { _ in true }
        return try judge(only: nil)
    }

    mutating func judge(_ selected: Set<Int>) throws(RuleSetError) -> Bool {
        let names = modelPlan.plan.names(selected)
        addMisfits { names.contains($0.attribute) }
        return try judge(only: selected)
    }

    private mutating func judge(only selected: Set<Int>?) throws(RuleSetError) -> Bool {
        // What rules change in a copy is not kept; an object is not written to.
        var checked = model
        defer { if !keepsModel { model = checked } }
        // So what the rules of other attributes would have changed is not there for those that read it.
        let others = try selected.map { selected throws(RuleSetError) -> Set<Int> in
            guard keepsModel else { return [] }
            return try modelPlan.plan.dependents(in: scenario).changed(before: selected)
        }
        let names = others.map { modelPlan.plan.names($0) } ?? []
        let kept = names.isEmpty ? [] : errors.violations.filter { names.contains($0.attribute) }
        defer { if !names.isEmpty { errors.replace(names, by: kept) } }
        let run = selected.map { $0.union(others ?? []) }
        guard modelPlan.plan.hasAsyncRules else {
            let list = try modelPlan.plan.stepList(scenario)
            return modelPlan.run(
                list, &checked, scenario: scenario, only: run, errors: &errors, keeps: keepsModel)
        }
        let begun = try modelPlan.begin(
            &checked, scenario: scenario, only: run, errors: &errors, keeps: keepsModel)
        guard let begun else { return false }
        pendingChecks += begun.pending.pendingChecks.filter { selected?.contains($0.attribute) ?? true }
        errors.add(modelPlan.sorted(begun.pending.report))
        modelPlan.end(begun, &checked, scenario: scenario, errors: &errors)
        return true
    }

    /// Adds the type mismatches again, for properties that have not been set since.
    private mutating func addMisfits(where isWanted: (Violation) -> Bool) {
        mismatches = mismatches.filter { self[$0.key] == $0.value.value }
        errors.add(attributeNames.flatMap { mismatches[$0]?.found ?? [] }.map { Violation($0) }.filter(isWanted))
    }

    /// Sets attributes from the members of an object.
    public mutating func setAttributes(
        _ values: AnyValue, safeOnly: Bool, from source: AssignmentSource
    ) -> [String] {
        guard case .object(let members) = values else { return [] }
        var assignment = Assignment(scenario: scenario, safeOnly: safeOnly, source: source)
        var allowed: Set<String>?
        if safeOnly {
            let isKnown = modelPlan.plan.scenarios.contains(scenario)
            allowed = isKnown ? modelPlan.ruleSet.assignable(in: scenario, nested: nestedAttributes) : []
        }
        model.assign(members, allowed: allowed, &assignment)
        for member in members where allowed?.contains(member.key) ?? true {
            if mismatches.removeValue(forKey: member.key) != nil { errors.clear([member.key]) }
        }
        for mismatch in assignment.mismatches {
            guard case .key(let attribute)? = mismatch.path.components.first else { continue }
            let value = self[attribute]
            mismatches[attribute, default: ([], value)].found.append(mismatch)
            errors.add([Violation(mismatch)])
        }
        return assignment.refused
    }

    /// Binds the state to a changed rule set; one that cannot be used leaves everything unchanged.
    mutating func rebind(_ ruleSet: RuleSet) throws(RuleSetError) {
        modelPlan = try modelPlan.with(ruleSet)
        judged = []
        isAttached = true
    }
}

extension ModelState: Sendable where Checked: Sendable {}
