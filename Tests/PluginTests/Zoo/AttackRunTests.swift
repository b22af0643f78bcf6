import Foundation
import TestSupport
import Testing

/// Attacks over the length of a run.
@Suite(.waitingForProcesses) struct AttackRunTests {
    private static func data(_ count: Int, _ value: (Int) -> String) -> String {
        var text = ""
        text.reserveCapacity(count * 24)
        for index in 0..<count { text += "{\"v\":\"\(value(index))\",\"w\":\"okay\"}\n" }
        return text
    }

    /// Row 89.
    @Test func theBytesDependOnTheDataAlone() throws {
        let data = Self.data(24_000) { $0 >= 10_000 && $0 % 500 == 0 ? "boom" : $0 % 100 == 3 ? "bad" : "good" }
        let site = try AttackSite("validate abort", data: data)
        var outputs = Set<String>()
        for jobs in ["1", "2", "2", "4"] {
            let result = try site.check(.worker, ["--jobs", jobs])
            #expect(result.status == 3)
            outputs.insert(result.output)
        }
        #expect(outputs.count == 1)
    }

    /// Row 90: three times the patience, and then no more.
    @Test func aHangAtEveryValue() throws {
        let start = ContinuousClock().now
        let result = try AttackSite("validate sleep", data: Self.data(500) { _ in "boom" }).check(patience: "1")
        #expect(result.status == 3 && result.findings.count { $0.code == "rule.fault" } == 500, "\(result.errors)")
        #expect(result.findings.last?.reason.contains("it is quarantined after 3 faults") == true)
        #expect(ContinuousClock().now - start < .seconds(20))
    }

    /// Row 91: one megabyte for each value, of which it frees none.
    @Test func aPluginThatLeaksIsReplaced() throws {
        let result = try AttackSite("each leak", data: Self.data(5000) { $0 % 10 == 0 ? "bad" : "good" }).check()
        #expect(result.status == 1 || result.status == 3, "\(result.errors)")
        // Before the memory ends, all verdicts are right; after that they are faults, and none is wrong.
        let right = result.findings.filter { $0.code == AttackTable.bad }
        #expect(right.allSatisfy { $0.line % 10 == 1 } && right.count >= 100, "\(right.count) \(result.errors)")
        let faults = result.findings.filter { $0.code == "rule.fault" }.map(\.line)
        #expect(Set(right.map(\.line)).union(faults).isSuperset(of: stride(from: 1, to: 5000, by: 10)))
    }

    /// Row 94.
    @Test(arguments: ["validate loop", "validate progress-forged", "validate deaf"])
    func aWorkerDiesWithItsHost(_ what: String) throws {
        let site = try AttackSite(what)
        var workers: [Int32] = []
        let arguments = AttackSite.check + ["--plugin-mode", "worker", "--plugin-patience", "20", "d.ndjson"]
        let result = try site.run(arguments) { process in
            for _ in 0..<200 where workers.isEmpty {
                usleep(50_000)
                workers = Self.children(of: process.processIdentifier)
            }
            usleep(300_000)
            kill(process.processIdentifier, SIGKILL)
        }
        #expect(result.wasKilled && !workers.isEmpty)
        for _ in 0..<100 where workers.contains(where: { Self.lives($0) }) { usleep(50_000) }
        #expect(workers.allSatisfy { !Self.lives($0) })
    }

    private static func fields(_ process: Int32) -> [Substring] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.split(separator: " ") ?? []
    }

    private static func lives(_ process: Int32) -> Bool { !["Z", "X", ""].contains(fields(process).first ?? "") }

    private static func children(of process: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { fields($0).dropFirst().first == "\(process)" }
    }

    /// Row 96: what could not be evaluated is neither true nor false.
    @Test(arguments: [
        "{ attributes: w, type: string, min: 9, when: [v, evil/x] }",
        "{ attributes: w, type: string, min: 9, unless: [v, evil/x] }", "[l, each, { rule: evil/x }]",
    ])
    func conditionsAndItemsAreFaultsToo(_ rule: String) throws {
        let data = #"{"v":"boom","w":"okay","l":["good","boom","bad"]}"# + "\n"
        let result = try AttackSite("validate segv", rules: "rules:\n  - [v, safe]\n  - \(rule)\n", data: data).check()
        #expect(result.status == 3, "\(result.errors)")
        #expect(result.findings.contains { $0.code == "rule.fault" && $0.reason.contains(AttackTable.crash) })
    }

    /// Row 97, and 139: two plugins, of which one fails in every way; and the same one twice.
    @Test(arguments: ["validate abort", "validate verdicts-forged", "each sleep", "create abort", "validate exit"])
    func anotherPluginIsUntouched(_ what: String) throws {
        let site = try AttackSite(
            what, rules: "rules:\n  - [v, evil/x]\n  - [n, acme/even]\n  - [w, string, { min: 3 }]\n",
            data: (0..<300).map { "{\"v\":\"boom\",\"n\":\($0),\"w\":\"\($0 % 3 == 0 ? "x" : "okay")\"}\n" }.joined())
        let good = try site.workshop.compile(.fixture("fifteen"), as: "plugins/good.so")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: good)
        let result = try site.check(patience: "1")
        if what.hasPrefix("create") {
            #expect(result.status == 3 && result.findings.isEmpty, "\(result.errors)")
            return
        }
        let findings = result.findings
        let odd = findings.filter { $0.path.hasSuffix("n") }
        #expect(odd.map(\.line) == (0..<300).filter { $0 % 2 == 1 }.map { $0 + 1 }, "\(result.errors)")
        #expect(odd.allSatisfy { $0.code == "acme/even.odd" })
        #expect(findings.count { $0.code == "string.tooShort" } == 100)
    }

    /// Row 100: what JSON may nest, a plugin receives.
    @Test(arguments: [511, 512, 513], [Attack.Mode.worker, .inProcess])
    func deepLists(_ depth: Int, _ mode: Attack.Mode) throws {
        let list = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
        let data = "{\"v\":[\(list)],\"w\":\"x\"}\n{\"v\":\"bad\",\"w\":\"x\"}\n"
        let result = try AttackSite("none", data: data).check(mode)
        #expect(!result.wasKilled, "\(result.errors)")
        #expect(result.findings.contains { $0.line == 2 && $0.code == AttackTable.bad }, "\(result.output)")
        #expect(depth > 511 || result.status == 1, "\(result.errors)")
    }
}
