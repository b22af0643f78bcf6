import Proviso

/// Changes of a record that make conditions true or false.
struct ConditionScope {
    /// Where names in the conditions begin.
    let base: Steps
    /// The value of the rule that has the conditions: its items are those of the conditions.
    let place: Steps
    let record: AnyValue
    let solver: Solver

    /// Alternatives, each with all that must change.
    typealias Changes = [Assignment]

    /// What makes all conditions true.
    func makingTrue(_ conditions: [Condition]) -> [Changes] { all(conditions, true) }

    /// What makes at least one of the conditions false; nothing if there are none.
    func makingFalse(_ conditions: [Condition]) -> [Changes] { conditions.flatMap { changes($0, false) } }

    private func all(_ conditions: [Condition], _ truth: Bool) -> [Changes] {
        let choices = conditions.map { changes($0, truth) }.filter { !$0.isEmpty }
        guard !choices.isEmpty else { return [] }
        let first = choices.map { $0[0] }
        var found = [first.flatMap { $0 }]
        for (index, alternatives) in choices.enumerated() {
            for alternative in alternatives.dropFirst().prefix(12) {
                var combined = first
                combined[index] = alternative
                found.append(combined.flatMap { $0 })
            }
            // The others may be true already.
            if choices.count > 1 { found += alternatives.prefix(12) }
        }
        return found
    }

    private func changes(_ condition: Condition, _ truth: Bool) -> [Changes] {
        switch condition.test {
        case .rule(let attribute, let body):
            // An expression is about all that it reads, not about the attribute alone.
            if let text = body.text(.expression) {
                let path = (base + ValuePath(attribute).components).aligned(with: place).concrete
                return expression(text, at: path, truth)
            }
            return values(attribute, body, truth)
        case .closure: return []
        case .expression(let text): return expression(text, at: place.concrete, truth)
        case .any(let parts): return truth ? parts.flatMap { changes($0, true) } : all(parts, false)
        case .all(let parts): return truth ? all(parts, true) : parts.flatMap { changes($0, false) }
        case .not(let inner): return changes(inner, !truth)
        case .items(let count, let inner): return items(count, inner, truth)
        case .number(_, let parts):
            let (on, off) = (parts.map { changes($0, true).first ?? [] }, parts.map { changes($0, false).first ?? [] })
            // Every number of them, from none to all.
            return (0...parts.count).map { number in Array(on.prefix(number) + off.dropFirst(number)).flatMap { $0 } }
                + parts.indices.map { only in parts.indices.flatMap { $0 == only ? on[$0] : off[$0] } }
        }
    }

    private func expression(_ text: String, at path: Steps, _ truth: Bool) -> [Changes] {
        let moves = ExprMoves(text, base: base, at: path, in: record, solver: solver).changes(to: truth)
        return Array(moves.filter { isRight(text, path, $0, truth) }.prefix(24))
    }

    /// Whether the expression is what is wanted after the changes.
    private func isRight(_ text: String, _ path: Steps, _ changes: Changes, _ truth: Bool) -> Bool {
        guard let node = solver.expression(text) else { return false }
        let changed = changes.reduce(record) { $0.setting($1.path, to: $1.value) }
        let paths = ExprPaths(base: base, place: path, record: changed, effort: solver.effort)
        // A condition without a value is false.
        return (paths.value(node, in: changed, now: solver.now)?.bool ?? false) == truth
    }

    private func values(_ attribute: String, _ body: Constraint, _ truth: Bool) -> [Changes] {
        let path = (base + ValuePath(attribute).components).aligned(with: place).concrete
        let table = OptionTable(body, now: solver.now) { name in
            record.at((base + ValuePath(name).components).aligned(with: place).concrete)
        }
        let demand = Demand(body, table, isAccepted: truth, in: solver.builder.registry)
        solver.effort.spend(demand.work)
        var proposals = ValueProposals([demand], now: solver.now, numbers: solver.builder.next(), effort: solver.effort)
        let all = proposals.values(limit: 90)
        let right = right(all, body, truth)
        let others = solver.builder.proposals(at: path, in: record, limit: 40)
        let both = right.filter { others.contains($0) }
        return (both + right).withoutRepetition().prefix(16).map { [Assignment(path, $0)] }
    }

    /// The values for which the condition is what is wanted, as far as it can be tried alone.
    private func right(_ values: [AnyValue], _ body: Constraint, _ truth: Bool) -> [AnyValue] {
        guard body.namedAttributes.isEmpty else { return values }
        let rule = Rule(
            ["v"], .check { _, context in context.report(Verifier.reached) }, when: [Condition("c", body)],
            skipOnEmpty: false)
        let known = solver.verifier.plan
        guard
            let plan = try? Plan(RuleSet(rules: [rule], empty: known.ruleSet.empty), registry: known.registry),
            let verifier = try? Verifier(plan, scenario: RuleSet.defaultScenario, effort: solver.effort)
        else { return values }
        return values.filter { value in
            let record = AnyValue.object([AnyValue.Member("v", 1), AnyValue.Member("c", value)]).compact
            return verifier.violations(of: record).isEmpty != truth
        }
    }

    private func items(_ count: Condition.ItemCount, _ inner: Condition, _ truth: Bool) -> [Changes] {
        let (on, off) = (changes(inner, true).prefix(4), changes(inner, false).prefix(4))
        var found = truth == (count.counts) ? Array(on) + Array(off) : Array(off) + Array(on)
        guard let name = inner.names.first else { return found }
        let path = (base + ValuePath(name).components).aligned(with: place)
        guard let each = path.firstIndex(of: .each) else { return found }
        let list = Steps(path[..<each])
        found.append([Assignment(list, .list([]))])
        // Lists in which a number of items meets the condition, and others do not.
        let item = solver.builder.fresh(list + [.index(0)], in: record)
        func changed(_ changes: Changes?) -> AnyValue? {
            changes.map {
                $0.reduce(AnyValue.absent.setting(list, to: .list([item]))) { $0.setting($1.path, to: $1.value) }
            }?
            .at(list + [.index(0)])
        }
        guard let meeting = changed(on.first) else { return found }
        for number in Set([
            1, 2, count.bounds.least, count.bounds.least + 1, min(count.bounds.most, 20),
            min(count.bounds.most, 20) + 1,
        ]).sorted()
        where number > 0 && number < 60 {
            found.append([Assignment(list, .list(Array(repeating: meeting, count: number)))])
            guard let other = changed(off.first) else { continue }
            found.append([Assignment(list, .list([other] + Array(repeating: meeting, count: number)))])
            found.append([Assignment(list, .list(Array(repeating: other, count: number)))])
        }
        return found
    }
}
