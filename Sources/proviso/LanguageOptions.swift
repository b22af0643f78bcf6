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
                help: "The language of the messages, a BCP 47 tag; several in falling order of preference, with commas."
            ) { $0.language.locale = $1 },
            .text(
                "--accept-language", value: "languages",
                help: "The language of the messages, as a browser's Accept-Language header asks for it."
            ) { $0.language.acceptLanguage = $1 },
            .text(
                "--locales", value: "folder", kind: .folder,
                help: "A folder of catalogs (*.arb) that go before those built in."
            ) { $0.language.locales = $1 },
        ]
    }

    /// What was asked for by tags.
    var tags: [String] { locale.map { $0.split(separator: ",").map(String.init) } ?? [] }

    func validate() throws {
        if locale != nil, acceptLanguage != nil {
            throw UsageError("--locale and --accept-language: give one of them")
        }
        if locale != nil, tags.isEmpty {
            throw UsageError("--locale: expected a BCP 47 language tag, such as de or pt-BR, found '\(locale ?? "")'")
        }
        for tag in tags where LocaleTag.canonical(tag) == nil {
            throw UsageError("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR")
        }
    }

    func catalogs() throws(CatalogError) -> Catalogs {
        guard let locales else { return .embedded }
        return try Catalogs.embedded.adding(directory: locales)
    }

    /// For what was asked for, else for what the environment says.
    func localizer(in catalogs: Catalogs) -> Localizer {
        if let acceptLanguage { return Localizer(acceptLanguage: acceptLanguage, in: catalogs) }
        if locale != nil { return Localizer(preferring: tags, in: catalogs) }
        return Localizer(preferring: Self.environment, in: catalogs)
    }

    /// The language the environment asks for.
    private static var environment: [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let name = names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty }
        return name.flatMap(LocaleTag.fromPOSIX).map { [$0] } ?? []
    }

    /// What a run that goes on must have the same.
    var identity: String { acceptLanguage ?? (locale == nil ? Self.environment : tags).joined(separator: ",") }

    /// Says once that another language stands in for the one asked for.
    static func reportFallback(of localizer: Localizer) {
        guard localizer.isFallback, let requested = localizer.requested else { return }
        Messages.line("no catalog for '\(requested)': messages are in '\(localizer.locale)'")
    }
}
