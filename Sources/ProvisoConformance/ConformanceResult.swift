internal import Proviso

/// How a plugin did in one case.
public struct ConformanceResult: Sendable, Hashable {
    public enum Verdict: Sendable, Hashable {
        case passed, failed, skipped
    }

    public let test: ConformanceCase
    public let verdict: Verdict
    /// Why it failed or was skipped; what was measured where it passed, else empty.
    public let detail: String
    public let milliseconds: Double
    /// What this system lacks to confine the plugin's process, such as "Landlock"; nil where it was confined, or not run.
    public var lacking: String?
}

extension ConformanceResult: CustomStringConvertible {
    /// One line: the verdict, the case, and why.
    public var description: String {
        let detail = detail.visible
        let start = "\(verdict.word)  \(test.name.padded(to: 13))  "
        switch verdict {
        case .passed: return start + (detail.isEmpty ? test.summary : "\(test.summary) (\(detail))")
        case .failed: return start + "\(detail)\n" + String(repeating: " ", count: 23) + "→ \(test.remedy)"
        case .skipped: return start + detail
        }
    }
}

extension ConformanceResult.Verdict {
    fileprivate var word: String {
        switch self {
        case .passed: "ok     "
        case .failed: "failed "
        case .skipped: "skipped"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
