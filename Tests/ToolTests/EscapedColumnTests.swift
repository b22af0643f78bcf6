import Foundation
import TestSupport
import Testing

/// Keys with dots in data and in the headers of tables.
@Suite(.waitingForProcesses) struct EscapedColumnTests {
    private static let rules = #"""
        rules:
          - ['log\.level', required]
          - ['app\.kubernetes\.io/name', string, { max: 3 }]
          - ['a\*', integer]
          - [price.min, integer, { strict: true }]
        """#

    @Test func `a column is the attribute whose key has its name`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.rules.utf8), to: "r.yaml")
        try tool.write(Array("log.level,app.kubernetes.io/name,a*,price.min\n,abcd,x,1\nq,abc,1,2\n".utf8), to: "d.csv")
        let found = try tool.run(["check", "--rules", "r.yaml", "d.csv"])
        #expect(found.status == 1)
        for part in ["[required.blank /log.level]", "[string.tooLong /app.kubernetes.io~1name]", "[integer.type /a*]"] {
            #expect(found.output.contains(part), "\(found.output)\(found.errors)")
        }
        #expect((found.output + found.errors).contains("2 records: 1 valid, 1 invalid; 3 errors"))
    }

    @Test func `a closed rule set knows such columns`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array((#"closed: { allow: "^x-" }"# + "\n" + Self.rules).utf8), to: "r.yaml")
        try tool.write(
            Array("log.level,app.kubernetes.io/name,a*,price.min,x-1,b.c\nq,abc,1,2,3,4\n".utf8), to: "d.csv")
        let found = try tool.run(["check", "--rules", "r.yaml", "d.csv"])
        #expect(found.status == 2)
        #expect(found.errors.contains("the column 'b.c' is named by no rule"), "\(found.errors)")
        #expect(!found.errors.contains("'log") && !found.errors.contains("'x-1'"), "\(found.errors)")
    }

    @Test func `a note names the key that a path was meant for`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("rules: [[log.level, string]]\n".utf8), to: "r.yaml")
        try tool.write(Array("{\"log.level\":\"x\"}\n{\"log.level\":\"y\"}\n".utf8), to: "d.ndjson")
        let found = try tool.run(["check", "--rules", "r.yaml", "d.ndjson"])
        #expect(
            found.errors.contains(#"'log.level' had a value in none of 2 records; did you mean 'log\.level'?"#),
            "\(found.errors)")
    }

    @Test func `init writes such keys as paths`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let lines = (0..<30).map { "{\"log.level\":\"a\($0)\",\"Node.js\":\($0),\"a*\":{\"x[0]\":1}}\n" }
        try tool.write(Array(lines.joined().utf8), to: "d.ndjson")
        let made = try tool.run(["init", "d.ndjson", "--output", "new.yaml"])
        #expect(made.status == 0, "\(made.errors)")
        let rules = try String(contentsOf: tool.folder.appending(path: "new.yaml"), encoding: .utf8)
        for path in [#"log\.level"#, #"Node\.js"#, #"x\\[0\\]"#] { #expect(rules.contains(path), "\(rules)") }
        #expect(try tool.run(["check", "--rules", "new.yaml", "d.ndjson"]).status == 0)
    }

    @Test func `cases, lint, samples and explain follow such paths`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let rules = #"""
            rules:
              - ['log\.level', required]
              - [line.*.0, integer, { max: 5 }]
            tests:
              - { record: { line: [[1], [9]] }, finds: [['log\.level', required.blank], [line.1.0, number.tooBig]] }
              - { record: { log.level: x }, valid: true }
            """#
        try tool.write(Array(rules.utf8), to: "r.yaml")
        let cases = try tool.run(["test", "r.yaml"])
        #expect(cases.status == 0, "\(cases.output)\(cases.errors)")
        let lint = try tool.run(["lint", "r.yaml"])
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
        let samples = try tool.run(["sample", "--rules", "r.yaml", "--valid", "3"])
        #expect(samples.status == 0 && samples.output.contains("log.level"), "\(samples.output)\(samples.errors)")
        try tool.write(Array(#"{"log.level":"x","line":[[1],[9]]}"#.utf8), to: "d.json")
        let told = try tool.run(["explain", "--rules", "r.yaml", "--attribute", "line.1.0", "d.json"])
        #expect(told.output.contains("line.1.0") && !told.output.contains("line.0.0"), "\(told.output)\(told.errors)")
    }
}
