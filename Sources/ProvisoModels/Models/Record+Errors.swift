internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore

extension Record {
    /// Marks values that have errors from elsewhere, for rules with `skipOnError`.
    func markFailed(_ errors: ErrorList) {
        for violation in errors.violations where violation.severity == .error {
            node(at: violation.path)?.pointee.value.flags |= NodeFlag.failed
        }
    }
}
