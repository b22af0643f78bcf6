/// Validates nothing: it makes an attribute known, so that mass assignment may set it and other rules may name it.
///
/// ```yaml
/// - [nickname, safe]
/// ```
public struct SafeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "safe"
    public static let about = RuleTypeFacts(
        effect: .namesAttribute,
        chapter: .presence, place: 6,
        familiar: ["": "optional nullable sometimes any allow mixed unknown"])

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {}
}

extension Constraint {
    /// Makes an attribute known and checks nothing.
    public static var safe: Constraint { .validator(SafeValidator()) }
}
