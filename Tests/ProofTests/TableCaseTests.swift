import Proviso
import ProvisoProof
import Testing

/// Coverage and mutation of rules about all records, by cases with `records`.
@Suite struct TableCaseTests {
    private static let rules = """
        rules:
          - [mail, email, { tolerate: 10%, id: mail }]
          - [amount, number]
        dataset:
          - [rows, { min: 2 }]
          - [sum, { of: amount, by: region, max: 10, where: "region != 'x'", id: total }]
        """

    private static func plan(_ cases: String) throws -> Plan { try SampleTests.plan(rules + "\ntests:\n" + cases) }

    private static func coverage(_ cases: String) throws -> CaseCoverage {
        let plan = try plan(cases)
        return CaseCoverage(plan, plan.ruleSet.tests)
    }

    @Test func `a rule about all records is covered by a case of which it finds something`() throws {
        let all = try Self.coverage(
            """
              - { records: [{ amount: 20, region: a, mail: x }], finds: [[".", dataset.tooSmall], [region.a, dataset.tooBig], [".", dataset.tooBig]] }
              - { record: { amount: x }, valid: false }
            """)
        // The rule that is tolerated is covered by what is found of all records.
        #expect(all.total == 4 && all.covered == 4, "\(all.gaps.map(\.line)) \(all.tableGaps)")
        let some = try Self.coverage(
            "  - { records: [{ amount: 20, region: a }], finds: [{ rule: dataset.1 }, { rule: total }] }\n")
        #expect(some.total == 4 && some.covered == 2)
        #expect(some.gaps.map(\.target.id) == ["mail", "2"] && some.tableGaps.isEmpty)
    }

    @Test func `what no case shows of all records is a line with a reason`() throws {
        let none = try Self.coverage("  - { record: { amount: x }, valid: false }\n")
        #expect(none.tableGaps.count == 2)
        #expect(none.tableGaps[0].hasSuffix("rule dataset.1, 'rows': no case has 'records'"), "\(none.tableGaps)")
        let empty = try Self.coverage("  - { records: [{ amount: 1 }, { amount: 2 }], finds: [] }\n")
        #expect(
            empty.tableGaps.map { $0.hasSuffix("no case has records of which it finds something") } == [true, true],
            "\(empty.tableGaps)")
        #expect(empty.tableGaps[1].contains("rule total, 'sum(amount where region != 'x')'"), "\(empty.tableGaps)")
    }

    @Test func `changes of rules about all records are tried on the cases`() throws {
        let plan = try Self.plan(
            """
              - { records: [{ amount: 6, region: a }, { amount: 4, region: a }, { amount: 99, region: x }], finds: [] }
              - { records: [{ amount: 11, region: a }, { amount: 1, region: b }], finds: [[region.a, dataset.tooBig]] }
              - { records: [{ amount: 1 }], finds: [[".", dataset.tooSmall]] }
            """)
        let run = MutationRun(plan, plan.ruleSet.tests)
        let mutants = run.mutants().filter(\.isOfTable)
        let changes = mutants.map(\.change)
        for change in [
            "rule removed", "min 2 → 3", "min 2 → 1", "max 10 → 11", "max 10 → 9", "'by' without 'region'",
            "'where' dropped",
        ] { #expect(changes.contains(change), "\(changes)") }
        #expect(mutants[0].line.hasSuffix("rule dataset.1, 'rows': rule removed"), "\(mutants[0].line)")
        run.run(mutants)
        #expect(run.refused == 0)
        let lines = run.survivors.map(\.mutant.line)
        #expect(
            !lines.contains { $0.contains("'by'") || $0.contains("rule removed") || $0.contains("max 10") }, "\(lines)")
        let without = MutationRun(plan, [])
        without.run(mutants)
        #expect(without.killed == 0 && without.survivors.count == mutants.count)
    }

    @Test func `tests, shares and expressions are changed`() throws {
        let plan = try SampleTests.plan(
            """
            rules: [[a, safe], [b, number]]
            dataset:
              - [share, { of: a, is: absent, max: 1% }]
              - [count, { expr: "b > 3 && a == 'x'", equals: 4 }]
              - [count, { of: a, is: [string, { min: 3 }], max: 2.5 }]
            """)
        let changes = MutationRun(plan, []).mutants().filter(\.isOfTable).map(\.change)
        for change in [
            "max 0.01 → 0.02", "max 0.01 → 0", "'absent' became 'present'", "equals 4 → 5", "in 'is': min 3 → 4",
        ] { #expect(changes.contains(change), "\(changes)") }
        #expect(changes.contains { $0.hasPrefix("expr ") }, "\(changes)")
        // A change that no plan accepts is none that a case could notice.
        let run = MutationRun(plan, [])
        run.run(run.mutants().filter(\.isOfTable))
        #expect(run.killed == 0)
    }
}
