import TestSupport
import Testing

/// Inputs that are something else than what they were taken for.
@Suite(.waitingForProcesses) struct SignatureTests {
    struct Row: Sendable {
        let bytes: [UInt8]
        let name: String
        let error: String
        let location: SourceLocation

        init(_ bytes: [UInt8], _ error: String, as name: String = "-", at location: SourceLocation = #_sourceLocation) {
            self.bytes = bytes
            self.name = name
            self.error = error
            self.location = location
        }

        init(_ text: String, _ error: String, as name: String = "-", at location: SourceLocation = #_sourceLocation) {
            self.init(Array(text.utf8), error, as: name, at: location)
        }
    }

    private static func wide(_ text: String, _ before: [UInt8], _ behind: [UInt8], mark: [UInt8] = []) -> [UInt8] {
        mark + text.utf8.flatMap { before + [$0] + behind }
    }

    private static let json = "{\"name\":\"a\"}\n"

    /// The first block of an archive with one file: of the seventh edition of Unix, which has no signature, or another.
    private static func tar(_ signature: String = "", name: String = "people.csv") -> [UInt8] {
        func field(_ text: String, _ count: Int) -> [UInt8] {
            Array(text.utf8) + Array(repeating: 0, count: count - text.utf8.count)
        }
        var header = field(name, 100) + field("0000644", 8) + field("0001750", 8) + field("0001750", 8)
        header += field("00000000007", 12) + field("14726103220", 12) + field("        ", 8) + field("0", 101)
        header += field(signature, 255)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        header.replaceSubrange(148..<156, with: field(String(repeating: "0", count: 6 - sum.count) + sum, 7) + [0x20])
        return header + field("a,b\n1,2", 512)
    }

    static let rows: [Row] = [
        Row(tar(), "this is a tar archive: unpack it (tar -x)"), Row(tar("ustar\u{0}00"), "this is a tar archive"),
        Row(tar("ustar  "), "this is a tar archive", as: "d.csv"), Row(tar(), "this is a tar archive", as: "d.csv"),
        Row(tar(name: String(repeating: "n", count: 100)), "this is a tar archive", as: "d.csv"),
        Row(
            wide(json, [], [0], mark: [0xFF, 0xFE]),
            "the text is in UTF-16LE, not in UTF-8: give --encoding UTF-16LE, or convert it (iconv -f UTF-16LE"),
        Row(wide(json, [0], [], mark: [0xFE, 0xFF]), "the text is in UTF-16BE"),
        Row(wide(json, [], [0]), "the text is in UTF-16LE"), Row(wide(json, [0], []), "the text is in UTF-16BE"),
        Row(wide(json, [], [0, 0, 0], mark: [0xFF, 0xFE, 0, 0]), "the text is in UTF-32LE"),
        Row(wide(json, [0, 0, 0], []), "the text is in UTF-32BE"),
        Row(wide("name,age\na,5\n", [], [0], mark: [0xFF, 0xFE]), "the text is in UTF-16LE", as: "d.csv"),
        Row("PAR1\u{15}\u{4}", "this is a Parquet file, not text: export it as CSV or NDJSON"),
        Row("PAR1\u{15}\u{4}", "this is a Parquet file", as: "d.csv"),
        Row("PK\u{3}\u{4}\u{14}", "this is a ZIP file, such as a spreadsheet (.xlsx)", as: "d.csv"),
        Row("SQLite format 3\u{0}", "this is an SQLite database"), Row("Obj\u{1}x", "this is an Avro file"),
        Row("%PDF-1.7", "this is a PDF file"), Row("BZh91AY&SY", "this is compressed by bzip2"),
        Row([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "this is compressed by xz"),
        Row("username,age\nbob,5\n", "not JSON, but it looks like a table: give --input-format csv"),
        Row("\"user name\",\"age\"\n\"bob, x\",5\n", "not JSON, but it looks like a table: give --input-format csv"),
        Row("username;age\nbob;5\n", "it looks like a table: give --input-format csv --delimiter ';'", as: "d.txt"),
        Row("username\tage\r\nbob\t5\r\n", "it looks like a table: give --input-format tsv"),
        Row("1,2\r3,4\r", "it looks like a table"), Row("a,b", "it looks like a table"),
    ]

    @Test func saysWhatAnInputIs() throws {
        let tool = try Tool()
        defer { tool.remove() }
        eachRow(Self.rows, at: \.location) { row in
            if row.name != "-" { try tool.write(row.bytes, to: row.name) }
            let check = ["check", "--rules", "rules.yaml", "--locale", "en", row.name]
            let result = try tool.run(check, input: row.bytes)
            #expect(result.status == 3, sourceLocation: row.location)
            #expect(result.errors.contains(row.error), "\(result.errors)", sourceLocation: row.location)
            #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)", sourceLocation: row.location)
            let pieces = try tool.run(check.dropLast() + ["-"], pieces: row.bytes.prefix(30).map { [$0] })
            #expect(pieces.status != 0, sourceLocation: row.location)
        }
    }

    /// What only looks a little like a table is JSON with faults, each with its line.
    @Test(arguments: [
        "hello, world\n{\"name\":\"a\"}\n", "x\ny\n", "{a,b}\n{c,d}\n", "\"a,b\"\n\"c,d\"\n", "PK,b\n{}\n",
    ])
    func otherInputsAreReadLineByLine(input: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.check(input)
        #expect(result.errors.contains("2 records"), "\(result.errors)")
    }

    @Test func aDelimiterIsForTables() throws {
        let tool = try Tool(rules: "rules: [[a, integer]]")
        defer { tool.remove() }
        try tool.write(Array("{\"a\":1}\n".utf8), to: "d.ndjson")
        try tool.write(Array("a;b\n1;2\n".utf8), to: "d.csv")
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "--delimiter", ";"]
        for arguments in [["d.ndjson"], [], ["--input-format", "json", "d.csv"]] {
            let result = try tool.run(check + arguments)
            #expect(result.status == 2)
            #expect(result.errors.contains("--delimiter is for tables, and no input is one"), "\(result.errors)")
        }
        #expect(try tool.run(check + ["d.csv", "d.ndjson"]).status == 0)
    }
}
