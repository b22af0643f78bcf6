import Proviso
import Testing

/// What a schema reports, and where.
struct SchemaFindingTests {
    /// The codes with the places of what is wrong.
    private func findings(_ schema: String, _ json: String, formats: Bool = false) throws -> [String] {
        var options = JSONSchema.Options()
        options.assertsFormats = formats
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema, options: options)))]))
        return try plan.report(of: json).violations.map { "\($0.code) \($0.path.pointer)" }
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, "1", ["value.type "]), (#"{"type": "null"}"#, "1", ["isNull.invalid "]),
        (#"{"type": ["string", "null"]}"#, "1", ["oneOf.kind "]), ("false", "1", ["absent.invalid "]),
        (#"{"type": "integer"}"#, "1.5", ["value.type "]), (#"{"type": "integer"}"#, "1.0", []),
        (#"{"type": "integer"}"#, "1e400", []), (#"{"enum": [1, "a"]}"#, "2", ["in.invalid "]),
        (#"{"const": {"a": [1.0]}}"#, #"{"a": [1]}"#, []), (#"{"const": 1}"#, "true", ["in.invalid "]),
        (#"{"minimum": 3}"#, "2", ["number.tooSmall "]), (#"{"maximum": 3}"#, "4", ["number.tooBig "]),
        (#"{"exclusiveMinimum": 3}"#, "3", ["compare.greater "]), (#"{"exclusiveMaximum": 3}"#, "3", ["compare.less "]),
        (#"{"maximum": 12345678901234567890.5}"#, "12345678901234567890.6", ["number.tooBig "]),
        (#"{"multipleOf": 0.1}"#, "0.3", []), (#"{"multipleOf": 0.1}"#, "0.35", ["multipleOf.invalid "]),
        (#"{"minLength": 2}"#, #""é""#, ["string.tooShort "]), (#"{"maxLength": 1}"#, #""💩""#, []),
        (#"{"maxLength": 1}"#, #""ab""#, ["string.tooLong "]),
        (#"{"pattern": "^\\p{Letter}+$"}"#, #""1""#, ["match.invalid "]),
        (#"{"items": {"type": "integer"}}"#, #"[1, "a", 2, "b"]"#, ["value.type /1", "value.type /3"]),
        (#"{"prefixItems": [true], "items": false}"#, "[1, 2]", ["each.invalid /1"]),
        (#"{"minItems": 2}"#, "[1]", ["count.tooFew "]), (#"{"maxItems": 1}"#, "[1, 2]", ["count.tooMany "]),
        (#"{"uniqueItems": true}"#, "[1, 2, 1.0]", ["distinct.duplicate "]),
        (#"{"contains": {"const": 1}}"#, "[2]", ["contains.tooFew "]),
        (#"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]", ["contains.tooMany "]),
        (#"{"required": ["a", "b"]}"#, #"{"b": 1}"#, ["present.invalid /a"]),
        (#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": 1}"#, ["value.type /a"]),
        (#"{"properties": {"name": true}, "additionalProperties": false}"#, #"{"nmae": 1}"#, ["value.unknown /nmae"]),
        (#"{"patternProperties": {"^x": {"type": "string"}}}"#, #"{"xy": 1}"#, ["value.type /xy"]),
        (#"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1, "c": 2}"#, ["keys.mismatch "]),
        (#"{"minProperties": 1}"#, "{}", ["count.tooFew "]),
        (#"{"maxProperties": 0}"#, #"{"a": 1}"#, ["count.tooMany "]),
        (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, ["present.invalid /b"]),
        (
            #"{"dependentRequired": {"a": ["b"], "c": ["b", "d"]}, "required": ["b"]}"#, #"{"a": 1, "c": 1}"#,
            ["present.invalid /b", "present.invalid /d"]
        ),
        (#"{"dependentSchemas": {"a": {"minProperties": 2}}}"#, #"{"a": 1}"#, ["count.tooFew "]),
        (#"{"not": {"type": "string"}}"#, #""a""#, ["schema.not "]),
        (#"{"oneOf": [{"minimum": 1}, {"maximum": 5}]}"#, "3", ["schema.oneOf "]),
        (#"{"unevaluatedProperties": false, "properties": {"a": true}}"#, #"{"b": 1}"#, ["value.unknown /b"]),
        (#"{"unevaluatedItems": false, "prefixItems": [true]}"#, "[1, 2]", ["each.invalid /1"]),
        (#"{"if": {"required": ["a"]}, "then": {"required": ["b"]}}"#, #"{"a": 1}"#, ["present.invalid /b"]),
    ])
    func eachKeywordHasItsCode(_ schema: String, _ json: String, _ expected: [String]) throws {
        #expect(try findings(schema, json) == expected)
    }

    @Test(arguments: [
        ("date", "2026-02-30", "date.invalid"), ("email", "x", "email.invalid"), ("uuid", "x", "uuid.invalid"),
        ("ipv4", "::1", "ip.invalid"), ("hostname", "-", "hostname.invalid"), ("uri", "x", "match.invalid"),
        ("duration", "P", "match.invalid"), ("json-pointer", "x", "match.invalid"), ("regex", "(", "match.invalid"),
    ])
    func aFormatAssertsOnlyWhereItIsAsked(_ format: String, _ text: String, _ code: String) throws {
        let schema = #"{"format": "\#(format)"}"#
        #expect(try findings(schema, "\"\(text)\"") == [])
        #expect(try findings(schema, "\"\(text)\"", formats: true) == ["\(code) "])
    }

    /// The schema that was probably meant is the one that says what is wrong.
    @Test(arguments: [
        // By a member with a value that only one schema has.
        (#"{"kind": "card"}"#, ["present.invalid /number"]), (#"{"kind": "iban"}"#, ["present.invalid /iban"]),
        (#"{"kind": "iban", "iban": 1, "number": 2}"#, ["value.type /iban"]),
    ])
    func ofSeveralSchemasTheOneThatWasMeantReports(_ json: String, _ expected: [String]) throws {
        let schema = """
            {"oneOf": [
              {"properties": {"kind": {"const": "card"}, "number": {"type": "string"}}, "required": ["kind", "number"]},
              {"properties": {"kind": {"const": "iban"}, "iban": {"type": "string"}}, "required": ["kind", "iban"]}]}
            """
        #expect(try findings(schema, json) == expected)
    }

    @Test func schemasOfOtherKindsAreNotMeant() throws {
        let schema = #"{"anyOf": [{"type": "string"}, {"type": "object", "required": ["a", "b", "c"]}]}"#
        #expect(try findings(schema, "{}") == ["present.invalid /a", "present.invalid /b", "present.invalid /c"])
        #expect(try findings(schema, "1") == ["oneOf.kind "])
        #expect(try findings(#"{"anyOf": [{"const": 1}, {"const": 2, "title": "two"}]}"#, "3") == ["in.invalid "])
    }

    @Test func titlesAreLabels() throws {
        let schema = #"{"properties": {"qty": {"title": "Quantity", "minimum": 1}}}"#
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema)))]))
        let report = try plan.report(of: #"{"qty": 0}"#)
        #expect(plan.localizer(preferring: "en").texts(report).first == "Quantity must be at least 1.")
    }

    @Test func findingsHaveTheirPlaceInTheData() throws {
        let schema =
            #"{"properties": {"items": {"items": {"required": ["sku"], "properties": {"n": {"maximum": 1}}}}}}"#
        let plan = try Plan(RuleSet(rules: [Rule("order", .schema(JSONSchema(parsing: schema)))]))
        let json = #"{"order": {"items": [{"sku": "a", "n": 2}, {}]}}"#
        let found = try plan.report(of: json).violations
        #expect(found.map(\.path.pointer) == ["/order/items/0/n", "/order/items/1/sku"])
        #expect(found.map(\.attribute) == ["order.items.*.n", "order.items.*.sku"])
        // The number 2, counted in bytes.
        #expect(found.first?.offset == 39)
    }

    @Test func validValuesTakeNoFindings() throws {
        #expect(
            try findings(#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#, #"{"minLength": -1}"#)
                == ["number.tooSmall /minLength"])
    }

    /// Two schemas that miss the same are no two mistakes; a bound that is lower is another one.
    @Test func whatIsWrongTwiceIsReportedOnce() throws {
        let both = ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"minimum": 5}}}"##
        #expect(try findings(both, "1") == ["number.tooSmall "])
        #expect(try findings(#"{"allOf": [{"minimum": 5}, {"minimum": 7}]}"#, "1").count == 2)
        let items = #"{"items": {"allOf": [{"minimum": 5}, {"title": "T", "minimum": 5}]}}"#
        #expect(try findings(items, "[1, 1]") == ["number.tooSmall /0", "number.tooSmall /1"])
        #expect(try findings(#"{"allOf": [{"required": ["a"]}, {"required": ["b", "a"]}]}"#, "{}").count == 2)
    }
}
