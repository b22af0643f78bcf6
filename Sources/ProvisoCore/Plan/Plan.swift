internal import JSONBridge
public import ProvisoMessages

/// A rule set bound to a registry and to the attributes of a model or record: resolved, checked and ready to run.
///
/// A plan is immutable and can be shared between threads; each thread needs its own record.
public final class Plan: LocalizedPlan, @unchecked Sendable {
    /// The rule set that was bound.
    public let ruleSet: RuleSet
    /// The registry that the rule types come from.
    public let registry: Registry
    /// The messages: those of the rule set first, then those of plugins, then those the plan was made with.
    public let vocabulary: Vocabulary
    /// The positions of the attributes in a record.
    package let layout: RecordLayout
    package let steps: [String: StepList]
    let asyncSteps: [String: StepList]
    /// The rules by id, for stored violations.
    let rules: RuleIndex
    /// What rules say of values inside others; validators refer to them without counting.
    let shapes: [ShapePlan]
    /// What is probably a mistake, although a plan could be made: rules that can never find anything.
    public let warnings: [RuleSetError.Diagnostic]
    /// The rules about all records together.
    package let dataset: [DatasetStep]
    /// Whether a rule compares values across the records of a run.
    package let comparesRecords: Bool
    let anyStep: StepInfo

    /// Binds a rule set to a registry.
    ///
    /// `attributes` lists all attributes that rules may name, as for a Swift model; without it, rules may name any.
    /// Throws one error with all problems of the rule set.
    public convenience init(
        _ ruleSet: RuleSet, registry: Registry = .standard, attributes: [String]? = nil,
        catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        let known = attributes ?? ruleSet.attributes
        try self.init(PlanBuilder(ruleSet, registry: registry, attributes: known, catalogs: catalogs))
    }

    /// Binds the rule set of a model together with those of its nested models.
    package convenience init(
        _ ruleSet: RuleSet, registry: Registry, attributes: [String]?, scopes: [NestedRules], model: ModelType? = nil,
        catalogs: Catalogs, isAsync: Bool
    ) throws(RuleSetError) {
        try self.init(
            PlanBuilder(
                ruleSet, registry: registry, attributes: attributes, scopes: scopes, catalogs: catalogs,
                isAsync: isAsync, model: model))
    }

    private init(_ builder: PlanBuilder) throws(RuleSetError) {
        let built = try PlanPatterns.$current.withValue(PlanPatterns()) {
            PlanDates.$current.withValue(PlanDates()) {
                Result { () throws(RuleSetError) in
                    try SuggestionWork.limited { () throws(RuleSetError) in try builder.build() }
                }
            }
        }.get()
        ruleSet = builder.ruleSet
        registry = builder.registry
        vocabulary = built.vocabulary
        layout = built.layout
        steps = built.steps
        asyncSteps = built.asyncSteps
        rules = built.rules
        shapes = built.shapes
        warnings = built.warnings
        comparesRecords = built.comparesRecords
        dataset = built.dataset
        anyStep = StepInfo(
            rule: RuleReference(id: "structure", type: "record"),
            attribute: AttributeInfo(name: "", path: ValuePath([]), slot: 0, tail: [], index: -1))
    }

    package var attributes: [AttributeInfo] { layout.attributes }
    /// The check that there are no other members; `nil` if the rule set is not closed.
    package var closedStep: ClosedStep? { steps[RuleSet.defaultScenario]?.closed }
    /// Whether a rule is about the record itself, or about every member of it.
    package var readsRecord: Bool {
        layout.attributes.contains { $0.path.components.isEmpty || $0.path.components.first == .each }
    }
    package var shape: Shape { layout.shape }

    /// The names of the plan's scenarios.
    public var scenarios: [String] { steps.keys.sorted() }

    /// The names of all attributes, in the order in which the rules name them.
    public var attributeNames: [String] { attributes.map(\.name) }

