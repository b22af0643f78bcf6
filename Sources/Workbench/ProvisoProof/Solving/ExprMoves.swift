import Proviso

/// Changes of a record that make an expression true or false, by what its parts compare.
struct ExprMoves {
    private let root: ExprNode?
    private let paths: ExprPaths
    private let solver: Solver

    private var record: AnyValue { paths.record }

    init(_ target: ProofTarget, at place: Steps, in record: AnyValue, solver: Solver) {
        self.init(
            target.rule.constraint.text(.expression) ?? "", base: target.base, at: place, in: record,
            solver: solver)
    }

    /// The moves for an expression of a rule or of a condition; names in it begin at `base`.
    init(_ text: String, base: Steps, at place: Steps, in record: AnyValue, solver: Solver) {
        root = solver.expression(text)
        paths = ExprPaths(base: base, place: place, record: record, effort: solver.effort)
        self.solver = solver
    }

    private init(_ root: ExprNode, _ paths: ExprPaths, _ solver: Solver) {
        (self.root, self.paths, self.solver) = (root, paths, solver)
    }

    /// The places that the expression reads.
    var places: [Steps] { root.map { paths.all($0).withoutRepetition() } ?? [] }

    /// Alternatives, each with all that must change.
    func changes(to truth: Bool) -> [[Assignment]] {
        guard let root else { return [] }
        var found: [[Assignment]] = []
        for start in starts where !solver.effort.isSpent {
            let changed = start.reduce(record) { $0.setting($1.path, to: $1.value) }
            var inner = paths
            inner.record = changed
            if !start.isEmpty { found.append(start) }
            found += ExprMoves(root, inner, solver).wanting(root, truth).prefix(80).map { start + $0 }
        }
        for path in places { found += common(path).map { [Assignment(path, $0)] } }
        return Array(found.prefix(500))
    }

    /// Where to begin: what is there, or values of one kind for all that the expression reads.
    private var starts: [[Assignment]] {
        let leaves = places.filter { place in !places.contains { $0.count > place.count && $0.starts(with: place) } }
        let missing = leaves.filter { record.at($0).isNull }
        if missing.isEmpty, let root, paths.value(root, in: record, now: solver.now) != nil { return [[]] }
        let own = missing.map { Assignment($0, solver.builder.fresh($0, in: record)) }
        let kinds: [AnyValue] = [
            2, "2026-01-31", "text", true, .list([2]), .list(["a"]), "12:00", "2026-01-31T10:00:00Z",
        ]
        return [own] + kinds.map { value in leaves.map { Assignment($0, value) } }
    }

    /// Values for a place that the expression reads and nothing else is known of.
    private func common(_ path: Steps) -> [AnyValue] {
        let literals = root.map(ExprPaths.literals) ?? []
        let near = literals.flatMap {
            [$0] + [NumberValues.sum($0, 1, times: 1), NumberValues.sum($0, 1, times: -1)].compactMap { $0 }
        }
        let current = record.at(path)
        let moved = [1, -1, 10, -10, 100].compactMap { NumberValues.sum(current, 1, times: $0) } + days(current)
        return (near + moved + solver.builder.proposals(at: path, in: record, limit: 24)).withoutRepetition()
    }

    private func days(_ value: AnyValue) -> [AnyValue] {
        guard let text = value.text, let moment = CivilParts.moment(value) else { return [] }
        return [1, -1, 7, -7, 29, 30, 31, -30, -31, 32, 60, 90, 365, 366, -365, -6_575, -7_300, 3_650].map { count in
            let parts = CivilParts(moment + Int64(count) * 86_400)
            return .text(text.utf8.count <= 10 ? parts.date : "\(parts.date)T\(parts.time)Z")
        }
    }

    private func wanting(_ node: ExprNode, _ truth: Bool) -> [[Assignment]] {
        if solver.effort.isSpent { return [] }
        let found = alternatives(node, truth)
        solver.effort.spend(Self.perAlternative * (found.count + 1))
        return found
    }

    /// What an alternative takes, which those of other parts are combined with.
    private static let perAlternative = 8

