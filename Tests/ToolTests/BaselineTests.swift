import Foundation
import TestSupport
import Testing

/// A baseline accepts so many findings as there were, of the severity they had; all others are findings as usual.
@Suite(.waitingForProcesses) struct BaselineTests {
    private static func rules(_ severity: String) -> String {
        """
        rules:
          - { attributes: name, type: required, id: name, severity: \(severity) }
          - [code, integer]
        """
    }
    private static let copy = "{\"name\":\"\",\"code\":\"x\"}\n"
    private static let check = ["check", "-r", "rules.yaml", "--locale", "en", "data.ndjson"]

    private static func tool(_ severity: String, accepted: Int, now: Int) throws -> Tool {
        let tool = try Tool(rules: rules(severity))
        func write(_ count: Int, _ code: String) throws {
            let record = "{\"name\":\"\",\"code\":\(code)}\n"
            try tool.write(Array(String(repeating: record, count: count).utf8), to: "data.ndjson")
        }
        let code = severity == "error" ? "1" : "2"
        try write(accepted, code)
        let written = try tool.run(check + ["--write-baseline", "base", "-q"])
        #expect(written.status == 0, "\(written.errors)")
        try write(now, code)
        return tool
    }

    /// One copy more than was accepted: a finding like any other of its severity.
    @Test(arguments: ["error", "warning", "info"])
    func aSurplusCopyIsAnOrdinaryFinding(severity: String) throws {
        let tool = try Self.tool(severity, accepted: 2, now: 3)
        defer { tool.remove() }
        let check = Self.check + ["--baseline", "base"]
        let isError = severity == "error"
        let result = try tool.run(check)
        #expect(result.status == (isError ? 1 : 0), "\(result.errors)")
        #expect(result.lines == ["data.ndjson:3:9: \(severity): Name is required. [required.blank /name]"])
        #expect(result.errors.contains("2 findings in the baseline"), "\(result.errors)")
        let statuses: [([String], Int32)] = [
            (["--fail-on", "info"], 1), (["--fail-on", "warning"], severity == "info" ? 0 : 1),
            (["--fail-on", "info", "--max-invalid", "1"], 0), (["--max-invalid", "0"], isError ? 1 : 0),
            (["--max-invalid", "1"], 0), (["--fail-on", "info", "--max-invalid", "33%"], 1),
        ]
        for (options, status) in statuses {
            #expect(try tool.run(check + options + ["-q"]).status == status, "\(options)")
        }
        for format in ["json", "ndjson", "csv", "junit", "sarif", "github", "html"] {
            let output = try tool.run(check + ["-f", format]).output
            #expect(output.components(separatedBy: "Name is required.").count - 1 >= 1, "\(format)")
        }
        #expect(try tool.run(check + ["--limit", "1"]).lines.count == 1)
    }

    /// A rule that weighs more than it did is not accepted any more; one that weighs less is.
    @Test func theSeverityIsRemembered() throws {
        let severities = ["error", "warning", "info"]
        for (place, accepted) in severities.enumerated() {
            for (other, now) in severities.enumerated() {
                let tool = try Self.tool(accepted, accepted: 2, now: 2)
                defer { tool.remove() }
                try tool.write(Array(Self.rules(now).utf8), to: "rules.yaml")
                let result = try tool.run(Self.check + ["--baseline", "base", "--fail-on", "info", "-q"])
                #expect(result.status == (other < place ? 1 : 0), "\(accepted), now \(now)")
            }
        }
    }

