package import Proviso

/// Tells how the steps of each rule grow with the lists and strings of a record.
package struct CostLint {
    /// A rule for one attribute, and what it multiplies.
    package struct Cost {
        package let target: ProofTarget
        /// The lists and strings whose sizes are multiplied; none if the rule takes the same time for every record.
        package let factors: [String]

        /// `items²`, `items × rates`, `1`.
        package var text: String {
            if factors.isEmpty { return "1" }
            return factors.withoutRepetition().map { factor in
                let count = factors.count { $0 == factor }
                return count == 1 ? factor : factor + (count == 2 ? "²" : count == 3 ? "³" : "^\(count)")
            }.joined(separator: " × ")
        }

        /// What to do about a rule that multiplies; `nil` for others.
        package var advice: String? {
            guard factors.count > 1 else { return nil }
            let names = factors.withoutRepetition()
            let quoted = names.map { "'\($0)'" }.joined(separator: " or ")
            return "a large record is refused as too costly; limit \(quoted): "
                + "{ attributes: \(names[0]), type: count, max: 1000, bail: true }, or 'string' with 'max' for a string"
        }
    }

    private let ruleSet: RuleSet

    /// The costs of all rules, in their order.
    package static func costs(of plan: Plan) -> [Cost] {
        let lint = CostLint(ruleSet: plan.ruleSet)
        var (seen, costs) = (Set<String>(), [Cost]())
        for scenario in plan.scenarios.sorted() {
            for target in plan.ruleSet.targets(in: scenario) where seen.insert("\(target.id) \(target.path)").inserted {
                costs.append(Cost(target: target, factors: lint.factors(of: target)))
            }
        }
        return costs
    }

    /// The costs as lines with places; the advice follows where there is any.
    package static func lines(of plan: Plan) -> (lines: [RuleLint.Advice], hasAdvice: Bool) {
        let costs = costs(of: plan)
        let lines = costs.map { cost in
            let rule = "'\(cost.target.rule.constraint.type)' of '\(cost.target.attribute)'"
            let advice = cost.advice.map { ": \($0)" } ?? ""
            return RuleLint.Advice(position: cost.target.rule.position, reason: "\(cost.text) for \(rule)\(advice)")
        }
        return (lines, costs.contains { $0.factors.count > 1 })
    }

    private func factors(of target: ProofTarget) -> [String] {
        let path = ValuePath(Array(target.path)).description
        // A rule for items runs for each; lists in lists are parts of the same record.
        let own = list(of: path).map { [$0] } ?? []
        var all = [own]
        var texts: [String] = []
        if let must = target.rule.constraint.text(.expression) { texts.append(must) }
        for condition in target.rule.when + target.rule.unless { all += parts(of: condition, &texts) }
        for text in texts {
            guard let node = try? ExprParser.parse(text) else { continue }
            var growth = ExprGrowth(attribute: path, loops: own) { isLimited($0) }
            all.append(growth.factors(of: node))
        }
        return all.max { $0.count < $1.count } ?? []
    }

    /// The list whose items a path names: the innermost one, if nothing limits it.
    private func list(of path: String) -> String? {
        let components = ValuePath(path).components
        guard let last = components.lastIndex(of: .each) else { return nil }
        let list = ValuePath(Array(components[..<last])).description
        return isLimited(list) ? nil : list
    }

    /// The lists that conditions about items walk, and the expressions in conditions.
    private func parts(of condition: Condition, _ texts: inout [String]) -> [[String]] {
        switch condition.test {
        case .expression(let text):
            texts.append(text)
            return []
        case .items(_, let inner): return inner.names.compactMap { list(of: $0).map { [$0] } }
        case .any(let conditions), .all(let conditions), .number(_, let conditions):
            return conditions.flatMap { parts(of: $0, &texts) }
        case .not(let inner): return parts(of: inner, &texts)
        case .rule, .closure: return []
        }
    }

    /// Whether rules limit a list or string, and stop the others if it is larger; a number takes the same time always.
    private func isLimited(_ path: String) -> Bool {
        ruleSet.rules.contains { rule in
            guard rule.severity == .error, rule.attributes.contains(where: { RuleSet.plain($0) == path }) else {
                return false
            }
            let about = rule.constraint.about
            if about.isLimited { return true }
            guard rule.bail, [.length, .count].contains(about.subject) else { return false }
            return rule.constraint.value(.maximum)?.int != nil || rule.constraint.value(.size)?.int != nil
        }
    }
}

/// Which lists and strings an expression multiplies.
struct ExprGrowth {
    private struct Name {
        let path: String?
        /// The loop that it is an item of.
        let loop: Int?
        /// What its size is made of, where it is computed.
        var made: [String] = []
    }

    private enum Size {
        case constant
        /// A part of the record, and the loop in which it is another part each time.
        case data(String, loop: Int?)
        case made([String])
        /// A number as large as these sizes are, such as `items.size()`.
        case count([String])

        var isNumber: Bool {
            switch self {
            case .constant, .count: true
            case .data, .made: false
            }
        }
    }

    private var names: [String: Name] = [:]
    /// The lists whose items are looked at one by one, around the part of the expression.
    private var loops: [String]
    private let isLimited: (String) -> Bool
    private var largest: [String] = []

    init(attribute: String, loops: [String], isLimited: @escaping (String) -> Bool) {
        self.loops = loops
        self.isLimited = isLimited
        let loop = loops.isEmpty ? nil : 0
        names["this"] = Name(path: attribute, loop: loop)
        let parts = ValuePath(attribute).components
        names["parent"] = Name(path: ValuePath(Array(parts.dropLast())).description, loop: loop)
    }

