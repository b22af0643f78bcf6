import CommandTable
import Proviso
import ProvisoLocales

struct LocalesProofCommand: Command {
    var locale = ""
    var locales: String?
    var output: String?

    static let name = "proof"
    static let summary = "Write a page with every message as readers see it, for a review by a native speaker."

    static var page: CommandPage {
        CommandPage(
            """
            Each sentence of a message is shown, in a form and in a report: each kind of value, a value without a label, \
            and a number of each plural form that the language has. The English is beside it. The page is one HTML \
            file.
            """,
            examples: [
                ("proviso locales proof --locale ta --output ta.html", "All messages in Tamil."),
                (
                    "proviso locales proof --locale sw --locales my-locales > sw.html",
                    "All messages in Swahili, with those of a directory."
                ),
            ],
            statuses: [("0", "done"), ("2", "there is no catalog for the locale, or a catalog could not be read")])
    }

    static var options: [Option<Self>] {
        [
            .text("--locale", value: "locale", need: .required, help: "The language of the messages.") {
                $0.locale = $1
            },
            .text(
                "--locales", value: "directory", kind: .directory,
                help: "A directory of catalogs (*.arb) whose messages replace the embedded ones."
            ) { $0.locales = $1 },
            .text(
                "--output", "-o", value: "file", kind: .file, help: "The file to write; by default standard output."
            ) { $0.output = $1 },
        ]
    }

    func run() throws {
        let tag = try LanguageOptions.canonical(locale)
        try CatalogDirectory.run {
            let catalogs = try locales.map { try Catalogs.embedded.adding(directory: $0) } ?? .embedded
            guard catalogs.catalog(for: tag) != nil, let proof = LocaleProof(tag, in: catalogs) else {
                throw UsageError("--locale \(locale): there is no catalog for this language")
            }
            let page = proof.page()
            if let output { try NewFile.write(page, to: output) } else { try StandardOutput.write(page) }
        }
    }
}
