internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Validates one value with one validator, without a model, a record or a plan.
extension NamedValidator {
    /// The first violation of a value, or `nil` if the value is valid.
    ///
    /// The value has no name and no other attributes around it: a validator that needs other attributes or a model
    /// reports a fault. An empty value is validated too. For many values a plan and a record are faster.
    public func violation(of value: AnyValue) -> Violation? { violations(of: value).first }

    /// The first violation of a string, or `nil` if the string is valid.
    public func violation(of text: String) -> Violation? { violations(of: .text(text)).first }

    /// All violations of a string.
    public func violations(of text: String) -> [Violation] { violations(of: .text(text)) }

    /// All violations of a value.
    public func violations(of value: AnyValue) -> [Violation] {
        AdHoc.begin(self, Self.type, value, isAsync: false).report.violations
    }
}

extension NamedAsyncValidator {
    /// All violations of a value.
    ///
    /// The value has no name and no other attributes around it. An empty value is validated too. Throws only if the
    /// task is cancelled.
    public func violations(of value: AnyValue) async throws(CancellationError) -> [Violation] {
        try await AdHoc.begin(AsyncValidatorAdapter(self), Self.type, value, isAsync: true).finish().violations
    }
}

package enum AdHoc {
    static func begin(_ validator: some Validator, _ type: RuleType, _ value: AnyValue, isAsync: Bool) -> PendingReport
    {
        let attribute = AttributeInfo(name: "", path: ValuePath([]), slot: 0, tail: [], index: -1)
        let info = StepInfo(rule: RuleReference(id: "", type: type), attribute: attribute)
        let record = Record(for: AdHoc.plan)
        if isAsync { record.state.pointee.pendingChecks = [] }
        return withExtendedLifetime(info) {
            var context = ValidationContext(record: record, step: Unmanaged.passUnretained(info))
            context.node.pointee.value = value.raw(in: record.arena)
            do throws(OptionError) {
                var validator = validator
                try validator.checkOptions()
                let builder = PlanBuilder(
                    RuleSet(), registry: .standard, attributes: nil, catalogs: .embedded, isAsync: isAsync)
                // It owns the shapes.
                defer { withExtendedLifetime(builder) { $0.shapes.releaseBuilders() } }
                try validator.bind(to: BindingContext(attribute: attribute, binder: builder))
                try builder.finishShapes()
                validator.validate(unsafe Value(unsafe: context.node.pointee.value), &context)
            } catch {
                context.reportFault(error.description)
            }
            return PendingReport(
                report: Report(violations: context.violations), pendingChecks: record.state.pointee.pendingChecks ?? [])
        }
    }

    /// A plan without attributes, whose records have only the spare slot that a single value needs.
    package static let plan: Plan = {
        do { return try Plan(RuleSet()) } catch { preconditionFailure("a rule set without rules has no fault") }
    }()
}
