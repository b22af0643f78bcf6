internal import Locales

/// A snapshot of catalogs: those of the library, overlaid with those of the application and of its plugins.
///
/// Immutable and safe to use from any thread. The catalogs of the library are read on first use. Adding a catalog makes
/// a new snapshot, which shares what the old one has read and compiled.
public struct Catalogs: Sendable {
    private let snapshot: Snapshot

    /// The catalogs that come with the library.
    public static let embedded = Catalogs(slots: embeddedSlots())

    /// An empty snapshot: every message is its code.
    public static let none = Catalogs(slots: [])

    private init(slots: [CatalogSlot], added: [Catalog] = [], valueCodes: Set<String> = []) {
        snapshot = Snapshot(slots: slots, added: added, valueCodes: valueCodes)
    }

    /// The catalogs that were added to those of the library.
    package var added: [Catalog] { snapshot.added }

    /// The codes whose messages show the validated value.
    ///
    /// The catalogs of the library have none: their `{value}` is a parameter of the code.
    var valueCodes: Set<String> { snapshot.valueCodes }

    /// Whether a message for one of the codes, or for a code of every rule, shows the value; `nil` means any code.
    package func showValue(_ codes: [CodeDescription]?) -> Bool {
        if valueCodes.isEmpty { return false }
        guard let codes else { return true }
        return Code.ofEveryPlan.contains { valueCodes.contains($0.code.rawValue) }
            || codes.contains { valueCodes.contains($0.code.rawValue) && !$0.parameters.contains("value") }
    }

    /// The locales that have a catalog, sorted.
    public var locales: [String] { snapshot.slots.map(\.locale) }

    /// The catalog of exactly this locale, without fallback.
    public func catalog(for locale: String) -> Catalog? { slot(for: locale)?.catalog }

    /// Returns a snapshot with another catalog; its messages take precedence over those of the same code and locale.
    ///
    /// A language and that language with its usual script, such as `zh` and `zh-Hans`, are one locale.
    public func adding(_ catalog: Catalog) -> Catalogs { adding(catalog, keepsOthers: true) }

    /// Returns a snapshot with a catalog in place of all messages of its locale.
    package func replacing(_ catalog: Catalog) -> Catalogs { adding(catalog, keepsOthers: false) }

    private func adding(_ catalog: Catalog, keepsOthers: Bool) -> Catalogs {
        var slots = snapshot.slots
        if let index = index(of: catalog.locale) {
            let base = keepsOthers ? slots[index] : nil
            slots[index] = CatalogSlot(locale: slots[index].locale, base: base, top: catalog)
        } else {
            let place = slots.firstIndex { $0.locale > catalog.locale } ?? slots.count
            slots.insert(CatalogSlot(locale: catalog.locale, base: nil, top: catalog), at: place)
        }
        return Catalogs(slots: slots, added: added + [catalog], valueCodes: valueCodes.union(catalog.valueCodes))
    }

    /// Returns a snapshot with every `*.arb` file of a directory, added in the order of their names.
    ///
    /// A file name ends in its locale (`de.arb`, `acme_zh-Hans.arb`). If it can mean two locales (`my_de.arb`), the
    /// file must have `@@locale`. Every message is compiled, so a broken message is an error here, not a missing
    /// message later.
    public func adding(directory path: String) throws(CatalogError) -> Catalogs {
        var result = self
        for file in try CatalogFiles.list(path) {
            let catalog = try CatalogFiles.read(file)
            if let problem = catalog.problems().first { throw problem }
            result = result.adding(catalog)
        }
        return result
    }

    /// The errors of all messages that do not parse; reads and compiles every catalog.
    public func problems() -> [CatalogError] {
        snapshot.slots.flatMap { $0.failures + $0.catalog.problems() }
    }

    var slots: [CatalogSlot] { snapshot.slots }

    func slot(for locale: String) -> CatalogSlot? { index(of: locale).map { snapshot.slots[$0] } }

    private func exact(_ locale: String) -> Int? { snapshot.slots.firstIndex { $0.locale == locale } }

    private func index(of locale: String) -> Int? {
        exact(locale)
            ?? snapshot.slots.firstIndex { LocaleTag.isUsualScript($0.locale, of: locale) }
            ?? snapshot.slots.firstIndex { LocaleTag.isUsualScript(locale, of: $0.locale) }
    }

    /// Another locale here with the same meaning by CLDR's likely subtags: `pt` for `pt-BR`, `zh-Hant` for `zh-TW`.
    package func locale(meaning locale: String) -> String? {
        guard exact(locale) == nil else { return nil }
        return LocaleChain.sameLocale(as: locale).lazy.compactMap(exact).first.map { snapshot.slots[$0].locale }
    }

