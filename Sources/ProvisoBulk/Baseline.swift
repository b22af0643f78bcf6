internal import Proviso

/// Findings that were accepted earlier and do not count: so many of each as there were.
package struct Baseline: Sendable {
    /// What is accepted: a fingerprint with the severity it had.
    private struct Entry: Hashable {
        let fingerprint: Key
        let severity: Severity
    }

    /// The 128 bits of a fingerprint.
    struct Key: Hashable {
        private let high: UInt64
        private let low: UInt64

        /// Reads 32 hexadecimal digits.
        init?(_ text: String) {
            guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
                let low = UInt64(text.suffix(16), radix: 16)
            else { return nil }
            (self.high, self.low) = (high, low)
        }
    }

    /// What is wrong with the file, and in which line.
    package struct Failure: Error {
        package let reason: String
    }

    /// The place of each entry in `counts`.
    private var places: [Entry: Int] = [:]
    /// How many findings each entry accepts, in the order of the file.
    private(set) var counts: [Int] = []

    /// Reads what `BaselineReport` wrote, in this version or in the first one, which did not know severities.
    package init(path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 1 << 30)
        } catch {
            throw Failure(reason: "\(path): \(error.reason)")
        }
        let lines = bytes.split(separator: .lineBreak)
        guard
            let version = (1...BaselineReport.version).first(where: {
                lines.first?.elementsEqual(BaselineReport.mark($0)) ?? false
            })
        else { throw Failure(reason: "\(path):1: not a baseline as --write-baseline writes it") }
        for (index, line) in lines.enumerated().dropFirst() {
            guard add(line, version: version) else {
                throw Failure(reason: "\(path):\(index + 1): not an accepted finding as --write-baseline writes them")
            }
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>, version: Int) -> Bool {
        guard let value = try? AnyValue(json: Array(line)), let key = value["fingerprint"]?.string.flatMap(Key.init),
            value["code"]?.string != nil, value["attribute"]?.string != nil
        else { return false }
        // What an entry of the first version was is not known: it may have been an error.
        let severity = version == 1 ? .error : value["severity"]?.string.flatMap(Severity.init)
        let count = value["count"].map { $0.count } ?? 1
        guard let severity, let count else { return false }
        let entry = Entry(fingerprint: key, severity: severity)
        let place = places[entry] ?? counts.endIndex
        if place == counts.endIndex {
            places[entry] = place
            counts.append(0)
        }
        counts[place] = min(counts[place] + count, AnyValue.maximumCount)
        return true
    }

    /// The entries that accept a finding: that of its own severity, then those that weighed more.
    fileprivate func places(for fingerprint: String, _ severity: Severity) -> [Int] {
        guard let key = Key(fingerprint) else { return [] }
        let heavier = Severity.allCases.prefix { $0 != severity }
        return ([severity] + heavier.reversed()).compactMap { places[Entry(fingerprint: key, severity: $0)] }
    }
}

/// How much of a baseline the findings of a run have used.
///
/// It has no lock of its own: it is used in turns that `Order` gives, one after the other, so that the findings that
/// come first in the data are the accepted ones.
final class BaselineUse: @unchecked Sendable {
    private let baseline: Baseline
    private var used: [Int]

    /// `used` is how many findings each entry had accepted before; empty at the start of a run.
    init?(_ baseline: Baseline?, used: [Int]) {
        guard let baseline else { return nil }
        self.baseline = baseline
        self.used = used.count == baseline.counts.count ? used : Array(repeating: 0, count: baseline.counts.count)
    }

    /// Accepts as many of some findings that are alike as are left, and notes in the chunk which entries it used.
    ///
    /// A fault is never accepted: what could not be validated is not known.
    func accept(_ finding: FingerprintedFinding, in chunk: Chunk) -> Int {
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

/// A line of JSON for each finding, for `--baseline` in later runs.
package struct BaselineReport: ReportWriter {
    static let version = 2

    static func mark(_ version: Int) -> [UInt8] { Array("{\"proviso\":\"baseline\",\"version\":\(version)}".utf8) }

    package init() {}

    package var wantsFingerprints: Bool { true }

    package var head: String { String(decoding: Self.mark(Self.version), as: UTF8.self) + "\n" }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.fingerprints where finding.kind.code != .fault {
            var writer = JSONWriter()
            writer.object {
                $0.member("code", finding.kind.code.rawValue)
                $0.member("attribute", finding.kind.attribute)
                $0.member("severity", finding.kind.severity.rawValue)
                if finding.count > 1 { $0.member("count", finding.count) }
                $0.member("fingerprint", finding.text)
            }
            output += writer.text.utf8
            output.append(.lineBreak)
        }
    }
}
