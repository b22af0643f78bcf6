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

    /// A schema whose keywords are on lines of their own, with records that it refuses.
    private static let order = """
        { "title": "Order",
          "required": ["id"],
          "properties": {
            "id": { "type": "string", "title": "Number", "pattern": "^[A-Z]{3}$" },
            "qty": { "type": "integer", "minimum": 1 },
            "pay": { "oneOf": [
              { "properties": { "kind": { "const": "card" } }, "required": ["kind", "number"] },
              { "properties": { "kind": { "const": "iban" } }, "required": ["kind", "iban"] } ] } } }
        """
    private static let orders = [#"{"qty": 0}"#, #"{"id": "ABC", "pay": {"kind": "iban"}}"#, #"{"id": "ABC"}"#]

    private func withOrders(_ body: (Tool) throws -> Void) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.order.utf8), to: "order.json")
        try tool.write(Array((Self.orders.joined(separator: "\n") + "\n").utf8), to: "d.ndjson")
        try body(tool)
    }

    @Test func `reports and explanations have the place of the keyword, and the schema that was meant`() throws {
        try withOrders { tool in
            let places = [#""rulePosition":"order.json:2:3""#, #""rulePosition":"order.json:5:33""#]
            let branch = #""rulePosition":"order.json:8:56","branch":"order.json:8:7""#
            for format in ["json", "ndjson", "sarif"] {
                let report = try tool.run(["check", "--schema", "order.json", "d.ndjson", "--format", format]).output
                for text in places + [branch] { #expect(report.contains(text), "\(format): \(report)") }
            }
            let explained = try tool.run(["explain", "--schema", "order.json", "d.ndjson", "--record", "2"]).output
            #expect(
                explained.contains(
                    "[present.invalid /pay/iban] (order.json:8:56, in the schema at order.json:8:7, which was probably meant)"
                ),
                "\(explained)")
        }
    }

    @Test func `findings that are read again keep the places`() throws {
        try withOrders { tool in
            let parts = "d.ndjson 0 \((Self.orders.joined(separator: "\n") + "\n").utf8.count)\n"
            let shard = try tool.run(["shard", "--schema", "order.json"], input: Array(parts.utf8))
            try tool.write(Array(shard.output.utf8), to: "shard.ndjson")
            let report = try tool.run(["check", "--schema", "order.json", "d.ndjson", "--format", "json"]).output
            try tool.write(Array(report.utf8), to: "report.json")
            for arguments in [["merge", "shard.ndjson"], ["render", "report.json"]] {
                let again = try tool.run(arguments + ["--format", "ndjson"])
                for place in [#""rulePosition":"order.json:8:56","branch":"order.json:8:7""#, "order.json:5:33"] {
                    #expect(again.output.contains(place), "\(again.output) \(again.errors)")
                }
            }
        }
    }

    @Test func `commands that take rule files take a schema`() throws {
        try withOrders { tool in
            let samples = try tool.run(["sample", "--schema", "order.json", "--valid", "5", "--format", "ndjson"])
            #expect(!samples.errors.contains("written in Swift"), "\(samples.errors)")
            #expect(samples.output.split(separator: "\n").count == 5, "\(samples.errors)")
            try tool.write(Array(samples.output.utf8), to: "valid.ndjson")
            #expect(try tool.run(["check", "--schema", "order.json", "valid.ndjson"]).status == 0)
            let named = try tool.run(["sample", "--rules", "order.json", "--valid", "5", "--format", "ndjson"])
            #expect(named.output == samples.output, "\(named.errors)")

            let page = try tool.run(["doc", "order.json"])
            #expect(page.status == 0 && page.output.contains("Number"), "\(page.errors)")
            #expect(page.output.contains("at least 1"), "\(page.output)")

            let lint = try tool.run(["lint", "--quick", "order.json"])
            #expect(lint.status == 0, "\(lint.output) \(lint.errors)")

            try tool.write(Array(Self.order.replacing("\"minimum\": 1", with: "\"minimum\": 0").utf8), to: "new.json")
            let diff = try tool.run(["diff", "order.json", "new.json", "d.ndjson"])
            #expect(diff.status == 1 && diff.output.contains("number.tooSmall"), "\(diff.output) \(diff.errors)")

            let cases = [
                #"{"record": {"id": "ABC"}, "finds": []}"#,
                #"{"record": {"qty": 1, "id": "ABC", "pay": {}}, "finds": [{"path": "pay.number"}]}"#,
            ]
            try tool.write(Array(cases.joined(separator: "\n").utf8), to: "order.cases.ndjson")
            let test = try tool.run(["test", "--no-coverage", "order.json"])
            #expect(test.errors.contains("order.json: 1 of 2 cases failed"), "\(test.output) \(test.errors)")
            #expect(test.output.contains("(order.json:7:56)"), "\(test.output)")
        }
    }

    @Test func `what a rule made of a schema cannot be has its place in the schema`() throws {
        try withOrders { tool in
            let schema = "{\"properties\": {\n \"a\": {\"type\": \"integer\", \"minimum\": 5, \"maximum\": 1}}}"
            try tool.write(Array(schema.utf8), to: "s.json")
            let lint = try tool.run(["lint", "s.json"])
            #expect(lint.status == 2 && lint.errors.contains("s.json:2:7: error: option 'max'"), "\(lint.errors)")
        }
    }

    @Test func `what is no schema is not imported as one`() throws {
        try withOrders { tool in
            for text in [#"{"foo": 1}"#, #"{"rules": [["a", "required"]]}"#, "[1]"] {
                try tool.write(Array(text.utf8), to: "x.json")
                let result = try tool.run(["schema", "import", "x.json"])
                #expect(result.status == 2 && result.output.isEmpty, "\(text): \(result.output)")
                #expect(result.errors.contains("x.json:1:1: error: expected a"), "\(result.errors)")
            }
            try tool.write(Array(#"{"type": "object", "propertes": {}}"#.utf8), to: "y.json")
            let warned = try tool.run(["schema", "import", "y.json"])
            #expect(warned.status == 0 && warned.errors.contains("did you mean 'properties'?"), "\(warned.errors)")
        }
    }

    @Test func `a file beside a schema with a URI is found with the option that the error names`() throws {
        try withOrders { tool in
            try tool.write(Array(#"{"minimum": 5}"#.utf8), to: "other.json")
            let schema = #"{"$id": "https://json.example.org/s.json", "$ref": "https://json.example.org/other.json"}"#
            try tool.write(Array(schema.utf8), to: "s.json")
            try tool.write(Array("1\n".utf8), to: "one.ndjson")
            let missing = try tool.run(["check", "--schema", "s.json", "one.ndjson"])
            let option = "--schema-path 'https://json.example.org/=.'"
            #expect(missing.errors.contains(option) && !missing.errors.contains("did you mean"), "\(missing.errors)")
            let found = try tool.run(
                ["check", "--schema", "s.json", "--schema-path", "https://json.example.org/=.", "one.ndjson"])
            #expect(found.output.contains("[number.tooSmall]"), "\(found.errors)")
            try tool.write(Array("// c\n{}".utf8), to: "c.jsonc")
            let comments = try tool.run(["check", "--schema", "c.jsonc", "one.ndjson"])
            #expect(comments.errors.contains("JSON has no comments"), "\(comments.errors)")
        }
    }
}
