import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Names that several plugins have: codes of different vendors, and versions of one plugin.
struct NamesTests {
    /// The codes of a vendor are its own: another vendor may use the same names, even those of the host.
    @Test func twoVendorsUseTheSameCode() throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/fifteen.c", encoding: .utf8)
        try workshop.compile(.text(source), as: "first.so")
        let other = source.replacing("acme/even", with: "other/even").replacing("example.even", with: "example.other")
            .replacing("must be an even number", with: "is odd")
        try workshop.compile(.text(other), as: "second.so")
        let third = source.replacing("acme/even", with: "third/even").replacing("example.even", with: "example.third")
        try workshop.compile(.text(third.replacing("even.odd", with: "rule.fault")), as: "third.so")
        let search = Registry.standard.loadingPlugins(PluginPolicy(directories: [workshop.folder], mode: .inProcess))
        #expect(search.errors.isEmpty && search.plugins.count == 3)
        let rules = ["a": "acme/even", "b": "other/even", "c": "third/even"].sorted { $0.key < $1.key }
            .map { Rule($0.key, .type(RuleType(rawValue: $0.value))) }
        let plan = try Plan(RuleSet(rules: rules), registry: search.registry)
        let report = try plan.validate(["a": 1, "b": 1, "c": 1])
        #expect(report.violations.map(\.code) == ["acme/even.odd", "other/even.odd", "third/rule.fault"])
        let texts = plan.localizer(preferring: "en").texts(report)
        #expect(texts == ["A must be an even number.", "B is odd.", "C must be an even number."])
    }

    @Test func ruleSetsGiveMessagesByFullCode() throws {
        let workshop = try Workshop()
        try workshop.compile(.fixture("fifteen"), as: "first.so")
        let search = Registry.standard.loadingPlugins(PluginPolicy(directories: [workshop.folder], mode: .inProcess))
        let text = """
            messages: { en: { acme/even.odd: "{attribute} is odd." } }
            rules: [[a, acme/even], [b, acme/even, { odd: "Odd: {attribute}." }]]
            """
        let plan = try Plan(RuleSet(parsing: text), registry: search.registry)
        let report = try plan.validate(["a": 1, "b": 1])
        #expect(plan.localizer(preferring: "en").texts(report) == ["A is odd.", "Odd: B."])
        let short = text.replacing("acme/even.odd", with: "even.odd")
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(parsing: short), registry: search.registry)
        }
        #expect(error?.words == "unknown code 'even.odd'; did you mean 'acme/even.odd'?")
    }

    /// Which of two files with the same id is used, and what is said of the other.
    @Test func ofTwoVersionsOneIsUsed() throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/fifteen.c", encoding: .utf8)
        func write(_ version: String, as name: String) throws -> String {
            try workshop.compile(.text(source.replacing(#""1.0""#, with: "\"\(version)\"")), as: name)
        }
        // Since 1.1 the version of a plugin is a semantic one.
        let (old, new) = (try write("1.9", as: "a.so"), try write("1.10.0", as: "b.so"))
        let unordered = try workshop.compile(
            .text(source.replacing(#""1.0""#, with: #""spring""#)), as: "c.so", headers: Workshop.fixtures + "/v1")
        let search = Registry.standard.loadingPlugins(from: [workshop.folder], includingStandardDirectories: false)
        #expect(search.plugins.map(\.file) == [new] && search.errors.isEmpty)
        #expect(search.shadowed.map(\.file) == [old, unordered] && search.shadowed.map(\.by) == [new, new])
        #expect(search.shadowed.first?.description == "\(old): org.example.even 1.9 is shadowed by \(new) (1.10.0)")

        let earlier = try Workshop()
        let own = try earlier.compile(.text(source.replacing(#""1.0""#, with: #""0.1""#)), as: "z.so")
        let both = Registry.standard.loadingPlugins(
            from: [earlier.folder, workshop.folder], includingStandardDirectories: false)
        #expect(both.plugins.map(\.file) == [own] && both.errors.isEmpty)
        #expect(Set(both.shadowed.map(\.file)) == [old, new, unordered])
        #expect(both.shadowed.allSatisfy { $0.by == own })
    }

    /// An option `odd` beside the code `even.odd`: the option is one, and the code keeps its message.
    @Test func anOptionMayHaveTheNameOfACode() throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/puppet.c", encoding: .utf8)
        let changed = source.replacing("puppet.other", with: "puppet.result")
        #expect(changed != source)
        let file = try workshop.compile(.text(changed), as: "puppet.so")
        var registry = Registry.standard
        try registry.load(plugin: file, policy: .inProcess)
        let text = """
            messages: { en: { acme/puppet.result: "{attribute}: {n}." } }
            rules: [[n, acme/puppet, { result: 1, code: puppet.result, times: 1, parameters: 1 }]]
            """
        let plan = try Plan(RuleSet(parsing: text), registry: registry)
        let report = try plan.validate(["n": 1])
        #expect(report.violations.map(\.code) == ["acme/puppet.result"])
        #expect(plan.localizer(preferring: "en").texts(report) == ["N: 0."])
        let wrong = text.replacing("result: 1", with: "result: \"a sentence\"")
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: wrong), registry: registry) }
    }
}
