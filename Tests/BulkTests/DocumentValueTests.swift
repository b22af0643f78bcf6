import Foundation
import Proviso
import ProvisoBulk
import TestSupport
import Testing

/// The values of YAML and TOML documents.
struct DocumentValueTests {
    struct Row: Sendable {
        let text: String
        /// The records as JSON, or a part of the reason why there are none.
        let records: [String]
        let location: SourceLocation

        init(_ text: String, _ records: String..., at location: SourceLocation = #_sourceLocation) {
            (self.text, self.records, self.location) = (text, records, location)
        }
    }

    private static func check(_ rows: [Row], as name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "proviso-values-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path()
        eachRow(rows, at: \.location) { row in
            try Data(row.text.utf8).write(to: URL(filePath: path))
            var found: [AnyValue] = []
            var reason: String?
            do {
                try RecordReader(path, settings: Run.Settings(progress: .none)).each { found.append($1) }
            } catch let fault as RecordReader.Fault {
                reason = String(fault.reason.dropFirst(path.count + 1))
            }
            if let reason {
                #expect(reason.contains(row.records.first ?? "no reason"), "\(reason)", sourceLocation: row.location)
            } else {
                let wanted = try row.records.map { try AnyValue(json: Array($0.utf8)) }
                #expect(found == wanted, "\(row.text)", sourceLocation: row.location)
            }
        }
    }

