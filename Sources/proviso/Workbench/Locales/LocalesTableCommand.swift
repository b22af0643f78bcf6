import CommandTable
import Glibc
import ProvisoBulk
import ProvisoLocales

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
