public import ProvisoCore
internal import ProvisoMessages

/// What a live model has asked and what has become of it.
struct LiveQuestions {
    /// What is asked about one value, together, with the answer once it is there.
    struct Asked {
        let number: Int
        /// By which rule and about what; nil where the answer may depend on anything.
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
    /// By the attribute's index, then by where the value lies.
    var asked: [Int: [Path: Asked]] = [:]
    /// Counts what was asked: an answer to another question than the last about its value comes too late.
    var number = 0

    /// The attributes about which answers are awaited.
    var open: Set<Int> { Set(asked.filter { $0.value.values.contains { $0.found == nil } }.keys) }

    /// Nobody waits for the answers any more, but for those about values at `paths`.
    mutating func drop(_ attribute: Int, except paths: [Path] = []) {
        for (path, question) in asked[attribute] ?? [:] where !paths.contains(path) {
            question.task?.cancel()
            asked[attribute]?[path] = nil
        }
    }

    mutating func drop() {
        for attribute in asked.keys { drop(attribute) }
    }
}

extension LiveModel {
    /// A model that is a class, held weakly, with a plan whose rules may ask; `observeUpdates` brings their answers.
    public convenience init(
        _ model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) where Checked: AnyObject {
        try self.init(model, plan: plan.plan, scenario: scenario)
    }

    /// A model that is a property of an object, with a plan whose rules may ask.
    public convenience init<Owner: AnyObject>(
        _ owner: Owner, _ property: ReferenceWritableKeyPath<Owner, Checked>, plan: AsyncModelPlan<Checked>,
        scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(owner, property, plan: plan.plan, scenario: scenario)
    }

    /// A model that is kept here, with a plan whose rules may ask.
    public convenience init(
        keeping model: Checked, plan: AsyncModelPlan<Checked>, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(keeping: model, plan: plan.plan, scenario: scenario)
    }

    /// Adds an asynchronous check, which is asked when the attribute was judged and its rules hold.
    ///
    /// An empty value is not asked about, nor the same value twice in a row. Throws for an attribute that nothing
    /// declares or that is one of many items, and where changes are judged at once: the answer needs `observeUpdates`
    /// to come back.
    public func addRemote(
        _ attribute: String, message: RuleMessages = RuleMessages(), _ check: @escaping AsyncCheck
    ) throws(RuleSetError) {
        if let watch, watch.wakeup == nil { throw Self.nobodyListens }
        guard let index = try modelPlan.plan.select([attribute]).first else { return }
        guard modelPlan.plan.attributes[index].tail.isEmpty else {
            throw RuleSetError(reason: "'\(attribute)' is one of many items: asynchronous checks are for attributes")
        }
        let id = "remote.\(attribute)"
        questions.rules[index, default: []].append(
            try AsyncRule(id: id, message: message, catalogs: modelPlan.plan.catalogs, check: check))
    }

    /// Asks about the attributes that were judged: what their rules left to ask, and the checks where they are fine.
    func ask(about judged: Set<Int>, _ left: [Question]) {
        let left = Dictionary(grouping: left) { $0.attribute }
        for attribute in judged.sorted() {
            let values = ((left[attribute] ?? []) + added(attribute)).byPath
            questions.drop(attribute, except: values.map(\.path))
            for (path, asked) in values { ask(asked, about: attribute, at: path) }
        }
    }

    /// The checks that were added for an attribute, where its value is there and fine so far.
    private func added(_ attribute: Int) -> [Question] {
        guard let rules = questions.rules[attribute] else { return [] }
        let (name, path) = modelPlan.plan.place(attribute)
        let value = values.part(at: path.components[...])
        if value.isEmpty || errors.all.contains(where: { $0.attribute == name }) { return [] }
        return rules.map { $0.question(about: value, attribute: name, path: path, index: attribute) }
    }

    private func ask(_ asked: [Question], about attribute: Int, at path: Path) {
        guard let wakeup = watch?.wakeup else { return }
        let subject = asked.subject
        let last = questions.asked[attribute]?[path]
        if let last, let subject, last.subject == subject { return errors.add(last.found ?? []) }
        last?.task?.cancel()
        questions.number += 1
        let number = questions.number
        let task = Task {
            guard let report = try? await PendingReport(questions: asked).finish() else { return }
            wakeup.bring(Wakeup.Answer(attribute: attribute, path: path, number: number, found: report.violations))
        }
        questions.asked[attribute, default: [:]][path] = .init(number: number, subject: subject, task: task)
    }

    /// Takes the answers that came to what was asked last.
    func takeAnswers() {
        for answer in watch?.wakeup?.takeAnswers() ?? [] {
            guard let asked = questions.asked[answer.attribute]?[answer.path], asked.number == answer.number else {
                continue
            }
            // What could not be answered is asked again the next time.
            let isAnswered = !answer.found.contains { $0.code == .fault }
            questions.asked[answer.attribute]?[answer.path] =
                isAnswered ? .init(number: asked.number, subject: asked.subject, found: answer.found) : nil
            errors.add(answer.found)
            tell(Judged(attributes: [answer.attribute], hasRun: true))
        }
    }
}

extension [Question] {
    /// Value by value, in the order of the first question about each.
    fileprivate var byPath: [(path: Path, asked: [Question])] {
        let groups = Dictionary(grouping: self) { $0.place.path }
        return map(\.place.path).withoutRepetition().map { ($0, groups[$0] ?? []) }
    }

    fileprivate var subject: [LiveQuestions.Subject]? {
        var subjects: [LiveQuestions.Subject] = []
        for question in self {
            guard let inputs = question.inputs else { return nil }
            subjects.append(LiveQuestions.Subject(rule: question.place.site.rule.id, inputs: inputs))
        }
        return subjects
    }
}

extension Plan {
    func place(_ attribute: Int) -> (name: String, path: Path) {
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
