public import ProvisoMessages

/// What happened when it was a rule's turn to validate a value.
///
/// An observer that wants no details gets the rule, the outcome and the violations alone.
public struct RuleTurn: Sendable {
    /// The rule.
    public let rule: RuleReference
    /// The attribute as the rule names it; in a shape, with the attribute of the shape's value before it.
    public let attribute: String
    /// The path of the value with real positions, such as `items.3.sku`; without details that of the attribute.
    public internal(set) var path: ValuePath
    /// Whether the rule ran, and what it found or why it did not run.
    public internal(set) var outcome: RuleOutcome
    /// The value that the rule was to validate; `nil` without details, and for rules that had no value.
    public internal(set) var value: AnyValue?
    /// The values that the rule replaced.
    public internal(set) var changes: [ValueChange] = []
    /// The rule's `when` and `unless`, as far as they were evaluated.
    public internal(set) var conditions: [ConditionTrace] = []
    /// The values of other attributes that the rule reads, besides those in conditions.
    public internal(set) var reads: [ReadValue] = []
    /// What the rule computed: parts of an expression, the shape of a union.
    public internal(set) var parts: [EvaluatedPart] = []
    /// What the rule reported.
    public internal(set) var violations: [Violation] = []
    /// The turns of the rules of the shape that the rule applied, or of which its type is made.
    public internal(set) var inner: [RuleTurn] = []
    /// The strings that `nulls` made null, among the values that the rule reads.
    package internal(set) var nulls: [NullReading] = []
    /// Whether this is a rule of which another rule's type is made.
    package internal(set) var isPart = false
    /// How many shapes the value is in.
    public let shapes: Int
    /// The name of the shape that the rule belongs to; `nil` for rules of the record.
    public internal(set) var shape: String?

    package init(
        rule: RuleReference, attribute: String, path: ValuePath, outcome: RuleOutcome, shapes: Int = 0
    ) {
        (self.rule, self.attribute, self.path, self.outcome) = (rule, attribute, path, outcome)
        self.shapes = shapes
    }

    /// The rank of the rule and its attribute in the plan, from 1; 0 for what every plan implies.
    package var order: Int { rule.order }
}

/// What came of a rule's turn.
public enum RuleOutcome: Sendable {
    /// The rule ran and found nothing.
    case passed
    /// The rule ran and reported violations, of any severity.
    case failed
    /// The rule did not run, although nothing was wrong before it.
    case skipped(SkipReason)
    /// The rule did not run, because of an error that an earlier rule found; `nil` if that is not known.
    case blocked(by: RuleReference?)
    /// The rule does not belong to the scenario, or the attribute was not to be validated.
    case inactive(InactiveReason)
    /// The rule is async and has not finished.
    case pending
}

/// Why a rule was skipped.
public enum SkipReason: Sendable, Hashable {
    /// The value is empty, and the rule skips empty values.
    case empty
    /// The condition `when` is false.
    case when
    /// The condition `unless` is true.
    case unless
    /// The rule needs values that are missing.
    case missing([String])
    /// There is no item or object that could have the value.
    case noValue
    /// An expression in `when` or `unless` has no value, so that the condition is neither true nor false.
    case undecided
}

/// Why a rule is not active.
public enum InactiveReason: Sendable, Hashable {
    /// The rule runs only in these scenarios.
    case on([String])
    /// The rule does not run in these scenarios.
    case except([String])
    /// The list of the scenario in `scenarios` does not name the attribute.
    case unlisted
    /// Only other attributes were validated.
    case unselected
}

/// A value that a rule replaced.
public struct ValueChange: Sendable, Hashable {
    /// The path of the value.
    public let path: ValuePath
    /// The value before.
    public let before: AnyValue
    /// The value after.
    public let after: AnyValue
}

/// A string that is read as null, because the rule file says so.
package struct NullReading: Sendable {
    /// The path of the value.
    package let path: ValuePath
    /// The string.
    package let text: AnyValue
    /// Where the rule file names the string.
    package let position: SourcePosition?
}

/// The value of another attribute that a rule reads.
public struct ReadValue: Sendable, Hashable {
    /// The attribute as rules name it.
    public let attribute: String
    /// The path of the value.
    public let path: ValuePath
    /// The value; a list for an attribute with many values.
    public let value: AnyValue
}

/// A condition, or a part of one, with its value.
public struct ConditionTrace: Sendable {
    /// The condition: `when`, `any`, or `country in { range: [US] }`.
    public let text: String
    /// Whether it is true; `nil` if it was not evaluated, because other parts decided.
    public let holds: Bool?
    /// The path of the value that it is about.
    public let path: ValuePath?
    /// That value.
    public let value: AnyValue?
    /// The conditions that it is made of, or one for each item.
    public let parts: [ConditionTrace]
    /// The condition's place in the rule file.
    public let position: SourcePosition?
    /// The parts of an expression, inner ones first and the whole expression last.
    package internal(set) var values: [EvaluatedPart] = []
    /// The values without which the condition is false.
    package internal(set) var missing: [String] = []

    package init(
        _ text: String, _ holds: Bool?, path: ValuePath? = nil, value: AnyValue? = nil, parts: [ConditionTrace] = [],
        position: SourcePosition? = nil
    ) {
        (self.text, self.holds, self.path, self.value) = (text, holds, path, value)
        (self.parts, self.position) = (parts, position)
    }
}
