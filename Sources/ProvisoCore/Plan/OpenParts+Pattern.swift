internal import ProvisoMessages

extension OpenParts {
    /// The pattern of `allow`, and errors in it and in the paths.
    func pattern(_ report: (RuleSetError.Diagnostic) -> Void) -> Pattern? {
        for path in paths {
            guard let fault = PathSpelling.fault(in: path) else { continue }
            report(
                RuleSetError.Diagnostic(position: positions[path], reason: fault.reason, suggestion: fault.suggestion))
        }
        guard let allow else { return nil }
        do throws(OptionError) {
            return try Pattern(allow, ignoreCase: false, option: "allow")
        } catch {
            report(
                RuleSetError.Diagnostic(
                    position: positions["allow"], reason: "'allow' of 'closed' is not a pattern: \(error.reason)"))
            return nil
        }
    }
}
