public import ProvisoMessages

/// Requires a country code of ISO 3166-1 in uppercase letters: two letters (`CH`), or with `alpha: 3` three
/// (`CHE`).
///
/// Reserved codes such as `EU`, `UK` and `XK`, and codes of former countries, are rejected. The list is part of
/// this library and the same on every machine; `proviso data` shows its version.
///
/// ```yaml
/// - [country, countryCode]
/// ```
public struct CountryCodeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "countryCode"
    public static let about = RuleTypeFacts(
        chapter: .regions, place: 1,
        longest: 3,
        valid: ["DE", "US", "DEU", "USA"],
        invalid: ["XX", "D", "ZZZ", "de1", "XXX"],
        familiar: ["": "country countries iso3166 isocountry iso31661alpha2"],
        tables: [.countries],
        guesses: [
            .init(34, names: ["country", "nation", "iso", "alpha"]),
            .init(35, names: ["country", "nation", "iso", "alpha"], options: [.init("alpha", 3)]),
        ])
    package var means: ValueMeaning { .text }
    public static let options = [OptionDescription("alpha", .integer, "the number of letters: 2, the default, or 3")]
    public static let codes = [CodeDescription("countryCode.invalid", "example")]

    public let alpha: Int

    /// Throws for any other number than 2 and 3.
    public init(alpha: Int = 2) throws(OptionError) {
        guard alpha == 2 || alpha == 3 else { throw OptionError(option: "alpha", reason: "must be 2 or 3") }
        self.alpha = alpha
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(alpha: try options.integer("alpha") ?? 2)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            let known = alpha == 2 ? KnownCodes.countries : KnownCodes.countriesAlpha3
            if known.contains(text.buffer) { return }
        }
        context.report("countryCode.invalid", ["example": .text(alpha == 2 ? "CH" : "CHE")])
    }
}

extension Constraint {
    /// Requires a country's code of two letters.
    public static var countryCode: Constraint { .type("countryCode") }

    /// Requires a country's code of two or of three letters.
    ///
    /// Any other number is reported when the plan is made.
    public static func countryCode(alpha: Int) -> Constraint {
        .type("countryCode", ["alpha": .integer(Int64(alpha))])
    }
}
