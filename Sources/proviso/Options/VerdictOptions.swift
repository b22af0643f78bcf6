import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command whose exit status depends on the findings.
protocol TakesVerdict: Command {
    var verdict: VerdictOptions { get set }
}

/// The conditions under which a run fails.
struct VerdictOptions {
    /// The severities by the words of the option.
    enum Level: String, CaseIterable {
        case error, warning, info
        /// That nothing was checked.
        case nothing
    }

    /// The minimum severity for exit status 1.
    private var failOn = Severity.error
    /// Whether a run that checked nothing fails; `nil` if the options do not say so.
    private var failsOnNothing: Bool?
    var maxInvalid: Threshold?

    /// That severity and all higher ones.
    private var severities: [Severity] { Severity.allCases.prefix { $0 != failOn } + [failOn] }

    /// Whether the tool runs in a service for continuous integration, where the warnings of a run that
    /// passes are not read.
    private static var isInCI: Bool {
        guard let value = getenv("CI").map({ String(cString: $0) }) else { return false }
        return !["", "false", "0"].contains(value.lowercased())
    }

    private mutating func fail(on level: Level) {
        if let severity = Severity(rawValue: level.rawValue) { failOn = severity }
        failsOnNothing = level == .nothing || failsOnNothing == true
    }

    static func options<Taker: TakesVerdict>() -> [Option<Taker>] {
        [
            .choice(
                "--fail-on", value: "what", of: Level.self, usual: "error, and also nothing if CI is set",
                need: .repeated,
                help: """
                    The minimum severity of a finding for exit status 1; 'nothing' makes a run without any record, or \
                    without any rule that ran, end with 4.
                    """
            ) { $0.verdict.fail(on: $1) },
            .parsed(
                "--max-invalid", value: "number",
                help:
                    "The maximum number of invalid records for exit status 0: a number, or a percentage such as 0.1%.",
                expected: "a number of records, or a percentage from 0% to 100%", Threshold.init
            ) { $0.verdict.maxInvalid = $1 },
        ].grouped(.verdict)
    }

    /// Why the exit status is 1, or `nil` if it is not.
    ///
    /// Empty if the summary shows the reason.
    private func failure(of summary: Summary) -> String? {
        let failing = summary.records(with: severities)
        let isOfTable = summary.hasTableFindings(with: severities)
        guard failing > 0 || isOfTable else { return nil }
        if let maxInvalid, !isOfTable {
            if maxInvalid.allows(failing, of: summary.records) { return nil }
            let what = failOn == .error ? "are invalid" : "have findings that --fail-on \(failOn.rawValue) counts"
            return "--max-invalid \(maxInvalid.text): \(failing) of \(summary.records) records \(what)"
        }
        guard let kind = severities.dropFirst().first(where: { summary.bySeverity[$0] > 0 }) else { return "" }
        return "--fail-on \(failOn.rawValue): there are findings of the severity \(kind.rawValue)"
    }

    /// Ends the tool with 3 if a value could not be validated, else with 1 if the run failed; reports the reason unless
    /// the summary shows it.
    func end(_ summary: Summary, isQuiet: Bool = false) throws {
        try Self.refuseFaults(of: summary, isQuiet: isQuiet)
        if let reason = failure(of: summary) {
            if !reason.isEmpty, !isQuiet { StandardError.line(reason) }
            throw ExitCode.invalid
        }
        guard summary.nothingChecked != nil, failsOnNothing ?? Self.isInCI else { return }
        if !isQuiet {
            StandardError.line(
                failsOnNothing == true
                    ? "--fail-on nothing: nothing was checked"
                    : "nothing was checked, which is exit status 4 where CI is set; --fail-on error accepts it")
        }
        throw ExitCode.nothing
    }

    /// Ends the tool with 3 if a value could not be validated: no option makes that a success, or invalid data.
    static func refuseFaults(of summary: Summary, isQuiet: Bool = false) throws {
        guard let note = summary.faultNote else { return }
        if !isQuiet { StandardError.error(note) }
        throw ExitCode.failure
    }

    /// A number of records, or a percentage of all records.
    struct Threshold {
        /// The text as typed.
        let text: String
        private let digits: Int
        /// The divisor of the digits; `nil` for a number of records.
        private let divisor: Int?

        init?(_ text: String) {
            self.text = text
            guard text.hasSuffix("%") else {
                guard let count = NumberText.whole(text, as: Int.self) else { return nil }
                (digits, divisor) = (count, nil)
                return
            }
            let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let (whole, fraction) = (parts[0], parts.count > 1 ? parts[1] : "")
            guard !whole.isEmpty, fraction.utf8.count <= 9, whole.utf8.count <= 3,
                let digits = NumberText.whole(String(whole + fraction), as: Int.self)
            else { return nil }
            let divisor = (0..<fraction.utf8.count).reduce(100) { product, _ in product * 10 }
            guard digits <= divisor else { return nil }
            (self.digits, self.divisor) = (digits, divisor)
        }

        func allows(_ count: Int, of records: Int) -> Bool {
            guard let divisor else { return count <= digits }
            let (left, right) = (count.multipliedFullWidth(by: divisor), records.multipliedFullWidth(by: digits))
            return (left.high, left.low) <= (right.high, right.low)
        }
    }
}
