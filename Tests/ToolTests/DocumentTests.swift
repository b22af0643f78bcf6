import Foundation
import TestSupport
import Testing

/// Data in YAML and TOML.
@Suite(.waitingForProcesses) struct DocumentTests {
    private static let rules = """
        rules:
          - [name, required]
          - [name, string, { max: 3 }]
          - [n, integer, { max: 5 }]
          - [size, in, { range: [s, m] }]
        """

    private static let stream = """
        # head
        name: Ann   # a comment
        n: 9
        ---
        name: ""
        ---
        # nothing
        ---
        {name: "abcd", n: 1}
        --- # the last one
        name: Bo
        ...

        """

    private func places(_ run: Tool.Result) -> [String] {
        run.lines.map { $0.split(separator: ":").prefix(3).joined(separator: ":") }
    }

    private func check(_ arguments: [String], _ tool: Tool, input: [UInt8] = []) throws -> Tool.Result {
        try tool.run(["check", "-r", "rules.yaml", "--locale", "en"] + arguments, input: input)
    }

    @Test func eachDocumentOfAStreamIsARecord() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array(Self.stream.utf8), to: "a.yaml")
        try tool.write(Array("n = 7\n".utf8), to: "b.toml")
        for jobs in ["1", "3"] {
            let run = try check(["--jobs", jobs, "a.yaml", "b.toml"], tool)
            #expect(run.status == 1 && run.errors.hasPrefix("5 records: 1 valid, 4 invalid; 5 errors"), "\(run.errors)")
            #expect(
                places(run) == ["a.yaml:3:4", "a.yaml:5:7", "a.yaml:9:8", "b.toml:1:1", "b.toml:1:5"], "\(run.output)")
        }
        let piped = try check(["--input-format", "yaml", "-"], tool, input: Array(Self.stream.utf8))
        #expect(places(piped) == ["<stdin>:3:4", "<stdin>:5:7", "<stdin>:9:8"], "\(piped.output)")
        let pieces = stride(from: 0, to: Self.stream.utf8.count, by: 7).map {
            Array(Array(Self.stream.utf8)[$0..<min($0 + 7, Self.stream.utf8.count)])
        }
        let slow = try tool.run(
            ["check", "-r", "rules.yaml", "--locale", "en", "--input-format", "yaml"], pieces: pieces)
        #expect(slow.output == piped.output && slow.status == 1)
    }

    @Test func textInUTF16IsReadAsYAMLAllowsIt() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        for (isBig, hasMark) in [(true, true), (false, true), (true, false), (false, false)] {
            let units = (hasMark ? [0xFEFF] : []) + Array("é: \u{1F600}\nname: abcd\n".utf16)
            // Without a mark the first character must be an ASCII one.
            let text = hasMark ? units : Array("# é\nname: abcd\n".utf16)
            try tool.write(
                text.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] },
                to: "a.yaml")
            let run = try check(["a.yaml"], tool)
            #expect(places(run) == ["a.yaml:2:7"], "\(run.output)\(run.errors)")
        }
        try tool.write([0x61, 0x3A, 0x20, 0xFF, 0x0A], to: "b.yaml")
        let broken = try check(["b.yaml"], tool)
        #expect(broken.status == 3 && broken.errors.contains("b.yaml:1:4: not YAML: invalid"), "\(broken.errors)")
    }

    /// A document that cannot be read is a record that cannot be read, and the next one is read.
    @Test func aBrokenDocumentIsOneRecord() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array("name: a\n---\na: [1\n---\nname: abcd\n".utf8), to: "a.yaml")
        let run = try check(["--valid", "v.yaml", "--invalid", "i.yaml", "a.yaml"], tool)
        #expect(run.status == 3 && places(run) == ["a.yaml:5:7"], "\(run.output)")
        #expect(run.errors.contains("error: a.yaml:4:1: not YAML: "), "\(run.errors)")
        #expect(run.errors.contains("3 records: 1 valid, 1 invalid, 1 record could not be read"), "\(run.errors)")
        #expect(try tool.text(of: "v.yaml") == "name: a\n")
        #expect(try tool.text(of: "i.yaml") == "---\na: [1\n---\nname: abcd\n")
    }

    @Test func documentsAreDividedUnchanged() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array("# one\nname:   'a' # it\n".utf8), to: "a.yaml")
        try tool.write(Array("name: b\n...\n%YAML 1.2\n---\nname: |-\n  c".utf8), to: "b.yml")
        let run = try check(["--valid", "v.yaml", "a.yaml", "b.yml"], tool)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let valid = try tool.text(of: "v.yaml")
        #expect(valid == "# one\nname:   'a' # it\n---\nname: b\n...\n...\n%YAML 1.2\n---\nname: |-\n  c\n")
        let again = try check(["v.yaml"], tool)
        #expect(again.errors.hasPrefix("3 records: 3 valid"), "\(again.errors)")
        for (files, reason) in [
            (["a.yaml", "x.ndjson"], "either JSON or YAML, not both"),
            (["x.toml", "y.toml"], "one document in a file"),
            (["a.yaml", "x.csv"], "either tables or YAML, not both"),
        ] {
            let refused = try check(["--valid", "v"] + files, tool)
            #expect(refused.status == 2 && refused.errors.contains(reason), "\(refused.errors)")
        }
        let normalized = try check(["--normalized", "n.ndjson", "a.yaml", "b.yml"], tool)
        #expect(normalized.status == 0)
        #expect(try tool.text(of: "n.ndjson") == "{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"name\":\"c\"}\n")
    }

    @Test func recordsInADocumentHaveTheirPlaces() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let text =
            "d:\n  items:\n    - &a {name: abcd}\n    - name: a\n      n: 8\n    - *a\n---\nd: {items: {x: {name: ''}}}\n---\nd: {itmes: []}\n"
        try tool.write(Array(text.utf8), to: "a.yaml")
        let run = try check(["--records", "/d/items", "a.yaml"], tool)
        #expect(places(run) == ["a.yaml:3:17", "a.yaml:5:10", "a.yaml:3:17", "a.yaml:8:23"], "\(run.output)")
        #expect(
            run.status == 3
                && run.errors.contains(
                    "a.yaml:10:1: no records at '/d/items' (records): there is no 'items'; did you mean 'itmes'?"),
            "\(run.errors)")
        let divided = try check(["--records", "/d/items", "--invalid", "i.ndjson", "a.yaml"], tool)
        #expect(divided.status == 3)
        #expect(try tool.text(of: "i.ndjson").hasPrefix("{\"name\":\"abcd\"}\n{\"name\":\"a\",\"n\":8}\n"))
    }

    @Test(arguments: [
        ("size: no\n", 1, "a.yaml:1:7: readers of YAML 1.1 take this string for a Boolean: quote"),
        (
            "a: 22:22\nb: [0777, 2001-12-14]\n", 0,
            "a.yaml:1:4: readers of YAML 1.1 take this string for a number to the base 60, and 2 more values otherwise"
        ),
        ("a: 1\n---\non: 1\n", 0, "a.yaml:3:1: readers of YAML 1.1 take this string for a Boolean"),
        ("a: 0777\n", 0, "take this number for an octal one"), ("a: 0o17\n", 0, "take this number for a string"),
        ("a: 089\n", 0, "take this number for a string"), ("a: 1e3\n", 0, "take this number for a string"),
        ("a: 1_000\n", 0, "take this string for a number"),
        ("a: 2001-12-14 21:59:43\n", 0, "take this string for a date"),
    ]) func valuesThatOldReadersTakeOtherwiseAreNamed(_ text: String, _ errors: Int, _ part: String) throws {
        let tool = try Tool(rules: "rules:\n  - [size, in, { range: [s, m] }]\n  - [a, safe]\n")
        defer { tool.remove() }
        try tool.write(Array(text.utf8), to: "a.yaml")
        let run = try check(["a.yaml"], tool)
        #expect(
            run.lines.count == errors && run.errors.contains("warning: ") && run.errors.contains(part), "\(run.errors)")
        let json = try check(["-f", "json", "a.yaml"], tool)
        #expect(json.output.contains("\"otherReadings\":[{\"file\":\"a.yaml\""), "\(json.output)")
        let quiet = try check(["-q", "a.yaml"], tool)
        #expect(!quiet.errors.contains("YAML 1.1"))
    }

    @Test(arguments: [
        "a: y\nb: 1.5\nc: 12\nd: +3\ne: 0x1F\nf: 'no'\ng: nope\nh: 1.5e+3\ni: -\nj: 10:99\nk: 1-2-3\nl: 0\nm: .inf\n"
    ]) func valuesThatAllReadersTakeAlikeAreNotNamed(_ text: String) throws {
        let tool = try Tool(rules: "rules: [[a, safe]]")
        defer { tool.remove() }
        try tool.write(Array(text.utf8), to: "a.yaml")
        #expect(try !check(["a.yaml"], tool).errors.contains("YAML 1.1"))
    }

    @Test(arguments: [
        ("x.xml", "<?xml version=\"1.0\"?>\n<a/>", "this is XML or HTML, not JSON"),
        ("x", "<order>", "this is XML or HTML"),
        ("x.ini", "; c\n[section]\na = 1\n", "this looks like TOML or INI"),
        ("x.cfg", "[section]\na = 1\n", "this looks like TOML or INI"),
        ("x", "# c\n[[a.b]]\n", "this looks like TOML or INI"),
        ("x.properties", "a.b=1\n", "this looks like TOML or INI"),
        ("-", "---\na: 1\n", "give --input-format yaml, or name the file .yaml"),
        ("-", "a: 1\n", "this looks like YAML"),
        ("-", "# c\na:\n  b: 1\n", "this looks like YAML"), ("-", "- a\n- b\n", "this looks like YAML"),
        ("x.jsonc", "// c\n{\"a\": 1}\n", "this is JSON with comments: remove them"),
        ("x.xlsx", "PK\u{3}\u{4}", "a ZIP file, such as a spreadsheet"),
    ]) func otherFormatsAreRefusedByName(_ name: String, _ text: String, _ reason: String) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        if name != "-" { try tool.write(Array(text.utf8), to: name) }
        let run = try check([name], tool, input: Array(text.utf8))
        #expect(run.status == 3 && run.errors.contains(reason), "\(run.errors)")
    }

    /// These are JSON, though not all of it is right.
    @Test(arguments: ["[true]", "[null, 1]", "[]", "[\n{\"name\":\"a\"}]", "-1", "true", "nul", "{\"a\": 1}"])
    func jsonIsNotTakenForAnotherFormat(_ text: String) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let run = try check([], tool, input: Array(text.utf8))
        #expect(!run.errors.contains("looks like") && !run.errors.contains("this is"), "\(run.errors)")
    }

    @Test func everyCommandThatReadsDataReadsThem() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array(Self.stream.utf8), to: "a.yaml")
        try tool.write(Array("name = 'abcd'\n".utf8), to: "b.toml")
        let explained = try tool.run(["explain", "-r", "rules.yaml", "--locale", "en", "a.yaml", "--record", "3"])
        #expect(
            explained.output.contains("a.yaml:9: record 3 of 4 is invalid"), "\(explained.output)\(explained.errors)")
        let proposed = try tool.run(["init", "a.yaml"])
        #expect(proposed.status == 0 && proposed.output.contains("name"), "\(proposed.errors)")
        let expression = try tool.run(["expr", "name.size()", "b.toml"])
        #expect(expression.output.contains("4"), "\(expression.output)\(expression.errors)")
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "rules.cases/invalid"), withIntermediateDirectories: true)
        try tool.write(Array("name: ''\n---\nname: abcde\n---\nname: a\n".utf8), to: "rules.cases/invalid/x.yaml")
        try tool.write(Array("n = 9\n".utf8), to: "rules.cases/invalid/y.toml")
        let tested = try tool.run(["test", "rules.yaml", "--locale", "en"])
        #expect(
            tested.status == 1 && (tested.output + tested.errors).contains("rules.cases/invalid/x.yaml:5"),
            "\(tested.output)\(tested.errors)")
        try tool.write(Array("rules: [[n, exist, { target: c }]]".utf8), to: "exist.yaml")
        try tool.write(Array("n: 9\n---\nn: 1\n".utf8), to: "c.yaml")
        let found = try tool.run(["check", "-r", "exist.yaml", "--collection", "c=c.yaml", "--locale", "en", "a.yaml"])
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        try tool.write(Array("n: [9\n".utf8), to: "c.yaml")
        let broken = try tool.run(["check", "-r", "exist.yaml", "--collection", "c=c.yaml", "--locale", "en", "a.yaml"])
        #expect(broken.status == 3 && broken.errors.contains("c.yaml:1: not YAML"), "\(broken.errors)")
    }

    @Test func aSourceLineIsThatOfTheDocument() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array("a: 1\nname: abcd # long\n".utf8), to: "a.yaml")
        let run = try check(["--color", "always", "a.yaml"], tool)
        #expect(run.output.contains("name: abcd # long"), "\(run.output)")
    }

    @Test func aRunOverDocumentsIsResumed() throws {
        let tool = try Tool(rules: "rules: [[id, unique], [id, required]]")
        defer { tool.remove() }
        let text = (0..<40_000).map { "id: \($0 % 39_999)\nx: \(String(repeating: "y", count: 20))\n---\n" }.joined()
        try tool.write(Array(text.utf8), to: "a.yaml")
        let whole = try check(["a.yaml"], tool)
        #expect(whole.status == 1 && places(whole) == ["a.yaml:119998:5"], "\(whole.output)\(whole.errors)")
        let arguments = [
            "check", "-r", "rules.yaml", "--locale", "en", "a.yaml", "-o", "o.txt", "--checkpoint", "c",
            "--checkpoint-interval", "0",
        ]
        let limited = try tool.run(program: "/usr/bin/timeout", ["-s", "KILL", "0.3", Tool.path] + arguments)
        _ = limited
        let resumed = try tool.run(arguments)
        #expect(resumed.status == 1, "\(resumed.errors)")
        #expect(try tool.text(of: "o.txt") == whole.output)
    }
}

extension Tool {
    fileprivate func text(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
