import Foundation
import Proviso
import Testing

/// Docs/Dataset.md: what other tools have, and what is written here.
@Suite struct DatasetPageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Docs/Dataset.md")

    private static func rows(_ text: Substring) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// What is between backquotes first.
    private static func code(_ cell: String) -> String {
        cell.split(separator: "`", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    }

    @Test func `each row of the table finds in the sample what the page says`() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "## What you know"))
        let mark = try #require(text.range(of: "<!-- rows -->"))
        let records = Self.rows(text[start.upperBound..<mark.lowerBound]).map { cells -> AnyValue in
            let names = ["id", "region", "amount", "email", "status", "createdAt"]
            return .object(
                zip(names, cells).map { AnyValue.Member($0, $1.isEmpty ? .null : .text($1)) })
        }
        #expect(records.count == 5)
        let rows = Self.rows(text[mark.upperBound...])
        #expect(rows.count > 30)
        for row in rows {
            let codes = Set(
                try DatasetTests.report(Self.code(row[2]), in: records).violations.map(\.code.rawValue))
            #expect(codes == (row[3] == "nothing" ? [] : [Self.code(row[3])]), "\(row[2])")
        }
    }
}
