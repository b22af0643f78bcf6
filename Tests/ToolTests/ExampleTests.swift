import Foundation
import TestSupport
import Testing

/// The examples and the README's rule file, through the built tool.
@Suite(.waitingForProcesses) struct ExampleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    @Test func signUpsGetTheCodesWorkedOutByHand() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = Self.root.appending(path: "Examples/signup/").path()
        let result = try tool.run([
            "check", "--rules", folder + "rules.yaml", "--format", "ndjson",
            folder + "records.ndjson",
        ])
        #expect(result.status == 1, "\(result.errors)")
        var found: [Int: Set<String>] = [:]
        for line in result.lines {
            let finding = try JSONDecoder().decode(Finding.self, from: Data(line.utf8))
            found[finding.line, default: []].insert("\(finding.path) \(finding.code)")
        }
        for row in try String(contentsOfFile: folder + "expected.tsv", encoding: .utf8).split(separator: "\n") {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
            let number = try #require(Int(columns[0]))
            let words = columns[1].split(separator: " ").map(String.init)
            let expected = Set(stride(from: 0, to: words.count, by: 2).map { "\(words[$0]) \(words[$0 + 1])" })
            #expect(found[number] ?? [] == expected, "line \(number)")
        }
    }

    @Test func thePagesCountTheRuleTypes() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let types = try tool.run(["types"]).lines
        let others = types.count { $0.hasPrefix("proviso/") }
        let count = types.count - others
        for (page, text) in [
            ("README.md", "There are \(count) rule types, and \(others) more in plugins"),
            ("CHANGELOG.md", "; \(count) rule types;"),
        ] {
            let written = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
            #expect(written.contains(text), "\(page): \(count) rule types")
        }
    }

    @Test func theReadmeNamesTheTwoCommandsOfAFreshMachineTogether() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let lines = readme.components(separatedBy: "\n")
        let run = try #require(lines.firstIndex { $0.hasPrefix("$ make run ") })
        #expect(lines[run + 1].hasPrefix("$ make test "))
    }

    @Test func theWorkflowRunsWhatTheIntegrationMachineRuns() throws {
        let workflow = try String(
            contentsOf: Self.root.appending(path: ".github/workflows/ci.yml"), encoding: .utf8)
        #expect(workflow.contains("\n      - run: .ci/run\n"))
    }

    private static let python = "/usr/bin/python3"

    /// Benchmarks/Peers compares programs that decide alike; the generator says which of its records are valid.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python), "no \(python)"))
    func theBenchmarksRulesDecideAsItsGeneratorDoes() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let peers = Self.root.appending(path: "Benchmarks/Peers/").path()
        let records = tool.folder.appending(path: "records.ndjson")
        let generator = try Process.run(
            URL(filePath: Self.python), arguments: [peers + "gen.py", "-n", "5000", "-f", "0.5", "-o", records.path()])
        generator.waitUntilExit()
        let expected = try String(contentsOfFile: records.path() + ".labels", encoding: .utf8)
        let result = try tool.run(
            ["filter", "--rules", peers + "signup.yaml"], input: Array(Data(contentsOf: records)))
        #expect(result.status == 0, "\(result.errors)")
        #expect(expected.count == 5000)
        let wrong = zip(result.lines, expected).filter { $0.hasPrefix(#"{"valid":true}"#) != ($1 == "1") }
        #expect(wrong.isEmpty, "\(wrong.count) records, such as \(wrong[0].0)")
        #expect(result.lines.count == expected.count)
    }

    private struct Finding: Decodable {
        let line: Int
        let path: String
        let code: String
    }
}
