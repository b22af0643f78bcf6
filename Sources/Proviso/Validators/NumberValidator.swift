/// Requires a number, and limits it.
///
/// Numeric text such as "12.5" or "-4e3" passes unless `strict`; the decimal separator is a full stop. Numbers of any
/// length are compared exactly. Truth values, lists and objects are no numbers; with `allowArray` a list passes when all
/// its items do.
///
/// ```yaml
/// - [weight, number, { min: 0.5 }]
/// ```
public struct NumberValidator: NamedValidator {
    public static let type: RuleType = "number"
    public static let options = NumberBounds.options
    public static let codes = [
        CodeDescription("number.type"), CodeDescription("number.tooSmall", "min"),
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
        NumberBounds(min: min, max: max, strict: strict).doubles.map { .number($0) } ?? .none
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        NumberBounds(min: min, max: max, strict: strict, allowArray: allowArray)
            .judge(value, whole: false, "number.type", &context)
    }
}

extension RuleBody {
    /// Requires a number.
    public static var number: RuleBody { .validator(NumberValidator()) }

    /// Requires a number between two bounds.
    public static func number(
        min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false
    ) -> RuleBody {
        .validator(NumberValidator(min: min, max: max, strict: strict, allowArray: allowArray))
    }
}
