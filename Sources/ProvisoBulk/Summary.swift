package import Proviso

/// A number for each severity.
package struct SeverityCounts: Sendable, Equatable {
    private var errors = 0
    private var warnings = 0
    private var infos = 0

    package subscript(severity: Severity) -> Int {
        get {
            switch severity {
            case .error: errors
            case .warning: warnings
            case .info: infos
            }
        }
        set {
            switch severity {
            case .error: errors = newValue
            case .warning: warnings = newValue
            case .info: infos = newValue
            }
        }
    }
}

/// What a run came to.
package struct Summary: Sendable, Equatable {
    package var records = 0
    package var invalid = 0
    package var unreadable = 0
    package var bySeverity = SeverityCounts()
    /// How many findings there are of each kind.
    package private(set) var kinds: [FindingKind: Int] = [:]

    /// How many findings a baseline accepts, by code and attribute.
    private(set) var accepted: [String: Int] = [:]
    /// The invalid records of which all errors are accepted.
    private(set) var acceptedRecords = 0

    /// The limit of errors, when it ended the run.
    var limit: Int?

    /// Attributes that rules look at and no record has a value for; known at the end of a run.
    package var unseen: [UnseenAttribute] = []

    package init() {}

    /// What is to be said of the attributes that no record has.
    package var remarks: [String] { UnseenAttribute.remarks(unseen, records: records - unreadable) }

    package var byCode: [Code: Int] { kinds.reduce(into: [:]) { $0[$1.key.code, default: 0] += $1.value } }

    /// The invalid records with an error that no baseline accepts.
    package var failing: Int { invalid - acceptedRecords }

    /// All violations, of any severity.
    var findings: Int { Severity.allCases.reduce(0) { $0 + bySeverity[$1] } }

    /// What counts against the limit: errors, and records that cannot be read.
    var errors: Int { unreadable + bySeverity[.error] }

    /// Adds findings of one kind.
    mutating func add(_ kind: FindingKind, _ count: Int) {
        bySeverity[kind.severity] += count
        kinds[kind, default: 0] += count
    }

    /// Counts findings of a record that a baseline accepts.
    mutating func accept(_ violations: [Violation], isWholeRecord: Bool) {
        for violation in violations {
            accepted[Baseline.key(violation.code.rawValue, violation.attribute), default: 0] += 1
        }
        if isWholeRecord { acceptedRecords += 1 }
    }

    /// Adds what another run over other records came to.
    package mutating func add(_ other: Summary) {
        if other.records > other.unreadable { unseen = records > unreadable ? common(unseen, other) : other.unseen }
        records += other.records
        invalid += other.invalid
        unreadable += other.unreadable
        for severity in Severity.allCases { bySeverity[severity] += other.bySeverity[severity] }
        kinds.merge(other.kinds, uniquingKeysWith: +)
        accepted.merge(other.accepted, uniquingKeysWith: +)
        acceptedRecords += other.acceptedRecords
        limit = limit ?? other.limit
    }

    /// What neither of two runs has seen.
    private func common(_ unseen: [UnseenAttribute], _ other: Summary) -> [UnseenAttribute] {
        if unseen.isEmpty || other.unseen.isEmpty { return [] }
        let others = Dictionary(other.unseen.map { ($0.attribute, $0) }) { first, _ in first }
        return unseen.compactMap { next in
            others[next.attribute].map { other in
                var next = next
                next.isRootSeen = next.isRootSeen || other.isRootSeen
                return next
            }
        }
    }

    /// A line of totals, then one for each code and attribute, the most frequent first.
    package func lines() -> [String] {
        let stop = limit.map { "stopped at --max-errors \($0): what may follow was not checked" }
        let counts = kinds.reduce(into: [String: Int]()) { $0[$1.key.name, default: 0] += $1.value }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let width = counts.first.map { String($0.value).count } ?? 0
        return [totals] + (stop.map { [$0] } ?? [])
            + counts.map { name, count in
                let number = String(count)
                return "  " + String(repeating: " ", count: width - number.count) + "\(number) \(name)"
            }
    }

    /// How many records there are, and what was found in them.
    package var totals: String {
        let readable = records - unreadable
        var totals = "\(Self.plural(records, "record")): \(readable - invalid) valid, \(invalid) invalid"
        if unreadable > 0 { totals += ", \(unreadable) unreadable" }
        let findings = Severity.allCases.filter { bySeverity[$0] > 0 }.map {
            Self.plural(bySeverity[$0], $0.rawValue)
        }
        if !findings.isEmpty { totals += "; " + findings.joined(separator: ", ") }
        let accepted = accepted.values.reduce(0, +)
        return accepted == 0 ? totals : totals + "; \(Self.plural(accepted, "finding")) in the baseline"
    }

    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("records", records)
            $0.member("valid", records - unreadable - invalid)
            $0.member("invalid", invalid)
            $0.member("unreadable", unreadable)
            $0.member("severities") {
                $0.object {
                    for severity in Severity.allCases { $0.member(severity.rawValue, bySeverity[severity]) }
                }
            }
            $0.member("codes") {
                $0.object {
                    for (code, count) in byCode.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        $0.member(code.rawValue, count)
                    }
                }
            }
            $0.member("findings") {
                $0.list {
                    for (kind, count) in kinds.sorted(by: { FindingKind.precedes($0.key, $1.key) }) {
                        kind.write(to: &$0, count: count)
                    }
                }
            }
            if !accepted.isEmpty {
                $0.member("acceptedRecords", acceptedRecords)
                $0.member("accepted") {
                    $0.object { for (key, count) in accepted.sorted(by: { $0.key < $1.key }) { $0.member(key, count) } }
                }
            }
            if let limit { $0.member("stoppedAfterErrors", limit) }
            if !unseen.isEmpty { $0.member("unseen") { $0.list { for next in unseen { next.write(to: &$0) } } } }
        }
    }

    /// Reads what `write` wrote; nil for what it never writes.
    init?(_ value: AnyValue) {
        guard let records = value["records"]?.count, let invalid = value["invalid"]?.count,
            let unreadable = value["unreadable"]?.count, invalid + unreadable <= records
        else { return nil }
        (self.records, self.invalid, self.unreadable) = (records, invalid, unreadable)
        unseen = value["unseen"]?.items.compactMap(UnseenAttribute.read) ?? []
        limit = value["stoppedAfterErrors"]?.count
        acceptedRecords = value["acceptedRecords"]?.count ?? 0
        for member in value["accepted"]?.members ?? [] {
            guard let count = member.value.count else { return nil }
            accepted[member.key] = count
        }
        guard acceptedRecords <= invalid, case .list(let items)? = value["findings"] else { return nil }
        for item in items {
            guard let kind = FindingKind(item), let count = item["count"]?.count else { return nil }
            add(kind, count)
        }
        if !agrees(with: value) { return nil }
    }

    /// Whether the sums that were written beside the findings are those of the findings.
    private func agrees(with value: AnyValue) -> Bool {
        let codes = byCode
        let areCodes = value["codes"]?.members.allSatisfy { codes[Code(rawValue: $0.key)] == $0.value.count } ?? false
        let areSeverities = value["severities"]?.members.allSatisfy { member in
            Severity(rawValue: member.key).map { bySeverity[$0] == member.value.count } ?? false
        }
        return areCodes && areSeverities ?? false
    }

    /// Whether no sum is larger than what one run could count.
    var isPlausible: Bool {
        let counts = [records] + kinds.values + accepted.values + Severity.allCases.map { bySeverity[$0] }
        return counts.allSatisfy { $0 <= AnyValue.maximumCount }
    }

    static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 || noun == "info" ? "\(count) \(noun)" : "\(count) \(noun)s"
    }
}
