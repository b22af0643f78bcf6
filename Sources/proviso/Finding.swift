import Proviso

/// A violation with its place in the input and its words.
struct Finding {
    let violation: Violation
    let file: String
    let place: SourcePlace
    let record: Int
    let localizer: ReportLocalizer

    /// `file:line:column: label: text [code /path]`, for people and editors.
    var line: String {
        let kind = violation.severity == .error ? "" : "\(violation.severity): "
        let label = localizer.isolatedLabel(violation.attribute)
        let pointer = violation.path.pointer
        let where_ = pointer.isEmpty ? "" : " \(pointer)"
        return
            "\(file):\(place.line):\(place.column): \(kind)\(label): \(localizer.text(violation)) [\(violation.code)\(where_)]\n"
    }

    /// The finding as one JSON object on one line.
    var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("file", file)
            $0.member("line", place.line)
            $0.member("column", place.column)
            $0.member("record", record)
            $0.violation(violation)
            $0.member("label", localizer.label(violation.attribute))
            $0.member("message", localizer.text(violation))
        }
        return writer.text
    }
}
