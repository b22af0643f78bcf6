import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct DataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "data", abstract: "List the tables of data that age: where they come from and how old they are.")

    func run() throws {
        let output = Output(descriptor: STDOUT_FILENO)
        for table in DataSource.all { output.write(Self.text(table)) }
        output.flush()
    }

    private static func text(_ table: DataSource) -> String {
        let types = table.types.map(\.rawValue).joined(separator: ", ")
        let place = table.isEmbedded ? "part of proviso" : "this system's"
        return "\(table.name): \(table.version)\n    \(table.source); \(place); for \(types)\n"
    }
}
