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

    func severity(_ severity: Severity) -> String {
        switch severity {
        case .error: wrap(severity.rawValue, "1;31")
        case .warning: wrap(severity.rawValue, "1;33")
        case .info: wrap(severity.rawValue, "1;36")
        }
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
