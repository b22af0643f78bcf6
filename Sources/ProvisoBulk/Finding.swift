package import Proviso

/// A violation with its place in the input and its words.
package struct Finding: Sendable {
    package let violation: Violation
    package var file: String
    package var place: SourcePlace
    /// The record's number in the run, from 1.
    package var record: Int
    package let label: String
    package let message: String
    /// Whether the label is kept from disturbing the direction of what is around it.
    package let isIsolated: Bool

    /// `file:line:column: label: text [code /path]`, for people and editors.
    package var line: String {
        let kind = violation.severity == .error ? "" : "\(violation.severity): "
        let label = Self.visible(isIsolated ? "\u{2068}\(label)\u{2069}" : label)
        let pointer = Self.visible(violation.path.pointer)
        let where_ = pointer.isEmpty ? "" : " \(pointer)"
        return
            "\(file):\(place.line):\(place.column): \(kind)\(label): \(Self.visible(message)) [\(violation.code)\(where_)]\n"
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
    package var json: String {
        var writer = JSONWriter()
        writer.object { $0.finding(self) }
        return writer.text
    }
}

extension JSONWriter {
    /// The members of a finding.
    package mutating func finding(_ finding: Finding) {
        member("file", finding.file)
        member("line", finding.place.line)
        member("column", finding.place.column)
        member("record", finding.record)
        violation(finding.violation)
        member("label", finding.label)
        member("message", finding.message)
    }
}
