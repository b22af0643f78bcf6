import CommandTable
import Proviso
import ProvisoBulk
import ProvisoLocales

struct LocalesImportCommand: Command {
    var format: Translations.Format?
    var locale: String?
    var into = ""
    var reviewer: String?
    var files: [String] = []

    static let name = "import"
    static let summary = "Write translations into catalogs."

    static var page: CommandPage {
        CommandPage(
            """
            Messages that a file does not have stay unchanged. A new catalog gets the keys of the English one. Messages \
            count as reviewed only if --reviewer names who has read them. Check the result with 'proviso locales check'.
            """,
            examples: [
                (
                    "proviso locales import --into my-locales de.po",
                    "Write the translations of a file into a catalog."
                ),
                (
                    "proviso locales import --into my-locales --locale fr translations.json",
                    "Write translations in JSON into the French catalog."
                ),
            ],
            statuses: [
                ("0", "done"), ("1", "the file has keys that English does not have (they are skipped)"),
                ("2", "a file or catalog could not be read"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", "-f", value: "format", of: Translations.Format.self,
                help: "The format of the files; by default derived from each file extension."
            ) { $0.format = $1 },
            .text("--locale", value: "locale", help: "The locale, for files that do not name it, such as flat JSON.") {
                $0.locale = $1
            },
            .text(
                "--into", value: "directory", kind: .directory, need: .required,
                help: "The directory of catalogs (*.arb), or the messages file (*.json) of a plugin, to write to."
            ) { $0.into = $1 },
            .text(
                "--reviewer", value: "name",
                help: "The native speaker who has read all messages of the files that are not fuzzy (XLIFF: final)."
            ) { $0.reviewer = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("files", .atLeastOne, help: "Files from translators.") { $0.files.append($1) }
    }

    func run() throws {
        var hasUnknown = false
        try CatalogDirectory.run {
            let catalogs = try CatalogDirectory(into)
            for file in files {
                let translations = try read(file)
                let tag = locale ?? translations.locale ?? Self.name(of: file)
                guard let tag = LocaleTag.canonical(LocaleTag.preferred(tag)) else {
                    throw UsageError("\(file): '\(tag)' is not a locale; name the locale with --locale")
                }
                let own = try Self.locale(meaning: tag, in: catalogs)
                if let own { StandardError.line("\(file): \(tag) is \(own) here") }
                hasUnknown = try bring(translations, own ?? tag, into: catalogs, from: file) || hasUnknown
            }
        }
        if hasUnknown { throw ExitCode.invalid }
    }

    private func read(_ file: String) throws -> Translations {
        guard let format = format ?? Translations.Format(path: file) else {
            throw UsageError("\(file): name the format with --format po, xliff, json or xcstrings")
        }
        do {
            return try Translations(try SmallFile.read(file, limit: 16 << 20), format: format, locale: locale)
        } catch {
            throw ExitCode.usage.because("\(file): \((error as? SystemError)?.reason ?? "\(error)")")
        }
    }

    /// Returns whether the file has keys that English does not have.
    private func bring(
        _ translations: Translations, _ locale: String, into catalogs: CatalogDirectory, from file: String
    ) throws -> Bool {
        let keys = catalogs.english.keys
        var document = try catalogs.document(locale) ?? ArbDocument(locale: locale, keysOf: catalogs.english)
        let outcome = translations.merge(into: &document, english: catalogs.english, reviewer: reviewer)
        document.removeEmpty()
        if document.keys.isEmpty {
            StandardError.line("\(locale): nothing is translated yet")
        } else {
            try catalogs.write(document, for: locale)
            StandardError.line("\(locale): \(outcome.added.count) new, \(outcome.changed.count) changed")
        }
        for key in outcome.unknown {
            let near = Suggestion.nearest(to: key, in: keys)
            StandardError.error("\(file): unknown code '\(key)'\(Suggestion.hint(near))")
        }
        return !outcome.unknown.isEmpty
    }

    /// The catalog that a tag of a translators' tool means: `fr` for `fr-FR`; `nil` if it has a catalog itself, or none does.
    private static func locale(meaning tag: String, in catalogs: CatalogDirectory) throws -> String? {
        let locales = try catalogs.locales()
        if locales.contains(tag) { return nil }
        return LocaleTag.likely(tag).flatMap { likely in locales.first { LocaleTag.likely($0) == likely } }
    }

    private static func name(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }
}
