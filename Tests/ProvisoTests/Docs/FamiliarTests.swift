import Foundation
import Proviso
import Testing

/// Runs every row of Docs/Familiar.md: the rule with its two records.
struct FamiliarTests {
    struct Row: Sendable, CustomStringConvertible {
        let line: Int
        let known: String
        let rule: String
        let valid: String
        let invalid: String
        /// Whether the rules of the section are for the format in which only absent values are empty.
        let isExact: Bool

        var description: String { "Docs/Familiar.md:\(line): \(known)" }
    }

    static let rows: [Row] = {
        let page = RuleReferenceTests.root.appending(path: "Docs/Familiar.md")
        let lines = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").components(separatedBy: "\n")
        var isExact = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("## ") { isExact = false }
            if line.contains("begin with `proviso: 2`") { isExact = true }
            let cells = line.components(separatedBy: " | ").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
            }
            guard line.hasPrefix("| "), cells.count >= 3, cells[1].hasPrefix("`") else { return nil }
            func code(_ cell: String) -> String { cell.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
            return Row(
                line: index + 1, known: cells[0], rule: code(cells[1]), valid: code(cells[2]),
                invalid: cells.count > 3 ? code(cells[3]) : "", isExact: isExact)
        }
    }()

    @Test func theTablesAreRead() { #expect(Self.rows.count >= 75) }

    @Test(arguments: rows) func theRuleDoesWhatTheRowSays(_ row: Row) throws {
        let plan = try Plan(RuleSet(parsing: (row.isExact ? "proviso: 2\n" : "") + "rules:\n  - \(row.rule)\n"))
        #expect(plan.warnings.isEmpty)
        let valid = try plan.validate(AnyValue(json: row.valid))
        #expect(valid.violations.map(\.description) == [])
        if row.invalid.isEmpty { return }
        #expect(!(try plan.validate(AnyValue(json: row.invalid)).isValid))
    }
}
