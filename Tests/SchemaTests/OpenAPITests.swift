import Foundation
import Proviso
import Testing

/// Schemas in OpenAPI descriptions, and in parts of other files.
struct OpenAPITests {
    private static let old = """
        openapi: 3.0.3
        info: { title: Shop, version: "1", x-logo: 1 }
        paths:
          /orders:
            post:
              operationId: createOrder
              requestBody: { $ref: '#/components/requestBodies/Order' }
            get: { operationId: listOrders }
          /notes:
            put:
              requestBody: { content: { text/plain: {} } }
        components:
          requestBodies:
            Order:
              content:
                application/json; charset=utf-8: { schema: { $ref: '#/components/schemas/Order' } }
          schemas:
            Order:
              type: object
              required: [id]
              properties:
                id: { type: integer, minimum: 0, exclusiveMinimum: true, readOnly: true, example: 1 }
                note: { type: string, nullable: true }
                pay: { $ref: '#/components/schemas/Pay', description: beside, nonsense: 1 }
            Pay:
              oneOf:
                - { $ref: '#/components/schemas/Card' }
                - { $ref: '#/components/schemas/Iban' }
              discriminator: { propertyName: kind, mapping: { card: '#/components/schemas/Card', bank: Iban } }
            Card:
              type: object
              required: [kind, number, holder]
              properties: { kind: { type: string }, number: { type: string }, holder: { type: string } }
            Iban:
              type: object
              required: [kind, iban]
              properties: { kind: { type: string }, iban: { type: string } }
            Broken: { type: strnig }
        """

    private func findings(
        _ text: String, _ json: String, part: String? = nil, operation: String? = nil, formats: Bool = false
    ) throws -> [String] {
        var options = JSONSchema.Options()
        (options.part, options.operation, options.assertsFormats) = (part, operation, formats)
        let schema = try JSONSchema(parsing: text, file: "api.yaml", options: options)
        #expect(schema.warnings.map(\.description) == [])
        return try Plan(RuleSet(rules: [Rule(".", .schema(schema))])).report(of: json).violations
            .map { "\($0.code) \($0.path.pointer)" }
    }

