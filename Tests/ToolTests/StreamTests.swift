import Foundation
import TestSupport
import Testing

/// Standard streams that are closed, full or broken.
@Suite(.waitingForProcesses) struct StreamTests {
    /// What a command does with its streams.
    struct Command: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        /// The file that standard input is, unless it is closed.
        let input: String
        let readsInput: Bool

        init(_ arguments: String, input: String? = nil) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.input = input ?? "/dev/null"
            readsInput = input != nil
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let reading = [
        Command("check --rules rules.yaml --locale en", input: "data.ndjson"),
        Command("check --rules rules.yaml --locale en --format html", input: "data.ndjson"),
        Command("filter --rules rules.yaml --locale en", input: "data.ndjson"),
        Command("shard --rules rules.yaml --locale en", input: "shards"),
        Command("merge", input: "parts"),
        Command("merge --format json", input: "parts"),
        Command("render", input: "found.json"),
    ]

    static let printing = [
        Command("types"), Command("types required"), Command("locales table"), Command("locales stats"),
        Command("locales stats --json"), Command("locales check --json de.arb"),
        Command("locales export --format po --locale de"), Command("plugin list"), Command("plugin list --json"),
        Command("plugin info plugins/card.so"), Command("plugin doctor plugins/card.so"),
        Command("plugin test plugins/card.so --case file"), Command("--help"), Command("--version"),
        Command("check --help"), Command("help plugin"), Command("plugin sign --help"),
        Command("--generate-completion-script bash"), Command("completion fish"), Command("reference"), Command("data"),
    ]

