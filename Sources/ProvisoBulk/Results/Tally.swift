package import Proviso

/// The data of reports that do not list all findings; its size is bounded.
package struct Tally: Sendable {
    /// The number of findings over the length of the data, by severity.
    package private(set) var timelines: [Severity: Timeline] = [:]
    /// The first findings of each kind.
    package private(set) var samples: [ViolationKind: [LocatedViolation]] = [:]
    /// The first records that could not be read.
    package private(set) var faults: [Fault] = []

    /// Why a record could not be read, and where.
    package struct Fault: Sendable {
        let file: String
        let record: Int
        let place: SourcePlace
        let reason: String
    }

    package init() {}

    /// Counts the findings of a record, and keeps at most `limit` findings of each kind.
    mutating func count(_ outcome: borrowing Outcome, limit: Int, wantsSource: Bool = false) {
        for finding in outcome.findings {
            let kind = ViolationKind(finding.violation)
            timelines[kind.severity, default: Timeline()].count(1, at: outcome.number)
            guard samples[kind, default: []].count < limit else { continue }
            var finding = finding
            if wantsSource { finding.source = outcome.excerpt(at: finding.violation.offset ?? 0) }
            finding.omitted = [:]
            samples[kind, default: []].append(finding)
        }
        for (kind, count) in outcome.findings.last?.omitted ?? [:] {
            timelines[kind.severity, default: Timeline()].count(count, at: outcome.number)
        }
        if let fault = outcome.fault, faults.count < limit {
            faults.append(
                Fault(file: outcome.file, record: outcome.number, place: fault.place, reason: fault.reason))
        }
    }

    /// Adds the tally of the records that follow.
    mutating func add(_ next: Tally, limit: Int) {
        for (kind, findings) in next.samples {
            let missing = limit - samples[kind, default: []].count
            if missing > 0 { samples[kind, default: []] += findings.prefix(missing) }
        }
        faults += next.faults.prefix(max(0, limit - faults.count))
        for (severity, timeline) in next.timelines { timelines[severity, default: Timeline()].add(timeline) }
    }

    /// At most `limit` findings of each kind: errors first, then in the order of the rules and of the data.
    func findings(limit: Int) -> [(kind: ViolationKind, findings: [LocatedViolation])] {
        samples.sorted { ViolationKind.precedes($0.key, $1.key) }.map { ($0.key, Array($0.value.prefix(limit))) }
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            for severity in Severity.allCases {
                guard let timeline = timelines[severity] else { continue }
                $0.member(severity.rawValue) { timeline.write(to: &$0) }
            }
            $0.member("sample") {
                $0.list {
                    for finding in findings(limit: .max).flatMap(\.findings) { $0.object { $0.storedFinding(finding) } }
                }
            }
            $0.member("faults") {
                $0.list {
                    for fault in faults {
                        $0.object {
                            $0.member("file", fault.file)
                            $0.member("record", fault.record)
                            $0.member("line", fault.place.line)
                            $0.member("column", fault.place.column)
                            $0.member("reason", fault.reason)
                        }
                    }
                }
            }
        }
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    init?(_ value: AnyValue) {
        for severity in Severity.allCases {
            guard let stored = value[severity.rawValue] else { continue }
            guard let timeline = Timeline(stored) else { return nil }
            timelines[severity] = timeline
        }
        guard case .list(let items)? = value["sample"], case .list(let faulty)? = value["faults"] else { return nil }
        for item in items {
            guard let finding = LocatedViolation(item) else { return nil }
            samples[ViolationKind(finding.violation), default: []].append(finding)
        }
        for item in faulty {
            guard let file = item["file"]?.string, let line = item["line"]?.count, let column = item["column"]?.count,
                let reason = item["reason"]?.string, let record = item["record"]?.count
            else { return nil }
            let place = SourcePlace(line: line, column: column)
            faults.append(Fault(file: file, record: record, place: place, reason: reason))
        }
    }
}