    private func alternatives(_ node: ExprNode, _ truth: Bool) -> [[Assignment]] {
        switch node {
        case .call(let name, let target, let arguments, _): return call(name, target, arguments, truth, node)
        case .has(let inner, let field, _):
            guard let path = paths.path(inner).map({ $0 + [.key(field)] }) else { return [] }
            return [[Assignment(path, truth ? solver.builder.fresh(path, in: record) : .absent)]]
        case .macro(let macro, _): return quantified(macro, truth)
        default: return paths.path(node).map { [[Assignment($0, .boolean(truth))]] } ?? []
        }
    }

    private func call(
        _ name: String, _ target: ExprNode?, _ arguments: [ExprNode], _ truth: Bool, _ node: ExprNode
    ) -> [[Assignment]] {
        switch (name, arguments.count) {
        case ("_&&_", 2), ("_||_", 2):
            let (left, right) = (wanting(arguments[0], truth), wanting(arguments[1], truth))
            let both = left.prefix(12).flatMap { one in right.prefix(12).map { one + $0 } }
            return (name == "_&&_") == truth ? left + right + both : left + right
        case ("!_", 1): return wanting(arguments[0], !truth)
        case ("_?_:_", 3):
            let (yes, no) = (wanting(arguments[0], true), wanting(arguments[0], false))
            let (first, second) = (wanting(arguments[1], truth), wanting(arguments[2], truth))
            return first + second + yes.prefix(8).flatMap { one in first.prefix(8).map { one + $0 } }
                + no.prefix(8).flatMap { one in second.prefix(8).map { one + $0 } } + yes + no
        case ("_==_", 2), ("_!=_", 2), ("_<_", 2), ("_<=_", 2), ("_>_", 2), ("_>=_", 2):
            return compared(
                arguments[0], arguments[1], isEqual: (name == "_==_") == truth && ["_==_", "_!=_"].contains(name))
        case ("@in", 2), ("_in_", 2):
            guard let path = paths.path(arguments[0]) else { return [] }
            let items = paths.value(arguments[1], in: record, now: solver.now)
            let values = items?.list ?? items?.members.map { .text($0.key) } ?? []
            return truth
                ? values.prefix(12).map { [Assignment(path, $0)] }
                : [[Assignment(path, "zzz")], [Assignment(path, 999_983)]]
        case ("is", 2) where target == nil:
            guard let path = paths.path(arguments[1]), case .name(let type, _, _) = arguments[0] else { return [] }
            let rule = Constraint(type: RuleType(rawValue: type))
            let demand = Demand(rule, OptionTable(), isAccepted: truth, in: solver.builder.registry)
            var proposals = ValueProposals(
                [demand], now: solver.now, numbers: solver.builder.next(), effort: solver.effort)
            return proposals.values(limit: 16).map { [Assignment(path, $0)] }
        case ("startsWith", 1), ("endsWith", 1), ("contains", 1), ("matches", 1):
            return texts(name, target, arguments[0], truth)
        default: return []
        }
    }

    private func texts(_ name: String, _ target: ExprNode?, _ argument: ExprNode, _ truth: Bool) -> [[Assignment]] {
        guard let target, let sought = paths.value(argument, in: record, now: solver.now)?.text else { return [] }
        guard let path = paths.path(target) ?? paths.all(target).first else { return [] }
        if !truth {
            return ["zzz", "q"].map { [Assignment(path, $0)] }
                + TextValues.broken(sought).prefix(6).map { [Assignment(path, .text($0))] }
        }
        let old = record.at(path).text ?? "text"
        var values = [
            sought, name == "startsWith" ? sought + old : old + sought, sought + "a", "a" + sought, sought.uppercased(),
            sought.lowercased(),
        ]
        if name == "matches", let node = PatternReader.read(sought) {
            var strings = PatternStrings(node, solver.builder.next())
            values = strings.strings()
        }
        var found = values.map { [Assignment(path, .text($0))] }
        // The text that is searched for may itself be a value of the record.
        if let other = paths.path(argument) { found.append([Assignment(other, .text(String(old.prefix(4))))]) }
        return found
    }

