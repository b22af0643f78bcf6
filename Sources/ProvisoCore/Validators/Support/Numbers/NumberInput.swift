/// The number formats that `number` and `integer` accept in strings.
public struct NumberInput: Sendable, Hashable {
    /// A BCP 47 tag such as `de`, or `request` for the record's locale.
    public var locale: String
    /// Whether `1.234` is refused if the separator may be for thousands or for decimals.
    public var refusesAmbiguous = false
    /// Whether digits of any script are accepted, but never mixed; otherwise those of the locale and Latin ones.
    public var takesAnyDigits = false
    /// Whether a percent sign may come before or after the number; `50 %` is 50.
    public var percent = false
    /// The currency (ISO 4217) whose code or symbol may come before or after the number.
    public var currency: String?

    /// The locale of the person who typed the values, from `Record.locale`; without one, the default format is used.
    public static let request = "request"

    /// Makes the number format of a locale.
    public init(locale: String) {
        self.locale = locale
    }

    /// The number that a string means, or `nil` if it is not a number, or is ambiguous and `refusesAmbiguous` is set.
    ///
    /// Use it after validation, which does not change the string. Also `nil` if the locale is that of the request.
    public func number(in text: String) -> Number? {
        var text = text
        guard let reading = text.withUTF8({ bytes in NumberReader.shared(self)?.read(bytes) }) else { return nil }
        return reading.alternative == nil ? reading.number : nil
    }

    static let options = [
        OptionDescription("locale", .text, "how people write the number: a BCP 47 tag, or request for the record's"),
        OptionDescription("refuseAmbiguous", .boolean, "whether 1.234 is rejected if it may mean two numbers"),
        OptionDescription("anyDigits", .boolean, "whether digits of any script are accepted, not only the locale's"),
        OptionDescription("percent", .boolean, "whether a percent sign may come before or after it; 50 % is 50"),
        OptionDescription("currency", .text, "the currency that may come before or after it, by ISO 4217"),
    ]

    /// `nil` if no locale is named.
    static func read(_ options: borrowing OptionReader) throws(OptionError) -> NumberInput? {
        guard let locale = try options.text("locale") else {
            for option in Self.options.dropFirst() where options.value(option.name) != nil {
                throw OptionError(option: option.name, reason: "needs the option 'locale'")
            }
            return nil
        }
        if try options.boolean("strict") == true {
            throw refusedText
        }
        var input = NumberInput(locale: locale)
        input.refusesAmbiguous = try options.boolean("refuseAmbiguous") ?? false
        input.takesAnyDigits = try options.boolean("anyDigits") ?? false
        input.percent = try options.boolean("percent") ?? false
        input.currency = try options.text("currency")
        _ = try input.reader()
        return input
    }

    static let refusedText = OptionError(
        option: "locale", reason: "has no effect with 'strict', which rejects strings")

    /// The reader for a fixed locale, or `nil` for that of the request.
    ///
    /// Throws for an unknown tag or currency.
    func reader() throws(OptionError) -> NumberReader? {
        if let currency, !Self.isCurrency(currency) {
            throw OptionError(
                option: "currency", reason: "'\(currency)' is not a code of ISO 4217, such as EUR",
                suggestion: CodeHints.currency(currency))
        }
        if currency != nil, percent {
            throw OptionError(option: "percent", reason: "an amount of money has no percent sign")
        }
        if locale == Self.request { return nil }
        _ = try LocaleOption.canonical(locale, option: "locale")
        guard let reader = NumberReader.shared(self) else {
            throw OptionError(option: "locale", reason: "ICU has no digits for '\(locale)'")
        }
        return reader
    }

    private static func isCurrency(_ code: String) -> Bool {
        var code = code
        return code.withUTF8 { KnownCodes.currencies.contains($0) }
    }
}

extension ValidationContext {
    /// The reader for the record's locale, or `nil` if the record has none.
    func reader(of input: NumberInput) -> NumberReader? {
        guard input.locale == NumberInput.request, let locale = record.locale else { return nil }
        var input = input
        input.locale = locale
        return NumberReader.shared(input)
    }
}
