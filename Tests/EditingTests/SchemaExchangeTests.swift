import Foundation
import Proviso
import ProvisoEditing
import ProvisoProof
import TestSupport
import Testing

/// Rule sets as JSON Schemas, and rule files from JSON Schemas: both validate alike.
struct SchemaExchangeTests {
    private static let ruleSets = [
        "rules: [[name, required], [name, string, { min: 2, max: 5 }], [nick, string, { length: [2, 4] }]]",
        "rules: [[age, integer, { min: 0, max: 120, strict: true }], [size, number, { above: 0, below: 9, strict: true }]]",
        "rules: [[flag, boolean, { strict: true }], [agreed, boolean], [n, multipleOf, { of: 0.5, strict: true }]]",
        "rules: [[code, match, { pattern: '^[A-Z]{2}-[0-9]+$' }], [other, match, { pattern: a, not: true }]]",
        "rules: [[country, in, { range: [DE, FR, 1] }], [level, in, { range: [1, 2], not: true, strict: true }]]",
        "rules: [[address.city, required], [address.zip, string, { max: 5 }], [items.*.sku, required], [items, count, { min: 1 }]]",
        "closed: true\nrules: [[a, string], [b.c, string], ['d.*', integer, { strict: true }], [e, safe]]",
        "proviso: 2\nnullable: [b]\nrules: [[a, present], [a, string], [b, string, { min: 1 }], [c, count, { max: 2 }]]",
        "rules: [[zip, string, { max: 5, when: [[country, in, { range: [DE] }]] }], [vat, required, { unless: [[country, in, { range: [US] }]] }], [country, string]]",
        "rules: [[root, shape, { name: node }]]\nshapes: { node: [[id, required], [id, string], ['children.*', shape, { name: node }]] }",
        "rules: [[tags, distinct], [tags, each, { rule: [string, { max: 3 }] }], [opts, keys, { only: [x, y], required: [x] }], [p, port], [gone, absent]]",
    ]

    private struct Both {
        let plan: Plan
        let schema: Plan
        let imported: Plan
        let losses: [String]
        let text: String

        init(_ rules: String) throws {
            try self.init(Plan(RuleSet(parsing: rules), registry: .withSchemas))
        }

