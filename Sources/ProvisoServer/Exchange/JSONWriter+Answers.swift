#if Server
internal import Proviso
internal import ProvisoBulk

extension JSONWriter {
    /// The members of an answer about a record: which rules, in which language, and what they found.
    mutating func report(_ report: Report, by name: String, version: String, _ localizer: ReportLocalizer) {
        member("rules", name)
        member("version", version)
        member("locale", localizer.localizer.locale)
        found(report, localizer)
    }

    /// What rules found in a record.
    mutating func found(_ report: Report, _ localizer: ReportLocalizer) {
        member("valid", report.isValid)
        member("violations") { list in
            list.list {
                for violation in report.violations {
                    let text = ViolationText(violation, in: localizer)
                    $0.object { $0.violation(violation, text) }
                }
            }
        }
        if report.omittedCount > 0 { member("omitted", report.omittedCount) }
    }

    /// What happened to every rule, as `proviso explain` writes it.
    mutating func explanation(_ turns: [RuleTurn], omitting count: Int, _ localizer: ReportLocalizer) {
        let json = ExplanationJSON(localizer)
        member("explanation") { $0.list { for turn in turns { json.write(turn, to: &$0) } } }
        if count > 0 { member("omittedRules", count) }
    }
}
#endif
