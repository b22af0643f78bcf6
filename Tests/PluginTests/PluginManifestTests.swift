import Foundation
import Proviso
import ProvisoPlugins
import Testing

/// What is read from a manifest, and what is refused without running the plugin.
struct PluginManifestTests {
    @Test func readsAllThereIs() throws {
        let text = """
            {"id": "org.example.numbers", "version": "1.0", "vendor": "Example Ltd", "locales": ["en", "zh-hans"],
            "rules": [{"type": "example/multiple", "summary": "A multiple.", "kinds": ["number", "text"],
            "invalidCode": "multiple.wrong", "options": {"of": {"kinds": ["integer"], "required": true},
            "sign": {"kinds": ["text", "list"], "values": ["any", "positive"], "summary": "Which."}},
            "codes": {"multiple.wrong": ["of", "sign"], "multiple.negative": []}}]}
            """
        let manifest = try ManifestReader.read(Array(text.utf8), minor: 3)
        #expect(manifest.id == "org.example.numbers" && manifest.version == "1.0" && manifest.minor == 3)
        #expect(manifest.vendor == "Example Ltd" && manifest.locales == ["en", "zh-Hans"])
        let rule = try #require(manifest.rules.first)
        #expect(rule.type == "example/multiple" && rule.summary == "A multiple." && manifest.rules.count == 1)
        #expect(rule.kinds == ValueKindSet(.integer, .unsigned, .double, .decimal, .text))
        #expect(rule.invalidCode == "example/multiple.wrong")
        #expect(
            rule.codes == [
                CodeDescription("example/multiple.wrong", "of", "sign"), CodeDescription("example/multiple.negative"),
            ])
        #expect(rule.options.map(\.name) == ["of", "sign"] && rule.options.map(\.isRequired) == [true, false])
        #expect(rule.options.map(\.values) == [[], ["any", "positive"]])
        #expect(rule.options.map(\.kinds) == [ValueKindSet(.integer), ValueKindSet(.text, .list)])
        #expect(rule.options.map(\.summary) == ["", "Which."])
    }

    /// A host reads the manifest of each file of a directory.
    @Test func theTimeGrowsAsTheManifestDoes() throws {
        func time(_ count: Int) throws -> Duration {
            let names = (0..<count).map { "o\($0)" }
            let options = names.map { "\"\($0)\":{\"kinds\":[\"text\"]}" }.joined(separator: ",")
            let reads = names.map { "\"\($0)\"" }.joined(separator: ",")
            let text = """
                {"id": "org.example.a", "version": "1.0.0", "rules": [{"type": "example/a", "kinds": ["text"],
                "invalidCode": "a.b", "options": {\(options)}, "reads": [\(reads)], "codes": {"a.b": []}}]}
                """
            return try ContinuousClock().measure { _ = try ManifestReader.read(Array(text.utf8), minor: 1) }
        }
        _ = try time(100)
        let (few, many) = (try time(2000), try time(16_000))
        #expect(many < few * 24, "\(few) \(many)")
    }

    @Test func readsWhatARuleTypeReads() throws {
        func reads(_ text: String) throws -> PluginManifest.Reads? {
            let text = Self.good.replacing("\"codes\"", with: "\"reads\": \(text), \"codes\"")
            return try ManifestReader.read(Array(text.utf8), minor: 1).rules.first?.reads
        }
        #expect(try reads("[\"limit\"]") == .attributes(options: ["limit"]))
        #expect(try reads("\"record\"") == .record)
        #expect(try ManifestReader.read(Array(Self.good.utf8), minor: 1).rules.first?.reads == .nothing)
    }

    struct Row: Sendable {
        let old: String
        let new: String
        let reason: String
        let location: SourceLocation

        init(_ old: String, _ new: String, _ reason: String, location: SourceLocation = #_sourceLocation) {
            (self.old, self.new, self.reason, self.location) = (old, new, reason, location)
        }
    }

    private static let good = """
        {"id": "org.example.x", "version": "1", "locales": ["de"], "rules": [{"type": "acme/x", "kinds": ["text"], \
        "invalidCode": "x.wrong", "options": {"limit": {"kinds": ["text"]}}, "codes": {"x.wrong": ["limit"]}}]}
        """

    /// What is wrong when one word of a good manifest is another.
    static let rows = [
        Row(
            "{\"id\"", "{id",
            "has a manifest that is not valid JSON: expected a key in double quotes, found the word 'id', before 'id: \"org.example.x\",'"
        ),
        Row(
            "]}}]}", "]}}]",
            "has a manifest that is not valid JSON: expected ',' or '}' after a value, found the end of the text, before ''"
        ),
        Row(
            "\"version\"", "\"id\"",
            "has a manifest that is not valid JSON: expected each key once, found \"id\" again, before '\"id\": \"1\", \"locales\"'"
        ),
        Row("\"id\": \"org.example.x\", ", "", "has no 'id' in its manifest"),
        Row("org.example.x", "", "has the id '': it must be reverse DNS, as 'org.example.payments'"),
        Row("org.example.x", "two words", "has the id 'two words': it must be reverse DNS, as 'org.example.payments'"),
        Row("\"1\"", "1", "has an invalid 'version' in its manifest: it must be a string"),
        Row("version", "verison", "has the unknown key 'verison' in its manifest; did you mean 'version'?"),
        Row("[\"de\"]", "\"de\"", "has an invalid 'locales' in its manifest: it must be a list of strings"),
        Row("[\"de\"]", "[1]", "has an invalid 'locales' in its manifest: it must be a list of strings"),
        Row("\"de\"", "\"not a tag\"", "has the locale 'not a tag', which is not a language tag"),
        Row("\"de\"", "\"de\", \"DE\"", "has the locale 'de' twice"),
        Row("\"rules\": [", "\"rules\": [], \"vendor\": [", "offers no rule type"),
        Row("[{\"type\"", "[1, {\"type\"", "has something other than an object in its manifest for a rule type"),
        Row("\"type\": \"acme/x\", ", "", "has no 'type' in its manifest for a rule type"),
        Row(
            "acme/x", "Acme/X",
            "has the rule type 'Acme/X': a plugin's is 'vendor/name' in lowercase letters, digits and hyphens"),
        Row(
            "acme/x", "x",
            "has the rule type 'x': a plugin's is 'vendor/name' in lowercase letters, digits and hyphens"),
        Row(
            "\"invalidCode\"", "\"summry\": \"\", \"invalidCode\"",
            "has the unknown key 'summry' in its manifest for 'acme/x'; did you mean 'summary'?"),
        Row(
            "\"kinds\": [\"text\"], \"inv", "\"kinds\": [], \"inv",
            "has an invalid 'kinds' in its manifest for 'acme/x': it must be a list that is not empty"),
        Row("\"kinds\": [\"text\"], \"inv", "\"inv", "has no 'kinds' in its manifest for 'acme/x'"),
        Row(
            "\"text\"], \"inv", "\"string\"], \"inv",
            "has an invalid 'kinds' in its manifest for 'acme/x': it must be a list of absent, boolean, bytes, decimal, double, integer, list, null, number, object, text, unsigned"
        ),
        Row("\"x.wrong\": [", "\"wrong\": [", "has the code 'wrong' for 'acme/x': it must be '<rule>.<problem>'"),
        Row(
            "\"x.wrong\": [\"limit\"]", "\"x.wrong\": 1",
            "has an invalid 'x.wrong' in its manifest for 'acme/x': it must be a list of strings"),
        Row(
            "\"invalidCode\": \"x.wrong\"", "\"invalidCode\": \"x.other\"",
            "has an 'invalidCode' of 'acme/x' that is not one of its codes: 'x.other'"),
        Row(
            "\"limit\": {", "\"message\": {",
            "has the option 'message' of 'acme/x': rule files use this name for every rule"),
        Row(
            "\"limit\": {", "\"\": {",
            "has the option '' of 'acme/x': a name consists of at most 64 letters, digits and hyphens"),
        Row(
            "\"limit\": {", "\"a_b\": {",
            "has the option 'a_b' of 'acme/x': a name consists of at most 64 letters, digits and hyphens"),
        Row(
            "\"codes\"", "\"reads\": [\"than\"], \"codes\"",
            "has 'reads' of 'acme/x' with 'than', which is not one of its options"),
        Row(
            "\"codes\"", "\"reads\": [\"limt\"], \"codes\"",
            "has 'reads' of 'acme/x' with 'limt', which is not one of its options; did you mean 'limit'?"),
        Row(
            "[\"text\"]}}, \"codes\"", "[\"text\", \"null\"]}}, \"reads\": [\"limit\"], \"codes\"",
            "has 'reads' of 'acme/x' with the option 'limit': an option that names attributes has the kinds text and list only"
        ),
        Row(
            "\"codes\"", "\"reads\": [\"limit\", \"limit\"], \"codes\"",
            "has 'reads' of 'acme/x' with 'limit' twice"),
        Row(
            "\"codes\"", "\"reads\": \"limit\", \"codes\"",
            "has an invalid 'reads' in its manifest for 'acme/x': it must be 'record' or a list of strings that is not empty"
        ),
        Row(
            "\"codes\"", "\"reads\": [], \"codes\"",
            "has an invalid 'reads' in its manifest for 'acme/x': it must be 'record' or a list of strings that is not empty"
        ),
        Row("{\"kinds\": [\"text\"]}", "{}", "has no 'kinds' in its manifest for the option 'limit' of 'acme/x'"),
        Row(
            "{\"kinds\": [\"text\"]}", "{\"kinds\": [\"text\"], \"required\": 1}",
            "has an invalid 'required' in its manifest for the option 'limit' of 'acme/x': it must be true or false"),
    ]

    @Test(arguments: rows)
    func refuses(_ row: Row) {
        #expect(throws: Never.self) { try ManifestReader.read(Array(Self.good.utf8), minor: 0) }
        let text = Self.good.replacing(row.old, with: row.new, maxReplacements: 1)
        let error = #expect(throws: PluginFault.self, sourceLocation: row.location) {
            try ManifestReader.read(Array(text.utf8), minor: 0)
        }
        #expect(error?.reason == row.reason, sourceLocation: row.location)
    }

    /// What is listed and printed has a limit, also in a manifest of interface 1.0.
    @Test func refusesWhatIsTooLong() throws {
        func reason(_ old: String, _ new: String) -> String? {
            let text = Self.good.replacing(old, with: new, maxReplacements: 1)
            return #expect(throws: PluginFault.self) { try ManifestReader.read(Array(text.utf8), minor: 0) }?.reason
        }
        let long = String(repeating: "x", count: 129)
        #expect(reason("org.example.x", long) == "has an id of 129 bytes; at most 128 are allowed")
        #expect(reason("\"1\"", "\"\(long)\"") == "has a version of 129 bytes; at most 128 are allowed")
        #expect(reason("acme/x", "acme/" + long) == "has a rule type of 134 bytes; at most 128 are allowed")
        #expect(reason("\"x.wrong\": [", "\"x.\(long)\": [") == "has a code of 131 bytes; at most 128 are allowed")
        let blanks = String(repeating: " ", count: 1 << 20)
        #expect(
            reason("{", "{" + blanks)
                == "has a manifest of \(Self.good.utf8.count + (1 << 20)) bytes; at most 1048576 are allowed")
        let rules = (0...1024).map { _ in "{}" }.joined(separator: ",")
        #expect(reason("\"rules\": [", "\"rules\": [\(rules),") == "has 1026 rule types; at most 1024 are allowed")
    }

    @Test func refusesARuleTypeThatComesTwice() throws {
        let start = try #require(Self.good.firstRange(of: "[{\"type")?.lowerBound)
        let rule = Self.good[start...].dropFirst().dropLast(2)
        let text = Self.good.replacing(rule, with: rule + ", " + rule)
        let error = #expect(throws: PluginFault.self) { try ManifestReader.read(Array(text.utf8), minor: 0) }
        #expect(error?.reason == "has the rule type 'acme/x' twice")
    }

    @Test(arguments: [
        (
            #"{"threads": true, "patience": 500, "memory": 64, "workerOnly": true, "timeZones": true}"#, true
        ),
        ("{}", false), (#"{"threads": false}"#, false),
    ])
    func readsCapabilities(_ text: String, _ areRequested: Bool) throws {
        let manifest = try ManifestReader.read(Array(Self.with(capabilities: text).utf8), minor: 1)
        var expected = PluginCapabilities()
        if areRequested {
            (expected.threads, expected.isWorkerOnly, expected.readsTimeZones) = (true, true, true)
            (expected.patience, expected.memory) = (.milliseconds(500), 64 << 20)
        }
        #expect(manifest.capabilities == expected)
    }

    @Test(arguments: [
        (
            #"{"thread": true}"#,
            "has the unknown capability 'thread' in the capabilities of its manifest; did you mean 'threads'?"
        ),
        (
            #"{"threads": 1}"#,
            "has an invalid 'threads' in the capabilities of its manifest: it must be true or false"
        ),
        (
            #"{"patience": 0}"#,
            "has an invalid 'patience' in the capabilities of its manifest: it must be an integer from 1 to 3600000"
        ),
        (
            #"{"memory": 1.5}"#,
            "has an invalid 'memory' in the capabilities of its manifest: it must be an integer from 1 to 1048576"
        ),
        ("[]", "has an invalid 'capabilities' in its manifest: it must be an object"),
    ])
    func refusesCapabilities(_ text: String, _ reason: String) {
        let error = #expect(throws: PluginFault.self) {
            try ManifestReader.read(Array(Self.with(capabilities: text).utf8), minor: 1)
        }
        #expect(error?.reason == reason)
    }

    private static func with(capabilities text: String) -> String {
        good.replacing("\"version\"", with: "\"capabilities\": \(text), \"version\"")
    }

    @Test func versionsAreSemanticSinceInterface1_1() throws {
        let versions = [
            "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.2", "1.0.0-alpha.10", "1.0.0-beta", "1", "1.2",
            "1.10.0+x", "10",
        ]
        let read = try versions.map { try #require(SemanticVersion($0), "\($0)") }
        #expect(read == read.sorted() && Set(read).count == versions.count)
        #expect(SemanticVersion("1") == SemanticVersion("1.0.0") && SemanticVersion("1.0")?.description == "1.0.0")
        for wrong in ["", "v1", "1.2.3.4", "01", "1.", "1..2", "1-", "1.0.0-a..b", "-1", "4294967296", "٣"] {
            #expect(SemanticVersion(wrong) == nil, "\(wrong)")
            let text = Array(Self.good.replacing("\"1\"", with: "\"\(wrong)\"").utf8)
            #expect(try ManifestReader.read(text, minor: 0).version == wrong)
            let error = #expect(throws: PluginFault.self) { try ManifestReader.read(text, minor: 1) }
            #expect(
                error?.reason == "has the version '\(wrong)': it must be numbers such as '1.2.3', or '1.2.3-beta.1'")
        }
    }
}
