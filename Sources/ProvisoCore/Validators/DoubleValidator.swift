/// An alias of `number`, for rule sets that come from Yii2.
///
/// ```yaml
/// - [price, double, { min: 0 }]
/// ```
public struct DoubleValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "double"
    public static let about = RuleTypeFacts(
        .number(),
        chapter: .numbers, place: 2,
        tables: [.currencies, .locales])
    package var means: ValueMeaning { .read(.double) }
    public static let options = NumberValidator.options
    public static let codes = NumberValidator.codes

    private var number: NumberValidator

    public init(min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false) {
        number = NumberValidator(min: min, max: max, strict: strict, allowArray: allowArray)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        number = try NumberValidator(options: options)
    }

    public func checkOptions() throws(OptionError) { try number.checkOptions() }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) { try number.bind(to: binding) }

    package var quickTest: QuickTest { number.quickTest }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        number.validate(value, &context)
    }
}
