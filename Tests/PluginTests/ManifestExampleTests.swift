import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// The examples of a manifest: what is read, and what is refused without running the plugin.
struct ManifestExampleTests {
    private static func manifest(_ examples: String, reads: String = "") -> [UInt8] {
        Array(
            """
            {"id": "org.example.x", "version": "1", "rules": [{"type": "acme/x", "kinds": ["text", "integer"],
            "invalidCode": "x.wrong", "options": {"min": {"kinds": ["integer"], "required": true},
            "form": {"kinds": ["text"], "values": ["long", "short"]}, "end": {"kinds": ["text"]}},
            "codes": {"x.wrong": ["min"], "x.short": []}\(reads), "examples": \(examples)}]}
            """.utf8)
    }

    private static func read(_ examples: String, reads: String = "") throws -> [PluginManifest.Example] {
        try ManifestReader.read(manifest(examples, reads: reads), minor: 1).rules[0].examples
    }

    @Test func readsAllThereIs() throws {
        let examples = try Self.read(
            """
            [{"value": "abc", "options": {"min": 2}, "valid": true},
             {"value": [1, {"a": 1e999}], "options": {"min": 3, "form": "long", "end": "until"},
              "record": {"until": null}, "code": "x.wrong", "parameters": {"min": 3}}]
            """, reads: ", \"reads\": [\"end\"]")
        #expect(examples.map(\.value) == [.text("abc"), try AnyValue(json: "[1, {\"a\": 1e999}]")])
        #expect(examples.map(\.code) == [nil, "acme/x.wrong"])
        #expect(examples.map { $0.options["min"] } == [.integer(2), .integer(3)])
        #expect(examples.map(\.record) == [nil, try AnyValue(json: "{\"until\": null}")])
        #expect(examples.map(\.parameters) == [nil, try AnyValue(json: "{\"min\": 3}")])
        #expect(try Self.read("[]").isEmpty)
    }

    @Test func refusesTheRest() {
        let long = String(repeating: "a", count: 4100)
        let many = Array(repeating: "{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": true}", count: 65)
        let rows = [
            ("{}", "an invalid 'examples'"), ("[1]", "has something other than an object in example 1 of 'acme/x'"),
            ("[{\"valid\": true, \"options\": {\"min\": 1}}]", "has no 'value' in example 1 of 'acme/x'"),
            (
                "[{\"value\": 1, \"valid\": true}]",
                "has a wrong option in example 1 of 'acme/x' in its manifest: min is required"
            ),
            ("[{\"value\": 1, \"options\": {\"min\": \"1\"}, \"valid\": true}]", "min expected an integer"),
            (
                "[{\"value\": 1, \"options\": {\"min\": 1, \"form\": \"shor\"}, \"valid\": true}]",
                "'shor' is not one of long"
            ),
            ("[{\"value\": 1, \"options\": {\"min\": 1, \"most\": 1}, \"valid\": true}]", "most is not an option"),
            ("[{\"value\": 1, \"options\": {\"min\": 1}}]", "has neither 'valid': true nor a 'code'"),
            ("[{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": false}]", "has neither 'valid': true nor a 'code'"),
            (
                "[{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": true, \"code\": \"x.wrong\"}]",
                "both 'valid' and 'code'"
            ),
            ("[{\"value\": 1, \"options\": {\"min\": 1}, \"code\": \"x.wron\"}]", "did you mean 'x.wrong'?"),
            (
                "[{\"value\": 1, \"options\": {\"min\": 1}, \"code\": \"acme/x.wrong\"}]",
                "which is not one of its codes"
            ),
            (
                "[{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": true, \"parameters\": {}}]",
                "'parameters' without a 'code'"
            ),
            (
                "[{\"value\": 1, \"options\": {\"min\": 1}, \"code\": \"x.wrong\", \"parameters\": {\"mn\": 1}}]",
                "did you mean 'min'?"
            ),
            ("[{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": true, \"record\": {}}]", "has no 'reads'"),
            ("[{\"value\": 1, \"options\": {\"min\": 1}, \"vali\": true}]", "unknown key 'vali'"),
            (
                "[{\"value\": \"\(long)\", \"options\": {\"min\": 1}, \"valid\": true}]",
                "has more than 4096 bytes in example 1"
            ),
            ("[\(many.joined(separator: ","))]", "has 65 examples of 'acme/x': there may be 64"),
        ]
        eachRow(rows) { examples, reason in
            do {
                _ = try Self.read(examples)
                Issue.record("was accepted: \(examples)")
            } catch {
                #expect((error as? PluginFault)?.reason.contains(reason) == true, "\(error)")
            }
        }
        let value = "[{\"value\": 1, \"options\": {\"min\": 1}, \"valid\": true, \"record\": {\"value\": 2}}]"
        #expect(throws: PluginFault.self) { try Self.read(value, reads: ", \"reads\": \"record\"") }
    }
}
