import Glibc
import Proviso
import ProvisoBulk

/// Whether and how findings are written for a terminal.
struct TerminalOptions {
    enum Color: String, CaseIterable {
        case auto, always, never
    }

    var color = Color.auto
    var showsSource = true

    /// Whether the report for terminals is written, with groups, colors and source lines.
    var isTerminal: Bool {
        if color == .always { return true }
        // A `dumb` terminal is often an editor, which expects plain lines.
        return isatty(STDOUT_FILENO) == 1 && Environment.value("TERM") != "dumb" || isForced
    }

    func writer(limit: Int?) -> TerminalReport {
        TerminalReport(
            palette: Palette(isColoured: isColoured), limit: limit ?? TerminalReport.usualLimit,
            showsSource: showsSource)
    }

    /// The colors for other output than reports.
    var palette: Palette { Palette(isColoured: isTerminal && isColoured) }

    private var isColoured: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: Environment.value("NO_COLOR") == nil
        }
    }

    private var isForced: Bool {
        guard color == .auto, let forced = Environment.value("CLICOLOR_FORCE") else { return false }
        return forced != "0" && Environment.value("NO_COLOR") == nil
    }
}
