internal import JSONBridge
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
    /// The figures in the form for most records.
    private let quick: UnsafeMutableBufferPointer<QuickFigure>

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
        quick = .allocate(capacity: collected.count)
        _ = quick.initialize(from: collected.map { QuickFigure($0) })
    }

    deinit { quick.deallocate() }

    /// Measures a record, which must be one of the plan; only rules with `fails` or `tolerate` need its report.
    public func add(_ record: Record, _ report: Report? = nil) {
        add(record, isClean: report?.violations.isEmpty ?? true) { report?.names(rule: $0) ?? false }
    }

    /// Measures a record, with what says whether the rule with an id has found something in it; in a clean one no rule has.
    package func add(_ record: Record, isClean: Bool, hasFailed: (String) -> Bool) {
        let slots = record.slots
        for index in quick.indices where !quick[index].add(slots, isClean: isClean) {
            measure(index, record, hasFailed)
        }
    }

    /// Measures a record that takes more than a look at slots.
    private func measure(_ index: Int, _ record: Record, _ hasFailed: (String) -> Bool) {
        var context = ValidationContext(record: record, step: Unmanaged.passUnretained(step))
        collected[index].step.add(&context, to: collected[index], hasFailed)
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

    /// The same, with what other files have, by the number of the rule.
    package func report(expecting expected: [Int: DatasetExpectation]) -> Report {
        var (found, results) = (DatasetFindingList(), [ObjectIdentifier: DatasetResults]())
        for (index, figure) in figures.enumerated() {
            let known = results[ObjectIdentifier(figure)] ?? DatasetResults(figure)
            results[ObjectIdentifier(figure)] = known
            DatasetVerdict(steps[index], known, expected: expected[index]).add(to: &found)
        }
        return Report(violations: found.violations, omitted: found.omitted)
    }

    /// The profile that later runs compare with, by rules with `drift`.
    package var profile: String { DatasetProfile.text(collected) }

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

/// A figure in the form for most records; it is trivial, so that nothing is counted when it is read.
private struct QuickFigure {
    private let reading: QuickReading
    /// The measure of a figure without groups.
    private let target: QuickTarget
    private let figure: Unmanaged<DatasetFigure>
    private let step: Unmanaged<DatasetStep>
    private let isFiltered: Bool
    private let isGrouped: Bool

    init(_ figure: DatasetFigure) {
        (self.figure, step) = (.passUnretained(figure), .passUnretained(figure.step))
        (reading, target) = (figure.step.quick, figure.whole.target)
        (isFiltered, isGrouped) = (figure.step.hasQuickFilter, !figure.step.rule.by.isEmpty)
    }

    /// Measures a record; false if that takes more than a look at slots.
    @inline(__always)
    func add(_ slots: UnsafeMutablePointer<prv_node>, isClean: Bool) -> Bool {
        if case .none = reading { return false }
        if isFiltered {
            guard let passes = step._withUnsafeGuaranteedRef({ $0.passes(slots) }) else { return false }
            if !passes { return true }
        }
        if !isGrouped { return reading.add(slots, isClean: isClean, to: target) }
        let entry = figure._withUnsafeGuaranteedRef { figure in
            step._withUnsafeGuaranteedRef { figure.entry(at: $0.quickGroups, of: slots) }
        }
        return entry?._withUnsafeGuaranteedRef { reading.add(slots, isClean: isClean, to: $0.target) } ?? false
    }
}
