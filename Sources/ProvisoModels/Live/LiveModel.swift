public import ProvisoCore
public import ProvisoMessages

/// A model that is validated as it changes, with its errors.
///
/// What changed is judged, and what depends on it by the rules of the scenario; nothing else. A class is held weakly, so
/// it may hold its live model. Of one actor or thread, as the model itself is; a class of the main actor, which cannot be
/// a `Model`, keeps a value that is one: `LiveModel(self, \.signUp)`.
///
/// Changes come in three ways: by `update`, by `changed` from a `didSet`, or by observing an `@Observable` class.
public final class LiveModel<Checked: Model> {
    public let modelPlan: ModelPlan<Checked>
    public private(set) var scenario: String
    public internal(set) var errors = ErrorList()
    private let read: () -> Checked?
    private let write: (Checked) -> Void
    /// The attributes when they were last looked at; what differs from them has changed.
    private(set) var values = AnyValue.absent
    private var judged: Set<Int> = []
    /// Set while rules run, which may change the model and so call `changed`.
    private var isJudging = false
    var watch: LiveWatch?
    var questions = LiveQuestions()
    private let feed = Feed<LiveUpdate>()

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

    /// A model that is a class, held weakly; without a plan one is made from its rules.
    public convenience init(
        _ model: Checked, plan: ModelPlan<Checked>? = nil, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) where Checked: AnyObject {
        try self.init(plan, scenario, read: { [weak model] in model }, write: { _ in })
    }

    /// A model that is a property of an object, which is held weakly.
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

    /// A model that is kept here, to be changed by `update`.
    public convenience init(
        keeping model: Checked, plan: ModelPlan<Checked>? = nil, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        var kept = model
        try self.init(plan, scenario, read: { kept }, write: { kept = $0 })
    }

    deinit {
        watch?.wakeup?.end()
        watch?.task?.cancel()
        questions.drop()
    }

    /// The model as it is, nil when it is gone.
    public var model: Checked? { read() }

    /// The attributes about which answers are awaited, in the order of the plan.
    public var waiting: [String] { modelPlan.plan.list(questions.open) }

    public var hasErrors: Bool { !errors.isEmpty }

    /// Whether the whole model is valid now, attributes that nobody has touched too: a form may be sent.
    ///
    /// As `LiveUpdate.isValid`; false when the model is gone.
    public var isValid: Bool { errors.isEmpty && questions.open.isEmpty && isRestValid }

    /// Whether the attributes that were not judged yet are fine, by the rules that need not wait.
    private var isRestValid: Bool {
        guard let model = read(), let all = try? modelPlan.plan.dependents(in: scenario).judged else { return false }
        return modelPlan.holds(all.subtracting(judged), of: model, in: scenario)
    }

    public func hasErrors(of attribute: String) -> Bool { errors.has(attribute) }

    public func errors(of attribute: String) -> [Violation] { errors.of(attribute) }

    /// The errors of an attribute as sentences.
    public func errorTexts(of attribute: String, in locale: String = "en") -> [String] {
        errors.of(attribute).map(modelPlan.plan.localizer(preferring: locale).text)
    }

    /// Adds an error by its code; it goes when the attribute is judged again.
    public func addError(_ attribute: String, _ code: Code, _ parameters: Parameters = [:]) {
        errors.add(code, parameters, to: attribute)
    }

    /// Changes the scenario, which validates nothing; throws for one that nothing declares.
    public func setScenario(_ scenario: String) throws(RuleSetError) {
        _ = try modelPlan.plan.stepList(scenario)
        self.scenario = scenario
    }

    /// One for each time that something was judged or an answer came, from now on until the live model goes.
    ///
    /// Each call gives a sequence of its own. Nothing tells the live model that an object which it holds weakly is gone:
    /// the sequences also end when it is used next, by `update`, `changed`, `validate` or `updates`.
    public func updates() -> AsyncStream<LiveUpdate> {
        let stream = feed.events()
        if read() == nil { end() }
        return stream
    }

    /// Ends the sequences: the model is gone.
    func end() { feed.end() }

