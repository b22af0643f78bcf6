internal import ProvisoMessages

/// What the limits of a rule about all records have to do with each other: those of a warning must say more than those of
/// an error, and 'min' and 'max' more than 'equals'.
struct DatasetThresholds {
    private let rule: DatasetRule

    init(_ rule: DatasetRule) { self.rule = rule }

    /// A warning that never decides, or limits that no figure keeps.
    var fault: (key: String, reason: String)? {
        guard let warning = rule.bounds.first(where: { $0.severity == .warning }),
            let error = rule.bounds.first(where: { $0.severity == .error })
        else { return nil }
        return beyond(warning, error) ?? apart(warning, error)
    }

    /// Limits that every figure keeps, or that decide nothing beside others.
    var idle: [(key: String, reason: String)] {
        rule.bounds.flatMap { bounds -> [(key: String, reason: String)] in
            var found = [besideEqual(bounds)].compactMap(\.self)
            let name = rule.measure.rawValue
            if rule.measure.isNeverNegative, bounds.min == 0 {
                found.append(
                    (
                        rule.place(of: "min", in: bounds),
                        "'min' decides nothing, because '\(name)' is never below 0: remove it"
                    ))
            }
            if rule.measure.isShare, bounds.max == 1 {
                found.append(
                    (
                        rule.place(of: "max", in: bounds),
                        "'max' decides nothing, because no share is above 100%: remove it"
                    ))
            }
            return found
        }
    }

    /// A share that a rule for records tolerates and that none is above.
    static func idle(tolerating rule: DatasetRule) -> [(key: String, reason: String)] {
        guard rule.bounds.contains(where: { $0.max == 1 }) else { return [] }
        return [("tolerate", "'tolerate' allows all records to fail: 'severity: warning' says the same")]
    }

    /// A limit of `bounds` beside `equals`, which allows one number only.
    private func besideEqual(_ bounds: DatasetRule.Bounds) -> (key: String, reason: String)? {
        guard bounds.equals != nil, let key = bounds.min != nil ? "min" : bounds.max != nil ? "max" : nil else {
            return nil
        }
        return (
            rule.place(of: key, in: bounds),
            "'\(key)' decides nothing beside 'equals', which allows one number: remove one of them"
        )
    }

    /// A limit of the warning beyond which the figure is an error already.
    private func beyond(
        _ warning: DatasetRule.Bounds, _ error: DatasetRule.Bounds
    ) -> (key: String, reason: String)? {
        let (least, most) = (error.min ?? error.number, error.max ?? error.number)
        if let own = warning.min, let least, own <= least { return never("min", "below", own, warning) }
        if let own = warning.max, let most, own >= most { return never("max", "above", own, warning) }
        if let own = warning.number, own == least, own == most { return never("equals", "other than", own, warning) }
        return nil
    }

    private func never(
        _ key: String, _ beyond: String, _ number: Number, _ warning: DatasetRule.Bounds
    ) -> (key: String, reason: String) {
        (
            rule.place(of: key, in: warning),
            "'warn' never has the last word: a figure \(beyond) \(number.plainText) is an error already; "
                + "let 'warn' be stricter than 'error', or remove it"
        )
    }

    /// Limits of the warning that every figure breaks which keeps those of the error.
    private func apart(_ warning: DatasetRule.Bounds, _ error: DatasetRule.Bounds) -> (key: String, reason: String)? {
        let (least, most) = (warning.min ?? warning.number, warning.max ?? warning.number)
        for (key, low, high) in [
            ("min", least, error.max ?? error.number), ("max", error.min ?? error.number, most),
        ] {
            guard let low, let high, low > high else { continue }
            let own = warning.equals == nil ? key : "equals"
            return (
                rule.place(of: own, in: warning),
                "no figure is within 'warn' and 'error': none is at least \(low.plainText) and at most "
                    + "\(high.plainText)"
            )
        }
        return nil
    }
}

extension DatasetRule {
    /// The key under which `positions` has the place of a limit.
    func place(of limit: String, in bounds: Bounds) -> String {
        let inner = "\(bounds.severity == .warning ? "warn" : "error").\(limit)"
        return positions[inner] == nil ? limit : inner
    }
}

extension DatasetRule.Bounds {
    /// The only number that is allowed, if it is not that of a file.
    fileprivate var number: Number? { if case .number(let number)? = equals { number } else { nil } }
}

extension DatasetRule.Measure {
    /// Whether the figure is the number of something.
    var countsSomething: Bool { [.rows, .count, .distinct, .gaps, .missingDays, .unsorted, .overlaps].contains(self) }

    /// Whether the values are dates or times.
    var needsTimes: Bool { self == .freshest || self == .missingDays }

    /// Whether the figure is a share, which may be a percentage.
    package var isShare: Bool { self == .share || self == .drift }

    /// Whether no table has a figure below 0.
    var isNeverNegative: Bool { countsSomething || isShare || self == .deviation }
}
