import Foundation
import Proviso
import Testing

struct RuleReferenceTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let reference = Result {
        try RuleReference(sources: root.appending(path: "Sources/ProvisoCore/Validators"))
    }

    /// With PROVISO_WRITE_DOCS set, as `make docs` does, the page is written rather than compared.
    @Test func pageIsUpToDate() throws {
        let page = Self.root.appending(path: "Docs/Rules.md")
        let text = try Self.reference.get().text
        if ProcessInfo.processInfo.environment["PROVISO_WRITE_DOCS"] != nil {
            return try Data(text.utf8).write(to: page)
        }
        let written = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let line = zip(text.components(separatedBy: "\n"), written.components(separatedBy: "\n")).first { $0 != $1 }
        #expect(
            written == text,
            "Docs/Rules.md is stale: run `make docs` and commit it. The first line that differs: \(line?.0 ?? "the end")"
        )
    }

    @Test func everyRuleTypeHasASection() throws {
        let entries = try Self.reference.get().entries
        #expect(entries.map(\.definition.type) == Registry.standard.definitions.map(\.type))
        for entry in entries {
            let first = entry.comment.prefix { $0 != "\n" }
            #expect(first.hasSuffix(".") || entry.comment.contains(".\n"), "\(entry.definition.type): \(first)")
        }
    }

    /// The sample of each comment is a rule file that can be used.
    @Test func samplesAreRules() throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore([:])
        registry.services.comparesRecords = true
        for entry in try Self.reference.get().entries {
            #expect(
                !entry.sample.isEmpty,
                "\(entry.definition.type) needs a sample: `/// - [attribute, type]` in a yaml block")
            do {
                let ruleSet = try RuleSet(parsing: entry.file)
                #expect(ruleSet.rules.contains { $0.body.type == entry.definition.type }, "\(entry.definition.type)")
                _ = try Plan(ruleSet, registry: registry)
            } catch {
                Issue.record("the sample of \(entry.definition.type): \(error)")
            }
        }
    }
}
