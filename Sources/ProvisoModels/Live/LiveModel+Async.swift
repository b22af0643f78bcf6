public import ProvisoCore
internal import ProvisoMessages

/// The async checks of a live model, with their results.
struct LiveChecks {
    /// The async checks of one value, with their result when it is there.
    struct Asked {
        let number: Int
        /// By which rule and about what; `nil` if the answer may depend on anything.
        let subject: [Subject]?
        var task: Task<Void, Never>?
        var found: [Violation]?
    }

    struct Subject: Equatable {
        let rule: String
        let inputs: [AnyValue]
    }

    /// The checks that were added, by the attribute's index in the plan.
    var rules: [Int: [AsyncRule]] = [:]
    /// By the attribute's index, then by where the value is.
    var asked: [Int: [ValuePath: Asked]] = [:]
    /// Counts the checks: only the result of the last check of a value counts.
    var number = 0

    /// The attributes with pending async checks.
    var open: Set<Int> { Set(asked.filter { $0.value.values.contains { $0.found == nil } }.keys) }

    /// No one waits for the answers any more, except for those about values at `paths`.
    mutating func drop(_ attribute: Int, except paths: [ValuePath] = []) {
        for (path, pendingCheck) in asked[attribute] ?? [:] where !paths.contains(path) {
            pendingCheck.task?.cancel()
            asked[attribute]?[path] = nil
        }
    }

    mutating func drop() {
        for attribute in asked.keys { drop(attribute) }
    }
}

extension LiveModel {
    /// Creates a live model of a class, which is held weakly, with a plan that may have async rules.
    ///
    /// Async rules need `startObserving`.
    public convenience init(
        _ model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) where Checked: AnyObject {
        try self.init(model, plan: plan.plan, scenario: scenario)
    }

    /// Creates a live model of an object's property, with a plan that may have async rules.
    public convenience init<Owner: AnyObject>(
        _ owner: Owner, _ property: ReferenceWritableKeyPath<Owner, Checked>, plan: AsyncModelPlan<Checked>,
        scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(owner, property, plan: plan.plan, scenario: scenario)
    }

    /// Creates a live model that keeps the model, with a plan that may have async rules.
    public convenience init(
        keeping model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(keeping: model, plan: plan.plan, scenario: scenario)
    }

    /// Adds an async check, which runs after the attribute's other rules pass.
    ///
    /// It does not run for an empty value, nor for the same value twice in a row. Throws for an attribute that nothing
    /// declares or that is one of many items, and after `startValidating`: async checks need `startObserving`.
    public func addRemote(
        _ attribute: String, message: RuleMessages = RuleMessages(), _ check: @escaping AsyncCheck
    ) throws(RuleSetError) {
        if let watch, watch.wakeup == nil { throw Self.nobodyListens }
        guard let index = try modelPlan.plan.select([attribute]).first else { return }
        guard modelPlan.plan.attributes[index].tail.isEmpty else {
            throw RuleSetError(reason: "'\(attribute)' names an item of a list; expected an attribute")
        }
        let id = "remote.\(attribute)"
        pendingChecks.rules[index, default: []].append(
            try AsyncRule(id: id, message: message, catalogs: modelPlan.plan.catalogs, check: check))
    }

    /// Starts the pending checks of attributes that were validated, and the added checks of those without errors.
    func ask(about judged: Set<Int>, _ left: [PendingCheck]) {
        let left = Dictionary(grouping: left) { $0.attribute }
        for attribute in judged.sorted() {
            let values = ((left[attribute] ?? []) + added(attribute)).byPath
            pendingChecks.drop(attribute, except: values.map(\.path))
            for (path, asked) in values { ask(asked, about: attribute, at: path) }
        }
    }

    /// The checks that were added for an attribute, where its value is there and fine so far.
    private func added(_ attribute: Int) -> [PendingCheck] {
        guard let rules = pendingChecks.rules[attribute] else { return [] }
        let (name, path) = modelPlan.plan.place(attribute)
        let value = values.part(at: path.components[...])
        if value.isEmpty || errors.errors.contains(where: { $0.attribute == name }) { return [] }
        return rules.map { $0.pendingCheck(about: value, attribute: name, path: path, index: attribute) }
    }

    private func ask(_ asked: [PendingCheck], about attribute: Int, at path: ValuePath) {
        guard let wakeup = watch?.wakeup else { return }
        let subject = asked.subject
        let last = pendingChecks.asked[attribute]?[path]
        if let last, let subject, last.subject == subject { return errors.add(last.found ?? []) }
        last?.task?.cancel()
        pendingChecks.number += 1
        let number = pendingChecks.number
        let task = Task {
            guard let report = try? await PendingReport(pendingChecks: asked).finish() else { return }
            wakeup.bring(Wakeup.Answer(attribute: attribute, path: path, number: number, found: report.violations))
        }
        pendingChecks.asked[attribute, default: [:]][path] = .init(number: number, subject: subject, task: task)
    }

    /// Takes the results of the last checks.
    func takeAnswers() {
        for answer in watch?.wakeup?.takeAnswers() ?? [] {
            guard let asked = pendingChecks.asked[answer.attribute]?[answer.path], asked.number == answer.number else {
                continue
            }
            // A check that failed runs again the next time.
            let isAnswered = !answer.found.contains { $0.code == .fault }
            pendingChecks.asked[answer.attribute]?[answer.path] =
                isAnswered ? .init(number: asked.number, subject: asked.subject, found: answer.found) : nil
            errors.add(answer.found)
            tell(Judged(attributes: [answer.attribute], hasRun: true))
        }
    }
}

extension [PendingCheck] {
    /// Value by value, in the order of the first check of each.
    fileprivate var byPath: [(path: ValuePath, asked: [PendingCheck])] {
        let groups = Dictionary(grouping: self) { $0.place.path }
        return map(\.place.path).withoutRepetition().map { ($0, groups[$0] ?? []) }
    }

    fileprivate var subject: [LiveChecks.Subject]? {
        var subjects: [LiveChecks.Subject] = []
        for pendingCheck in self {
            guard let inputs = pendingCheck.inputs else { return nil }
            subjects.append(LiveChecks.Subject(rule: pendingCheck.place.site.rule.id, inputs: inputs))
        }
        return subjects
    }
}

extension Plan {
    func place(_ attribute: Int) -> (name: String, path: ValuePath) {
        (attributes[attribute].name, attributes[attribute].path)
    }

    /// An attribute about which there will be no answer any more.
    func fault(_ reason: String, at attribute: Int) -> Violation {
        let (name, path) = place(attribute)
        return Violation(
            code: .fault, parameters: ["reason": .text(reason)], attribute: name, path: path,
            rule: RuleReference(id: "remote.\(name)", type: "remote"))
    }
}
