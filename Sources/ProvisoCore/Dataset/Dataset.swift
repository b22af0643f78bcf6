internal import ProvisoMessages

/// Measures all records together, for the rules of a rule set about the whole: `Plan.makeDataset()` makes it.
///
/// Add each record after it was validated. Parts of the data can be measured on several threads, each with its own
/// object, and merged in the order of the data.
///
/// ```swift
/// let dataset = plan.makeDataset()
/// for line in lines {
///     try record.fill(json: line)
///     let report = try plan.validate(record)
///     dataset.add(record, report)
/// }
/// let findings = dataset.report()
/// ```
public final class Dataset {
    private let steps: [DatasetStep]
    /// For each rule what is collected for it; rules that need the same share one.
    private let figures: [DatasetFigure]
    /// All figures, each once.
    private let collected: [DatasetFigure]
    private let step: StepInfo

    /// `step` stands for the rule where a record is read.
    package init(_ steps: [DatasetStep], step: StepInfo) {
        var (shared, collected): ([[String]: DatasetFigure], [DatasetFigure]) = ([:], [])
        figures = steps.map { step in
            if let known = step.collection.flatMap({ shared[$0] }) { return known }
            let made = DatasetFigure(step)
            collected.append(made)
            if let key = step.collection { shared[key] = made }
            return made
        }
        (self.steps, self.collected, self.step) = (steps, collected, step)
    }

    /// Measures a record, which must be one of the plan; only rules with `fails` or `tolerate` need its report.
    public func add(_ record: Record, _ report: Report? = nil) {
        add(record) { report?.names(rule: $0) ?? false }
    }

    /// Measures a record, with what says whether the rule with an id has found something in it.
    package func add(_ record: Record, hasFailed: (String) -> Bool) {
        var context = ValidationContext(record: record, step: Unmanaged.passUnretained(step))
        for figure in collected { figure.step.add(&context, to: figure, hasFailed) }
    }

    /// Counts a record again that was validated again, after values of others were known.
    package func correct(_ record: Record, hadFailed: (String) -> Bool, hasFailed: (String) -> Bool) {
        for figure in collected {
            guard let rule = figure.step.fails, hadFailed(rule) != hasFailed(rule) else { continue }
            var context = ValidationContext(record: record, step: Unmanaged.passUnretained(step))
            figure.step.correct(&context, in: figure, hasFailed: hasFailed(rule))
        }
    }

    /// Adds what was measured of later records, by an object of the same plan.
    public func merge(_ later: Dataset) {
        for (figure, other) in zip(collected, later.collected) where figure.step === other.step { figure.merge(other) }
    }

    /// What the rules find in all records together.
    public func report() -> Report { report(expecting: [:]) }

    /// The same, with the numbers of other files by the number of the rule.
    package func report(expecting expected: [Int: Number]) -> Report {
        Report(
            violations: figures.enumerated().flatMap { index, figure in
                DatasetVerdict(steps[index], figure, expected: expected[index].flatMap { ExactDecimal($0.plainText) })
                    .violations
            })
    }

    /// The figure of a rule without groups; `nil` if there was nothing to measure, or something could not be measured.
    package func figure(_ index: Int) -> Number? {
        guard figures.indices.contains(index), figures[index].whole.failures == 0 else { return nil }
        return figures[index].whole.measure.result(at: steps[index].quantile).value.flatMap { Number($0.text) }
    }

    /// What was collected, for a checkpoint.
    package var stored: AnyValue { .list(collected.map(\.stored)) }

    /// Reads `stored` of another object for the same rules into an empty one; false if it is anything else.
    package func restore(_ value: AnyValue) -> Bool {
        guard case .list(let items) = value, items.count == collected.count else { return false }
        return zip(collected, items).allSatisfy { $0.restore($1) }
    }
}

/// Compares a figure with its limits.
struct DatasetVerdict {
    private let step: DatasetStep
    private let figure: DatasetFigure
    private let expected: ExactDecimal?

    init(_ step: DatasetStep, _ figure: DatasetFigure, expected: ExactDecimal?) {
        (self.step, self.figure, self.expected) = (step, figure, expected)
    }

    private var rule: DatasetRule { step.rule }

    var violations: [Violation] {
        if let reason = excess { return [violation(.fault, ["reason": .text(reason)], of: figure.whole, 0)] }
        if rule.by.isEmpty { return violations(of: figure.whole) }
        let faults = figure.whole.failures > 0 ? violations(of: figure.whole) : []
        let found = figure.sortedGroups { entry in
            let found = violations(of: entry)
            return found.isEmpty ? nil : found
        }
        return faults + found.flatMap(\.self)
    }

    /// What there is too much of to be measured.
    private var excess: String? {
        if figure.isCrowded {
            return "there are more than \(DatasetFigure.mostGroups) groups of \(rule.by.joined(separator: ", "))"
        }
        if figure.isOverfull {
            if rule.measure == .overlaps {
                return "there are more than \(BlockBudget.most) intervals: 'where' chooses fewer records"
            }
            return "the values are too far apart: they are in more than \(BlockBudget.most) blocks of 64 that follow "
                + "each other; 'where' chooses fewer records"
        }
        return nil
    }

