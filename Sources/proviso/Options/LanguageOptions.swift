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

    static func options<Taker: TakesLanguage>() -> [Option<Taker>] {
        [
            .text(
                "--locale", value: "locale",
                help:
                    """
                    The language of the messages, a BCP 47 tag; or several tags with commas, the preferred one first; by \
                    default that of LC_ALL, LC_MESSAGES or LANG, else English.
                    """
            ) { $0.language.locale = $1 },
            .text(
                "--accept-language", value: "languages",
                help: "The language of the messages, as the value of a browser's Accept-Language header."
            ) { $0.language.acceptLanguage = $1 },
            .text(
                "--locales", value: "directory", kind: .directory,
                help: "A directory of catalogs (*.arb) whose messages replace the embedded ones."
            ) { $0.language.locales = $1 },
        ]
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

    /// The canonical form of a tag that `--locale` names.
    static func canonical(_ tag: String) throws -> String {
        if let canonical = LocaleTag.canonical(tag) { return canonical }
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
        let described = registry.definitions.flatMap(\.codes) + Code.ofEveryPlan + Code.ofEveryInput
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
        if let acceptLanguage { return Localizer(acceptLanguage: acceptLanguage, in: catalogs) }
        if locale != nil { return Localizer(preferring: tags, in: catalogs) }
        return Localizer(preferring: Self.environment, in: catalogs)
    }

    /// The language of the environment.
    private static var environment: [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let name = names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty }
        return name.flatMap(LocaleTag.fromPOSIX).map { [$0] } ?? []
    }

    /// The options that must be the same for a resumed run.
    var identity: String { acceptLanguage ?? (locale == nil ? Self.environment : tags).joined(separator: ",") }

    /// Reports that there is no catalog for the requested language.
    static func reportFallback(of localizer: Localizer) {
        if let note = localizer.note { StandardError.line(note) }
    }
}
