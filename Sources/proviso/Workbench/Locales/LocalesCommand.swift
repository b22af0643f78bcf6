import CommandTable
import Glibc
import ProvisoBulk
import ProvisoLocales

enum LocalesCommand: CommandGroup {
    static let name = "locales"
    static let summary = "Check and count the catalogs of messages, and exchange them with translators."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso locales check my-locales", "Check the catalogs of a directory."),
                (
                    "proviso locales export --format po --locale de > de.po",
                    "Write the German messages for a translator."
                ),
            ])
    }

    static var commands: [CommandNode] {
        [
            .command(LocalesCheckCommand.self), .command(LocalesStatsCommand.self), .command(LocalesExportCommand.self),
            .command(LocalesImportCommand.self), .command(LocalesCurrentCommand.self),
            .command(LocalesProofCommand.self), .command(LocalesTableCommand.self),
        ]
    }
}

/// Writes the page about locales, for `make docs`.
struct LocalesTableCommand: Command {
    static let name = "table"
    static let summary = "Write the page Docs/Locales.md."

    static var page: CommandPage { CommandPage(isHidden: true) }

    func run() throws {
        try CatalogDirectory.run {
            try StandardOutput.write(try LocaleTable.markdown())
        }
    }
}
