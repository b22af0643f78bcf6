public import ProvisoMessages

/// Requires a postal code in the form of a country.
///
/// The country is `country`, a code of two letters of ISO 3166-1, or the value of the attribute `countryAttribute`:
/// one of the two is required. Letters may be in either case, a space inside may be omitted if the country's form
/// has one, and nothing may be before or after the code. Only the form is validated, not whether the code is in
/// use; `proviso data` shows the version of the forms. If the other attribute is empty, the rule is skipped: use
/// `required` to reject that. A country without a known form is a violation.
///
/// ```yaml
/// - [country, countryCode]
/// - [zip, postalCode, { countryAttribute: country }]
/// ```
public struct PostalCodeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "postalCode"
    public static let about = RuleTypeFacts(
        chapter: .regions, place: 2,
        valid: ["10115", "94103", "SW1A 1AA", "75001", "1010", "K1A 0B1", "00-950", "100-0001"],
        invalid: ["!", "ABC", "1", "123456789012"],
        familiar: ["": "zip zipcode postcode postal plz"],
        tables: [.postalCodes])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("country", .text, "the country code of two letters", role: .country),
        OptionDescription("countryAttribute", .text, "the attribute with the country code", role: .attribute),
    ]
    public static let codes = [
        CodeDescription("postalCode.invalid", "country"), CodeDescription("postalCode.unknownCountry", "country"),
    ]

    public let country: String?
    public let countryAttribute: String?
    private let form: PostalCodeForm?
    private var reference: AttributeReference?

    /// Throws for a country whose form is not known.
    public init(country: String) throws(OptionError) {
        try self.init(country: country, attribute: nil)
    }

    public init(countryAttribute: String) throws(OptionError) {
        try self.init(country: nil, attribute: countryAttribute)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(country: try options.text("country"), attribute: try options.text("countryAttribute"))
    }

    private init(country: String?, attribute: String?) throws(OptionError) {
        if (country == nil) == (attribute == nil) {
            throw OptionError(option: "country", reason: "exactly one of country and countryAttribute is required")
        }
        self.country = country
        countryAttribute = attribute
        form = country.flatMap { PostalCodeForm.of($0) }
        if let country, form == nil {
            throw OptionError(
                option: "country", reason: "no postal code format is known for '\(country)'",
                suggestion: CodeHints.country(country, among: PostalCodeForm.all.keys))
        }
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        guard let countryAttribute else { return }
        reference = try binding.reference(to: countryAttribute, option: "countryAttribute")
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let form, let country { return judge(value, form, country, &context) }
        guard let reference else { return context.reportFault("postalCode was not bound to an attribute") }
        guard let name = Self.country(context.value(of: reference)) else { return }
        if let form = PostalCodeForm.of(name) {
            judge(value, form, name, &context)
        } else {
            context.report("postalCode.unknownCountry", ["country": .text(name)])
        }
    }

    /// `nil` for an empty value, and the empty string for a value that cannot be a country.
    private static func country(_ value: borrowing Value) -> String? {
        if value.isEmpty { return nil }
        guard let text = value.text, text.count == 2 else { return "" }
        return text.string
    }

    private func judge(
        _ value: borrowing Value, _ form: PostalCodeForm, _ country: String, _ context: inout ValidationContext
    ) {
        if let text = value.text, form.matches(text.buffer) { return }
        context.report("postalCode.invalid", ["country": .text(country)])
    }
}

extension Constraint {
    /// Requires a postal code in the form of a country.
    ///
    /// A country whose form is not known is reported when the plan is made.
    public static func postalCode(country: String) -> Constraint { .type("postalCode", ["country": .text(country)]) }

    /// Requires a postal code in the form of the country that another attribute holds.
    public static func postalCode(countryAttribute: String) -> Constraint {
        .type("postalCode", ["countryAttribute": .text(countryAttribute)])
    }
}
