import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// `proviso test`, `sample` and `lint` as people run them.
@Suite(.waitingForProcesses) struct TestCommandTests {
    private static let rules = """
        rules:
          - [username, required]
          - [username, string, { min: 3, max: 24 }]
          - { attributes: state, type: required, when: { expr: "country == 'US'" } }
          - [country, safe]
        tests:
          - name: a short name
            record: { username: ab }
            finds: [[username, string.tooShort]]
          - { record: { username: abc }, finds: [] }

        """

    private func tool(_ rules: String = rules) throws -> Tool { try Tool(rules: rules) }

    @Test func checkWarnsOfCasesThatCanNeverPass() throws {
        let tool = try Tool(
            rules: """
                rules: [[name, string, { min: 3 }]]
                tests:
                  - { record: { name: ab }, finds: [[nme, string.tooSmall]] }
                  - { record: { nmae: ab }, valid: true, scenario: defualt }
                """)
        defer { tool.remove() }
        let result = try tool.run(["check", "-r", "rules.yaml"], input: Array("{\"name\":\"abc\"}".utf8))
        #expect(result.status == 0)
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("rules.yaml") }
        #expect(
            lines == [
                "rules.yaml:3:43: warning: no rule reports the code 'string.tooSmall'; did you mean 'string.tooShort'?",
                "rules.yaml:3:38: warning: no rule is about the path 'nme'; did you mean 'name'?",
                "rules.yaml:4:52: warning: unknown scenario 'defualt' (known: default); did you mean 'default'?",
            ], "\(lines)")
        let lint = try tool.run(["lint", "--quick", "rules.yaml"])
        #expect(lint.status == 1)
        #expect(lint.output.split(separator: "\n").count == 4, "\(lint.output)")
        #expect(lint.output.contains("rules.yaml:4:5: warning: no rule names the member 'nmae' of the case's record"))
    }

    @Test func `cases pass, and rules without one are named`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("rules.yaml: 2 cases passed"))
        #expect(result.errors.contains("rules.yaml:4:5: rule 3"), "\(result.errors)")
        #expect(result.errors.contains("cases cover 1 of 3 rules"), "\(result.errors)")
    }

    @Test func `a case that fails ends with 1`() throws {
        let tool = try tool(
            Self.rules + "  - { name: wrong, record: { username: abc }, finds: [[username, required.blank]] }\n")
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 1)
        #expect(result.output.contains("rules.yaml:11:5: case 'wrong' failed"), "\(result.output)")
        #expect(
            result.output.contains("expected username: required.blank, found no such violation"), "\(result.output)")
    }

    @Test func `reports are well formed`() throws {
        let tool = try tool(
            Self.rules
                + "  - { name: \"]]> <x> & \\u0007 'q' \\\"d\\\" 😀\", record: { username: abc }, valid: false }\n")
        defer { tool.remove() }
        let junit = try tool.run(["test", "--format", "junit", "rules.yaml"])
        #expect(junit.status == 1)
        #expect(XMLParser(data: Data(junit.output.utf8)).parse(), "\(junit.output)")
        #expect(junit.output.contains("tests=\"3\"") && junit.output.contains("failures=\"1\""), "\(junit.output)")
        let tap = try tool.run(["test", "--format", "tap", "rules.yaml"])
        #expect(tap.lines.first == "TAP version 14" && tap.lines.contains("1..3"))
        #expect(tap.lines.count { $0.hasPrefix("ok ") } == 2 && tap.lines.count { $0.hasPrefix("not ok ") } == 1)
        let ctrf = try tool.run(["test", "--format", "ctrf", "rules.yaml"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(ctrf.output.utf8)) as? [String: Any])
        let results = try #require(report["results"] as? [String: Any])
        let summary = try #require(results["summary"] as? [String: Any])
        for key in ["tests", "passed", "failed", "pending", "skipped", "other", "start", "stop"] {
            #expect(summary[key] is Int, "CTRF requires \(key)")
        }
        #expect(summary["failed"] as? Int == 1 && (results["tests"] as? [[String: Any]])?.count == 3)
        #expect((results["tool"] as? [String: Any])?["name"] as? String == "proviso")
    }

    @Test func `cases can be files`() throws {
        let tool = try tool("rules:\n  - [name, required]\n")
        defer { tool.remove() }
        for folder in ["rules.cases/valid", "rules.cases/invalid"] {
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: folder), withIntermediateDirectories: true)
        }
        try tool.write(Array("{\"name\":\"a\"}".utf8), to: "rules.cases/valid/one.json")
        try tool.write(Array("{\"name\":\"\"}\n{}\n".utf8), to: "rules.cases/invalid/two.ndjson")
        try tool.write(
            Array("{\"record\":{},\"finds\":[[\"name\",\"required.blank\"]]}\n".utf8), to: "rules.cases.ndjson")
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0 && result.errors.contains("4 cases passed"), "\(result.errors)\(result.output)")
        try tool.write(Array("{\"name\":\"\"}".utf8), to: "rules.cases/valid/bad.json")
        #expect(try tool.run(["test", "rules.yaml"]).status == 1)
    }

    @Test(arguments: [
        ("tests: [{ record: {} }]", "does not say what is found", 2),
        ("tests: [{ record: {}, finds: [[a]] }]", "[path, code]", 2),
        ("tests: [{ recrd: {}, finds: [] }]", "did you mean 'record'", 2),
        ("tests: [{ record: {}, finds: [], scenario: nope }]", "nope", 2), ("", "there are no cases", 0),
        ("tests: [{ record: {}, finds: [], locale: germn }]", "germn", 2),
    ]) func `cases with mistakes are refused`(tests: String, text: String, status: Int32) throws {
        let tool = try tool("rules: [[a, string]]\n\(tests)\n")
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
    }

    @Test func `survivors come with cases that notice them`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let result = try tool.run(["test", "--mutate", "rules.yaml"])
        #expect(result.status == 1 && result.errors.contains("→ country != 'US'"), "\(result.errors)")
        try tool.write(Array(result.output.utf8), to: "rules.cases.ndjson")
        let again = try tool.run(["test", "--mutate", "rules.yaml"])
        #expect(again.status == 0, "\(again.errors)")
        #expect(try tool.run(["test", "rules.yaml"]).status == 0)
    }

    @Test func `changes of files are seen while it watches`() throws {
        let tool = try tool("include: part.yaml\ntests: [{ record: { a: 1 }, finds: [] }]\n")
        defer { tool.remove() }
        try tool.write(Array("rules: [[a, integer]]".utf8), to: "part.yaml")
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = ["test", "--watch", "rules.yaml"]
        process.currentDirectoryURL = tool.folder
        let errors = try tool.write([], to: "errors")
        process.standardError = try FileHandle(forWritingTo: tool.folder.appending(path: errors))
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        func waits(for text: String) throws -> Bool {
            let end = Date.now + 20
            while Date.now < end {
                if try String(contentsOf: tool.folder.appending(path: errors), encoding: .utf8).contains(text) {
                    return true
                }
                usleep(20_000)
            }
            return false
        }
        #expect(try waits(for: "1 case passed"))
        try tool.write(Array("rules: [[a, string, { min: 3 }]]".utf8), to: "part.yaml")
        #expect(try waits(for: "1 of 1 case failed"))
        try tool.write(Array("rules: [[a, strin]]".utf8), to: "part.yaml")
        #expect(try waits(for: "did you mean 'string'"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 143)
    }

    @Test(arguments: ["cases", "ndjson", "json", "csv"]) func `samples are what check says`(format: String) throws {
        let tool = try tool()
        defer { tool.remove() }
        let sample = try tool.run([
            "sample", "--rules", "rules.yaml", "--format", format, "--valid", "5", "--invalid", "4",
        ])
        #expect(sample.status == 0, "\(sample.errors)")
        #expect(
            try tool.run(["sample", "--rules", "rules.yaml", "--format", format, "--valid", "5", "--invalid", "4"])
                .output == sample.output)
        guard format != "cases" else {
            try tool.write(Array(sample.output.utf8), to: "rules.cases.ndjson")
            return #expect(try tool.run(["test", "rules.yaml"]).errors.contains("11 cases passed"))
        }
        try tool.write(Array(sample.output.utf8), to: "s.\(format)")
        let check = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en", "s.\(format)"])
        #expect(check.errors.contains("9 records: 5 valid, 4 invalid"), "\(check.errors)")
    }

    @Test func `samples of one rule, and of one that has none`() throws {
        let tool = try tool(
            "rules:\n  - { attributes: n, type: integer, min: 5, id: low }\n  - [n, integer, { max: 3 }]\n")
        defer { tool.remove() }
        let result = try tool.run(["sample", "--rules", "rules.yaml", "--rule", "low"])
        #expect(result.status == 1 && result.errors.contains("no valid record"), "\(result.errors)")
        let wrong = try tool.run(["sample", "--rules", "rules.yaml", "--rule", "lw"])
        #expect(wrong.status == 2 && wrong.errors.contains("did you mean 'low'"), "\(wrong.errors)")
    }

    @Test(arguments: [
        ("rules:\n  - [n, integer, { min: 5 }]\n  - [n, integer, { max: 3 }]\n", 1, "rules.yaml:3"),
        ("rules:\n  - [n, integer, { min: 5 }]\n  - [n, integer, { min: 5 }]\n", 1, "rules.yaml:3"),
        ("rules:\n  - [n, integer, { min: 5, max: 9 }]\n", 0, ""),
        ("rules:\n  - [n, integr]\n", 2, "did you mean 'integer'"),
    ]) func `lint says what is wrong and where`(rules: String, status: Int32, text: String) throws {
        let tool = try tool(rules)
        defer { tool.remove() }
        let result = try tool.run(["lint", "rules.yaml"])
        #expect(result.status == status, "\(result.output)\(result.errors)")
        #expect(
            text.isEmpty ? result.output.isEmpty : (result.output + result.errors).contains(text), "\(result.output)")
        if status == 1 {
            let json = try tool.run(["lint", "--json", "rules.yaml"])
            let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
            #expect(list?.isEmpty == false && list?.first?["line"] is Int)
        }
    }
}
