import Glibc
import Proviso
import TestSupport
import Testing

/// Rule files made to exhaust whoever reads them, or in no form of text.
struct HostileRuleFileTests {
    private static func bomb(levels: Int) -> String {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...levels {
            let aliases = (0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text + "rules: []\n"
    }

    struct Row: Sendable {
        let name: String
        let text: String
        let reason: String
        let location: SourceLocation

        init(_ name: String, _ text: String, _ reason: String, at location: SourceLocation = #_sourceLocation) {
            self.name = name
            self.text = text
            self.reason = reason
            self.location = location
        }
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    private static let tooLarge = "the document is too large or too deep to be a rule set"

    static let rows = [
        Row("brackets", "rules: " + repeated("[", 10_000), tooLarge),
        Row("closed brackets", "rules: " + repeated("[", 10_000) + repeated("]", 10_000), tooLarge),
        Row("few brackets", "rules: " + repeated("[", 100) + repeated("]", 100), tooLarge),
        Row("braces", "rules: " + repeated("{a: ", 10_000), tooLarge),
        Row("dashes", "rules:\n" + repeated("- ", 10_000), tooLarge),
        Row("steps", (0..<1500).map { repeated(" ", $0) + "a:\n" }.joined(), tooLarge),
        Row("many brackets", repeated("[", 1_000_000), tooLarge),
        Row("laughs", bomb(levels: 9), tooLarge),
        Row("wide", "rules: [" + repeated("[a, required],", 100_000) + "]", tooLarge),
        Row("huge", repeated("# a comment\n", 400_000), "larger than 4 MB: not a rule set"),
        Row("NUL", "rules: []\n\u{0}", "not YAML: control characters are not allowed"),
        Row("bell", "rules: [[\"\u{7}\", required]]", "not YAML: control characters are not allowed"),
        Row("quotes", "rules: " + repeated("\"", 9999), "not YAML"),
        Row("anchors", (0..<20_000).map { "&a\($0) " }.joined(), "not YAML"),
        Row("keys", "{" + (0..<100_000).map { "k\($0): " }.joined(separator: ","), "not YAML"),
    ]

    @Test(arguments: rows) func isRefusedQuickly(row: Row) {
        var found: [String] = []
        let time = processorTime { found = diagnostics(row.text) }
        #expect(found.first?.contains(row.reason) == true, "\(found)", sourceLocation: row.location)
        #expect(found.count == 1, sourceLocation: row.location)
        #expect(time < .seconds(20), "\(row.name)", sourceLocation: row.location)
    }

    @Test func theReaderKnowsWhereControlCharactersStand() {
        #expect(diagnostics("rules: []\n\nlé: \u{7}x") == ["f.yaml:3:5: not YAML: control characters are not allowed"])
    }

    @Test func manyAttributesTakeLittleTime() throws {
        let names = (0..<20_000).map { "a\($0)" }.joined(separator: ",")
        let time = try processorTime {
            let plan = try Plan(RuleSet(parsing: "rules: [[\"\(names)\", required]]"), registry: .small)
            #expect(plan.attributeNames.count == 20_000)
        }
        #expect(time < .seconds(20))
    }

    // Files.

    private func inDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/proviso-rules-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let directory = String(cString: made)
        defer {
            unlink(directory + "/rules.yaml")
            rmdir(directory)
        }
        try body(directory)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func error(_ path: String) -> String? {
        do throws(RuleSetError) {
            _ = try RuleSet(contentsOf: path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func filesThatCannotBeRead() throws {
        try inDirectory { directory in
            let path = directory + "/rules.yaml"
            #expect(error(path) == "cannot read \(path): No such file or directory")
            #expect(error(directory) == "cannot read \(directory): Is a directory")
            #expect(error("/dev/zero") == "cannot read /dev/zero: it is not a regular file")
            #expect(error("/dev/null") == "cannot read /dev/null: it is not a regular file")
            try write(Array("rules: [[\"".utf8) + [0xFF] + Array("\", required]]".utf8), to: path)
            let advice = "; if it is Latin-1, convert it: iconv -f LATIN1 -t UTF-8"
            #expect(error(path) == "\(path):1:11: not UTF-8 text: found the byte 0xFF\(advice)")
            try write(Array("labels:\n  ä: \"".utf8) + [0xFC] + Array("\"".utf8), to: path)
            #expect(error(path) == "\(path):2:7: not UTF-8 text: found the byte 0xFC\(advice)")
            try write([0xFF, 0xFE] + "rules: []".utf8.flatMap { [$0, 0] }, to: path)
            #expect(error(path)?.hasPrefix("\(path):1:1: not UTF-8 text: found the byte 0xFF") == true)
        }
    }

    @Test func aByteOrderMarkIsPassedOver() throws {
        try inDirectory { directory in
            let path = directory + "/rules.yaml"
            try write([0xEF, 0xBB, 0xBF] + Array("rules: [[a, required]]".utf8), to: path)
            #expect(try RuleSet(contentsOf: path).rules.count == 1)
            try write([0xEF, 0xBB, 0xBF] + Array("ruls: [[a, required]]\r\nrules: [5]".utf8), to: path)
            let first = "\(path):1:1: unknown key 'ruls'; did you mean 'rules'?"
            #expect(error(path) == first + "\n\(path):2:9: a rule must be a list [attributes, type, …] or a mapping")
        }
    }
}
