/// How people write the numbers that `number` and `integer` accept as strings.
public struct NumberInput: Sendable, Hashable {
    /// A BCP 47 tag such as `de`, or `request` for the record's locale.
    public var locale: String
    /// Whether `1.234` is rejected if the separator may be that of thousands or the decimal point.
    public var refusesAmbiguous = false
    /// Whether digits of any script are accepted, never mixed; otherwise those of the locale and Latin ones.
    public var takesAnyDigits = false
    /// Whether a percent sign is allowed at either end; `50 %` is 50.
    public var percent = false
    /// The currency, by ISO 4217, whose code or symbol is allowed at either end.
    public var currency: String?

    /// The locale of the user, from `Record.locale`; without it, strings are read as without a locale.
    public static let request = "request"

    /// Makes the number format of a locale.
    public init(locale: String) {
        self.locale = locale
    }

    /// The number in a string; `nil` if it is not a number, or may be one of two and `refusesAmbiguous`.
    ///
    /// For use after the validation, which does not change the string. `nil` also while the locale is that of the request.
    public func number(in text: String) -> Number? {
        var text = text
        guard let reading = text.withUTF8({ bytes in NumberReader.shared(self)?.read(bytes) }) else { return nil }
        return reading.alternative == nil ? reading.number : nil
    }

    /// How expressions read such numbers.
    func meaning(isWhole: Bool) -> ValueMeaning {
        let isOfRequest = locale == Self.request
        return .read(
            ValueReading(isWhole ? .integer : .double, isOfRequest: isOfRequest) { text, locale in
                var input = self
                // Without a locale, strings are read as without the option.
                if isOfRequest {
                    guard let locale else { return Number(text).map { .number($0) } }
                    input.locale = locale
                }
                return input.number(in: text).map { .number($0) }
            })
    }

    static let options = [
        OptionDescription(
            "locale", .text, "how people write the number: a BCP 47 tag, or request for the record's", role: .locale),
        OptionDescription("refuseAmbiguous", .boolean, "whether 1.234 is rejected if it may mean two numbers"),
        OptionDescription("anyDigits", .boolean, "whether digits of any script are accepted, not only the locale's"),
        OptionDescription("percent", .boolean, "whether a percent sign may come before or after it; 50 % is 50"),
        OptionDescription("currency", .text, "the currency that may come before or after it, by ISO 4217"),
    ]

    /// `nil` without a locale.
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

    /// The reader of a fixed locale; `nil` for the locale of the request.
    ///
    /// Throws for an invalid tag or currency.
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
    /// The reader for the locale that came with the record; `nil` without one.
    func reader(of input: NumberInput) -> NumberReader? {
        guard input.locale == NumberInput.request, let locale = record.locale else { return nil }
        var input = input
        input.locale = locale
        return NumberReader.shared(input)
    }
}
