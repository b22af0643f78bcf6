public import ProvisoCore
public import ProvisoMessages

/// A plan for a Swift type: its rule set, its methods and how its properties are read.
///
/// The rules of models nested in it are part of the plan, under the names of the properties that hold them.
public struct ModelPlan<Checked: ValidatableModel>: Sendable {
    /// The plan of the rule set, for records.
    public let plan: Plan
    let layout: ModelLayout<Checked>
    /// The rule set the plan was made from, without what nested models add.
    let ruleSet: RuleSet
    private let pool: ModelRecordPool
    let scopes = AssignmentScopes()
    private let usualSteps: StepList
    private let baseCatalogs: Catalogs
    private let registry: Registry
    private let isAsync: Bool

    /// Binds the model's rule set to a registry that also knows the model's methods.
    ///
    /// `ruleSet` takes the place of the type's own.
    public init(
        _ model: Checked.Type = Checked.self, ruleSet: RuleSet? = nil, registry: Registry = .standard,
        catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        try self.init(ruleSet, registry: registry, catalogs: catalogs, isAsync: false)
    }

    init(_ ruleSet: RuleSet?, registry: Registry, catalogs: Catalogs, isAsync: Bool) throws(RuleSetError) {
        self.registry = registry
        baseCatalogs = catalogs
        self.isAsync = isAsync
        var registry = registry
        for method in Checked.methods { try registry.register(method.definition) }
        let attributes = Checked.attributes
        try Checked.checkAttributes()
        let ruleSet = ruleSet ?? Checked.ruleSet
        let outline = try ModelOutline(Checked.self, ruleSet: ruleSet)
        if Checked.self is any ParsableModel.Type { try Checked.checkParsing() }
        registry.propertyCodes = attributes.flatMap(\.codes) + Checked.hookCodes + outline.scopes.flatMap(\.codes)
        let plan = try Plan(
            outline.ruleSet, registry: registry, attributes: attributes.map(\.name), scopes: outline.scopes,
            model: ModelType(Checked.self), catalogs: catalogs, isAsync: isAsync)
        self.ruleSet = ruleSet
        self.plan = plan
        layout = ModelLayout(attributes, plan: plan, scopes: outline.scopes)
        pool = ModelRecordPool(for: plan)
        usualSteps = try plan.stepList(RuleSet.defaultScenario)
    }

    /// A plan of the same type and registry with other rules.
    func with(_ ruleSet: RuleSet) throws(RuleSetError) -> ModelPlan {
        try ModelPlan(ruleSet, registry: registry, catalogs: baseCatalogs, isAsync: isAsync)
    }

    /// Validates a model; rules that change values (`trim`, `default`) change it.
    ///
    /// `attributes` limits the check to some of them and what is in them. Throws only for a scenario or attribute the
    /// plan does not know.
    public func validate(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        var errors = ErrorList()
        let hasRun = try run(&model, scenario: scenario, attributes: names, errors: &errors)
        return errors.report(hasRun: hasRun)
    }

    /// Runs hooks and rules, and adds what is found; false if `beforeValidate` returned false.
    ///
    /// Rules with `skipOnError` skip attributes that have errors already.
    func run(
        _ model: inout Checked, scenario: String, attributes names: [String]?, errors: inout ErrorList
    ) throws(RuleSetError) -> Bool {
        try plan.refuseAsyncRules()
        let list = scenario == RuleSet.defaultScenario ? usualSteps : try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        return run(list, &model, scenario: scenario, only: selected, errors: &errors)
    }

    /// The same with everything looked up; with `keeps` the rules do not change the model.
    func run(
        _ list: StepList, _ model: inout Checked, scenario: String, only selected: Set<Int>?, errors: inout ErrorList,
        keeps: Bool = false
    ) -> Bool {
        let record = pool.take()
        defer { pool.give(back: record) }
        return record._withUnsafeGuaranteedRef {
            layout.run(list, on: $0, model: &model, scenario: scenario, only: selected, errors: &errors, keeps: keeps)
        }
    }

    /// Lends a record that is kept for the next model that is made from data.
    func withRecord<Result, Failure>(
        _ body: (Record) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let held = pool.take()
        let record = held.takeUnretainedValue().record
        defer {
            record.state.pointee.setsConstants = false
            pool.give(back: held)
        }
        return try body(record)
    }

    /// Runs hooks and the rules that are not async; `nil` if `beforeValidate` returned false.
    func begin(
        _ model: inout Checked, scenario: String, attributes names: [String]?, errors: inout ErrorList
    ) throws(RuleSetError) -> Begun? {
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        return try begin(&model, scenario: scenario, only: selected, errors: &errors)
    }

    /// The same with the attributes looked up.
    func begin(
        _ model: inout Checked, scenario: String, only selected: Set<Int>?, errors: inout ErrorList,
        keeps: Bool = false
    ) throws(RuleSetError) -> Begun? {
        let record = pool.take()
        defer { pool.give(back: record) }
        return try layout.begin(
            scenario, on: record.takeUnretainedValue(), model: &model, only: selected, errors: &errors, keeps: keeps)
    }

    /// Calls the hooks after the rules, the async ones too.
    func end(_ begun: Begun, _ model: inout Checked, scenario: String, errors: inout ErrorList) {
        layout.after(&model, scenario: scenario, only: begun.selected, stopped: begun.stopped, errors: &errors)
    }

    /// A report with the violations in the order of the attributes.
    func sorted(_ report: Report) -> Report { layout.sorted(report) }

