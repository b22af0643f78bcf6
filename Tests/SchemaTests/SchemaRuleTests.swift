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
        #expect(diagnostics { try self.plan("\(files.path)/inner/rules.yaml") }.count == 1)
    }

    @Test func mistakesAreErrorsOfTheRule() throws {
        let files = try Files([
            "rules.yaml": "rules: [[a, schema, { file: s.json }]]", "s.json": #"{"minimum": "x"}"#,
        ])
        let path = files.path
        #expect(
            diagnostics { try self.plan("\(path)/rules.yaml") } == [
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

    @Test(arguments: [
        ("/etc/passwd", "is outside of the directory"), ("../secret.yaml", "is outside of the directory"),
        ("link.json", "is outside of the directory"), ("link.json#/a", "is outside of the directory"),
        ("secret.yaml", "is not a JSON Schema"), ("secret.yaml#/pass", "leads nowhere"),
        ("secret.yaml#/password", "is not a JSON Schema"), ("secret.txt", "is not a JSON Schema"),
        ("broken.txt", "is not a JSON Schema: it is not JSON or YAML"), ("list.yaml", "is not a JSON Schema"),
        ("empty.json", "is not a JSON Schema"), ("sub", "Is a directory"), ("none.json", "No such file"),
        ("pipe", "not a regular file"), ("ref.json", "is not a JSON Schema"), ("deep.json", "leads nowhere"),
    ])
    func aFileThatIsNoSchemaIsOneErrorWithoutItsText(name: String, reason: String) throws {
        let secret = "password: hunter2\nuser: bob\n"
        let files = try Files([
            "in/rules.yaml": "rules: [[a, schema, { file: '\(name)' }]]", "secret.yaml": secret,
            "in/secret.yaml": secret,
            "in/secret.txt": "hunter2 password", "in/broken.txt": "hunter2: [password\n", "in/list.yaml": "[hunter2]",
            "in/empty.json": "", "in/sub/x": "", "in/ref.json": #"{"$ref": "secret.yaml"}"#,
            "in/deep.json": #"{"properties": {"a": {"$ref": "secret.yaml#/passwor"}}}"#,
        ])
        try FileManager.default.createSymbolicLink(
            atPath: "\(files.path)/in/link.json", withDestinationPath: "../secret.yaml")
        #expect(mkfifo("\(files.path)/in/pipe", 0o600) == 0)
        let errors = diagnostics { try self.plan("\(files.path)/in/rules.yaml") }
        #expect(errors.count == 1 && errors[0].contains(reason), "\(errors)")
        #expect(errors[0].contains("rules.yaml:1:"), "\(errors)")
        for text in ["hunter2", "user", "'password'", "root:"] { #expect(!errors[0].contains(text), "\(errors)") }
    }

    @Test func aFileInARootThatIsNamedMayBeRead() throws {
        let files = try Files([
            "in/rules.yaml":
                "rules: [[a, schema, { file: ../s.json }], [b, schema, { schema: { $ref: 'x:/s' }, directories: { 'x:/': .. } }]]",
            "s.json": #"{"type": "string"}"#,
        ])
        #expect(diagnostics { try self.plan("\(files.path)/in/rules.yaml") }.count == 2)
        let rules = try RuleSet(contentsOf: "\(files.path)/in/rules.yaml", includeRoot: files.path)
        let plan = try Plan(rules, registry: .withSchemas)
        #expect(try plan.validate(json: #"{"a": 1, "b": 1}"#).violations.map(\.code) == ["value.type", "value.type"])
    }

    @Test func aStringNamesFilesOfItsDirectoryOnly() throws {
        let files = try Files([
            "s.json": #"{"type": "string"}"#, "inner/r.yaml": "rules: [[b, schema, { file: ../s.json }]]",
        ])
        let text = "{ include: inner/r.yaml, rules: [[a, schema, { file: s.json }]] }"
        let rules = try RuleSet(parsing: text, file: "rules.yaml", directory: files.path)
        let plan = try Plan(rules, registry: .withSchemas)
        #expect(try plan.validate(json: #"{"a": 1, "b": 1}"#).violations.count == 2)
        let path = "\(files.path)/s.json"
        let errors = diagnostics {
            try Plan(RuleSet(parsing: "rules: [[a, schema, { file: '\(path)' }]]"), registry: .withSchemas)
        }
        #expect(errors.count == 1 && errors[0].contains("give the directory of its files"), "\(errors)")
        // What a program names is its own.
        let own = try RuleSet(rules: [Rule("a", .schema(JSONSchema(contentsOf: path)))])
        #expect(try Plan(own, registry: .withSchemas).validate(json: #"{"a": 1}"#).violations.count == 1)
    }

    @Test func manyRulesReadTheirFileOnce() throws {
        let parts = (0..<300).map { #""p\#($0)": {"type": "integer", "minimum": \#($0)}"# }.joined(separator: ", ")
        let other = (0..<6_000).map { #""q\#($0)": {"type": "object", "properties": {"x": {"type": "string"}}}"# }
        let schema = #"{"$defs": {\#(parts), \#(other.joined(separator: ", "))}}"#
        let rules = (0..<300).map { "  - [a\($0), schema, { file: 's.json#/$defs/p\($0)' }]\n" }.joined()
        let files = try Files(["rules.yaml": "rules:\n" + rules, "s.json": schema])
        let clock = ContinuousClock()
        var made: Plan?
        let one = try clock.measure { _ = try JSONSchema(contentsOf: "\(files.path)/s.json#/$defs/p1") }
        let all = try clock.measure { made = try self.plan("\(files.path)/rules.yaml") }
        #expect(all < one * 30, "one \(one), all \(all)")
        let report = try made?.validate(json: #"{"a0": -1, "a7": 6, "a9": 9}"#)
        #expect(report?.violations.map(\.path.pointer) == ["/a0", "/a7"])
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
