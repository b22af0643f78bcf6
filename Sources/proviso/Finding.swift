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
        let label = Self.visible(localizer.isolatedLabel(violation.attribute))
        let pointer = Self.visible(violation.path.pointer)
        let where_ = pointer.isEmpty ? "" : " \(pointer)"
        return
            "\(file):\(place.line):\(place.column): \(kind)\(label): \(Self.visible(localizer.text(violation))) [\(violation.code)\(where_)]\n"
    }

    /// A text without what would end its line or steer a terminal: data could forge lines otherwise.
    private static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
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
