public import ProvisoMessages

/// Requires that the data has the attribute, with any value: null and empty values pass.
///
/// `required` rejects empty values too; with `strict: true` it rejects absent values and null. A model has all its
/// attributes: this rule type is for data. As a condition it is true if the data has the attribute.
///
/// ```yaml
/// - [nickname, present]
/// ```
public struct PresentValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "present"
    public static let about = RuleTypeFacts(
        .present,
        chapter: .presence, place: 2)
    public static let codes = [CodeDescription("present.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if value.kind == .absent { context.report("present.invalid") }
    }
}

extension Constraint {
    /// Requires that the data has the attribute.
    public static var present: Constraint { .validator(PresentValidator()) }
}
