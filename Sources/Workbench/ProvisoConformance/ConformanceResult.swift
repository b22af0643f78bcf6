internal import Proviso

/// One thing that is wrong with a plugin.
public struct ConformanceFinding: Sendable, Hashable {
    /// Whether a plugin with it still works.
    public enum Severity: Sendable, Hashable {
        /// Hosts or users suffer from it: the case fails.
        case error
        /// Style: the case passes.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// What was found.
    public let text: String
}

/// The result of one case.
public struct ConformanceResult: Sendable, Hashable {
    /// Whether a plugin passed a case.
    public enum Verdict: Sendable, Hashable {
        /// Nothing is wrong.
        case passed
        /// It has errors.
        case failed
        /// It cannot be tested; the detail says why.
        case skipped
        /// It passed, but has warnings.
        case warned
    }

    /// The case.
    public let test: ConformanceCase
    /// Whether the plugin passed.
    public let verdict: Verdict
    /// Everything that is wrong, if the case failed or has warnings.
    public var findings: [ConformanceFinding] = []
    /// Why the case was skipped, or what was measured if it passed; otherwise empty.
    public let detail: String
    /// The time that the case took.
    public let milliseconds: Double
    /// What this system lacks to confine the plugin's process, such as "Landlock"; `nil` if the process was confined or
    /// not started.
    public var lacking: String?
    /// How to correct what was found, if not as the case says; empty if the findings say it.
    package var ownRemedy: String?
}

extension ConformanceResult {
    /// The result with these findings, which decide about the verdict of a case that ran.
    init(
        _ test: ConformanceCase, _ findings: [ConformanceFinding], detail: String = "", milliseconds: Double = 0,
        lacking: String? = nil
    ) {
        let isWrong = findings.contains { $0.severity == .error }
        self.init(
            test: test, verdict: isWrong ? .failed : findings.isEmpty ? .passed : .warned, findings: findings,
            detail: detail, milliseconds: milliseconds, lacking: lacking)
    }

    /// The result where warnings are errors too.
    var strict: ConformanceResult {
        guard verdict == .warned else { return self }
        var result = ConformanceResult(
            test, findings.map { ConformanceFinding(severity: .error, text: $0.text) }, detail: detail,
            milliseconds: milliseconds, lacking: lacking)
        result.ownRemedy = ownRemedy
        return result
    }

    /// How to correct what was found; empty if the findings say it.
    package var remedy: String { ownRemedy ?? test.remedy }

    /// The findings, or the reason where there are none.
    package var reasons: [String] { findings.isEmpty ? [detail] : findings.map(\.text) }
}

extension ConformanceResult: CustomStringConvertible {
    /// A line with the verdict, the case and the first finding, one for each further finding, and the remedy.
    public var description: String {
        let start = "\(verdict.word)  \(test.name.padded(to: 13))  "
        let indent = "\n" + String(repeating: " ", count: 24)
        switch verdict {
        case .passed: return start + (detail.isEmpty ? test.summary : "\(test.summary) (\(detail.visible))")
        case .skipped: return start + detail.visible
        case .failed, .warned:
            let advice = remedy.isEmpty ? "" : indent + "→ " + remedy
            return start + reasons.map(\.visible).joined(separator: indent) + advice
        }
    }
}

extension ConformanceResult.Verdict {
    fileprivate var word: String {
        switch self {
        case .passed: "ok     "
        case .failed: "failed "
        case .skipped: "skipped"
        case .warned: "warning"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
