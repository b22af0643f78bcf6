import CommandTable
import Proviso
import ProvisoLocales

struct LocalesCurrentCommand: Command {
    var codes: [String] = []
    var files: [String] = []

    static let name = "current"
    static let summary = "Note that messages say what English says today."

    static var page: CommandPage {
        CommandPage(
            """
            A catalog holds a hash of the English that each message was translated from. When the English changes, \
            'proviso locales check' reports the message. Read it beside the new English, change it if needed, and note \
            with this command that it is current.
            """,
            examples: [
                ("proviso locales current Locales/de.arb --code url.invalid", "One message is current."),
                ("proviso locales current my-locales/sw.arb", "All messages of a new translation are current."),
            ],
            statuses: [("0", "done"), ("2", "a file could not be read or written, or a code is unknown")])
    }

    static var options: [Option<Self>] {
        [
            .text(
                "--code", value: "code", need: .repeated, help: "The code of a message; all messages by default."
            ) { $0.codes.append($1) }
        ]
    }

    static var operands: Operands<Self>? {
        Operands("catalogs", .atLeastOne, help: "Catalogs (*.arb), or messages files (*.json) of plugins.") {
            $0.files.append($1)
        }
    }

    func run() throws {
        try CatalogDirectory.run {
            for file in files {
                if MessagesFile.isMeant(by: file) {
                    let catalogs = try CatalogDirectory(file)
                    for locale in try catalogs.locales() where locale != "en" {
                        guard let document = try catalogs.document(locale) else { continue }
                        try catalogs.write(try noted(document, catalogs.english, file), for: locale)
                    }
                } else {
                    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
                    let english = try CatalogDirectory(folder).english
                    try NewFile.write(try noted(ArbDocument(contentsOf: file), english, file).written, to: file)
                }
            }
        }
    }

    private func noted(_ document: ArbDocument, _ english: ArbDocument, _ file: String) throws -> ArbDocument {
        for code in codes where document[code] == nil { throw UsageError("\(file): it has no message '\(code)'") }
        var document = document
        for key in document.keys where codes.isEmpty || codes.contains(key) {
            if let source = english[key] { document.setEnglish(key, source) }
        }
        return document
    }
}
