public import ProvisoCore
internal import ProvisoMessages

/// Rules for one input beside those that every attribute may have.
extension InputValidator {
    /// Adds a condition of the program's own.
    public func addCondition(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, _ holds: @escaping @Sendable (AnyValue) -> Bool
    ) throws(RuleSetError) {
        try add(
            .check { value, context in
                if !holds(AnyValue(value)) { context.report("input.condition") }
            }, message: message, fileID: fileID, line: line, column: column)
    }

    /// Requires the value that a closure gives at the time of each validation.
    ///
    /// That value enters no message: it may be a password.
    public func addEqual(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, to target: @escaping @Sendable () -> AnyValue
    ) throws(RuleSetError) {
        try add(
            .check { value, context in
                if !value.isIdentical(to: target()) { context.report("input.different") }
            }, message: message, fileID: fileID, line: line, column: column)
    }

    /// Requires the value of another input, as when a password is repeated.
    ///
    /// When the other one changes, `revalidate()` validates this one again. The other input is not kept alive; without it
    /// the value cannot be validated, which is `rule.fault`.
    public func addEqual(
        to other: InputValidator, message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let label = other.name
        try add(
            .check { [weak other] value, context in
                guard let other else { return context.reportFault("the input to compare with no longer exists") }
                if value.isIdentical(to: other.validatedValue ?? .null) { return }
                if label.isEmpty { return context.report("input.different") }
                context.report("compare.equal", ["compareValueOrAttribute": .attribute(label), "kind": "attribute"])
            }, message: message, fileID: fileID, line: line, column: column)
        know(other)
    }
}

extension Value {
    fileprivate func isIdentical(to other: AnyValue) -> Bool {
        other.withValue { Ordering.plain.holds(self, .identical, $0) }
    }
}
