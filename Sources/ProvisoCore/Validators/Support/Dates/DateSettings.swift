internal import ProvisoMessages

/// The options of `date`, `datetime` and `time`.
public struct DateSettings: Sendable {
    /// An ICU pattern such as `dd.MM.yyyy`, or `short`, `medium`, `long` or `full`; `nil` for ISO 8601.
    public var format: String?
    /// The locale of month names, digits and the four styles; `request` for the record's locale.
    public var locale = "en"
    /// The calendar of the values, by its BCP 47 name such as `gregory` or `buddhist`.
    ///
    /// `nil`: the four styles are in the locale's own calendar and patterns in the Gregorian one, unless the locale
    /// says otherwise (`th-u-ca-gregory`).
    public var calendar: String?
    /// The time zone of values with a time of day but without an offset; also decides when `today` is.
    public var timeZone = "UTC"
    /// The attribute that names the time zone, in place of `timeZone`.
    var zoneAttribute: OtherValue?
    /// The time zone of values without a time of day: they mean midnight in this zone.
    public var defaultTimeZone = "UTC"
    /// The minimum: a string in the format or in ISO 8601, seconds since 1970, or relative to now such as `-18 years`.
    public var min: AnyValue?
    /// The maximum, in the same forms as `min`.
    public var max: AnyValue?
    /// What messages show for the minimum.
    public var minString: String?
    /// What messages show for the maximum.
    public var maxString: String?
    /// Whether the value must be exactly what the format writes; with ISO 8601, exactly RFC 3339.
    public var strictDateFormat = false
    /// Whether ISO 8601 may have 23:59:60 at the end of a month in UTC.
    public var leapSeconds = false
    /// The attribute that receives the moment.
    public var timestampAttribute: String?
    /// How the moment is written there; `nil` for the number of seconds since 1970-01-01 UTC.
    public var timestampAttributeFormat: String?
    /// The time zone in which the moment is written.
    public var timestampAttributeTimeZone = "UTC"

    /// The locale of the user, from `Record.locale`; without it, values are in ISO 8601.
    public static let request = NumberInput.request

    /// Makes settings with a format and bounds.
    public init(format: String? = nil, min: AnyValue? = nil, max: AnyValue? = nil) {
        self.format = format
        self.min = min
        self.max = max
    }

    /// The options of a rule type.
    static func options(of kind: DateKind) -> [OptionDescription] {
        switch kind {
        case .date: dateOptions
        case .datetime: datetimeOptions
        case .time: timeOptions
        }
    }

    private static let dateOptions = described(
        min: "in the format, in ISO 8601, in seconds since 1970, or \"-18 years\"",
        strict: "whether the value must be exactly as the format writes it", needs: "format")
    private static let datetimeOptions = described(
        min: "in the format, in ISO 8601, in seconds since 1970, or \"-18 years\"", strict: strictly)
    private static let timeOptions = described(
        min: "in the format, in ISO 8601 (\"07:00\"), or now", strict: strictly)
    private static let strictly =
        "whether the value must be exactly as the format writes it, or without a format as RFC 3339 says"

    private static func described(min: String, strict: String, needs: String? = nil) -> [OptionDescription] {
        [
            OptionDescription(
                "format", .text, "an ICU pattern, or short, medium, long or full; ISO 8601 by default", role: .format),
            OptionDescription(
                "locale", .text, "the locale of names and of the four styles, en by default; request: the record's",
                role: .locale, needs: "format"),
            OptionDescription(
                "calendar", .text,
                "gregory, buddhist, persian, …; by default a style uses the locale's calendar and a pattern the Gregorian one",
                role: .calendar),
            OptionDescription(
                "timeZone", .text, "the time zone of values with a time of day, UTC by default", acceptsAttribute: true,
                role: .timeZone),
            OptionDescription(
                "defaultTimeZone", .text, "the time zone of values without a time of day, UTC by default",
                role: .timeZone),
            OptionDescription(
                "min", .text, "the minimum: \(min)", acceptsAttribute: true, role: .minimum),
            OptionDescription(
                "max", .text, "the maximum, in the same forms as min", acceptsAttribute: true, role: .maximum),
            OptionDescription("minString", .text, "what messages show for min", needs: "min"),
            OptionDescription("maxString", .text, "what messages show for max", needs: "max"),
            OptionDescription("strictDateFormat", .boolean, strict, needs: needs),
            OptionDescription("leapSeconds", .boolean, "whether ISO 8601 may have 23:59:60"),
            OptionDescription("timestampAttribute", .text, "the attribute that receives the moment", role: .target),
            OptionDescription(
                "timestampAttributeFormat", .text, "how it is written there; seconds since 1970 by default",
                role: .format,
                needs: "timestampAttribute"),
            OptionDescription(
                "timestampAttributeTimeZone", .text, "the zone it is written in, UTC by default", role: .timeZone,
                needs: "timestampAttribute"),
        ]
    }
    static let codes = [
        CodeDescription("date.invalid", "format", "example", "kind"),
        CodeDescription("date.tooSmall", "min").needing("min"), CodeDescription("date.tooBig", "max").needing("max"),
    ]

    init(_ options: borrowing OptionReader) throws(OptionError) {
        format = try options.text("format")
        locale = try options.text("locale") ?? locale
        calendar = try options.text("calendar")
        zoneAttribute = try OtherValue(options.value("timeZone"), option: "timeZone")
        if zoneAttribute == nil { timeZone = try options.text("timeZone") ?? timeZone }
        defaultTimeZone = try options.text("defaultTimeZone") ?? defaultTimeZone
        min = options.value("min")
        max = options.value("max")
        minString = try options.text("minString")
        maxString = try options.text("maxString")
        strictDateFormat = try options.boolean("strictDateFormat") ?? false
        leapSeconds = try options.boolean("leapSeconds") ?? false
        timestampAttribute = try options.text("timestampAttribute")
        timestampAttributeFormat = try options.text("timestampAttributeFormat")
        timestampAttributeTimeZone = try options.text("timestampAttributeTimeZone") ?? timestampAttributeTimeZone
    }
}
