import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command that writes messages.
protocol TakesLanguage: Command {
    var language: LanguageOptions { get set }
}

/// The language of the messages, and where they come from.
struct LanguageOptions {
    var locale: String?
    var acceptLanguage: String?
    var locales: String?
    var refusesRelatives = false
    /// Whom the messages speak to; a tool for data speaks to readers of reports.
    var register = MessageRegister.data
    /// Whether the output is for people: files for programs have the same messages in every environment.
    private var isForPeople = true

    static func options<Taker: TakesLanguage>() -> [Option<Taker>] {
        [
            .text(
                "--locale", value: "locale",
                help:
                    """
                    The language of the messages, a BCP 47 tag or the name of a system locale; or several with commas, \
                    the preferred one first; by default English, but in text and HTML that of LANGUAGE, LC_ALL, \
                    LC_MESSAGES or LANG.
                    """
            ) { $0.language.locale = $1 },
            .text(
                "--accept-language", value: "languages",
                help: "The language of the messages, as the value of a browser's Accept-Language header."
            ) { $0.language.acceptLanguage = $1 },
            .flag(
                "--no-related-languages",
                help: "Use English for a language without messages, not a related one such as Turkish for Kurdish."
            ) { $0.language.refusesRelatives = true },
            .choice(
                "--register", value: "register", of: MessageRegister.self, usual: "data",
                help: "Whom the messages speak to: data, a reader of reports, or form, a person who fills in a form."
            ) { $0.language.register = $1 },
            .text(
                "--locales", value: "directory", kind: .directory,
                help: "A directory of catalogs (*.arb) whose messages replace the embedded ones."
            ) { $0.language.locales = $1 },
        ].grouped(.language)
    }

    /// The language tags of `--locale`.
    var tags: [String] { locale.map { $0.split(separator: ",").map { Blanks.trim(String($0)) } } ?? [] }

    func validate() throws {
        if locale != nil, acceptLanguage != nil {
            throw UsageError("--locale and --accept-language: give one of them")
        }
        if locale != nil, tags.isEmpty {
            throw UsageError("--locale: expected a BCP 47 language tag, such as de or pt-BR, found '\(locale ?? "")'")
        }
        for tag in tags { _ = try Self.canonical(tag) }
    }

    /// The same options for a report of this format, or for records if there is none.
    func writing(_ format: ReportFormat?) -> LanguageOptions {
        var options = self
        options.isForPeople = format == .text || format == .html
        return options
    }

    /// The canonical form of a tag that `--locale` names.
    static func canonical(_ tag: String) throws -> String {
        if let canonical = LocaleTag.canonical(LocaleTag.preferred(tag)) { return canonical }
        let near = TextLocale.suggestion(for: tag)
        throw UsageError(
            "--locale: '\(tag)' is not a BCP 47 language tag" + (near == nil ? ", such as de or pt-BR" : "")
                + Suggestion.hint(near))
    }

    func catalogs() throws(CatalogError) -> Catalogs {
        guard let locales else { return .embedded }
        if try CatalogFiles.list(locales).isEmpty {
            let reason = CatalogError.Reason.unreadable("--locales: there is no catalog (*.arb) in this directory")
            throw CatalogError(file: locales, line: 0, column: 0, reason: reason)
        }
        return try Catalogs.embedded.adding(directory: locales)
    }

    /// Warns of messages in `--locales` whose code is misspelled, which no violation would ever use.
    func warnOfUnknownCodes(_ registry: Registry) {
        guard let locales, let files = try? CatalogFiles.list(locales) else { return }
        let described = registry.definitions.flatMap(\.codes) + Code.ofEveryRuleSet + Code.ofEveryInput
        let known = Set(described.map(\.code.rawValue))
        for file in files {
            guard let catalog = try? CatalogFiles.read(file) else { continue }
            for code in catalog.codes where !known.contains(code) {
                // Other codes belong to plugins that this run does not load.
                guard let near = Suggestion.nearest(to: code, in: known), let place = catalog.place(of: code) else {
                    continue
                }
                StandardError.line(
                    "\(file):\(place.line):\(place.column): warning: unknown code '\(code)'"
                        + Suggestion.hint(near))
            }
        }
    }

    /// The localizer for the requested language, else for the language of the environment.
    func localizer(in catalogs: Catalogs) -> Localizer {
        if let acceptLanguage {
            return Localizer(
                acceptLanguage: acceptLanguage, in: catalogs, allowsRelatedLanguages: !refusesRelatives,
                register: register)
        }
        let names = locale != nil ? tags : isForPeople ? Self.environment : []
        return Localizer(
            preferring: names, in: catalogs, allowsRelatedLanguages: !refusesRelatives, register: register)
    }

    /// The languages of the environment, the preferred one first, as gettext reads it.
    private static var environment: [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let name = names.lazy.compactMap(Environment.value).first
        // Without a language, LANGUAGE is not looked at either.
        guard let own = name.flatMap(LocaleTag.fromPOSIX) else { return [] }
        let list = Environment.value("LANGUAGE").map {
            $0.split(separator: ":").compactMap { LocaleTag.fromPOSIX(String($0)) }
        }
        return (list ?? []) + [own]
    }

    /// The options that must be the same for a resumed run.
    var identity: String {
        if let acceptLanguage { return acceptLanguage }
        return (locale != nil ? tags : isForPeople ? Self.environment : []).joined(separator: ",")
    }

    /// Reports that there is no catalog for the requested language.
    static func reportFallback(of localizer: Localizer) {
        if let note = localizer.note { StandardError.line(note) }
    }
}
