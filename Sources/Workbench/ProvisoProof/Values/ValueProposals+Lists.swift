import Proviso

/// Lists and objects: their sizes, their items and their keys.
extension ValueProposals {
    mutating func readContains(_ demand: Demand) {
        let sought = demand.texts(.sought)
        if demand.isAccepted { text.parts += sought.prefix(3) }
        let inner =
            demand.inner.map { self.inner($0, isAccepted: true) }
            ?? demand.options.conditions.values.first.map { [item(meeting: $0, true)] } ?? []
        let others =
            demand.inner.map { self.inner($0, isAccepted: false) }
            ?? demand.options.conditions.values.first.map { [item(meeting: $0, false)] } ?? []
        let counts = [demand[.minimum]?.int, demand[.maximum]?.int, 1].compactMap { $0 }.flatMap {
            [$0, $0 - 1, $0 + 1]
        }
        for count in counts where (0...200).contains(count) {
            if let item = (inner + sought.map { .text($0) }).first {
                lists.append(.list(Array(repeating: item, count: count)))
                if let other = (others + (sought.isEmpty ? [] : ["other"])).first {
                    lists.append(.list(Array(repeating: item, count: count) + [other]))
                    lists.append(.list([other]))
                }
            }
        }
    }

    mutating func readCount(_ demand: Demand) {
        let bounds = [demand[.minimum], demand[.maximum], demand[.size]].compactMap { $0?.int }
        counts += bounds.flatMap { demand.isAccepted ? [$0] : [$0 + 1, $0 - 1] }.filter { (0...5_000).contains($0) }
        if bounds.isEmpty { counts.append(1) }
        if !demand.isAccepted { rejects += ["x", 1, .object([])] }
    }

    /// Lists of these lengths, of items that the rules for items accept.
    func listValues(counts: [Int]) -> [AnyValue] {
        let items = itemValues
        return counts.flatMap { count -> [AnyValue] in
            guard (0...5_000).contains(count) else { return [] }
            let cycle = (0..<count).map { items[$0 % items.count] }
            let distinct = (0..<count).map { AnyValue.integer(Int64($0)) }
            let texts = (0..<count).map { AnyValue.text("item \($0)") }
            return [
                .list(cycle), .list(distinct), .list(texts), .object(texts.map { AnyValue.Member($0.text ?? "", $0) }),
            ]
        }
    }

    var itemValues: [AnyValue] {
        let rules = demands.compactMap { $0.about.subject == .items ? $0.inner : nil }
        let found = rules.first.map { inner($0, isAccepted: true) } ?? []
        return found.isEmpty ? ["a", "b", "c"] : found
    }

    mutating func readList(_ demand: Demand) {
        switch demand.about.subject {
        case .items:
            guard let rule = demand.inner else { return }
            let items = inner(rule, isAccepted: demand.isAccepted)
            lists += items.prefix(24).map { .list([$0]) } + [.list(Array(items.prefix(2)))]
            if !demand.isAccepted { rejects += lists }
        case .order:
            let by = demand.texts(.members).first
            func item(_ value: AnyValue) -> AnyValue {
                by.map { AnyValue.absent.setting(ValuePath($0).components, to: value) } ?? value
            }
            for list: [AnyValue] in [[1, 2, 3], [3, 2, 1], ["a", "b", "c"], ["c", "b", "a"], [1, 1]] {
                lists.append(.list(list.map(item)))
            }
        case .difference:
            let names = demand.texts(.members)
            func item(_ value: AnyValue) -> AnyValue {
                names.isEmpty
                    ? value : names.reduce(AnyValue.absent) { $0.setting(ValuePath($1).components, to: value) }
            }
            for list: [AnyValue] in [["a", "b"], ["a", "a"], [1, 2], [1, 1]] { lists.append(.list(list.map(item))) }
        default: readKeys(demand)
        }
        if !demand.isAccepted { rejects += lists + ["x", .object([]), .list([])] }
    }

