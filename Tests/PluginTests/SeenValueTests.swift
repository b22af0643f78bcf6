import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// A plugin sees each value as the rules before it left it, in this process and in a worker.
@Suite(.waitingForProcesses) struct SeenValueTests {
    /// A plugin that reports the value it was given, whatever it is.
    private static let source = """
        #include "proviso.h"
        PROVISO_MANIFEST({"id": "org.example.seen", "version": "1", "rules": [{
            "type": "acme/seen", "kinds": ["text", "integer", "list", "object"], "invalidCode": "seen.value",
            "codes": {"seen.value": ["text", "count"]}}]})
        static int32_t seen(const void *instance, const proviso_value *value, proviso_call *call) {
            proviso_value text = {PROVISO_TEXT, 0, {.text = ""}, 0};
            if (value->kind == PROVISO_TEXT) text = *value;
            proviso_value count = {PROVISO_INTEGER, 0, {.integer = (int64_t)value->length}, 0};
            if (value->kind == PROVISO_INTEGER) count.as.integer = value->as.integer;
            const proviso_parameter parameters[] = {{"text", text}, {"count", count}};
            (void)instance;
            if (call->report) call->report(call, 0, "seen.value", parameters, 2);
            return PROVISO_INVALID;
        }
        static const proviso_rule rule = {.size = sizeof rule, .type = "acme/seen", .validate = seen}, *rules = &rule;
        static const proviso_plugin plugin = {
            .size = sizeof plugin, .id = "org.example.seen", .rules = &rules, .rule_count = 1};
        const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
        """

    private static func registry(_ mode: PluginMode) throws -> Registry {
        var registry = Registry.standard
        let workshop = try Workshop()
        let file = try workshop.compile(.text(source), as: "seen.so")
        try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
        withExtendedLifetime(workshop) {}
        return registry
    }

    /// Rules before the plugin's, a record, and what the plugin sees: the path, the text and the count.
    struct Row: Sendable {
        let rules: [Rule]
        let record: AnyValue
        let seen: [String]
    }

    private static let seen = Constraint.type("acme/seen")
    static let rows = [
        Row(rules: [Rule("x", .trim), Rule("x", seen)], record: ["x": " admin "], seen: ["x admin 5"]),
        Row(rules: [Rule("x", .filter(.upper)), Rule("x", seen)], record: ["x": "admin"], seen: ["x ADMIN 5"]),
        Row(rules: [Rule("x", .default("known")), Rule("x", seen)], record: ["x": nil], seen: ["x known 5"]),
        Row(rules: [Rule("x", .default(7)), Rule("x", seen)], record: [:], seen: ["x  7"]),
        Row(rules: [Rule("x", .filter { _ in [1, 2, 3] }), Rule("x", seen)], record: ["x": "a"], seen: ["x  3"]),
        Row(
            rules: [Rule("x", .each(.trim)), Rule("x", .each(seen))], record: ["x": [" a ", "b"]],
            seen: ["x.0 a 1"]),
        Row(
            rules: [Rule("items.*.sku", .trim), Rule("items.*.sku", seen)],
            record: ["items": [["sku": " a "], ["sku": "bc"]]], seen: ["items.0.sku a 1", "items.1.sku bc 2"]),
        Row(
            rules: [Rule("a.b", .default("new")), Rule("a", seen), Rule("a.b", seen)], record: ["a": ["c": 1]],
            seen: ["a  2", "a.b new 3"]),
        Row(
            rules: [Rule("a", .filter { _ in ["b": "other"] }), Rule("a.b", seen)], record: ["a": ["b": "old"]],
            seen: ["a.b other 5"]),
        Row(
            rules: [Rule("x", .trim), Rule("x", seen), Rule("x", .filter(.upper), skipOnError: false)],
            record: ["x": " a "], seen: ["x a 1"]),
    ]

    private static func lines(_ report: Report) -> [String] {
        report.violations.map { found in
            "\(found.path) \(found.parameters["text"]?.plainText ?? "-") \(found.parameters["count"]?.plainText ?? "-")"
        }
    }

    @Test(arguments: PluginMode.allCases) func recordsAreSeenAsTheyAre(_ mode: PluginMode) async throws {
        let registry = try Self.registry(mode)
        for (number, row) in Self.rows.enumerated() {
            let ruleSet = RuleSet(rules: row.rules)
            let plan = try Plan(ruleSet, registry: registry)
            #expect(Self.lines(try plan.validate(row.record)) == row.seen, "row \(number)")
            let asking = try AsyncPlan(ruleSet, registry: registry)
            #expect(Self.lines(try await asking.validate(row.record)) == row.seen, "row \(number), async")
        }
    }

    /// Many records are put to a worker together, and those with findings are run twice.
    @Test func batchesAreSeenAsTheyAre() throws {
        let registry = try Self.registry(.worker)
        for (number, row) in Self.rows.enumerated() {
            let plan = try Plan(RuleSet(rules: row.rules), registry: registry)
            let reports = try Zoo.reports(plan, [row.record, row.record, row.record])
            for report in reports { #expect(Self.lines(report) == row.seen, "row \(number)") }
        }
    }

    struct Part: ValidatableModel, Sendable {
        var name = " part "
        static let attributes: [Attribute<Part>] = [Attribute("name", \.name)]
        static let ruleSet = RuleSet(rules: [Rule("name", .trim), Rule("name", seen)])
    }

    struct Whole: ValidatableModel, Sendable {
        var name = " whole "
        var part = Part()
        var maybe: Part? = Part()
        var parts = [Part(), Part(name: "x ")]
        static let attributes: [Attribute<Whole>] = [
            Attribute("name", \.name), Attribute("part", \.part), Attribute("maybe", \.maybe),
            Attribute("parts", \.parts),
        ]
        static let ruleSet = RuleSet(rules: [Rule("name", .trim), Rule("name", seen)])
    }

    @Test(arguments: PluginMode.allCases) func modelsAreSeenAsTheyAre(_ mode: PluginMode) async throws {
        let registry = try Self.registry(mode)
        let expected = [
            "name whole 5", "part.name part 4", "maybe.name part 4", "parts.0.name part 4", "parts.1.name x 1",
        ]
        var model = Whole()
        #expect(Self.lines(try ModelPlan(Whole.self, registry: registry).validate(&model)) == expected)
        #expect(model.name == "whole" && model.parts[1].name == "x")
        model = Whole()
        #expect(Self.lines(try await AsyncModelPlan(Whole.self, registry: registry).validate(&model)) == expected)
        #expect(model.maybe?.name == "part")
        let live = try LiveModel(keeping: Whole(), plan: ModelPlan(Whole.self, registry: registry))
        #expect(try !live.validate())
        #expect(Self.lines(live.errors.report) == expected)
    }
}