    /// Finds the best locale for tags in descending order of preference.
    func match(_ desired: [String]) -> LocaleMatcher.Match? {
        guard let first = desired.first else { return nil }
        // An exact match for the first tag cannot be improved. ICU's tables, which take a millisecond to read, are not
        // needed.
        let own = exact(first) ?? LocaleTag.shortest(first).flatMap(exact)
        if let own { return LocaleMatcher.Match(supported: own, desired: 0, isClose: true) }
        return snapshot.matcher?.best(for: desired)
    }

    private final class Snapshot: Sendable {
        let slots: [CatalogSlot]
        let added: [Catalog]
        let valueCodes: Set<String>
        private let lazyMatcher = Published<LocaleMatcher>()

        init(slots: [CatalogSlot], added: [Catalog], valueCodes: Set<String>) {
            (self.slots, self.added, self.valueCodes) = (slots, added, valueCodes)
        }

        /// The matcher, created on first use: most programs need it once, some never.
        var matcher: LocaleMatcher? {
            lazyMatcher.value { LocaleMatcher(supported: slots.map(\.locale)) }
        }
    }

    private static func embeddedSlots() -> [CatalogSlot] {
        // In the order of their locales, which the build makes.
        EmbeddedFile.all.map { CatalogSlot(locale: $0.locale.description, embedded: $0) }
    }
}

/// The catalog of one locale in a snapshot, assembled on first use.
final class CatalogSlot: Sendable {
    let locale: String
    private let make: @Sendable () -> Loaded
    private let loaded = Published<Loaded>()
    private let lineage = Published<Lineage>()
    private let ownWords = Published<CatalogWords>()
    private let formSubject = Published<KnownSubject>()
    private let dataSubject = Published<KnownSubject>()

    private final class Lineage: Sendable {
        let parents: [String]

        init(of locale: String) { parents = LocaleTag.parents(of: locale) }
    }

    private final class Loaded: Sendable {
        let catalog: Catalog
        let failures: [CatalogError]

        init(_ catalog: Catalog, failures: [CatalogError] = []) {
            self.catalog = catalog
            self.failures = failures
        }
    }

    /// Creates a slot for a catalog of the library.
    init(locale: String, embedded file: EmbeddedFile) {
        self.locale = locale
        make = {
            file.withBytes { bytes in
                do throws(CatalogError) {
                    return Loaded(try Catalog(bytes: bytes, file: "\(locale).arb", fallback: locale))
                } catch {
                    return Loaded(Catalog(locale: locale, messages: [String: CatalogMessage]()), failures: [error])
                }
            }
        }
    }

    init(locale: String, base: CatalogSlot?, top: Catalog) {
        self.locale = locale
        make = {
            guard let base = base?.current else { return Loaded(top) }
            return Loaded(base.catalog.overlaid(by: top), failures: base.failures)
        }
    }

    var catalog: Catalog { current.catalog }

    /// The CLDR parents of the locale, nearest first; looked up once.
    var parents: [String] { (lineage.load() ?? lineage.storeIfNil(Lineage(of: locale))).parents }

    /// A compiled message without a retain, valid while this object lives; `nil` if there is none.
    @inline(__always)
    func lentProgram(for code: String) -> Unmanaged<MessageProgram>? {
        guard let loaded = loaded.lent else { return current.catalog.messages.lentProgram(for: code) }
        return loaded._withUnsafeGuaranteedRef { $0.catalog.messages.lentProgram(for: code) }
    }

    /// How this catalog names values, made at most once for the usual form; `nil` if it does not say so for the form.
    func subject(_ form: LabelForm?, _ register: MessageRegister) -> Subject? {
        guard form == nil else { return makeSubject(form, register) }
        switch register {
        case .form:
            return (formSubject.load() ?? formSubject.storeIfNil(KnownSubject(makeSubject(nil, register)))).subject
        case .data:
            return (dataSubject.load() ?? dataSubject.storeIfNil(KnownSubject(makeSubject(nil, register)))).subject
        }
    }

    /// The words of the catalog's own, collected at most once.
    var words: CatalogWords { ownWords.load() ?? ownWords.storeIfNil(CatalogWords(catalog)) }

    private func makeSubject(_ form: LabelForm?, _ register: MessageRegister) -> Subject? {
        let keys = Subject.keys(form)
        guard let named = catalog.pattern(for: keys.named), let unnamed = catalog.pattern(for: keys.unnamed) else {
            return nil
        }
        return Subject(named: named.program, unnamed: unnamed.program, register: register)
    }

    private final class KnownSubject: Sendable {
        let subject: Subject?

        init(_ subject: Subject?) { self.subject = subject }
    }

    /// The errors that prevented the library's own catalog from being read.
    var failures: [CatalogError] { current.failures }

    private var current: Loaded { loaded.load() ?? loaded.storeIfNil(make()) }
}
