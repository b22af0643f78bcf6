/// Requires a whole number, and limits it.
///
/// A number without a fraction is whole, however it is written: 5.0 and 1e3 are. Text passes as a sign and digits
/// only ("-12"), and not at all when `strict`. Whole numbers of any length are compared exactly.
/// With `allowArray` a list passes when all its items do.
///
/// ```yaml
/// - [age, integer, { min: 0, max: 150 }]
/// ```
public struct IntegerValidator: NamedValidator {
    public static let type: RuleType = "integer"
    public static let options = NumberBounds.options
    public static let codes = [
        CodeDescription("integer.type"), CodeDescription("number.tooSmall", "min"),
        CodeDescription("number.tooBig", "max"),
    ]

    public var min: Number?
    public var max: Number?
    public var strict: Bool
    public var allowArray: Bool

    public init(min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false) {
        self.min = min
        self.max = max
        self.strict = strict
        self.allowArray = allowArray
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let bounds = try NumberBounds(options)
        self.init(min: bounds.min, max: bounds.max, strict: bounds.strict, allowArray: bounds.allowArray)
    }

    public var quickTest: QuickTest {
        NumberBounds(min: min, max: max, strict: strict).integers.map { .integer($0) } ?? .none
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        NumberBounds(min: min, max: max, strict: strict, allowArray: allowArray)
            .judge(value, whole: true, "integer.type", &context)
    }
}

extension RuleBody {
    /// Requires a whole number.
    public static var integer: RuleBody { .validator(IntegerValidator()) }

    /// Requires a whole number between two bounds.
    public static func integer(
        min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false
    ) -> RuleBody {
        .validator(IntegerValidator(min: min, max: max, strict: strict, allowArray: allowArray))
    }
}
