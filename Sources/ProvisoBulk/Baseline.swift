internal import Proviso

/// Findings that were accepted earlier and do not count.
package struct Baseline: Sendable {
    /// By their fingerprints.
    private let accepted: Set<String>
    /// How many there are of each code and attribute.
    private let counts: [String: Int]

    /// What is wrong with the file, and in which line.
    package struct Failure: Error {
        package let reason: String
    }

    /// Reads what `BaselineReport` wrote.
    package init(path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 1 << 30)
        } catch {
            throw Failure(reason: "\(path): \(error.reason)")
        }
        var (accepted, counts): (Set<String>, [String: Int]) = ([], [:])
        let lines = bytes.split(separator: .lineBreak)
        guard lines.first.map({ Array($0) == BaselineReport.mark }) ?? false else {
            throw Failure(reason: "\(path):1: not a baseline as --write-baseline writes it")
        }
        for (index, line) in lines.enumerated().dropFirst() {
            guard let value = try? AnyValue(json: Array(line)), let fingerprint = value["fingerprint"]?.string,
                let code = value["code"]?.string, let attribute = value["attribute"]?.string
            else { throw Failure(reason: "\(path):\(index + 1): not an accepted finding") }
            accepted.insert(fingerprint)
            counts[Self.key(code, attribute), default: 0] += 1
        }
        (self.accepted, self.counts) = (accepted, counts)
    }

    func accepts(_ fingerprint: String) -> Bool { accepted.contains(fingerprint) }

    static func key(_ code: String, _ attribute: String) -> String { attribute.isEmpty ? code : "\(code) \(attribute)" }

    /// Which findings came back more often than they were accepted: copies of records that are accepted.
    package func excess(_ summary: Summary) -> [String] {
        summary.accepted.sorted { $0.key < $1.key }.compactMap { key, count in
            let more = count - counts[key, default: 0]
            return more > 0 ? "\(more) more \(key) than the baseline accepts" : nil
        }
    }
}

/// A line of JSON for each finding, for `--baseline` in later runs.
package struct BaselineReport: ReportWriter {
    static let mark = Array("{\"proviso\":\"baseline\",\"version\":1}".utf8)

    package init() {}

    package var wantsFingerprints: Bool { true }

    package var head: String { String(decoding: Self.mark, as: UTF8.self) + "\n" }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for (violation, fingerprint) in outcome.fingerprints {
            var writer = JSONWriter()
            writer.object {
                $0.member("code", violation.code.rawValue)
                $0.member("attribute", violation.attribute)
                $0.member("fingerprint", fingerprint)
            }
            output += writer.text.utf8
            output.append(.lineBreak)
        }
    }
}
