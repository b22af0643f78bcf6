import Foundation
import TestSupport
import Testing

/// Whatever is nested in the data: no crash, and what the tool writes it can read.
@Suite(.waitingForProcesses) struct DepthTests {
    private static func name(_ parts: Int) -> String { Array(repeating: "a", count: parts).joined(separator: ".") }

    /// A column is an object for each of its parts.
    @Test(arguments: [33, 513, 600, 40_000, 400_000]) func namesOfColumnsHaveFewParts(parts: Int) throws {
        let tool = try Tool(rules: "optional: [b]\nrules: [[b, integer, {max: 1}], [c, exist, {target: t}]]")
        defer { tool.remove() }
        let table = "b,\(Self.name(parts)),c\n2,x,1\n"
        try tool.write(Array(table.utf8), to: "t.csv")
        try tool.write(Array("{\"c\":1}\n".utf8), to: "d.ndjson")
        try tool.write(Array("c\n1\n".utf8), to: "good.csv")
        let reason = "t.csv:1: the header: column 2, 'a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.…', has a name of \(parts) parts"
        let calls: [([String], [UInt8])] = [
            (["check", "-r", "rules.yaml", "--collection", "t=good.csv", "--normalized", "n", "t.csv"], []),
            (["shard", "-r", "rules.yaml", "--collection", "t=good.csv"], Array("t.csv 0 \(table.utf8.count)\n".utf8)),
        ]
        for (arguments, input) in calls {
            let result = try tool.run(arguments, input: input)
            #expect(result.status == 3 && result.signal == nil, "\(arguments[0]): \(result.status)")
            #expect(result.errors.contains(reason), "\(result.errors.prefix(500))")
        }
        let collection = try tool.run([
            "check", "-r", "rules.yaml", "--collection", "t=t.csv", "-f", "ndjson", "d.ndjson",
        ])
        #expect(collection.status == 3 && collection.signal == nil)
        #expect(collection.errors.contains("the header: column 2"), "\(collection.errors.prefix(500))")
    }