    static let scalars: [Row] = [
        Row(
            "[no, on, off, yes, y, 1:30, 12e03, 0o17, 0x1F, 017, +1, -0]",
            #"["no","on","off","yes","y","1:30",12e03,15,31,17,1,0]"#),
        Row("[~, null, Null, '', 'null', nul, NULL, ]", #"[null,null,null,"","null","nul",null]"#),
        Row("[true, True, TRUE, tRUE, false, 'true']", #"[true,true,true,"tRUE",false,"true"]"#),
        Row(
            "[.5, 5., 1.50, -.5e-3, 1_000, 0b1, 0x, 0o8, -0x1, ., +, -, ..5]",
            #"[0.5,5.0,1.50,-0.5e-3,"1_000","0b1","0x","0o8","-0x1",".","+","-","..5"]"#),
        Row("[.inf, -.INF, .nan, inf]", #"[1e999,-1e999,".nan","inf"]"#),
        Row("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
        Row("0o7777777777777777777777", "73786976294838206463"),
        Row(
            "[123456789012345678901234567890, 1.000000000000000000001]",
            "[123456789012345678901234567890,1.000000000000000000001]"),
        Row("[2001-12-14, 2001-12-14t21:59:43.10-05:00]", #"["2001-12-14","2001-12-14t21:59:43.10-05:00"]"#),
        Row(#"["a\tb\u00e9\x41\"\\", 'it''s', "\0\e"]"#, #"["a\tbéA\"\\","it's","\u0000\u001b"]"#),
        Row("a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y\n", #"{"a":"x\n y\n\nz\n","b":"x y"}"#),
        Row(
            "[!!str 12, !!int '12', !!float 1, !!null '', !local 1, !local [1], !!bool true]",
            #"["12",12,1,null,"1",[1],true]"#),
        Row("a: !!int x", "the tag '!!int' does not fit its value"),
        Row("a: !!int 0x1e", #"{"a":30}"#), Row("a: !!int 1.5", "the tag '!!int' does not fit its value"),
        Row("1: a\ntrue: b\n~: c\n0x1: d\n", #"{"1":"a","true":"b","~":"c","0x1":"d"}"#),
        Row("plain text\nover lines", #""plain text over lines""#), Row(""), Row("# only\n---\n# comments\n...\n"),
        Row("--- null\n--- ~\n---\n", "null", "null"),
    ]

    @Test func scalarsAreThoseOfTheCoreSchema() throws {
        try Self.check(Self.scalars, as: "d.yaml")
    }

    static let structures: [Row] = [
        Row("a: &x [1]\nb: *x\nc: &x 2\nd: *x\n", #"{"a":[1],"b":[1],"c":2,"d":2}"#),
        Row("a: &x k\n*x : v\n", #"{"a":"k","k":"v"}"#),
        Row("a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\n  r: 4\n", #"{"a":{"p":1,"q":2},"b":{"q":3,"r":4,"p":1}}"#),
        Row(
            "- &x {p: 1}\n- &y {p: 2, q: 3}\n- <<: [*x, *y]\n- <<: {z: 1}\n",
            #"[{"p":1},{"p":2,"q":3},{"p":1,"q":3},{"z":1}]"#),
        Row("- &x {p: 1}\n- &y {<<: *x, q: 2}\n- {<<: *y}\n", #"[{"p":1},{"q":2,"p":1},{"q":2,"p":1}]"#),
        Row("'<<': {a: 1}\n", #"{"<<":{"a":1}}"#),
        Row("<<: 1\n", "1: '<<' merges a mapping or a list of mappings"),
        Row("<<: [{a: 1}, 2]\n", "'<<' merges a mapping"),
        Row("a: *b\n", "no anchor '&b' before this alias"),
        Row("x: &base 1\na: *bsae\n", "did you mean 'base'?"),
        Row("a: &b [*b]\n", "the alias '*b' is in what it repeats"),
        Row("--- &a 1\n--- *a\n", "no anchor '&a'"),
        Row("a: 1\n\"a\": 2\n", "the mapping has the key 'a' twice"),
        Row((0..<20).map { "k\($0): 1\n" }.joined() + "k15: 2\n", "the mapping has the key 'k15' twice"),
        Row("a: {b: 1, b: 2}\n", "the mapping has the key 'b' twice"),
        Row("? [1]\n: 2\n", "expected a string as a key"), Row("&a [1]: 2\n", "expected a string as a key"),
        Row("a:\n\t- 1\n", "(YAML is indented with spaces, not with tabs)"),
        Row("a: [1\nb: 2\n", "not YAML: "), Row("a: 'x\n", "not YAML: "),
        Row("\"\\q\"", "in double quotes '\\' begins an escape"),
        Row("%YAML 1.2\n---\na: 1\n...\n%TAG ! tag:x,2000:\n--- !y {b: 1}\n", #"{"a":1}"#, #"{"b":1}"#),
        Row("{\"a\": [1, {\"b\": null}],\n\t\"c\": \"d\"}\n", #"{"a":[1,{"b":null}],"c":"d"}"#),
        Row("a: |\n ---\n ...\n", #"{"a":"---\n...\n"}"#), Row("a\n---b\n", #""a ---b""#),
        Row(String(repeating: "[", count: 513), "nested more than 512 levels deep"),
        Row(String(repeating: "%TAG !a! x\n", count: 101) + "---\na\n", "may have 100 directives"),
        Row("a: \u{7}", "not YAML: control characters are not allowed"),
    ]

    @Test func anchorsMergesAndMistakes() throws { try Self.check(Self.structures, as: "d.yaml") }

    /// Each level repeats the one before ten times.
    @Test(arguments: [false, true]) func aBombIsAnError(merges: Bool) throws {
        var text = merges ? "a0: &a0 {k: v}\n" : "a0: &a0 [lol]\n"
        for level in 1..<30 {
            let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += merges ? "a\(level): &a\(level) {<<: [\(items)]}\n" : "a\(level): &a\(level) [\(items)]\n"
        }
        try Self.check([Row(text, "aliases repeat more than 100 times")], as: "d.yaml")
    }

    @Test func mergesAreNotEndless() throws {
        let text = "a0: &a0 {k: v}\n" + (1..<100).map { "a\($0): &a\($0) {<<: *a\($0 - 1)}\n" }.joined()
        try Self.check([Row(text, "mappings are merged more than 64 levels deep")], as: "d.yaml")
    }

    static let tables: [Row] = [
        Row("a = 1\n[b]\nc = 'x' # d\n[[e]]\n[[e]]\nf.g = true\n", #"{"a":1,"b":{"c":"x"},"e":[{},{"f":{"g":true}}]}"#),
        Row(
            "a = [0x1F, 0o17, 0b11, 1_000, +5, -0, 1.5e3, inf, -inf, nan]\n",
            #"{"a":[31,15,3,1000,5,-0,1.5e3,1e999,-1e999,"nan"]}"#),
        Row(
            "a = 1979-05-27 07:32:00z\nb = 1979-05-27\nc = 07:32:00.5\nd = 1979-05-27t00:32:00-07:00\n",
            #"{"a":"1979-05-27T07:32:00Z","b":"1979-05-27","c":"07:32:00.5","d":"1979-05-27T00:32:00-07:00"}"#),
        Row(
            #"a = "x\ty\u00e9""# + "\nb = \"\"\"\nx \\\n   y\"\"\"\"\nc = '''\n'x\\'''\n",
            #"{"a":"x\tyé","b":"x y\"","c":"'x\\"}"#),
        Row("a = {b = {c = 1}, d.e = 2}\n'q r'.\"\" = []\n", #"{"a":{"b":{"c":1},"d":{"e":2}},"q r":{"":[]}}"#),
        Row("[a.b]\n[a]\nc = 1\n[a.d]\n", #"{"a":{"b":{},"c":1,"d":{}}}"#),
        Row("# only\n", "{}"), Row(""), Row("a = 1\na = 2\n", "2: the key 'a' is there twice"),
        Row("[a]\n[a]\n", "the key 'a' is there twice"), Row("a = {}\n[a.b]\n", "the table 'a' is complete already"),
        Row("a = 1\na.b = 2\n", "'a' is a value and has no keys"),
        Row("a = no\n", "'no' is not a value: write a string in quotes"),
        Row("a = 1 b = 2\n", "expected the end of the line, found 'b'"), Row("a = 'x\n", "no closing"),
        Row("a\n", "expected '=' after the key, found the end of the line"),
        Row("a = 2021-02-29\n", "is not a value"), Row("a = 9223372036854775808\n", "is not a value"),
        Row("a = 01\n", "is not a value"),
        Row("a = \"\\q\"\n", "unknown escape '\\q'"), Row("a = \"\u{1}\"\n", "a control character"),
        Row("a = [1", "expected ',' or ']', and the document ends"),
        Row("a = " + String(repeating: "[", count: 600), "nested more than 512 levels deep"),
        Row(Array(repeating: "a", count: 600).joined(separator: ".") + " = 1", "nested more than 512 levels deep"),
    ]

    @Test func tablesOfTOML() throws { try Self.check(Self.tables, as: "d.toml") }
}
