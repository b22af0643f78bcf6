internal import ProvisoMessages
internal import Synchronization

/// How a rule reads times, for expressions and for rules that name its attribute.
final class TimeReading: Sendable {
    private let kind: DateKind
    private let settings: DateSettings
    /// By locale: that of the rule, or those of requests.
    private let readers = Mutex<[String: DateReader]>([:])
    private static let mostReaders = 64

    init(_ kind: DateKind, _ settings: DateSettings) { (self.kind, self.settings) = (kind, settings) }

    var reading: ValueReading {
        let usual = reader(in: isRequested ? "en" : settings.locale)
        let place: ValueReading.Place = kind == .time ? .timeOfDay : usual?.hasTime == false ? .day : .moment
        return ValueReading(
            ofTimes: place, isOwn: settings.format != nil, isOfRequest: isRequested, price: usual?.price ?? 0,
            local: { usual?.zone.local($0) ?? $0 },
            constant: { text in
                guard let usual, let zone = TimeZoneRules(self.settings.timeZone) else { return nil }
                return DateBound.moment(text, usual, zone).map(Self.found)
            },
            format: { text, locale in self.reader(locale)?.read(text).map(Self.found) })
    }

    private var isRequested: Bool { settings.locale == DateSettings.request }

    private static func found(_ moment: Moment) -> ValueReading.Found {
        .moment(seconds: moment.seconds, nanoseconds: moment.nanoseconds)
    }

    /// The reader for the locale that came with the record, if the rule uses it.
    private func reader(_ requested: String?) -> DateReader? {
        reader(in: isRequested ? requested.flatMap(LocaleTag.canonical) : settings.locale)
    }

    /// The reader for a locale; without one, strings are in ISO 8601.
    private func reader(in locale: String?) -> DateReader? {
        if let known = readers.withLock({ $0[locale ?? ""] }) { return known }
        guard let zone = TimeZoneRules(settings.timeZone), let usual = TimeZoneRules(settings.defaultTimeZone),
            let made = try? DateReader(
                kind, format: locale == nil ? nil : settings.format,
                locale: locale.flatMap(LocaleTag.canonical) ?? "en",
                calendar: settings.calendar, zone: zone, defaultZone: usual, strict: settings.strictDateFormat,
                leapSeconds: settings.leapSeconds)
        else { return nil }
        readers.withLock { if $0.count < Self.mostReaders { $0[locale ?? ""] = made } }
        return made
    }
}
