internal import Observation
public import ProvisoCore
public import ProvisoMessages

/// A model that is validated as it changes, with its errors.
///
/// Each change validates the changed attributes and those that depend on them by the rules of the scenario. A class is
/// held weakly, so it may hold its live model. Use a live model on one actor or thread, like the model itself. A class of
/// the main actor cannot be a `ValidatableModel`: it keeps a value that is one, `LiveModel(self, \.signUp)`.
///
/// Changes arrive in three ways: through `modify`, through `didChange` in a `didSet`, or from an `@Observable` class.
public final class LiveModel<Checked: ValidatableModel> {
    /// The plan that validates the model.
    public let modelPlan: ModelPlan<Checked>
    /// The scenario whose rules run.
    public private(set) var scenario: String
    /// The violations found so far, and those that were added.
    public internal(set) var errors = ErrorList()
    private let read: () -> Checked?
    private let write: (Checked) -> Void
    /// The attributes when they were last looked at; what differs from them has changed.
    private(set) var values = AnyValue.absent
    private var judged: Set<Int> = []
    /// Whether the model's hooks have run.
    private var hasRunHooks = false
    /// Set while rules run, which may change the model and so call `didChange`.
    private var isJudging = false
    var watch: LiveWatch?
    var pendingChecks = LiveChecks()
    private let feed = Feed<LiveEvent>()

    private init(
        _ plan: ModelPlan<Checked>?, _ scenario: String, read: @escaping () -> Checked?,
        write: @escaping (Checked) -> Void
    ) throws(RuleSetError) {
        modelPlan = if let plan { plan } else { try ModelPlan() }
        self.scenario = scenario
        self.read = read
        self.write = write
        _ = try modelPlan.plan.stepList(scenario)
        lookAgain()
    }

    /// Creates a live model of a class, which is held weakly; without a plan, one is made from its rules.
    public convenience init(
        _ model: Checked, plan: ModelPlan<Checked>? = nil, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) where Checked: AnyObject {
        try self.init(plan, scenario, read: { [weak model] in model }, write: { _ in })
    }

    /// Creates a live model of a property of an object, which is held weakly.
    ///
    /// After each validation the property is set, for rules that change values.
    public convenience init<Owner: AnyObject>(
        _ owner: Owner, _ property: ReferenceWritableKeyPath<Owner, Checked>, plan: ModelPlan<Checked>? = nil,
        scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(
            plan, scenario, read: { [weak owner] in owner?[keyPath: property] },
            write: { [weak owner] in owner?[keyPath: property] = $0 })
    }

    /// Creates a live model that keeps the model, which `modify` changes.
    public convenience init(
        keeping model: Checked, plan: ModelPlan<Checked>? = nil, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        var kept = model
        try self.init(plan, scenario, read: { kept }, write: { kept = $0 })
    }

    deinit {
        watch?.wakeup?.end()
        watch?.task?.cancel()
        pendingChecks.drop()
    }

    /// The model in its present state, `nil` if it no longer exists.
    public var model: Checked? { read() }

    /// The attributes with pending async checks, in the order of the plan.
    public var waiting: [String] { modelPlan.plan.list(pendingChecks.open) }

    /// Whether the model has an error now.
    public var hasErrors: Bool { !errors.isEmpty }

    /// Whether the whole model is valid now, attributes that no one has touched too: a form may be sent.
    ///
    /// As `LiveEvent.isValid`; false when the model no longer exists.
    public var isValid: Bool { errors.isEmpty && pendingChecks.open.isEmpty && isRestValid }

    /// Whether the attributes that were not validated yet are valid, by the rules that are not async.
    private var isRestValid: Bool {
        guard let model = read(), let all = try? modelPlan.plan.dependents(in: scenario).judged else { return false }
        let rest = all.subtracting(judged)
        // Hooks have run with the last rules.
        if rest.isEmpty, hasRunHooks { return true }
        return hushed { modelPlan.holds(rest, of: model, in: scenario) }
    }

    /// Whether an attribute has an error now.
    public func hasErrors(of attribute: String) -> Bool { errors.hasErrors(of: attribute) }

    /// The errors of an attribute.
    public func errors(of attribute: String) -> [Violation] { errors.errors(of: attribute) }

    /// The errors of an attribute as sentences.
    public func texts(of attribute: String, in locale: String = "en") -> [String] {
        errors.errors(of: attribute).map(modelPlan.plan.localizer(preferring: locale).text)
    }

