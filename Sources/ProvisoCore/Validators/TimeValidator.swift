/// Requires a time of day as a string, by default in ISO 8601 (`hh:mm:ss`).
///
/// The default has an optional fraction and an optional `Z` or offset; seconds may be missing. `strictDateFormat`
/// requires RFC 3339's full-time exactly, where `z` may be lowercase. 24:00 is rejected, and 23:59:60 unless
/// `leapSeconds`. `format` is an ICU pattern such as `HH:mm`, or `short`, `medium`, `long` or `full`; a pattern without a
/// time of day is refused when the plan is made. `min` and `max` are times of day or `now`; times are compared as on the
/// first of January 1970.
///
/// ```yaml
/// - [opens, time, { min: "07:00", max: "22:00" }]
/// ```
public struct TimeValidator: DateKindValidator {
    public static let type: RuleType = "time"
    public static let about = RuleTypeFacts(
        .time,
        chapter: .dates, place: 3,
        tables: [.timeZones, .locales],
        guesses: [.init(31, signs: ":"), .init(32, format: "HH:mm", signs: ":")])
    static let kind = DateKind.time

    public let settings: DateSettings
    var check: DateCheck?

    public init(_ settings: DateSettings = DateSettings()) { self.settings = settings }
}

extension Constraint {
    /// Requires a time of day as a string, in ISO 8601.
    public static var time: Constraint { .validator(TimeValidator()) }

    /// Requires a time of day as a string, between two bounds.
    public static func time(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> Constraint {
        .time(DateSettings(format: format, min: min, max: max))
    }

    /// Requires a time of day as a string.
    public static func time(_ settings: DateSettings) -> Constraint { .validator(TimeValidator(settings)) }
}
