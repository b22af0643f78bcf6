/// How the findings of two runs over the same data differ.
package struct RunDifference: Sendable {
    package internal(set) var records = 0
    /// The number of records that could not be read.
    package internal(set) var unreadable = 0
    /// The number of records that only the new rules reject.
    package internal(set) var becameInvalid = 0
    /// The number of records that only the old rules reject.
    package internal(set) var becameValid = 0
    /// The number of records with the same verdict and other findings.
    package internal(set) var changedFindings = 0
    private var changes: [Change] = []
    /// The place of each kind of finding in `changes`, of the old rules and of the new ones.
    private var places: [[[UInt8]: Int]] = [[:], [:]]

    package var isEmpty: Bool { becameInvalid + becameValid + changedFindings == 0 }

    /// The findings that only one run has, by rule: first those of the old rules.
    package var byRule: [Change] { changes.sorted { $0.key.order.lexicographicallyPrecedes($1.key.order) } }

    /// The findings of a rule that the other run does not have.
    package struct Change: Sendable {
        package struct Key: Hashable, Sendable {
            package let isNew: Bool
            /// The place of the rule, such as `rules.yaml:7:5`.
            package let position: String
            package let rule: String
            package let type: String
            package let attribute: String
            package let code: String
            package let severity: String

            /// In the order of the rule file, as far as the text of positions shows it.
            fileprivate var order: [String] {
                let parts = position.split(separator: ":").map { part in
                    Int(part) == nil ? String(part) : String(repeating: "0", count: max(0, 9 - part.count)) + part
                }
                return [isNew ? "1" : "0"] + parts + [rule, attribute, code, severity]
            }
        }

        package let key: Key
        package internal(set) var findings = 0
        /// The number of records whose verdict changed among those with such a finding.
        package internal(set) var flips = 0
        package internal(set) var examples: [Example] = []
    }

    /// A finding that only one run has.
    package struct Example: Sendable {
        package let file: String
        package let line: Int
        /// The record's number, from 1.
        package let record: Int
        package let path: String
        package let message: String
        /// The value as JSON; empty unless values are shown.
        package let value: String
    }

    /// A record whose findings differ.
    package struct RecordChange {
        package let record: Int
        package let file: String
        package let line: Int
        package let wasValid: Bool
        package let isValid: Bool
        /// The findings that the new rules do not have.
        package let removed: [Finding]
        /// The findings that the old rules do not have.
        package let added: [Finding]
    }

    /// What makes a finding the same in both runs, and its rule.
    package struct Finding {
        package let path: String
        package let code: String
        package let severity: String
        package let rulePosition: String
    }

    /// Counts the difference of one record, which is clean in a run that has none of it; `nil` if there is none, or the
    /// caller does not want it.
    mutating func add(
        _ old: TracedRecord?, _ new: TracedRecord?, examples: Int, wantsChange: Bool
    ) -> RecordChange? {
        guard let some = new ?? old else { return nil }
        let (wasValid, isValid) = (old?.isValid ?? true, new?.isValid ?? true)
        if wasValid == isValid, let old, let new, old.keys.hasSameBytes(as: new.keys) { return nil }
        let (removed, added) = Self.unmatched(old?.findings ?? [], new?.findings ?? [])
        if wasValid == isValid, removed.isEmpty, added.isEmpty { return nil }
        switch (wasValid, isValid) {
        case (true, false): becameInvalid += 1
        case (false, true): becameValid += 1
        default: changedFindings += 1
        }
        let isFlip = wasValid != isValid
        for finding in removed { count(finding, isNew: false, some, isFlip: isFlip, examples: examples) }
        for finding in added { count(finding, isNew: true, some, isFlip: isFlip, examples: examples) }
        guard wantsChange else { return nil }
        return RecordChange(
            record: some.number, file: some.file, line: some.line, wasValid: wasValid, isValid: isValid,
            removed: removed.map(Self.named), added: added.map(Self.named))
    }

    private static func named(_ finding: TracedRecord.Finding) -> Finding {
        let place = finding.place
        return Finding(
            path: place.first ?? "", code: place.count > 1 ? place[1] : "", severity: place.count > 2 ? place[2] : "",
            rulePosition: finding.rule.first ?? "")
    }

    /// The findings that only one side has.
    private static func unmatched(
        _ old: [TracedRecord.Finding], _ new: [TracedRecord.Finding]
    ) -> (removed: [TracedRecord.Finding], added: [TracedRecord.Finding]) {
        // Rule sets that differ little find the same first and last.
        var (first, last) = (0, 0)
        let shared = min(old.count, new.count)
        while first < shared, old[first].key.hasSameBytes(as: new[first].key) { first += 1 }
        while last < shared - first, old[old.count - 1 - last].key.hasSameBytes(as: new[new.count - 1 - last].key) {
            last += 1
        }
        let (left, right) = (old[first..<old.count - last], new[first..<new.count - last])
        if left.isEmpty || right.isEmpty { return (Array(left), Array(right)) }
        return (rest(left, without: right), rest(right, without: left))
    }

    private static func rest(
        _ some: ArraySlice<TracedRecord.Finding>, without others: ArraySlice<TracedRecord.Finding>
    ) -> [TracedRecord.Finding] {
        var open: [[UInt8]: Int] = [:]
        for finding in others { open[Array(finding.key), default: 0] += 1 }
        return some.filter { finding in
            guard let left = open[Array(finding.key)], left > 0 else { return true }
            open[Array(finding.key)] = left - 1
            return false
        }
    }

    private mutating func count(
        _ finding: TracedRecord.Finding, isNew: Bool, _ record: TracedRecord, isFlip: Bool, examples: Int
    ) {
        let kind = finding.kind
        let place = places[isNew ? 1 : 0][kind] ?? addKind(of: finding, kind, isNew: isNew)
        changes[place].findings += finding.count
        if isFlip { changes[place].flips += 1 }
        guard changes[place].examples.count < examples else { return }
        let (path, rest) = (finding.place.first ?? "", finding.rest)
        let line = rest.count > 1 ? Int(rest[1]) ?? record.line : record.line
        changes[place].examples.append(
            Example(
                file: record.file, line: line, record: record.number, path: path,
                message: rest.first ?? "", value: rest.count > 2 ? rest[2] : ""))
    }

    private mutating func addKind(of finding: TracedRecord.Finding, _ kind: [UInt8], isNew: Bool) -> Int {
        let (rule, place) = (finding.rule, finding.place)
        func part(_ parts: [String], _ index: Int) -> String { index < parts.count ? parts[index] : "" }
        changes.append(
            Change(
                key: Change.Key(
                    isNew: isNew, position: part(rule, 0), rule: part(rule, 1), type: part(rule, 2),
                    attribute: part(rule, 3), code: part(place, 1), severity: part(place, 2))))
        places[isNew ? 1 : 0][kind] = changes.count - 1
        return changes.count - 1
    }
}
