/// Renders codes and parameters as messages for one reader.
///
/// Create one per reader (it takes some microseconds) and use it for any number of messages, from any thread.
public struct Localizer: Sendable {
    /// Whether inserted text is enclosed in the marks FSI (U+2068) and PDI (U+2069).
    ///
    /// Inserted text is the label, a string value or an item of a list. The marks keep its direction from changing the
    /// direction of the message.
    public enum Isolation: Sendable, Hashable {
        /// Only in locales that are written from right to left.
        case automatic
        /// In all locales.
        case always
        /// In no locale.
        case never
    }

    /// The locale of the catalog in use; English if no requested locale has a catalog.
    public let locale: String
    /// The locale of numbers, dates and lists: `locale` with the reader's region and digits.
    public let formatLocale: String
    /// The first requested locale; `nil` if there was none.
    public let requested: String?
    /// Whom the messages speak to.
    public let register: MessageRegister
    /// Whether no requested locale has a catalog, so that the one of a related language or of English is used.
    ///
    /// A program can report this once: no catalog for `requested`, using `locale`.
    public let isFallback: Bool
    /// The tag that led to the catalog; the first requested tag if none did.
    private let asked: String
    private let first: Link
    private let pseudo: PseudoLocale?

    /// A catalog with the formatters for its messages, and the catalog to fall back to.
    ///
    /// This is a linked list and not an array, because following it needs no reference counting.
    private final class Link: Sendable {
        let slot: CatalogSlot?
        let setting: MessageFormatter.Setting
        let next: Link?

        init(slot: CatalogSlot?, setting: MessageFormatter.Setting, next: Link?) {
            (self.slot, self.setting, self.next) = (slot, setting, next)
        }
    }

    /// Whether inserted text is isolated, by `isolation` and the locale.
    public var isolates: Bool { first.setting.isolates }

    /// The locales whose messages in a rule set suit the reader, best first.
    package var textLocales: [String] { LocaleChain.locales(asked: asked, catalog: locale) }

    private static let sourceLocale = "en"

    /// Finds the best catalog for BCP 47 tags in descending order of preference; malformed tags are skipped.
    ///
    /// An identifier of Foundation's `Locale`, such as `de_DE`, is read as the tag that it means (`de-DE`). With
    /// `relatives`, a missing language is replaced by one that its readers are likely to know by CLDR (Russian for
    /// Ukrainian), before English; without, a tag gets a catalog of its own language and script, or English. `timeZone`
    /// is an IANA name for dates; an unknown one counts as UTC. If the first tag is `en-XA` or `ar-XB`, the messages
    /// are English made longer or written from right to left, to test layouts. `register` says whom the messages speak
    /// to: by default a person who fills in a form.
    public init(
        preferring names: [String], in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        allowsRelatedLanguages: Bool = true, timeZone: String = "UTC", register: MessageRegister = .form
    ) {
        self.init(
            preferring: names, refusing: [], in: catalogs, isolation: isolation,
            allowsRelatedLanguages: allowsRelatedLanguages, timeZone: timeZone, register: register)
    }

