import Foundation
import Proviso
import Testing

/// Every YAML sample of the README and of the pages is a whole rule file: pasted as it stands, it can be used.
struct YAMLSampleTests {
    struct Sample: Sendable, CustomStringConvertible {
        let page: String
        let line: Int
        let text: String

        var description: String { "\(page):\(line)" }
    }

    /// The blocks of a page that say they are YAML.
    private static func samples(of page: URL) throws -> [Sample] {
        var samples: [Sample] = []
        var open: (line: Int, lines: [String])?
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() {
            if let block = open {
                if line == "```" {
                    let text = block.lines.joined(separator: "\n") + "\n"
                    // A project file is run with its page.
                    if !text.hasPrefix("check:") {
                        samples.append(Sample(page: page.lastPathComponent, line: block.line, text: text))
                    }
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line == "```yaml" || line == "```yml" {
                open = (index + 2, [])
            }
        }
        return samples
    }

    static let samples: [Sample] = {
        let root = RuleReferenceTests.root
        let docs =
            (try? FileManager.default.contentsOfDirectory(
                at: root.appending(path: "Docs"), includingPropertiesForKeys: nil)) ?? []
        // The samples of CI.md are files of CI services.
        let pages =
            [root.appending(path: "README.md")]
            + docs.filter { $0.pathExtension == "md" && $0.lastPathComponent != "CI.md" }
        return pages.sorted { $0.path() < $1.path() }.flatMap { (try? samples(of: $0)) ?? [] }
    }()

    /// What the tool has when it checks records: other records to compare with, collections, and the plugin of a page.
    static func registry() throws -> Registry {
        var registry = Registry.standard
        registry.services.store = MemoryStore([:])
        registry.services.comparesRecords = true
        let types: [RuleType] = [
            "example/customer-number", "example/sum", "acme/isbn", "proviso/iban", "example/part-number",
        ]
        for type in types {
            try registry.register(
                RuleDefinition(
                    type: type, origin: .plugin(id: "\(type)", file: "example.so"),
                    options: [
                        OptionDescription("min", .integer, ""), OptionDescription("of", .texts, ""),
                        OptionDescription("grouped", .boolean, ""),
                    ], codes: []
                ) { (_: OptionReader) throws(OptionError) -> Check in Check(EvenValidator()) })
        }
        return registry
    }

    @Test func thereAreSamples() {
        #expect(Self.samples.count > 50)
        #expect(Set(Self.samples.map(\.page)).isSuperset(of: ["README.md", "RuleFiles.md", "Rules.md", "Bulk.md"]))
    }

    @Test(arguments: samples) func isAWholeRuleFile(sample: Sample) throws {
        do {
            // The files that samples include.
            let parts = try RuleParts([
                "common.yaml": "rules: [[note, string]]",
                "address.yaml": "variables: { countries: [CH] }\nrules: [[country, in, { range: \"${countries}\" }]]",
            ])
            defer { parts.remove() }
            var rules = try RuleSet(parsing: sample.text, file: sample.page, directory: parts.directory.path)
            // The plugin of a page has no version here.
            rules.requires = [:]
            let plan = try Plan(rules, registry: Self.registry())
            #expect(!plan.attributeNames.isEmpty)
        } catch {
            Issue.record("\(sample): \(error)")
        }
    }
}
