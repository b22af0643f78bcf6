internal import ProvisoABI
package import ProvisoCore

/// Validates many records by a plan that uses plugins in worker processes, with few requests.
///
/// Each record is first run as if the plugins found every value valid, and the values for the plugins are collected.
/// `settle` sends them all together. If the plugins found nothing, the report is final; the other records are filled
/// and run once more, now with the verdicts. One thread at a time.
package final class PlanBatch {
    /// A value that is validated by a plugin.
    private struct Question {
        let group: Int
        let row: Int
    }

    /// The requests to one instance.
    private final class Group {
        let instance: WorkerInstance
        let values = PackedValues()
        var judgements = WorkerJudgements()

        init(_ instance: WorkerInstance) {
            self.instance = instance
        }
    }

    private let plan: Plan
    private let steps: StepList
    private var groups: [Group] = []
    private var questions: [Question] = []
    /// The end of each record's requests.
    private var ends: [Int] = []
    /// The remaining requests of the record that is run again; `nil` while records are collected.
    private var open: Range<Int>?
    private var isFull = false
    private let ledger: FaultLedger
    private var faults: [BatchFaults] = []

    /// `ledger` is that of the run, which all its batches share.
    package init(_ plan: Plan, _ steps: StepList, _ ledger: FaultLedger = FaultLedger()) {
        self.plan = plan
        self.steps = steps
        self.ledger = ledger
    }

    /// The number of records that were collected since the last `removeAll`.
    package var count: Int { ends.count }

    /// Runs a record as far as possible without plugins.
    ///
    /// Returns `nil` if the batch has no space for it: settle and empty the batch first.
    package func collect(_ record: Record) -> Report? {
        let before = questions.count
        isFull = false
        open = nil
        let report = run(record)
        guard !isFull || ends.isEmpty else {
            questions.removeSubrange(before...)
            return nil
        }
        ends.append(questions.count)
        return report
    }

    /// Whether the host stopped while plugins were called: the results are not those of the plugins.
    package var isInterrupted: Bool { groups.contains { $0.judgements.isInterrupted } }

    /// Calls the plugins; `settle` must follow.
    package func judge() {
        faults = []
        for (place, group) in groups.enumerated() {
            let plugin = group.instance.plugin
            let own: BatchFaults
            if let known = faults.first(where: { $0.plugin === plugin }) {
                own = known
            } else {
                // What an earlier record has caused is before this batch.
                let earlier = ledger.quarantine(of: plugin).map {
                    FaultLedger.Quarantine(record: -1, reason: $0.reason)
                }
                own = BatchFaults(plugin, earlier)
                faults.append(own)
            }
            let counter = RowFaults(faults: own) { self.records(ofGroup: place)[$0] }
            group.judgements = group.instance.judge(group.values, counter)
        }
    }

    /// Calls the plugins and counts their faults, for a run that has one batch at a time.
    package func settle() -> [Int] {
        judge()
        return settle(numbers: Array(0..<count))
    }

    /// Counts the faults in the order of the data: to be called for all batches of a run in that order.
    ///
    /// `numbers` are those of the batch's records in the run. Returns the records that must be filled and passed to
    /// `resolve`, in order.
    package func settle(numbers: [Int]) -> [Int] {
        for own in faults {
            let numbered = own.faults.map { FaultLedger.Fault(record: numbers[$0.record], how: $0.how) }
            guard let quarantine = ledger.add(numbered, of: own.plugin) else { continue }
            for (place, group) in groups.enumerated() where group.instance.plugin === own.plugin {
                let row = records(ofGroup: place).firstIndex { numbers[$0] > quarantine.record }
                if let row { group.judgements.replace(from: row, quarantine.reason) }
            }
        }
        if groups.allSatisfy(\.judgements.areValid) { return [] }
        return ends.indices.filter { index in
            questions(of: index).contains { !isValid(questions[$0]) }
        }
    }

    /// Runs a record again, now with the verdicts.
    package func resolve(_ index: Int, _ record: Record) -> Report {
        open = questions(of: index)
        return run(record)
    }

    package func removeAll() {
        for group in groups {
            group.values.removeAll()
            group.judgements = WorkerJudgements()
        }
        questions.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    private func run(_ record: Record) -> Report {
        plan.run(steps, on: record, only: nil, deferral: Unmanaged.passUnretained(self).toOpaque())
    }

    private func questions(of index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// The record of each row of a group, as an index into the batch; only faults need it.
    private func records(ofGroup group: Int) -> [Int] {
        ends.indices.flatMap { index in questions(of: index).filter { questions[$0].group == group }.map { _ in index }
        }
    }

    private func isValid(_ question: Question) -> Bool {
        groups[question.group].judgements.isValid(question.row)
    }

    /// A plugin's result for a value; `nil` if it is not known yet.
    func judgement(of value: proviso_value, by instance: WorkerInstance) -> WorkerJudgement? {
        let group = group(of: instance)
        guard open == nil else { return known(value, group) ?? instance.judge(value) }
        if groups[group].values.append(value) {
            questions.append(Question(group: group, row: groups[group].values.count - 1))
            return nil
        }
        isFull = true
        // A record that is larger than any batch is validated at once.
        return ends.isEmpty ? instance.judge(value) : nil
    }

    /// The result of an earlier request.
    ///
    /// In its second run, a record may need other requests, after a value was found invalid, or the same in another
    /// order.
    private func known(_ value: proviso_value, _ group: Int) -> WorkerJudgement? {
        guard let open else { return nil }
        let values = groups[group].values
        for index in open where questions[index].group == group {
            let row = questions[index].row
            let own = PackedValues(from: values.start(of: row))
            guard own.append(value), values.row(row, equals: own) else { continue }
            if case .postponed = groups[group].judgements[row] { return nil }
            return groups[group].judgements[row]
        }
        return nil
    }

    private func group(of instance: WorkerInstance) -> Int {
        if let known = groups.firstIndex(where: { $0.instance === instance }) { return known }
        groups.append(Group(instance))
        return groups.count - 1
    }
}

/// Counts the faults of a group's rows by their records.
private struct RowFaults: FaultCounter {
    let faults: BatchFaults
    let record: (Int) -> Int

    func quarantine(at row: Int) -> String? { faults.quarantine == nil ? nil : faults.reason(in: record(row)) }

    func count(fault how: String, at row: Int) { faults.add(how, in: record(row)) }

    func count(judged: Int) {}
}
