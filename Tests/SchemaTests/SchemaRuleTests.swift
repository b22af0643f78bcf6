import Foundation
import Proviso
import Testing

/// The rule type `schema` in rule files.
struct SchemaRuleTests {
    /// A directory with files, which is removed with the test.
    private final class Files {
        let path = NSTemporaryDirectory() + "schema-\(UUID().uuidString)"

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = URL(filePath: path).appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func plan(_ path: String) throws -> Plan {
        try Plan(RuleSet(contentsOf: path), registry: .withSchemas)
    }

    private func diagnostics(_ body: () throws -> Plan) -> [String] {
        do {
            _ = try body()
            return []
        } catch {
            return (error as? RuleSetError)?.diagnostics.map(\.description) ?? ["\(error)"]
        }
    }

    @Test func aFileIsFoundFromTheDirectoryOfTheRuleFile() throws {
        let files = try Files([
            "rules.yaml": "rules: [[payload, schema, { file: schemas/order.json }]]",
            "schemas/order.json": #"{"properties": {"to": {"$ref": "address.json"}}, "required": ["to"]}"#,
            "schemas/address.json": #"{"required": ["city"]}"#,
        ])
        let plan = try plan("\(files.path)/rules.yaml")
        #expect(try plan.validate(json: #"{"payload": {"to": {"city": "x"}}}"#).isValid)
        #expect(try plan.validate(json: "{}").isValid)
        let report = try plan.validate(json: #"{"payload": {"to": {}}}"#)
        #expect(report.violations.map { "\($0.code) \($0.path.pointer)" } == ["present.invalid /payload/to/city"])
    }

    @Test func aSchemaCanBeInTheRule() throws {
        let rules = try RuleSet(parsing: "rules: [[size, schema, { schema: { type: integer, minimum: 1 } }]]")
        let plan = try Plan(rules, registry: .withSchemas)
        #expect(try plan.validate(json: #"{"size": 1}"#).isValid)
        #expect(try plan.validate(json: #"{"size": 0}"#).violations.map(\.code) == ["number.tooSmall"])
        #expect(try plan.validate(json: #"{"size": null}"#).violations.map(\.code) == ["value.type"])
        #expect(try plan.validate(json: "{}").isValid)
    }

    @Test func directoriesHaveTheSchemasOfURIs() throws {
        let files = try Files([
            "rules.yaml": """
            rules:
              - [a, schema, { schema: { $ref: "http://example.com/s/name" }, directories: { "http://example.com/": lib } }]
            """,
            "lib/s/name.json": #"{"type": "string"}"#,
        ])
        let plan = try plan("\(files.path)/rules.yaml")
        #expect(try plan.validate(json: #"{"a": 1}"#).violations.map(\.code) == ["value.type"])
    }

    @Test func aReferenceLeavesNoDirectory() throws {
        let files = try Files([
            "inner/rules.yaml": "rules: [[a, schema, { file: s.json }]]",
            "inner/s.json": #"{"$ref": "../secret.json"}"#, "secret.json": "{}",
        ])
        #expect(diagnostics { try plan("\(files.path)/inner/rules.yaml") }.count == 1)
    }

    @Test func mistakesAreErrorsOfTheRule() throws {
        let files = try Files([
            "rules.yaml": "rules: [[a, schema, { file: s.json }]]", "s.json": #"{"minimum": "x"}"#,
        ])
        let path = files.path
        #expect(
            diagnostics { try plan("\(path)/rules.yaml") } == [
                "\(path)/rules.yaml:1:29: option 'file' of 'schema': \(path)/s.json:1:13: 'minimum': expected a number; found 'x'"
            ])
        func inline(_ options: String) -> [String] {
            diagnostics {
                try Plan(RuleSet(parsing: "rules: [[a, schema, \(options)]]"), registry: .withSchemas)
            }
        }
        #expect(inline("{}").first?.hasSuffix("needs the option 'file' or 'schema'") == true)
        #expect(
            inline("{ file: a, schema: true }").first?.hasSuffix("has no effect with 'file': remove one of them")
                == true)
        #expect(
            inline("{ schema: { minLenght: 1 }, strict: true }").first?.contains("did you mean 'minLength'?") == true)
        #expect(inline("{ schema: true, directories: [a] }").first?.contains("expected directories by URI") == true)
    }

    @Test func anUntrustedAuthorNamesNoFiles() throws {
        func refusal(_ options: String) throws -> String? {
            let rules = try RuleSet(parsing: "rules: [[a, schema, \(options)]]", from: .untrusted)
            do {
                _ = try Plan(rules, registry: .withSchemas)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try refusal("{ file: /etc/passwd }")?.contains("reads files or uses the network") == true)
        #expect(try refusal("{ schema: true, directories: { \"http://x/\": /etc } }") != nil)
        #expect(try refusal("{ schema: { type: string } }") == nil)
    }

    @Test func messagesAreInTheReadersLanguage() throws {
        let rules = try RuleSet(parsing: "rules: [[n, schema, { schema: { maximum: 3 } }]]\nlabels: { n: Anzahl }")
        let plan = try Plan(rules, registry: .withSchemas)
        let report = try plan.validate(json: #"{"n": 4}"#)
        #expect(plan.localizer(preferring: "de").texts(report).first == "Anzahl darf höchstens 3 sein.")
    }
}

extension Plan {
    fileprivate func validate(json: String) throws -> Report { try report(of: json) }
}
