internal import ProvisoMessages

/// What the rules about all records find: the first findings of each rule, and how many more there are.
struct DatasetFindingList {
    /// The most groups of a rule that are listed.
    static let mostOfRule = 1_000
    /// The most findings of all rules together.
    static let most = 10_000

    var violations: [Violation] = []
    private(set) var omitted = OmittedFindings()
    /// The number of findings before those of the rule.
    private var start = 0

    mutating func beginRule() { start = violations.count }

    /// Whether a finding may be listed; one that may not is counted.
    mutating func mayList(_ code: Code, of rule: RuleReference, attribute: String) -> Bool {
        // The count of what is left out belongs to a finding.
        if violations.count < Self.most, violations.count - start < Self.mostOfRule { return true }
        omitted.count(code, attribute: attribute, rule: rule)
        return false
    }
}

/// The figures of all groups, each computed once for all rules that share them.
final class DatasetResults {
    let figure: DatasetFigure
    private lazy var groups = figure.sortedGroups
    private var results: [Double: [MeasuredResult]] = [:]

    init(_ figure: DatasetFigure) { self.figure = figure }

    /// The groups in their order, with the result of each; those that could not be measured have none.
    func groups(at quantile: Double) -> Zip2Sequence<[DatasetFigure.Entry], [MeasuredResult]> {
        let found =
            results[quantile]
            ?? groups.map { $0.failures > 0 ? MeasuredResult() : $0.measure.result(at: quantile) }
        results[quantile] = found
        return zip(groups, found)
    }
}

/// Compares a figure with its limits.
struct DatasetVerdict {
    private let step: DatasetStep
    private let results: DatasetResults
    private let expected: DatasetExpectation?

    init(_ step: DatasetStep, _ results: DatasetResults, expected: DatasetExpectation?) {
        (self.step, self.results, self.expected) = (step, results, expected)
    }

    /// The number of another file.
    private var number: ExactDecimal? {
        guard case .number(let number)? = expected else { return nil }
        return ExactDecimal(number.plainText)
    }

    private var rule: DatasetRule { step.rule }
    private var figure: DatasetFigure { results.figure }

    /// Adds what the rule finds, of each group in the order of the groups.
    func add(to found: inout DatasetFindingList) {
        found.beginRule()
        if case .firstProfile? = expected { return }
        if let reason = excess { return report(.fault, ["reason": .text(reason)], of: figure.whole, 0, to: &found) }
        let limits = rule.bounds.indices.map(limits)
        if rule.by.isEmpty {
            return compare(figure.whole, result(of: figure.whole), limits, to: &found)
        }
        if figure.whole.failures > 0 { compare(figure.whole, MeasuredResult(), limits, to: &found) }
        for (entry, result) in results.groups(at: step.quantile) {
            compare(entry, rule.measure == .drift ? self.result(of: entry) : result, limits, to: &found)
        }
    }

    /// The figure of an entry, which for `drift` is what has changed since the profile.
    private func result(of entry: DatasetFigure.Entry) -> MeasuredResult {
        guard rule.measure == .drift else { return entry.measure.result(at: step.quantile) }
        var earlier = step.shares
        if case .profile(let profile)? = expected { earlier = profile.distribution(step, entry.key) }
        guard let earlier, let own = (entry.measure as? any DistributionMeasure)?.distribution else {
            return MeasuredResult()
        }
        return own.drift(from: earlier)
    }

    /// What there is too much of to be measured.
    private var excess: String? {
        if figure.isCrowded {
            return
                "there are more than \(DatasetFigure.mostGroups) groups of \(rule.by.joined(separator: ", ")), or their "
                + "values have more than \(DatasetFigure.mostBytes / 1_000_000) MB together"
        }
        if figure.isOverfull {
            if rule.measure == .overlaps {
                return "there are more than \(BlockBudget.most) intervals: 'where' chooses fewer records"
            }
            if rule.measure == .drift {
                return "there are more than \(BlockBudget.most) different values in all groups: 'where' chooses fewer "
                    + "records"
            }
            return "the values are too far apart: they are in more than \(BlockBudget.most) blocks of 64 that follow "
                + "each other; 'where' chooses fewer records"
        }
        return nil
    }

