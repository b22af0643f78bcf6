internal import ICUBridge
internal import ProvisoMessages
internal import Synchronization

/// Validates the values of `date`, `datetime` and `time`; made when a plan is.
final class DateCheck: Sendable {
    private let kind: DateKind
    private let settings: DateSettings
    /// For a fixed locale, or for ISO 8601 until the locale of the request is known.
    private let reader: DateReader
    private let requested = Mutex<[String: DateReader]>([:])
    private static let mostRequested = 64
    private let links: DateLinks
    /// The checks for the zones that other attributes have.
    private let zoned = Mutex<[String: DateCheck]>([:])
    private static let mostZoned = 1024
    /// How many times as much as a date a string of another kind costs.
    private static let priceOfFailure = 6
    private let zone: TimeZoneRules
    private let defaultZone: TimeZoneRules
    private let min: DateBound?
    private let max: DateBound?
    private let clock: ValidationClock
    private let target: AttributeReference?
    /// Whether the attribute itself receives the moment.
    private let isOwnTarget: Bool
    /// How the moment is written; `nil` for seconds.
    private let writer: DateReader?

    init(_ kind: DateKind, _ settings: DateSettings, _ links: DateLinks) throws(OptionError) {
        self.kind = kind
        self.settings = settings
        self.links = links
        clock = links.clock
        zone = try Self.zone(settings.timeZone, "timeZone")
        defaultZone = try Self.zone(settings.defaultTimeZone, "defaultTimeZone")
        let targetZone = try Self.zone(settings.timestampAttributeTimeZone, "timestampAttributeTimeZone")
        let isRequested = settings.locale == DateSettings.request
        let locale = isRequested ? "en" : try LocaleOption.canonical(settings.locale, option: "locale")
        if isRequested, settings.format == nil {
            throw OptionError(option: "locale", reason: "needs the option 'format', such as short")
        }
        try Self.checkCalendar(settings)
        reader = try DateReader(
            kind, format: isRequested ? nil : settings.format, locale: locale, calendar: settings.calendar, zone: zone,
            defaultZone: defaultZone, strict: settings.strictDateFormat, leapSeconds: settings.leapSeconds)
        min = try DateBound(
            settings.min, other: links.min, shown: settings.minString, option: "min", reader: reader, zone: zone)
        max = try DateBound(
            settings.max, other: links.max, shown: settings.maxString, option: "max", reader: reader, zone: zone)
        if let min = min?.fixed, let max = max?.fixed, min > max {
            throw OptionError(option: "max", reason: "is before min, so that no value can pass")
        }
        if settings.timestampAttribute == nil, settings.timestampAttributeFormat != nil {
            throw OptionError(
                option: "timestampAttributeFormat",
                reason: "has no effect without timestampAttribute")
        }
        target = links.target
        isOwnTarget = links.isOwnTarget
        var writer: DateReader?
        if let format = settings.timestampAttributeFormat {
            writer = try DateReader(
                kind, format: format, locale: locale, zone: targetZone, defaultZone: targetZone, strict: false,
                leapSeconds: false, option: "timestampAttributeFormat")
        }
        self.writer = writer
    }

    private static func zone(_ name: String, _ option: String) throws(OptionError) -> TimeZoneRules {
        // The same names as the rule `timeZone` accepts: ICU has others, such as `SST` and `GMT+5:30`.
        if name == "UTC" || KnownCodes.isTimeZone(name), let zone = TimeZoneRules(name) { return zone }
        let (reason, suggestion) = TimeZoneRules.unknown(name)
        throw OptionError(option: option, reason: reason, suggestion: suggestion)
    }

    /// The same check in the zone that another attribute has; `nil` if there is no time zone.
    private func zonedCheck(_ name: String) -> DateCheck? {
        if let known = zoned.withLock({ $0[name] }) { return known }
        // An error with a suggestion would take longer than the check.
        guard name == "UTC" || KnownCodes.isTimeZone(name) else { return nil }
        var settings = settings
        settings.timeZone = name
        guard let made = try? DateCheck(kind, settings, links.withoutZone) else { return nil }
        zoned.withLock { if $0.count < Self.mostZoned { $0[name] = made } }
        return made
    }

    private static func checkCalendar(_ settings: DateSettings) throws(OptionError) {
        guard let calendar = settings.calendar else { return }
        guard settings.format != nil else {
            throw OptionError(option: "calendar", reason: "needs the option 'format': ISO 8601 has one calendar")
        }
        guard prv_icu_is_calendar(calendar) else {
            throw OptionError(
                option: "calendar", reason: "'\(calendar)' is not a calendar that ICU knows",
                suggestion: Suggestion.nearest(
                    to: calendar, in: ["gregory", "buddhist", "persian", "islamic-umalqura", "japanese", "roc"]))
        }
    }

