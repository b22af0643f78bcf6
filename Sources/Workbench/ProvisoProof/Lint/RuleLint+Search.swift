import Proviso

extension RuleLint {
    /// Looks for a record that each rule accepts and one that it rejects, and notes where there is none.
    mutating func search() {
        var done: Set<String> = []
        // A shape says the same wherever it is used: a few of its places are enough.
        var places: [String: Int] = [:]
        var undecided: [ProofTarget] = []
        let parts = RuleParts(plan, showsAll: false)
        for scenario in plan.scenarios.sorted(by: {
            ($0 != RuleSet.defaultScenario ? 1 : 0, $0) < ($1 != RuleSet.defaultScenario ? 1 : 0, $1)
        }) {
            guard
                let maker = try? SampleMaker(
                    plan, parts, scenario: scenario, patience: 2_500, effort: effort, known: known)
            else { continue }
            for target in maker.targets where !noted.contains(target.address) && Self.isKnown(target.rule.constraint) {
                guard done.insert("\(target.id) \(target.path)").inserted,
                    places["\(target.id) \(target.attribute)", default: 0] < Self.placesOfRule
                else { continue }
                places["\(target.id) \(target.attribute)", default: 0] += 1
                let samples = maker.samples(of: target, atBounds: false, isWhole: false)
                // A warning beside the rule does not keep it from deciding.
                if samples.validReason == nil, samples.invalidReason != nil, decidesAlone(target, scenario) { continue }
                if samples.isUndecided || effort.isSpent && (samples.validReason ?? samples.invalidReason) != nil {
                    undecided.append(target)
                } else if let reason = samples.validReason {
                    note(
                        target.address, target.rule,
                        "'\(target.rule.constraint.type)' of '\(target.attribute)' perhaps never passes: \(reason)")
                } else if let reason = samples.invalidReason, !target.rule.constraint.onlyChanges(in: plan) {
                    note(
                        target.address, target.rule,
                        "'\(target.rule.constraint.type)' of '\(target.attribute)' perhaps never decides: \(reason); "
                            + "if another rule says the same, remove one of them")
                }
            }
        }
        noteUnreached()
        guard let first = undecided.first else { return }
        let more = undecided.count > 1 ? " and \(undecided.count - 1) rules after it" : ""
        note(
            first.address, first.rule,
            "'\(first.rule.constraint.type)' of '\(first.attribute)'\(more): \(Effort.reason)")
    }

    /// The number of places that are searched for a rule of a shape that is used at many.
    private static let placesOfRule = 3

    /// Notes that the rules of shapes are not searched that are too deep in others.
    private mutating func noteUnreached() {
        let reached = Set(plan.scenarios.flatMap { ruleSet.targets(in: $0) }.map(\.address))
        let used = ruleSet.usedShapes
        let left = ruleSet.addresses.filter { address in
            guard case .named(let shape, _) = address.outermost else { return false }
            return used.contains(shape) && !reached.contains(address)
        }
        guard let address = left.first, let rule = ruleSet[address] else { return }
        let more = left.count > 1 ? " and \(left.count - 1) rules after it" : ""
        note(address, rule, "'\(rule.constraint.type)' of '\(rule.attributes[0])'\(more): \(RuleSet.tooDeep)")
    }

    /// Whether a record is rejected by the rule alone, leaving milder rules out.
    private mutating func decidesAlone(_ target: ProofTarget, _ scenario: String) -> Bool {
        guard target.rule.severity == .error, let maker = makerWithoutMilder(scenario),
            let same = maker.targets.first(where: target.isSame)
        else { return false }
        return maker.samples(of: same, atBounds: false, isWhole: false).invalidReason == nil
    }

    /// A search among the rules that find errors, made once; `nil` if all do.
    private mutating func makerWithoutMilder(_ scenario: String) -> SampleMaker? {
        if let known = makersWithoutMilder[scenario] { return known }
        let made = withoutMilder.flatMap { plan, parts in
            try? SampleMaker(plan, parts, scenario: scenario, patience: 2_500, effort: effort, known: known)
        }
        makersWithoutMilder[scenario] = .some(made)
        return made
    }

    /// A plan in which only the rules say something that find errors, with its parts; `nil` if all do.
    func leavingMilderOut() -> (Plan, RuleParts)? {
        let milder = ruleSet.addresses.filter { (ruleSet[$0]?.severity ?? .error) != .error }
        guard !milder.isEmpty else { return nil }
        func silent(_ rule: Rule) -> Rule {
            var rule = rule
            rule.constraint = Constraint(type: SafeValidator.type)
            rule.messages = RuleMessages()
            (rule.skipOnEmpty, rule.empty, rule.nullable) = (nil, nil, nil)
            return rule
        }
        var set = ruleSet.numbered
        for address in milder {
            if case .root(let index) = address {
                set.rules[index] = silent(set.rules[index])
            } else {
                set = set.changing(address, silent)
            }
        }
        guard let plan = try? Plan(set, registry: plan.registry, catalogs: plan.catalogs) else { return nil }
        return (plan, RuleParts(plan, showsAll: false))
    }

    /// Whether a search can know values for a rule: not for files, stores, names of domains and plugins.
    private static func isKnown(_ rule: Constraint) -> Bool {
        guard rule.check == nil, rule.type.rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) == nil else { return false }
        if [.file, .schema].contains(rule.about.subject) || rule.option(.collection) != nil { return false }
        return !(rule.constant("checkDNS")?.bool ?? false)
    }
}