    /// Changes the model and, where updates are validated, judges what changed.
    public func update(_ change: (inout Checked) throws -> Void) rethrows {
        guard var model = read() else { return end() }
        // A model whose properties call `changed` would be judged half changed.
        try hushed {
            try change(&model)
            write(model)
        }
        changed()
    }

    /// Says that the model has changed, for a `didSet`: where updates are validated, what changed is judged.
    ///
    /// The attributes named count as changed whether their values are others or not. While a rule writes to the model
    /// nothing happens. A `didSet` cannot throw: a name that is no attribute's adds the error `rule.fault`, with the
    /// place of the call, until everything is validated again.
    public func changed(_ attributes: String..., fileID: StaticString = #fileID, line: UInt = #line) {
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

    /// Adds what is wrong with the program, which must never look like a valid model.
    private func addFault(_ reason: String, to attribute: String) {
        errors.add(.fault, ["reason": .text(reason)], to: attribute)
        tell(Judged(attributes: [], hasRun: true))
    }

    /// Judges everything the scenario lists; true when nothing is wrong and no answer is awaited.
    ///
    /// Throws when there are rules or checks to be asked and `observeUpdates` was not called: their answers could not
    /// come back.
    @discardableResult
    public func validate() throws(RuleSetError) -> Bool {
        if asks, watch?.wakeup == nil { throw Self.nobodyListens }
        errors.clear()
        let all = try modelPlan.plan.dependents(in: scenario).judged
        let hasRun = judge { state throws(RuleSetError) in
            defer { state.judged.formUnion(all) }
            return Judged(attributes: all, hasRun: try state.judgeAll())
        }
        return hasRun && errors.isEmpty && questions.open.isEmpty
    }

    /// Whether there is anything to be asked, by rules or by checks that were added.
    var asks: Bool { modelPlan.plan.asks || !questions.rules.isEmpty }

    static var nobodyListens: RuleSetError {
        RuleSetError(reason: "the answers of rules and checks that are asked need 'observeUpdates' to come back to")
    }

    /// Takes the attributes as they are for unchanged.
    func lookAgain() {
        if let model = read() { values = modelPlan.values(of: model) }
    }

    /// Judges what changed since the attributes were last looked at.
    func judgeChanges() {
        guard !isJudging, var watch else { return }
        let (old, named) = (values, watch.named)
        watch.named = []
        self.watch = watch
        let watched = watch.attributes(of: modelPlan.plan, in: scenario)
        judge { state throws(RuleSetError) in
            try state.judgeUpdates(since: old, named: named, watched: watched)
        }
    }

    /// Runs rules over the model as it is; false when it did not let them run, or is gone.
    @discardableResult
    private func judge(_ run: (inout ModelState<Checked>) throws(RuleSetError) -> Judged) -> Bool {
        if isJudging { return false }
        guard let model = read() else {
            end()
            return false
        }
        var state = ModelState(model, plan: modelPlan, scenario: scenario)
        (state.errors, state.judged) = (errors, judged)
        let outcome = hushed {
            do throws(RuleSetError) {
                let outcome = try run(&state)
                if !outcome.attributes.isEmpty { write(state.model) }
                return outcome
            } catch {
                state.errors.add(.fault, ["reason": .text(error.description)], to: "")
                return Judged(attributes: [], hasRun: false)
            }
        }
        (errors, judged, values) = (state.errors, state.judged, state.values)
        if outcome.attributes.isEmpty { return true }
        if outcome.hasRun { ask(about: outcome.attributes, state.questions) }
        tell(outcome)
        return outcome.hasRun
    }

    /// Changes the model without being told of it by the model itself.
    private func hushed<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasJudging = isJudging
        isJudging = true
        defer { isJudging = wasJudging }
        return try body()
    }

    /// Tells those who listen how things stand.
    func tell(_ outcome: Judged) {
        feed.take(
            LiveUpdate(
                attributes: modelPlan.plan.list(outcome.attributes), report: errors.report, waiting: waiting,
                hasRun: outcome.hasRun, isRestValid: isRestValid))
    }
}
