import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Explanations of rules that plugins validate, in the program and in workers.
@Suite(.waitingForProcesses) struct ExplainedPluginTests {
    private static let rules = """
        rules:
          - [n, acme/even]
          - [n, integer, { max: 5 }]
          - { attributes: items.*.n, type: acme/even, when: [items.*.n, integer] }
        """

    @Test(arguments: [PluginMode.inProcess, .worker]) func theVerdictIsThePlugins(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "fifteen.so")
        var registry = Registry.standard
        try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
        let plan = try Plan(RuleSet(parsing: Self.rules), registry: registry)
        for value: AnyValue in [
            ["n": 2, "items": [["n": 4], ["n": 5], ["n": "six"]]], ["n": 3], ["n": 8], [:], ["n": "x", "items": []],
        ] {
            let explanation = try plan.explain(value)
            #expect(explanation.report == (try plan.validate(value)), "\(value)")
        }
        let turns = try plan.explain(["n": 3, "items": [["n": 4], ["n": 5], ["n": "six"]]]).turns
        #expect(
            turns.map(\.description) == [
                "failed n acme/even: 3", "blocked n integer: by the error of acme/even (<rules>:2:5)",
                "passed items.0.n acme/even: 4", "failed items.1.n acme/even: 5",
                "skipped items.2.n acme/even: when is false",
            ])
    }
}
