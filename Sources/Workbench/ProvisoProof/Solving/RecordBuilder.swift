import Proviso

/// Makes values for the attributes of a rule set from what all their rules want.
final class RecordBuilder {
    let targets: [ProofTarget]
    let registry: Registry
    let now: Int64
    var numbers: SeededGenerator
    let effort: Effort
    /// Values to try for a rule type: the samples of a plugin, or the entries of collections.
    let known: (ProofTarget, _ isAccepted: Bool) -> [AnyValue]
    private var screens: [String: Verifier?] = [:]
    private var children: [Steps: [ValuePath.Component]] = [:]
    /// A rule that reads an attribute without rules of its own.
    private var models: [Steps: ProofTarget] = [:]
    /// What is known of the paths that were needed.
    private var places: [Steps: Place] = [:]
    /// Values that the rules of a leaf accept, and how often they were used.
    private var leaves: [String: (values: [AnyValue], uses: Int)] = [:]

    /// What the rules say of one path, found once.
    private struct Place {
        let parts: [ValuePath.Component]
        let targets: [ProofTarget]
        let shapes: [ProofTarget.Guard]
        /// The shapes that a rule at the path or below it is of, for the value that contains the path; `nil` for none.
        let owners: Set<String?>
    }

    /// The number of paths that are remembered.
    private static let mostPlaces = 20_000
    /// How often the values of a leaf are used before others are made.
    private static let usesOfLeaf = 16

    init(
        _ targets: [ProofTarget], registry: Registry, now: Int64, numbers: SeededGenerator, effort: Effort,
        known: @escaping (ProofTarget, Bool) -> [AnyValue]
    ) {
        (self.targets, self.registry, self.now, self.numbers, self.known) = (targets, registry, now, numbers, known)
        self.effort = effort
        for target in targets { add(target.path) }
        let (ruled, patterns) = (Set(targets.map(\.path)), targets.filter { $0.path.contains(.each) })
        for target in targets {
            for name in target.namedAttributes {
                let path = target.path(of: name)
                // An attribute without rules of its own needs a value like that which is compared with it.
                if ruled.contains(path) || path.last == .each || patterns.contains(where: { path.matches($0.path) }) {
                    continue
                }
                add(path)
                if models[path] == nil { models[path] = target }
            }
        }
    }

    private func add(_ path: Steps) {
        for end in path.indices {
            let (parent, step) = (Steps(path[..<end]), path[end])
            if !(children[parent] ?? []).contains(step) { children[parent, default: []].append(step) }
        }
    }

    private func place(_ path: Steps) -> Place {
        effort.spend(1)
        if let known = places[path] { return known }
        effort.spend(children.count + 3 * targets.count)
        let parts = children.filter { path.matches($0.key) }.sorted { "\($0.key)" < "\($1.key)" }.flatMap(\.value)
        let own = targets.filter { path.matches($0.path) }
        var (shapes, names): ([ProofTarget.Guard], Set<String>) = ([], [])
        for choice in targets.lazy.flatMap(\.guards)
        where path.matches(choice.path) && names.insert(choice.shape).inserted { shapes.append(choice) }
        let parent = Steps(path.dropLast())
        let below = targets.lazy.filter { target in
            path.count <= target.path.count && path.matches(Steps(target.path.prefix(path.count)))
        }
        let owners = below.map { target in target.guards.first { parent.matches($0.path) }?.shape }
        if places.count >= Self.mostPlaces { places = [:] }
        let made = Place(parts: parts.withoutRepetition(), targets: own, shapes: shapes, owners: Set(owners))
        places[path] = made
        return made
    }

    /// The parts that rules name below a concrete path.
    func parts(of path: Steps) -> [ValuePath.Component] { place(path).parts }

    /// The rules of a concrete path, for the shapes of one choice: `skipping` leaves out those of other shapes.
    func targets(at path: Steps, choosing shape: String? = nil) -> [ProofTarget] {
        let own = place(path).targets
        effort.spend(own.count)
        guard let shape else { return own }
        return own.filter { $0.guards.last.map { $0.shape == shape } ?? true }
    }

    /// The shapes of which a value at a path can have one, as guards say.
    func shapes(at path: Steps) -> [ProofTarget.Guard] { place(path).shapes }

