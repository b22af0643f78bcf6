internal import Proviso

/// Writes one row of CSV per finding (RFC 4180).
///
/// A cell that a spreadsheet would read as a formula begins with an apostrophe (OWASP, "CSV Injection"). Control
/// characters are written as escapes such as `\u{1B}`.
package struct CSVReport: ReportWriter {
    private let showsValues: Bool

    /// `showsValues` adds a column for the values, as JSON.
    package init(showsValues: Bool = false) {
        self.showsValues = showsValues
    }

    package var head: String {
        "file,line,column,record,path,attribute,label,severity,code,rule,type,message"
            + (showsValues ? ",value" : "") + ",firstRecord\r\n"
    }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            let violation = finding.violation
            let fields =
                [
                    finding.file, finding.isOfTable ? "" : String(finding.place.line),
                    finding.isOfTable ? "" : String(finding.place.column),
                    finding.isOfTable ? "" : String(finding.record),
                    finding.text.pointer, violation.attribute, finding.label, violation.severity.rawValue,
                    violation.code.rawValue, violation.rule.id, violation.rule.type.rawValue,
                ].map(\.visible) + [finding.text.shownMessage]
            let shown =
                (showsValues ? [(finding.valueText ?? "").visible] : [])
                + [finding.text.firstRecord.map(String.init) ?? ""]
            output += (fields + shown).map(Self.field).joined(separator: ",").utf8
            output += "\r\n".utf8
            guard let note = finding.omissionNote else { continue }
            let cells = Array(fields.prefix(4)) + Array(repeating: "", count: 7) + [note] + shown.map { _ in "" }
            output += cells.map(Self.field).joined(separator: ",").utf8
            output += "\r\n".utf8
        }
    }

    /// The text, with an apostrophe before whatever a spreadsheet would read as a formula, and is not a number.
    ///
    /// Many languages separate cells with semicolons, so what follows one may begin a cell, also within quotes.
    private static func defused(_ text: String) -> String {
        if Double(text) != nil { return text }
        var (result, isStart) = ("", true)
        for scalar in text.unicodeScalars {
            if isStart, formulaStarts.contains(scalar) { result += "'" }
            result.unicodeScalars.append(scalar)
            isStart = scalar == ";" || scalar == "\t" || isStart && (scalar == "\"" || scalar.properties.isWhitespace)
        }
        return result
    }

    /// Some programs also accept the full-width characters.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    private static func field(_ text: String) -> String {
        let text = defused(text)
        let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return text }
        // By Unicode scalars: a quote with a combining accent is one character, and must be escaped too.
        return text.unicodeScalars.reduce(into: "\"") { result, scalar in
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        } + "\""
    }
}
