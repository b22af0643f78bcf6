package import ProvisoMessages

/// The lookups that validators make while their rule is bound.
extension PlanBuilder: Binder {
    package var services: Services { registry.services }
    package var isAsyncRule: Bool { current.isAsync }
    package var isEmpty: (@Sendable (borrowing Value) -> Bool)? { current.isEmpty }
    package var skipsErrors: Bool { current.skipsErrors }
    package var ruleOrigin: (id: String, position: SourcePosition?) {
        (current.reference.id, current.reference.position)
    }

    package func qualify(_ name: String) -> String { scope?.qualify(name) ?? name }

    package func noteReadingOfRecord() -> (shape: Shape, model: ValuePath?) {
        current.reads.isOpen = true
        return (shape, scope.map { ValuePath($0.path) })
    }

    package func memberFault(of name: String, option: String) -> OptionError? {
        (scope?.model ?? model)?.memberFault(of: name).map { fault in
            OptionError(option: option, reason: fault.reason, suggestion: fault.suggestion())
        }
    }

    package func innerCheck(
        for rule: Constraint, attribute: AttributeInfo, option: String
    ) throws(OptionError) -> Check {
        do throws(RuleSetError) {
            return try innerCheck(for: rule, attribute: attribute)
        } catch {
            // Each outer rule would only repeat what its inner rule reports.
            if current.isTooDeep { throw OptionError(option: option, reason: PlanBuilder.tooDeep) }
            let first = error.diagnostics.first
            var fault = OptionError(
                option: option, reason: first?.reason ?? "cannot be used", suggestion: first?.suggestion)
            fault.position = first?.position
            fault.isFailure = first?.isFailure ?? false
            throw fault
        }
    }
}
