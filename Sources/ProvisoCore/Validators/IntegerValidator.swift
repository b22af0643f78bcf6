public import ProvisoMessages

/// Requires an integer, and limits it.
///
/// A number without a fraction is an integer, however it is written: 5.0 and 1e3 are. A string passes as a sign and digits
/// only ("-12"), and not at all when `strict`. Integers of any length are compared exactly. `min` and `max` pass
/// themselves; `above` and `below` do not. `max: { attribute: limit }` takes a bound from another attribute; see `number`.
/// With `locale`, strings are what people of that locale type, groups included; see `number`. With `allowArray` a list
/// passes when all its items do.
///
/// ```yaml
/// - [age, integer, { min: 0, max: 150 }]
/// ```
public struct IntegerValidator: BoundedNumberValidator {
    public static let type: RuleType = "integer"
    public static let about = RuleTypeFacts(
        .number(isWhole: true),
        chapter: .numbers, place: 3,
        familiar: [
            "":
                "int int8 int16 int32 int64 uint long short bigint smallint tinyint serial whole integeronly onlyinteger conint"
        ],
        tables: [.currencies, .locales])
    public static let codes = NumberBounds.codes(type: "integer.type")
    static let isWhole = true

    public var min: Number?
    public var max: Number?
    /// What the number must be greater than.
    public var above: Number?
    /// What the number must be less than.
    public var below: Number?
    public var strict: Bool
    public var allowArray: Bool
    /// Whether messages group the digits of the bounds; false for years, codes and ids.
    public var grouping = true
    /// How people write the number, if strings come as people type them.
    public var input: NumberInput?
    var reader: NumberReader?
    var others = OtherValues()

    public init(
        min: Number? = nil, max: Number? = nil, above: Number? = nil, below: Number? = nil, strict: Bool = false,
        allowArray: Bool = false, input: NumberInput? = nil
    ) {
        self.min = min
        self.max = max
        self.above = above
        self.below = below
        self.strict = strict
        self.allowArray = allowArray
        self.input = input
    }
}

extension Constraint {
    /// Requires an integer.
    public static var integer: Constraint { .validator(IntegerValidator()) }

    /// Requires an integer between two bounds.
    public static func integer(
        min: Number? = nil, max: Number? = nil, above: Number? = nil, below: Number? = nil, strict: Bool = false,
        allowArray: Bool = false, input: NumberInput? = nil
    ) -> Constraint {
        .validator(
            IntegerValidator(
                min: min, max: max, above: above, below: below, strict: strict, allowArray: allowArray, input: input))
    }
}
