internal import Proviso

/// Writes the summary alone, for people or as JSON.
package struct SummaryReport: ReportWriter {
    private let isJSON: Bool

    package init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    package func tail(_ ending: Ending) -> String {
        guard isJSON else { return ending.summary.lines(ending.context.words).map { $0 + "\n" }.joined() }
        var writer = JSONWriter()
        writer.object { $0.member("summary") { ending.summary.write(to: &$0) } }
        return writer.text + "\n"
    }
}

/// Writes nothing: only the exit status is used.
package struct QuietReport: ReportWriter {
    package init() {}
}
