import Foundation
import Proviso
import Testing

/// The table of examples in Docs/Explain.md: each row is run, and the explanation has its answer.
struct ExplainPageTests {
    struct Question: Sendable, CustomStringConvertible {
        let description: String
        let rules: [String]
        let record: String
        let scenario: String
        let answer: [String]

        /// Rules are items of the list `rules`; what is not in brackets or braces is another key of the file.
        var file: String {
            let isRule = { (text: String) in text.hasPrefix("[") || text.hasPrefix("{") }
            return "rules:\n" + rules.filter(isRule).map { "  - \($0)\n" }.joined()
                + rules.filter { !isRule($0) }.map { "\($0)\n" }.joined()
        }
    }

    static let questions: [Question] = {
        let page = RuleReferenceTests.root.appending(path: "Docs/Explain.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let rows = text.components(separatedBy: "## Examples").last?.components(separatedBy: "\n") ?? []
        return rows.filter { $0.hasPrefix("| ") && $0.contains("`") }.map { row in
            let hidden = row.replacingOccurrences(of: "\\|", with: "\u{1}")
            let cells = hidden.dropFirst(2).components(separatedBy: " | ").map(spans)
            let record = cells[3]
            return Question(
                description: hidden.dropFirst(2).components(separatedBy: " | ")[0], rules: cells[2], record: record[0],
                scenario: record.count > 1 ? record[1] : RuleSet.defaultScenario, answer: cells[4])
        }
    }()

    /// The code in a cell.
    private static func spans(_ cell: String) -> [String] {
        let parts = cell.components(separatedBy: "`")
        return stride(from: 1, to: parts.count, by: 2).map {
            parts[$0].replacingOccurrences(of: "\u{1}", with: "|")
        }
    }

    @Test func thereAreForty() { #expect(Self.questions.count >= 40) }

    @Test(arguments: questions) func theExplanationAnswers(_ question: Question) throws {
        let plan = try Plan(RuleSet(parsing: question.file, file: "rules.yaml"))
        let value = try AnyValue(json: question.record)
        let explanation = try plan.explain(value, scenario: question.scenario)
        let lines = Self.lines(explanation.turns)
        #expect(!question.answer.isEmpty)
        for line in question.answer { #expect(lines.contains(line), "\(question): \(lines)") }
        #expect(explanation.report == (try plan.validate(value, scenario: question.scenario)))
    }

    /// All lines about turns, without indentation.
    static func lines(_ turns: [RuleTurn]) -> [String] {
        turns.flatMap { turn in
            [turn.description] + turn.notes.map { $0.trimmingCharacters(in: .whitespaces) } + lines(turn.inner)
        }
    }
}
