import CommandTable
import Proviso

struct DataCommand: Command {
    static let name = "data"
    static let summary = "List the tables of data that change over time, with their sources and versions."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso data", "List all tables."),
                ("proviso data | grep -A 1 currencies", "Show the source of the table of currencies."),
            ])
    }

    func run() throws {
        try StandardOutput.write(DataSource.all.map(Self.text).joined())
    }

    private static func text(_ table: DataSource) -> String {
        let types = table.types.map(\.rawValue).joined(separator: ", ")
        let place = table.isEmbedded ? "part of proviso" : "this system's"
        return "\(table.name): \(table.version)\n    \(table.source); \(place); for \(types)\n"
    }
}
