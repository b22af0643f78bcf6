import Foundation
import Glibc
import TestSupport
import Testing

/// What one record may cost: time in proportion to its size, memory within bounds.
@Suite(.waitingForProcesses) struct GrowthTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let rules: String
        /// Bytes in proportion to a number.
        let make: @Sendable (Int) -> [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ file: String, _ rules: String, _ make: @escaping @Sendable (Int) -> String) {
            self.name = name
            self.file = file
            self.rules = rules
            self.make = { Array(make($0).utf8) }
        }
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    /// The numbers are so chosen that a quadratic cost would take minutes at four times the size.
    static let shapes: [Shape] = [
        Shape("a long text", "d.json", "rules: [[a, required]]") {
            "{\"a\":\"" + String(repeating: "é", count: 40 * $0) + "\"}"
        },
        Shape("many members", "d.json", "rules: [[z, integer]]") {
            "{" + list(4 * $0) { "\"k\($0)\":\($0)" } + ",\"z\":\"x\"}"
        },
        Shape("many members that are kept", "d.json", "rules: [[o.*, integer]]") {
            "{\"o\":{" + list(2 * $0) { "\"k\($0)\":\($0)" } + "}}"
        },
        Shape("one member many times", "d.json", "rules: [[o, count, {max: 1}], [o.*, integer]]") {
            "{\"o\":{" + list(4 * $0) { _ in "\"k\":1" } + "}}"
        },
        Shape("many items", "d.json", "rules: [[l.*, integer]]") { "{\"l\":[" + list(4 * $0) { "\($0)" } + "]}" },
        Shape("many findings in one line", "d.json", "rules: [[l.*, integer]]") {
            "{\"l\":[" + list($0 / 2) { _ in "\"x\"" } + "]}"
        },
        Shape("many findings backwards", "d.json", "rules: [[a.*, integer], [b.*, integer]]") {
            "{\"b\":[" + list($0 / 4) { _ in "\"x\"" } + "],\"a\":[" + list($0 / 4) { _ in "\"x\"" } + "]}"
        },
        Shape("many findings in many lines", "d.json", "rules: [[l.*, integer]]") {
            "{\"l\":[" + list($0 / 2) { _ in "\n\"x\"" } + "]}"
        },
        Shape("a list of many records in one line", "d.json", "rules: [[a, integer]]") {
            "[" + list($0 / 4) { _ in "{\"a\":\"x\"}" } + "]"
        },
        Shape("many columns", "d.csv", "rules: [[c0, integer]]") {
            list(2 * $0) { "c\($0)" } + "\n" + list(2 * $0) { "\($0)" } + "\n"
        },
        Shape("many columns in order and none repeated but the last", "d.csv", "rules: [[c0, integer]]") {
            list(2 * $0) { "c\($0)" } + ",c0\n"
        },
        Shape("a long field in quotes", "d.csv", "rules: [[a, required]]") {
            "a\n\"" + String(repeating: "x\"\"\n\r", count: 10 * $0) + "\"\n"
        },
        Shape("a quote that is never closed", "d.csv", "rules: [[a, required]]") {
            "a\n\"" + String(repeating: "x\n", count: 20 * $0)
        },
        Shape("a line that never ends", "d.ndjson", "rules: [[a, required]]") {
            "{\"a\":\"" + String(repeating: "x", count: 40 * $0)
        },
        Shape("lines that end with a carriage return", "d.csv", "rules: [[a, integer]]") {
            "a\r" + String(repeating: "1\r", count: 10 * $0)
        },
        Shape("lines of JSON that end with a carriage return", "d.ndjson", "rules: [[a, integer]]") {
            String(repeating: "{\"a\":1}\r", count: 4 * $0)
        },
        Shape("blank lines before a header", "d.csv", "rules: [[a, integer]]") {
            String(repeating: "\n", count: 20 * $0) + "a\n1\n"
        },
        Shape("a record that is no JSON at its end", "d.json", "rules: [[a, integer]]") {
            "{\"a\":[" + list(4 * $0) { "\($0)" } + "]]"
        },
        Shape("a long record that is a member", "d.json", "records: /d\nrules: [[a, integer]]") {
            "{\"d\":{\"k\":{\"a\":1,\"s\":\"" + String(repeating: "x", count: 100 * $0) + "\"}}}"
        },
        Shape("records that are members", "d.json", "records: /d\nrules: [[a, integer]]") {
            "{\"d\":{" + list(2 * $0) { "\"k\($0)\":{\"a\":1}" } + "}}"
        },
        Shape("a long member and many more before the records", "d.json", "records: /d\nrules: [[a, integer]]") {
            "{\"s\":\"" + String(repeating: "x", count: 100 * $0) + "\"," + list($0) { "\"m\($0)\":\($0)" }
                + ",\"d\":[{\"a\":1}]}"
        },
        Shape("a record without the attribute of the rule", "d.json", "rules: [[none, integer]]") {
            "{\"l\":[" + list(4 * $0) { "\($0)" } + "]}"
        },
    ]

    @Test(arguments: shapes, [false, true]) func costsGrowAsTheSizeDoes(shape: Shape, byPipe: Bool) throws {
        let tool = try Tool(rules: shape.rules)
        defer { tool.remove() }
        let size = _isDebugAssertConfiguration() ? 4_000 : 40_000
        let format = [
            "--input-format", shape.file.hasSuffix(".csv") ? "csv" : shape.file.hasSuffix(".json") ? "json" : "ndjson",
        ]
        func cost(_ factor: Int) throws -> Double {
            let name = "\(factor)-\(shape.file)"
            if tool.size(name) == 0 { try tool.write(shape.make(factor * size), to: name) }
            let check = ["check", "--rules", "rules.yaml", "--jobs", "1", "--output", "found.txt"] + format
            let usage = try tool.usage(check, file: name, byPipe: byPipe)
            #expect([0, 1, 3].contains(usage.status), "\(shape.name): \(usage.status)")
            return usage.seconds
        }
        try Self.expectLinear("\(shape.name), by pipe: \(byPipe)", of: tool, byPipe: byPipe, cost)
    }

    /// Eight times the size takes about eight times as long.
    private static func expectLinear(
        _ name: String, of tool: Tool, byPipe: Bool = false, _ cost: (Int) throws -> Double
    ) throws {
        // Other processes make each of them longer at times: one clean pair is enough.
        var ratios: [Double] = []
        for _ in 0..<4 {
            let start = try tool.usage(["--version"], file: "rules.yaml", byPipe: byPipe).seconds
            let small = max(try cost(2) - start, 0.02)
            ratios.append((try cost(16) - start) / small)
            if ratios.contains(where: { $0 < 24 }) { return }
        }
        Issue.record("\(name): eight times the size takes \(ratios) times as long")
    }

    /// One record, and collections of any size: the same table for `exist` and for `lookup`.
    @Test(arguments: ["exist, { target: c }", "expr, { must: 'lookup(c, id).k >= 0' }"])
    func aCollectionIsReadInProportionToItsSize(rule: String) throws {
        let tool = try Tool(rules: "rules: [[id, \(rule)]]")
        defer { tool.remove() }
        try tool.write(Array("{\"id\":\"x1\"}\n".utf8), to: "d.ndjson")
        for factor in [2, 16] {
            let rows = (0..<factor * 2_000).map { "x\($0),\($0)\n" }.joined()
            try tool.write(Array(("id,k\n" + rows).utf8), to: "\(factor).csv")
        }
        try Self.expectLinear(rule, of: tool) { factor in
            let check = ["check", "--rules", "rules.yaml", "--jobs", "1", "--collection", "c=\(factor).csv"]
            let usage = try tool.usage(check, file: "d.ndjson", byPipe: false)
            #expect(usage.status == 0)
            return usage.seconds
        }
    }

    struct Limit: Sendable {
        let json: String
        let arguments: [String]
        let error: String
        /// In megabytes.
        let memory: Int
    }

    static let limits = [
        Limit(
            json: "{\"l\":[" + list(1_500_000) { _ in "1" } + "]}", arguments: ["--memory", "16M"],
            error: "a record is larger than 2 MB", memory: 90),
        Limit(
            json: "{\"l\":[" + list(900_000) { _ in "1" } + "]}", arguments: ["--memory", "16M"],
            error: "1:1: too large to parse: its values take too much memory", memory: 110),
    ]

    @Test func aRecordTakesNoMoreMemoryThanItMay() throws {
        let tool = try Tool(rules: "rules: [[l.*, integer]]")
        defer { tool.remove() }
        eachRow(Self.limits) { limit in
            try tool.write(Array((limit.json + "\n{\"l\":[1]}\n").utf8), to: "d.ndjson")
            let check =
                ["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson", "--jobs", "1"] + limit.arguments
            let result = try tool.run(check)
            #expect(result.status == 3)
            #expect(result.errors.contains(limit.error), "\(result.errors)")
            let usage = try tool.usage(check, file: "rules.yaml", byPipe: false)
            #expect(usage.megabytes < limit.memory, "\(usage.megabytes) MB")
        }
    }

    /// Each search takes time in proportion to the names of the record: only the first hundred attributes have one.
    @Test func similarNamesAreSearchedForSomeAttributes() throws {
        let tool = try Tool(rules: "rules:\n" + (0..<150).map { "  - [name\($0)abc, integer]\n" }.joined())
        defer { tool.remove() }
        let names = Self.list(150) { "\"nime\($0)abc\":1" }
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--locale", "en"], input: Array("{\(names)}\n".utf8))
        #expect(result.errors.contains("did you mean 'nime0abc'?"), "\(result.errors)")
        #expect(result.errors.contains("note: … and 80 more that no record has"), "\(result.errors)")
    }

    /// The names of a record's members are read for suggestions, and nothing else of it.
    @Test func attributesThatNoRecordHasTakeNoMemory() throws {
        let tool = try Tool(rules: "rules: [[colour, integer]]")
        defer { tool.remove() }
        let list = Self.list(2_000_000) { _ in "1" }
        try tool.write(Array("{\"a\":[\(list)],\"color\":[\(list)]}\n".utf8), to: "d.ndjson")
        _ = try tool.run(program: "/usr/bin/gzip", ["-kf", "d.ndjson"])
        for (name, memory) in [
            ("d.ndjson", []), ("d.ndjson", ["--memory", "64M"]), ("d.ndjson.gz", ["--memory", "64M"]),
        ] {
            let check = ["check", "--rules", "rules.yaml", "--locale", "en", "--jobs", "1"] + memory + [name]
            let result = try tool.run(check)
            #expect(result.status == 0 && result.errors.contains("did you mean 'color'?"), "\(result.errors)")
            let usage = try tool.usage(check, file: "rules.yaml", byPipe: false)
            #expect(usage.megabytes < 110, "\(name) \(memory): \(usage.megabytes) MB")
        }
    }

    /// A zstd frame of one raw block whose header asks for a window of so many bits.
    private static func frame(_ text: String, window: UInt8) -> [UInt8] {
        let bytes = Array(text.utf8)
        let block = bytes.count << 3 | 1
        return [0x28, 0xB5, 0x2F, 0xFD, 0, (window - 10) << 3]
            + (0..<3).map { UInt8(block >> (8 * $0) & 0xFF) } + bytes
    }

    @Test func windowsOfCompressedDataAreLimited() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d"]
        for (window, memory, isRead) in [
            (UInt8(27), [String](), true), (31, [], false), (31, ["--memory", "4G"], true),
            (23, ["--memory", "16M"], true),
            (27, ["--memory", "16M"], false),
        ] {
            try tool.write(Self.frame("{\"a\":1}\n", window: window), to: "d")
            let result = try tool.run(check + memory)
            #expect(result.status == (isRead ? 0 : 3), "\(window) \(memory): \(result.errors)")
            let reason = "the zstd data needs a window of more than "
            #expect(result.errors.contains(reason) != isRead, "\(window) \(memory): \(result.errors)")
        }
    }

    /// Whatever is wrong with a record, its findings take no more memory than a number of them.
    @Test func findingsOfARecordTakeBoundedMemory() throws {
        let tool = try Tool(rules: "rules: [[l.*, integer]]")
        defer { tool.remove() }
        try tool.write(Array("rules: [[l.*, integer, {max: 0}]]".utf8), to: "strict.yaml")
        for count in [100_000, 200_000, 400_000] {
            try tool.write(Array("{\"l\":[\(Self.list(count) { _ in "1" })]}".utf8), to: "d.json")
            func megabytes(_ rules: String, status: Int32) throws -> Int {
                let usage = try tool.usage(
                    [
                        "check", "--rules", rules, "--locale", "en", "--jobs", "1", "--input-format", "json", "-o",
                        "found",
                    ],
                    file: "d.json",
                    byPipe: false)
                #expect(usage.status == status)
                return usage.megabytes
            }
            let (valid, invalid) = (try megabytes("rules.yaml", status: 0), try megabytes("strict.yaml", status: 1))
            #expect(invalid - valid < 40, "\(count) findings: \(invalid) MB instead of \(valid) MB")
        }
    }

    /// Twenty thousand long messages do not wait in memory until their chunk is done.
    @Test func findingsOfAChunkAreWrittenAsTheyCome() throws {
        let values = (0..<2000).map { "value-\($0)" }.joined(separator: ", ")
        let tool = try Tool(rules: "rules: [[a, startsWith, {value: [\(values)]}]]")
        defer { tool.remove() }
        try tool.write(Array(String(repeating: "{\"a\":\"x\"}\n", count: 8_000).utf8), to: "d.ndjson")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "d.ndjson", "--output"]
        let usage = try tool.usage(check + ["found.txt", "--jobs", "2"], file: "rules.yaml", byPipe: false)
        #expect(usage.status == 1)
        #expect(usage.megabytes < 150, "\(usage.megabytes) MB")
        // A message has a thousand of the values.
        #expect(tool.size("found.txt") > 4_000 * values.utf8.count)
    }

    struct Change: Sendable {
        let name: String
        let change: @Sendable (String) -> Void
    }

    static let changes = [
        Change(name: "cut at the end of a line") { truncate($0, 200_000) },
        Change(name: "cut in a line") { truncate($0, 200_003) },
        Change(name: "emptied") { truncate($0, 0) },
        Change(name: "longer") {
            let file = fopen($0, "a")
            fputs("{\"name\":\"\"}\n", file)
            fclose(file)
        },
        Change(name: "written over") {
            let file = fopen($0, "r+")
            fputs("{", file)
            fclose(file)
        },
    ]

    @Test(arguments: [
        ("d.ndjson", "{\"name\":\"\"}\n", ""), ("d.csv", "\"\",\"\"  ,\n".replacing("  ", with: ""), "name,age,c\n"),
    ])
    func aFileThatChangesWhileItIsReadIsAnError(file: String, line: String, head: String) throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        // Ten bytes a line, so that a cut may be at the end of one.
        let record = line.count == 12 ? line : "\"\",\"1234\",\n"
        let text = head + String(repeating: record, count: 100_000)
        for change in Self.changes {
            try tool.write(Array(text.utf8), to: file)
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = ["check", "--rules", "rules.yaml", "--jobs", "1", file]
            process.currentDirectoryURL = tool.folder
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle(forWritingAtPath: tool.folder.appending(path: "rules.yaml").path())
            try tool.write([], to: "errors")
            process.standardError = try FileHandle(forWritingTo: tool.folder.appending(path: "errors"))
            try process.run()
            // The tool waits for somebody to take what it writes, long before the end of the file.
            _ = try output.fileHandleForReading.read(upToCount: 1)
            change.change(tool.folder.appending(path: file).path())
            _ = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let errors = String(decoding: try tool.bytes("errors"), as: UTF8.self)
            #expect(process.terminationStatus == 3, "\(change.name): \(errors)")
            #expect(errors.contains("the file changed while it was read"), "\(change.name): \(errors)")
        }
    }
}