    private func violations(of entry: DatasetFigure.Entry) -> [Violation] {
        if entry.failures > 0 {
            let others = entry.failures == 1 ? "" : " (and \(entry.failures - 1) more)"
            return [violation(.fault, ["reason": .text(entry.reason + others)], of: entry, 0)]
        }
        if rule.readsFile, expected == nil {
            let reason = "only 'proviso check' compares with a file: give the number"
            return [violation(.fault, ["reason": .text(reason)], of: entry, 0)]
        }
        let result = entry.measure.result(at: step.quantile)
        guard let value = result.value else { return [violation("dataset.noValue", [:], of: entry, 0)] }
        if result.precision != nil, rule.bounds.contains(where: { $0.equals != nil }) {
            let reason = "the figure of that many values is an estimate and equals no number: use 'min' and 'max'"
            return [violation(.fault, ["reason": .text(reason)], of: entry, 0)]
        }
        for index in rule.bounds.indices {
            let found = limits(of: index).compactMap { limit -> Violation? in
                let order = value.order(to: limit.number)
                guard limit.code == .isEqual ? order != 0 : limit.code == .isLeast ? order < 0 : order > 0 else {
                    return nil
                }
                return violation(
                    limit.code.code,
                    [
                        limit.code.parameter: shown(limit.number), "found": shown(value),
                        "kind": .text(rule.measure.kind),
                    ], of: entry, index, result)
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    private enum LimitKind {
        case isLeast, isMost, isEqual

        var code: Code {
            switch self {
            case .isLeast: "dataset.tooSmall"
            case .isMost: "dataset.tooBig"
            case .isEqual: "dataset.notEqual"
            }
        }

        var parameter: String {
            switch self {
            case .isLeast: "min"
            case .isMost: "max"
            case .isEqual: "equals"
            }
        }
    }

    private func limits(of index: Int) -> [(code: LimitKind, number: ExactDecimal)] {
        let bounds = rule.bounds[index]
        var limits: [(code: LimitKind, number: ExactDecimal)] = []
        func add(_ kind: LimitKind, _ number: ExactDecimal?) { if let number { limits.append((kind, number)) } }
        add(.isLeast, bounds.min.flatMap { ExactDecimal($0.plainText) })
        add(.isMost, bounds.max.flatMap { ExactDecimal($0.plainText) })
        add(.isLeast, step.earliest.map { ExactDecimal(Int($0)) })
        add(.isMost, step.latest.map { ExactDecimal(Int($0)) })
        switch bounds.equals {
        case .number(let number)?: add(.isEqual, ExactDecimal(number.plainText))
        case .file?: add(.isEqual, expected)
        case nil: break
        }
        return limits
    }

    /// A number as a parameter; moments as text.
    private func shown(_ number: ExactDecimal) -> ParameterValue {
        if rule.measure == .freshest {
            return .text(ExprTime(seconds: Int64(number.text) ?? 0).timestampText)
        }
        // A quotient has more digits than anyone reads.
        if [.share, .mean, .deviation].contains(rule.measure) { return .number(number.double) }
        return Number(number.text).map { ParameterValue(AnyValue($0)) } ?? .decimal(number.text)
    }

    /// A number, or a day as a date.
    private func shown(missing: Int64) -> ParameterValue {
        if rule.measure == .gaps { return .integer(missing) }
        return .text(String(ExprTime(seconds: missing * 86_400).timestampText.prefix(10)))
    }

    private func violation(
        _ code: Code, _ parameters: Parameters, of entry: DatasetFigure.Entry, _ index: Int,
        _ result: MeasuredResult = MeasuredResult()
    ) -> Violation {
        var parameters = parameters
        parameters.list.append(Parameter(name: "measure", value: .text(rule.measure.rawValue)))
        let group = entry.group.isEmpty ? nil : entry.group.map { $0 ?? "" }.joined(separator: ", ")
        if let group { parameters.list.append(Parameter(name: "group", value: .text(group))) }
        if let precision = result.precision {
            parameters.list.append(Parameter(name: "precision", value: .number(precision)))
            parameters.list.append(Parameter(name: "sign", value: .text("about")))
        }
        if let missing = result.missing {
            parameters.list.append(Parameter(name: "missing", value: shown(missing: missing)))
        }
        if let first = result.first {
            parameters.list.append(Parameter(name: "first", value: first.shown))
        }
        let path = zip(rule.by, entry.group).flatMap { name, value -> [ValuePath.Component] in
            [.key(name), .key(value ?? "")]
        }
        let references = step.references
        let site = ViolationSite(
            attribute: rule.name, path: ValuePath(path), rule: references[min(index, references.count - 1)],
            label: rule.label(of: group))
        return Violation(code: code, parameters: parameters, site: site, offset: nil)
    }
}

extension DatasetRule {
    /// What findings call the rule, with the group that they are about.
    func label(of group: String?) -> String { group.map { "\(name) [\(MessageLimit.cut($0))]" } ?? name }
}

extension DatasetRule.Measure {
    /// How messages show its numbers.
    fileprivate var kind: String {
        switch self {
        case .share: "share"
        case .freshest: "date"
        default: "number"
        }
    }
}
