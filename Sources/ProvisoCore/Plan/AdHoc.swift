internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Checking one value with one validator, without a model, a record or a plan.
extension NamedValidator {
    /// The first thing that is wrong with a value, nil when nothing is.
    ///
    /// The value has no name and nothing around it: what needs other attributes or a model reports a fault. An empty
    /// value is judged too. Convenient for one value; a plan and a record cost less for many.
    public func violation(of value: AnyValue) -> Violation? { violations(of: value).first }

    /// The first thing that is wrong with a text, nil when nothing is.
    public func violation(of text: String) -> Violation? { violations(of: .text(text)).first }

    /// Everything the validator finds in a text.
    public func violations(of text: String) -> [Violation] { violations(of: .text(text)) }

    /// Everything the validator finds in a value.
    public func violations(of value: AnyValue) -> [Violation] {
        AdHoc.begin(self, Self.type, value, isAsync: false).report.violations
    }
}

extension NamedAsyncValidator {
    /// Everything the validator finds in a value.
    ///
    /// The value has no name and nothing around it. An empty value is judged too. Throws only when the task is
    /// cancelled.
    public func violations(of value: AnyValue) async throws(CancellationError) -> [Violation] {
        try await AdHoc.begin(AskingValidator(self), Self.type, value, isAsync: true).finish().violations
    }
}

package enum AdHoc {
    static func begin(_ validator: some Validator, _ type: RuleType, _ value: AnyValue, isAsync: Bool) -> PendingReport
    {
        let attribute = AttributeInfo(name: "", path: Path([]), slot: 0, tail: [], index: -1)
        let info = StepInfo(rule: RuleReference(id: "", type: type), attribute: attribute)
        let record = Record(for: AdHoc.plan)
        if isAsync { record.state.pointee.questions = [] }
        return withExtendedLifetime(info) {
            var context = ValidationContext(record: record, step: Unmanaged.passUnretained(info))
            context.node.pointee.value = value.raw(in: record.arena)
            do throws(OptionError) {
                var validator = validator
                try validator.checkOptions()
                let builder = PlanBuilder(
                    RuleSet(), registry: .standard, attributes: nil, catalogs: .embedded, isAsync: isAsync)
                try validator.bind(to: Binding(attribute: attribute, binder: builder))
                validator.validate(unsafe Value(unsafe: context.node.pointee.value), &context)
            } catch {
                context.reportFault(error.description)
            }
            return PendingReport(
                report: Report(violations: context.violations), questions: record.state.pointee.questions ?? [])
        }
    }

    /// A plan without attributes, whose records have the one spare slot that a lone value needs.
    package static let plan: Plan = {
        do { return try Plan(RuleSet()) } catch { preconditionFailure("a rule set without rules has no fault") }
    }()
}
