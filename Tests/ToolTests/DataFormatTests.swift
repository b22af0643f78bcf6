import Foundation
import TestSupport
import Testing

/// What a rule file or an option says of the data: nulls, where the records are, and how tables are written.
@Suite(.waitingForProcesses) struct DataFormatTests {
    struct Row: Sendable {
        let name: String
        let format: String
        let data: [UInt8]
        let arguments: [String]
        let status: Int32
        /// The first lines of findings, each from its place on.
        let findings: [String]
        let location: SourceLocation

        init(
            _ name: String, _ format: String, _ data: [UInt8], _ status: Int32, _ findings: String...,
            with arguments: [String] = [], at location: SourceLocation = #_sourceLocation
        ) {
            (self.name, self.format, self.data, self.arguments) = (name, format, data, arguments)
            (self.status, self.findings, self.location) = (status, findings, location)
        }

        init(
            _ name: String, _ format: String, _ data: String, _ status: Int32, _ findings: String...,
            with arguments: [String] = [], at location: SourceLocation = #_sourceLocation
        ) {
            (self.name, self.format, self.data, self.arguments) = (name, format, Array(data.utf8), arguments)
            (self.status, self.findings, self.location) = (status, findings, location)
        }
    }

    private static let rules =
        "rules:\n  - [code, required]\n  - [n, integer, { max: 5 }]\n  - [name, string, { max: 6 }]\n"

