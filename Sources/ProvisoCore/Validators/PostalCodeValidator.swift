public import ProvisoMessages

/// Requires a postal code in the form of a country.
///
/// The country is `country`, a code of two letters by ISO 3166-1, or what the attribute `countryAttribute` holds: one of
/// the two is needed. Letters are of either case, a space inside may be left out where the country's own form has one,
/// and nothing may stand around the code. Only the form is judged: no list says which codes are in use, and `proviso data`
/// says how old the forms are. While the other
/// attribute is empty nothing is judged (`required` asks for it); a country whose form is not known is a finding.
///
/// ```yaml
/// - [country, countryCode]
/// - [zip, postalCode, { countryAttribute: country }]
/// ```
public struct PostalCodeValidator: NamedValidator {
    public static let type: RuleType = "postalCode"
    public static let options = [
        OptionDescription("country", .text, "the country's code of two letters"),
        OptionDescription("countryAttribute", .text, "the attribute that holds the country's code"),
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

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        guard let countryAttribute else { return }
        reference = try binding.reference(to: countryAttribute, option: "countryAttribute")
    }

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

    /// Nil for an empty value, and the empty text for what can be no country.
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

extension RuleBody {
    /// Requires a postal code in the form of a country.
    ///
    /// A country whose form is not known is reported when the plan is made.
    public static func postalCode(country: String) -> RuleBody { .type("postalCode", ["country": .text(country)]) }

    /// Requires a postal code in the form of the country that another attribute holds.
    public static func postalCode(countryAttribute: String) -> RuleBody {
        .type("postalCode", ["countryAttribute": .text(countryAttribute)])
    }
}
