public import ProvisoMessages

/// Requires that the data has the attribute with null as its value.
///
/// Absent and empty values are rejected. As a condition it is true if the attribute is present but null. In a model, nil
/// is null. An empty field of a table is null.
///
/// ```yaml
/// - { attributes: endedOn, type: isNull, when: [active, compare, { compareValue: true }] }
/// ```
public struct IsNullValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "isNull"
    public static let about = RuleTypeFacts(
        .missing,
        chapter: .presence, place: 5,
        familiar: ["": "null nil none"])
    public static let codes = [CodeDescription("isNull.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if value.kind != .null { context.report("isNull.invalid") }
    }
}

extension Constraint {
    /// Requires null.
    public static var isNull: Constraint { .validator(IsNullValidator()) }
}
