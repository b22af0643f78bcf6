public import ProvisoMessages

/// Requires a number, and limits it.
///
/// Numeric text such as "12.5" or "-4e3" passes unless `strict`; the decimal separator is a full stop. Numbers of any
/// length are compared exactly. Truth values, lists and objects are no numbers; with `allowArray` a list passes when all
/// its items do.
///
/// With `locale`, text is what people of that locale type: `1.234,5` in German, `12,34,567` in Hindi, `۱٬۲۳۴٫۵` in
/// Persian. A decimal separator needs a digit behind it: `123.` is refused, and so are groups behind a leading zero,
/// `0.123` in German. In Arabic locales Latin digits go with Latin separators only, `0.01` and not `0٫01`. With
/// `percent` and `currency` the groups and separators are those of percentages and amounts. `locale: request` takes the
/// locale that comes with the record. Both are for people's own typing only: data of programs has its full stop
/// wherever it comes from.
///
/// ```yaml
/// - [price, number, { locale: request, currency: EUR, min: 0 }]
/// - [weight, number, { locale: de, refuseAmbiguous: true }]
/// ```
public struct NumberValidator: NamedValidator {
    public static let type: RuleType = "number"
    public static let options = NumberBounds.options
    public static let codes = [
        CodeDescription("number.type"), CodeDescription("number.tooSmall", "min"),
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
        NumberBounds(min: min, max: max, strict: strict).doubles.map { .number($0) } ?? .none
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let bounds = NumberBounds(min: min, max: max, strict: strict, allowArray: allowArray)
        guard let input, let reader = reader ?? context.reader(of: input) else {
            return bounds.judge(value, whole: false, "number.type", &context)
        }
        bounds.judge(value, whole: false, by: reader, "number.type", &context)
    }
}

extension RuleBody {
    /// Requires a number.
    public static var number: RuleBody { .validator(NumberValidator()) }

    /// Requires a number between two bounds.
    public static func number(
        min: Number? = nil, max: Number? = nil, strict: Bool = false, allowArray: Bool = false,
        input: NumberInput? = nil
    ) -> RuleBody {
        .validator(NumberValidator(min: min, max: max, strict: strict, allowArray: allowArray, input: input))
    }
}
