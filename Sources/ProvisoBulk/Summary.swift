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
    package var byCode: [Code: Int] = [:]

    /// The limit of errors, when it ended the run.
    var limit: Int?

    /// Attributes that rules look at and no record has a value for; known at the end of a run.
    package var unseen: [UnseenAttribute] = []

    package init() {}

    /// What is to be said of the attributes that no record has.
    package var remarks: [String] { UnseenAttribute.remarks(unseen, records: records - unreadable) }

    /// All violations, of any severity.
    var findings: Int { Severity.allCases.reduce(0) { $0 + bySeverity[$1] } }

    /// What counts against the limit: errors, and records that cannot be read.
    var errors: Int { unreadable + bySeverity[.error] }

    /// Adds what another run over other records came to.
    package mutating func add(_ other: Summary) {
        if other.records > other.unreadable { unseen = records > unreadable ? common(unseen, other) : other.unseen }
        records += other.records
        invalid += other.invalid
        unreadable += other.unreadable
        for severity in Severity.allCases { bySeverity[severity] += other.bySeverity[severity] }
        byCode.merge(other.byCode, uniquingKeysWith: +)
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

    /// A line of totals, then one for each code, the most frequent first.
    package func lines() -> [String] {
        let readable = records - unreadable
        var totals = "\(Self.plural(records, "record")): \(readable - invalid) valid, \(invalid) invalid"
        if unreadable > 0 { totals += ", \(unreadable) unreadable" }
        let findings = Severity.allCases.filter { bySeverity[$0] > 0 }.map {
            Self.plural(bySeverity[$0], $0.rawValue)
        }
        if !findings.isEmpty { totals += "; " + findings.joined(separator: ", ") }
        let width = byCode.values.max().map { String($0).count } ?? 0
        let codes = byCode.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let stop = limit.map { "stopped at --max-errors \($0): what may follow was not checked" }
        return [totals] + (stop.map { [$0] } ?? [])
            + codes.map { code, count in
                let number = String(count)
                return "  " + String(repeating: " ", count: width - number.count) + "\(number) \(code)"
            }
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
        for member in value["codes"]?.members ?? [] {
            guard let count = member.value.count else { return nil }
            byCode[Code(rawValue: member.key)] = count
        }
        for member in value["severities"]?.members ?? [] {
            guard let severity = Severity(rawValue: member.key), let count = member.value.count else { return nil }
            bySeverity[severity] = count
        }
    }

    /// Whether no sum is larger than what one run could count.
    var isPlausible: Bool {
        let counts = [records] + byCode.values + Severity.allCases.map { bySeverity[$0] }
        return counts.allSatisfy { $0 <= AnyValue.maximumCount }
    }

    private static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 || noun == "info" ? "\(count) \(noun)" : "\(count) \(noun)s"
    }
}
