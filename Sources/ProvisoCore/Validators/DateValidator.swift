/// Requires the text of a date.
///
/// By default `YYYY-MM-DD` (ISO 8601, RFC 3339), a day that is in the Gregorian calendar. With `format` the text has
/// an ICU pattern such as `dd.MM.yyyy`, or the locale's own of a length (`short`, `medium`, `long`, `full`); nothing
/// may stand before or after it. Patterns that mix up letters, such as `YYYY-MM-DD`, are refused when the plan is made.
///
/// A field of a pattern needs at least as many digits as it has letters, and may have more: `yyyy-MM-dd` takes
/// `2024-003-09` and not `2024-3-9`, `y-M-d` takes both. Years and hours alone may have fewer: `14-09-13` is in the year 14.
/// In a length, days and months may too: `9.3.2024` has the German form `short`. Names may be long or short and in any
/// case (`MMM` takes `february`, `EEE` takes `Saturday`), and one blank takes several. With `strictDateFormat` the text must
/// be as the format writes it; where the format has an offset or a zone, any one may be named, but for `-0000`.
///
/// Text passes as a keyboard writes it: plain spaces, hyphens and apostrophes stand for those that ICU's patterns have,
/// and marks of direction do not count. A weekday must be that of the date. A length is in the locale's own calendar,
/// Buddhist for `th` and Persian for `fa`, and a pattern in the Gregorian one; `calendar: gregory` or a locale such as
/// `th-u-ca-gregory` says otherwise. Bounds are compared as days, whatever the calendar; one in ISO 8601's form is that.
///
/// `min` and `max` are dates in the format or in ISO 8601, or relative to now: `today`, `tomorrow`, `-18 years`,
/// `+2 weeks +3 days` with a sign before each number. `timestampAttribute` names an attribute that receives the moment,
/// in seconds since 1970 or as `timestampAttributeFormat` writes it; an empty date makes it null. Data need not
/// have it.
///
/// ```yaml
/// - [birthday, date, { max: "-18 years" }]
/// - [due, date, { format: dd.MM.yyyy, min: today, timestampAttribute: due_at }]
/// - [due_at, safe]
/// ```
public struct DateValidator: NamedValidator {
    public static let type: RuleType = "date"
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

    /// An empty date clears the attribute that holds the moment.
    public var skipsEmpty: Bool { settings.timestampAttribute == nil }

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        check = try DateCheck(.date, settings, binding)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let check else { return context.reportFault("date was not bound to an attribute") }
        check.validate(value, &context)
    }
}

extension RuleBody {
    /// Requires the text of a date.
    public static var date: RuleBody { .validator(DateValidator()) }

    /// Requires the text of a date, between two others.
    public static func date(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> RuleBody {
        .validator(DateValidator(DateSettings(format: format, min: min, max: max)))
    }

    /// Requires the text of a date.
    public static func date(_ settings: DateSettings) -> RuleBody { .validator(DateValidator(settings)) }
}
