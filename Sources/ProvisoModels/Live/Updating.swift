public import ProvisoCore

/// Validation of what a change may affect, and nothing else.
protocol Updating: StatefulModel {
    /// All attributes as members of an object.
    var values: AnyValue { get }
    /// The attributes that were validated so far, by their index in the plan.
    var judged: Set<Int> { get set }

    /// Runs the rules of the scenario for some attributes, adding to the errors; false when the model did not let them.
    ///
    /// Async checks are left to the caller.
    mutating func judge(_ selected: Set<Int>) throws(RuleSetError) -> Bool
}

/// What a validation of a change has validated, by index.
struct Judged {
    var attributes: Set<Int> = []
    var hasRun = true
}

extension Updating {
    /// Validates what changed since the values were `old` and what depends on it.
    ///
    /// `named` counts as changed even if its value is the same. Only what is in `watched` is validated; `nil` stands for all
    /// that the scenario validates. What rules write to attributes that were not validated yet is a change like any other.
    mutating func judgeUpdates(
        since old: AnyValue, named: Set<Int> = [], watched: Set<Int>? = nil
    ) throws(RuleSetError) -> Judged {
        let plan = try plan()
        let dependents = try plan.dependents(in: scenario)
        let watched = watched ?? dependents.judged
        var (old, changed, done) = (old, named, Judged())
        while done.hasRun {
            let now = values
            changed.formUnion(plan.changes(from: old, to: now))
            let affected = changed.union(dependents.of(changed)).union(dependents.open.intersection(judged))
            let selected = affected.intersection(watched).subtracting(done.attributes)
            if changed.isEmpty || selected.isEmpty { break }
            errors.clear(exactly: plan.names(selected))
            done.hasRun = try judge(selected)
            judged.formUnion(selected)
            done.attributes.formUnion(selected)
            (old, changed) = (now, [])
        }
        return done
    }
}

extension ModelState: Updating {
    var values: AnyValue { modelPlan.values(of: model) }

    /// Changes the state and validates what changed with it, and what depends on that; returns the attributes validated.
    ///
    /// Only their errors are cleared before. What depends on an attribute is what the rules of the scenario say: the
    /// partner of a `compare`, an attribute with a `when` or `unless` over it, others it is `unique` with. Closures,
    /// methods of the model and validators of the program may look at anything: their attributes are validated again after
    /// every change once they were validated at all. Throws for a scenario that nothing declares.
    @discardableResult
    public mutating func validateChanges(
        _ change: (inout ModelState) -> Void
    ) throws(RuleSetError) -> [String] {
        try modelPlan.plan.refuseAsyncRules()
        let old = values
        change(&self)
        return modelPlan.plan.list(try judgeUpdates(since: old).attributes)
    }
}

extension DynamicModel: Updating {
    /// Changes the model and validates what changed with it, and what depends on that; returns the attributes validated.
    ///
    /// As `ModelState` does it; throws for a scenario that nothing declares and for rules that cannot be used.
    @discardableResult
    public mutating func validateChanges(
        _ change: (inout DynamicModel) -> Void
    ) throws(RuleSetError) -> [String] {
        let old = values
        change(&self)
        try bind()
        return try plan().list(try judgeUpdates(since: old).attributes)
    }
}

extension ModelPlan {
    /// Whether rules and hooks find no errors in some attributes; rules leave the model unchanged.
    func holds(_ selected: Set<Int>, of model: Checked, in scenario: String) -> Bool {
        guard let list = try? plan.stepList(scenario) else { return false }
        var (copy, errors) = (model, ErrorList())
        return run(list, &copy, scenario: scenario, only: selected, errors: &errors, keeps: true) && errors.isEmpty
    }

    /// All attributes of a model as members of an object.
    func values(of model: borrowing Checked) -> AnyValue {
        let arena = Arena()
        var members: [AnyValue.Member] = []
        for attribute in layout.attributes {
            let raw = attribute.read(model, arena)
            members.append(AnyValue.Member(attribute.name, withExtendedLifetime(arena) { AnyValue(raw: raw) }))
        }
        return .object(members)
    }
}

extension Plan {
    /// The attributes whose values differ in two objects, by index.
    ///
    /// `items.*.sku` differs when the article number of any item does, or when there are more items or fewer.
    package func changes(from old: AnyValue, to new: AnyValue) -> Set<Int> {
        if old == new { return [] }
        return Set(
            attributes.filter { old.part(at: $0.path.components[...]) != new.part(at: $0.path.components[...]) }
                .map(\.index))
    }

    func names(_ indices: Set<Int>) -> Set<String> { Set(indices.map { attributes[$0].name }) }

    /// Attributes by index, in the order of the plan.
    package func list(_ indices: Set<Int>) -> [String] { indices.sorted().map { attributes[$0].name } }

    /// What a validation of some attributes, or of all, validates in a scenario.
    func judged(in scenario: String, within names: [String]?) throws(RuleSetError) -> Set<Int> {
        let all = try dependents(in: scenario).judged
        guard let names else { return all }
        return all.intersection(try select(within: names))
    }
}

extension AnyValue {
    /// As for `skipOnEmpty`.
    var isEmpty: Bool {
        switch self {
        case .absent, .null, .text(""), .list([]), .object([]): true
        default: false
        }
    }

    /// What is at a path; for every item of a list a list of what is there.
    func part(at path: ArraySlice<ValuePath.Component>) -> AnyValue {
        guard let first = path.first else { return self }
        let rest = path.dropFirst()
        switch (first, self) {
        case (.key(let key), _): return self[key]?.part(at: rest) ?? .absent
        case (.index(let index), .list(let items)):
            return items.indices.contains(index) ? items[index].part(at: rest) : .absent
        case (.each, .list(let items)): return .list(items.map { $0.part(at: rest) })
        case (.each, .object(let members)):
            return .object(members.map { Member($0.key, $0.value.part(at: rest)) })
        default: return .absent
        }
    }
}