    private func errors(_ text: String, part: String? = nil, operation: String? = nil) -> [String] {
        var options = JSONSchema.Options()
        (options.part, options.operation) = (part, operation)
        do {
            _ = try JSONSchema(parsing: text, file: "api.yaml", options: options)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test(arguments: [
        (#"{"id": 0}"#, ["compare.greater /id"]), (#"{"id": 1, "note": null}"#, []),
        (#"{"id": 1, "note": 1}"#, ["oneOf.kind /note"]), (#"{"id": null}"#, ["value.type /id"]),
        ("{}", ["present.invalid /id"]),
    ])
    func aSchemaOfOpenAPI30IsReadAsThatVersionSays(_ json: String, _ expected: [String]) throws {
        #expect(try findings(Self.old, json, part: "/components/schemas/Order") == expected)
        #expect(try findings(Self.old, json, operation: "createOrder") == expected)
        #expect(try findings(Self.old, json, operation: "POST /orders") == expected)
    }

    @Test(arguments: [
        // The branch with the fewest errors would be the other one.
        (#"{"kind": "card"}"#, ["present.invalid /pay/number", "present.invalid /pay/holder"]),
        (#"{"kind": "Card"}"#, ["present.invalid /pay/number", "present.invalid /pay/holder"]),
        (#"{"kind": "bank"}"#, ["present.invalid /pay/iban"]), (#"{"kind": "cash"}"#, ["in.invalid /pay/kind"]),
        ("{}", ["present.invalid /pay/kind"]), (#"{"kind": 1}"#, ["in.invalid /pay/kind"]), ("1", ["oneOf.kind /pay"]),
        (#"{"kind": "bank", "iban": "x"}"#, []),
    ])
    func aDiscriminatorSaysWhichSchemaWasMeant(_ pay: String, _ expected: [String]) throws {
        let found = try findings(Self.old, "{\"id\": 1, \"pay\": \(pay)}", part: "/components/schemas/Order")
        #expect(found == expected)
    }

    @Test func whatIsNotNamedIsNotChecked() throws {
        #expect(try findings(Self.old, #"{"id": 1}"#, part: "/components/schemas/Order") == [])
        #expect(errors(Self.old, part: "/components/schemas/Broken").first?.contains("found strnig") == true)
    }

    @Test func mistakesInNamesAreErrors() {
        #expect(
            errors(Self.old, part: "/components/schemas/Ordr") == [
                "api.yaml:1:1: the reference '#/components/schemas/Ordr' leads nowhere: there is no 'Ordr' in "
                    + "'/components/schemas'; did you mean 'Order'?"
            ])
        #expect(
            errors(Self.old, operation: "createOrdr") == [
                "api.yaml:1:1: there is no operation 'createOrdr'; did you mean 'createOrder'?"
            ])
        #expect(errors(Self.old, operation: "listOrders").first?.contains("has no 'requestBody'") == true)
        #expect(errors(Self.old, operation: "PUT /notes").first?.contains("is never JSON: it is text/plain") == true)
        #expect(errors(Self.old).first?.contains("which has many schemas: name one") == true)
        #expect(errors("{}", operation: "x").first?.contains("not an OpenAPI description") == true)
        #expect(errors("{}", part: "/a", operation: "x").first?.contains("not both") == true)
        #expect(errors(#"{"openapi": "4.0.0"}"#, part: "/a").first?.contains("found '4.0.0'") == true)
        #expect(errors(#"{"swagger": "2.0", "definitions": {}}"#, part: "/a").first?.contains("convert it") == true)
        #expect(errors(#"{"swagger": "2.0"}"#, part: "/a").first?.contains("convert it") == true)
        #expect(errors(#"{"swagger": "2.0", "paths": {}}"#, part: "/a").first?.contains("convert it") == true)
    }

    @Test func otherKeywordsOfOpenAPI30AreErrorsWithAdvice() {
        func error(_ schema: String) -> String? {
            errors("openapi: 3.0.0\ncomponents: { schemas: { A: \(schema) } }", part: "/components/schemas/A").first
        }
        #expect(error("{ type: [string, 'null'] }")?.contains("in 3.0 'nullable: true' adds null") == true)
        #expect(error("{ exclusiveMinimum: 1 }")?.contains("says whether the bound itself is outside") == true)
        #expect(
            error("{ discriminator: kind, oneOf: [{}] }")?.contains("an object with the string 'propertyName'") == true)
    }

    @Test func nullableWithoutEffectIsAWarning() throws {
        var options = JSONSchema.Options()
        options.draft = .openAPI30
        func warnings(_ schema: String) throws -> [String] {
            try JSONSchema(parsing: schema, options: options).warnings.map(\.reason)
        }
        #expect(try warnings("{ nullable: true }") == ["'nullable' has no effect without 'type' beside it"])
        #expect(
            try warnings("{ type: string, enum: [a], nullable: true }") == [
                "'nullable' has no effect: 'enum' has no null"
            ])
        #expect(try warnings("{ const: 1 }").first?.contains("has no meaning in OpenAPI 3.0") == true)
    }

    private static let new = """
        openapi: 3.1.0
        jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
        components:
          schemas:
            A: { type: [string, 'null'], example: x, externalDocs: { url: u } }
            B: { properties: { a: { $ref: '#a-name' }, n: { type: integer, format: int32 } } }
            C: { $anchor: a-name, type: boolean }
        """

    @Test func aSchemaOfOpenAPI31IsOneOf2020() throws {
        #expect(try findings(Self.new, "null", part: "/components/schemas/A") == [])
        #expect(try findings(Self.new, #"{"a": 1}"#, part: "/components/schemas/B") == ["value.type /a"])
        #expect(try findings(Self.new, #"{"n": 3000000000}"#, part: "/components/schemas/B") == [])
        #expect(
            try findings(Self.new, #"{"n": 3000000000}"#, part: "/components/schemas/B", formats: true) == [
                "number.tooBig /n"
            ])
    }

    @Test func aPartOfASchemaIsNamedByPointerOrAnchor() throws {
        let text = #"{"$defs": {"a/b": {"type": "string"}, "c": {"$anchor": "here", "type": "null"}}}"#
        #expect(try findings(text, "1", part: "/$defs/a~1b") == ["value.type "])
        #expect(try findings(text, "1", part: "here") == ["isNull.invalid "])
        #expect(errors(text, part: "there").first?.contains("did you mean '#here'?") == true)
    }

    @Test func referencesLeadToOtherDescriptionsAndToFilesOfParts() throws {
        let path = NSTemporaryDirectory() + "openapi-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let api = """
            openapi: 3.0.0
            components:
              schemas:
                A: { properties: { a: { $ref: 'parts.yaml#/Part' }, b: { $ref: 'other.yaml#/components/schemas/B' } } }
            """
        for (name, text) in [
            ("api.yaml", api), ("parts.yaml", "Part: { type: string, nullable: true }\nOther: { type: 1 }"),
            ("other.yaml", Self.new.replacing("A:", with: "B2:")),
        ] {
            try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        }
        let schema = try JSONSchema(contentsOf: "\(path)/api.yaml#/components/schemas/A")
        #expect(schema.warnings.isEmpty)
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(schema))]))
        #expect(try plan.report(of: #"{"a": null, "b": {"n": 1}}"#).isValid)
        #expect(try plan.report(of: #"{"a": 1, "b": {"n": "x"}}"#).violations.map(\.path.pointer) == ["/a", "/b/n"])
        let rules = try RuleSet(
            parsing: "rules: [[order, schema, { file: 'api.yaml#/components/schemas/A' }]]", directory: path)
        let other = try Plan(rules, registry: .withSchemas)
        #expect(try other.report(of: #"{"order": {"a": 1}}"#).violations.map(\.path.pointer) == ["/order/a"])
    }
}
