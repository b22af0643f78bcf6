import Foundation
import Proviso
import ProvisoConformance
import ProvisoTesting
import Synchronization
import Testing

/// Expectations that hold, and the words of those that do not.
struct ExpectationTests {
    private static func plan() throws -> Plan {
        try Plan(RuleSet(rules: [Rule("name", .required), Rule("name", .string(min: 3))]))
    }

    @Test func whatHoldsIsNoIssue() throws {
        let plan = try Self.plan()
        try plan.expectValid(["name": "Anna"])
        try plan.expectViolation("string.tooShort", at: "name", in: ["name": "A"])
    }

    @Test("the page lists the cases in the words of the results")
    func cases() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../Docs/PluginTests.md").standardized
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "| case | what passes |"))
        let table = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        #expect(Array(table) == ConformanceCase.all.map { "| `\($0.name)` | \($0.summary) |" })
    }

    @Test func whatDoesNotHoldIsOne() throws {
        let plan = try Self.plan()
        let words = Mutex<[String]>([])
        try withKnownIssue {
            try plan.expectValid(["name": "A"])
            try plan.expectViolation("string.tooShort", at: "name", in: ["name": "Anna"])
            try plan.expectViolation("string.tooShort", at: "other", in: ["name": "A"])
            expectConforming(Conformance(file: "/none.so"))
        } matching: { issue in
            words.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        #expect(
            words.withLock { $0 } == [
                "expected to be valid, but found string.tooShort at name",
                "expected string.tooShort at name, but found nothing",
                "expected string.tooShort at other, but found string.tooShort at name",
                "file: it does not exist",
            ])
    }
}
