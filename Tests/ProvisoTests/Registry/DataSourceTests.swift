import Foundation
import Proviso
import Testing

/// The tables of data that age say where they come from and how old they are.
struct DataSourceTests {
    @Test func everyTableHasASourceAndAnAge() {
        let tables = DataSource.all
        #expect(Set(tables.map(\.name)).count == tables.count)
        for table in tables {
            #expect(!table.source.isEmpty && !table.types.isEmpty)
            #expect(table.version.contains { $0.isNumber }, "\(table)")
            for type in table.types { #expect(Registry.standard[type] != nil, "\(type)") }
        }
        for type: RuleType in ["currency", "countryCode", "postalCode", "timeZone", "languageTag", "date", "number"] {
            #expect(tables.contains { $0.types.contains(type) }, "\(type)")
        }
    }

    @Test func theDocumentationNamesEachEmbeddedTable() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: folder.appendingPathComponent("Docs/RuleFiles.md"), encoding: .utf8)
        for table in DataSource.all where table.isEmbedded {
            #expect(page.contains("| \(table.name) | \(table.version) |"), "\(table.name) \(table.version)")
        }
    }
}
