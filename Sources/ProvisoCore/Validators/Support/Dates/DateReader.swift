internal import ICUBridge
internal import ProvisoMessages

/// Reads and writes dates in one format: ISO 8601, an ICU pattern, or a locale's style.
final class DateReader: Sendable {
    let kind: DateKind
    /// The zone of strings without an offset.
    let zone: TimeZoneRules
    /// Whether the format has a time of day.
    let hasTime: Bool
    /// Whether a bound in the form of ISO 8601 is read as that even if the rule's own form can read it too.
    ///
    /// In some locales a length looks like ISO 8601 and has another calendar or order. A Gregorian pattern does not.
    let boundsAreISO: Bool
    private let isStrict: Bool
    private let leapSeconds: Bool
    /// Whether the calendar is the locale's own, and neither the Gregorian one nor one that the rule names.
    private let hasOwnCalendar: Bool
    /// `nil` for ISO 8601.
    private let pattern: DatePattern?

    /// The steps of reading one string; none for ISO 8601.
    var price: Int { pattern?.price ?? 0 }

    private static let styles = [
        "short": PRV_ICU_DATE_SHORT, "medium": PRV_ICU_DATE_MEDIUM, "long": PRV_ICU_DATE_LONG,
        "full": PRV_ICU_DATE_FULL,
    ]
    static let styleNames = styles.keys.sorted()

    /// Dates without a time of day are midnights of `defaultZone`; all others are read in `zone`.
    init(
        _ kind: DateKind, format: String?, locale: String, calendar: String? = nil, zone: TimeZoneRules,
        defaultZone: TimeZoneRules, strict: Bool, leapSeconds: Bool, option: String = "format"
    ) throws(OptionError) {
        self.kind = kind
        self.leapSeconds = leapSeconds
        isStrict = strict
        guard let format else {
            hasTime = kind != .date
            self.zone = hasTime ? zone : defaultZone
            pattern = nil
            boundsAreISO = false
            hasOwnCalendar = false
            return
        }
        let style = Self.styles[format]
        hasTime = style == nil ? Self.hasTime(format) : kind != .date
        self.zone = hasTime ? zone : defaultZone
        let pattern = try Self.pattern(
            kind, style: style, format: format, locale: locale, calendar: calendar, zone: self.zone.name,
            option: option)
        self.pattern = pattern
        boundsAreISO = style != nil || !pattern.isGregorian
        hasOwnCalendar =
            style != nil && calendar == nil && !pattern.isGregorian && !locale.lowercased().holds("-ca-")
    }

    private static func pattern(
        _ kind: DateKind, style: prv_icu_date_style?, format: String, locale: String, calendar: String?, zone: String,
        option: String
    ) throws(OptionError) -> DatePattern {
        if format.hasPrefix("php:") {
            throw OptionError(
                option: option, reason: "must be an ICU pattern such as dd.MM.yyyy, not one of PHP",
                suggestion: DatePatternDialect.icu(format))
        }
        if let meant = DatePatternDialect.named(format, kind) {
            let hint = meant.isDefault ? ": leave it out for ISO 8601" : ""
            throw OptionError(
                option: option, reason: "'\(format)' is not an ICU pattern\(hint)", suggestion: meant.pattern)
        }
        if style == nil {
            let check = DatePatternCheck(format)
            try check.check(kind, option: option)
            // The moment may be written to another attribute as any part of it.
            if option == "format" { try check.checkParts(kind) }
        }
        let key = DatePattern.Key(
            kind: kind, style: style?.rawValue, format: format, locale: locale, calendar: calendar ?? "", zone: zone)
        guard let pattern = try PlanDates.pattern(key, option: option) else {
            throw OptionError(
                option: option, reason: "'\(format)' is neither an ICU pattern nor short, medium, long or full",
                suggestion: DatePatternDialect.icu(format) ?? Suggestion.nearest(to: format, in: styleNames))
        }
        return pattern
    }

    /// The moment of a string; `nil` if the string does not have the form from its first byte to its last.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Moment? {
        guard let pattern else { return iso(bytes)?.moment(in: zone) }
        // No date is this long, and ICU skips white space at the start.
        guard let first = bytes.first, bytes.count <= 256, !(first <= 0x20) else { return nil }
        guard let milliseconds = pattern.read(bytes, isStrict: isStrict), milliseconds.magnitude < 1e17 else {
            return nil
        }
        let moment = Moment(milliseconds: milliseconds)
        return hasOwnCalendar && isOfOtherCalendar(bytes, moment) ? nil : moment
    }

    /// Whether a year was most likely typed in the Gregorian calendar: `9/3/2024` is in 1481 to a Thai.
    private func isOfOtherCalendar(_ bytes: UnsafeBufferPointer<UInt8>, _ moment: Moment) -> Bool {
        let year = CivilDay(number: CivilTime(zone.local(moment.seconds)).day).year
        if 1700..<2300 ~= year { return false }
        var (number, digits, isGregorian) = (0, 0, false)
        _ = bytes.allScalars { scalar in
            guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                isGregorian = isGregorian || digits == 4 && 1800..<2200 ~= number
                (number, digits) = (0, 0)
                return true
            }
            (number, digits) = (digits < 9 ? number * 10 + Int(digit) : 0, digits + 1)
            return true
        }
        return isGregorian || digits == 4 && 1800..<2200 ~= number
    }

    /// Whether a string has the form; allocates nothing for ISO 8601.
    func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        pattern == nil ? iso(bytes) != nil : read(bytes) != nil
    }

    func read(_ text: String) -> Moment? {
        var text = text
        return text.withUTF8 { read($0) }
    }

    /// The part of a moment that the format shows: the day in a zone, the time of that day, or the moment itself.
    func placed(_ moment: Moment, in zone: TimeZoneRules) -> Moment {
        let local = CivilTime(zone.local(moment.seconds))
        if kind == .time {
            // Times of day are moments of the first day of 1970.
            return Moment(seconds: self.zone.moment(ofLocal: local.secondOfDay), nanoseconds: moment.nanoseconds)
        }
        return hasTime ? moment : Moment(seconds: self.zone.moment(ofLocal: local.day * 86_400))
    }

    func write(_ moment: Moment) -> String {
        guard let pattern else {
            // RFC 3339 has the offset beside a time of day too, which is a moment of the first day of 1970.
            if kind == .time, isStrict { return String(ISOTime.write(moment, .datetime, zone: zone).dropFirst(11)) }
            return ISOTime.write(moment, kind, zone: zone)
        }
        return pattern.write(moment.milliseconds)
    }

    /// A moment for examples in messages: half past two on the last day of 2026.
    var exampleMoment: Moment {
        let moment = Moment(seconds: 1_798_727_400)
        return kind == .time ? placed(moment, in: .utc) : moment
    }

    private func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> ISOTime? {
        guard let time = ISOReader.read(bytes, kind, strict: isStrict, leapSeconds: leapSeconds) else { return nil }
        // Where clocks are put forward, an hour is missing.
        return kind != .datetime || time.offset != nil || zone.has(local: time.local) ? time : nil
    }

    private static func hasTime(_ format: String) -> Bool {
        DatePatternCheck(format).hasTime
    }
}
