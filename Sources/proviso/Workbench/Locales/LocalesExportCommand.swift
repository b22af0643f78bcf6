import CommandTable
import Glibc
import Proviso
import ProvisoLocales

struct LocalesExportCommand: Command {
    var format = Translations.Format.po
    var locale: [String] = []
    var output: String?
    var directory: String?

    static let name = "export"
    static let summary = "Write catalogs for translators' tools: PO, XLIFF 2, flat JSON or Xcode's String Catalog."

    static var page: CommandPage {
        CommandPage(
            """
            Each message is beside the English one, with notes for translators (not in JSON). Messages that no native \
            speaker has reviewed are marked: fuzzy in PO, translated in XLIFF, needs_review in a String Catalog. For a \
            locale without a catalog the file has no translations.
            """,
            examples: [
                (
                    "proviso locales export --format po --locale de > de.po",
                    "Write the German messages for a translator."
                ),
                ("proviso locales export --format json --output translations", "Write one JSON file per locale."),
            ])
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", "-f", value: "format", of: Translations.Format.self, need: .required,
                help: "The format of the files."
            ) { $0.format = $1 },
            .text("--locale", value: "locale", need: .repeated, help: "The locale; all locales by default.") {
                $0.locale.append($1)
            },
            .text(
                "--output", value: "directory", kind: .directory,
                help: """
                    The directory for one file per locale, created if it is missing; for one locale standard output by \
                    default.
                    """
            ) { $0.output = $1 },
        ]
    }

    static var operands: Operands<Self>? { CatalogDirectory.operand { $0.directory = $1 } }

    func run() throws {
        let tags = try locale.map { try LanguageOptions.canonical($0) }
        try CatalogDirectory.run {
            let catalogs = try CatalogDirectory(directory)
            let locales = try tags.isEmpty ? catalogs.locales() : tags
            guard locales.count == 1 || output != nil else {
                throw UsageError(
                    "\(locales.count) locales need a directory: name one with --output, or one locale with --locale")
            }
            try makeOutput()
            let rows = catalogs.notes.flatMap { LocaleProof("en", in: .none.adding($0)) }?.rows(.data) ?? []
            let examples = Dictionary(rows.map { ($0.code, $0.english) }) { first, _ in first }
            for locale in locales {
                let document =
                    try catalogs.document(locale) ?? ArbDocument(locale: locale, keysOf: catalogs.english)
                let file = Translations(document, english: catalogs.english, notes: catalogs.notes, examples: examples)
                try write(file.written(format), locale)
            }
        }
    }

    /// Creates the directory of the output, if it is missing.
    private func makeOutput() throws(SystemError) {
        guard let output, mkdir(output, 0o755) != 0, errno != EEXIST else { return }
        throw SystemError(reason: "--output \(output): the directory cannot be created: \(SystemError().reason)")
    }

    private func write(_ text: String, _ locale: String) throws {
        guard let output else { return try StandardOutput.write(text) }
        try NewFile.write(text, to: "\(output)/\(locale).\(format.rawValue)")
    }
}
