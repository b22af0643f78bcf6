import Foundation
import TestSupport
import Testing

/// A plugin that fails is neither valid nor invalid data: the run says so, and ends with 3.
@Suite(.waitingForProcesses) struct PluginFailureTests {
    private static let crash = "*(volatile int *)0 = 0;"
    private static let record = Array("{\"v\":\"boom\"}\n".utf8)
    private static let reason = "crashed (segmentation fault)"
    private static let call = ["--rules", "rules.yaml", "--plugins", "plugins", "--locale", "en"]

    @Test func everyFormatSaysWhyAndEndsWithThree() throws {
        for severity in ["error", "warning", "info"] {
            let tool = try HostilePlugin(boom: Self.crash)
                .tool(rules: "rules: [{ attributes: v, type: evil/x, severity: \(severity) }]")
            defer { tool.remove() }
            let formats = ["text", "csv", "github", "junit", "html", "json", "ndjson", "sarif", "problem"]
            for format in severity == "error" ? formats : ["text"] {
                let result = try tool.run(["check", "--format", format] + Self.call, input: Self.record)
                #expect(result.status == 3, "\(format): \(result.errors)")
                #expect(result.output.contains(Self.reason), "\(format): \(result.output)")
                #expect(result.errors.contains("0 valid, 1 invalid"), "\(format): \(result.errors)")
                #expect(result.errors.contains("error: 1 value could not be validated (evil/x)"), "\(result.errors)")
                if format == "junit" { #expect(result.output.contains("errors=\"1\"")) }
                guard format == "sarif" else { continue }
                let sarif = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                let run = (sarif?["runs"] as? [[String: Any]])?.first
                let invocation = (run?["invocations"] as? [[String: Any]])?.first
                #expect(invocation?["executionSuccessful"] as? Bool == false)
                #expect((invocation?["toolExecutionNotifications"] as? [[String: Any]])?.count == 1)
            }
        }
    }

    @Test func noOptionMakesAFailureASuccess() throws {
        let tool = try HostilePlugin(boom: Self.crash).tool()
        defer { tool.remove() }
        let options = [
            ["--fail-on", "info"], ["--max-invalid", "100%"], ["--max-errors", "1"], ["--quiet"],
            ["--write-baseline", "base"], ["--baseline", "base"], ["--valid", "good", "--invalid", "bad"],
            ["--plugin-mode", "worker"],
        ]
        for option in options {
            let result = try tool.run(["check"] + Self.call + option, input: Self.record)
            #expect(result.status == 3, "\(option): \(result.errors)")
        }
        #expect(try tool.bytes("good").isEmpty && !tool.bytes("bad").isEmpty)
    }

    @Test func clustersAndStoredReportsFailToo() throws {
        let tool = try HostilePlugin(boom: Self.crash).tool()
        defer { tool.remove() }
        let filter = try tool.run(["filter"] + Self.call, input: Self.record)
        #expect(filter.status == 3 && filter.output.hasPrefix("{\"valid\":false"), "\(filter.output)")
        try tool.write(Self.record, to: "d.ndjson")
        let shard = try tool.run(["shard"] + Self.call, input: Array("d.ndjson 0 \(Self.record.count)\n".utf8))
        #expect(shard.status == 3 && shard.output.contains("{\"shard\":"), "\(shard.errors)")
        for format in ["text", "json", "sarif"] {
            let merge = try tool.run(["merge", "--format", format], input: Array(shard.output.utf8))
            #expect(merge.status == 3 && merge.output.contains(Self.reason), "\(format): \(merge.errors)")
        }
        let report = try tool.run(["check", "--format", "json"] + Self.call, input: Self.record)
        let render = try tool.run(["render", "--locale", "en"], input: Array(report.output.utf8))
        #expect(render.status == 3 && render.output.contains(Self.reason), "\(render.output)")
        // The reason is in the message once, however often a report is written again.
        #expect(render.output.components(separatedBy: Self.reason).count == 2, "\(render.output)")
    }

    /// A rule needs the plugin, and it cannot be used: unlike a wrong option, that is no usage error.
    @Test func aPluginThatCannotStartIsNoUsageError() throws {
        let plugins = [
            HostilePlugin(constructor: "abort();"), HostilePlugin(initialize: "return -3;"),
            HostilePlugin(initialize: "abort();"), HostilePlugin(create: "abort();"),
            HostilePlugin(create: "return -3;"),
        ]
        for plugin in plugins {
            let tool = try plugin.tool()
            defer { tool.remove() }
            for command in ["check", "filter"] {
                let result = try tool.run([command] + Self.call, input: Self.record)
                #expect(result.status == 3, "\(result.errors)")
            }
            try tool.write(Array("rules: [[v, each, { rule: evil/x }]]".utf8), to: "rules.yaml")
            #expect(try tool.run(["check"] + Self.call, input: Self.record).status == 3)
        }
        let picky = try HostilePlugin(create: #"failure->reason = "Wrong."; return -1;"#).tool()
        defer { picky.remove() }
        #expect(try picky.run(["check"] + Self.call, input: Self.record).status == 2)
    }

    /// A short record with a message of 680 MB for each of its findings.
    @Test func messagesAndFindingsAreBounded() throws {
        let repeated = String(repeating: "{text}", count: 680)
        let tool = try HostilePlugin(
            boom: """
                char *text = malloc(1 << 20);
                memset(text, 'a', 1 << 20);
                for (int i = 0; i < 7; i++) note(call, text, 1 << 20);
                return PROVISO_INVALID;
                """, catalog: #"{"@@locale":"en","evil.bad":"b","evil.note":"\#(repeated)"}"#
        ).tool()
        defer { tool.remove() }
        for format in ["text", "csv", "github", "junit", "html", "json", "ndjson", "sarif", "problem"] {
            let result = try tool.run(["check", "--format", format] + Self.call, input: Self.record)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.output.utf8.count < 10_000_000, "\(format): \(result.output.utf8.count) bytes")
            #expect(result.output.contains("… (cut after 65,536 bytes)"), "\(format)")
        }
    }
}
