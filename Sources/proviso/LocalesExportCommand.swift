import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoLocales

struct LocalesExportCommand: Command {
    var format = Translations.Format.po
    var locale: [String] = []
    var output: String?
    var folder: String?

    static let name = "export"
    static let summary = "Write catalogs in a format translators' tools read: gettext's PO or flat JSON."

    static var page: CommandPage {
        CommandPage(
            """
            In PO, each message has its English text beside it, and notes that help to translate it. A message that no \
            native speaker has reviewed is marked as fuzzy. A locale without a catalog gives a file with nothing \
            translated yet.
            """)
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", value: "format", of: Translations.Format.self, need: .required,
                help: "The format of the files."
            ) { $0.format = $1 },
            .text("--locale", value: "locale", need: .repeated, help: "The locale; all there are when left out.") {
                $0.locale.append($1)
            },
            .text(
                "--output", value: "folder", kind: .folder,
                help: "The folder to write to, a file for each locale; standard output for one locale when left out."
            ) { $0.output = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands(
            "catalogs", .oneOrNone, kind: .file,
            help:
                "A folder of catalogs (*.arb), or the messages file (*.json) of a plugin; those built in when left out."
        ) { $0.folder = $1 }
    }

    func run() throws {
        let tags = try locale.map { tag in
            guard let canonical = LocaleTag.canonical(tag) else {
                throw UsageError("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR")
            }
            return canonical
        }
        try CatalogFolder.run {
            let catalogs = try CatalogFolder(folder)
            let locales = try tags.isEmpty ? catalogs.locales() : tags
            guard locales.count == 1 || output != nil else {
                throw UsageError("\(locales.count) locales need a folder: name one with --output, or one --locale")
            }
            for locale in locales {
                let document =
                    try catalogs.document(locale) ?? ArbDocument(locale: locale, keysOf: catalogs.english)
                let file = Translations(document, english: catalogs.english, notes: catalogs.notes)
                try write(file.written(format), locale)
            }
        }
    }

    private func write(_ text: String, _ locale: String) throws {
        guard let output else { return try StandardOutput.write(text) }
        try WholeFile.write(text, to: "\(output)/\(locale).\(format.rawValue)")
    }
}