    /// Files of the first version did not say the severity: whatever it is now is accepted.
    @Test func aBaselineOfTheFirstVersionIsRead() throws {
        let tool = try Self.tool("info", accepted: 2, now: 3)
        defer { tool.remove() }
        let base = String(decoding: try tool.bytes("base"), as: UTF8.self)
        let old = base.replacing("\"version\":2", with: "\"version\":1").replacing("\"severity\":\"info\",", with: "")
        #expect(!old.contains("severity") && old != base)
        try tool.write(Array(old.utf8), to: "base")
        for severity in ["info", "error"] {
            try tool.write(Array(Self.rules(severity).utf8), to: "rules.yaml")
            let result = try tool.run(Self.check + ["--baseline", "base"])
            #expect(result.lines.count == 1 && result.lines.first?.hasPrefix("data.ndjson:3:") == true)
            #expect(result.status == (severity == "info" ? 0 : 1))
        }
        for broken in ["\"version\":3", "\"version\":0"] {
            try tool.write(Array(base.replacing("\"version\":2", with: broken).utf8), to: "base")
            #expect(try tool.run(Self.check + ["--baseline", "base"]).status == 2)
        }
        for line in ["{}", "[", "{\"code\":\"a\",\"attribute\":\"\",\"severity\":\"error\",\"fingerprint\":\"12\"}"] {
            try tool.write(Array((base + line + "\n").utf8), to: "base")
            let result = try tool.run(Self.check + ["--baseline", "base"])
            #expect(
                result.status == 2 && result.errors.contains("base:4: expected an accepted finding"), "\(result.errors)"
            )
        }
    }

    /// The copies that come first in the data are the accepted ones, whatever the threads, files and forms are.
    @Test func theFirstCopiesAreAccepted() throws {
        let tool = try Tool(rules: "rules: [[name, required], [id, unique]]")
        defer { tool.remove() }
        let lines = (0..<6_000).map { number in
            number % 3 == 0 ? "{\"name\":\"\",\"n\":\(number % 60)}\n" : "{\"name\":\"a\",\"id\":\(number % 5000)}\n"
        }
        try tool.write(Array(lines[..<3_000].joined().utf8), to: "a.ndjson")
        try tool.write(Array(lines[3_000...].joined().utf8), to: "b.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "--memory", "8M", "--baseline", "base"]
        let written = try tool.run(
            ["check", "-r", "rules.yaml", "a.ndjson", "--write-baseline", "base", "-q"])
        #expect(written.status == 0)
        let one = try tool.run(check + ["a.ndjson", "b.ndjson", "--jobs", "1"])
        #expect(one.status == 1)
        // All of the second file: 1,000 without a name, 333 whose number others had.
        #expect(one.lines.allSatisfy { $0.hasPrefix("b.ndjson:") } && one.lines.count == 1_333, "\(one.errors)")
        for jobs in ["2", "5"] {
            let more = try tool.run(check + ["a.ndjson", "b.ndjson", "--jobs", jobs])
            #expect(more.output == one.output && more.errors == one.errors)
        }
        let normalized = try tool.run(check + ["a.ndjson", "b.ndjson", "--normalized", "out"])
        #expect(normalized.output == one.output && tool.size("out") > 0)
    }

    /// A run that goes on knows how much of the baseline was used before.
    @Test func aBaselineGoesOnAfterAKill() throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        let lines = (0..<40_000).map { "{\"name\":\"\($0 % 2 == 0 ? "" : "a")\",\"n\":\($0 % 1000)}\n" }
        try tool.write(Array(lines[..<25_000].joined().utf8), to: "data.ndjson")
        _ = try tool.run(["check", "-r", "rules.yaml", "data.ndjson", "--write-baseline", "base", "-q"])
        try tool.write(Array(lines.joined().utf8), to: "data.ndjson")
        let check = Self.check + ["--baseline", "base", "--jobs", "2", "--memory", "8M"]
        let whole = try tool.run(check + ["-o", "whole.txt"])
        #expect(whole.status == 1)
        #expect(try tool.bytes("whole.txt").count { $0 == UInt8(ascii: "\n") } == 7_500)
        let resumed = check + ["-o", "found.txt", "--checkpoint", "state", "--checkpoint-interval", "0"]
        // Killed after what the baseline accepts was passed, or done before that: both end alike.
        let process = try tool.start(resumed)
        while process.isRunning, tool.size("found.txt") < 50_000 { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let last = try tool.run(resumed)
        #expect(last.status == 1 && last.errors == whole.errors, "\(last.errors)")
        #expect(try tool.bytes("found.txt") == tool.bytes("whole.txt"))
    }
}
