import CommandTable
import Proviso
import ProvisoBulk
import ProvisoLocales

struct LocalesImportCommand: Command {
    var format: Translations.Format?
    var locale: String?
    var into = ""
    var files: [String] = []

    static let name = "import"
    static let summary = "Bring what translators wrote into catalogs."

    static var page: CommandPage {
        CommandPage(
            """
            A catalog that is there keeps everything the file says nothing about; a new one is made from English's \
            keys. A text that changed counts as reviewed only where the file says so. Check the result with \
            'proviso locales check'.
            """,
            statuses: [
                ("0", "done"), ("1", "the file has keys that English does not (they are left out)"),
                ("2", "a file or catalog that cannot be read"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", value: "format", of: Translations.Format.self,
                help: "The format of the files; the file's ending says it when left out."
            ) { $0.format = $1 },
            .text("--locale", value: "locale", help: "The locale, where the file does not say: as flat JSON.") {
                $0.locale = $1
            },
            .text(
                "--into", value: "path", kind: .file, need: .required,
                help: "The folder of catalogs (*.arb), or the messages file (*.json) of a plugin, to bring them into."
            ) { $0.into = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("files", .atLeastOne, help: "Files from translators.") { $0.files.append($1) }
    }

    func run() throws {
        var hasUnknown = false
        try CatalogFolder.run {
            let catalogs = try CatalogFolder(into)
            for file in files {
                let translations = try read(file)
                let tag = locale ?? translations.locale ?? Self.name(of: file)
                guard let tag = LocaleTag.canonical(tag) else {
                    throw UsageError("\(file): '\(tag)' is no locale; name it with --locale")
                }
                hasUnknown = try bring(translations, tag, into: catalogs, from: file) || hasUnknown
            }
        }
        if hasUnknown { throw ExitCode.invalid }
    }

    private func read(_ file: String) throws -> Translations {
        guard let format = format ?? Translations.Format(path: file) else {
            throw UsageError("\(file): name the format with --format po or json")
        }
        do {
            return try Translations(try SmallFile.read(file, limit: 16 << 20), format: format)
        } catch {
            Messages.error("\(file): \((error as? SystemError)?.reason ?? "\(error)")")
            throw ExitCode.usage
        }
    }

    /// Whether the file had keys that English does not.
    private func bring(
        _ translations: Translations, _ locale: String, into catalogs: CatalogFolder, from file: String
    ) throws -> Bool {
        let keys = catalogs.english.keys
        var document = try catalogs.document(locale) ?? ArbDocument(locale: locale, keysOf: catalogs.english)
        let outcome = translations.merge(into: &document, known: keys)
        document.removeEmpty()
        if document.keys.isEmpty {
            Messages.line("\(locale): nothing is translated yet")
        } else {
            try catalogs.write(document, for: locale)
            Messages.line("\(locale): \(outcome.added.count) new, \(outcome.changed.count) changed")
        }
        for key in outcome.unknown {
            let near = Suggestion.nearest(to: key, in: keys)
            Messages.error("\(file): there is no such code as '\(key)'\(Suggestion.hint(near))")
        }
        return !outcome.unknown.isEmpty
    }

    private static func name(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }
}
