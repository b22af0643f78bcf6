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
    /// What the rule that uses the type says of empty values.
    let wishes: OwnWishes
    private(set) var checks: [Check] = []
    /// The rule's own test of what is empty.
    private var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// Which of the rules skip what that test finds empty.
    private var skipping: [Bool] = []

    init(_ composition: Composition, _ wishes: OwnWishes = OwnWishes()) {
        (self.composition, self.wishes) = (composition, wishes)
    }

    var parts: [Check]? { checks }

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
        (checks, skipping) = ([], [])
        for rule in composition.rules.map(wishes.given) {
            let check = try binding.check(forPart: rule)
            checks.append(check)
            skipping.append(rule.skipOnEmpty ?? check.skipsEmpty)
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
        for index in checks.indices where !skips(index, value) {
            checks[index].validate(unsafe Value(unsafe: value), &context)
            if context.findings > findings { return }
            value = Self.next(value, context)
        }
    }

    /// The value for the next rule: a rule before may have changed it, but not in a condition.
    static func next(_ value: proviso_value, _ context: borrowing ValidationContext) -> proviso_value {
        context.isCondition ? value : context.node.pointee.value
    }

    /// Whether one of the rules skips the value because it is empty.
    func skips(_ index: Int, _ value: proviso_value) -> Bool {
        guard let isEmpty else { return checks[index].skips(value) }
        return skipping[index] && isEmpty(unsafe Value(unsafe: value))
    }
}