        init(_ plan: Plan) throws {
            self.plan = plan
            let made = SchemaExport(plan, scenario: RuleSet.defaultScenario, title: "made")
            losses = made.losses.map(\.reason)
            schema = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(made.schema)))]))
            let file = NSTemporaryDirectory() + "exchange-\(UUID().uuidString).json"
            try made.schema.json.write(toFile: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: file) }
            text = try SchemaImport(contentsOf: file).text
            imported = try Plan(RuleSet(parsing: text, directory: NSTemporaryDirectory()), registry: .withSchemas)
        }
    }

    /// Valid and invalid records of the rules, and each with other values in its places.
    private func records(_ plan: Plan) throws -> [AnyValue] {
        let maker = try SampleMaker(plan, seed: 7)
        var found: [AnyValue] = [.object([])]
        for target in maker.targets {
            let samples = maker.samples(of: target)
            found += (samples.valid + samples.invalid).map(\.record)
            for record in found.prefix(6) {
                for value in [AnyValue.null, "", " ", "x", 1, 1.5, true, .list([]), .object([]), ["x"], ["a": 1]] {
                    found.append(record.setting(target.path, to: value))
                }
                found.append(record.setting(target.path, to: .absent))
            }
        }
        // Shapes may be in each other on 32 levels only, which a schema cannot say.
        return found.map(\.compact).withoutRepetition().filter { $0.json.utf8.count < 400 }
    }

    @Test(arguments: ruleSets)
    func aRuleSetItsSchemaAndItsImportValidateAlike(_ rules: String) throws {
        let both = try Both(rules)
        #expect(both.losses.allSatisfy { $0.contains("pass too") || $0.contains("levels") }, "\(both.losses)")
        for record in try records(both.plan) {
            let expected = try both.plan.validate(record).isValid
            #expect(try both.schema.validate(record).isValid == expected, "\(record.json)")
            #expect(try both.imported.validate(record).isValid == expected, "\(record.json)\n\(both.text)")
        }
    }

    /// Rules whose schemas each have an `allOf`, so that they are put into one.
    static let togethers = [
        "rules: [[b, schema, { schema: { minLength: 1 } }], [b, schema, { schema: { maxLength: 3 } }], [b, match, { pattern: a }], [b, match, { pattern: b }]]",
        "rules: [[o, keys, { only: [x, y] }], [o, keys, { only: [x, z] }], [o, keys, { required: [x] }]]",
        "rules: [[., schema, { schema: { minProperties: 1 } }], [b, string, { max: 2, when: [[c, in, { range: [1] }]] }]]",
        "rules: [[o, schema, { schema: { type: object, additionalProperties: false, properties: { a: { type: integer } } } }], [o, keys, { required: [a] }]]",
    ]

    @Test(arguments: togethers)
    func `a schema has each keyword once, and asserts what all rules do`(rules: String) throws {
        let both = try Both(rules)
        // A reader of JSON that keeps the last of two keywords loses the other one.
        let written = SchemaExport(both.plan, scenario: RuleSet.defaultScenario, title: "made").schema.json
        let once = try JSONSerialization.jsonObject(with: Data(written.utf8))
        let text = String(decoding: try JSONSerialization.data(withJSONObject: once), as: UTF8.self)
        let parsed = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(AnyValue(json: text))))]))
        for record in try records(both.plan) {
            // A rule for the record skips null, which no schema of an object can say.
            guard case .object = record else { continue }
            let expected = try both.plan.validate(record).isValid
            #expect(try parsed.validate(record).isValid == expected, "\(record.json) \(written)")
            #expect(try both.schema.validate(record).isValid == expected, "\(record.json) \(written)")
        }
    }

    @Test func `numbers in strings that a step accepts are named`() throws {
        let both = try Both("rules: [[a, multipleOf, { of: 2 }], [b, multipleOf, { of: 0.5, strict: true }]]")
        #expect(both.losses == ["multipleOf: strings that spell a number pass too"])
    }

    @Test func whatASchemaCannotSayIsNamed() throws {
        let both = try Both(
            """
            rules:
              - [name, trim]
              - [iban, expr, { must: "size(iban) > 2" }]
              - [end, compare, { compareAttribute: start, operator: ">" }]
              - [start, email]
              - [n, integer]
            """)
        #expect(
            both.losses == [
                "trim: the value is changed before other rules see it", "expr: expressions",
                "compare: values of other attributes decide",
                "email: formats only annotate, unless a validator tests them",
                "integer: strings that spell a number pass too",
            ])
    }

    @Test func rulesAboutAllRecordsAreNamedAsLosses() throws {
        let rules = """
            rules: [[a, string]]
            dataset:
              - [rows, { min: 3 }]
              - { measure: sum, of: n, max: 9, id: total }
            """
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"), registry: .withSchemas)
        let made = SchemaExport(plan, scenario: RuleSet.defaultScenario, title: "made")
        #expect(
            made.losses.map(\.text) == [
                "r.yaml:3:5: rule dataset.1 for 'rows': a schema is about one record, and the rule about all of them",
                "r.yaml:4:5: rule total for 'sum(n)': a schema is about one record, and the rule about all of them",
            ])
        #expect(made.schema.object?["$comment"]?.text?.contains("'sum(n)'") == true)
    }

    @Test func aColumnOfATableIsTheWholePath() throws {
        let rules = """
            rules:
              - [id, required]
              - [address.city, required]
              - [address.geo.lat, number, { max: 90, strict: true }]
              - ['a\\.b', string]
              - [tags.*, string]
            """
        let plan = try Plan(RuleSet(parsing: rules), registry: .withSchemas)
        let made = SchemaExport(plan, scenario: RuleSet.defaultScenario, title: "made").tableSchema
        let fields = made.schema.object?["fields"]?.list ?? []
        #expect(
            fields.compactMap { $0.object?["name"]?.text } == ["id", "address.city", "address.geo.lat", "a.b", "tags"])
        #expect(fields[1].object?["constraints"]?.object?["required"] == true)
        #expect(fields[2].object?["constraints"]?.object?["maximum"] == 90)
        #expect(made.losses.contains { $0.contains("'tags'") }, "\(made.losses)")
    }

    @Test func messagesByKeywordBecomeMessagesOfRules() throws {
        let (text, notes) = try imported(
            """
            {"type": "object", "required": ["code", "n"], "errorMessage": {"required": {"code": "which {code}?"}},
             "properties": {
              "code": {"type": "string", "minLength": 2, "pattern": "^[A-Z]+$",
                       "errorMessage": {"minLength": "too short", "pattern": "it's capital letters", "type": "text"}},
              "n": {"type": "integer", "minimum": 1, "maximum": 9, "errorMessage": {"minimum": "low", "_": "else"}},
              "s": {"enum": ["a"], "errorMessage": "{a}"}}}
            """)
        let plan = try Plan(RuleSet(parsing: text), registry: .withSchemas)
        func texts(_ json: String) throws -> [String] {
            plan.localizer(preferring: "en").texts(try plan.validate(AnyValue(json: json)))
        }
        #expect(try texts("{}") == ["which {code}?", "N is missing."])
        #expect(try texts(#"{"code": "x", "n": 0}"#) == ["too short", "low"])
        #expect(try texts(#"{"code": "xx", "n": 1}"#) == ["it's capital letters"])
        #expect(try texts(#"{"code": "XX", "n": 10, "s": "b"}"#) == ["N must be at most 9.", "{a}"])
        #expect(
            notes == [
                "no rule has the 'errorMessage' of 'code' for 'type'", "no rule has the 'errorMessage' of 'n' for '_'",
            ])
    }

    @Test func theExamplesAreWrittenAsSchemas() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for file in ["Examples/signup/basic.yaml", "Examples/debian/rules.yaml"] {
            let plan = try Plan(RuleSet(contentsOf: root.appending(path: file).path), registry: .withSchemas)
            let both = try Both(plan)
            for record in try records(plan) {
                let (schema, imported) = (try both.schema.validate(record), try both.imported.validate(record))
                #expect(schema.isValid == imported.isValid, "\(file): \(record.json)\n\(both.text)")
                // Where the schema says less, a loss is named.
                if try plan.validate(record).isValid != schema.isValid { #expect(!both.losses.isEmpty) }
            }
        }
    }

    private func imported(_ schema: String, formats: Bool = false) throws -> (text: String, notes: [String]) {
        let file = NSTemporaryDirectory() + "import-\(UUID().uuidString).json"
        try schema.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        var options = JSONSchema.Options()
        options.assertsFormats = formats
        let made = try SchemaImport(contentsOf: file, options: options)
        let body = made.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(
            separator: "\n")
        return (body, made.notes)
    }

    @Test func aSchemaBecomesReadableRules() throws {
        let (text, notes) = try imported(
            """
            {"type": "object", "required": ["id", "items"], "additionalProperties": false, "properties": {
              "id": {"type": "string", "pattern": "^[A-Z]{3}$", "title": "Number"},
              "state": {"enum": ["new", "paid"]}, "mail": {"type": ["string", "null"], "format": "email", "maxLength": 99},
              "address": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
              "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/item"}},
              "pay": {"oneOf": [{"required": ["card"]}, {"required": ["iban"]}]}},
             "$defs": {"item": {"type": "object", "required": ["sku"], "properties": {
               "sku": {"type": "string"}, "qty": {"type": "integer", "minimum": 1}}}}}
            """)
        #expect(
            text == """
                proviso: 2
                closed: { open: [address, items.*] }
                nullable: [mail]
                labels:
                  id: Number
                rules:
                  - [id, present]
                  - [id, string]
                  - [id, match, { pattern: "^[A-Z]{3}$" }]

                  - [state, in, { range: [new, paid], strict: true }]

                  - [mail, string, { max: 99 }]

                  - [address, keys]
                  - [address.city, present, { when: [[address, keys]] }]
                  - [address.city, string]

                  - [items, present]
                  - [items, schema, { schema: { type: array } }]
                  - [items, count, { min: 1 }]
                  - [items.*, keys]
                  - [items.*.sku, present]
                  - [items.*.sku, string]
                  - [items.*.qty, integer, { min: 1, strict: true }]

                  - [pay, schema, { schema: { oneOf: [{ required: [card] }, { required: [iban] }] } }]

                """, "\(text)")
        #expect(
            notes == [
                "'format' only annotates in JSON Schema, so there are no rules for email (--schema-formats makes some)"
            ])
        let formats = try imported(
            #"{"type": "object", "properties": {"u": {"type": "string", "format": "uuid"}}}"#, formats: true)
        #expect(formats.text.contains("- [u, uuid]"))
    }

    /// A pattern of Table Schema is for the whole field, and one of rules for a part of it.
    @Test func aTableSchemaAcceptsTheRowsThatTheRulesAccept() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [name, required]
                      - [nick, match, { pattern: "n+" }]
                      - [code, match, { pattern: "^[A-Z]{2}$" }]
                      - [end, match, { pattern: "a$|^b" }]
                      - [price, match, { pattern: '\\d\\$$' }]
                    """))
        let made = SchemaExport(plan, scenario: RuleSet.defaultScenario, title: "t").tableSchema.schema
        let patterns = (made["fields"]?.list ?? []).reduce(into: [String: String]()) { found, field in
            found[field["name"]?.text ?? ""] = field["constraints"]?["pattern"]?.text
        }
        #expect(patterns["code"] == "[A-Z]{2}")
        #expect(patterns["end"] == #"[\s\S]*(?:a$|^b)[\s\S]*"#)
        #expect(patterns["price"] == #"[\s\S]*\d\$"#)
        for (name, text, isValid) in [
            ("nick", "Ann", true), ("nick", "Bob", false), ("name", "Bob", true), ("name", " ", false),
            ("end", "xa", true), ("end", "bx", true),
            ("end", "ax", false),
            ("price", "€5$", true), ("price", "5$ ", false),
        ] {
            let pattern = try Regex(try #require(patterns[name]))
            #expect((text.wholeMatch(of: pattern) != nil) == isValid, "\(name): \(text)")
        }
        let nick = made["fields"]?.list?.first { $0["name"] == "nick" }
        #expect(nick?["type"] == "string")
    }

    /// How a file writes values is no part of a schema, and is said to be lost.
    @Test func whatTheFileSaysOfTheDataIsNamed() throws {
        let both = try Both("nulls: [NA]\nrecords: /items\ntable: { delimiter: ';' }\nrules: [[a, string]]")
        #expect(both.losses.count == 3 && both.losses.allSatisfy { $0.contains("of the rule file") }, "\(both.losses)")
        let distinct = try Both("rules: [[shifts, distinct, { by: day }]]")
        #expect(distinct.losses == ["distinct: the option 'by'"])
        #expect(try distinct.schema.validate(["shifts": ["a", "a"]]).isValid)
    }

    /// Schemas with what rules cannot say, and values of which some are invalid.
    @Test(arguments: [
        (
            #"{"type": "object", "properties": {"a": {"minLength": 2}}}"#,
            [#"{"a": "x"}"#, #"{"a": 1}"#, #"{"a": null}"#]
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": ["string", "integer"], "minLength": 2}}}"#,
            [#"{"a": "x"}"#, #"{"a": 1}"#, #"{"a": true}"#]
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": ["object", "null"], "required": ["b"], "properties": {"b": {}}}}}"#,
            [#"{"a": null}"#, #"{"a": {}}"#, #"{"a": {"b": null}}"#, #"{"a": "x"}"#, "{}"]
        ),
        (
            ##"{"type": "object", "properties": {"c": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "object", "properties": {"c": {"$ref": "#/$defs/n"}, "v": {"type": "integer"}}}}}"##,
            [#"{"c": {"c": {"v": "x"}}}"#, #"{"c": {"c": {"v": 1}}}"#]
        ),
        (
            ##"{"type": "object", "properties": {"c": {"$ref": "#"}, "v": {"type": "integer"}}}"##,
            [#"{"c": {"c": {"v": "x"}}}"#, #"{"v": 1}"#]
        ),
        (
            #"{"type": "object", "properties": {"a,b": {"type": "string"}, "!c": {"type": "string"}}, "required": ["a,b"]}"#,
            ["{}", #"{"a,b": "x"}"#, #"{"a,b": "x", "!c": 1}"#]
        ),
        (
            #"{"type": "object", "properties": {"m": {"type": "object", "additionalProperties": {"type": "integer"}}}}"#,
            [#"{"m": {"x": 1}}"#, #"{"m": {"x": "1"}}"#, #"{"m": []}"#, #"{"m": [1]}"#]
        ),
        (
            #"{"type": "object", "properties": {"m": {"type": "object", "properties": {"k": true}, "patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false}}}"#,
            [#"{"m": {"x": 1, "k": 2}}"#, #"{"m": {"x": "1"}}"#, #"{"m": {"y": 1}}"#]
        ),
        (
            #"{"type": "object", "properties": {"n": {"type": "object", "properties": {"k": {"type": "string"}}, "additionalProperties": false}}}"#,
            [#"{"n": {"k": "x"}}"#, #"{"n": {"j": "x"}}"#, #"{"j": 1}"#]
        ),
        (
            #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"t": {"type": "array", "items": [{"type": "string"}], "additionalItems": false}}}"#,
            [#"{"t": ["x"]}"#, #"{"t": ["x", 1]}"#, #"{"t": [1]}"#, #"{"t": {}}"#]
        ),
        (
            #"{"type": "object", "allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "integer", "maximum": 3}}}], "not": {"required": ["b"]}}"#,
            ["{}", #"{"a": 3}"#, #"{"a": 4}"#, #"{"a": 1, "b": 1}"#]
        ),
        (
            #"{"properties": {"a": {"enum": [1, null, "x", [1]]}, "b": {"type": ["string", "null"], "enum": ["x"]}, "c": {"const": 5}}}"#,
            [#"{"a": null}"#, #"{"a": [1]}"#, #"{"a": 2}"#, #"{"b": null}"#, #"{"c": 5.0}"#, #"{"c": "5"}"#]
        ),
        (
            #"{"type": "object", "properties": {"l": {"type": "array", "uniqueItems": true, "maxItems": 2, "items": {"type": ["object", "null"], "required": ["x"]}}}}"#,
            [#"{"l": [null, {"x": 1}]}"#, #"{"l": [null, null]}"#, #"{"l": [{}]}"#, #"{"l": {"a": {"x": 1}}}"#]
        ),
        (
            #"{"type": "object", "properties": {"a": true, "b": false, "c": {"type": "null"}}, "minProperties": 1}"#,
            ["{}", #"{"a": 1}"#, #"{"b": 1}"#, #"{"c": null}"#, #"{"c": 1}"#]
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#,
            [#"{"a": "x"}"#, #"{"a": 1}"#, #"{"b": 1}"#]
        ),
        (
            #"{"type": ["object", "null"], "properties": {"a": {"type": "integer"}}}"#,
            [#"{"a": 1}"#, #"{"a": "x"}"#, "{}"]
        ),
        (
            ##"{"properties": {"a": {"$ref": "#/definitions/http%3A~1~1x.y~1a"}}, "definitions": {"http://x.y/a": {"oneOf": [{"type": "integer"}, {"type": "null"}]}}}"##,
            [#"{"a": 1}"#, #"{"a": null}"#, #"{"a": "x"}"#]
        ),
        (#"{"type": "array", "items": {"type": "string"}}"#, ["{}"]), ("{}", ["{}", #"{"a": 1}"#]), ("false", ["{}"]),
    ])
    func anImportedSchemaValidatesAsBefore(_ schema: String, _ records: [String]) throws {
        let file = NSTemporaryDirectory() + "import-\(UUID().uuidString).json"
        try schema.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let text = try SchemaImport(contentsOf: file).text
        let rules = try RuleSet(parsing: text, directory: NSTemporaryDirectory())
        let plan = try Plan(rules, registry: .withSchemas)
        let expected = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(contentsOf: file)))]))
        for record in records {
            let (found, wanted) = (try plan.report(of: record), try expected.report(of: record))
            #expect(found.isValid == wanted.isValid, "\(record): \(found.violations)\n\(text)")
        }
    }

    @Test func aSchemaOfOpenAPIIsImported() throws {
        let file = NSTemporaryDirectory() + "import-\(UUID().uuidString).yaml"
        try """
        openapi: 3.0.0
        components:
          schemas:
            Order:
              type: object
              properties:
                count: { type: integer, minimum: 0, exclusiveMinimum: true, nullable: true }
                p: { $ref: '#/components/schemas/P', title: ignored }
                q: { oneOf: [{ $ref: '#/components/schemas/P' }] }
            P: { type: string, maxLength: 3 }
        """.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let made = try SchemaImport(contentsOf: file + "#/components/schemas/Order")
        #expect(made.text.contains("- [count, integer, { above: 0, strict: true }]"), "\(made.text)")
        #expect(made.text.contains("nullable: [count]"))
        #expect(!made.text.contains("ignored"))
        #expect(made.text.contains("- [p, string, { max: 3 }]"))
        #expect(made.notes.contains { $0.contains("name '\(file)'") })
        let rules = try RuleSet(parsing: made.text, directory: NSTemporaryDirectory())
        let plan = try Plan(rules, registry: .withSchemas)
        #expect(try plan.report(of: #"{"count": null, "p": "xxx", "q": "x"}"#).isValid)
        #expect(try plan.report(of: #"{"count": 0, "p": "xxxx", "q": 1}"#).violations.count == 3)
    }

    private static func export(_ rules: String) throws -> SchemaExport {
        try SchemaExport(
            Plan(RuleSet(parsing: rules), registry: .withSchemas), scenario: RuleSet.defaultScenario, title: "made")
    }

    @Test(arguments: ["a", "o.a", "o.*.a"]) func exportsTakeTimeInProportion(path: String) throws {
        let ratio = try growth(from: 40) { count in
            let rules = (0..<count).map { "[\(path)\($0), integer, {min: \($0)}]" }
            _ = try Self.export("rules: [\(rules.joined(separator: ", "))]")
        }
        #expect(ratio < 24)
    }

    /// Each rule for an object is tried with each of its members.
    @Test func whatWouldTakeTooManyTrialsIsSaid() throws {
        func losses(_ count: Int) throws -> [String] {
            let own = (0..<count).map { "[o, count, {min: \($0 % 3)}]" }
            let members = (0..<count).map { "[o.a\($0), integer, {min: \($0), strict: true}]" }
            return try Self.export("rules: [\((own + members).joined(separator: ", "))]").losses.map(\.text)
        }
        #expect(try losses(20) == [])
        #expect(try losses(200) == [])
        let many = try losses(800)
        #expect(many.count == 1 && many[0].hasPrefix("which empty values are skipped, of some attributes"), "\(many)")
    }

    /// A rule for all members is tried with each member that has a name.
    @Test func emptyValuesOfMembersAreThoseOfAllTheirRules() throws {
        let schema = try Self.export(
            """
            rules:
              - ["o.*", string, { min: 1, skipOnEmpty: false }]
              - [o.a, string, { max: 3 }]
              - [o.a, required]
            """)
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(schema.schema)))]))
        for (json, isValid) in [(#"{"o":{"a":"x"}}"#, true), (#"{"o":{"a":""}}"#, false), (#"{"o":{}}"#, false)] {
            #expect(try plan.validate(AnyValue(json: json)).isValid == isValid, "\(json) \(schema.schema.json)")
        }
    }
}

extension Plan {
    fileprivate func report(of json: String) throws -> Report {
        let record = Record(for: self)
        try record.fill(json: json)
        return try validate(record)
    }
}
