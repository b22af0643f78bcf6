public import ProvisoMessages

/// Requires a longitude in degrees: a number from -180 to 180, as in WGS 84.
///
/// Values below 0 are west of Greenwich. As with `number`, a numeric string such as "8.54" passes unless `strict`; degrees with minutes and seconds do not.
///
/// ```yaml
/// - [place.lon, longitude]
/// ```
public struct LongitudeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "longitude"
    public static let about = RuleTypeFacts(
        .number(within: -180...180),
        chapter: .numbers, place: 7,
        invalid: [180.5, -181, "x"],
        familiar: ["": "lon lng islongitude"],
        guesses: [.init(numbers: "lon*", "lng*")])
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
        bounds = NumberValidator(min: -180, max: 180, strict: strict)
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
    /// Requires a longitude in degrees.
    public static var longitude: Constraint { .validator(LongitudeValidator()) }

    /// Requires a longitude in degrees, with options.
    public static func longitude(strict: Bool) -> Constraint { .validator(LongitudeValidator(strict: strict)) }
}
