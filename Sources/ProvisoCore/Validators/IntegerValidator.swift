public import ProvisoMessages

/// Requires a whole number, and limits it.
///
/// A number without a fraction is whole, however it is written: 5.0 and 1e3 are. Text passes as a sign and digits
/// only ("-12"), and not at all when `strict`. Whole numbers of any length are compared exactly.
/// With `locale`, text is what people of that locale type, groups included; see `number`. With `allowArray` a list passes
/// when all its items do.
///
/// ```yaml
/// - [age, integer, { min: 0, max: 150 }]
/// ```
public struct IntegerValidator: NamedValidator {
    public static let type: RuleType = "integer"
    public static let options = NumberBounds.options
    public static let codes = [
        CodeDescription("integer.type"), CodeDescription("number.tooSmall", "min"),
        CodeDescription("number.tooBig", "max"), CodeDescription("number.ambiguous", "first", "second"),
    ]

    public var min: Number?
    public var max: Number?
    public var strict: Bool
    public var allowArray: Bool
    /// How people write the number, where it may come as they do.
    public var input: NumberInput?
    private var reader: NumberReader?

    public init(
        min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false,
        input: NumberInput? = nil
    ) {
        self.min = min
        self.max = max
        self.strict = strict
        self.allowArray = allowArray
        self.input = input
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let bounds = try NumberBounds(options)
        self.init(
            min: bounds.min, max: bounds.max, strict: bounds.strict, allowArray: bounds.allowArray,
            input: try NumberInput.read(options))
    }

    public func checkOptions() throws(OptionError) {
        try NumberBounds(min: min, max: max, strict: strict).check(input)
    }

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        reader = try input?.reader()
    }

    public var quickTest: QuickTest {
        NumberBounds(min: min, max: max, strict: strict).integers.map { .integer($0) } ?? .none
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let bounds = NumberBounds(min: min, max: max, strict: strict, allowArray: allowArray)
        guard let input, let reader = reader ?? context.reader(of: input) else {
            return bounds.judge(value, whole: true, "integer.type", &context)
        }
        bounds.judge(value, whole: true, by: reader, "integer.type", &context)
    }
}

extension RuleBody {
    /// Requires a whole number.
    public static var integer: RuleBody { .validator(IntegerValidator()) }

    /// Requires a whole number between two bounds.
    public static func integer(
        min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false,
        input: NumberInput? = nil
    ) -> RuleBody {
        .validator(IntegerValidator(min: min, max: max, strict: strict, allowArray: allowArray, input: input))
    }
}
