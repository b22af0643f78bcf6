/// Turns codes and parameters into text for one reader.
///
/// Make one for each reader (some microseconds), use it for any number of messages, from any thread.
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
    /// The tag that led to the catalog; the first one where none of them did.
    private let asked: String
    private let first: Link
    private let pseudo: PseudoLocale?

    /// A catalog with what its messages are written with, and the one to fall back to.
    ///
    /// They are a chain, not an array, because following it counts no references.
    private final class Link: Sendable {
        let slot: CatalogSlot?
        let setting: MessageFormatter.Setting
        let next: Link?

        init(slot: CatalogSlot?, setting: MessageFormatter.Setting, next: Link?) {
            (self.slot, self.setting, self.next) = (slot, setting, next)
        }
    }

    /// Whether inserted texts are isolated, as `isolation` and the locale have it.
    public var isolates: Bool { first.setting.isolates }

    /// The locales whose texts of a rule set suit the reader, the best first.
    package var textLocales: [String] { LocaleChain.locales(asked: asked, catalog: locale) }

    private static let sourceLocale = "en"

    /// Find the best catalog for BCP 47 tags in falling order of preference; malformed tags are skipped.
    ///
    /// The identifier of Foundation's `Locale`, such as `de_DE`, is taken as the tag that it stands for (`de-DE`).
    /// With `relatives`, a language CLDR holds the readers likely to know stands in for a missing one (Russian for
    /// Ukrainian) before English does; without, a tag gets a catalog of its own language and script or English.
    /// `timeZone` is an IANA name for dates; an unknown one counts as UTC. `en-XA` and `ar-XB`, asked for first, give
    /// English made longer and from right to left, to test layouts with.
    public init(
        preferring names: [String], in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        relatives: Bool = true, timeZone: String = "UTC"
    ) {
        let tags = names.map(LocaleTag.preferred)
        let strange = tags.first.flatMap(PseudoLocale.init)
        let pseudo = strange.flatMap { catalogs.slot(for: $0.rawValue) == nil ? $0 : nil }
        let wanted = pseudo == nil ? tags : [Self.sourceLocale]
        self.pseudo = pseudo
        let found = catalogs.match(wanted)
        let isClose = found?.isClose == true
        let match = relatives || isClose ? found : nil
        let own = match.map { catalogs.slots[$0.supported] } ?? catalogs.slot(for: Self.sourceLocale)
        let locale = own?.locale ?? Self.sourceLocale
        var formatLocale = locale
        if isClose, let match { formatLocale = LocaleTag.forFormats(of: locale, desired: wanted[match.desired]) }
        self.locale = locale
        self.formatLocale = formatLocale
        requested = names.first
        // Texts of the rule set may be in a language without a catalog.
        asked = (isClose ? match.map { wanted[$0.desired] } : wanted.first) ?? locale
        isFallback = !tags.isEmpty && !isClose

        var candidates = [locale] + (own?.parents ?? [])
        if !candidates.contains(Self.sourceLocale) { candidates.append(Self.sourceLocale) }
        let language = locale.prefix { $0 != "-" }
        func link(_ candidate: String, next: Link?) -> Link {
            // Messages of the reader's own language keep the reader's numbers; English ones get English numbers.
            let isOwn = candidate.prefix { $0 != "-" } == language
            let formats = LocaleFormats.shared(isOwn ? formatLocale : candidate)
            let isMirrored = formats.isRightToLeft || pseudo == .mirrored
            let isolates = isolation == .always || isolation == .automatic && isMirrored
            let setting = MessageFormatter.Setting(formats: formats, isolates: isolates, timeZone: timeZone)
            return Link(slot: catalogs.slot(for: candidate), setting: setting, next: next)
        }
        let farther = candidates.dropFirst().reversed().reduce(nil as Link?) { next, candidate in
            catalogs.slot(for: candidate) == nil ? next : link(candidate, next: next)
        }
        first = link(locale, next: farther)
    }

    /// Find the best catalog for an `Accept-Language` header; what is malformed in it is skipped.
    public init(
        acceptLanguage header: String, in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        relatives: Bool = true, timeZone: String = "UTC"
    ) {
        let tags = AcceptLanguage.tags(in: header)
        self.init(preferring: tags, in: catalogs, isolation: isolation, relatives: relatives, timeZone: timeZone)
    }

    /// The text of a message.
    ///
    /// `label` is what `{attribute}` shows, as it is. `override` is used instead of the catalogs' message. `labels` gives the
    /// labels of other attributes that parameters name. A message missing in `locale` is looked for along CLDR's
    /// parents, then in English; when there is none, the code itself is the text.
    public func text(
        for code: String, parameters: [Parameter] = [], label: String, override: MessagePattern? = nil,
        labels: (String) -> String = Labels.generate(from:)
    ) -> String {
        message(
            for: code, parameters: parameters, label: Label(text: label, beginning: nil), override: override,
            labels: labels) ?? code
    }

    /// The same, nil where no catalog has a message for the code.
    package func message(
        for code: String, parameters: [Parameter], label: Label, override: MessagePattern?,
        labels: (String) -> String
    ) -> String? {
        if let override {
            return render(override.program, first.setting, parameters, label, labels)
        }
        if let program = first.slot?.lentProgram(for: code) {
            return program._withUnsafeGuaranteedRef { render($0, first.setting, parameters, label, labels) }
        }
        var link = first.next
        while let farther = link {
            if let program = farther.slot?.lentProgram(for: code) {
                return program._withUnsafeGuaranteedRef { render($0, farther.setting, parameters, label, labels) }
            }
            link = farther.next
        }
        return nil
    }

    private func render(
        _ program: MessageProgram, _ setting: MessageFormatter.Setting, _ parameters: [Parameter], _ label: Label,
        _ labels: (String) -> String
    ) -> String {
        if let pseudo {
            let pattern = pseudo.pattern(MessagePattern(program: program))
            return MessageFormatter.string(
                pattern, parameters: parameters, label: label.text, setting: setting, labels: labels)
        }
        return MessageFormatter.string(
            program, parameters: parameters, label: label.text, firstLabel: label.beginning, setting: setting,
            labels: labels)
    }
}

/// A label ready for messages.
package struct Label: Sendable {
    package let text: String
    /// How it begins a sentence, nil where that is no different.
    package let beginning: String?

    package init(text: String, beginning: String?) {
        self.text = text
        self.beginning = beginning
    }
}

extension Label {
    package init(_ text: String, in locale: String) {
        let beginning = Labels.beginningSentence(text, in: locale)
        self.init(text: text, beginning: beginning == text ? nil : beginning)
    }
}
