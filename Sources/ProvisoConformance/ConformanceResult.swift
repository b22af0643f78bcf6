internal import Proviso

/// The result of one case.
public struct ConformanceResult: Sendable, Hashable {
    /// Whether a plugin passed a case.
    public enum Verdict: Sendable, Hashable {
        case passed, failed, skipped
    }

    /// The case.
    public let test: ConformanceCase
    /// Whether the plugin passed.
    public let verdict: Verdict
    /// Why the case failed or was skipped, or what was measured if it passed; otherwise empty.
    public let detail: String
    /// The time that the case took.
    public let milliseconds: Double
    /// What this system lacks to confine the plugin's process, such as "Landlock"; `nil` if the process was confined or
    /// not started.
    public var lacking: String?
}

extension ConformanceResult: CustomStringConvertible {
    /// One line with the verdict, the case and the reason.
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