    /// The reader for the locale that came with the record, if the rule uses it.
    private func reader(for locale: String?) -> DateReader {
        guard settings.locale == DateSettings.request,
            let tag = locale.map(LocaleTag.preferred).flatMap(LocaleTag.canonical)
        else {
            return reader
        }
        if let known = requested.withLock({ $0[tag] }) { return known }
        let made = try? DateReader(
            kind, format: settings.format, locale: tag, calendar: settings.calendar, zone: zone,
            defaultZone: defaultZone, strict: settings.strictDateFormat, leapSeconds: settings.leapSeconds)
        guard let made else { return reader }
        requested.withLock { if $0.count < Self.mostRequested { $0[tag] = made } }
        return made
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if target != nil, links.empty.holds(value, taking: .scalars) { return clear(value, &context) }
        if let other = links.zone {
            guard let name = unsafe Value(unsafe: other.raw(context)).text?.string,
                let check = zonedCheck(name)
            else {
                return
            }
            return check.validate(value, &context)
        }
        let reader = reader(for: context.record.locale)
        if let instant = value.instant {
            return compare(reader.placed(instant, in: zone), by: reader, writes: !isOwnTarget, &context)
        }
        if let text = value.text {
            guard context.pay(reader.price) else { return }
            if min == nil, max == nil, target == nil {
                if reader.accepts(text.buffer) { return }
            } else if let moment = reader.read(text.buffer) {
                return compare(moment, by: reader, &context)
            }
            // ICU tried it in two forms, and writes an example.
            guard context.pay(reader.price * Self.priceOfFailure) else { return }
        }
        if isOwnTarget, let moment = converted(value) { return compare(moment, by: reader, writes: false, &context) }
        let example = example(reader, context)
        context.report(
            "date.invalid",
            [
                "format": .text(settings.format ?? reader.kind.isoForm), "example": .text(example),
                "kind": .text(reader.kind.word),
            ])
    }

    /// A value that the rule accepts, for messages: the usual one, or the bound that it is beyond.
    private func example(_ reader: DateReader, _ context: borrowing ValidationContext) -> String {
        let usual = reader.exampleMoment
        if let most = max?.moment(context, now: clock.now, reader: reader, zone: zone), usual > most {
            return reader.write(most)
        }
        if let least = min?.moment(context, now: clock.now, reader: reader, zone: zone), usual < least {
            return reader.write(least)
        }
        return reader.write(usual)
    }

    private func compare(
        _ moment: Moment, by reader: DateReader, writes: Bool = true, _ context: inout ValidationContext
    ) {
        if let min {
            let least = min.moment(context, now: clock.now, reader: reader, zone: zone)
            if let least, moment < least {
                return context.report("date.tooSmall", ["min": min.text(least, reader: reader)])
            }
        }
        if let max {
            let most = max.moment(context, now: clock.now, reader: reader, zone: zone)
            if let most, moment > most { return context.report("date.tooBig", ["max": max.text(most, reader: reader)]) }
        }
        guard writes, let target else { return }
        context.replaceValue(of: target, with: writer.map { .text($0.write(moment)) } ?? .integer(moment.seconds))
    }

    /// The moment that an earlier run of the rule wrote in place of the string.
    private func converted(_ value: borrowing Value) -> Moment? {
        guard let writer else { return value.integer.map { Moment(seconds: $0) } }
        guard let text = value.text else { return nil }
        return writer.read(text.buffer)
    }

    /// Removes the moment of an earlier date; a value that the record does not have stays absent.
    private func clear(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let target, value.kind != .absent else { return }
        context.replaceValue(of: target, with: .null)
    }
}

/// What a date rule takes from the record and from its registry, found when it is bound.
struct DateLinks: Sendable {
    let clock: ValidationClock
    let target: AttributeReference?
    let isOwnTarget: Bool
    var min: OtherValue?
    var max: OtherValue?
    var zone: OtherValue?
    /// What clears the attribute that receives the moment.
    let empty: Emptiness

    init(_ settings: DateSettings, _ binding: borrowing BindingContext) throws(OptionError) {
        clock = binding.services.clock
        empty = binding.empty
        var target: AttributeReference?
        if let name = settings.timestampAttribute {
            target = try binding.target(named: name, option: "timestampAttribute")
        }
        self.target = target
        isOwnTarget = target?.name == binding.attribute
        min = try OtherValue(settings.min, option: "min", shifts: true)
        max = try OtherValue(settings.max, option: "max", shifts: true)
        zone = settings.zoneAttribute
        try min?.bind(to: binding, option: "min")
        try max?.bind(to: binding, option: "max")
        try zone?.bind(to: binding, option: "timeZone")
    }

    /// The same for a rule in a fixed zone.
    var withoutZone: DateLinks {
        var links = self
        links.zone = nil
        return links
    }
}
