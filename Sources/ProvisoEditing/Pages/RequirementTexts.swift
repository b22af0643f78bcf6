internal import Proviso
internal import ProvisoProof

/// The messages of a rule for values that it rejects, which say what it requires.
final class RequirementTexts {
    private let plan: Plan
    private let localizer: ReportLocalizer
    private let known: (ProofTarget, Bool) -> [AnyValue]
    private var found: [String: [String]] = [:]

    init(plan: Plan, localizer: ReportLocalizer, known: @escaping (ProofTarget, Bool) -> [AnyValue]) {
        (self.plan, self.localizer, self.known) = (plan, localizer, known)
    }

    func texts(_ target: ProofTarget) -> [String] {
        texts(target.attribute, target.rule.constraint, target.rule.messages, target)
    }

    /// The path from the record of an attribute that a rule names.
    func fullName(_ attribute: String, _ target: ProofTarget) -> String {
        let base = ValuePath(target.base).description
        if attribute == ValuePath.record { return base }
        return base.isEmpty ? attribute : "\(base).\(attribute)"
    }

    /// The messages of a rule or a condition; none if no value was found that it rejects.
    func texts(_ attribute: String, _ body: Constraint, _ messages: RuleMessages, _ target: ProofTarget) -> [String] {
        let name = fullName(attribute, target)
        let key = "\(target.id) \(name) \(ConditionText.text(body))"
        if let texts = found[key] { return texts }
        // Alone, no other rule hides what this one says.
        var rule = Rule([attribute], body)
        (rule.messages, rule.id, rule.severity) = (messages, "1", .error)
        var alone = RuleSet(rules: [rule])
        (alone.labels, alone.labelForms) = (plan.ruleSet.labels, plan.ruleSet.labelForms)
        (alone.shapes, alone.data) = (plan.ruleSet.shapes, plan.ruleSet.data)
        alone.types = plan.ruleSet.types.filter { plan.registry[$0.type] == nil }
        let texts = Self.violations(alone, plan.registry, known).filter { $0.rule.id == "1" }.map { violation in
            // The value is only a sample.
            let parameters = violation.parameters.list.map {
                $0.name == "value" ? Parameter(name: $0.name, value: .text("…")) : $0
            }
            return localizer.text(
                Violation(
                    code: violation.code, parameters: Parameters(parameters), attribute: name,
                    path: ValuePath(name), rule: violation.rule))
        }
        found[key] = texts.withoutRepetition()
        return found[key] ?? []
    }

    private static func violations(
        _ ruleSet: RuleSet, _ registry: Registry, _ known: @escaping (ProofTarget, Bool) -> [AnyValue]
    ) -> [Violation] {
        do throws(RuleSetError) {
            let plan = try Plan(ruleSet, registry: registry)
            let maker = try SampleMaker(plan, seed: 1, patience: 800, known: known)
            guard let target = maker.targets.first else { return [] }
            return maker.samples(of: target).invalid.flatMap(\.findings)
        } catch {
            return []
        }
    }
}
