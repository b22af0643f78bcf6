internal import JSONBridge
internal import ProvisoMessages

/// What was collected for one rule: one figure, or one for each group.
final class DatasetFigure {
    /// The most groups of a rule.
    static let mostGroups = 10_000
    /// The most bytes of the values of all groups of a rule.
    static let mostBytes = 10_000_000

    /// A measure, and what it could not measure.
    final class Entry {
        let key: GroupKey
        let measure: any Measure
        /// The measure, as most records reach it.
        let target: QuickTarget
        private(set) var failures = 0
        /// Why the first value could not be measured.
        private(set) var reason = ""

        init(_ key: GroupKey, _ measure: any Measure) {
            (self.key, self.measure, target) = (key, measure, measure.target)
        }

        /// The values that make the group.
        var group: [String?] { key.values }

        func add(_ value: MeasuredValue) { measure.add(value) }

        func fail(_ reason: @autoclosure () -> String, times: Int = 1) {
            if failures == 0 { self.reason = reason() }
            failures += times
        }

        /// Adds what a later part of the table has.
        func merge(_ later: Entry) {
            measure.merge(later.measure)
            if later.failures > 0 { fail(later.reason, times: later.failures) }
        }
    }

    let step: DatasetStep
    /// The figure without groups; for one with groups it has only the faults of conditions.
    let whole: Entry
    private var table = GroupTable()
    /// The key of the record that is measured.
    private var key = GroupKey()
    /// Whether there were more groups than are kept: then none is.
    private(set) var isCrowded = false
    private let budget = BlockBudget()
    /// Whether the integers need more memory than a rule may have.
    var isOverfull: Bool { budget.isSpent }

    init(_ step: DatasetStep) {
        self.step = step
        whole = Entry(GroupKey(), step.makeMeasure(budget))
    }

    func entry(of group: [String?]) -> Entry? { entry(GroupKey(group)) }

    /// The group with a key, which is made if there is none; `nil` if there are too many.
    private func entry(_ key: GroupKey) -> Entry? {
        if let known = table.find(key) { return known.takeUnretainedValue() }
        if table.entries.count == Self.mostGroups || table.size + key.bytes.count > Self.mostBytes {
            crowd()
            return nil
        }
        let made = Entry(key, step.makeMeasure(budget))
        table.insert(made)
        return made
    }

    /// The group of a record, if there is one, and a look at slots finds it.
    func entry(at groups: [Int], of slots: UnsafeMutablePointer<prv_node>) -> Unmanaged<Entry>? {
        groups.withUnsafeBufferPointer { key.read($0, of: slots) } ? table.find(key) : nil
    }

    private func crowd() { (isCrowded, table) = (true, GroupTable()) }

    func merge(_ later: DatasetFigure) {
        whole.merge(later.whole)
        if later.isCrowded { crowd() }
        for entry in later.table.entries where !isCrowded { self.entry(entry.key)?.merge(entry) }
    }

    /// The groups in the order of their values, those without a value first.
    var sortedGroups: [Entry] {
        table.entries.map { (group: $0.group, entry: $0) }.sorted { one, other in
            for (left, right) in zip(one.group, other.group) {
                guard var left, var right else {
                    if (left == nil) == (right == nil) { continue }
                    return left == nil
                }
                let order = left.withUTF8 { own in right.withUTF8 { BorrowedText.order(own, $0) } }
                if order != 0 { return order < 0 }
            }
            return false
        }.map(\.entry)
    }

    // MARK: checkpoints

    var stored: AnyValue {
        func stored(_ entry: Entry) -> AnyValue {
            .list([
                .list(entry.group.map { $0.map { .text($0) } ?? .null }), entry.measure.stored,
                .integer(Int64(entry.failures)), .text(entry.reason),
            ])
        }
        return .list([.boolean(isCrowded), stored(whole), .list(sortedGroups.map(stored))])
    }

    /// Reads `stored` into an empty figure; false if it is anything else.
    func restore(_ value: AnyValue) -> Bool {
        guard case .list(let parts) = value, parts.count == 3, case .boolean(let isCrowded) = parts[0],
            case .list(let groups) = parts[2], restore(parts[1], into: whole)
        else { return false }
        if isCrowded { crowd() }
        for group in groups {
            guard case .list(let parts) = group, case .list(let values)? = parts.first else { return false }
            let names = values.map { value -> String? in if case .text(let text) = value { text } else { nil } }
            guard let entry = entry(of: names), restore(group, into: entry) else { return false }
        }
        return true
    }

    private func restore(_ value: AnyValue, into entry: Entry) -> Bool {
        guard case .list(let parts) = value, parts.count == 4, case .integer(let failures) = parts[2],
            case .text(let reason) = parts[3], (0..<1 << 53).contains(failures)
        else { return false }
        if failures > 0 { entry.fail(reason, times: Int(failures)) }
        return entry.measure.restore(parts[1])
    }
}
