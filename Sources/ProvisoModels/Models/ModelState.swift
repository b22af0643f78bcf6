public import ProvisoCore

/// A model with its scenario and its errors.
///
/// A value like the model in it: a copy has errors of its own from then on. Rules can be attached to one state, which
/// makes its plan anew; otherwise all states share the plan they were made with.
public struct ModelState<Checked: Model>: StatefulModel {
    /// The model itself; changing it clears no errors.
    public var model: Checked
    public var scenario: String
    public var errors = ErrorList()
    /// Whether rules were attached to the type or to this state.
    public private(set) var isAttached: Bool
    public private(set) var modelPlan: ModelPlan<Checked>
    /// The attributes that were judged so far, by their index in the plan.
    var judged: Set<Int> = []
    /// What rules asked since somebody took it.
    var questions: [Question] = []
    /// What mass assignment could not put into the properties, by attribute, with what the property held then.
    private var misfits: [String: (found: [Misfit], value: AnyValue?)] = [:]

    /// A model with the plan of its type.
    public init(
        _ model: Checked, plan: ModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) {
        self.init(model, plan: plan, scenario: scenario, isAttached: false)
    }

    /// A model with a plan whose rules may ask: `validateAndAsk` waits for the answers, `validate` throws.
    public init(
        _ model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) {
        self.init(model, plan: plan.plan, scenario: scenario, isAttached: false)
    }

    /// A model with a plan made for it; throws what is wrong with its rules.
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

    public var ruleSet: RuleSet { modelPlan.plan.ruleSet }
    public var attributeNames: [String] { modelPlan.attributes.map(\.attribute.name) }
    public var nestedAttributes: [String] { Checked.parts.map(\.attribute) }
    public var formName: String { Checked.formName }

    public func plan() throws(RuleSetError) -> Plan { modelPlan.plan }

    public subscript(attribute: String) -> AnyValue? {
        guard let found = modelPlan.attributes.first(where: { $0.attribute.name == attribute }) else { return nil }
        let arena = Arena()
        let raw = found.attribute.read(model, arena)
        return withExtendedLifetime(arena) { AnyValue(raw: raw) }
    }

    public mutating func validate(attributes names: [String]?, clearErrors: Bool) throws(RuleSetError) -> Bool {
        try modelPlan.plan.refuseQuestions()
        if clearErrors { self.clearErrors(of: names) }
        let ran = try modelPlan.run(&model, scenario: scenario, attributes: names, errors: &errors)
        if ran { judged.formUnion(try modelPlan.plan.judged(in: scenario, within: names)) }
        return ran && errors.isEmpty
    }

    nonisolated(nonsending) public mutating func validateAndAsk(
        attributes names: [String]?, clearErrors: Bool
    ) async throws -> Bool {
        let judged = try modelPlan.plan.judged(in: scenario, within: names)
        if clearErrors { self.clearErrors(of: names) }
        guard let pending = try modelPlan.begin(&model, scenario: scenario, attributes: names, errors: &errors) else {
            return false
        }
        errors.add(try await pending.finish().violations)
        self.judged.formUnion(judged)
        model.afterValidate(scenario: scenario, errors: &errors)
        return errors.isEmpty
    }

    private mutating func clearErrors(of names: [String]?) {
        if let names { errors.clear(names) } else { errors.clear() }
        addMisfits { violation in names?.contains { violation.concerns($0) } ?? true }
    }

    /// Runs all rules of the scenario, adding to the errors; false when the model did not let them.
    ///
    /// What rules ask is left to the caller.
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
        guard modelPlan.plan.asks else {
            let list = try modelPlan.plan.stepList(scenario)
            return modelPlan.run(list, &model, scenario: scenario, only: selected, errors: &errors)
        }
        let pending = try modelPlan.begin(&model, scenario: scenario, only: selected, errors: &errors)
        guard let pending else { return false }
        questions += pending.questions
        errors.add(pending.report.violations)
        model.afterValidate(scenario: scenario, errors: &errors)
        return true
    }

    /// Says again what could not be put into properties that have not been set to something else since.
    private mutating func addMisfits(where isWanted: (Violation) -> Bool) {
        misfits = misfits.filter { self[$0.key] == $0.value.value }
        errors.add(attributeNames.flatMap { misfits[$0]?.found ?? [] }.map { Violation($0) }.filter(isWanted))
    }

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
            if misfits.removeValue(forKey: member.key) != nil { errors.clear([member.key]) }
        }
        for misfit in assignment.misfits {
            guard case .key(let attribute)? = misfit.path.components.first else { continue }
            let value = self[attribute]
            misfits[attribute, default: ([], value)].found.append(misfit)
            errors.add([Violation(misfit)])
        }
        return assignment.refused
    }

    /// Binds the state to a changed rule set; one that cannot be used leaves everything as it was.
    mutating func rebind(_ ruleSet: RuleSet) throws(RuleSetError) {
        modelPlan = try modelPlan.with(ruleSet)
        judged = []
        isAttached = true
    }
}

extension ModelState: Sendable where Checked: Sendable {}
