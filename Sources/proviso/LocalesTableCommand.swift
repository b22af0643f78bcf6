import ArgumentParser
import Glibc
import ProvisoBulk
import ProvisoLocales

/// Writes the page about locales; `make docs` puts it where it belongs.
struct LocalesTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Write the page Docs/Locales.md.", shouldDisplay: false)

    func run() throws {
        try CatalogFolder.run {
            try StandardOutput.write(try LocaleTable.markdown())
        }
    }
}
