import Foundation
import TestSupport
import Testing

/// `--schema`: records are validated by a JSON Schema.
@Suite(.waitingForProcesses) struct SchemaOptionTests {
    private static let schema = """
        {"required": ["id"], "properties": {"id": {"type": "string"}, "qty": {"title": "Quantity", "minimum": 1},
         "when": {"format": "date"}, "to": {"$ref": "http://example.com/address"}}, "propertes": {}}
        """
    private static let data = #"{"id": 1, "qty": 0, "when": "x", "to": {}}"# + "\n" + #"{"id": "a"}"# + "\n[1]\n"

    private func run(_ arguments: String..., data: String = data) throws -> Tool.Result {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        try tool.write(Array(Self.schema.utf8), to: "s.json")
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "lib"), withIntermediateDirectories: true)
        try tool.write(Array(#"{"required": ["city"]}"#.utf8), to: "lib/address.json")
        try tool.write(Array(data.utf8), to: "data.ndjson")
        let paths = ["--schema-path", "http://example.com/=\(tool.folder.path)/lib"]
        return try tool.run(["check", "--schema", "s.json"] + paths + arguments + ["data.ndjson"])
    }

    @Test func `a schema alone validates whole records`() throws {
        let result = try run()
        #expect(result.status == 1)
        #expect(
            result.lines == [
                "data.ndjson:1:8: error: Id must be text. [value.type /id]",
                "data.ndjson:1:18: error: Quantity must be at least 1. [number.tooSmall /qty]",
                "data.ndjson:1:40: error: To City is missing. [present.invalid /to/city]",
            ])
        #expect(
            result.errors.hasPrefix(
                """
                s.json:2:77: warning: unknown keyword 'propertes': it is ignored (a name of your own begins with 'x-'); \
                did you mean 'properties'?
                3 records: 2 valid, 1 invalid; 3 errors

                """), "\(result.errors)")
    }

    @Test func `formats assert and unknown keywords are refused where that is wanted`() throws {
        #expect(try run("--schema-formats").output.contains("[date.invalid /when]"))
        let strict = try run("--schema-strict")
        #expect(strict.status == 2)
        #expect(strict.errors.contains("error: unknown keyword 'propertes'"))
    }

    @Test func `rules and a schema apply together`() throws {
        let result = try run("--rules", "rules.yaml", data: #"{"qty": 1}"#)
        #expect(
            result.lines == [
                "data.ndjson:1:1: error: Name is required. [required.blank /name]",
                "data.ndjson:1:1: error: Id is missing. [present.invalid /id]",
            ])
    }

    @Test func `a mistake in a schema is an error at its place`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(#"{"minimum": "x"}"#.utf8), to: "s.json")
        let result = try tool.run(["check", "--schema", "s.json", "-"])
        #expect(result.status == 2)
        #expect(result.errors == "s.json:1:13: error: 'minimum': expected a number; found 'x'\n")
        let missing = try tool.run(["check", "--schema", "none.json", "-"])
        #expect(missing.errors.contains("cannot read none.json: No such file or directory"))
    }
}