    /// Prepares to validate many models in one scenario, on one thread at a time.
    public func session(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> ModelSession<Checked> {
        try plan.refuseAsyncRules()
        return ModelSession(layout, scenario: scenario, steps: try plan.stepList(scenario))
    }
}

/// Validates many models of a type in one scenario: nothing is looked up, and one record serves them all.
///
/// One thread at a time. A method or hook of the model may use the session for other models.
public final class ModelSession<Checked: ValidatableModel> {
    private let layout: ModelLayout<Checked>
    private let scenario: String
    private let steps: StepList
    private let record: ModelRecord
    /// Set while the record holds a model: what is validated meanwhile, by a method of the model, needs another one.
    private var isInUse = false

    init(_ layout: ModelLayout<Checked>, scenario: String, steps: StepList) {
        self.layout = layout
        self.scenario = scenario
        self.steps = steps
        record = ModelRecord(for: layout.plan)
    }

    /// Validates a model; rules that change values change it.
    public func validate(_ model: inout Checked) -> Report {
        let wasInUse = isInUse
        isInUse = true
        defer { isInUse = wasInUse }
        let record = wasInUse ? ModelRecord(for: layout.plan) : record
        var errors = ErrorList()
        let hasRun = layout.run(
            steps, on: record, model: &model, scenario: scenario, only: nil, errors: &errors)
        return errors.report(hasRun: hasRun)
    }
}

extension ErrorList {
    /// The report of a validation; one that the model itself stopped without a word is an error too.
    func report(hasRun: Bool) -> Report {
        guard !hasRun, isEmpty else { return report }
        var stopped = self
        stopped.add([Violation(added: .validationStopped, to: "")])
        return stopped.report
    }
}

extension ValidatableModel {
    /// Validates the model by its own rules.
    ///
    /// Convenient for one model; the plan is rebuilt each time, so keep a `ModelPlan` for many.
    public mutating func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>().validate(&self, scenario: scenario)
    }
}

/// Objects, which constants hold too.
extension ValidatableModel where Self: AnyObject {
    /// Validates the object by its own rules; rules that change values change it.
    public func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>().validate(self, scenario: scenario)
    }
}

extension ModelPlan where Checked: AnyObject {
    /// Validates an object; rules that change values change it.
    public func validate(
        _ model: Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        var object = model
        return try validate(&object, scenario: scenario, attributes: names)
    }
}

extension ModelSession where Checked: AnyObject {
    /// Validates an object; rules that change values change it.
    public func validate(_ model: Checked) -> Report {
        var object = model
        return validate(&object)
    }
}

extension ModelPlan {
    /// Validates a model, and says what happened to every rule.
    ///
    /// The report is that of `validate`, with the same changes of the model. It throws for the same reasons.
    public func explain(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Explanation {
        try plan.refuseAsyncRules()
        let list = try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        let (record, explainer) = (ModelRecord(for: plan), RecordExplainer())
        record.record.observer = explainer
        var errors = ErrorList()
        let hasRun = layout.run(list, on: record, model: &model, scenario: scenario, only: selected, errors: &errors)
        return explainer.take(errors.report(hasRun: hasRun), by: plan, in: scenario, only: selected)
    }
}

extension AsyncModelPlan {
    /// Validates a model, awaits its async rules, and says what happened to every rule.
    ///
    /// It throws for the same reasons as `validate`.
    nonisolated(nonsending) public func explain(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Explanation {
        let selected = try names.map { try plan.plan.select(within: $0) }
        let (record, explainer) = (ModelRecord(for: plan.plan), RecordExplainer())
        record.record.observer = explainer
        var errors = ErrorList()
        let begun = try plan.layout.begin(scenario, on: record, model: &model, only: selected, errors: &errors)
        if let begun {
            errors.add(plan.sorted(try await begun.pending.finish()))
            plan.end(begun, &model, scenario: scenario, errors: &errors)
        }
        let report = begun == nil ? errors.report(hasRun: false) : errors.report
        return explainer.take(report, by: plan.plan, in: scenario, only: selected)
    }
}

extension ModelPlan: LocalizedPlan {
    /// The catalogs with the messages of the plan.
    public var vocabulary: Vocabulary { plan.vocabulary }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }
}

extension AsyncModelPlan: LocalizedPlan {
    /// The labels and messages for what the plan reports, with those of nested models.
    public var vocabulary: Vocabulary { plan.vocabulary }
    /// The rule set with the labels of nested models.
    public var ruleSet: RuleSet { plan.plan.ruleSet }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    /// Prepares to validate many models in one scenario, one after the other.
    public func session(
        scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> AsyncModelSession<Checked> {
        _ = try plan.plan.stepList(scenario)
        return AsyncModelSession(plan: self, scenario: scenario)
    }

    /// Validates a copy of a model and returns it, changed by its rules, with what was found.
    ///
    /// For state that cannot be passed as `inout` to an async call, such as a property of an actor:
    /// `(signUp, report) = try await plan.validated(signUp)`.
    nonisolated(nonsending) public func validated(
        _ model: Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> (model: Checked, report: Report) {
        var copy = model
        let report = try await validate(&copy, scenario: scenario, attributes: names)
        return (copy, report)
    }
}

/// Validates many models of a type in one scenario, and awaits async rules.
public struct AsyncModelSession<Checked: ValidatableModel>: Sendable {
    let plan: AsyncModelPlan<Checked>
    /// The scenario whose rules run.
    public let scenario: String

    /// Validates a model; rules that change values change it.
    nonisolated(nonsending) public func validate(_ model: inout Checked) async throws -> Report {
        try await plan.validate(&model, scenario: scenario)
    }
}
