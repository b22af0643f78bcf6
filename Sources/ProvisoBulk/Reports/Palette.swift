internal import Proviso

/// Writes text in the colors of a terminal, or without colors.
package struct Palette: Sendable {
    private let isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    func dim(_ text: String) -> String { wrap(text, "2") }
    func bold(_ text: String) -> String { wrap(text, "1") }
    func caret(_ text: String) -> String { wrap(text, "1;32") }

    func severity(_ severity: Severity) -> String { wrap(severity.rawValue, severity) }

    private func wrap(_ text: String, _ severity: Severity) -> String {
        switch severity {
        case .error: wrap(text, "1;31")
        case .warning: wrap(text, "1;33")
        case .info: wrap(text, "1;36")
        }
    }

    /// The word for what happened to a rule.
    func outcome(_ word: String, of turn: RuleTurn) -> String {
        switch turn.outcome {
        case .failed: wrap(word, turn.rule.severity)
        case .passed: word
        case .skipped, .blocked, .inactive, .pending: dim(word)
        }
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
