import CommandTable
import Glibc
import ProvisoBulk
import ProvisoLocales

/// Writes the page about locales; `make docs` puts it where it belongs.
struct LocalesTableCommand: Command {
    static let name = "table"
    static let summary = "Write the page Docs/Locales.md."

    static var page: CommandPage { CommandPage(isHidden: true) }

    func run() throws {
        try CatalogFolder.run {
            try StandardOutput.write(try LocaleTable.markdown())
        }
    }
}