    /// Sets one side to the other's value, or changes what it is computed from until both are equal or nearly so.
    private func compared(_ left: ExprNode, _ right: ExprNode, isEqual: Bool) -> [[Assignment]] {
        var found: [[Assignment]] = []
        for (side, other) in [(left, right), (right, left)] {
            guard let value = paths.value(other, in: record, now: solver.now) else { continue }
            if let path = paths.path(side) { found += near(value, isEqual).map { [Assignment(path, $0)] } }
            if case .call("size", let target, let arguments, _) = side, let count = value.int,
                let path = (target ?? arguments.first).flatMap(paths.path)
            {
                for size in [count, count + 1, count - 1] where (0...2_000).contains(size) {
                    found += sized(path, size).map { [Assignment(path, $0)] }
                }
            }
            if paths.path(side) == nil, let text = value.text {
                for path in paths.all(side).withoutRepetition() {
                    found += [text, text + "-1", "1" + text, text + text].map { [Assignment(path, .text($0))] }
                }
            }
            guard paths.path(side) == nil, let goal = value.double,
                let now = paths.value(side, in: record, now: solver.now)?.double
            else { continue }
            for path in paths.all(side).withoutRepetition() {
                found += solved(side, path, from: now, to: goal).map { [Assignment(path, $0)] }
            }
        }
        return found
    }

    private func near(_ value: AnyValue, _ isEqual: Bool) -> [AnyValue] {
        let steps: [AnyValue] = [1, -1, 0.01, -0.01].compactMap { NumberValues.sum(value, .double($0), times: 1) }
        let others: [AnyValue] = value.text.map { [.text($0 + "a"), .text("a"), .text("zz")] } ?? []
        let truths: [AnyValue] = value.bool.map { [.boolean(!$0)] } ?? []
        let changed = steps + days(value) + others + truths
        return isEqual ? [value] + changed : changed + [value]
    }

    private func sized(_ path: Steps, _ size: Int) -> [AnyValue] {
        let old = record.at(path)
        if case .text(let text) = old { return [.text(TextValues.fit(text, to: size))] }
        let item = old.list?.first ?? "a"
        return [.list((0..<size).map { old[$0] ?? item }), .text(String(repeating: "a", count: size))]
    }

    /// Values of one place that bring a side to a number, as if it depended on the place by a straight line.
    private func solved(_ side: ExprNode, _ path: Steps, from now: Double, to goal: Double) -> [AnyValue] {
        if case .list(let items) = record.at(path), items.first?.double != nil {
            return solved(side, path + [.index(0)], from: now, to: goal).map { .list([$0] + items.dropFirst()) }
        }
        guard let own = record.at(path).double else { return [] }
        let moved = record.setting(path, to: NumberValues.tidy(own + 1))
        guard let next = paths.value(side, in: moved, now: solver.now)?.double, next != now else { return [] }
        let root = own + (goal - now) / (next - now)
        guard root.isFinite else { return [] }
        return [
            root, root.rounded(), root.rounded(.up), root.rounded(.down), root + 1, root - 1, root.rounded(.up) + 1,
            root.rounded(.down) - 1, root + 0.01, root - 0.01,
        ]
        .map(NumberValues.tidy).withoutRepetition()
    }

    private func quantified(_ macro: ExprMacro, _ truth: Bool) -> [[Assignment]] {
        guard let range = paths.path(macro.range), let filter = macro.filter else {
            return macro.result.map { ExprMoves($0, paths.binding(macro, 0), solver).wanting($0, truth) } ?? []
        }
        let value = record.at(range)
        let count = max(1, value.list?.count ?? value.members.count)
        var found: [[Assignment]] = []
        let isOuter = paths.depth < ExprPaths.mostBranching
        for index in 0..<min(count, isOuter ? 4 : 1) {
            let inner = ExprMoves(filter, paths.binding(macro, index), solver)
            found += inner.wanting(filter, truth)
            if isOuter { found += inner.wanting(filter, !truth).prefix(6) }
        }
        let items = value.list ?? []
        found.append([Assignment(range, .list([]))])
        if let first = items.first {
            found.append([Assignment(range, .list([first]))])
            found.append([Assignment(range, .list(items + [first]))])
        }
        return found
    }
}
