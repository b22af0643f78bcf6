import Foundation
import Proviso
import Testing

/// The place in the schema that a violation comes from.
struct SchemaPlaceTests {
    /// The codes with the places of the keywords.
    private func places(
        _ schema: String, _ json: String, file: String? = "s.json", formats: Bool = false
    ) throws -> [String] {
        var options = JSONSchema.Options()
        options.assertsFormats = formats
        let read = try JSONSchema(parsing: schema, file: file, options: options)
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(read))]))
        return try plan.report(of: json).violations.map { "\($0.code) \($0.rulePosition?.description ?? "-")" }
    }

    /// The keyword is the second member of the schema, so that its column is known.
    @Test(arguments: [
        (#""type": "string""#, "1"), (#""enum": [1]"#, "2"), (#""const": 1"#, "2"), (#""minimum": 3"#, "2"),
        (#""maximum": 3"#, "4"), (#""exclusiveMinimum": 3"#, "3"), (#""exclusiveMaximum": 3"#, "3"),
        (#""multipleOf": 2"#, "3"), (#""minLength": 2"#, #""a""#), (#""maxLength": 1"#, #""ab""#),
        (#""pattern": "b""#, #""a""#), (#""format": "date""#, #""a""#), (#""items": false"#, "[1]"),
        (#""minItems": 2"#, "[1]"), (#""maxItems": 1"#, "[1, 2]"), (#""uniqueItems": true"#, "[1, 1]"),
        (#""contains": {"const": 1}"#, "[2]"), (#""required": ["a"]"#, "{}"),
        (#""additionalProperties": false"#, #"{"a": 1}"#), (#""minProperties": 1"#, "{}"),
        (#""maxProperties": 0"#, #"{"a": 1}"#), (#""propertyNames": false"#, #"{"a": 1}"#),
        (#""dependentRequired": {"a": ["b"]}"#, #"{"a": 1}"#), (#""dependencies": {"a": ["b"]}"#, #"{"a": 1}"#),
        (#""not": true"#, "1"), (#""oneOf": [true, true]"#, "1"), (#""anyOf": [{"const": 1}, {"const": 2}]"#, "3"),
        (#""anyOf": [{"type": "null"}, {"type": "string"}]"#, "3"),
        (#""unevaluatedProperties": false"#, #"{"a": 1}"#), (#""unevaluatedItems": false"#, "[1]"),
    ])
    func `a violation names the line and the column of its keyword`(keyword: String, json: String) throws {
        let found = try places("{\"title\": \"T\",\n  \(keyword)}", json, formats: true)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(" s.json:2:3") }, "\(found)")
    }

    @Test func `a bound of contains has its own place, and the number that it is for else`() throws {
        let schema = "{\"contains\": {\"const\": 1},\n \"minContains\": 2,\n \"maxContains\": 3}"
        #expect(try places(schema, "[1]") == ["contains.tooFew s.json:2:2"])
        #expect(try places(schema, "[1, 1, 1, 1]") == ["contains.tooMany s.json:3:2"])
    }

    @Test func `places are in the schema that a reference leads to, and in each member`() throws {
        let schema = """
            { "properties": {
                "kind": { "$ref": "#/$defs/kind" },
                "tags": { "items": { "$ref": "#/$defs/kind" } },
                "gone": false },
              "$defs": {
                "kind": { "type": "string",
                          "maxLength": 2 } } }
            """
        #expect(
            try places(schema, #"{"kind": 1, "tags": ["a", "abc"], "gone": 1}"#) == [
                "value.type s.json:6:15", "string.tooLong s.json:7:15", "absent.invalid s.json:4:13",
            ])
        // Without a file the place is that of the rule.
        let inline = try places(schema, #"{"kind": 1}"#, file: nil)
        #expect(inline.count == 1 && !inline[0].contains(":6:15"), "\(inline)")
        let yaml = "properties:\n  a:\n    minimum: 5\n"
        #expect(try places(yaml, #"{"a": 1}"#, file: "s.yaml") == ["number.tooSmall s.yaml:3:5"])
    }

    private func directory() throws -> URL {
        let directory = URL(filePath: NSTemporaryDirectory()).appending(path: "schema-place-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    @Test func `a violation in a schema of another file names that file`() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path
        try #"{"properties": {"a": {"$ref": "other.json"}}}"#.write(
            toFile: path + "/s.json", atomically: true, encoding: .utf8)
        try "{\n  \"minimum\": 5 }".write(toFile: path + "/other.json", atomically: true, encoding: .utf8)
        let plan = try Plan(
            RuleSet(
                parsing: "rules: [[order, shape, { name: o }]]\nshapes: { o: [[x, schema, { file: s.json }]] }",
                file: path + "/rules.yaml", directory: path), registry: .withSchemas)
        let found = try plan.report(of: #"{"order": {"x": {"a": 1}}}"#).violations
        #expect(found.map(\.path.pointer) == ["/order/x/a"])
        let place = found.first?.rulePosition
        #expect(place?.file?.hasSuffix("other.json") == true && place?.line == 2 && place?.column == 3, "\(found)")
        #expect(found.first?.rule.position?.file?.hasSuffix("rules.yaml") == true)
    }

    /// Two schemas may say that they were meant; the inner one is named.
    @Test(arguments: [
        (#"{"kind": "card"}"#, "s.json:2:4"), (#"{"kind": "iban"}"#, "s.json:3:4"),
        (#"{"kind": "other"}"#, "s.json:2:4"),
        (#"{"kind": "iban", "iban": {"deep": 1}}"#, "s.json:6:3"),
    ])
    func `the schema that was meant is named`(json: String, branch: String) throws {
        let schema = """
            {"oneOf": [
               {"properties": {"kind": {"const": "card"}, "number": {"type": "string"}}, "required": ["kind", "number"]},
               {"properties": {"kind": {"const": "iban"}, "iban": {"$ref": "#/$defs/iban"}}, "required": ["kind", "iban"]}],
             "$defs": {"iban": {"anyOf": [
              {"type": "string"},
              {"type": "object", "properties": {"deep": {"type": "string"}}}]}}}
            """
        let read = try JSONSchema(parsing: schema, file: "s.json")
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(read))]))
        let found = try plan.report(of: json).violations
        #expect(!found.isEmpty && found.allSatisfy { $0.branch?.description == branch }, "\(found.map(\.branch))")
    }

    @Test func `no schema was meant where there is one, and where all are named`() throws {
        for (schema, json) in [
            (#"{"anyOf": [{"minimum": 5}]}"#, "1"), (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "1"),
            (#"{"oneOf": [true, true]}"#, "1"), (#"{"minimum": 5}"#, "1"),
        ] {
            let plan = try Plan(
                RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema, file: "s.json")))]))
            let found = try plan.report(of: json).violations
            #expect(found.count == 1 && found.allSatisfy { $0.branch == nil }, "\(schema)")
        }
    }

    /// Schemas that are nothing but a value are put together, and still found by their own places.
    @Test func `a reference leads to one of the values of a choice`() throws {
        let schema =
            ##"{"properties": {"a": {"oneOf": [{"const": 1}, {"const": 2}]}, "b": {"$ref": "#/properties/a/oneOf/1"}}}"##
        #expect(try places(schema, #"{"a": 1, "b": 2}"#) == [])
        #expect(try places(schema, #"{"a": 3, "b": 1}"#) == ["in.invalid s.json:1:23", "in.invalid s.json:1:48"])
    }
}
