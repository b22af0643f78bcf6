import Proviso

/// The records that a search tries next: each changes what a violation, or a missing one, is about.
struct Moves {
    private let solver: Solver
    private let goal: Solver.Goal
    private let state: Solver.State
    private var found: [AnyValue] = []

    init(_ solver: Solver, _ goal: Solver.Goal, _ state: Solver.State) {
        (self.solver, self.goal, self.state) = (solver, goal, state)
        let target = goal.target
        let place = target.path.aligned(with: state.others.first?.path.components ?? []).concrete
        if !state.isReached { reach(target, at: place) }
        if goal.isInvalid, !state.isFound { violate(target, at: place) }
        if !state.hasSize { resize(at: target.path.concrete) }
        for violation in state.others.prefix(3) { repair(violation) }
        if found.isEmpty { found = [solver.builder.fresh([], in: state.record)] }
    }

    /// The records, the likeliest first.
    var records: [AnyValue] { Array(found.prefix(700)) }

    private mutating func set(_ path: Steps, to value: AnyValue) { found.append(state.record.setting(path, to: value)) }

    private mutating func set(_ changes: [Assignment]) {
        found.append(changes.reduce(state.record) { $0.setting($1.path, to: $1.value) })
    }

    private mutating func propose(at path: Steps, rejecting: ProofTarget? = nil, limit: Int = 160) {
        for value in solver.builder.proposals(at: path, in: state.record, rejecting: rejecting, limit: limit) {
            set(path, to: value)
        }
    }

    /// Makes the rule run: its conditions true, its shape chosen, and its value there.
    private mutating func reach(_ target: ProofTarget, at place: Steps) {
        let record = state.record
        for choice in target.guards {
            let path = choice.path.aligned(with: place).concrete
            if let by = choice.by {
                set([Assignment(path + ValuePath(by).components, .text(choice.shape))])
            }
            set(path, to: solver.builder.fresh(path, in: record, choosing: choice.shape))
        }
        let scope = ConditionScope(base: target.base, place: place, record: record, solver: solver)
        for changes in scope.makingTrue(target.rule.when) + scope.makingFalse(target.rule.unless) {
            set(changes)
            let value = solver.builder.fresh(place, in: record)
            if record.at(place).isEmptyValue { set([Assignment(place, value)] + changes) }
        }
        for end in 0...place.count {
            let part = Steps(place[..<end])
            if part.isEmpty || record.at(part).isEmptyValue { set(part, to: solver.builder.fresh(part, in: record)) }
        }
        propose(at: place, limit: 40)
        for other in solver.reads(target, in: record) where record.at(other).isNull {
            set(other, to: solver.builder.fresh(other, in: record))
            propose(at: other, limit: 20)
        }
        if target.rule.constraint.text(.expression) != nil {
            for changes in ExprMoves(target, at: place, in: record, solver: solver).changes(to: true).prefix(60) {
                set(changes)
            }
        }
    }

    /// Makes the rule find something.
    private mutating func violate(_ target: ProofTarget, at place: Steps) {
        let constraint = target.rule.constraint
        if constraint.text(.expression) != nil {
            for changes in ExprMoves(target, at: place, in: state.record, solver: solver).changes(to: false) {
                set(changes)
            }
        }
        if constraint.text(.shape) != nil { nest(target, at: place) }
        propose(at: place, rejecting: target, limit: 260)
        for name in target.namedAttributes {
            let other = target.path(of: name).aligned(with: place).concrete
            propose(at: other, limit: 60)
        }
    }

    /// Puts the value of a shape into itself, deeper than it may be.
    private mutating func nest(_ target: ProofTarget, at place: Steps) {
        guard
            let inner = solver.targets.first(where: {
                $0.path.count > target.path.count
                    && $0.rule.constraint.text(.shape) == target.rule.constraint.text(.shape)
            }) ?? solver.targets.first(where: { $0.id == target.id && $0.path.count > target.path.count })
        else { return }
        let step = Steps(inner.path.dropFirst(target.path.count)).concrete
        let deepest =
            (target.rule.constraint.value(.maximum) ?? inner.rule.constraint.value(.maximum))?.int ?? 100
        let item = pruned(solver.builder.fresh(place, in: state.record), step)
        for levels in [deepest, deepest + 1, deepest + 2] where levels <= 104 {
            let value = (0..<levels).reduce(item) { inner, _ in item.setting(step, to: inner) }
            set(place, to: value)
        }
    }

    private func pruned(_ value: AnyValue, _ step: Steps) -> AnyValue {
        guard let first = step.first else { return value }
        return value.setting([first], to: .absent)
    }

    /// Gives the value the size, or the bound, that is wanted.
    private mutating func resize(at place: Steps) {
        let values: [AnyValue] =
            switch goal.size {
            case .length(let count): solver.builder.proposals(at: place, in: state.record, size: count, limit: 120)
            case .count(let count): solver.builder.proposals(at: place, in: state.record, size: count, limit: 40)
            case .value(let value): [value]
            case nil: []
            }
        for value in values { set(place, to: value) }
    }

    /// Changes what a violation is about: its value, others that its rule reads, or the rule's conditions.
    private mutating func repair(_ violation: Violation) {
        let place = violation.path.components
        let record = state.record
        let target = solver.targets.first {
            $0.id == violation.rule.id && place.count >= $0.path.count
                && Steps(place.prefix($0.path.count)).matches($0.path)
        }
        if let target, target.rule.constraint.text(.expression) != nil {
            let own = Steps(place.prefix(target.path.count))
            for changes in ExprMoves(target, at: own, in: record, solver: solver).changes(to: true) { set(changes) }
        }
        let isOwn = goal.isInvalid && Steps(place.prefix(goal.target.path.count)).matches(goal.target.path)
        propose(at: place, rejecting: isOwn ? goal.target : nil, limit: isOwn ? 260 : 120)
        if isOwn { propose(at: place, limit: 60) }
        set(place, to: .absent)
        for end in stride(from: place.count - 1, through: 1, by: -1) {
            let parent = Steps(place[..<end])
            set(parent, to: solver.builder.fresh(parent, in: record))
            set(parent, to: .absent)
        }
        guard let target else { return }
        for name in target.namedAttributes + (target.rule.attributes.map(RuleSet.plain)) {
            let other = target.path(of: name).aligned(with: place).concrete
            if other != place { propose(at: other, limit: 40) }
        }
        let scope = ConditionScope(base: target.base, place: place, record: record, solver: solver)
        for changes in scope.makingFalse(target.rule.when) + scope.makingTrue(target.rule.unless) { set(changes) }
    }
}

/// A change of a record: a value at a place.
struct Assignment {
    let path: Steps
    let value: AnyValue

    init(_ path: Steps, _ value: AnyValue) { (self.path, self.value) = (path, value) }
}
