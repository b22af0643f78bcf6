/// Requires the text of a date with a time of day.
///
/// By default ISO 8601's `YYYY-MM-DDThh:mm:ss` with an optional fraction and an optional `Z` or offset; a blank may
/// stand for the `T`, seconds may be missing, and without an offset the text is read in `timeZone`.
/// `strictDateFormat` asks for RFC 3339 to the letter, where `t` and `z` may be lowercase. Leap seconds are refused unless `leapSeconds`. All else is as
/// with `date`: an ICU pattern or a length for `format`, and bounds such as `now` and `+2 hours`.
///
/// ```yaml
/// - [starts_at, datetime, { min: now, timeZone: Europe/Berlin }]
/// ```
public struct DatetimeValidator: NamedValidator {
    public static let type: RuleType = "datetime"
    public static let options = DateSettings.options
    public static let codes = DateSettings.codes

    public let settings: DateSettings
    private var check: DateCheck?

    public init(_ settings: DateSettings = DateSettings()) {
        self.settings = settings
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(try DateSettings(options))
    }

    /// An empty text clears the attribute that holds the moment.
    public var skipsEmpty: Bool { settings.timestampAttribute == nil }

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        check = try DateCheck(.datetime, settings, binding)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let check else { return context.reportFault("datetime was not bound to an attribute") }
        check.validate(value, &context)
    }
}

extension RuleBody {
    /// Requires the text of a date with a time of day.
    public static var datetime: RuleBody { .validator(DatetimeValidator()) }

    /// Requires the text of a date with a time of day, between two others.
    public static func datetime(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> RuleBody {
        .validator(DatetimeValidator(DateSettings(format: format, min: min, max: max)))
    }

    /// Requires the text of a date with a time of day.
    public static func datetime(_ settings: DateSettings) -> RuleBody { .validator(DatetimeValidator(settings)) }
}
