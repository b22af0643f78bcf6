import CommandTable
import Proviso
import ProvisoBulk

struct DataCommand: Command {
    static let name = "data"
    static let summary = "List the tables of data that age: where they come from and how old they are."

    func run() throws {
        try StandardOutput.write(DataSource.all.map(Self.text).joined())
    }

    private static func text(_ table: DataSource) -> String {
        let types = table.types.map(\.rawValue).joined(separator: ", ")
        let place = table.isEmbedded ? "part of proviso" : "this system's"
        return "\(table.name): \(table.version)\n    \(table.source); \(place); for \(types)\n"
    }
}
