import CommandTable
import Glibc
import Proviso
import ProvisoLocales

struct LocalesStatsCommand: Command {
    var json = false
    var directory: String?

    static let name = "stats"
    static let summary = "Count the messages of each locale, and those that were reviewed."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso locales stats", "Count the embedded messages."),
                ("proviso locales stats --json my-locales", "Count those of a directory, as JSON."),
            ])
    }

    static var options: [Option<Self>] { [.flag("--json", help: "Write a JSON array.") { $0.json = true }] }

    static var operands: Operands<Self>? { CatalogDirectory.operand { $0.directory = $1 } }

    func run() throws {
        try CatalogDirectory.run {
            let catalogs = try CatalogDirectory(directory)
            let stats = try catalogs.locales().compactMap { locale in
                try catalogs.document(locale).map { LocaleStats($0, locale: locale, english: catalogs.english) }
            }
            try StandardOutput.write(json ? Self.json(stats) : Self.table(stats))
        }
    }

    private static func json(_ stats: [LocaleStats]) -> String {
        var writer = JSONWriter()
        writer.list { for row in stats { row.write(to: &$0) } }
        return writer.text + "\n"
    }

    private static func table(_ stats: [LocaleStats]) -> String {
        let rows =
            [["locale", "messages", "of", "reviewed"]]
            + stats.map { [$0.locale, "\($0.messages)", "\($0.total)", "\($0.reviewed)"] }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                column == 0 ? cell.0.padded(to: cell.1) : cell.0.aligned(to: cell.1)
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
