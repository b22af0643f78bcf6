import Foundation
import TestSupport
import Testing

/// A run goes on only if everything is as it was that could change what is written.
@Suite(.waitingForProcesses) struct ResumeTests {
    private static let options = [
        "--rules", "rules.yaml", "--locale", "en", "--locales", "catalogs", "--plugins", "plugins", "--collection",
        "c=col.csv",
    ]

    private static func withFiles(_ body: (Tool) throws -> Void) throws {
        let tool = try Tool(
            rules: "rules: [[name, required], [n, unique], [c, exist, {target: c, targetAttribute: id}]]")
        defer { tool.remove() }
        for folder in ["catalogs", "plugins"] {
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: folder), withIntermediateDirectories: false)
        }
        try tool.write(Array(catalog("is missing").utf8), to: "catalogs/en.arb")
        try tool.write(Array("id\n1\n2\n".utf8), to: "col.csv")
        // Not one that comes with the tool: a changed one of these would be refused.
        try HostilePlugin().build(in: tool, as: "plugins/card.so")
        try body(tool)
    }

    private static func catalog(_ words: String) -> String {
        "{\"@@locale\":\"en\",\"required.blank\":\"{attribute} \(words)\"}\n"
    }

    private static let resumed =
        ["check", "data.ndjson", "--output", "found.txt", "--checkpoint", "state", "--checkpoint-interval", "0"]
        + options + ["--jobs", "1", "--memory", "8M"]

    /// Kills runs until one has left a checkpoint.
    private static func leaveCheckpoint(_ tool: Tool) throws {
        let lines = (0..<30_000).map {
            "{\"name\":\"\($0 % 3 == 0 ? "" : "a")\",\"n\":\($0 % 20_000),\"c\":\($0 % 3)}\n"
        }
        try tool.write(Array(lines.joined().utf8), to: "data.ndjson")
        repeat {
            let process = try tool.start(resumed)
            while process.isRunning, tool.size("state") == 0 { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        } while tool.size("state") == 0
    }

    @Test func aCheckpointKnowsAllThatItsRunDependsOn() throws {
        try Self.withFiles { tool in
            let whole = try tool.run(["check", "data.ndjson", "--output", "whole.txt"] + Self.options)
            #expect(whole.errors.contains("data.ndjson"))
            try Self.leaveCheckpoint(tool)
            _ = try tool.run(["check", "data.ndjson", "--output", "whole.txt"] + Self.options)
            let plugin = try [UInt8](tool.bytes("plugins/card.so"))
            // Each as long as before, where it can be.
            for (file, bytes, name) in [
                ("catalogs/en.arb", Array(Self.catalog("is absent!").utf8), "--locales"),
                ("col.csv", Array("id\n1\n3\n".utf8), "--collection c"),
                ("plugins/card.so", plugin + [0], "--plugins"),
            ] {
                let before = try [UInt8](tool.bytes(file))
                try tool.write(bytes, to: file)
                let refused = try tool.run(Self.resumed)
                #expect(refused.status == 2)
                #expect(
                    refused.errors.contains("state is the checkpoint of another run: \(name) has changed"),
                    "\(refused.errors)")
                try tool.write(before, to: file)
            }
            try tool.write(Array(Self.catalog("x").utf8), to: "catalogs/de.arb")
            #expect(try tool.run(Self.resumed).status == 2)
            unlink(tool.folder.appending(path: "catalogs/de.arb").path())
            let last = try tool.run(Self.resumed)
            #expect(last.status == 1, "\(last.errors)")
            #expect(try tool.bytes("found.txt") == tool.bytes("whole.txt"))
        }
    }

    @Test func anotherBuildOfTheToolDoesNotGoOn() throws {
        try Self.withFiles { tool in
            try Self.leaveCheckpoint(tool)
            try tool.write([UInt8](try Data(contentsOf: URL(filePath: Tool.path))) + [0], to: "other")
            chmod(tool.folder.appending(path: "other").path(), 0o755)
            let build = URL(filePath: Tool.path).deletingLastPathComponent().path()
            let command = StreamTests.Command(Self.resumed.joined(separator: " "))
            let script = "LD_LIBRARY_PATH=\(build) exec ./other \"$@\" 2>errors"
            let refused = try tool.shell(command, script: script)
            #expect(refused.status == 2)
            #expect(refused.errors.contains("the program has changed"), "\(refused.errors)")
        }
    }

    /// Parts that were checked with other words, plugins or collections do not make one report.
    @Test func partsOfOtherRunsAreNotPutTogether() throws {
        try Self.withFiles { tool in
            try tool.write(Array("{\"name\":\"\",\"c\":1}\n{\"name\":\"\",\"c\":2}\n".utf8), to: "d.ndjson")
            try tool.write(
                Array("rules: [[name, required], [c, exist, {target: c, targetAttribute: id}]]".utf8), to: "rules.yaml")
            func part(_ bytes: String) throws -> [UInt8] {
                let result = try tool.run(["shard"] + Self.options, input: Array("d.ndjson \(bytes)".utf8))
                #expect(result.status == 0, "\(result.errors)")
                return Array(result.output.utf8)
            }
            let first = try part("0 18")
            #expect(try tool.run(["merge"], input: first + part("18 36")).status == 1)
            let plugin = try [UInt8](tool.bytes("plugins/card.so"))
            for (file, bytes) in [
                ("catalogs/en.arb", Array(Self.catalog("is absent!").utf8)), ("col.csv", Array("id\n1\n3\n".utf8)),
                ("plugins/card.so", plugin + [0]),
            ] {
                let before = try [UInt8](tool.bytes(file))
                try tool.write(bytes, to: file)
                let merged = try tool.run(["merge"], input: first + part("18 36"))
                #expect(merged.status == 3, "\(file)")
                #expect(
                    merged.errors.contains("were validated with different rules, catalogs or plugins"),
                    "\(merged.errors)")
                try tool.write(before, to: file)
            }
        }
    }

    /// As `make stress`, which does it 500 times.
    @Test func killedRunsWriteWhatUndisturbedRunsWrite() throws {
        let script = URL(filePath: #filePath).appending(path: "../../../Scripts/stress-bulk").standardized.path()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script, "--tool", Tool.path, "--trials", "\(count(8, thorough: 24))"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
