import Foundation
import TestSupport
import Testing

/// `proviso diff`: two rule files on the same data.
@Suite(.waitingForProcesses) struct DiffCommandTests {
    private static let old = "rules:\n  - [name, string, { min: 3 }]\n  - [age, integer]\n"
    private static let new = "# moved\nrules:\n  - [age, integer, { max: 90 }]\n  - [name, string, { min: 3 }]\n"
    private static let data = "{\"name\":\"Ada\",\"age\":91}\n{\"name\":\"A\"}\n"

    private func tool(_ data: String = data, as name: String = "d.ndjson")
        throws -> Tool
    {
        let tool = try Tool(rules: Self.old)
        try tool.write(Array(Self.new.utf8), to: "new.yaml")
        try tool.write(Array(data.utf8), to: name)
        return tool
    }

    @Test(arguments: [
        ("d.ndjson", "{\"name\":\"Ada\",\"age\":91}\n{\"name\":\"A\"}\n", 1),
        ("d.json", "[{\"name\":\"Ada\",\"age\":91},\n{\"name\":\"A\"}]", 1),
        ("d.csv", "name,age\nAda,91\nA,\n", 2),
        ("d.tsv", "name\tage\nAda\t91\nA\t\n", 2),
    ]) func `all formats are compared`(_ name: String, _ data: String, _ line: Int) throws {
        let tool = try tool(data, as: name)
        defer { tool.remove() }
        let result = try tool.run(["diff", "rules.yaml", "new.yaml", name, "--locale", "en"])
        #expect(result.status == 1)
        #expect(
            result.lines == [
                "+ new.yaml:3:5: integer of age: number.tooBig: 1 new finding",
                "    \(name):\(line): age: Age must be at most 90.",
                "2 records: 1 became invalid, 0 became valid, 0 with the same verdict but other findings",
            ], "\(result.output)")
        let shown = try tool.run(["diff", "--show-values", "rules.yaml", "new.yaml", name, "--locale", "de"])
        #expect(shown.output.contains("\(name):\(line): age: Age darf höchstens 90 sein. = "), "\(shown.output)")
        #expect(try tool.run(["diff", "rules.yaml", "rules.yaml", name]).status == 0)
    }

    @Test func `programs read JSON`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let result = try tool.run(["diff", "--format", "json", "--examples", "1", "new.yaml", "rules.yaml", "d.ndjson"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["becameValid"] as? Int == 1 && object["records"] as? Int == 2)
        let change = try #require((object["changes"] as? [[String: Any]])?.first)
        #expect(change["rules"] as? String == "old" && change["rulePosition"] as? String == "new.yaml:3:5")
        #expect((change["examples"] as? [[String: Any]])?.count == 1)
        let lines = try tool.run(["diff", "--format", "ndjson", "rules.yaml", "new.yaml", "d.ndjson"])
        #expect(
            lines.output
                == "{\"file\":\"d.ndjson\",\"line\":1,\"record\":1,\"wasValid\":true,\"isValid\":false,\"removed\":[],"
                + "\"added\":[{\"path\":\"age\",\"code\":\"number.tooBig\",\"severity\":\"error\","
                + "\"rulePosition\":\"new.yaml:3:5\"}]}\n")
    }

    @Test func `only verdicts decide if that is wanted`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let milder = "rules:\n  - [name, string, { min: 3, severity: warning }]\n  - [name, string, { min: 2 }]\n"
        try tool.write(Array(milder.utf8), to: "milder.yaml")
        let all = try tool.run(["diff", "rules.yaml", "milder.yaml", "d.ndjson"])
        #expect(all.status == 1)
        #expect(all.output.contains("string.tooShort (warning): 1 new finding"), "\(all.output)")
        #expect(try tool.run(["diff", "--verdicts", "rules.yaml", "milder.yaml", "d.ndjson"]).status == 0)
    }

    @Test func `data that cannot be read twice is refused`() throws {
        let tool = try tool(Self.data + "{\n")
        defer { tool.remove() }
        #expect(mkfifo(tool.folder.appending(path: "pipe.ndjson").path(), 0o600) == 0)
        let pipe = try tool.run(["diff", "rules.yaml", "new.yaml", "pipe.ndjson"])
        #expect(pipe.status == 2 && pipe.errors.contains("is a pipe, which cannot be read twice"), "\(pipe.errors)")
        let missing = try tool.run(["diff", "rules.yaml", "new.yaml", "none.ndjson"])
        #expect(missing.status == 3 && missing.output == "", "\(missing.output)")
        let broken = try tool.run(["diff", "rules.yaml", "new.yaml", "d.ndjson"])
        #expect(broken.status == 3 && broken.output.contains("3 records (1 could not be read): 1 became invalid"))
    }

    @Test func `mistakes are refused`() throws {
        let tool = try tool()
        defer { tool.remove() }
        for words in [["rules.yaml"], ["rules.yaml", "new.yaml"], ["rules.yaml", "new.yaml", "-"]] {
            #expect(try tool.run(["diff"] + words).status == 2, "\(words)")
        }
        try tool.write(Array("rules: [[name, strin]]".utf8), to: "bad.yaml")
        let bad = try tool.run(["diff", "rules.yaml", "bad.yaml", "d.ndjson"])
        #expect(bad.status == 2 && bad.errors.contains("did you mean 'string'"), "\(bad.errors)")
        #expect(try tool.run(["diff", "rules.yaml", "new.yaml", "missing.ndjson"]).status == 3)
        try tool.write(Array("{\"name\":\"Ada\",\"age\":91}\n{\"name\":".utf8), to: "broken.ndjson")
        let broken = try tool.run(["diff", "rules.yaml", "new.yaml", "broken.ndjson"])
        #expect(broken.status == 3 && broken.output.contains("1 became invalid"), "\(broken.output)")
        #expect(broken.errors.components(separatedBy: "broken.ndjson:2").count == 2, "said once: \(broken.errors)")
    }

    @Test func `values of each rule file stay its own`() throws {
        let tool = try tool("{\"name\":\"  Al  \",\"id\":1}\n{\"name\":\"Bo\",\"id\":1}\n")
        defer { tool.remove() }
        try tool.write(Array("rules: [[name, trim], [name, string, { min: 3 }], [id, unique]]".utf8), to: "trim.yaml")
        try tool.write(Array("rules: [[name, string, { min: 3 }]]".utf8), to: "plain.yaml")
        let result = try tool.run(["diff", "--format", "ndjson", "plain.yaml", "trim.yaml", "d.ndjson"])
        #expect(result.lines.count == 2)
        #expect(result.lines.first?.contains("\"wasValid\":true,\"isValid\":false") == true)
        #expect(result.lines.last?.contains("\"added\":[{\"path\":\"id\",\"code\":\"unique.taken\",") == true)
    }
}
