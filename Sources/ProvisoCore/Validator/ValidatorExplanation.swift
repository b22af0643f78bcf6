/// What a validator says of its work at a value, to tell why a record was refused.
package struct ValidatorExplanation: Sendable {
    /// The values without which the validator has nothing to validate; it accepts then.
    package var missing: [String] = []
    /// What it computed on the way.
    package var parts: [EvaluatedPart] = []

    package init(missing: [String] = [], parts: [EvaluatedPart] = []) {
        self.missing = missing
        self.parts = parts
    }
}

/// A part of a rule with the value that it had: a part of an expression, the shape of a union, the items of a list.
public struct EvaluatedPart: Sendable, Hashable {
    /// The part: `items.map(i, i.price).sum()`.
    public let text: String
    /// Its value; `nil` if it has none.
    public let value: AnyValue?
    /// Why it has no value, or what the value means.
    public let note: String?

    package init(_ text: String, _ value: AnyValue?, note: String? = nil) {
        self.text = text
        self.value = value
        self.note = note
    }
}

/// What one of the rules did of which a rule type is made.
package struct RuleTrace: Sendable {
    package enum Outcome: Sendable { case passed, failed, empty, notReached }

    package let rule: Constraint
    /// The position or key of the value in that of the outer rule; `nil` for the same value.
    package var place: ValuePath.Component?
    package var outcome: Outcome
    /// The value before the rule and after it.
    package var value: AnyValue?
    package var after: AnyValue?
    package var explanation = ValidatorExplanation()
    /// What it reported, even if the type has a code of its own instead.
    package var violations: [Violation] = []
    /// The rules of which its own type is made.
    package var inner: [RuleTrace] = []

    package init(_ rule: Constraint, _ outcome: Outcome) { (self.rule, self.outcome) = (rule, outcome) }
}

/// The rule of a step, as it was written.
package final class WrittenRule: Sendable {
    package let rule: Rule

    package init(_ rule: Rule) { self.rule = rule }
}

extension ValidatorRunner {
    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation { ValidatorExplanation() }

    package static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        run(holder, value, &context)
        return []
    }

    /// The validator in a holder.
    package static func validator<Held: Validator>(_ type: Held.Type, in holder: UnsafeRawPointer) -> Held {
        Unmanaged<ValidatorHolder<Held>>.fromOpaque(holder)._withUnsafeGuaranteedRef { $0.validator }
    }
}
