public import ProvisoMessages

/// Requires that an expression in the Common Expression Language (CEL) is true.
///
/// `must` is the expression. It may name every attribute that something else in the rule set names, `this` for the value
/// itself, `parent` for the object that the value is a member of, `record` for the whole record, `vars.name` for a
/// variable of the rule file, what the key `define` names, and `now()` for the time. Any other name is an error: add
/// `[name, safe]`. Values are what their rules read: with `number` a double, with `integer` an int, with a `format` a
/// time. Text of the data in RFC 3339 counts as a time where a time is needed.
///
/// The rule is skipped if its own value is empty, or if something that the expression needs is absent or null, at any
/// depth, because `required` says so. `x ?? 0`, `has(x)`, `x == null` and `x.?y` test for it, and `skipOnMissing: false`
/// makes it a fault. What cannot be computed, such as a division by zero, is a fault: the value counts as not validated,
/// never as valid. It is left out if the record has another error. A record for which the expression takes too many
/// steps is a fault, too. `code` is the code of the violation, and `with` has its parameters, each an expression.
///
/// ```yaml
/// - [[total, start, discount], safe]
/// - [total, expr, { must: "total == items.map(i, i.quantity * i.price).sum() - (discount ?? 0)" }]
/// - { attributes: end, type: expr, must: "end - start <= duration('720h')", code: stay.tooLong, with: { days: "(end - start).getHours() / 24" } }
/// - [items, safe]
/// ```
public struct ExprValidator: NamedValidator, DirectValidator, CodedValidator {
    public static let type: RuleType = "expr"
    public static let about = RuleTypeFacts(
        .expression)
    public static let options = [
        OptionDescription(
            "must", .text, "the expression, which is true for a valid value", isRequired: true, role: .expression),
        OptionDescription(
            "code", .text, "the code of the violation, such as stay.tooLong or BR-CO-10; expr.invalid by default",
            role: .code),
        OptionDescription("with", .any, "the parameters of the code: an expression for each name", role: .expressions),
        OptionDescription("skipOnMissing", .boolean, "whether a missing attribute skips the rule, true by default"),
    ]
    public static let codes = [CodeDescription("expr.invalid", "expression")]

    /// The expression.
    public let must: String
    /// The code of the violation.
    public let code: Code
    /// The parameters of the code, each an expression.
    public let with: [String: String]
    public let skipOnMissing: Bool
    private(set) var condition: BoundExpression?
    private var parameters: [(name: String, expression: BoundExpression)] = []
    private var isOfRecord = false

    // A record without members is one, too.
    public var validatesEmptyCollections: Bool { isOfRecord }

    /// Requires that an expression is true.
    public init(
        must: String, code: Code = "expr.invalid", with: [String: String] = [:], skipOnMissing: Bool = true
    ) {
        (self.must, self.code, self.with, self.skipOnMissing) = (must, code, with, skipOnMissing)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let must = try options.text("must") else { throw OptionError(option: "must", reason: "is required") }
        self.init(
            must: must, code: Code(rawValue: try options.text("code") ?? "expr.invalid"),
            with: try Self.parameters(options), skipOnMissing: try options.boolean("skipOnMissing") ?? true)
    }

    private static func parameters(_ options: borrowing OptionReader) throws(OptionError) -> [String: String] {
        guard let value = options.value("with") else { return [:] }
        guard case .object(let members) = value else {
            throw OptionError.expected("a mapping of names to expressions", at: "with", found: value)
        }
        var found: [String: String] = [:]
        for member in members {
            switch member.value {
            case .text(let text): found[member.key] = text
            case .integer, .unsigned, .double, .decimal, .boolean: found[member.key] = member.value.description
            default: throw OptionError.expected("an expression for '\(member.key)'", at: "with", found: member.value)
            }
        }
        return found
    }

    public func checkOptions() throws(OptionError) {
        if code.isWellFormed { return }
        throw OptionError(
            option: "code",
            reason: "'\(code)' must be letters, digits, '-', '_' and single dots, such as stay.tooLong or BR-CO-10")
    }

