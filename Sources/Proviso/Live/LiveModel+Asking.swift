/// The asynchronous checks of a live model and what has become of them.
struct LiveQuestions {
    /// What was asked about an attribute's value, with the answer once it is there.
    struct Question {
        let number: Int
        let value: AnyValue
        var task: Task<Void, Never>?
        var found: [Violation]?
    }

    /// By the attribute's index in the plan.
    var rules: [Int: [AsyncRule]] = [:]
    var asked: [Int: Question] = [:]
    /// Counts the questions: an answer to another one than the last about its attribute comes too late.
    var number = 0

    /// The attributes whose answers are awaited.
    var open: Set<Int> { Set(asked.filter { $0.value.found == nil }.keys) }

    /// Nobody waits for the answer about an attribute any more.
    mutating func drop(_ attribute: Int) { asked.removeValue(forKey: attribute)?.task?.cancel() }

    mutating func drop() {
        for attribute in asked.keys { drop(attribute) }
    }
}

extension LiveModel {
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
        questions.rules[index, default: []].append(try AsyncRule(id: id, message: message, check: check))
    }

    /// Asks about the attributes that were judged and are fine so far.
    func ask(about judged: Set<Int>) {
        guard let wakeup = watch?.wakeup else { return }
        for attribute in judged.sorted() {
            guard let rules = questions.rules[attribute] else { continue }
            let (name, path) = modelPlan.plan.place(attribute)
            let value = values.part(at: path.components[...])
            if value.isEmpty || errors.all.contains(where: { $0.attribute == name }) {
                questions.drop(attribute)
            } else if let asked = questions.asked[attribute], asked.value == value {
                errors.add(asked.found ?? [])
            } else {
                questions.drop(attribute)
                questions.number += 1
                let number = questions.number
                let task = Task {
                    let found = await rules.violations(of: value, attribute: name, path: path)
                    wakeup.bring(Wakeup.Answer(attribute: attribute, number: number, found: found))
                }
                questions.asked[attribute] = .init(number: number, value: value, task: task)
            }
        }
    }

    /// Takes the answers that came to what was asked last.
    func takeAnswers() {
        for answer in watch?.wakeup?.takeAnswers() ?? [] {
            guard let question = questions.asked[answer.attribute], question.number == answer.number else { continue }
            // What could not be answered is asked again the next time.
            let isAnswered = !answer.found.contains { $0.code == .fault }
            questions.asked[answer.attribute] =
                isAnswered
                ? .init(number: question.number, value: question.value, found: answer.found) : nil
            errors.add(answer.found)
            tell(Judged(attributes: [answer.attribute], hasRun: true))
        }
    }
}

extension Plan {
    func place(_ attribute: Int) -> (name: String, path: Path) {
        (attributes[attribute].name, attributes[attribute].path)
    }

    /// An attribute whose asynchronous checks cannot answer any more.
    func fault(_ reason: String, at attribute: Int) -> Violation {
        let (name, path) = place(attribute)
        return Violation(
            code: .fault, parameters: ["reason": .text(reason)], attribute: name, path: path,
            rule: RuleReference(id: "remote.\(name)", type: "remote"))
    }
}
