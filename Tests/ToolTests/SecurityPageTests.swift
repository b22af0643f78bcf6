import Foundation
import Testing

/// The promises of SECURITY.md: each names tests, and they exist.
@Suite struct SecurityPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The names of all test functions of the repository.
    private static func functions() throws -> Set<String> {
        let tests = root.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in text.components(separatedBy: "func ").dropFirst() {
                names.insert(String(part.prefix { $0 != "(" }))
            }
        }
        return names
    }

    @Test func eachPromiseNamesTestsThatExist() throws {
        let page = try String(contentsOf: Self.root.appending(path: "SECURITY.md"), encoding: .utf8)
        let rows =
            page.components(separatedBy: "| actor | can | cannot | tests |\n").last?
            .components(separatedBy: "\n\n").first?.components(separatedBy: "\n").dropFirst() ?? []
        #expect(rows.count >= 10)
        let functions = try Self.functions()
        #expect(functions.count > 1_000)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells.last?.split(separator: "`").filter { !$0.contains(",") && !$0.contains(" ") } ?? []
            #expect(cells.count == 4 && !names.isEmpty, "\(row.prefix(60))")
            let missing = names.filter { !functions.contains(String($0)) }
            #expect(missing.isEmpty, "\(row.prefix(60))")
        }
    }
}