    /// A process may be given a small stack; then a deep record could not be validated, and that is said.
    @Test(arguments: [512, 1024, 4096]) func aSmallStackEndsNoRun(kilobytes: Int) throws {
        let shape = "shape, { name: n, maxDepth: 100 }"
        let tool = try Tool(
            rules: "shapes: { n: { rules: [[v, integer], [c, \(shape)]] } }\nrules: [[t, \(shape)]]")
        defer { tool.remove() }
        let deep = String(repeating: "{\"c\":", count: 90) + "{\"v\":\"x\"}" + String(repeating: "}", count: 90)
        try tool.write(Array("{\"t\":\(deep)}\n{\"t\":{\"v\":\"y\"}}\n".utf8), to: "d.ndjson")
        let script = "ulimit -s \(kilobytes); exec \"$TOOL\" check -r rules.yaml -f ndjson d.ndjson"
        let result = try tool.run(
            program: "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path])
        #expect(result.signal == nil && [1, 3].contains(result.status), "\(result.status) \(result.errors)")
        #expect(result.output.contains("\"/t/v\""), "\(result.output.prefix(500))")
    }

    /// Each shape applies the next one to a member.
    @Test(arguments: ["check -r", "doc", "lint --quick", "lint --cost", "test", "fmt --check"])
    func `long chains of shapes are read by every command`(_ command: String) throws {
        let chain = (0..<600).map { "  s\($0): [[l, shape, {name: s\($0 + 1)}]]\n" }.joined()
        let rules = "proviso: 2\nshapes:\n\(chain)  s600: [[v, integer]]\nrules: [[a, shape, {name: s0}]]\n"
        let tool = try Tool(rules: rules)
        defer { tool.remove() }
        let arguments = command.split(separator: " ").map(String.init) + ["rules.yaml"]
        let result = try tool.run(arguments, input: Array("{\"a\":{}}\n".utf8))
        #expect(result.signal == nil && result.status < 2, "\(result.status) \(result.errors.prefix(500))")
    }

    @Test func aNameOfThirtyTwoPartsIsFine() throws {
        let tool = try Tool(rules: "rules: [[\(Self.name(32)), required], [b, trim]]")
        defer { tool.remove() }
        try tool.write(Array("b,\(Self.name(32))\n x,1\n".utf8), to: "t.csv")
        let result = try tool.run(["check", "-r", "rules.yaml", "--normalized", "n.ndjson", "t.csv"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try tool.run(["check", "-r", "rules.yaml", "n.ndjson"]).status == 0)
    }

    /// As deep as records may be, with the value in the finding twice: as such and as a parameter.
    @Test(arguments: ["json", "ndjson"]) func reportsOfDeepValuesCanBeRead(format: String) throws {
        let tool = try Tool(
            rules: "rules: [{attributes: a, type: in, range: [1], message: '{value} no'}, [b, default, {value: [[1]]}]]"
        )
        defer { tool.remove() }
        let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
        let good = "{\"x\":\(deep)}\n"
        try tool.write(Array(("{\"a\":\(deep)}\n" + good).utf8), to: "d.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson", "--show-values"]
        let stored = try tool.run(check + ["-f", format, "--normalized", "n.ndjson"])
        #expect(stored.status == 1, "\(stored.errors)")
        let rendered = try tool.run(["render", "-r", "rules.yaml", "--locale", "en"], input: Array(stored.output.utf8))
        #expect(rendered.status == 0 && rendered.lines.count == 1, "\(rendered.errors)")
        let again = try tool.run(["check", "-r", "rules.yaml", "n.ndjson", "--normalized", "m.ndjson"])
        #expect(again.status == 0, "\(again.errors)")
        #expect(try tool.bytes("m.ndjson") == tool.bytes("n.ndjson"))
        let verdicts = try tool.run(["filter", "-r", "rules.yaml"], input: Array("{\"a\":\(deep)}\n".utf8))
        #expect((try? JSONSerialization.jsonObject(with: Data(verdicts.output.utf8))) != nil)
        try tool.write(Array(verdicts.output.utf8), to: "v.ndjson")
        #expect(try tool.run(["check", "-r", "rules.yaml", "v.ndjson"]).status == 0)
        let size = tool.size("d.ndjson")
        let parts = try tool.run(
            ["shard", "-r", "rules.yaml", "--locale", "en"], input: Array("d.ndjson 0 \(size)\n".utf8))
        let merged = try tool.run(["merge", "-f", format], input: Array(parts.output.utf8))
        #expect(merged.status == 1, "\(merged.errors)")
        let plain = try tool.run(["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson", "-f", format])
        #expect(merged.output == plain.output)
    }

    /// Values that a page shows are in the checkpoint, too.
    @Test func aCheckpointHoldsDeepValues() throws {
        let tool = try Tool(rules: "rules: [[a, in, {range: [1]}]]")
        defer { tool.remove() }
        let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
        let lines = (0..<6_000).map { "{\"a\":\($0 == 5 ? deep : "1"),\"n\":\($0)}\n" }
        try tool.write(Array(lines.joined().utf8), to: "d.ndjson")
        let check = ["check", "-r", "rules.yaml", "--locale", "en", "d.ndjson", "--show-values", "-f", "html"]
        _ = try tool.run(check + ["-o", "whole.html"])
        let resumed = check + ["-o", "part.html", "--checkpoint", "state", "--checkpoint-interval", "0", "--jobs", "1"]
        let process = try tool.start(resumed)
        while process.isRunning, tool.size("state") == 0 { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let last = try tool.run(resumed)
        #expect(last.status == 1, "\(last.errors)")
        #expect(try tool.bytes("part.html") == tool.bytes("whole.html"))
    }

    /// Files that others may have changed: deep texts are refused as what they are.
    @Test func deepFilesAreRefused() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let deep = String(repeating: "[", count: 200_000)
        let closed = deep + String(repeating: "]", count: 200_000)
        try tool.write(Array("{\"name\":\"a\"}\n".utf8), to: "d.ndjson")
        for text in [deep, closed, "{\"violations\":\(closed)}", "{\"proviso\":\(closed)}\nchecksum 0\n"] {
            try tool.write(Array(text.utf8), to: "deep")
            let mark = "{\"proviso\":\"baseline\",\"version\":2}\n"
            try tool.write(Array((mark + text).utf8), to: "base")
            let check = ["check", "-r", "rules.yaml", "d.ndjson"]
            let rows: [([String], Int32)] = [
                (["render", "deep"], 3), (["merge", "deep"], 3), (check + ["--baseline", "base"], 2),
                (check + ["-o", "o", "--checkpoint", "deep"], 2), (["check", "-r", "rules.yaml", "deep"], 3),
            ]
            eachRow(rows) { arguments, status in
                let result = try tool.run(arguments)
                #expect(result.status == status && result.signal == nil, "\(arguments): \(result.errors.prefix(300))")
            }
        }
    }
}