    private func compare(
        _ entry: DatasetFigure.Entry, _ result: MeasuredResult, _ limits: [[Limit]], to found: inout DatasetFindingList
    ) {
        if let reason = fault(of: entry, result) {
            return report(.fault, ["reason": .text(reason)], of: entry, 0, to: &found)
        }
        guard let value = result.value else { return report("dataset.noValue", [:], of: entry, 0, to: &found) }
        for (index, limits) in limits.enumerated() {
            var isBroken = false
            for limit in limits {
                let order = value.order(to: limit.number)
                guard limit.kind == .isEqual ? order != 0 : limit.kind == .isLeast ? order < 0 : order > 0 else {
                    continue
                }
                isBroken = true
                var parameters: Parameters = [
                    limit.kind.parameter: shown(limit.number), "found": shown(value),
                    "kind": .text(rule.measure.kind),
                ]
                if result.precision == nil, rule.measure.roundsTogether(value, limit.number) {
                    parameters.list.append(Parameter(name: "sign", value: .text("exact")))
                }
                report(limit.kind.code, parameters, of: entry, index, result, to: &found)
            }
            if isBroken { return }
        }
    }

    /// Why a figure cannot be compared.
    private func fault(of entry: DatasetFigure.Entry, _ result: MeasuredResult) -> String? {
        if entry.failures > 0 {
            return entry.reason + (entry.failures == 1 ? "" : " (and \(entry.failures - 1) more)")
        }
        if rule.readsFile, expected == nil {
            return "only 'proviso check' compares with a file: give the \(rule.measure == .drift ? "shares" : "number")"
        }
        if let fault = entry.measure.fault { return fault }
        if result.value != nil, result.precision != nil, rule.bounds.contains(where: { $0.equals != nil }) {
            return "the figure of that many values is an estimate and equals no number: use 'min' and 'max'"
        }
        return nil
    }

    private typealias Limit = (kind: LimitKind, number: ExactDecimal)

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

    private func limits(of index: Int) -> [Limit] {
        let bounds = rule.bounds[index]
        var limits: [Limit] = []
        func add(_ kind: LimitKind, _ number: ExactDecimal?) { if let number { limits.append((kind, number)) } }
        add(.isLeast, bounds.min.flatMap { ExactDecimal($0.plainText) })
        add(.isMost, bounds.max.flatMap { ExactDecimal($0.plainText) })
        add(.isLeast, step.earliest.map { ExactDecimal(Int($0)) })
        add(.isMost, step.latest.map { ExactDecimal(Int($0)) })
        switch bounds.equals {
        case .number(let number)?: add(.isEqual, ExactDecimal(number.plainText))
        case .file?: add(.isEqual, number)
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
        if rule.measure.isShare || [.mean, .deviation].contains(rule.measure) { return .number(number.double) }
        return Number(number.text).map { ParameterValue(AnyValue($0)) } ?? .decimal(number.text)
    }

    /// A number, or a day as a date.
    private func shown(missing: Int64) -> ParameterValue {
        if rule.measure == .gaps { return .integer(missing) }
        return .text(String(ExprTime(seconds: missing * 86_400).timestampText.prefix(10)))
    }

    private func report(
        _ code: Code, _ parameters: @autoclosure () -> Parameters, of entry: DatasetFigure.Entry, _ index: Int,
        _ result: MeasuredResult = MeasuredResult(), to found: inout DatasetFindingList
    ) {
        let reference = step.references[min(index, step.references.count - 1)]
        guard found.mayList(code, of: reference, attribute: rule.name) else { return }
        var parameters = parameters()
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
        if let most = result.most { parameters.list.append(Parameter(name: "most", value: most)) }
        let path = zip(rule.by, entry.group).flatMap { name, value -> [ValuePath.Component] in
            [.key(name), .key(value ?? "")]
        }
        let site = ViolationSite(
            attribute: rule.name, path: ValuePath(path), rule: reference, label: rule.label(of: group))
        found.violations.append(Violation(code: code, parameters: parameters, site: site, offset: nil))
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
        case .share, .drift: "share"
        case .freshest: "date"
        default: "number"
        }
    }

    /// Whether a figure is so near to a number that the one which messages round may seem to be the other.
    ///
    /// They round to four digits after the point of a percentage, or to ten, but to no fewer than three digits.
    fileprivate func roundsTogether(_ figure: ExactDecimal, _ number: ExactDecimal) -> Bool {
        if self == .freshest { return false }
        let unit = isShare ? 1e-6 : 1e-10
        let distance = (figure - number).double.magnitude
        return distance < Swift.min(unit, figure.double.magnitude / 100)
    }
}