    /// Values to try at a path of a record; `rejecting` is the rule that is to find something there.
    func proposals(
        at path: Steps, in record: AnyValue, rejecting: ProofTarget? = nil, size: Int? = nil, exact: AnyValue? = nil,
        limit: Int = 220, isLeaf: Bool = false
    ) -> [AnyValue] {
        if effort.isSpent { return [.absent] }
        let own = targets(at: path)
        let groups = own.compactMap { $0.guards.last?.shape }.withoutRepetition()
        let choices: [String?] = groups.count > 1 && rejecting == nil ? groups : [rejecting?.guards.last?.shape]
        var found: [AnyValue] = []
        for choice in choices {
            let chosen = targets(at: path, choosing: choice)
            var proposals = ValueProposals(
                chosen.flatMap { demands($0, at: path, in: record, rejecting: rejecting) }, now: now, numbers: next(),
                effort: effort)
            (proposals.size, proposals.exact) = (size, exact)
            for demand in proposals.demands { effort.spend(demand.work) }
            proposals.known = chosen.flatMap { target in
                known(target, target.id != rejecting?.id).prefix(60)
            }
            found += proposals.values(limit: limit)
        }
        // The value of a leaf must not be made of leaves again.
        let isComposite = !isLeaf && !parts(of: path).isEmpty
        if isComposite { found = composites(at: path, in: record, size: size) + found }
        return Array((found + [.absent]).withoutRepetition().prefix(limit + 40))
    }

    func next() -> SeededGenerator { SeededGenerator(seed: numbers.next()) }

    /// What a rule wants, and what the rules want that its type is made of.
    private func demands(
        _ target: ProofTarget, at path: Steps, in record: AnyValue, rejecting: ProofTarget?
    ) -> [Demand] {
        let own = demand(target, at: path, in: record, rejecting: rejecting)
        return [own] + parts(of: own, depth: 0)
    }

    private func parts(of demand: Demand, depth: Int) -> [Demand] {
        guard depth < 4 else { return [] }
        return (demand.constraint.composition(in: registry)?.rules ?? []).flatMap { part -> [Demand] in
            let table = OptionTable(part, now: now) { _ in .absent }
            func wanting(_ isAccepted: Bool) -> Demand {
                Demand(part, table, isAccepted: isAccepted, in: registry)
            }
            // One of the rules must reject the value, and the others may accept it.
            return [wanting(true)] + (demand.isAccepted ? [] : [wanting(false)])
                + parts(of: wanting(true), depth: depth + 1)
        }
    }

    private func demand(_ target: ProofTarget, at path: Steps, in record: AnyValue, rejecting: ProofTarget?) -> Demand {
        var table = OptionTable(target.rule.constraint, now: now) { name in
            let other = target.path(of: name).aligned(with: path)
            guard other.contains(.each) else { return record.at(other) }
            return .list(Self.values(at: other, in: record))
        }
        if table.other == nil, target.rule.constraint.about.subject == .comparison,
            let name = target.namedAttributes.first
        {
            table.other = record.at(target.path(of: name).aligned(with: path).concrete)
        }
        let isRejecting = rejecting.map { $0.address == target.address && $0.attribute == target.attribute } ?? false
        return Demand(target.rule.constraint, table, isAccepted: !isRejecting, in: registry)
    }

    /// All values that a path with `*` means.
    static func values(at path: Steps, in record: AnyValue) -> [AnyValue] {
        guard let place = path.firstIndex(of: .each) else {
            let value = record.at(path)
            return value == .absent ? [] : value.list ?? [value]
        }
        let (head, rest) = (record.at(path[..<place]), Steps(path[(place + 1)...]))
        let items = head.list ?? head.members.map(\.value)
        return items.flatMap { values(at: rest, in: $0) }
    }

    /// Objects and lists with what rules say of their parts.
    private func composites(at path: Steps, in record: AnyValue, size: Int?) -> [AnyValue] {
        var sizes = counts(at: path).flatMap { rule in
            [rule.value(.minimum), rule.value(.size), rule.value(.maximum)].compactMap { $0?.int }
        }
        if let size { sizes = [size] }
        sizes = (sizes + [1, 2, 3]).filter { (0...200).contains($0) }.withoutRepetition()
        let isList = parts(of: path).contains(.each)
        let choices: [ProofTarget.Guard?] = shapes(at: path)
        var found: [AnyValue] = []
        for choice in choices.isEmpty ? [nil] : choices {
            for count in isList ? sizes : [1] {
                found.append(fresh(path, in: record, choosing: choice?.shape, items: count))
            }
        }
        if isList { found.append(.list([])) }
        return found
    }

