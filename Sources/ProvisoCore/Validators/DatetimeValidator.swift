/// Requires a date with a time of day as a string, by default in ISO 8601.
///
/// The default is `YYYY-MM-DDThh:mm:ss` with an optional fraction and an optional `Z` or offset. A space may replace
/// the `T`, seconds may be missing, and without an offset the string is read in `timeZone`. `strictDateFormat` requires
/// RFC 3339 exactly, where `t` and `z` may be lowercase. Leap seconds are rejected unless `leapSeconds`. All else is as
/// with `date`: an ICU pattern or a style for `format`, and bounds such as `now` and `+2 hours`.
///
/// ```yaml
/// - [starts_at, datetime, { min: now, timeZone: Europe/Berlin }]
/// ```
public struct DatetimeValidator: DateKindValidator {
    public static let type: RuleType = "datetime"
    public static let about = RuleTypeFacts(
        .datetime,
        chapter: .dates, place: 2,
        familiar: ["": "timestamp isodatetime datetimeiso timestamptz iso8601"],
        tables: [.timeZones, .locales],
        guesses: [.init(9, signs: "T")]
            + [
                "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy/MM/dd HH:mm", "yyyy/MM/dd HH:mm:ss",
                "dd.MM.yyyy HH:mm",
                "M/d/yyyy H:mm", "yyyy-MM-dd HH:mm:ss.SSS",
            ].map { .init(20, format: $0, signs: ":") })
    static let kind = DateKind.datetime

    public let settings: DateSettings
    var check: DateCheck?

    public init(_ settings: DateSettings = DateSettings()) { self.settings = settings }
}

extension Constraint {
    /// Requires a date with a time of day as a string, in ISO 8601.
    public static var datetime: Constraint { .validator(DatetimeValidator()) }

    /// Requires a date with a time of day as a string, between two bounds.
    public static func datetime(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> Constraint {
        .datetime(DateSettings(format: format, min: min, max: max))
    }

    /// Requires a date with a time of day as a string.
    public static func datetime(_ settings: DateSettings) -> Constraint { .validator(DatetimeValidator(settings)) }
}