    /// The product of the most sizes.
    mutating func factors(of node: ExprNode) -> [String] {
        largest = loops
        _ = measure(node)
        return largest
    }

    /// Notes work in proportion to sizes, at each turn of the loops.
    private mutating func work(_ sizes: [Size]) {
        for size in sizes {
            let product: [String]
            switch size {
            case .constant, .count: product = loops
            // A part of each item: together they are no more than the list.
            case .data(_, .some): product = loops
            case .data(let path, nil): product = isLimited(path) ? loops : loops + [path]
            case .made(let factors): product = loops + factors
            }
            if (product.count, Self.depth(product)) > (largest.count, Self.depth(largest)) { largest = product }
        }
    }

    /// How deep in the record the lists are: the items of items are more than the items.
    private static func depth(_ factors: [String]) -> Int {
        factors.reduce(0) { $0 + ValuePath($1).components.count }
    }

    private func part(_ size: Size, _ name: String) -> Size {
        switch size {
        case .data(let path, let loop): .data("\(path).\(name)", loop: loop)
        case .constant, .made, .count: .constant
        }
    }

    /// The size of something as a number; the sizes of all items together are no more than the list.
    private func count(_ size: Size) -> Size {
        switch size {
        case .data(let path, nil): isLimited(path) ? .constant : .count([path])
        case .made(let factors): .count(factors)
        case .data, .constant, .count: .constant
        }
    }

    private mutating func measure(_ node: ExprNode) -> Size {
        switch node {
        case .literal, .message: return .constant
        case .name(let name, _, _):
            guard let known = names[name] else { return .data(name, loop: nil) }
            return known.path.map { .data($0, loop: known.loop) }
                ?? (known.made.isEmpty ? .constant : .made(known.made))
        case .select(let target, let field, _, _): return part(measure(target), field)
        case .has(let target, _, _):
            _ = measure(target)
            return .constant
        case .index(let target, let index, _, _):
            _ = measure(index)
            return part(measure(target), "*")
        case .list(let elements, _):
            for element in elements { _ = measure(element.value) }
            return .constant
        case .map(let entries, _):
            for entry in entries { _ = measure(entry.value) }
            return .constant
        case .call(let name, let target, let arguments, _): return call(name, target, arguments)
        case .macro(let macro, _): return self.macro(macro)
        }
    }

    /// Functions that take the same time whatever their lists are.
    private static let constant: Set<String> = ["first", "last", "type", "dyn", "has", "hasValue", "value"]

    private mutating func call(_ name: String, _ target: ExprNode?, _ arguments: [ExprNode]) -> Size {
        if target == nil, name == "is" || name == "lookup" {
            for argument in arguments.dropFirst() { _ = measure(argument) }
            return .constant
        }
        // The `lists` of `lists.range(9)` is not a part of the record.
        let isSpace = target?.isSpace ?? false
        var sizes = isSpace ? [] : target.map { [measure($0)] } ?? []
        for argument in arguments { sizes.append(measure(argument)) }
        if name == "size", let first = sizes.first { return count(first) }
        if isSpace, name == "range", case .count(let factors)? = sizes.first {
            work([.made(factors)])
            return .made(factors)
        }
        if name == "_&&_" || name == "_||_" || name == "!_" || Self.constant.contains(name) { return .constant }
        if name == "_?_:_" { return sizes.last ?? .constant }
        // Searches in a list of the record take the same time however long it is.
        if name == "@in", case .data(_, nil)? = sizes.last { sizes.removeLast() }
        if ["_<_", "_>_", "_<=_", "_>=_", "_==_", "_!=_"].contains(name),
            sizes.contains(where: \.isNumber)
        {
            return .constant
        }
        if ["_-_", "_*_", "_/_", "_%_", "-_"].contains(name) {
            return sizes.first { if case .count = $0 { true } else { false } } ?? .constant
        }
        work(sizes)
        let isScalar =
            name.hasPrefix("_") && name != "_+_" || ["sum", "min", "max", "contains", "matches"].contains(name)
        return isScalar ? .constant : sizes.first { if case .constant = $0 { false } else { true } } ?? .constant
    }

    private mutating func macro(_ macro: ExprMacro) -> Size {
        let range = measure(macro.range)
        let (before, outer) = (loops, names)
        defer { (loops, names) = (before, outer) }
        var item = Name(path: nil, loop: nil)
        if [.bind, .optMap, .optFlatMap].contains(macro.kind) {
            switch range {
            case .constant: break
            case .data(let path, let loop): item = Name(path: path, loop: loop)
            case .made(let factors): item.made = factors
            case .count: break
            }
        } else {
            switch range {
            case .constant, .count: break
            case .data(let path, let loop?):
                loops[loop] = path
                item = Name(path: "\(path).*", loop: loop)
            case .data(let path, nil) where isLimited(path): item = Name(path: "\(path).*", loop: nil)
            case .data(let path, nil):
                loops.append(path)
                item = Name(path: "\(path).*", loop: loops.count - 1)
            case .made(let factors): loops += factors
            }
        }
        for name in macro.names { names[name] = item }
        work([.constant])
        if let filter = macro.filter { _ = measure(filter) }
        let result = macro.result.map { measure($0) }
        switch macro.kind {
        case .all, .exists, .existsOne: return .constant
        case .bind, .optMap, .optFlatMap: return result ?? .constant
        default:
            switch range {
            case .constant, .count: return .constant
            case .data(let path, let loop): return loop == nil && isLimited(path) ? .constant : .made([path])
            case .made: return range
            }
        }
    }
}
