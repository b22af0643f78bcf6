#if Server
internal import Proviso
internal import ProvisoBulk

/// Writes each finding as a line of JSON, and at the end a line with the totals and the rules.
struct FindingsWriter: ReportWriter {
    /// Whether each record has a line, also a valid one.
    let isByRecord: Bool
    let rules: String
    let version: String
    private let state: BodyState
    /// The name of the body in findings.
    static let body = "body"

    private let verdicts = VerdictReport()

    init(isByRecord: Bool, rules: String, version: String, state: BodyState) {
        (self.isByRecord, self.rules, self.version, self.state) = (isByRecord, rules, version, state)
    }

    var wantsAll: Bool { isByRecord }
    var isWordy: Bool { true }

    func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        if isByRecord { return verdicts.write(outcome, to: &output) }
        if let fault = outcome.fault {
            let number = outcome.number
            line(to: &output) {
                $0.member("file", Self.body)
                $0.member("line", fault.place.line)
                $0.member("column", fault.place.column)
                $0.member("record", number)
                $0.member("unreadable", fault.reason)
            }
        }
        for var finding in outcome.findings {
            finding.file = Self.body
            output += finding.json.utf8
            output.append(UInt8(ascii: "\n"))
        }
    }

    func tail(_ ending: Ending) -> String {
        totals(ending.summary, locale: ending.context.locale, isComplete: !ending.hasFailed)
    }

    /// The last line, after one that says why some of the body did not come.
    func totals(_ summary: Summary, locale: String, isComplete: Bool) -> String {
        let (rules, version, reason) = (rules, version, state.reason)
        var output: [UInt8] = []
        line(to: &output) {
            $0.member("rules", rules)
            $0.member("version", version)
            $0.member("locale", locale)
            $0.member("complete", isComplete && reason == nil)
            $0.member("summary") { summary.write(to: &$0) }
        }
        return (reason.map(Self.error) ?? "") + String(decoding: output, as: UTF8.self)
    }

    /// A line that says why some of the body was not validated.
    static func error(_ reason: String) -> String {
        var writer = JSONWriter()
        writer.object { $0.member("error", reason) }
        return writer.text + "\n"
    }

    private func line(to output: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(body)
        output += writer.text.utf8
        output.append(UInt8(ascii: "\n"))
    }
}
#endif
