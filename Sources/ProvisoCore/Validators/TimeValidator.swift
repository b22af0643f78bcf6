/// Requires the text of a time of day.
///
/// By default ISO 8601's `hh:mm:ss` with an optional fraction and an optional `Z` or offset; seconds may be missing.
/// `strictDateFormat` asks for RFC 3339's full-time to the letter, `z` included. 24:00 is refused, and 23:59:60 unless `leapSeconds`.
/// `format` is an ICU pattern such as `HH:mm`, or `short`, `medium`, `long` or `full`. `min` and `max` are times of
/// day or `now`; times are compared as on the first of January 1970.
///
/// ```yaml
/// - [opens, time, { min: "07:00", max: "22:00" }]
/// ```
public struct TimeValidator: NamedValidator {
    public static let type: RuleType = "time"
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
        check = try DateCheck(.time, settings, binding)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let check else { return context.reportFault("time was not bound to an attribute") }
        check.validate(value, &context)
    }
}

extension RuleBody {
    /// Requires the text of a time of day.
    public static var time: RuleBody { .validator(TimeValidator()) }

    /// Requires the text of a time of day, between two others.
    public static func time(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> RuleBody {
        .validator(TimeValidator(DateSettings(format: format, min: min, max: max)))
    }

    /// Requires the text of a time of day.
    public static func time(_ settings: DateSettings) -> RuleBody { .validator(TimeValidator(settings)) }
}
