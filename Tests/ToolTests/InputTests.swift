import Foundation
import TestSupport
import Testing

/// What bad input gets: a clear message, the right exit status, and nothing lost.
@Suite(.waitingForProcesses) struct InputTests {
    struct Row: Sendable {
        let input: [UInt8]
        let status: Int32
        /// What standard output must be, the messages left out.
        let found: [String]
        /// Parts of standard error.
        let errors: [String]
        let location: SourceLocation

        init(
            _ input: String, _ status: Int32, found: [String] = [], errors: String...,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.init(Array(input.utf8), status, found, errors, location)
        }

        init(
            bytes: [UInt8], _ status: Int32, found: [String] = [], errors: String...,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.init(bytes, status, found, errors, location)
        }

        private init(
            _ input: [UInt8], _ status: Int32, _ found: [String], _ errors: [String], _ location: SourceLocation
        ) {
            self.input = input
            self.status = status
            self.found = found
            self.errors = errors
            self.location = location
        }
    }

    private static let good = "{\"name\":\"a\"}"
    private static let bad = "{\"name\":\"\"}"
    private static let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)

    static let rows = [
        Row("", 0, errors: "0 records: 0 valid, 0 invalid"),
        Row("\n \n", 0, errors: "0 records"),
        Row("[]", 0, errors: "0 records"),
        Row("\u{FEFF}", 0, errors: "0 records"),
        Row(good, 0, errors: "1 record: 1 valid, 0 invalid\n"),
        Row(good + "\n" + good + "\n", 0, errors: "2 records: 2 valid"),
        Row(bad, 1, found: ["1:9"], errors: "1 error\n  1 required.blank"),

        // Broken records among good ones.
        Row(
            "\(bad)\n{\"name\":}\n\(bad)\n", 3, found: ["1:9", "3:9"],
            errors: "error: <stdin>:2:9: not valid JSON",
            "3 records: 0 valid, 2 invalid, 1 record could not be read; 2 errors"),
        Row("{\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:"),
        Row("\(good)\n{\"name\":\"a\"\n\(bad)\n", 3, found: ["3:9"], errors: "error: <stdin>:2:"),
        Row("[\(bad),{\"name\":},\(bad)]", 3, found: ["1:10", "1:32"], errors: "error: <stdin>:1:22: not valid JSON"),
        Row("[\(bad),\n{\"a\" 1},\n\(bad)]", 3, found: ["1:10", "3:9"], errors: "error: <stdin>:2:"),
        Row("[\(bad)", 3, found: ["1:10"], errors: "error: <stdin>:1: "),
        Row("[\(bad),", 3, found: ["1:10"], errors: "error: <stdin>:1: "),
        Row("[\(bad) \(bad)]", 3, found: ["1:10"], errors: "error: <stdin>:1: expected ',' or ']'"),
        Row("[\(bad)] x", 3, found: ["1:10"], errors: "error: <stdin>:1: there is data after the end of the array"),
        Row("[\(bad),]", 3, found: ["1:10"], errors: "error: <stdin>:1: expected a value"),
        Row("[}", 3, errors: "error: <stdin>:1: expected a value"),
        Row("{\n\"name\":\n", 3, errors: "error: <stdin>:"),
        Row("{\n\"name\":\"a\"}\n}\n", 3, errors: "error: <stdin>:3: expected a value"),
        Row("not json\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:1: not valid JSON"),
        Row("\(good)\(bad)\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:"),
        Row("nullx\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:1: not valid JSON"),

        // What is in the records.
        Row(
            "{\"a\":\(deep)}\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:",
            "nested more than 512 levels deep"),
        Row("[\(deep),\(bad)]", 3, found: ["1:20011"], errors: "nested more than 512 levels deep"),
        Row("\(deep)\n", 3, errors: "nested more than 512 levels deep"),
        Row(
            bytes: Array("{\"name\":\"".utf8) + [0xFF] + Array("\"}\n\(bad)\n".utf8), 3, found: ["2:9"],
            errors: "error: <stdin>:1:", "not valid UTF-8"),
        Row(
            bytes: Array("[{\"name\":\"".utf8) + [0xC3] + Array("\"},\(bad)]".utf8), 3, found: ["1:23"],
            errors: "not valid UTF-8: found the byte 0xC3; if the file is Latin-1, give --encoding latin1"
        ),
        Row("{\"name\":\"a\u{0}b\"}\n\(bad)\n", 3, found: ["2:9"], errors: "error: <stdin>:1:"),
        Row("{\"name\":\"a\\u0000b\"}\n", 0, errors: "1 record: 1 valid"),
        Row("{\"name\":\"\\ud800\"}\n\(bad)\n", 3, found: ["2:9"], errors: "not valid JSON"),
        Row("{\"name\":\"a\",\"age\":18446744073709551616}\n", 0, errors: "1 valid"),
        Row("{\"name\":\"a\",\"age\":-18446744073709551616}\n", 1, found: ["1:19"], errors: "1 number.tooSmall"),
        Row("{\"name\":\"a\",\"age\":1e400}\n", 0, errors: "1 valid"),
        Row("5\n\(good)\n[\(good)]\n", 1, found: ["1:1", "3:1"], errors: "2 value.object"),
    ]

    @Test func judgesWhatItCan() throws {
        let tool = try Tool()
        defer { tool.remove() }
        eachRow(Self.rows, at: \.location) { row in
            let arguments = ["check", "--rules", "rules.yaml", "--locale", "en"]
            let result = try tool.run(arguments, input: row.input)
            #expect(result.signal == nil, sourceLocation: row.location)
            #expect(result.status == row.status, "\(result.errors)", sourceLocation: row.location)
            let found = result.lines.map { $0.split(separator: ":").dropFirst().prefix(2).joined(separator: ":") }
            #expect(found == row.found, "\(result.output)", sourceLocation: row.location)
            for part in row.errors {
                #expect(result.errors.contains(part), "\(result.errors.prefix(500))", sourceLocation: row.location)
            }
        }
    }

    /// A pipe delivers what it has: that must not change what the input is taken for.
    @Test(arguments: [
        (["\u{FEFF}{\"name\":\"\"}\n"], ["1:9"]),
        (["{\"name\":\n", "{\"name\":\"\"}\n"], ["2:9"]),
        (["{\"name\":\n", " \n", "\"\"}\n{\"name\":\"\"}"], ["3:1", "4:9"]),
        (["[", "{\"name\":\"", "\"}", ",", "{\"name\":\"\"}", "]"], ["1:10", "1:22"]),
        ([" ", "\n", " {\"na", "me\":\"\"", "}"], ["2:10"]),
    ])
    func pipesDeliverInPieces(texts: [String], found: [String]) throws {
        let tool = try Tool()
        defer { tool.remove() }
        // A byte order mark comes byte by byte.
        var pieces = texts.map { Array($0.utf8) }
        if pieces[0].first == 0xEF { pieces = pieces[0].prefix(3).map { [$0] } + [Array(pieces[0].dropFirst(3))] }
        let result = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en"], pieces: pieces)
        let places = result.lines.map { $0.split(separator: ":").dropFirst().prefix(2).joined(separator: ":") }
        #expect(places == found, "\(result.output)\(result.errors)")
    }

    @Test func filesAreReadInOrder() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.bad.utf8), to: "a.json")
        try tool.write(Array("[\(Self.good)]".utf8), to: "b.json")
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--locale", "en", "a.json", "none.json", "-", "b.json"],
            input: Array(Self.bad.utf8))
        #expect(result.status == 3)
        #expect(
            result.output == "a.json:1:9: error: Name is missing. [required.blank /name]\n"
                + "<stdin>:1:9: error: Name is missing. [required.blank /name]\n")
        #expect(result.errors.contains("error: none.json: No such file or directory\n"))
        #expect(result.errors.contains("3 records: 1 valid, 2 invalid; 2 errors"))
    }

    @Test(.enabled(if: getuid() != 0)) func unreadableFiles() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.bad.utf8), to: "secret.json")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: tool.folder.appending(path: "secret.json").path())
        let result = try tool.run(["check", "--rules", "rules.yaml", "secret.json"])
        #expect(result.status == 3)
        #expect(result.errors.contains("error: secret.json: Permission denied"))
    }

    /// Columns are counted slowly in a debug build, so that its line is shorter.
    @Test func aLineOfAHundredMegabytes() throws {
        let count = _isDebugAssertConfiguration() ? 2_000_000 : 100_000_000
        let tool = try Tool()
        defer { tool.remove() }
        var bytes = Array("{\"note\":\"".utf8)
        bytes += [UInt8](repeating: 0x61, count: count)
        bytes += Array("\",\"name\":\"\"}\n\(Self.bad)\n".utf8)
        let result = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en"], input: bytes)
        #expect(result.status == 1)
        #expect(result.lines.map { $0.split(separator: ":")[2] } == ["\(count + 19)", "9"])
    }
}
