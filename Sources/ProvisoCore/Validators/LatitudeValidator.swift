public import ProvisoMessages

/// Requires a latitude in degrees: a number from -90 to 90, as in WGS 84.
///
/// Values below 0 are south of the equator. As with `number`, a numeric string such as "47.37" passes unless `strict`; degrees with minutes and seconds do not.
///
/// ```yaml
/// - [place.lat, latitude]
/// ```
public struct LatitudeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "latitude"
    public static let about = RuleTypeFacts(
        .number(within: -90...90),
        chapter: .numbers, place: 6,
        invalid: [90.5, -91, "x"],
        familiar: ["": "lat islatitude"],
        guesses: [.init(numbers: "lat*")])
    package var means: ValueMeaning { .read(.double) }
    public static let options = [OptionDescription("strict", .boolean, "whether numeric strings are rejected")]
    public static let codes = [
        CodeDescription("number.type"), CodeDescription("number.tooSmall", "min"),
        CodeDescription("number.tooBig", "max"),
    ]

    public let strict: Bool
    private let bounds: NumberValidator

    public init(strict: Bool = false) {
        self.strict = strict
        bounds = NumberValidator(min: -90, max: 90, strict: strict)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(strict: try options.boolean("strict") ?? false)
    }

    package var quickTest: QuickTest { bounds.quickTest }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        bounds.validate(value, &context)
    }
}

extension Constraint {
    /// Requires a latitude in degrees.
    public static var latitude: Constraint { .validator(LatitudeValidator()) }

    /// Requires a latitude in degrees, with options.
    public static func latitude(strict: Bool) -> Constraint { .validator(LatitudeValidator(strict: strict)) }
}
