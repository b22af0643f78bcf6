public import ProvisoMessages

/// Requires that the data does not have the attribute, or only an empty value: null, `""`, `[]` or `{}`.
///
/// It is `absent` with `allowEmpty: true`. As a condition it is true if no value is given.
///
/// ```yaml
/// - { attributes: discount, type: prohibited, unless: [coupon, required] }
/// ```
public struct ProhibitedValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "prohibited"
    public static let about = RuleTypeFacts(
        .missing,
        chapter: .presence, place: 4,
        familiar: ["": "forbidden empty"])
    public static let codes = [CodeDescription("absent.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if !value.isEmpty { context.report("absent.invalid") }
    }
}

extension Constraint {
    /// Requires that no value is given, or an empty one.
    public static var prohibited: Constraint { .validator(ProhibitedValidator()) }
}
