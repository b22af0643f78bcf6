import Foundation
import TestSupport
import Testing

/// Docs/report.schema.json describes what the tool writes: each key, and nothing that is not there.
@Suite(.waitingForProcesses) struct ReportSchemaTests {
    private static let rules = """
        rules:
          - [name, required]
          - [age, integer, { min: 18 }]
          - { attributes: nick, type: string, max: 2, severity: warning }
          - { attributes: size, type: in, range: [S, M], severity: info, when: [age, integer, { min: 900 }] }
          - [tags.*, match, { pattern: "^[a-z]+$" }]
          - [unsen, string]
        """

    private static let records = """
        {"name":"","age":3,"nick":"long","tags":["A","b"]}
        {"name":
        {"name":"Ada","age":20,"size":"XL"}

        """

    /// The schema without freedom for further keys, so that a key that it does not describe is found.
    private static func strict(_ definition: String?) throws -> String {
        let file = URL(filePath: #filePath).appending(path: "../../../Docs/report.schema.json").standardized
        var schema = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        schema = try #require(closed(schema, "") as? [String: Any])
        if let definition {
            for key in ["type", "required", "properties", "unevaluatedProperties"] { schema[key] = nil }
            schema["$ref"] = "#/$defs/\(definition)"
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: schema), as: UTF8.self)
    }

    private static func closed(_ value: Any, _ name: String) -> Any {
        if let list = value as? [Any] { return list.map { closed($0, "") } }
        guard var object = value as? [String: Any] else { return value }
        for (key, member) in object { object[key] = closed(member, key) }
        // A finding has the keys of a violation and others.
        if object["properties"] is [String: Any], name != "violation" { object["unevaluatedProperties"] = false }
        return object
    }

    private static func expect(_ report: String, fits definition: String?, _ name: String, _ tool: Tool) throws {
        try tool.write(Array(strict(definition).utf8), to: "strict.json")
        let file = try tool.write(Array(report.utf8), to: definition == nil ? "report.json" : "report.ndjson")
        let result = try tool.run(["check", "--schema", "strict.json", "--locale", "en", file])
        #expect(!report.isEmpty && result.status == 0, "\(name): \(result.output) \(result.errors) \(report)")
    }

    private static func tool() throws -> Tool {
        let tool = try Tool(rules: rules)
        try tool.write(Array(records.utf8), to: "data.ndjson")
        try tool.write([], to: "empty.ndjson")
        try tool.write(Array("{\"items\":[{\"name\":\"a\"},{\"name\":\"b\"}]}".utf8), to: "wrapped.json")
        return tool
    }

    @Test(arguments: [
        ["data.ndjson"], ["data.ndjson", "--show-values", "--locale", "ar"], ["empty.ndjson"], ["wrapped.json"],
        ["data.ndjson", "--summary"], ["data.ndjson", "--audit"], ["data.ndjson", "--max-errors", "1"],
        ["data.ndjson", "empty.ndjson", "--scenario", "default"],
    ])
    func reportsFitTheSchema(_ arguments: [String]) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let report = try tool.run(["check", "--rules", "rules.yaml", "-f", "json"] + arguments)
        try Self.expect(report.output, fits: nil, "\(arguments)", tool)
    }

    @Test func reportsOfOtherCommandsFitToo() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let check = ["check", "--rules", "rules.yaml", "data.ndjson"]
        _ = try tool.run(check + ["--write-baseline", "accepted.json"])
        let accepted = try tool.run(check + ["-f", "json", "--baseline", "accepted.json"])
        #expect(accepted.output.contains("acceptedRecords"))
        try Self.expect(accepted.output, fits: nil, "--baseline", tool)
        let lines = try tool.run(check + ["-f", "ndjson", "--show-values"])
        try Self.expect(lines.output, fits: "finding", "ndjson", tool)
        try tool.write(Array(lines.output.utf8), to: "findings.ndjson")
        let filter = try tool.run(["filter", "--rules", "rules.yaml"], input: Array(Self.records.utf8))
        try Self.expect(filter.output, fits: "verdict", "filter", tool)
        let part = try tool.run(
            ["shard", "--rules", "rules.yaml"], input: Array("data.ndjson 0 \(Self.records.utf8.count)\n".utf8))
        try tool.write(Array(part.output.utf8), to: "part")
        try Self.expect(tool.run(["merge", "-f", "json", "part"]).output, fits: nil, "merge", tool)
    }

    /// A record with more findings than are listed.
    @Test func countedFindingsFitTheSchema() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let tags = repeatElement("\"A\"", count: 10_003).joined(separator: ",")
        let record = Array("{\"name\":\"a\",\"tags\":[\(tags)]}\n".utf8)
        let report = try tool.run(["check", "--rules", "rules.yaml", "-f", "json", "-"], input: record)
        #expect(report.output.contains("\"more\""))
        try Self.expect(report.output, fits: nil, "more", tool)
    }

    @Test func aReportWithAnUnknownKeyDoesNotFit() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let report = try tool.run(["check", "--rules", "rules.yaml", "-f", "json", "data.ndjson"]).output
        try tool.write(Array(Self.strict(nil).utf8), to: "strict.json")
        for wrong in [
            report.replacingOccurrences(of: "\"label\"", with: "\"lable\""),
            report.replacingOccurrences(of: "\"unreadable\":1", with: "\"unreadable\":-1"),
        ] {
            #expect(wrong != report)
            try tool.write(Array(wrong.utf8), to: "report.json")
            #expect(try tool.run(["check", "--schema", "strict.json", "report.json"]).status == 1)
        }
    }
}