    mutating func readKeys(_ demand: Demand) {
        let (only, required) = (demand.texts(.allowedKeys), demand.texts(.requiredKeys))
        let keys = demand.inner.map { inner($0, isAccepted: true).compactMap(\.text) } ?? []
        let wrong = demand.inner.map { inner($0, isAccepted: false).compactMap(\.text) } ?? []
        func object(_ names: [String]) -> AnyValue {
            .object(names.withoutRepetition().map { AnyValue.Member($0, "a") })
        }
        lists += [object(required), object(required + only.prefix(1)), object(required + keys.prefix(1))]
        guard !demand.isAccepted else { return }
        rejects += [object(required + ["unknownKey"]), object(Array(required.dropLast()) + only.prefix(1))]
        rejects += demand.texts(.prohibitedKeys).prefix(1).map { object(required + [$0]) }
        rejects += wrong.prefix(8).map { object(required + [$0]) }
    }

    /// An item whose members meet a condition, or do not.
    func item(meeting condition: Condition, _ truth: Bool) -> AnyValue {
        func changed(_ item: AnyValue, _ condition: Condition, _ truth: Bool) -> AnyValue {
            switch condition.test {
            case .rule(let attribute, let body):
                let value =
                    inner(body, isAccepted: truth).first { truth ? !$0.isEmptyValue : true } ?? (truth ? "a" : .absent)
                return item.setting(ValuePath(attribute).components, to: value)
            case .all(let parts), .any(let parts), .number(_, let parts):
                return parts.reduce(item) { changed($0, $1, truth) }
            case .not(let inner): return changed(item, inner, !truth)
            case .items(_, let inner): return changed(item, inner, truth)
            case .expression(let text): return self.item(text, from: item, truth)
            case .closure: return item
            }
        }
        return changed(.object([AnyValue.Member("k", "v")]), condition, truth)
    }

    /// An item for which an expression is what is wanted; the item as it was if none was found.
    private func item(_ text: String, from item: AnyValue, _ truth: Bool) -> AnyValue {
        guard let node = try? ExprParser.parse(text) else { return item }
        let literals = ExprPaths.literals(node)
        let near = literals.flatMap { literal in
            [literal] + [1, -1].compactMap { NumberValues.sum(literal, 1, times: $0) }
        }
        let values = (near + [1, "a", true, false, 0, "2026-01-31"]).withoutRepetition().prefix(12)
        var found = [item]
        for path in ExprPaths(base: [], place: [], record: item, effort: effort).all(node).withoutRepetition().prefix(3)
        {
            found += found.prefix(144).flatMap { one in values.map { one.setting(path, to: $0) } }
        }
        return found.first { one in
            let paths = ExprPaths(base: [], place: [], record: one, effort: effort)
            return paths.value(node, in: one, now: now)?.bool == truth
        } ?? item
    }

    /// Values for an inner rule, of items or keys.
    func inner(_ rule: Constraint, isAccepted: Bool) -> [AnyValue] {
        guard depth < 3 else { return [] }
        let table = OptionTable(rule, now: now) { _ in .absent }
        // The types of plugins and rule files too, which the standard registry does not know.
        let registry = demands.first?.registry ?? .standard
        let demand = Demand(rule, table, isAccepted: isAccepted, in: registry)
        var proposals = ValueProposals([demand], now: now, numbers: numbers, effort: effort)
        proposals.depth = depth + 1
        let values = proposals.values(limit: 120)
        guard !effort.isSpent, let plan = try? Plan(RuleSet(rules: [Rule(["v"], rule)]), registry: registry) else {
            return values
        }
        effort.spend(making: plan)
        effort.spend(trying: values.count)
        return values.filter { value in
            (try? plan.validate(.object([AnyValue.Member("v", value)])).isValid) == isAccepted
        }
    }
}
