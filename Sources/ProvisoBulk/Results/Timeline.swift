internal import Proviso

/// The number of findings in each section of the records.
///
/// Sections begin at multiples of their width, a power of two, so that timelines of parts of the data can be added.
package struct Timeline: Sendable, Equatable {
    private static let size = 64

    package private(set) var bins: [Int]
    /// How many records a section has.
    package private(set) var width: Int

    init(bins: [Int] = [], width: Int = 1) {
        self.bins = bins
        self.width = width
    }

    /// Counts findings at a record's number, from 1; a finding whose record is not known is in no section.
    mutating func count(_ findings: Int, at number: Int) {
        guard number > 0 else { return }
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

    /// The number of the last record in a section with findings.
    var end: Int { (bins.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0) * width }

    /// The timeline for a number of records.
    func stretched(to records: Int) -> Timeline {
        var timeline = self
        while (records - 1) / timeline.width >= Self.size { timeline.widen() }
        let count = (max(records, 1) - 1) / timeline.width + 1
        if timeline.bins.count < count { timeline.bins += Array(repeating: 0, count: count - timeline.bins.count) }
        return timeline
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("width", width)
            $0.member("bins") { $0.list { for bin in bins { $0.value(.integer(Int64(bin))) } } }
        }
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    init?(_ value: AnyValue) {
        guard case .list(let items)? = value["bins"], let width = value["width"]?.count, width.nonzeroBitCount == 1,
            width <= LocatedViolation.largestRecord
        else { return nil }
        self.init(bins: items.compactMap(\.count), width: width)
        if bins.count != items.count || bins.count > Self.size { return nil }
    }

    private mutating func widen() {
        width *= 2
        bins = stride(from: 0, to: bins.count, by: 2).map { bins[$0] + ($0 + 1 < bins.count ? bins[$0 + 1] : 0) }
    }
}
