internal import Proviso

/// Counts how much of a baseline the findings of a run have used.
///
/// It has no lock: `Sequencer.takeTurn` gives it to one chunk after the other, so that the first findings in the data
/// are the accepted ones.
final class BaselineUse: @unchecked Sendable {
    private let baseline: Baseline
    private var used: [Int]

    /// `used` is the number of findings that each entry has accepted; empty at the start of a run.
    init?(_ baseline: Baseline?, used: [Int]) {
        guard let baseline else { return nil }
        self.baseline = baseline
        self.used = used.count == baseline.counts.count ? used : Array(repeating: 0, count: baseline.counts.count)
    }

    /// Accepts as many of equal findings as the baseline has left, and registers the used entries in the chunk.
    ///
    /// A fault is never accepted, because the value was not validated.
    func accept(_ finding: FingerprintedViolation, in chunk: Chunk) -> Int {
        if finding.kind.code == .fault { return 0 }
        var left = finding.count
        for place in baseline.places(for: finding.text, finding.kind.severity) where left > 0 {
            let taken = min(left, max(0, baseline.counts[place] - used[place]))
            if taken == 0 { continue }
            used[place] += taken
            chunk.accepted[place, default: 0] += taken
            left -= taken
        }
        return finding.count - left
    }
}