    private static func utf16(_ text: String, big: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { big ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static let nested = """
        { "meta": {"a": [1, {"3166-2": "]"}]}, "other": "\u{E9}\\"",
          "3166-2": [ {"code":"A","n":1},
           {"code":"NA","n":7} ], "rest": 1 }
        """

    static let rows: [Row] = [
        Row("d.csv", "nulls: [NA, '\\N', '']", "code,n,name\nA,NA,\\N\nNA,1,NA\n\"\",1,x\n", 1, "3:1", "4:1"),
        Row("d.csv", "", "code,n,name\nA,NA,x\nA,-,x\n", 0, with: ["--null", "NA", "--null", "-"]),
        Row("d.csv", "proviso: 2", "code,n,name\nA,,\nB,\"\",\"\"\n", 1, "3:3"),
        Row("d.csv", "proviso: 2\nempty: typed", "code,n,name\nA,,\nB,\"\",\"\"\n", 0),
        Row("d.csv", "proviso: 2\ntable: { ragged: pad }", "code,n,name\nA\n", 0),
        Row("d.ndjson", "proviso: 2", "{\"code\":\"A\",\"n\":null,\"name\":\"\"}\n", 1, "1:17"),
        Row("d.ndjson", "proviso: 2\nnullable: [n]", "{\"code\":\"A\",\"n\":null}\n", 0),
        Row("d.ndjson", "nulls: NA", "{\"code\":\"NA\",\"n\":\"NA\"}\n", 1, "1:9"),
        Row("d.json", "nulls: [NA]\nrecords: /3166-2", nested, 1, "3:12", "3:21"),
        Row("d.json", "", nested, 1, "3:21", with: ["--records", "/3166-2"]),
        Row("d.json", "records: /a~1b/1", "{\"a/b\":[0,{\"x\":{\"code\":1},\"y\":{\"n\":9}}]}", 1, "1:31", "1:36"),
        Row(
            "d.json", "records: /a", "{\"a\":{\"x\" : {\"n\":9},\n\"y\":{\"n\":8} } }", 1, "1:13", "1:18", "2:5", "2:10"
        ),
        Row("d.json", "records: /a", "{\"a\":{\"x\":{\"n\":9}", 3), Row("d.json", "records: /a", "{\"a\":{\"x\"", 3),
        Row("d.json", "records: /a", "{\"a\":{\"x\",{}}}", 3), Row("d.json", "records: /a", "{\"a\":{\"x\":1,}}", 3),
        Row("d.json", "records: /a", "{\"b\":[],\"a\":[]}", 0), Row("d.json", "records: /a", "[]", 3),
        Row("d.json", "records: /a", "{\"b\":1}", 3), Row("d.json", "records: /a", "{\"a\":1}", 3),
        Row("d.json", "records: /a", "{\"a\":[{\"code\":1}", 3),
        Row("d.csv", "table: { delimiter: ';', quote: \"'\" }", "code;n;name\n'a;''b';9;\"x\n", 1, "2:9"),
        Row("d.csv", "table: { delimiter: ';' }", "code|n|name\nA|9|x\n", 1, "2:3", with: ["--delimiter", "|"]),
        Row("d.csv", "table: { header: false, columns: [code, n, name] }", "A,9,x\n", 1, "1:3"),
        Row("d.csv", "", "A,9,x\n", 1, "1:3", with: ["--no-header", "--columns", "code,n,name"]),
        Row("d.csv", "table: { columns: [code, n, name] }", "Code,Number,Name\nA,9,x\n", 1, "2:3"),
        Row("d.csv", "table: { comment: '#' }", "# a\ncode,n,name\n#,\"x\nA,9,x\n# end", 1, "4:3"),
        Row("d.csv", "table: { skip: 2 }", "\"Report\n2026\ncode,n,name\nA,9,x\n", 1, "4:3"),
        Row("d.csv", "table: { ragged: pad }", "code,n,name\nA\nB,9,x,more\n", 1, "3:3"),
        Row("d.csv", "table: { ragged: error }", "code,n,name\nA\n", 3),
        Row("d.csv", "table: { encoding: latin1 }", Array("code,n,name\nA,1,".utf8) + [0xFC, 0xFC, 0xFC, 0x0A], 0),
        Row("d.csv", "", Array("code,n,name\nA,9,".utf8) + [0x80, 0x0A], 1, "2:3", with: ["--encoding", "CP1252"]),
        Row(
            "d.csv", "table: { encoding: UTF-16 }", utf16("code,n,name\nA,9,\u{1F600}\n", big: true, mark: true), 1,
            "2:3"),
        Row("d.csv", "table: { encoding: UTF-16 }", utf16("code,n,name\nA,9,x\n", big: false, mark: true), 1, "2:3"),
        Row("d.csv", "table: { encoding: UTF-16BE }", utf16("code,n,name\nA,9,x\n", big: true, mark: false), 1, "2:3"),
        Row(
            "d.ndjson", "table: { encoding: UTF-16LE }", utf16("{\"code\":1,\"n\":9}\n", big: false, mark: true), 1,
            "1:15"),
        Row("d.csv", "", utf16("code,n,name\nA,9,x\n", big: false, mark: true), 3),
    ]

    @Test func dataIsReadAsItIsDescribed() throws {
        eachRow(Self.rows, at: \.location) { row in
            let tool = try Tool(rules: row.format + "\n" + Self.rules)
            defer { tool.remove() }
            try tool.write(row.data, to: row.name)
            for jobs in ["1", "3"] {
                let run = try tool.run(
                    ["check", "--rules", "rules.yaml", "--locale", "en", "--jobs", jobs] + row.arguments + [row.name])
                #expect(run.status == row.status, "\(run.errors)", sourceLocation: row.location)
                let places = run.lines.map { line in
                    line.split(separator: ":").dropFirst().prefix(2).joined(separator: ":")
                }
                if row.status < 2 { #expect(places == row.findings, "\(run.output)", sourceLocation: row.location) }
            }
        }
    }

    /// Keys and values that come in any pieces are read once, and to the end.
    @Test func recordsThatAreMembersComeInPieces() throws {
        let tool = try Tool(rules: "records: /d\n" + Self.rules)
        defer { tool.remove() }
        let text = Array("{\"o\":[{}],\"d\": {\"k\\\"1\" : {\"code\":\"A\",\"n\":9}\n, \"k2\":{\"n\":1}} }".utf8)
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "--input-format", "json"]
        let whole = try tool.run(check, input: text)
        #expect(whole.status == 1 && whole.lines.count == 2, "\(whole.output)")
        for size in [1, 3, 7] {
            let pieces = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
            let run = try tool.run(check, pieces: pieces)
            #expect(run.output == whole.output && run.status == 1, "pieces of \(size): \(run.output)\(run.errors)")
        }
    }

    /// A quotation mark separates no fields: `sep="` is then the name of a column.
    @Test func aQuoteIsNoDelimiterThatAFileNames() throws {
        let tool = try Tool(rules: "rules: [['sep=\"', integer]]")
        defer { tool.remove() }
        try tool.write(Array("sep=\"\nx\n".utf8), to: "d.csv")
        let run = try tool.run(["check", "--rules", "rules.yaml", "--locale", "en", "d.csv"])
        #expect(run.status == 1 && run.output.hasPrefix("d.csv:2:1: "), "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        ("table: { sep: ';' }", "did you mean 'delimiter'?"), ("table: { encoding: utf9 }", "unknown encoding 'utf9'"),
        ("table: { delimiter: ab }", "must be one ASCII character"), ("table: { delimiter: '\"' }", "must differ"),
        ("table: { header: false }", "needs 'columns'"), ("table: { header: maybe }", "expected true or false"),
        ("table: { columns: [a, a] }", "different names"), ("table: { skip: -1 }", "a number of lines"),
        ("table: { ragged: pda }", "did you mean 'pad'?"), ("records: data", "did you mean '/data'?"),
        ("nulls: { a: b }", "nulls must be a list"), ("table: x", "must be a mapping"),
    ])
    func aWrongFormatIsAnError(format: String, part: String) throws {
        let tool = try Tool(rules: format + "\n" + Self.rules)
        defer { tool.remove() }
        let run = try tool.run(["check", "--rules", "rules.yaml", "/dev/null"])
        #expect(run.status == 2 && run.errors.contains(part), "\(run.errors)")
    }
}
