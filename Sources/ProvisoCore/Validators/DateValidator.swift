/// Requires a date as a string, by default in ISO 8601 (`YYYY-MM-DD`).
///
/// The default is also RFC 3339's, and the day must exist in the Gregorian calendar. With `format` the string has an
/// ICU pattern such as `dd.MM.yyyy`, or a style of the locale (`short`, `medium`, `long`, `full`), with nothing before
/// or after it. Patterns that mix up letters, such as `YYYY-MM-DD`, are refused when the plan is made, and so are
/// patterns without a day, such as `HH:mm`.
///
/// A field of a pattern needs at least as many digits as it has letters, and may have more: `yyyy-MM-dd` accepts
/// `2024-003-09` and not `2024-3-9`, `y-M-d` accepts both. Only years and hours may have fewer: `14-09-13` is in the
/// year 14. In a style, days and months may have fewer too: `9.3.2024` has the German form `short`. Names may be long
/// or short and in any case (`MMM` accepts `february`, `EEE` accepts `Saturday`), and several spaces count as one. With
/// `strictDateFormat` the string must be exactly what the format writes; where the format has an offset or a zone, any
/// one may be named, except `-0000`.
///
/// Strings pass as a keyboard writes them: plain spaces, hyphens and apostrophes count as those of ICU's patterns, and
/// direction marks are ignored. A weekday must be that of the date. A style is in the locale's own calendar,
/// Buddhist for `th` and Persian for `fa`, and a pattern in the Gregorian one, unless `calendar: gregory` or a locale
/// such as `th-u-ca-gregory` says otherwise. Where nothing says so, a Gregorian year in place of the locale's own is
/// rejected: `9/3/2024` in `th` would be in 1481. Bounds are compared as days, whatever the calendar; a bound in the form of
/// ISO 8601 is in the Gregorian calendar.
///
/// `min` and `max` are dates in the format or in ISO 8601, or relative to now: `today`, `tomorrow`, `-18 years`,
/// `+2 weeks +3 days` with a sign before each number. Seconds since 1970 are allowed too, but not below 100,000,000,
/// where the number is rather a date without quotes, such as `20240131`. `min: { attribute: start, plus: P30D }` takes a
/// bound from another attribute, with a duration in ISO 8601 added (`plus`) or subtracted (`minus`); a bound that is absent
/// there, or no date, does not apply. `timeZone: { attribute: zone }` takes the time zone from another attribute; without
/// a known one there, the rule is skipped. `timestampAttribute` names an attribute that
/// receives the moment, in seconds since 1970 or as `timestampAttributeFormat` writes it; an empty date sets it to
/// null. Data need not have it.
///
/// ```yaml
/// - [birthday, date, { max: "-18 years" }]
/// - [due, date, { format: dd.MM.yyyy, min: today, timestampAttribute: due_at }]
/// - [end, date, { min: { attribute: start }, max: { attribute: start, plus: P30D } }]
/// ```
public struct DateValidator: DateKindValidator {
    public static let type: RuleType = "date"
    public static let about = RuleTypeFacts(
        .date,
        chapter: .dates, place: 1,
        familiar: [
            "": "isodate dateformat day datestring", " with 'max: yesterday'": "past",
            " with 'max: today'": "pastorpresent", " with 'min: tomorrow'": "future",
            " with 'min: today'": "futureorpresent", " with 'min'": "after afterorequal mindate",
            " with 'max'": "before beforeorequal maxdate",
        ],
        tables: [.timeZones, .locales],
        guesses: [.init(8, signs: "-"), .init(30, format: "yyyyMMdd", signs: "", names: ["date", "day"])]
            + [
                "dd.MM.yyyy", "yyyy/MM/dd", "MM/dd/yyyy", "dd/MM/yyyy", "M/d/yyyy", "d/M/yyyy", "dd-MM-yyyy",
                "d MMM yyyy", "MMM d, yyyy", "MMM d yyyy",
            ].map { .init(10, format: $0) })
    static let kind = DateKind.date

    public let settings: DateSettings
    var check: DateCheck?

    public init(_ settings: DateSettings = DateSettings()) { self.settings = settings }
}

extension Constraint {
    /// Requires a date as a string, in ISO 8601.
    public static var date: Constraint { .validator(DateValidator()) }

    /// Requires a date as a string, between two bounds.
    public static func date(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) -> Constraint {
        .date(DateSettings(format: format, min: min, max: max))
    }

    /// Requires a date as a string.
    public static func date(_ settings: DateSettings) -> Constraint { .validator(DateValidator(settings)) }
}
