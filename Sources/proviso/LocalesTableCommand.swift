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
            let output = Output(descriptor: STDOUT_FILENO)
            output.write(try LocaleTable.markdown())
            output.flush()
        }
    }
}
