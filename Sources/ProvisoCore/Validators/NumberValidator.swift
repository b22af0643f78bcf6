public import ProvisoMessages

/// Requires a number, and limits it.
///
/// A numeric string such as "12.5" or "-4e3" passes unless `strict`; the decimal separator is a full stop. Numbers of any
/// length are compared exactly. Booleans, lists and objects are not numbers; with `allowArray` a list passes when all
/// its items do. `min` and `max` pass themselves; `above` and `below` do not. `max: { attribute: limit }` takes a bound
/// from another attribute; a bound that is absent there, or no number, does not apply.
///
/// With `locale`, strings are what people of that locale type: `1.234,5` in German, `12,34,567` in Hindi, `۱٬۲۳۴٫۵` in
/// Persian. A decimal separator needs a digit after it: `123.` is rejected, and so are groups after a leading zero,
/// `0.123` in German. In Arabic locales Latin digits go with Latin separators only, `0.01` and not `0٫01`. With
/// `percent` and `currency` the groups and separators are those of percentages and amounts. `locale: request` uses the
/// locale that comes with the record. Both are for what people type: data from programs has a full stop in every country.
///
/// ```yaml
/// - [height, number, { above: 0, max: 3 }]
/// - [discount, number, { min: 0, max: { attribute: price } }]
/// - [price, number, { locale: request, currency: EUR, min: 0 }]
/// - [weight, number, { locale: de, refuseAmbiguous: true }]
/// ```
public struct NumberValidator: BoundedNumberValidator {
    public static let type: RuleType = "number"
    public static let about = RuleTypeFacts(
        .number(),
        chapter: .numbers, place: 1,
        familiar: [
            "": "float float32 float64 decimal real numeric numericality money bigdecimal numberstring",
            " with 'min'": "minimum min gte ge greaterthanorequal minvalue atleast",
            " with 'max'": "maximum max lte le lessthanorequal maxvalue atmost",
            " with 'min' and 'max'": "between range minmax",
            " with 'above'": "exclusiveminimum gt greaterthan greater morethan above", " with 'above: 0'": "positive",
            " with 'below: 0'": "negative", " with 'below'": "exclusivemaximum lt lessthan less below",
        ],
        tables: [.currencies, .locales],
        guesses: ["en", "de", "de-CH", "fr"].map { .init(41, options: [.init("locale", .text($0))]) })
    public static let codes = NumberBounds.codes(type: "number.type")
    static let isWhole = false

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
    /// Requires a number.
    public static var number: Constraint { .validator(NumberValidator()) }

    /// Requires a number between two bounds.
    public static func number(
        min: Number? = nil, max: Number? = nil, above: Number? = nil, below: Number? = nil, strict: Bool = false,
        allowArray: Bool = false, input: NumberInput? = nil
    ) -> Constraint {
        .validator(
            NumberValidator(
                min: min, max: max, above: above, below: below, strict: strict, allowArray: allowArray, input: input))
    }
}
