import Foundation
import TestSupport
import Testing

/// `proviso init`.
@Suite(.waitingForProcesses) struct InitCommandTests {
    @Test(arguments: [
        ("d.csv", "id,size\n1,5\n2,7\n"), ("d.tsv", "id\tsize\n1\t5\n2\t7\n"), ("d.csv", "id;size\n1;5\n2;7\n"),
        ("d.csv", "day;sum\n1.2.2024;1.234,50\n2.2.2024;7,00\n"), ("d.csv", "name|sum\na, b|1\nc|2\n"),
        ("d.csv", "id,size.min,size.max\n1,5,6\n2,,7\n3,,\n"),
        ("d.ndjson", "{\"id\":1,\"size\":5}\n{\"id\":2,\"size\":7}\n"),
        ("d.json", "[{\"id\":1,\"size\":5},{\"id\":2,\"size\":7}]"), ("d.csv", "id,size\r\n1,5\r\n2,7\r\n"),
    ]) func `the data passes the proposed rules`(_ name: String, _ data: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(data.utf8), to: name)
        let made = try tool.run(["init", name, "--output", "new.yaml"])
        #expect(made.status == 0, "\(made.errors)")
        let checked = try tool.run(["check", "--rules", "new.yaml", name])
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        #expect(try tool.run(["init", name, "--output", "new.yaml"]).status == 2)
        #expect(try tool.run(["init", name, "--output", "new.yaml", "--force"]).status == 0)
    }

    @Test func `the number of outliers is that of check`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let rows = (0..<500).map { $0 % 250 == 9 ? "\($0),n.a.,a@b.com" : "\($0),\($0 * 3),a\($0)@b.com" }
        try tool.write(Array(("id,size,mail\n" + rows.joined(separator: "\n") + "\n").utf8), to: "d.csv")
        let made = try tool.run(["init", "d.csv", "-o", "new.yaml"])
        #expect(made.status == 0, "\(made.errors)")
        let rules = try String(contentsOf: tool.folder.appending(path: "new.yaml"), encoding: .utf8)
        #expect(rules.contains("# 2 of these records have outliers"), "\(rules)")
        let checked = try tool.run(["check", "--rules", "new.yaml", "d.csv"])
        #expect(checked.status == 1)
        #expect(
            (checked.output + checked.errors).contains("500 records: 498 valid, 2 invalid; 2 errors"),
            "\(checked.output)")
    }

    @Test func `keys of another file`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("id,name\nA1,x\nB2,y\nC3,z\n".utf8), to: "customers.csv")
        try tool.write(Array("order,customer_id\n1,A1\n2,B2\n3,A1\n4,C3\n".utf8), to: "orders.csv")
        let made = try tool.run(["init", "orders.csv", "customers.csv", "-o", "new.yaml"])
        #expect(made.status == 0, "\(made.errors)")
        let arguments = ["check", "--rules", "new.yaml", "--collection", "customers=customers.csv", "orders.csv"]
        let checked = try tool.run(arguments)
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    }

    @Test(
        arguments: [
            (["init"], 2), (["init", "-"], 2), (["init", "none.csv"], 3), (["init", "empty.csv"], 3),
        ] as [([String], Int32)]) func `data that cannot be used`(_ arguments: [String], _ status: Int32) throws
    {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("id\n".utf8), to: "empty.csv")
        #expect(try tool.run(arguments).status == status)
    }

    @Test func `broken records are told and left out`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("{\"id\":1}\n{\"id\":\n{\"id\":2}\n".utf8), to: "d.ndjson")
        let made = try tool.run(["init", "d.ndjson"])
        #expect(made.status == 0)
        #expect(
            made.errors.contains("note: 1 record could not be read, the first one: d.ndjson:2: not valid JSON"),
            "\(made.errors)")
        #expect(made.errors.components(separatedBy: "not valid JSON").count == 2, "\(made.errors)")
        #expect(made.output.contains("# 1 record could not be read:"), "\(made.output)")
    }

    @Test func `rows that are too short are padded`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("id,name,end\n1,a\n2,b,5\n3,c\n".utf8), to: "d.csv")
        let made = try tool.run(["init", "d.csv", "-o", "new.yaml"])
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        let rules = try String(contentsOf: tool.folder.appending(path: "new.yaml"), encoding: .utf8)
        #expect(rules.contains("table: { ragged: pad }"), "\(rules)")
        #expect(rules.contains("# Some rows have fewer fields than the table has columns"), "\(rules)")
        #expect(rules.contains("# - [end, required]   # missing in 2 of 3"), "\(rules)")
        #expect(try tool.run(["check", "--rules", "new.yaml", "d.csv"]).status == 0)
        try tool.write(Array("id,name\n1,a\n2,b,5\n3,c\n".utf8), to: "long.csv")
        #expect(try tool.run(["init", "long.csv"]).errors.contains("note: 1 record could not be read"))
    }

    @Test func `a table of one row, with 300 columns, and with quotes`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let names = (0..<300).map { "c\($0)" }.joined(separator: ",")
        let row = (0..<300).map { "\"\($0), \"\"x\"\"\"" }.joined(separator: ",")
        try tool.write(Array("\(names)\n\(row)\n".utf8), to: "wide.csv")
        let nested = (0..<50).map { "{\"id\":\($0),\"a\":{\"b\":[{\"c\":\"x\($0 % 3)\"},{\"c\":null}],\"d\":[]}}\n" }
        try tool.write(Array(nested.joined().utf8), to: "nested.ndjson")
        for name in ["wide.csv", "nested.ndjson"] {
            let made = try tool.run(["init", name, "-o", "new.yaml", "--force"])
            #expect(made.status == 0, "\(made.errors)")
            let checked = try tool.run(["check", "--rules", "new.yaml", name])
            #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        }
        let text = try tool.run(["init", "wide.csv"]).output
        #expect(text.hasPrefix("# Rules for wide.csv\n# Proposed from 1 record; "), "\(text.prefix(200))")
        #expect(text.contains("  - [c0, required]") && text.contains("  - [c299, required]"), "\(text.prefix(200))")
    }
}
