internal import ProvisoMessages
internal import Synchronization

/// How a rule with a format of its own reads times, for expressions.
final class TimeReading: Sendable {
    private let kind: DateKind
    private let settings: DateSettings
    /// By locale: that of the rule, or those of requests.
    private let readers = Mutex<[String: DateReader]>([:])
    private static let mostReaders = 64

    init(_ kind: DateKind, _ settings: DateSettings) { (self.kind, self.settings) = (kind, settings) }

    var meaning: ValueMeaning {
        .read(
            ValueReading(.time, isOfRequest: settings.locale == DateSettings.request) { text, locale in
                self.moment(text, locale).map { .moment(seconds: $0.seconds, nanoseconds: $0.nanoseconds) }
            })
    }

    private func moment(_ text: String, _ locale: String?) -> Moment? {
        let isRequested = settings.locale == DateSettings.request
        return reader(isRequested ? locale.flatMap(LocaleTag.canonical) : settings.locale)?.read(text)
    }

    /// The reader for a locale; without one, strings are in ISO 8601.
    private func reader(_ locale: String?) -> DateReader? {
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
