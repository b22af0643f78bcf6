public import ProvisoMessages

/// Requires that the data does not have the attribute.
///
/// Null is a value and is rejected, unless `allowNull`; with `allowEmpty` null, `""`, `[]` and `{}` pass. In a model,
/// nil is null. As a condition it is true if the data does not have the attribute.
///
/// ```yaml
/// - [id, absent]
/// - { attributes: discount, type: absent, options: { allowEmpty: true }, unless: [coupon, required] }
/// ```
public struct AbsentValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "absent"
    public static let about = RuleTypeFacts(
        .missing,
        chapter: .presence, place: 3,
        familiar: ["": "excluded notpresent missing"])
    public static let options = [
        OptionDescription("allowNull", .boolean, "whether null passes"),
        OptionDescription("allowEmpty", .boolean, "whether null and empty strings, lists and objects pass"),
    ]
    public static let codes = [CodeDescription("absent.invalid")]

    public var allowNull: Bool
    public var allowEmpty: Bool

    public init(allowNull: Bool = false, allowEmpty: Bool = false) {
        self.allowNull = allowNull
        self.allowEmpty = allowEmpty
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            allowNull: try options.boolean("allowNull") ?? false,
            allowEmpty: try options.boolean("allowEmpty") ?? false)
    }

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if allowEmpty ? value.isEmpty : value.kind == .absent || allowNull && value.kind == .null { return }
        context.report("absent.invalid")
    }
}

extension Constraint {
    /// Requires that the data does not have the attribute.
    public static var absent: Constraint { .validator(AbsentValidator()) }

    /// Requires that the data does not have the attribute, or only an empty value.
    public static func absent(allowNull: Bool = false, allowEmpty: Bool = false) -> Constraint {
        .validator(AbsentValidator(allowNull: allowNull, allowEmpty: allowEmpty))
    }
}
