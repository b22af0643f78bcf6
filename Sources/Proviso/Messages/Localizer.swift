/// Turns codes and parameters into text for one reader.
///
/// Make one for each reader (about a microsecond), use it for any number of messages, from any thread.
public struct Localizer: Sendable {
    /// Whether inserted texts (the label, text values, the items of a list) stand between FSI (U+2068) and PDI (U+2069),
    /// which keeps their direction from disturbing the message's.
    public enum Isolation: Sendable, Hashable {
        /// In locales that are written from right to left.
        case automatic
        case always
        case never
    }

    /// The locale of the catalog in use; English when nothing asked for has one.
    public let locale: String
    /// The locale numbers, dates and lists are written in: `locale`, with the reader's region and digits.
    public let formatLocale: String
    /// The first locale asked for; absent when none was.
    public let requested: String?
    /// Whether none of the locales asked for has a catalog, and that of a relative or English stands in.
    ///
    /// A program can then say once: no catalog for `requested`, using `locale`.
    public let isFallback: Bool
    private let links: [Link]

    /// A catalog in the order of fallback, with what its messages are written with.
    private struct Link: Sendable {
        let slot: CatalogSlot?
        let setting: MessageFormatter.Setting
    }

    /// Whether inserted texts are isolated, as `isolation` and the locale have it.
    public var isolates: Bool { links.first?.setting.isolates ?? false }

    private static let sourceLocale = "en"

    /// Find the best catalog for BCP 47 tags in falling order of preference; malformed tags are skipped.
    ///
    /// `timeZone` is an IANA name for dates; an unknown one counts as UTC.
    public init(
        preferring tags: [String], in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        timeZone: String = "UTC"
    ) {
        let match = catalogs.match(tags)
        let locale = match.map { catalogs.locales[$0.supported] } ?? Self.sourceLocale
        let desired = match.map { tags[$0.desired] }
        self.locale = locale
        requested = tags.first
        isFallback = !tags.isEmpty && match?.isClose != true
        let formatLocale = desired.map { LocaleTag.forFormats(of: locale, desired: $0) } ?? locale
        self.formatLocale = formatLocale

        var candidates = [locale] + LocaleTag.parents(of: locale)
        if !candidates.contains(Self.sourceLocale) { candidates.append(Self.sourceLocale) }
        let language = locale.prefix { $0 != "-" }
        links = candidates.enumerated().compactMap { place, candidate in
            let slot = catalogs.slot(for: candidate)
            guard slot != nil || place == 0 else { return nil }
            // Messages of the reader's own language keep the reader's numbers; English ones get English numbers.
            let isOwn = candidate.prefix { $0 != "-" } == language
            let formats = LocaleFormats.shared(isOwn ? formatLocale : candidate)
            let isolates = isolation == .always || isolation == .automatic && formats.isRightToLeft
            let setting = MessageFormatter.Setting(formats: formats, isolates: isolates, timeZone: timeZone)
            return Link(slot: slot, setting: setting)
        }
    }

    /// Find the best catalog for an `Accept-Language` header; what is malformed in it is skipped.
    public init(
        acceptLanguage header: String, in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        timeZone: String = "UTC"
    ) {
        let tags = AcceptLanguage.tags(in: header)
        self.init(preferring: tags, in: catalogs, isolation: isolation, timeZone: timeZone)
    }

    /// The text of a message.
    ///
    /// `label` is what `{attribute}` shows. `override` is used instead of the catalogs' message. `labels` gives the
    /// labels of other attributes that parameters name. A message missing in `locale` is looked for along CLDR's
    /// parents, then in English; when there is none, the code itself is the text.
    public func text(
        for code: String, parameters: [Parameter] = [], label: String, override: MessagePattern? = nil,
        labels: (String) -> String = Labels.generate(from:)
    ) -> String {
        if let override, let link = links.first {
            return MessageFormatter.string(
                override, parameters: parameters, label: label, setting: link.setting, labels: labels)
        }
        for link in links {
            guard let pattern = link.slot?.catalog.pattern(for: code) else { continue }
            return MessageFormatter.string(
                pattern, parameters: parameters, label: label, setting: link.setting, labels: labels)
        }
        return code
    }
}
