import Proviso
import Testing

/// Mistakes in schemas: each is found when the schema is read, at its place.
struct SchemaErrorTests {
    private func errors(_ schema: String, file: String = "s.json", strict: Bool = false) -> [String] {
        var options = JSONSchema.Options()
        options.refusesUnknown = strict
        do {
            _ = try JSONSchema(parsing: schema, file: file, options: options)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test(arguments: [
        (
            #"{"properties": {"age": ["b"]}}"#,
            "s.json:1:24: expected a schema: an object, true or false; found a list"
        ),
        (
            ##"{"$ref": "#/definitions/a", "$defs": {"a": true}}"##,
            "s.json:1:10: the reference '#/definitions/a' leads nowhere: there is no 'definitions' in '#'; "
                + "did you mean '$defs'?"
        ),
        ("1", "s.json:1:1: expected a schema: an object, true or false; found 1"),
        (
            #"{"type": "strnig"}"#,
            "s.json:1:10: 'type': expected one of null, boolean, integer, number, string, array, object; "
                + "found 'strnig'; did you mean 'string'?"
        ),
        (
            #"{"type": "list"}"#,
            "s.json:1:10: 'type': expected one of null, boolean, integer, number, string, array, object; "
                + "found 'list'; did you mean 'array'?"
        ),
        (#"{"type": []}"#, "s.json:1:10: 'type': expected the name of a type or a list of them; found an empty list"),
        (#"{"type": ["null", "null"]}"#, "s.json:1:19: 'type': 'null' is there twice"),
        (#"{"minLength": -1}"#, "s.json:1:15: 'minLength': expected an integer that is not negative; found -1"),
        (#"{"minLength": 1.5}"#, "s.json:1:15: 'minLength': expected an integer that is not negative; found 1.5"),
        (#"{"minimum": "1"}"#, "s.json:1:13: 'minimum': expected a number; found '1'"),
        (#"{"multipleOf": 0}"#, "s.json:1:16: 'multipleOf': expected a number above zero; found 0"),
        (
            #"{"required": true}"#,
            "s.json:1:14: 'required': expected a list of different strings; found true "
                + "(the object that has the property lists the names that are required)"
        ),
        (#"{"required": ["a", "a"]}"#, "s.json:1:20: 'required': 'a' is there twice"),
        (
            #"{"exclusiveMinimum": true}"#,
            "s.json:1:22: 'exclusiveMinimum': expected a number; found true "
                + "(it is the bound itself since draft 6)"
        ),
        (
            #"{"items": [true]}"#,
            "s.json:1:11: 'items': expected a schema: an object, true or false; found a list "
                + "(a list of schemas is 'prefixItems' since 2020-12)"
        ),
        (#"{"allOf": []}"#, "s.json:1:11: 'allOf': expected a list of at least one schema; found an empty list"),
        (#"{"properties": {"a": 1}}"#, "s.json:1:22: expected a schema: an object, true or false; found 1"),
        (#"{"properties": []}"#, "s.json:1:16: 'properties': expected an object of schemas; found an empty list"),
        (#"{"uniqueItems": 1}"#, "s.json:1:17: 'uniqueItems': expected true or false; found 1"),
        (#"{"enum": 1}"#, "s.json:1:10: 'enum': expected a list; found 1"),
        (
            #"{"$anchor": "1"}"#,
            "s.json:1:13: '$anchor': expected a name of letters, digits, '-', '_' and '.' that begins "
                + "with a letter or '_'; found '1'"
        ),
        (#"{"pattern": "("}"#, "s.json:1:13: 'pattern': a '(' is not closed"),
        (#"{"pattern": "(a)\\1"}"#, #"s.json:1:13: 'pattern': RE2 has no backreferences ('\1')"#),
        (
            #"{"patternProperties": {"a(?=b)": {}}}"#,
            "s.json:1:24: 'patternProperties': RE2 has no lookahead ('(?=') but after "
                + "'^' at the beginning of the pattern; write several patterns in 'allOf', or in 'not'"
        ),
        (
            ##"{"$ref": "#/$defs/adress", "$defs": {"address": {}}}"##,
            "s.json:1:10: the reference '#/$defs/adress' leads nowhere: "
                + "there is no 'adress' in '/$defs'; did you mean 'address'?"
        ),
        (
            ##"{"$ref": "#nam", "$defs": {"n": {"$anchor": "name"}}}"##,
            "s.json:1:10: the reference '#nam' leads nowhere: "
                + "schema has no anchor 'nam'; did you mean '#name'?"
        ),
        (
            #"{"$ref": "http://example.com/x"}"#,
            "s.json:1:10: the reference 'http://example.com/x' leads to "
                + "'http://example.com/x', which is not in the schema and in no declared directory; nothing is read from a network "
                + "(declare a directory of schemas, see --schema-path)"
        ),
        (
            ##"{"allOf": [{"$ref": "#"}]}"##,
            "s.json:1:21: the schema leads back to itself for the same value, without end: #, #/allOf/0, #"
        ),
        (
            ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
            "s.json:1:54: the schema leads back to itself for the same value, without end: #/$defs/a, #/$defs/b, #/$defs/a"
        ),
        (
            #"{"$id": "http://x.y/#frag"}"#,
            "s.json:1:9: '$id': expected a URI, or a reference to one, without a fragment; found 'http://x.y/#frag'"
        ),
        (
            #"{"$vocabulary": {"a": true}}"#,
            "s.json:1:17: '$vocabulary': expected an object of true and false by URI; found an object"
        ),
        (
            #"{"$schema": "http://json-schema.org/draft-07/schema#", "items": []}"#,
            "s.json:1:65: 'items': expected a schema or a list of schemas; found an empty list"
        ),
        (
            #"{"$schema": "http://json-schema.org/draft-04/schema#"}"#,
            "s.json:1:13: expected the URI of a meta-schema: "
                + "https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, "
                + "http://json-schema.org/draft-07/schema, http://json-schema.org/draft-06/schema, or one in a declared directory; "
                + "found 'http://json-schema.org/draft-04/schema'; in most schemas of it, it is enough to write '$id' for 'id' "
                + "and the bound itself in 'exclusiveMinimum' and 'exclusiveMaximum', and to name draft 6"
        ),
        (#"{"type": 1, "type": 2}"#, "s.json:1:13: the key 'type' appears twice"),
        (
            #"{"$schema": "http://json-schema.org/draft-99/schema#"}"#,
            "s.json:1:13: expected the URI of a meta-schema: "
                + "https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, "
                + "http://json-schema.org/draft-07/schema, http://json-schema.org/draft-06/schema, or one in a declared directory; "
                + "found 'http://json-schema.org/draft-99/schema'; did you mean 'http://json-schema.org/draft-06/schema'?"
        ),
        (#"{"a": 1, "a": 2}"#, "s.json:1:10: the key 'a' appears twice"),
        ("{", "s.json:1:2: not valid JSON: expected a key in double quotes, found the end of the text"),
    ])
    func aMistakeIsReportedAtItsPlace(_ schema: String, _ expected: String) {
        #expect(errors(schema) == [expected])
    }

    @Test func allMistakesAreReported() {
        #expect(errors(#"{"minimum": "1", "items": {"type": "x"}, "not": {"maxItems": true}}"#).count == 3)
    }

    @Test func anUnknownKeywordIsAWarningAndStrictlyAnError() throws {
        let schema = #"{"propertes": {}, "x-own": 1, "minLenght": 1}"#
        let expected = [
            "s.json:1:2: unknown keyword 'propertes': it is ignored (a name of your own begins with 'x-'); "
                + "did you mean 'properties'?",
            "s.json:1:31: unknown keyword 'minLenght': it is ignored (a name of your own begins with 'x-'); "
                + "did you mean 'minLength'?",
        ]
        #expect(try JSONSchema(parsing: schema, file: "s.json").warnings.map(\.description) == expected)
        #expect(errors(schema, strict: true) == expected.map { $0.replacing(": it is ignored", with: "") })
    }

    @Test func aKeywordOfAnotherDraftIsAWarning() throws {
        let schema = #"{"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": []}"#
        #expect(
            try JSONSchema(parsing: schema).warnings.map(\.reason) == [
                "the keyword 'prefixItems' has no meaning in draft 7: it is ignored"
            ])
    }

    @Test(arguments: [
        (##"{"$id": "#a"}"##, 0), (#"{"$id": "http://x.y/z#"}"#, 0), (#"{"items": [true]}"#, 0), (#"{"items": {}}"#, 0),
    ])
    func whatDraft7WritesOtherwiseIsNoMistake(_ schema: String, _ count: Int) {
        let seventh = schema.replacing(
            "{\"", with: "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"", maxReplacements: 1)
        #expect(errors(seventh).count == count)
    }

    @Test(arguments: [
        (
            ##"{"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "string"}, "y": {"$anchor": "a", "type": "null"}}}"##,
            "s.json:1:72: '$anchor': the anchor 'a' is there twice: references lead to s.json:1:31"
        ),
        (
            ##"{"$ref": "http://x.y/i", "$defs": {"x": {"$id": "http://x.y/i", "type": "string"}, "y": {"$id": "http://x.y/i"}}}"##,
            "s.json:1:89: '$id': 'http://x.y/i' means the same URI as in s.json:1:41, where references lead to"
        ),
        (
            #"{"x-proviso-mesage": "no"}"#,
            "s.json:1:2: unknown keyword 'x-proviso-mesage'; did you mean 'x-proviso-message'?"
        ),
    ])
    func whatIsProbablyAMistakeIsAWarning(_ schema: String, _ expected: String) throws {
        let read = try JSONSchema(parsing: schema, file: "s.json")
        #expect(read.warnings.map(\.description) == [expected])
        #expect(errors(schema, strict: true) == [expected])
        // The first one is meant.
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(read))]))
        #expect(try plan.report(of: "null").isValid == schema.contains("mesage"))
    }

    @Test func theLimitThatIsReachedIsNamed() {
        let deep = String(repeating: #"{"not":"#, count: 300) + "true" + String(repeating: "}", count: 300)
        #expect(
            errors(deep).first?.hasSuffix("too large or too deep to be a schema: nested more than 256 levels deep")
                == true)
        let large = #"{"enum": [\#((0...500_000).map(String.init).joined(separator: ","))]}"#
        #expect(
            errors(large).first?.hasSuffix(
                "too large or too deep to be a schema: expected at most 500000 values and keys")
                == true)
    }

    @Test func keywordsOfLaterDraftsAreNoMistakes() throws {
        let seventh =
            ##"{"$schema": "http://json-schema.org/draft-07/schema#", "deprecated": "use b","##
            + ##" "$defs": {"note": "text", "a": {"type": "integer"}}, "properties": {"b": {"$ref": "#/$defs/a"}}}"##
        #expect(errors(seventh) == [])
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: seventh)))]))
        #expect(try plan.validate(["b": 1]).isValid)
        #expect(try !plan.validate(["b": "x"]).isValid)
        let sixth = #"{"$schema": "http://json-schema.org/draft-06/schema#", "$comment": 1, "readOnly": "no"}"#
        #expect(errors(sixth) == [])
        #expect(errors(#"{"deprecated": "use b"}"#).count == 1)
    }

    @Test func aSchemaInYAMLHasPlacesToo() {
        let schema = "type: object\nproperties:\n  a: { minimum: x }\n"
        #expect(errors(schema, file: "s.yaml") == ["s.yaml:3:17: 'minimum': expected a number; found x"])
    }
}
