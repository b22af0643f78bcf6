import Foundation
import Proviso
import Testing

/// Docs/Functions.md: each example has the value that is beside it, and no function is missing.
struct ExprFunctionPageTests {
    struct Example: Sendable, CustomStringConvertible {
        let description: String
        let value: String
    }

    private static let page =
        (try? String(contentsOf: RuleReferenceTests.root.appending(path: "Docs/Functions.md"), encoding: .utf8)) ?? ""

    /// The rows of tables with an example: what is written, what it means, the example, the result.
    static let examples: [Example] = page.components(separatedBy: "\n").compactMap { row in
        let hidden = row.replacingOccurrences(of: "\\|", with: "\u{1}")
        let cells = hidden.components(separatedBy: " | ").map { $0.replacingOccurrences(of: "\u{1}", with: "|") }
        guard cells.count == 4, cells[2].hasPrefix("`") else { return nil }
        return Example(
            description: String(cells[2].dropFirst().dropLast()), value: String(cells[3].dropFirst().dropLast(3)))
    }

    @Test func thereAreMany() { #expect(Self.examples.count > 90) }

    @Test(arguments: examples) func theExampleHasTheValue(_ example: Example) throws {
        let value = try FreeExpression(example.description).value(for: [:], now: 0)
        #expect(value.json == example.value)
    }

    @Test func noFunctionIsMissing() {
        #expect(ExpressionWords.functions.contains("math.ceil") && ExpressionWords.methods.contains("transformMap"))
        let missing = ExpressionWords.functions.filter { !Self.page.contains("`\($0)(") }
        #expect(missing.isEmpty)
        #expect(ExpressionWords.methods.filter { !Self.page.contains(".\($0)(") }.isEmpty)
    }
}
