import Proviso
import TestSupport
import Testing

/// How old the tables of data are.
@Suite(.waitingForProcesses) struct DataTests {
    @Test func listsEachTableWithItsVersion() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["data"])
        #expect(result.status == 0)
        for table in DataSource.all {
            #expect(result.output.contains("\(table.name): \(table.version)\n    \(table.source);"), "\(result.output)")
        }
    }
}
