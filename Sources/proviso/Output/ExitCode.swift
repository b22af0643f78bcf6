import Proviso
import ProvisoBulk

/// An exit status of the tool; thrown after the reason is reported.
struct ExitCode: Error, Equatable {
    let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    static let success = ExitCode(0)
    static let invalid = ExitCode(1)
    static let usage = ExitCode(2)
    static let failure = ExitCode(3)
    static let nothing = ExitCode(4)

    /// The status, after its reason is reported.
    func because(_ reason: String) -> ExitCode {
        StandardError.error(reason)
        return self
    }

    /// The status if writing to standard error failed: then success and invalid data become a failure.
    func beside(_ failure: SystemError?) -> ExitCode {
        failure != nil && [.success, .invalid, .nothing].contains(self) ? .failure : self
    }
}

extension RuleSetError {
    /// The status of a command with a wrong rule file, after its mistakes are reported.
    func reported() -> ExitCode {
        for diagnostic in diagnostics { StandardError.line(diagnostic.text(kind: "error: ")) }
        return .usage
    }
}
