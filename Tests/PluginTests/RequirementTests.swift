import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// `requires` in rule files: which versions satisfy it, and what is said if none does.
struct RequirementTests {
    /// Two plugins that are never loaded: their versions are in their manifests.
    private static func registry(_ workshop: Workshop) throws -> Registry {
        try workshop.compile(.fixture("fifteen"), as: "even.so")
        try workshop.compile(.fixture("puppet"), as: "puppet.so")
        return Registry.standard.loadingPlugins(from: [workshop.folder], includingStandardDirectories: false).registry
    }

    @Test func versionsInTheRange() throws {
        let registry = try Self.registry(try Workshop())
        for range in ["\"2.1\"", "2.1", "\">=2 <3\"", "\">2.0.9\"", "\"<=2.1.0\"", "\"=2.1.0\"", "\"<2.1.1-beta\""] {
            for name in ["acme/puppet", "acme/plain", "org.example.puppet"] {
                for text in ["requires: { \(name): \(range) }\nrules: []"] {
                    #expect(throws: Never.self, "\(name) \(range)") {
                        try Plan(RuleSet(parsing: text), registry: registry)
                    }
                }
            }
        }
        let json = #"{"requires": {"acme/even": ">=1 <2"}, "rules": [["n", "acme/even"]]}"#
        #expect(throws: Never.self) { try Plan(RuleSet(parsing: json), registry: registry) }
        #expect(throws: Never.self) { try Plan(RuleSet(requires: ["acme/even": "1"]), registry: registry) }
    }

    @Test func errorsNameWhatWasFoundAndWhere() throws {
        let workshop = try Workshop()
        let registry = try Self.registry(workshop)
        let text = """
            requires:
              acme/even: ">=1.2 <2"
              acme/pupet: 1
              org.example.puppet: "2.x"
              email: 1
              acme/plain: [1]
            rules: [[n, acme/even]]
            """
        let form = #expect(throws: RuleSetError.self) { try RuleSet(parsing: text, file: "r.yaml") }
        #expect(
            form?.diagnostics.map(\.description) == ["r.yaml:6:15: expected a range of versions, such as '>=1.2 <2'"])
        let rest = text.replacing("  acme/plain: [1]\n", with: "")
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(parsing: rest, file: "r.yaml"), registry: registry)
        }
        #expect(
            error?.diagnostics.map(\.description) == [
                "r.yaml:2:3: 'acme/even' >=1.2 <2 is required, but plugin org.example.even "
                    + "(\(workshop.path("even.so"))) has version 1.0",
                "r.yaml:3:3: 'acme/pupet' 1 is required, but no plugin has this rule type or id; "
                    + "did you mean 'acme/puppet'?",
                "r.yaml:4:23: '2.x' is not a range of versions: write '>=1.2 <2', or '1.2.3' for that version only",
                "r.yaml:5:3: 'requires' is about plugins: 'email' does not come from a plugin and has no version",
            ])
    }

    @Test(arguments: ["", " ", ">=", "=>1", "~1", "^1.2", ">=1,<2", "1.2.3.4", "> 1", ">=a"])
    func refusesOtherRanges(_ range: String) {
        #expect(VersionRange(range) == nil)
    }
}
