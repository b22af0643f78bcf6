internal import Proviso

/// A row a finding (RFC 4180).
package struct CSVReport: ReportWriter {
    private let showsValues: Bool

    /// `showsValues` adds a column for the values, as JSON.
    package init(showsValues: Bool = false) {
        self.showsValues = showsValues
    }

    package var head: String {
        "file,line,column,record,path,attribute,label,severity,code,rule,type,message"
            + (showsValues ? ",value\r\n" : "\r\n")
    }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            let violation = finding.violation
            var fields = [
                finding.file, String(finding.place.line), String(finding.place.column), String(finding.record),
                finding.words.pointer, violation.attribute, finding.label, violation.severity.rawValue,
                violation.code.rawValue, violation.rule.id, violation.rule.type.rawValue, finding.message,
            ]
            if showsValues { fields.append(finding.valueText ?? "") }
            output += fields.map(Self.field).joined(separator: ",").utf8
            output += "\r\n".utf8
        }
    }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return text }
        // By scalars: a quote with a combining accent is one character, but still a quote.
        return text.unicodeScalars.reduce(into: "\"") { result, scalar in
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        } + "\""
    }
}