    /// Adds an error by its code; it goes when the attribute is validated again.
    public func addError(_ attribute: String, _ code: Code, _ parameters: Parameters = [:]) {
        errors.add(code, parameters, to: attribute)
    }

    /// Changes the scenario without validating; throws if nothing declares it.
    public func setScenario(_ scenario: String) throws(RuleSetError) {
        _ = try modelPlan.plan.stepList(scenario)
        self.scenario = scenario
    }

    /// An event for each validation and each async result, until the live model is released.
    ///
    /// Each call returns a sequence of its own. If an object that is held weakly is released, the sequences end at the next
    /// call of `modify`, `didChange`, `validate` or `events`.
    public func events() -> AsyncStream<LiveEvent> {
        let stream = feed.events()
        if read() == nil { end() }
        return stream
    }

    /// Ends the sequences: the model no longer exists.
    func end() { feed.end() }

    /// Changes the model, and validates what changed if changes are watched.
    ///
    /// Rules that change values (`trim`, `default`) do not change the model: someone may be typing. `validate()` changes it.
    public func modify(_ change: (inout Checked) throws -> Void) rethrows {
        guard var model = read() else { return end() }
        // A model whose properties call `didChange` would be validated half changed.
        try hushed {
            try change(&model)
            write(model)
        }
        didChange()
    }

    /// Reports that the model has changed, for a `didSet`; watched attributes that changed are validated.
    ///
    /// The named attributes count as changed even if their values are the same. While a rule writes to the model, the call
    /// does nothing. A `didSet` cannot throw: an unknown name adds the error `rule.fault`, with the place of the call, until
    /// everything is validated again.
    public func didChange(_ attributes: String..., fileID: StaticString = #fileID, line: UInt = #line) {
        if isJudging { return }
        if read() == nil { return end() }
        guard var watch else { return }
        for name in attributes {
            do {
                watch.named.formUnion(try modelPlan.plan.select(within: [name]))
            } catch {
                addFault("\(fileID):\(line): \(error)", to: name)
            }
        }
        self.watch = watch
        if let wakeup = watch.wakeup { wakeup.change() } else { judgeChanges() }
    }

    /// Adds the problems of the program, which must never look like a valid model.
    private func addFault(_ reason: String, to attribute: String) {
        errors.add(.fault, ["reason": .text(reason)], to: attribute)
        tell(Judged(attributes: [], hasRun: true))
    }

    /// Validates everything the scenario lists; true if there are no errors and no pending async checks.
    ///
    /// Throws if there are async rules or checks and `startObserving` was not called.
    @discardableResult
    public func validate() throws(RuleSetError) -> Bool {
        if hasAsyncRules, watch?.wakeup == nil { throw Self.nobodyListens }
        errors.clear()
        let all = try modelPlan.plan.dependents(in: scenario).judged
        let hasRun = judge { state throws(RuleSetError) in
            defer { state.judged.formUnion(all) }
            return Judged(attributes: all, hasRun: try state.judgeAll())
        }
        return hasRun && errors.isEmpty && pendingChecks.open.isEmpty
    }

    /// Whether there are async rules or added async checks.
    var hasAsyncRules: Bool { modelPlan.plan.hasAsyncRules || !pendingChecks.rules.isEmpty }

    static var nobodyListens: RuleSetError {
        RuleSetError(reason: "the model has async rules or checks: call 'startObserving' first")
    }

    /// Treats the attributes as unchanged from now on.
    func lookAgain() {
        if let model = read() { values = modelPlan.values(of: model) }
    }

    /// Validates what changed since the attributes were last looked at.
    func judgeChanges() {
        guard !isJudging, var watch else { return }
        let (old, named) = (values, watch.named)
        watch.named = []
        self.watch = watch
        let watched = watch.attributes(of: modelPlan.plan, in: scenario)
        judge(keepsModel: true) { state throws(RuleSetError) in
            try state.judgeUpdates(since: old, named: named, watched: watched)
        }
    }

    /// Runs rules over the model in its present state; false when it did not let them run, or no longer exists.
    @discardableResult
    private func judge(
        keepsModel: Bool = false, _ run: (inout ModelState<Checked>) throws(RuleSetError) -> Judged
    ) -> Bool {
        if isJudging { return false }
        guard let model = read() else {
            end()
            return false
        }
        var state = ModelState(model, plan: modelPlan, scenario: scenario)
        (state.errors, state.judged, state.keepsModel) = (errors, judged, keepsModel)
        let outcome = hushed {
            do throws(RuleSetError) {
                let outcome = try run(&state)
                if !keepsModel { write(state.model) }
                return outcome
            } catch {
                state.errors.add(.fault, ["reason": .text(error.description)], to: "")
                return Judged(attributes: [], hasRun: false)
            }
        }
        (errors, judged, values) = (state.errors, state.judged, state.values)
        if outcome.attributes.isEmpty, keepsModel { return true }
        hasRunHooks = outcome.hasRun
        if outcome.hasRun { ask(about: outcome.attributes, state.pendingChecks) }
        tell(outcome)
        return outcome.hasRun
    }

