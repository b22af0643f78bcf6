internal import ProvisoABI

/// A value of a rule in the form that validators see, kept as long as the rule.
package final class HeldValue: @unchecked Sendable {
    let value: AnyValue
    let raw: proviso_value
    private let arena = Arena()

    package init(_ value: AnyValue) {
        self.value = value
        raw = value.raw(in: arena)
    }
}
