import ArgumentParser
import Proviso
import ProvisoBulk

struct VerdictArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The least severity of a finding that makes the exit status 1.", valueName: "severity"),
        completion: .list(VerdictOptions.Level.allCases.map(\.rawValue)))
    var failOn = VerdictOptions.Level.error

    @Option(
        help: ArgumentHelp(
            "Exit with 0 while no more records are invalid: a number, or a share such as 0.1%.", valueName: "number"))
    var maxInvalid: String?

    var options: VerdictOptions { VerdictOptions(failOn: failOn, maxInvalid: maxInvalid) }

    func validate() throws { try options.validate() }
}

/// When a run counts as failed.
struct VerdictOptions {
    /// The severities, as the option names them.
    enum Level: String, ExpressibleByArgument, CaseIterable {
        case error, warning, info

        /// It, and all that weigh more.
        var severities: [Severity] { Array(Severity.allCases.prefix { $0.rawValue != rawValue }) + [weakest] }

        private var weakest: Severity { Severity(rawValue: rawValue) ?? .error }
    }

    var failOn = Level.error
    var maxInvalid: String?

    func validate() throws {
        guard maxInvalid != nil else { return }
        guard threshold != nil else {
            throw ValidationError("--max-invalid is a number of records, or a share of them from 0% to 100%")
        }
    }

    /// Why the exit status is 1; nil when it is not.
    private func failure(of summary: Summary) -> String? {
        let failing = summary.records(with: failOn.severities)
        guard failing > 0 else { return nil }
        if let maxInvalid, let threshold {
            if threshold.allows(failing, of: summary.records) { return nil }
            let what = failOn == .error ? "are invalid" : "have findings that --fail-on \(failOn.rawValue) counts"
            return "--max-invalid \(maxInvalid): \(failing) of \(summary.records) records \(what)"
        }
        guard let kind = failOn.severities.dropFirst().first(where: { summary.bySeverity[$0] > 0 }) else { return "" }
        return "--fail-on \(failOn.rawValue): there are findings of the severity \(kind.rawValue)"
    }

    /// Ends the tool with 1 when a run counts as failed, and says why where the summary does not.
    func end(_ summary: Summary, isQuiet: Bool = false) throws {
        guard let reason = failure(of: summary) else { return }
        if !reason.isEmpty, !isQuiet { Messages.line(reason) }
        throw ExitCode.invalid
    }

    /// A number of records, or decimal digits of a share of all.
    private struct Threshold {
        let digits: Int
        /// What the digits are divided by; nil for a number of records.
        let divisor: Int?

        func allows(_ count: Int, of records: Int) -> Bool {
            guard let divisor else { return count <= digits }
            let (left, right) = (count.multipliedFullWidth(by: divisor), records.multipliedFullWidth(by: digits))
            return (left.high, left.low) <= (right.high, right.low)
        }
    }

    private var threshold: Threshold? {
        guard let maxInvalid else { return nil }
        guard maxInvalid.hasSuffix("%") else {
            return Int(maxInvalid).flatMap { $0 < 0 ? nil : Threshold(digits: $0, divisor: nil) }
        }
        let parts = maxInvalid.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let (whole, fraction) = (parts[0], parts.count > 1 ? parts[1] : "")
        let isPlain = (whole + fraction).utf8.allSatisfy { (0x30...0x39).contains($0) } && !whole.isEmpty
        guard isPlain, fraction.count <= 9, whole.count <= 3, let digits = Int(whole + fraction) else { return nil }
        let divisor = (0..<fraction.count).reduce(100) { product, _ in product * 10 }
        return digits <= divisor ? Threshold(digits: digits, divisor: divisor) : nil
    }
}