extension Tool {
    struct Usage {
        let status: Int32
        /// Of processor time.
        let seconds: Double
        /// The most memory it had at once.
        let megabytes: Int
    }

    /// Runs the tool and measures it; a pipe delivers the file, or it is standard input.
    func usage(_ arguments: [String], file: String, byPipe: Bool) throws -> Usage {
        let words = ([Tool.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        // The exit status of a pipeline is that of its last command.
        let command = byPipe ? "cat '\(file)' | \(words)" : "exec \(words) < '\(file)'"
        let folder = folder.path(percentEncoded: false)
        let script = "cd '\(folder)' && { \(command); } 2>/dev/null"
        var shell: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", script].map { (word: String) in strdup(word) }
        shell.append(nil)
        defer { for word in shell { free(word) } }
        var child = pid_t()
        guard posix_spawn(&child, "/bin/sh", nil, nil, shell, nil) == 0 else { throw POSIXError(.EAGAIN) }
        var status = Int32()
        var usage = rusage()
        // What wait4 says of memory counts that of the tests, from which the process came.
        var memory = 0
        while true {
            let ended = wait4(child, &status, WNOHANG, &usage)
            if ended == child { break }
            guard ended == 0 else { throw POSIXError(.ECHILD) }
            if let peak = Self.peakMemory(of: child) { memory = peak }
            usleep(1000)
        }
        let micros = (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(micros) * 1e-6
        return Usage(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, seconds: seconds, megabytes: memory >> 10)
    }

    /// The most memory that a running process had at once, in kilobytes.
    private static func peakMemory(of process: pid_t) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }
}
