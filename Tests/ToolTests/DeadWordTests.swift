import Foundation
import TestSupport
import Testing

/// What is written in a rule file and would have no effect, or another one than it seems to have.
@Suite struct DeadWordTests {
    struct Row: Sendable {
        let rules: String
        let data: String
        let status: Int32
        let says: [String]

        init(_ rules: String, _ data: String, _ status: Int32, _ says: String...) {
            (self.rules, self.data, self.status, self.says) = (rules, data, status, says)
        }
    }

    static let rows = [
        Row(
            "types: { t: { options: { max: 5, unused: 1 }, rules: [[string, { max: \"${max}\" }]] } }\nrules: [[a, t]]",
            #"{"a":"x"}"#, 0, "1:34: warning: no rule of the type 't' uses the option 'unused'"),
        Row(
            "variables: { other: 1 }\nrules: [[a, string]]", #"{"a":"x"}"#, 0,
            "1:14: warning: nothing uses the variable 'other'"),
        // A variable in a pattern is text, whatever characters it has.
        Row(
            "variables: { sep: '.' }\nrules: [[a, match, { pattern: '^x${sep}y$' }]]", #"{"a":"xzy"}"#, 1,
            "match.invalid /a"),
        Row("variables: { sep: '.' }\nrules: [[a, match, { pattern: '^x${sep}y$' }]]", #"{"a":"x.y"}"#, 0),
        Row(
            "rules: [[v, in, { range: [1.10, 01234] }]]", #"{"v":"1.1"}"#, 0,
            "1:27: warning: 1.10 is the number 1.1; did you mean '\"1.10\"'?",
            "1:33: warning: 01234 is the number 1234; did you mean '\"01234\"'?"),
        Row(
            "rules: [[v, match, { pattern: \"\\bword\\b\" }]]", #"{"v":"word"}"#, 1,
            "1:31: warning: the pattern has a control character"),
        Row(
            "rules: [[v, each, { keys: \"\\bx\", rule: string }]]", #"{"v":{"x":"a"}}"#, 0,
            "1:27: warning: the pattern has a control character"),
        Row(
            "closed: { allow: \"\\bx\" }\nrules: [[v, string]]", #"{"v":"x"}"#, 0,
            "1:18: warning: the pattern has a control character"),
    ]

    @Test func isSaid() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for row in Self.rows {
            try tool.write(Array(row.rules.utf8), to: "r.yaml")
            let result = try tool.run(["check", "--rules", "r.yaml", "--locale", "en"], input: Array(row.data.utf8))
            #expect(result.status == row.status, "\(row.rules): \(result.errors)")
            let said = result.output + result.errors
            for part in row.says { #expect(said.contains(part), "\(row.rules): \(said)") }
        }
    }

    @Test func `a number of many digits is kept as it is written, and nothing is said`() throws {
        let tool = try Tool(rules: "rules: [[v, in, { range: [0.12345678901234567890] }]]")
        defer { tool.remove() }
        let result = try tool.check("{\"v\":0.12345678901234567890}\n{\"v\":0.12345678901234567891}\n")
        #expect(!result.errors.contains("warning"), "\(result.errors)")
        #expect(result.lines.count == 1, "\(result.output)")
    }
}