    /// Changes the model and ignores the changes that the model reports meanwhile.
    private func hushed<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasJudging = isJudging
        isJudging = true
        defer { isJudging = wasJudging }
        return try body()
    }

    /// Sends an event with the present state.
    func tell(_ outcome: Judged) {
        feed.take(
            LiveEvent(
                attributes: modelPlan.plan.list(outcome.attributes), report: errors.report, waiting: waiting,
                hasRun: outcome.hasRun, isRestValid: isRestValid))
    }
}

/// Which changes of a live model are validated, and who validates them.
struct LiveWatch {
    /// `nil` for all that the scenario validates.
    private let attributes: Set<Int>?
    private let except: Set<Int>
    /// What was said to have changed.
    var named: Set<Int> = []
    /// Wakes the task; without one changes are validated at once.
    var wakeup: Wakeup?
    var task: Task<Void, Never>?

    init(_ names: [String]?, except: [String], in plan: Plan) throws(RuleSetError) {
        attributes = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        self.except = try plan.select(within: except)
    }

    /// What is validated when it changes, or when what it depends on does.
    func attributes(of plan: Plan, in scenario: String) -> Set<Int> {
        let active = (try? plan.dependents(in: scenario))?.judged ?? []
        return (attributes ?? active).subtracting(except)
    }
}

extension LiveModel {
    /// From now on, validates changes as soon as `modify` or `didChange` reports them.
    ///
    /// Without a list, all attributes that the scenario validates are watched, also after the scenario changes. An
    /// attribute includes what is nested in it. A new call replaces the last one; earlier changes are not validated. Throws
    /// for attributes that nothing declares, and if there are async rules or checks, which need `startObserving`.
    public func startValidating(_ attributes: [String]? = nil, except: [String] = []) throws(RuleSetError) {
        if hasAsyncRules { throw Self.nobodyListens }
        let new = try LiveWatch(attributes, except: except, in: modelPlan.plan)
        stop()
        lookAgain()
        watch = new
    }

    /// From now on, validates changes on the calling actor, automatically if the model or its owner is `@Observable`.
    ///
    /// As `startValidating`, but a little later: when the actor is free, or when nothing has changed for `delay`. Several
    /// changes until then are one. Observing keeps an actor that is not global alive, but neither the model nor the live
    /// model. Throws if the caller does not run on an actor.
    public func startObserving(
        _ attributes: [String]? = nil, except: [String] = [], after delay: Duration = .zero,
        clock: some Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation
    ) throws(RuleSetError) {
        guard isolation != nil else { throw Self.noActor }
        var new = try LiveWatch(attributes, except: except, in: modelPlan.plan)
        stop()
        let wakeup = Wakeup(after: delay, by: clock)
        new.wakeup = wakeup
        new.task = Task { [weak self] in
            _ = isolation
            for await _ in wakeup.calls {
                do { try await wakeup.rest() } catch { return }
                self?.wake()
            }
        }
        watch = new
        observe()
    }

    private static var noActor: RuleSetError {
        RuleSetError(
            reason: "'startObserving' needs an actor to validate on: call it on the main actor or another one, or use "
                + "'startValidating', which validates at once")
    }

    /// Stops validating changes; attributes with pending async checks get `rule.fault`.
    ///
    /// `startValidating` or `startObserving` may follow.
    public func stop() {
        watch?.wakeup?.end()
        watch?.task?.cancel()
        watch = nil
        for attribute in pendingChecks.open.sorted() {
            errors.add([modelPlan.plan.fault("stopped", at: attribute)])
        }
        pendingChecks.drop()
    }

    private func wake() {
        guard model != nil else {
            stop()
            return end()
        }
        judgeChanges()
        takeAnswers()
        observe()
    }

    /// Waits for the next change of what the attributes are read from, and takes them as they are for unchanged.
    ///
    /// Observation tells once, before the change, on the thread that makes it.
    private func observe() {
        guard let wakeup = watch?.wakeup else { return }
        withObservationTracking {
            lookAgain()
        } onChange: { [weak wakeup] in
            wakeup?.change()
        }
    }
}
