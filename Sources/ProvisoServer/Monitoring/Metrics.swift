#if Server
internal import Synchronization

/// What has happened since the program started, in the text form of Prometheus.
final class Metrics: Sendable {
    private struct Counts {
        var requests: [String: Int] = [:]
        var records: [String: Int] = [:]
        var reloads: [String: Int] = [:]
        var seconds = 0.0
        /// How many requests took at most each limit.
        var buckets = [Int](repeating: 0, count: Metrics.limits.count)
        var count = 0
    }

    private static let limits = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]
    private let counts = Mutex(Counts())

    /// Counts a request that was answered; `route` is the pattern of its path, and `status` is `aborted` for an answer without end.
    func answered(_ route: String, status: String, seconds: Double) {
        counts.withLock { counts in
            counts.requests["route=\"\(route)\",status=\"\(status)\"", default: 0] += 1
            counts.seconds += seconds
            counts.count += 1
            if let place = Self.limits.firstIndex(where: { seconds <= $0 }) { counts.buckets[place] += 1 }
        }
    }

    /// Counts records by their verdict.
    func validated(_ rules: String, verdict: String, _ number: Int = 1) {
        if number == 0 { return }
        counts.withLock { $0.records["rules=\"\(rules)\",verdict=\"\(verdict)\"", default: 0] += number }
    }

    /// What became of a change of a rule file.
    enum Change: String {
        /// Its rules are in force.
        case new
        /// It has a mistake, so what was in force before stays.
        case refused
        /// It is again what is in force.
        case restored
    }

    /// Counts a change of a rule file, also the first one of a new file.
    func changed(_ rules: String, _ change: Change) {
        counts.withLock { $0.reloads["rules=\"\(rules)\",result=\"\(change.rawValue)\"", default: 0] += 1 }
    }

    /// The text; `rules` says of each rule file whether it is in use as it is now.
    func text(_ rules: [(name: String, version: String?, isCurrent: Bool)]) -> String {
        let counts = counts.withLock { $0 }
        var text = ""
        func table(_ name: String, _ kind: String, _ help: String, _ rows: [(String, String)]) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
            for (labels, value) in rows {
                text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
            }
        }
        func sorted(_ counts: [String: Int]) -> [(String, String)] {
            counts.sorted { $0.key < $1.key }.map { ($0.key, String($0.value)) }
        }
        table("proviso_requests_total", "counter", "Requests by route and status.", sorted(counts.requests))
        table("proviso_records_total", "counter", "Records by rules and verdict.", sorted(counts.records))
        table("proviso_reloads_total", "counter", "Changes of rule files by result.", sorted(counts.reloads))
        table(
            "proviso_rules_current", "gauge", "1 if the rule file is in force as it is now, else 0.",
            rules.map { ("rules=\"\($0.name)\",version=\"\($0.version ?? "")\"", $0.isCurrent ? "1" : "0") })
        let name = "proviso_request_seconds"
        text += "# HELP \(name) Time to answer a request.\n# TYPE \(name) histogram\n"
        var sum = 0
        for (limit, bucket) in zip(Self.limits, counts.buckets) {
            sum += bucket
            text += "\(name)_bucket{le=\"\(limit)\"} \(sum)\n"
        }
        text +=
            "\(name)_bucket{le=\"+Inf\"} \(counts.count)\n\(name)_sum \(counts.seconds)\n\(name)_count \(counts.count)\n"
        return text
    }
}
#endif