    /// Validates a record.
    ///
    /// `attributes` limits validation to some of them. Throws for an unknown scenario or attribute, and for a record of
    /// another plan: make a new record after rules are reloaded.
    public func validate(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        try check(record)
        try refuseAsyncRules()
        let list = try stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try select(names) }
        return run(list, on: record, only: selected)
    }

    /// Validates the members of an object.
    public func validate(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Report {
        let record = Record(for: self)
        record.fill(value)
        return try validate(record, scenario: scenario)
    }

    /// Throws for a record of another plan, such as one from before the rules were reloaded.
    func check(_ record: Record) throws(RuleSetError) {
        guard record.layout !== layout else { return }
        throw RuleSetError(
            reason: "the record was made for another plan: make one with 'Record(for:)' for each plan, "
                + "or use a PlanReader where rules are reloaded")
    }

    /// Whether the plan contains async rules.
    package var hasAsyncRules: Bool { !asyncSteps.isEmpty }

    /// Throws if the plan contains async rules, for callers that do not await them.
    package func refuseAsyncRules() throws(RuleSetError) {
        guard let first = asyncSteps.values.first?.steps.pointee.info else { return }
        let type = first._withUnsafeGuaranteedRef { $0.rule.type }
        throw RuleSetError(reason: "rule type '\(type)' is async: use AsyncPlan instead of Plan")
    }

    /// The attributes that a scenario's rules validate, and those to validate again when others change.
    package func dependents(in scenario: String) throws(RuleSetError) -> Dependents {
        let dependents = try stepList(scenario).dependents
        return asyncSteps[scenario].map { Dependents(dependents, $0.dependents) } ?? dependents
    }

    /// Finds the steps of a scenario once, for callers that validate many records.
    package func stepList(_ scenario: String) throws(RuleSetError) -> StepList {
        guard let list = steps[scenario] else {
            throw RuleSetError(
                reason: "unknown scenario '\(scenario)' \(Self.known(steps.keys))",
                suggestion: Suggestion.nearest(to: scenario, in: steps.keys))
        }
        return list
    }

    /// The known scenarios as text for an error; only the first ones of many.
    static func known(_ scenarios: some Collection<String>) -> String {
        let shown = scenarios.sorted().prefix(20).joined(separator: ", ")
        return "(known: \(shown)\(scenarios.count > 20 ? ", …" : ""))"
    }

    package func select(_ names: [String]) throws(RuleSetError) -> Set<Int> {
        var selected: Set<Int> = []
        for name in names {
            guard let attribute = attributes.first(where: { $0.name == name }) else {
                throw RuleSetError(
                    reason: "unknown attribute '\(name)'",
                    suggestion: Suggestion.nearest(to: name, in: attributes.map(\.name)))
            }
            selected.insert(attribute.index)
        }
        return selected
    }

    /// Runs steps over a record's values.
    package func run(
        _ list: StepList, on record: Record, only selected: Set<Int>?, deferral: UnsafeRawPointer? = nil
    ) -> Report {
        run(list, on: record, only: selected, model: nil, deferral: deferral)
    }

    /// Runs steps over a record that was filled from a model.
    package func run(
        _ list: StepList, on record: Record, only selected: Set<Int>?, model: ModelAccess?,
        deferral: UnsafeRawPointer? = nil
    ) -> Report {
        record.begin()
        var context = ValidationContext(record: record, step: Unmanaged.passUnretained(anyStep))
        context.model = model
        context.deferral = deferral
        if let observation = context.observation {
            observation.begin()
            run(list, &context, only: selected, observation)
        } else {
            run(list, &context, only: selected, NoProbe())
        }
        if context.violations.isEmpty { return Report() }
        return context.finish()
    }

    @inline(__always)
    private func run<Probe: StepProbe>(
        _ list: StepList, _ context: inout ValidationContext, only selected: Set<Int>?, _ probe: Probe
    ) {
        let state = context.record.state
        if state.pointee.isMismatched {
            context.node = context.record.spare
            context.node.pointee = .absent
            context.report(layout.shape.holdsItems ? .listExpected : .objectExpected)
            return probe.couldNotRun(list.infos, because: anyStep, &context)
        }
        list.run(&context, only: selected, probe)
        if !context.violations.isEmpty { state.pointee.isMarked = true }
    }

    /// Runs the steps of a scenario over a record's values, then the async ones where the others found no error.
    package func begin(
        _ scenario: String, on record: Record, only selected: Set<Int>?, model: ModelAccess?
    ) throws(RuleSetError) -> PendingReport {
        let report = run(try stepList(scenario), on: record, only: selected, model: model)
        guard let asking = asyncSteps[scenario], !record.state.pointee.isMismatched else {
            return PendingReport(report: report, pendingChecks: [])
        }
        record.state.pointee.pendingChecks = []
        var context = ValidationContext(record: record, step: Unmanaged.passUnretained(anyStep))
        context.model = model
        if let observation = context.observation {
            asking.run(&context, only: selected, observation)
        } else {
            asking.run(&context, only: selected)
        }
        if !context.violations.isEmpty { record.state.pointee.isMarked = true }
        let violations = report.violations.merged(with: context.violations)
        return PendingReport(
            report: Report(violations: violations, omitted: record.state.pointee.omitted),
            pendingChecks: record.state.pointee.pendingChecks.take() ?? [])
    }
}
