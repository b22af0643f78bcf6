internal import ProvisoMessages

/// What makes a rule about all records impossible.
struct DatasetFault {
    let key: String
    let reason: String

    func error(of rule: DatasetRule) -> RuleSetError { RuleSetError(reason: reason, rule, key) }

    init?(in rule: DatasetRule) {
        guard let fault = Self.form(rule) ?? Self.limits(rule) else { return nil }
        (key, reason) = fault
    }

    private typealias Fault = (key: String, reason: String)

    private static func form(_ rule: DatasetRule) -> Fault? {
        let name = rule.measure.rawValue
        let takesTest = [.share, .count].contains(rule.measure)
        var needsAttribute = ![.rows, .share, .count].contains(rule.measure)
        switch rule.test {
        case .absent?, .present?, .rule?:
            if !takesTest { return ("is", "'is' is for 'share' and 'count', not for '\(name)'") }
            needsAttribute = true
        case .expression?:
            if !takesTest {
                return ("expr", "'expr' is for 'share' and 'count', not for '\(name)': 'where' chooses records")
            }
        case .fails?:
            if !takesTest { return ("fails", "'fails' is for 'share' and 'count', not for '\(name)'") }
            if rule.of != nil {
                return ("of", "'fails' names a rule, which has attributes of its own: remove 'of'")
            }
        case nil:
            if rule.measure == .share {
                return (
                    "measure",
                    "'share' needs 'is' with a rule, 'expr' with an expression, or 'fails' with the id of a rule"
                )
            }
            if rule.measure == .count { needsAttribute = true }
        }
        if needsAttribute, rule.of?.isEmpty ?? true {
            let other = rule.measure == .count ? ", or 'expr' with an expression" : ""
            return ("measure", "'\(name)' needs 'of' with an attribute\(other)")
        }
        if rule.measure == .rows, rule.of != nil {
            return ("of", "'rows' counts records: 'count' counts the values of an attribute")
        }
        if rule.measure == .overlaps, rule.until == nil {
            return ("measure", "'overlaps' needs 'until' with the attribute that has the end")
        }
        if rule.measure == .drift, rule.from == nil {
            return (
                "measure",
                "'drift' needs 'from' with the profile of an earlier run, such as profile.json, or with shares, such as "
                    + "{ a: 50%, b: 50% }"
            )
        }
        if rule.measure != .drift, rule.from != nil { return ("from", "'from' is for 'drift', not for '\(name)'") }
        if rule.measure != .overlaps, rule.until != nil {
            return ("until", "'until' is for 'overlaps', not for '\(name)'")
        }
        if rule.by.count > mostNames { return ("by", "'by' has at most \(mostNames) attributes") }
        if let twice = rule.by.first(where: { name in rule.by.count { $0 == name } > 1 }) {
            return ("by", "'by' names '\(twice)' twice")
        }
        switch (rule.measure, rule.at) {
        case (.quantile, nil): return ("measure", "'quantile' needs 'at' with a share, such as 0.5 for the median")
        case (.quantile, let at?):
            if !(0...1).contains(at) { return ("at", "'at' must be a share from 0 to 1, such as 0.95") }
        case (_, _?): return ("at", "'at' is for 'quantile', not for '\(name)'")
        default: break
        }
        return nil
    }

    private static let mostNames = 8

    private static func limits(_ rule: DatasetRule) -> Fault? {
        if rule.bounds.count(where: \.readsFile) > 1 {
            return ("error", "a rule compares with one file: write two rules, each with 'severity'")
        }
        if rule.measure == .freshest {
            if rule.within == nil { return ("measure", "'freshest' needs 'within' with a duration, such as P1D") }
            if !rule.bounds.allSatisfy(\.isEmpty) || rule.bounds.isEmpty {
                return ("measure", "'freshest' takes 'within', not 'min', 'max' or 'equals'")
            }
            return nil
        }
        if rule.within != nil { return ("within", "'within' is for 'freshest', not for '\(rule.measure.rawValue)'") }
        guard !rule.bounds.isEmpty, rule.bounds.allSatisfy({ !$0.isEmpty }) else {
            return ("measure", "the rule has no limit: add 'min', 'max' or 'equals'")
        }
        for bounds in rule.bounds {
            if let fault = limits(bounds, rule) { return fault }
        }
        return DatasetThresholds(rule).fault
    }

    private static func limits(_ bounds: DatasetRule.Bounds, _ rule: DatasetRule) -> Fault? {
        if let min = bounds.min, let max = bounds.max, min > max {
            return ("min", "no number is at least \(min.plainText) and at most \(max.plainText)")
        }
        var numbers = [("min", bounds.min), ("max", bounds.max)]
        switch bounds.equals {
        case .number(let number)?: numbers.append(("equals", number))
        case .file(_, let column)?:
            if !rule.by.isEmpty { return ("equals", "a rule with 'by' cannot be compared with a file") }
            if case .rule? = rule.test { return ("equals", "a rule with 'is' cannot be compared with a file") }
            if case .expression? = rule.test { return ("equals", "a rule with 'expr' cannot be compared with a file") }
            if rule.countsFailures { return ("equals", "a rule with 'fails' cannot be compared with a file") }
            if rule.measure == .overlaps { return ("equals", "'overlaps' cannot be compared with a file") }
            if rule.measure == .drift { return ("equals", "'drift' compares with a profile: name it in 'from'") }
            if rule.measure == .rows, column != nil { return ("equals", "'rows' of a file has no 'column'") }
            if rule.measure != .rows, column == nil {
                return ("equals", "the key 'column' is missing: which column of the file?")
            }
        case nil: break
        }
        for case (let limit, let number?) in numbers {
            let key = rule.place(of: limit, in: bounds)
            if !number.isFinite { return (key, "'\(limit)' must be a number") }
            if rule.measure.isShare, number < 0 || number > 1 {
                return (key, "a share is from 0% to 100%, or from 0 to 1: \(number.plainText) is not")
            }
            if rule.measure.isNeverNegative, number < 0 {
                let effect = limit == "min" ? "the limit decides nothing" : "no data keeps the limit"
                return (key, "'\(rule.measure.rawValue)' is never below 0, so that \(effect)")
            }
            if limit == "equals", rule.measure.countsSomething, !number.isWhole {
                return (key, "'\(rule.measure.rawValue)' is an integer, so that it never equals \(number.plainText)")
            }
        }
        return nil
    }
}
