internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// The rules that a rule type of a rule set stands for, as they run for one value.
///
/// Each is bound as if it were written in place of the type, and decides itself which empty values it skips. They run in
/// their order, and the first one with a violation ends the check. Conditions, `contains` and `keys` test each rule alone:
/// see `Check.isMet`.
struct RuleSequence: DirectValidator, CodedValidator, SequenceValidator {
    let composition: Composition
    /// Whether empty values are skipped, if the rule that uses the type says so.
    let skipOnEmpty: Bool?
    private(set) var checks: [Check] = []
    /// The rule's own test of what is empty.
    private var isEmpty: (@Sendable (borrowing Value) -> Bool)?

    init(_ composition: Composition, skipOnEmpty: Bool? = nil) {
        (self.composition, self.skipOnEmpty) = (composition, skipOnEmpty)
    }

    var ownCodes: [CodeDescription] {
        guard let code = composition.code else { return [] }
        return [CodeDescription(code, parameters: composition.parameters.list.map(\.name))]
    }

    // Each of the rules decides for itself.
    var skipsEmpty: Bool { false }

    var quickTest: QuickTest {
        guard isEmpty == nil, let first = checks.first?.quickTest else { return .none }
        return checks.dropFirst().reduce(first) { $0.joined(with: $1.quickTest) ?? .none }
    }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        isEmpty = binding.isEmpty
        checks = []
        for var rule in composition.rules {
            rule.skipOnEmpty = skipOnEmpty ?? rule.skipOnEmpty
            checks.append(try binding.check(forPart: rule))
        }
        if composition.code != nil, binding.isAsyncRule {
            throw OptionError(option: "code", reason: "a rule of the type is async, so its violations keep their codes")
        }
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let code = composition.code else { return run(value.raw, &context) }
        let (findings, wasQuiet) = (context.findings, context.isQuiet)
        context.isQuiet = true
        run(value.raw, &context)
        context.isQuiet = wasQuiet
        let hasFailed = context.findings > findings
        context.findings = findings
        if hasFailed { context.report(code, composition.parameters) }
    }

    private func run(_ value: proviso_value, _ context: inout ValidationContext) {
        let findings = context.findings
        var value = value
        for check in checks where !skips(check, value) {
            check.validate(unsafe Value(unsafe: value), &context)
            if context.findings > findings { return }
            value = Self.next(value, context)
        }
    }

    /// The value for the next rule: a rule before may have changed it, but not in a condition.
    static func next(_ value: proviso_value, _ context: borrowing ValidationContext) -> proviso_value {
        context.isCondition ? value : context.node.pointee.value
    }

    /// Whether one of the rules skips the value because it is empty.
    func skips(_ check: Check, _ value: proviso_value) -> Bool {
        guard let isEmpty else { return check.skips(value) }
        return check.skipsEmpty && isEmpty(unsafe Value(unsafe: value))
    }
}