    private init(
        preferring names: [String], refusing refused: [String], in catalogs: Catalogs, isolation: Isolation,
        allowsRelatedLanguages: Bool, timeZone: String, register: MessageRegister
    ) {
        self.register = register
        let tags = names.map(LocaleTag.preferred).flatMap(LocaleTag.withRelative)
        let strange = tags.first.flatMap(PseudoLocale.init)
        let pseudo = strange.flatMap { catalogs.slot(for: $0.rawValue) == nil ? $0 : nil }
        let wanted = pseudo == nil ? tags : [Self.sourceLocale]
        self.pseudo = pseudo
        let found = catalogs.match(wanted)
        let isClose = found?.isClose == true
        let isRefused = found.map { Self.refuses(catalogs.slots[$0.supported].locale, refused) } ?? false
        let match = isClose || allowsRelatedLanguages && !isRefused ? found : nil
        let own = match.map { catalogs.slots[$0.supported] } ?? catalogs.slot(for: Self.sourceLocale)
        let locale = own?.locale ?? Self.sourceLocale
        var formatLocale = locale
        if isClose, let match { formatLocale = LocaleTag.forFormats(of: locale, desired: wanted[match.desired]) }
        self.locale = locale
        self.formatLocale = formatLocale
        requested = names.first
        // The rule set may have messages in a language without a catalog.
        asked = (isClose ? match.map { wanted[$0.desired] } : wanted.first) ?? locale
        isFallback = !names.isEmpty && !isClose

        var candidates = [locale] + (own?.parents ?? [])
        if !candidates.contains(Self.sourceLocale) { candidates.append(Self.sourceLocale) }
        let language = locale.prefix { $0 != "-" }
        func link(_ candidate: String, next: Link?) -> Link {
            // Messages in the reader's language keep the reader's number format; English messages use the English one.
            let isOwn = candidate.prefix { $0 != "-" } == language
            let formats = LocaleFormats.shared(isOwn ? formatLocale : candidate)
            let isMirrored = formats.isRightToLeft || pseudo == .mirrored
            let isolates = isolation == .always || isolation == .automatic && isMirrored
            let slot = catalogs.slot(for: candidate)
            let setting = MessageFormatter.Setting(
                formats: formats, isolates: isolates, timeZone: timeZone, register: register, slot: slot,
                parent: isOwn ? next?.setting : nil)
            return Link(slot: slot, setting: setting, next: next)
        }
        let farther = candidates.dropFirst().reversed().reduce(nil as Link?) { next, candidate in
            catalogs.slot(for: candidate) == nil ? next : link(candidate, next: next)
        }
        first = link(locale, next: farther)
    }

    /// Finds the best catalog for an `Accept-Language` header; malformed parts of it are skipped.
    public init(
        acceptLanguage header: String, in catalogs: Catalogs = .embedded, isolation: Isolation = .automatic,
        allowsRelatedLanguages: Bool = true, timeZone: String = "UTC", register: MessageRegister = .form
    ) {
        self.init(
            preferring: AcceptLanguage.tags(in: header), refusing: AcceptLanguage.refused(in: header), in: catalogs,
            isolation: isolation, allowsRelatedLanguages: allowsRelatedLanguages, timeZone: timeZone,
            register: register)
    }

    /// Whether a locale matches one of the refused language ranges, by basic filtering (RFC 4647 §3.3.1).
    private static func refuses(_ locale: String, _ refused: [String]) -> Bool {
        let locale = locale.lowercased()
        return refused.contains {
            let range = $0.lowercased()
            return range == "*" || locale == range || locale.hasPrefix(range + "-")
        }
    }

    /// Renders a message.
    ///
    /// `label` replaces `{attribute}`, unchanged; an empty one stands for a value without a label. `override` is used instead of the catalogs' message. `labels` returns
    /// the labels of other attributes that parameters name. A message that is missing in `locale` is searched for in
    /// CLDR's parents, then in English; if there is none, the result is the code itself.
    public func text(
        for code: String, parameters: [Parameter] = [], label: String, override: MessagePattern? = nil,
        labels: (String) -> String = Labels.generate(from:)
    ) -> String {
        message(
            for: code, parameters: parameters, label: Label(plain: label), override: override,
            labels: labels) ?? code
    }

    /// Renders a message; `nil` if no catalog has one for the code.
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
                pattern.program, parameters: parameters, label: label.text, isNamed: label.isNamed, setting: setting,
                labels: labels)
        }
        return MessageFormatter.string(
            program, parameters: parameters, label: label.text, firstLabel: label.beginning, isNamed: label.isNamed,
            setting: setting, labels: labels)
    }
}

/// A label, prepared for messages.
package struct Label: Sendable {
    package let text: String
    /// The label at the start of a sentence; `nil` if it is the same.
    package let beginning: String?

    /// Whether the value has a label, and not only a word for any value.
    package let isNamed: Bool

    package init(text: String, beginning: String?, isNamed: Bool = true) {
        self.text = text
        self.beginning = beginning
        self.isNamed = isNamed
    }

    /// A label that is shown unchanged.
    init(plain text: String) { self.init(text: text, beginning: nil, isNamed: !text.isEmpty) }
}

extension Label {
    package init(_ text: String, in locale: String, isNamed: Bool = true) {
        let beginning = Labels.beginningSentence(text, in: locale)
        self.init(text: text, beginning: beginning == text ? nil : beginning, isNamed: isNamed)
    }
}
