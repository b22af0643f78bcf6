internal import Proviso

/// What charts show beside the summary; its size is bounded however much is found.
package struct Tally: Sendable {
    /// How many findings are kept.
    static let sampleSize = 200

    package private(set) var byAttribute: [String: Int] = [:]
    package private(set) var timeline = Timeline()
    /// The first findings.
    package private(set) var sample: [Finding] = []

    package init() {}

    mutating func count(_ outcome: borrowing Outcome) {
        for finding in outcome.findings {
            byAttribute[finding.violation.attribute, default: 0] += 1
            if sample.count < Self.sampleSize { sample.append(finding) }
        }
        if !outcome.findings.isEmpty { timeline.count(outcome.findings.count, at: outcome.number) }
    }

    /// Adds what was found in the records that follow.
    mutating func add(_ next: Tally) {
        byAttribute.merge(next.byAttribute, uniquingKeysWith: +)
        timeline.add(next.timeline)
        sample += next.sample.prefix(Self.sampleSize - sample.count)
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("attributes") {
                $0.object {
                    for (attribute, count) in byAttribute.sorted(by: { $0.key < $1.key }) {
                        $0.member(attribute, count)
                    }
                }
            }
            $0.member("width", timeline.width)
            $0.member("bins") { $0.list { for bin in timeline.bins { $0.value(.integer(Int64(bin))) } } }
            $0.member("sample") { $0.list { for finding in sample { $0.object { $0.storedFinding(finding) } } } }
        }
    }

    /// Reads what `write` wrote; nil for what it never writes.
    init?(_ value: AnyValue) {
        guard case .object(let members)? = value["attributes"], case .list(let items)? = value["sample"],
            let timeline = Timeline(value)
        else { return nil }
        for member in members {
            guard let count = member.value.count else { return nil }
            byAttribute[member.key] = count
        }
        self.timeline = timeline
        sample = items.compactMap { Finding($0) }
        if sample.count != items.count || sample.count > Self.sampleSize { return nil }
    }
}

/// How many findings there are in each stretch of the records.
///
/// Stretches begin at multiples of their width, a power of two, so that those of all parts of the data fit together.
package struct Timeline: Sendable, Equatable {
    private static let size = 64

    package private(set) var bins: [Int]
    /// How many records a stretch has.
    package private(set) var width: Int

    init(bins: [Int] = [], width: Int = 1) {
        self.bins = bins
        self.width = width
    }

    fileprivate init?(_ value: AnyValue) {
        guard case .list(let items)? = value["bins"], let width = value["width"]?.count, width.nonzeroBitCount == 1
        else { return nil }
        self.init(bins: items.compactMap(\.count), width: width)
        if bins.count != items.count || bins.count > Self.size { return nil }
    }

    /// Counts findings at a record's number, from 1.
    mutating func count(_ findings: Int, at number: Int) {
        let index = number - 1
        while index / width >= Self.size { widen() }
        let bin = index / width
        if bin >= bins.count { bins += Array(repeating: 0, count: bin + 1 - bins.count) }
        bins[bin] += findings
    }

    mutating func add(_ other: Timeline) {
        var other = other
        while width < other.width { widen() }
        while other.width < width { other.widen() }
        if bins.count < other.bins.count { bins += Array(repeating: 0, count: other.bins.count - bins.count) }
        for (bin, count) in other.bins.enumerated() { bins[bin] += count }
    }

    /// The stretches of so many records.
    func stretched(to records: Int) -> Timeline {
        var timeline = self
        while (records - 1) / timeline.width >= Self.size { timeline.widen() }
        let count = (max(records, 1) - 1) / timeline.width + 1
        if timeline.bins.count < count { timeline.bins += Array(repeating: 0, count: count - timeline.bins.count) }
        return timeline
    }

    private mutating func widen() {
        width *= 2
        bins = stride(from: 0, to: bins.count, by: 2).map { bins[$0] + ($0 + 1 < bins.count ? bins[$0 + 1] : 0) }
    }
}
