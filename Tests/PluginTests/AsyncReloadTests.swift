import Foundation
import Proviso
import ProvisoPlugins
import Testing

/// Rule files with rules whose answers have to be awaited, and rule types of plugins that were refused.
struct AsyncReloadTests {
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reload-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func registry() throws -> Registry {
        var registry = Registry.standard
        try registry.register(
            "acme/known",
            makeAsync: { _ throws(OptionError) in Known() })
        return registry
    }

    private struct Known: AsyncValidator {
        func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
            value == "ada" ? [] : [Finding("name.unknown")]
        }
    }

    @Test func rulesThatWaitAreReloaded() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "rules.yaml")
        try Data("rules: [[name, acme/known]]".utf8).write(to: file)
        let source = try PlanSource(rules: file.path, registry: Self.registry(), allowsAsync: true)
        let reader = PlanReader(source)
        #expect(try await !reader.validateAndAsk(["name": "eve"]).isValid)
        #expect(throws: RuleSetError.self) { _ = try reader.validate(["name": "eve"]) }
        let plan = try #require(source.current.asyncPlan)
        #expect(try await plan.validate(["name": "ada"]).isValid)

        try Data("rules: [[name, acme/known], [age, required]]".utf8).write(to: file)
        #expect(source.reload().isNew)
        let report = try await reader.validateAndAsk(["name": "eve"])
        #expect(report.violations.map(\.code) == ["name.unknown", "required.blank"])
    }

    @Test func sourcesThatDoNotWaitRefuseSuchRules() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "rules.yaml")
        try Data("rules: [[name, acme/known]]".utf8).write(to: file)
        #expect(throws: RuleSetError.self) { _ = try PlanSource(rules: file.path, registry: Self.registry()) }
        try Data("rules: [[name, required]]".utf8).write(to: file)
        #expect(try PlanSource(rules: file.path).current.asyncPlan == nil)
    }

    @Test func aRefusedPluginIsNamedWhereItsRuleTypeIsMissing() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no plugin".utf8).write(to: folder.appending(path: "even.so"))
        let file = folder.appending(path: "rules.yaml")
        try Data("rules: [[n, acme/even], [m, emial]]".utf8).write(to: file)
        let policy = PluginPolicy(folders: [folder.path])
        let error = #expect(throws: RuleSetError.self) { _ = try PlanSource(rules: file.path, policy: policy) }
        let lines = error?.diagnostics.map(\.description) ?? []
        #expect(lines.count == 2)
        #expect(
            lines.first?.contains("unknown rule type 'acme/even'; plugins that were refused may offer it: ") == true)
        #expect(lines.first?.contains("even.so") == true && lines.first?.contains("did you mean") == false)
        #expect(lines.last?.hasSuffix("unknown rule type 'emial'; did you mean 'email'?") == true)
    }
}
