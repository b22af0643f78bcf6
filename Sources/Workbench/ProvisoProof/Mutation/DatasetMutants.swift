import Proviso

// Rules about all records: the changes that mistakes would make.
extension Mutants {
    mutating func addRulesOfTable() {
        for (index, rule) in ruleSet.dataset.enumerated() {
            append(index, rule, "rule removed", nil)
            for (change, changed) in changes(of: rule) { append(index, rule, change, changed) }
        }
    }

    private mutating func append(_ index: Int, _ rule: DatasetRule, _ change: String, _ changed: DatasetRule?) {
        let id = rule.id ?? RuleSet.idOfTableRule(index)
        found.append(
            Mutant(subject: .table(rule), id: id, change: change, original: ruleSet) { ruleSet in
                var copy = ruleSet
                // Rules without an id keep their numbers in reports.
                for other in copy.dataset.indices where copy.dataset[other].id == nil {
                    copy.dataset[other].id = RuleSet.idOfTableRule(other)
                }
                if var changed {
                    changed.id = id
                    copy.dataset[index] = changed
                } else {
                    copy.dataset.remove(at: index)
                }
                return copy
            })
    }

    private func changes(of rule: DatasetRule) -> [(String, DatasetRule)] {
        var found: [(String, DatasetRule)] = []
        func add(_ change: String, _ body: (inout DatasetRule) -> Void) {
            var copy = rule
            body(&copy)
            found.append((change, copy))
        }
        for (index, bounds) in rule.bounds.enumerated() {
            for (name, number) in [("min", bounds.min), ("max", bounds.max), ("equals", bounds.number)] {
                guard let number else { continue }
                for other in Self.others(number, isShare: rule.measure.isShare) {
                    add("\(name) \(number.plainText) → \(other.plainText)") { copy in
                        switch name {
                        case "min": copy.bounds[index].min = other
                        case "max": copy.bounds[index].max = other
                        default: copy.bounds[index].equals = .number(other)
                        }
                    }
                }
            }
        }
        for (index, name) in rule.by.enumerated() {
            add("'by' without '\(name)'") { $0.by.remove(at: index) }
        }
        for (index, condition) in rule.conditions.enumerated() {
            let part = rule.conditions.count == 1 ? "" : ": part \(index + 1) of \(rule.conditions.count)"
            add("'where' dropped\(part)") { $0.conditions.remove(at: index) }
            for (change, changed) in changes(of: condition) {
                add("in 'where': \(change)") { $0.conditions[index] = changed }
            }
        }
        switch rule.test {
        case .absent?: add("'absent' became 'present'") { $0.test = .present }
        case .present?: add("'present' became 'absent'") { $0.test = .absent }
        case .rule(let body)?:
            for (change, changed) in changes(of: body) { add("in 'is': \(change)") { $0.test = .rule(changed) } }
        case .expression(let text)?:
            for (change, changed) in ExprMutants.changes(text) {
                add("expr \(change)") { $0.test = .expression(changed) }
            }
        case .fails?, nil: break
        }
        return found
    }

    /// Limits near to one: one more and one less, for a share a percent.
    private static func others(_ limit: Number, isShare: Bool) -> [Number] {
        guard let value = try? AnyValue(json: limit.plainText) else { return [] }
        if !isShare { return OptionMutants.offByOne(value).compactMap { Number($0) } }
        return [1, -1].compactMap { NumberValues.sum(value, 0.01, times: $0).flatMap { Number($0) } }
            .filter { $0 >= 0 && $0 <= 1 }
    }
}

extension DatasetRule.Bounds {
    /// The only number that is allowed, if it is not that of a file.
    fileprivate var number: Number? { if case .number(let number)? = equals { number } else { nil } }
}
