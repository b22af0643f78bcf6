import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk
import ProvisoLocales

struct LocalesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write catalogs in a format translators' tools read: gettext's PO, XLIFF 1.2 or flat JSON.",
        discussion: """
            Each message stands beside its English, with what helps to translate it (not in JSON). What no native \
            speaker has reviewed is marked so: fuzzy in PO, needs-review-translation in XLIFF. A locale without a \
            catalog gives a file with nothing translated yet.
            """)

    @Option(help: "po, xliff or json.", completion: .list(["po", "xliff", "json"]))
    var format: Translations.Format

    @Option(help: "The locale; may be given more than once. All there are when left out.")
    var locale: [String] = []

    @Option(
        help: "The folder to write to, a file for each locale; standard output for one locale when left out.",
        completion: .directory)
    var output: String?

    @Argument(help: "A folder of catalogs (*.arb); those built in when left out.", completion: .directory)
    var folder: String?

    func run() throws {
        let tags = try locale.map { tag in
            guard let canonical = LocaleTag.canonical(tag) else {
                throw ValidationError("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR")
            }
            return canonical
        }
        try CatalogFolder.run {
            let catalogs = try CatalogFolder(folder)
            let locales = try tags.isEmpty ? catalogs.locales() : tags
            guard locales.count == 1 || output != nil else {
                throw ValidationError("\(locales.count) locales need a folder: name one with --output, or one --locale")
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
        try WholeFile.write(text, to: "\(output)/\(locale).\(format.ending)")
    }
}

extension Translations.Format: ExpressibleByArgument {}