    private static func withFiles(_ body: (Tool) throws -> Void) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let records = "{\"name\":\"\"}\n{\"name\":\"a\"}\n{\n"
        try tool.write(Array(records.utf8), to: "data.ndjson")
        try tool.write(Array("data.ndjson 0 \(records.utf8.count)\n".utf8), to: "shards")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "data.ndjson", "--format", "json"]
        try tool.write(Array(try tool.run(check).output.utf8), to: "found.json")
        let shard = ["shard", "--rules", "rules.yaml", "--locale", "en"]
        let parts = try tool.run(shard, input: tool.bytes("shards").map { $0 })
        try tool.write(Array(parts.output.utf8), to: "parts")
        let folder = URL(filePath: Tool.path).deletingLastPathComponent()
        let plugins = tool.folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: folder.appending(path: "libCreditCard.so"), to: plugins.appending(path: "card.so"))
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.copyItem(
            at: root.appending(path: "Locales/de.arb"), to: tool.folder.appending(path: "de.arb"))
        try body(tool)
    }

    @Test(arguments: reading + printing)
    func aFullDiskIsAnError(command: Command) throws {
        try Self.withFiles { tool in
            let result = try tool.shell(command, "<\(command.input) >/dev/full 2>errors")
            #expect(result.status == 3)
            #expect(result.errors.contains("error: cannot write standard output: No space left on device\n"))
        }
    }

    /// A summary or a remark that cannot be written is no success: the verdict is not taken from a run nobody can read.
    @Test func aFullStandardErrorIsAFailure() throws {
        try Self.withFiles { tool in
            try tool.write(Array("{\"name\":\"a\"}\n".utf8), to: "valid.ndjson")
            try tool.write(Array("{\"name\":\"\"}\n".utf8), to: "invalid.ndjson")
            let check = "check --rules rules.yaml --locale en"
            let rows: [(arguments: String, usual: Int32, full: Int32)] = [
                ("\(check) valid.ndjson", 0, 3), ("\(check) invalid.ndjson", 1, 3), ("\(check) data.ndjson", 3, 3),
                ("\(check) --summary valid.ndjson", 0, 0), ("\(check) --quiet valid.ndjson", 0, 0),
                ("\(check) --quiet invalid.ndjson", 1, 1), ("\(check) --output found.txt valid.ndjson", 0, 3),
                ("check --rules rules.yaml --locale haw --quiet valid.ndjson", 0, 3), ("merge parts", 3, 3),
                ("render found.json", 0, 0), ("locales check de.arb", 0, 3), ("types", 0, 0), ("types requird", 2, 2),
                ("plugin doctor plugins/card.so", 0, 3), ("plugin keygen key", 0, 3), ("\(check) --bogus", 2, 2),
            ]
            eachRow(rows) { row in
                for file in ["key.key", "key.pub"] { unlink(tool.folder.appending(path: file).path()) }
                let usual = try tool.shell(Command(row.arguments), "</dev/null >output 2>errors")
                #expect(usual.status == row.usual, "\(row.arguments): \(usual.errors)")
                let output = try tool.bytes("output")
                for file in ["key.key", "key.pub"] { unlink(tool.folder.appending(path: file).path()) }
                let full = try tool.shell(Command(row.arguments), "</dev/null >output 2>/dev/full")
                #expect(full.status == row.full, "\(row.arguments)")
                #expect(try tool.bytes("output") == output, "\(row.arguments)")
            }
        }
    }

    /// As `| head` leaves it: the tool is ended by the signal, as other tools are.
    @Test(arguments: [reading[0], reading[2], reading[4], printing[0], printing[12]])
    func aClosedPipeEndsTheTool(command: Command) throws {
        try Self.withFiles { tool in
            let words = command.arguments.joined(separator: " ")
            let script = "{ sleep 0.2; \"$0\" \(words) <\(command.input); echo $? >status; } 2>errors | true; sleep 0.1"
            _ = try tool.shell(Command(""), script: script)
            var status = ""
            for _ in 0..<100 where status.isEmpty {
                status = (try? String(decoding: tool.bytes("status"), as: UTF8.self)) ?? ""
                if status.isEmpty { usleep(50_000) }
            }
            #expect(status == "141\n")
        }
    }

    /// Every combination of closed streams: no hang, the same report in a file, and an error where there is one.
    @Test(arguments: reading + [printing[0], printing[7], printing[12]])
    func closedStreamsAreMissingAndNothingElse(command: Command) throws {
        try Self.withFiles { tool in
            let usual = try tool.shell(command, "<\(command.input) >output 2>errors")
            let output = try tool.bytes("output")
            for closed in 1..<8 {
                try tool.write([], to: "output")
                let streams = [
                    closed & 1 == 0 ? "<\(command.input)" : "<&-", closed & 2 == 0 ? ">output" : ">&-",
                    closed & 4 == 0 ? "2>errors" : "2>&-",
                ]
                let result = try tool.shell(command, streams.joined(separator: " "))
                let isMissing = command.readsInput && closed & 1 != 0
                #expect(result.status == (isMissing ? 2 : closed & 2 != 0 ? 3 : usual.status), "\(streams)")
                if closed & 4 == 0, isMissing {
                    #expect(result.errors.contains("no data") || result.errors.contains("no report"))
                }
                if closed & 4 == 0, !isMissing, closed & 2 != 0 {
                    #expect(result.errors.contains("cannot write standard output"), "\(streams): \(result.errors)")
                }
                if closed & 3 == 0 { #expect(try tool.bytes("output") == output, "\(streams)") }
            }
        }
    }

    /// Files that are opened must not get the numbers of closed streams.
    @Test func reportsInFilesAreWholeWithClosedStreams() throws {
        try Self.withFiles { tool in
            let words =
                "check --rules rules.yaml --locale en data.ndjson --format json --output o --valid v --invalid i"
            let command = Command(words)
            let usual = try tool.shell(command, "</dev/null >output 2>errors")
            #expect(usual.status == 3 && usual.errors.contains("data.ndjson:3:"))
            let files = try ["o", "v", "i"].map { try tool.bytes($0) }
            #expect(files.allSatisfy { !$0.isEmpty })
            for closed in 1..<8 {
                for file in ["o", "v", "i"] { unlink(tool.folder.appending(path: file).path()) }
                let streams = [
                    closed & 1 == 0 ? "</dev/null" : "<&-", closed & 2 == 0 ? ">output" : ">&-",
                    closed & 4 == 0 ? "2>errors" : "2>&-",
                ]
                let result = try tool.shell(command, streams.joined(separator: " "))
                #expect(result.status == usual.status, "\(streams)")
                #expect(try ["o", "v", "i"].map { try tool.bytes($0) } == files, "\(streams)")
            }
        }
    }

    @Test func standardInputByItsNameIsAnErrorWhenItIsClosed() throws {
        try Self.withFiles { tool in
            let result = try tool.shell(Command("check --rules rules.yaml -"), "<&- >output 2>errors")
            #expect(result.status == 3)
            #expect(result.errors.contains("error: <stdin>"))
        }
    }
}

extension StreamTests {
    /// Its bytes would be replaced, and another file read or written.
    @Test func anArgumentThatIsNotUTF8IsRefused() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        for argument in ["'\\377.ndjson'", "'--output=\\376.json'"] {
            let script = "exec \"$0\" check --rules rules.yaml \"$(printf -- \(argument))\" 2>errors </dev/null"
            let result = try tool.shell(Command("check"), script: script)
            #expect(result.status == 2)
            #expect(result.errors.contains(".json") || result.errors.contains(".ndjson"))
            #expect(result.errors.contains("is not UTF-8: rename the file"), "\(result.errors)")
        }
    }
}

extension Tool {
    /// Runs the tool by a shell, with its streams redirected; what goes to "errors" is in the result.
    func shell(_ command: StreamTests.Command, _ streams: String = "", script: String? = nil) throws -> Result {
        try write([], to: "errors")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", script ?? "exec timeout 60 \"$0\" \"$@\" \(streams)", Self.path] + command.arguments
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin"]
        try process.run()
        process.waitUntilExit()
        let errors = String(decoding: try bytes("errors"), as: UTF8.self)
        return Result(status: process.terminationStatus, signal: nil, output: "", errors: errors)
    }
}
