import Foundation
import TestSupport
import Testing

/// Many records: threads, compressed files, checkpoints, and parts of files.
@Suite(.waitingForProcesses) struct BulkTests {
    /// One record in three is invalid.
    private static func records(_ count: Int) -> [UInt8] {
        var text = ""
        for number in 0..<count {
            let name = number % 3 == 0 ? "" : "n\(number)"
            text += "{\"name\":\"\(name)\",\"n\":\(number)}\n"
        }
        return Array(text.utf8)
    }

    private static let check = ["check", "--rules", "rules.yaml", "--locale", "en"]
    private static let shard = ["shard", "--rules", "rules.yaml", "--locale", "en"]

    @Test func theOutputIsTheSameOnAnyNumberOfThreads() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Self.records(8_000), to: "data.ndjson")
        // So many threads in so little memory leave 32 KB for a chunk: there are seven of them.
        let arguments = Self.check + ["data.ndjson", "--memory", "8M"]
        for format in ["text", "json", "ndjson"] {
            let one = try tool.run(arguments + ["--format", format, "--jobs", "1"])
            #expect(one.status == 1)
            #expect(one.output.count { $0 == "\n" } >= 2600)
            for jobs in ["2", "31"] {
                let more = try tool.run(arguments + ["--format", format, "--jobs", jobs])
                #expect(more.output == one.output)
                #expect(more.errors == one.errors)
            }
        }
    }

    @Test func readsTables() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [age, integer, { min: 18, strict: true }]
                  - [zip, string, { length: 5 }]
                  - [zip, integer]
                  - [address.city, required]
                """)
        defer { tool.remove() }
        let table = "age;zip;address.city;other\n20;01234;Bonn;\n17;01234;\"Köln\";x\nold;1234;;\n"
        try tool.write(Array(table.utf8), to: "data.csv")
        let result = try tool.run(Self.check + ["data.csv", "--delimiter", ";"])
        #expect(result.status == 1)
        let places = result.lines.map { $0.split(separator: " ").first.map(String.init) }
        #expect(places == ["data.csv:3:1:", "data.csv:4:1:", "data.csv:4:5:", "data.csv:4:10:"])
        let piped = try tool.run(
            Self.check + ["--input-format", "csv", "--delimiter", ";", "-"], input: Array(table.utf8))
        #expect(piped.output == result.output.replacing("data.csv", with: "<stdin>"))
        let twice = try tool.run(Self.check + ["--input-format", "csv"], input: Array("a,b,a\n1,2,3\n".utf8))
        #expect(twice.status == 3)
        #expect(twice.errors.contains("error: <stdin>:1: the header: two columns are called 'a'"))
    }

    /// Three records of which the first and the last are invalid.
    private static let compressed = [
        "data.ndjson.gz": "H4sIAAAAAAAAA6tWykvMTVWyUlKq5aqGsROROUA2AMYlfZwlAAAA",
        "data.ndjson.zst": "KLUv/SQlxQAAgHsibmFtZSI6IiJ9CmEifQoCADC5eFGSr1eKpA==",
    ]

    @Test(arguments: ["data.ndjson.gz", "data.ndjson.zst"])
    func readsCompressedFiles(name: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let text = try #require(Self.compressed[name])
        let bytes = [UInt8](try #require(Data(base64Encoded: text)))
        try tool.write(bytes + bytes, to: name)
        let result = try tool.run(Self.check + [name])
        #expect(result.status == 1)
        #expect(result.lines.map { $0.split(separator: ":")[1] } == ["1", "3", "4", "6"])
        for count in Array(stride(from: 4, to: bytes.count, by: 5)) + [bytes.count - 1] {
            let cut = try tool.run(Self.check, input: Array(bytes[..<count]))
            #expect(cut.status == 3, "\(count) bytes")
            #expect(cut.errors.contains("the compressed data ends too early"), "\(count) bytes: \(cut.errors)")
        }
        var broken = bytes
        broken[12] ^= 0xFF
        let result2 = try tool.run(Self.check, input: broken)
        #expect(result2.status == 3)
        #expect(result2.errors.contains("error: <stdin>:1: the compressed data is corrupt"))
    }

    @Test func goesOnAfterItWasKilled() throws {
        let tool = try Tool(rules: "rules: [[name, required], [n, unique]]")
        defer { tool.remove() }
        try tool.write(Self.records(12_000) + Self.records(300), to: "data.ndjson")
        let whole = try tool.run(Self.check + ["data.ndjson", "--output", "whole.txt", "--format", "json"])
        let arguments =
            Self.check + [
                "data.ndjson", "--output", "found.txt", "--format", "json", "--checkpoint", "state",
                "--checkpoint-interval", "0", "--memory", "8M",
            ]
        for _ in 0..<4 {
            let length = tool.size("found.txt")
            let process = try tool.start(arguments)
            // Until it has written something more, or is done.
            while process.isRunning, tool.size("found.txt") <= length + 25_000 { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let last = try tool.run(arguments)
        #expect(last.status == whole.status)
        #expect(last.errors == whole.errors)
        #expect(try tool.bytes("found.txt") == tool.bytes("whole.txt"))
        #expect(tool.size("state") == 0 && tool.size("state.keys") == 0)
    }

    @Test func refusesTheCheckpointOfAnotherRun() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Self.records(30_000), to: "data.ndjson")
        let arguments =
            Self.check + [
                "data.ndjson", "--output", "found.txt", "--checkpoint", "state", "--checkpoint-interval", "0", "--jobs",
                "1",
            ]
        // On a busy machine it may be done before it is killed, and leave nothing.
        repeat {
            let process = try tool.start(arguments)
            while process.isRunning, tool.size("state") == 0 { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        } while tool.size("state") == 0
        let state = try tool.bytes("state")
        func refusal(_ more: [String]) throws -> Tool.Result { try tool.run(arguments + more) }
        let format = try refusal(["--format", "json"])
        #expect(format.status == 2)
        #expect(format.errors.contains("state is the checkpoint of another run: --format has changed"))
        #expect(try refusal(["rules.yaml"]).errors.contains("another run: rules.yaml has changed"))
        try tool.write(Array("{}".utf8), to: "state")
        #expect(try refusal([]).errors.contains("error: state: it is not a checkpoint"))
        try tool.write([UInt8](state), to: "state")
        try tool.write([], to: "found.txt")
        #expect(try refusal([]).errors.contains("error: found.txt: the file is shorter"))
        try tool.write(Self.records(10), to: "data.ndjson")
        #expect(try refusal([]).errors.contains("another run: data.ndjson has changed"))
        #expect(try tool.run(Self.check + ["--checkpoint", "s", "--output", "o"]).status == 2)
        #expect(try tool.run(Self.check + ["--checkpoint", "s", "data.ndjson"]).status == 2)
    }

    @Test func anInterruptedRunSaysHowFarItIs() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let process = try tool.start(Self.check, pipe: Array("{\"name\":\"\"}\n{\"name\":\"a\"}\n{".utf8))
        while process.isRunning, tool.size("output") == 0 { usleep(200) }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let errors = String(decoding: try tool.bytes("errors"), as: UTF8.self)
        #expect(errors.hasPrefix("interrupted\n2 records: 1 valid, 1 invalid; 1 error\n"), "\(errors)")
    }

    @Test func filterAnswersEveryLine() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let arguments = ["filter", "--rules", "rules.yaml", "--locale", "en"]
        let input = "{\"name\":\"a\"}\n\n{\"name\":\"\"}\n[\n{\"name\":\"b\"}"
        let result = try tool.run(arguments, input: Array(input.utf8))
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.lines.count == 5)
        #expect(result.lines.first == "{\"valid\":true}")
        #expect(
            result.lines[1]
                == "{\"valid\":false,\"unreadable\":\"not valid JSON: expected a value, found the end\",\"column\":1}")
        #expect(result.lines[2].contains("\"code\":\"required.blank\",\"path\":\"/name\""))
        #expect(result.lines[3].hasPrefix("{\"valid\":false,\"unreadable\""))
        #expect(result.lines[4] == "{\"valid\":true}")
        let none = try tool.run(arguments)
        #expect(none.status == 0 && none.output == "" && none.errors == "")
        let texts = ["{\"name\":", "\"a\"}\n{\"name\":\"b\"}\n"]
        let pieces = try tool.run(arguments, pieces: texts.map { Array($0.utf8) })
        #expect(pieces.output == "{\"valid\":true}\n{\"valid\":true}\n")
        #expect(try tool.run(["filter", "--rules", "none.yaml"]).status == 2)
    }

    @Test func partsGiveTheReportOfTheWhole() throws {
        let tool = try Tool()
        defer { tool.remove() }
        var bytes = Self.records(200)
        bytes += Array("\n{\"name\":\n{\"name\":\"\\u0000\",\"age\":1.5}\n".utf8) + Self.records(3)
        try tool.write(Array("\u{FEFF}".utf8) + bytes, to: "a b.ndjson")
        try tool.write(Self.records(5), to: "c.ndjson")
        var shards: [String] = []
        for (name, step) in [("a b.ndjson", 97), ("c.ndjson", 1)] {
            let size = tool.size(name)
            for start in stride(from: 0, to: size, by: step) { shards.append("\(name) \(start) \(start + step)") }
        }
        // One that is all in one record's middle, and of no length.
        shards.append("c.ndjson 7 7")
        let arguments = ["shard", "--rules", "rules.yaml", "--locale", "ar"]
        func shard(_ lines: [String]) throws -> [UInt8] {
            let result = try tool.run(arguments, input: Array(lines.joined(separator: "\n").utf8))
            #expect(result.status == 0, "\(result.errors)")
            return Array(result.output.utf8)
        }
        let first = try shard(shards.filter { $0.hasPrefix("a") }.shuffled())
        let second = try shard(shards.filter { $0.hasPrefix("c") }.reversed())
        for format in ["text", "json", "ndjson"] {
            let whole = try tool.run(
                ["check", "--rules", "rules.yaml", "--locale", "ar", "--format", format, "a b.ndjson", "c.ndjson"])
            let merged = try tool.run(["merge", "--format", format], input: first + second)
            #expect(merged.output == whole.output)
            #expect(merged.errors == whole.errors)
            #expect(merged.status == whole.status)
        }
        let gap = try tool.run(["merge"], input: try shard(["c.ndjson 0 30", "c.ndjson 60 1000"]))
        #expect(gap.status == 3)
        #expect(gap.errors.contains("error: c.ndjson: bytes 38 to 75 are in no shard"), "\(gap.errors)")
        let twice = try tool.run(["merge"], input: try shard(["c.ndjson 0 60", "c.ndjson 30 1000"]))
        #expect(twice.errors.contains("are in two shards"))
        #expect(try tool.run(["merge"], input: Array(first.dropLast(20))).status == 3)
        try tool.write(Array("[{},{}]".utf8), to: "list.json")
        let list = try tool.run(arguments, input: Array("list.json 0 5".utf8))
        #expect(list.status == 3)
        #expect(list.errors.contains("only files with one record per line can be read in parts"))
        try tool.write(Array("name,age\nabc,3\n".utf8), to: "ok.csv")
        let table = try tool.run(arguments, input: Array("ok.csv 0 5".utf8))
        #expect(table.errors.contains("this is a table: give it as one part, 'ok.csv 0 SIZE'"), "\(table.errors)")
        let foreign = try tool.run(["merge", "ok.csv"])
        #expect(foreign.status == 3)
        #expect(foreign.errors.contains("ok.csv is not a whole output of 'proviso shard'"), "\(foreign.errors)")
        #expect(try tool.run(arguments, input: Array("c.ndjson 5 x".utf8)).status == 2)
    }

    /// A zstd frame that holds bytes as they are (RFC 8878): one raw block of a single segment.
    private static func frame(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
        return [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(bytes.count, 4) + little(bytes.count << 3 | 1, 3) + bytes
    }

    @Test(arguments: [
        ("d.ndjson", records(9)), ("d.ndjson.zst", frame(records(99))), ("d.json", Array("[{},\n{\"name\":7}]".utf8)),
        ("d.csv", Array("name,age\r\n\"a\nb\",5\r\n,\r\nc\r\n".utf8)), ("none.ndjson", []),
    ])
    func aPartMayBeAWholeFileOfAnyForm(name: String, bytes: [UInt8]) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(bytes, to: name)
        let whole = try tool.run(Self.check + [name])
        for end in [bytes.count, bytes.count + 1000] {
            let part = try tool.run(Self.shard, input: Array("\(name) 0 \(end)".utf8))
            #expect(part.status == 0, "\(part.errors)")
            let merged = try tool.run(["merge"], input: Array(part.output.utf8))
            #expect(merged.output == whole.output)
            #expect(merged.errors == whole.errors)
            #expect(merged.status == whole.status)
        }
        if name == "d.ndjson" { return }
        let part = try tool.run(Self.shard, input: Array("\(name) 0 \(bytes.count - 1)".utf8))
        #expect(part.status == (bytes.isEmpty ? 2 : 3) && part.output.isEmpty, "\(part.output)")
        if name == "d.ndjson.zst" { #expect(part.errors.contains("compressed files cannot be read in parts")) }
    }

    @Test(arguments: [
        ("d.ndjson 0 40", 0, ""), ("d.ndjson 90000 90001", 0, ""),
        ("d.ndjson 5 4", 2, "expected a line 'path start end', found 'd.ndjson 5 4'"),
        ("none.ndjson 0 1", 3, "error: none.ndjson: No such file or directory"),
        (". 0 1", 3, "error: .: Is a directory"),
        ("/dev/null 0 1", 3, "error: /dev/null: only regular files can be read in parts"),
        ("- 0 1", 3, "error: -: No such file or directory"),
    ])
    func partsAreOfFilesThatAreThere(line: String, status: Int32, message: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Self.records(9), to: "d.ndjson")
        let result = try tool.run(Self.shard, input: Array(line.utf8))
        #expect(result.status == status)
        #expect(message.isEmpty ? result.errors.isEmpty : result.errors.contains(message), "\(result.errors)")
    }

    @Test func partsComeByPipesAndCompressed() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Self.records(9), to: "d.ndjson")
        let whole = try tool.run(Self.check + ["d.ndjson"])
        let parts = try tool.run(Self.shard, input: Array("d.ndjson 0 40\nd.ndjson 40 1000\nd.ndjson 9000 9001".utf8))
        let bytes = Array(parts.output.utf8)
        try tool.write(Self.frame(bytes), to: "parts.zst")
        try tool.write([], to: "empty")
        for merged in [
            try tool.run(["merge", "/dev/stdin"], pieces: [Array(bytes[..<70]), Array(bytes[70...])]),
            try tool.run(["merge"], pieces: [bytes]), try tool.run(["merge", "parts.zst", "empty"]),
            try tool.run(["merge"], input: Self.frame(bytes)),
            // As Hadoop streaming leaves lines.
            try tool.run(["merge"], input: bytes.flatMap { $0 == 0x0A ? [0x09, 0x0A] : [$0] }),
        ] {
            #expect(merged.output == whole.output)
            #expect(merged.errors == whole.errors)
        }
        #expect(try tool.run(["merge", "empty"]).errors == "error: no shards to merge\n")
        #expect(try tool.run(["merge"]).status == 3)
        try tool.write(Array(Self.frame(bytes).dropLast(9)), to: "parts.zst")
        #expect(
            try tool.run(["merge", "parts.zst"]).errors == "error: parts.zst: the compressed data ends too early\n")
    }

    @Test func looksInOtherFiles() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [country, exist, { target: countries, targetAttribute: code }]
                  - [name, unique, { target: users }]
                """)
        defer { tool.remove() }
        try tool.write(Array("code,label\nDE,x\n49,y\n".utf8), to: "countries.csv")
        try tool.write(Array("{\"name\":\"ada\"}\n{\"name\":\"bob\"}\n".utf8), to: "users.ndjson")
        let input = "{\"country\":\"DE\",\"name\":\"bob\"}\n{\"country\":49}\n{\"country\":\"XX\",\"name\":\"c\"}\n"
        let result = try tool.check(
            input, "--collection", "countries=countries.csv", "--collection", "users=users.ndjson", "--jobs", "2")
        let codes = result.lines.map { $0.split(separator: "[").last.map(String.init) }
        #expect(codes == ["unique.taken /name]", "exist.invalid /country]"])
        let missing = try tool.check(input, "--collection", "countries=countries.csv", "--format", "ndjson")
        #expect(missing.status == 2 && missing.output.isEmpty)
        #expect(missing.errors.contains("rules.yaml:3:30: error: no file was given for the collection 'users'"))
        #expect(try tool.check(input, "--collection", "countries=none.csv").status == 2)
    }
}

extension Tool {
    func size(_ name: String) -> Int {
        var status = stat()
        return stat(folder.appending(path: name).path(percentEncoded: false), &status) == 0 ? Int(status.st_size) : 0
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// Starts the tool and leaves it to the test; what it writes goes to the files "output" and "errors".
    func start(_ arguments: [String], pipe: [UInt8]? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = [:]
        try write([], to: "output")
        try write([], to: "errors")
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        let input = Pipe()
        process.standardInput = pipe == nil ? FileHandle.nullDevice : input
        try process.run()
        if let pipe { try input.fileHandleForWriting.write(contentsOf: Data(pipe)) }
        return process
    }
}
