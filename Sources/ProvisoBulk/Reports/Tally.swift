package import Proviso

/// What reports that do not list everything are made of; its size is bounded however much is found.
package struct Tally: Sendable {
    /// Where in the data the findings of a severity are.
    package private(set) var timelines: [Severity: Timeline] = [:]
    /// The first findings of each kind.
    package private(set) var samples: [FindingKind: [Finding]] = [:]
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

    /// Counts what was found in a record, and keeps so many findings of each kind.
    mutating func count(_ outcome: borrowing Outcome, limit: Int, wantsSource: Bool = false) {
        for finding in outcome.findings {
            let kind = FindingKind(finding.violation)
            timelines[kind.severity, default: Timeline()].count(1, at: outcome.number)
            guard samples[kind, default: []].count < limit else { continue }
            var finding = finding
            if wantsSource { finding.source = SourceExcerpt(outcome.raw, at: finding.violation.offset ?? 0) }
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

    /// Adds what was found in the records that follow.
    mutating func add(_ next: Tally, limit: Int) {
        for (kind, findings) in next.samples {
            let missing = limit - samples[kind, default: []].count
            if missing > 0 { samples[kind, default: []] += findings.prefix(missing) }
        }
        faults += next.faults.prefix(max(0, limit - faults.count))
        for (severity, timeline) in next.timelines { timelines[severity, default: Timeline()].add(timeline) }
    }

    /// So many findings of each kind at most, errors first; then in the order of the rules and of the data.
    func findings(limit: Int) -> [(kind: FindingKind, findings: [Finding])] {
        samples.sorted { FindingKind.precedes($0.key, $1.key) }.map { ($0.key, Array($0.value.prefix(limit))) }
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

    /// Reads what `write` wrote; nil for what it never writes.
    init?(_ value: AnyValue) {
        for severity in Severity.allCases {
            guard let stored = value[severity.rawValue] else { continue }
            guard let timeline = Timeline(stored) else { return nil }
            timelines[severity] = timeline
        }
        guard case .list(let items)? = value["sample"], case .list(let faulty)? = value["faults"] else { return nil }
        for item in items {
            guard let finding = Finding(item) else { return nil }
            samples[FindingKind(finding.violation), default: []].append(finding)
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