    /// A value for a path with all parts that rules name, each as its own rules want it.
    func fresh(
        _ path: Steps, in record: AnyValue, choosing shape: String? = nil, items: Int? = nil, depth: Int = 0
    ) -> AnyValue {
        if effort.isSpent { return .absent }
        let parts = parts(of: path)
        let own = shapes(at: path)
        let chosen = shape ?? own.randomElement(using: &numbers)?.shape
        let guarded = own.first { $0.shape == chosen }
        if parts.isEmpty || depth > 8 { return leaf(path, in: record, choosing: shape) }
        if let chosen, guarded?.by == nil, !chosen.hasPrefix("*"), chosen != "object", chosen != "list",
            FormKinds.scalars.contains(chosen)
        {
            return leaf(path, in: record, choosing: chosen)
        }
        if parts == [.each] || parts.contains(.each) && !isMap(path) {
            let count = items ?? smallest(path)
            return .list((0..<count).map { fresh(path + [.index($0)], in: record, depth: depth + 1) })
        }
        var value = AnyValue.object([])
        for part in parts where part != .each {
            let inner = path + [part]
            guard hasPart(inner, of: chosen, among: own) else { continue }
            value = value.setting([part], to: fresh(inner, in: record, depth: depth + 1))
        }
        if parts.contains(.each) {
            value = value.setting([.key("k1")], to: fresh(path + [.key("k1")], in: record, depth: depth + 1))
        }
        if let by = guarded?.by, let chosen { value = value.setting(ValuePath(by).components, to: .text(chosen)) }
        return value
    }

    /// Whether a part belongs to the chosen shape, or to none.
    private func hasPart(_ path: Steps, of chosen: String?, among shapes: [ProofTarget.Guard]) -> Bool {
        guard !shapes.isEmpty else { return true }
        let owners = place(path).owners
        return owners.contains(nil) || chosen.map(owners.contains) ?? false
    }

    /// Whether `*` at a path means the members of an object.
    private func isMap(_ path: Steps) -> Bool {
        targets(at: path).contains { $0.rule.constraint.about.subject == .keys }
            || parts(of: path).contains { $0 != .each && ValuePath.position($0.word) == nil }
    }

    /// The rules for the number of items at a path.
    private func counts(at path: Steps) -> [Constraint] {
        targets(at: path).map(\.rule.constraint).filter { $0.about.subject == .count }
    }

    private func smallest(_ path: Steps) -> Int {
        let least = counts(at: path).compactMap { ($0.value(.minimum) ?? $0.value(.size))?.int }
        return min(max(1, least.max() ?? 1), 200)
    }

    /// A value without parts that the rules of its path accept, as far as they can be tried alone.
    private func leaf(_ path: Steps, in record: AnyValue, choosing shape: String?) -> AnyValue {
        let own = targets(at: path, choosing: shape)
        if own.isEmpty, let model = models.first(where: { path.matches($0.key) })?.value, model.path != path {
            return leaf(model.path.aligned(with: path), in: record, choosing: nil)
        }
        guard !own.isEmpty else { return .text("text") }
        let key = own.map { "\($0.id)/\($0.attribute)" }.joined(separator: " ")
        let isAlone = own.allSatisfy(\.namedAttributes.isEmpty) && targets(at: path).count == own.count
        if isAlone, let known = leaves[key], known.uses < Self.usesOfLeaf {
            leaves[key]?.uses += 1
            return oneOf(known.values)
        }
        let proposals = proposals(at: path, in: record, limit: 120, isLeaf: true)
        if screens[key] == nil { screens[key] = screen(own) }
        guard let verifier = screens[key] ?? nil else { return proposals.first ?? .text("text") }
        let passing = proposals.prefix(120).filter {
            $0 != .absent && !$0.isEmptyValue && verifier.violations(of: .object([AnyValue.Member("v", $0)])).isEmpty
        }
        if isAlone, !effort.isSpent { leaves[key] = (passing, 0) }
        return oneOf(passing)
    }

    /// Mostly a plain value, sometimes another one: records should differ.
    private func oneOf(_ values: [AnyValue]) -> AnyValue {
        guard let first = values.first else { return .absent }
        let alike = values.prefix(24).filter { $0.kind == first.kind }
        return numbers.happens(0.4) ? alike.randomElement(using: &numbers) ?? first : first
    }

    /// A verifier of the rules of one attribute alone; `nil` if they need others.
    private func screen(_ own: [ProofTarget]) -> Verifier? {
        let rules = own.filter { target in
            let about = target.rule.constraint.about
            return target.namedAttributes.isEmpty && target.rule.when.isEmpty && target.rule.unless.isEmpty
                && !about.needsOthers && ![.union, .shape].contains(about.subject)
        }.map { Rule(["v"], $0.rule.constraint) }
        guard let plan = try? Plan(RuleSet(rules: rules), registry: registry) else { return nil }
        return try? Verifier(plan, scenario: RuleSet.defaultScenario, effort: effort)
    }
}

/// The names of shapes for kinds of values.
enum FormKinds {
    static let scalars: Set<String> = ["string", "number", "integer", "boolean"]
}