    /// The code of this rule, which has the parameters of `with`.
    package var ownCodes: [CodeDescription] {
        [CodeDescription(code, parameters: (code == Self.codes[0].code ? ["expression"] : []) + with.keys.sorted())]
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        condition = try BoundExpression(
            must, option: "must", isCondition: true, skipsMissing: skipOnMissing, binding)
        isOfRecord = binding.attribute == ValuePath.record
        parameters = []
        for (name, text) in with.sorted(by: { $0.key < $1.key }) {
            parameters.append(
                (
                    name,
                    try BoundExpression(
                        text, option: "with", item: name, isCondition: false, skipsMissing: false, binding)
                ))
        }
    }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let condition else { return context.reportFault("the expression was not bound") }
        let found = condition.run(value, &context)
        if found != nil { context.markRan() }
        switch found {
        // A condition about something that is missing does not hold.
        case nil: if context.isCondition { context.report(code) }
        case .bool(true)?: return
        case .bool(false)?: report(value, &context)
        case .error where context.isTooCostly:
            // That has been reported.
            leaveOpen(&context)
        case .error(let error)?:
            leaveOpen(&context)
            // What has an error already is the reason, and has been reported.
            if !condition.readsErrors(value, context) { fault(error.reason, &context) }
        case let other? where other.spelledTruth == true: return
        case let other? where other.spelledTruth == false: report(value, &context)
        case let other?:
            leaveOpen(&context)
            fault("its value is of the type \(other.typeName), not true or false: compare it with something", &context)
        }
    }

    /// A condition that was not evaluated is neither true nor false, whichever rule has found the reason first.
    private func leaveOpen(_ context: inout ValidationContext) {
        guard context.isCondition else { return }
        context.findings += 1
        context.isUndecided = true
    }

    private func fault(_ reason: String, _ context: inout ValidationContext) {
        context.reportFault("'\(must)': \(reason)", ofExpression: must)
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        guard let condition = validator(Self.self, in: holder).condition else { return ValidatorExplanation() }
        let missing = condition.missing(value, &context)
        var parts = withParts ? condition.parts(value, &context) : []
        if let last = parts.last, last.value == nil, missing.isEmpty, condition.readsErrors(value, context) {
            let note = "\(last.note ?? ""); not reported: a value that it reads already has an error"
            parts[parts.count - 1] = EvaluatedPart(last.text, nil, note: note)
        }
        return ValidatorExplanation(missing: missing, parts: parts)
    }

    private static let mostInMessage = 500_000

    private func report(_ value: borrowing Value, _ context: inout ValidationContext) {
        var values: [Parameter] = []
        // What a code of its own has is for people.
        if code == Self.codes[0].code {
            values.append(Parameter(name: Self.codes[0].parameters[0], value: .text(must)))
        }
        for (name, expression) in parameters {
            switch expression.run(value, &context) {
            case .error(let error)?: values.append(Parameter(name: name, value: .text("(\(error.reason))")))
            case let found?:
                // What is in a value twice is written out twice.
                let weight = found.weight(atMost: Self.mostInMessage)
                let isShown = weight <= Self.mostInMessage && context.pay(weight)
                let reason = ParameterValue.text("(\(ExprError.cost.reason))")
                values.append(Parameter(name: name, value: isShown ? found.parameter : reason))
            case nil: values.append(Parameter(name: name, value: .text("")))
            }
        }
        context.report(code, Parameters(values))
    }
}

extension Constraint {
    /// Requires that an expression in the Common Expression Language is true.
    public static func expr(
        _ must: String, code: Code = "expr.invalid", with parameters: [String: String] = [:], skipOnMissing: Bool = true
    ) -> Constraint {
        .type(
            "expr",
            [
                "must": .text(must), "code": .text(code.rawValue), "skipOnMissing": .boolean(skipOnMissing),
                "with": .object(parameters.sorted { $0.key < $1.key }.map { AnyValue.Member($0.key, .text($0.value)) }),
            ])
    }
}
