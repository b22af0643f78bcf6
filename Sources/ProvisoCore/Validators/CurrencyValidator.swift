public import ProvisoMessages

/// Requires a currency code of ISO 4217 in uppercase letters, such as `EUR`.
///
/// Former codes pass only with `historic`. Precious metals, funds and the test code `XTS` are codes like any other.
/// The list is part of this library and the same on every machine; `proviso data` shows its version.
///
/// ```yaml
/// - [currency, currency]
/// ```
public struct CurrencyValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "currency"
    public static let about = RuleTypeFacts(
        chapter: .regions, place: 3,
        longest: 3,
        valid: ["EUR", "USD", "DEM"],
        invalid: ["XXQ", "EU", "eur1", "ZZZ"],
        familiar: ["": "currencycode iso4217"],
        tables: [.currencies],
        guesses: [.init(36, names: ["currency", "iso"])])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("historic", .boolean, "whether former currencies such as DEM pass")
    ]
    public static let codes = [CodeDescription("currency.invalid")]

    public var historic: Bool

    public init(historic: Bool = false) {
        self.historic = historic
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(historic: try options.boolean("historic") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            let known = historic ? KnownCodes.currenciesEver : KnownCodes.currencies
            if known.contains(text.buffer) { return }
        }
        context.report("currency.invalid")
    }
}

extension Constraint {
    /// Requires a currency in use.
    public static var currency: Constraint { .validator(CurrencyValidator()) }

    /// Requires a currency code; former codes are optional.
    public static func currency(historic: Bool) -> Constraint { .validator(CurrencyValidator(historic: historic)) }
}
