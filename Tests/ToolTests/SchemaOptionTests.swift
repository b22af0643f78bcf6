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
        let anchor = try tool.run(["check", "--schema", "s.json#bar", "-"])
        #expect(anchor.errors.contains("leads nowhere: s.json has no anchor 'bar'"), "\(anchor.errors)")
        try tool.write(Array(#"{"$ref": "other.json"}"#.utf8), to: "r.json")
        let other = try tool.run(["check", "--schema", "r.json", "-"])
        #expect(other.errors.contains("the reference 'other.json' leads to 'other.json', which"), "\(other.errors)")
        let url = try tool.run(["check", "--schema", "https://example.com/s.json#/a", "-"])
        #expect(url.status == 2)
        #expect(
            url.errors.contains("error: 'https://example.com/s.json' is a URL: only files can be read"), "\(url.errors)"
        )
    }

    @Test func `a schema in an OpenAPI description is named by its place or by an operation`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let api = """
            openapi: 3.0.3
            paths:
              /orders:
                post:
                  operationId: createOrder
                  requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
            components: { schemas: { Order: { type: object, properties: { qty: { type: integer, nullable: true } } } } }
            """
        try tool.write(Array(api.utf8), to: "api.yaml")
        try tool.write(Array(#"{"qty": null}"#.utf8 + [0x0A] + #"{"qty": "x"}"#.utf8), to: "data.ndjson")
        for arguments in [
            ["--schema", "api.yaml#/components/schemas/Order"], ["--schema", "api.yaml", "--operation", "createOrder"],
        ] {
            let result = try tool.run(["check"] + arguments + ["data.ndjson"])
            #expect(
                result.lines == [
                    "data.ndjson:2:9: error: Qty has the wrong type (expected: “integer” or “null”). [oneOf.kind /qty]"
                ])
        }
        let wrong = try tool.run(["check", "--schema", "api.yaml", "--operation", "createOrdr", "data.ndjson"])
        #expect(wrong.status == 2)
        #expect(
            wrong.errors == "api.yaml:1:1: error: there is no operation 'createOrdr'; did you mean 'createOrder'?\n")
        #expect(try tool.run(["check", "--operation", "x", "-r", "none.yaml", "-"]).errors.contains("--schema FILE"))
    }

    @Test func `messages of a schema are shown at many records`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let schema = #"{"properties": {"a": {"type": "string", "x-proviso-message": "A!"}, "b": {"type": "string"}}}"#
        try tool.write(Array(schema.utf8), to: "s.json")
        let data = String(repeating: #"{"a": 1, "b": 1}"# + "\n", count: 3)
        try tool.write(Array(data.utf8), to: "d.ndjson")
        let result = try tool.run(["check", "--schema", "s.json", "d.ndjson"])
        #expect(
            result.lines.map { String($0.dropFirst("d.ndjson:1:7: error: ".count)) }
                == Array(
                    repeating: ["A! [value.type /a]", " B must be text. [value.type /b]"], count: 3
                ).joined().map { $0 })
    }

    @Test func `rules are written as schemas, and schemas as rules`() throws {
        let tool = try Tool(
            rules: "rules: [[name, required], [name, string, { max: 5 }], [iban, expr, { must: 'size(iban) > 2' }]]"
        )
        defer { tool.remove() }
        let made = try tool.run(["schema", "export", "rules.yaml", "-o", "s.json"])
        #expect(made.status == 0)
        #expect(made.errors.contains("note: not said: rules.yaml:1:"))
        let data = [#"{"name": "x"}"#, #"{"name": "too long"}"#, "{}"].joined(separator: "\n")
        try tool.write(Array(data.utf8), to: "d.ndjson")
        #expect(
            try tool.run(["check", "--schema", "s.json", "d.ndjson"]).errors.contains("3 records: 1 valid, 2 invalid"))
        #expect(try tool.run(["schema", "import", "s.json", "--output", "r.yaml"]).status == 0)
        #expect(
            try tool.run(["check", "--rules", "r.yaml", "d.ndjson"]).errors.contains("3 records: 1 valid, 2 invalid"))
        let api = try tool.run(["schema", "export", "rules.yaml", "--as", "openapi"])
        #expect(api.output.contains(#""components":{"schemas":{"rules":{"#))
        #expect(
            try tool.run(["schema", "export", "rules.yaml", "--as", "table-schema"]).output.contains(#""maxLength":5"#))
        #expect(try tool.run(["schema", "exprot", "rules.yaml"]).errors.contains("did you mean 'export'?"))
        #expect(try tool.run(["schema", "import", "none.json"]).status == 2)
    }
}
