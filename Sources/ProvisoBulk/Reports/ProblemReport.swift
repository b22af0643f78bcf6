internal import Proviso

/// Problem details (RFC 9457) for one record: nothing when it is valid.
package struct ProblemReport: ReportWriter {
    package init() {}

    /// For the first record only; whoever runs it refuses inputs with more.
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.number == 1, !outcome.isValid else { return }
        let (fault, findings) = (outcome.fault, outcome.findings)
        var writer = JSONWriter()
        writer.object {
            $0.member("type", "about:blank")
            $0.member("title", fault == nil ? "Unprocessable Content" : "Bad Request")
            $0.member("status", fault == nil ? 422 : 400)
            if let fault {
                $0.member("detail", "\(fault.reason) at line \(fault.place.line), column \(fault.place.column)")
                return
            }
            $0.member("detail", findings.map(\.message).joined(separator: " "))
            $0.member("errors") { $0.list { for finding in findings { $0.problem(finding) } } }
        }
        output += writer.text.utf8
        output.append(.lineBreak)
    }

    /// What breaks off before a first record is no record with a fault of its own.
    package func tail(_ ending: Ending) -> String {
        guard ending.hasFailed, ending.summary.records == 0 else { return "" }
        var writer = JSONWriter()
        writer.object {
            $0.member("type", "about:blank")
            $0.member("title", "Bad Request")
            $0.member("status", 400)
            $0.member("detail", "The data could not be read.")
        }
        return writer.text + "\n"
    }
}

extension JSONWriter {
    /// `detail` and `pointer` as in RFC 9457's own example, then what a program needs.
    fileprivate mutating func problem(_ finding: Finding) {
        object {
            $0.member("detail", finding.message)
            $0.member("pointer", "#" + Self.fragment(finding.words.pointer))
            $0.member("code", finding.violation.code.rawValue)
            $0.member("attribute", finding.violation.attribute)
            $0.member("label", finding.label)
            $0.member("severity", finding.violation.severity.rawValue)
            if let value = finding.value { $0.member("value") { $0.value(value) } }
        }
    }

    /// A JSON pointer as the fragment of a URI (RFC 6901, section 6).
    private static func fragment(_ pointer: String) -> String {
        pointer.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = "-._~!$&'()*+,;=:@/?".unicodeScalars.contains(scalar) || (0x30...0x39).contains(byte)
            if scalar.isASCII, isPlain || scalar.properties.isAlphabetic {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
