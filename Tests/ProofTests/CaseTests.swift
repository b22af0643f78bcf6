import Proviso
import ProvisoProof
import Testing

/// Cases of `proviso test`: read, run, reported.
@Suite struct CaseTests {
    private static let rules = """
        rules:
          - [name, string, { min: 3 }]
          - { attributes: password, type: required, on: register }
          - { attributes: state, type: required, when: [country, in, { range: [US] }] }
          - [id, unique]
        """

    private static func results(_ cases: String) throws -> [CaseResult] {
        let plan = try SampleTests.plan(rules + "\ntests:\n" + cases)
        let runner = CaseRunner(plan)
        return try plan.ruleSet.tests.map { try runner.run($0) }
    }

    @Test(arguments: [
        "  - { record: { name: ab }, finds: [[name, string.tooShort]] }",
        "  - { record: { name: ab }, finds: [{ path: name }] }",
        "  - { record: { name: ab }, finds: [{ code: string.tooShort, rule: 1 }] }",
        "  - { record: { name: ab }, finds: [{ message: Name must contain at least 3 characters. }] }",
        "  - { record: { name: ab }, locale: de, finds: [{ path: name, code: string.tooShort }] }",
        "  - { record: { name: abc }, finds: [] }", "  - { record: { name: abc }, valid: true }",
        "  - { record: { name: ab }, valid: false }",
        "  - { record: {}, scenario: register, finds: [[password, required.blank]] }",
        "  - { record: { id: 1 }, before: [{ id: 1 }], finds: [[id, unique.taken]] }",
        "  - { record: { id: 2 }, before: [{ id: 1 }], finds: [] }",
    ])
    func casePasses(text: String) throws {
        let result = try #require(try Self.results(text).first)
        #expect(result.reasons == [])
    }

    @Test(arguments: [
        (
            "  - { record: { name: abc }, finds: [[name, string.tooShort]] }",
            "expected name: string.tooShort, found no such violation"
        ),
        ("  - { record: { name: ab }, finds: [] }", "expected no other violation, found name: string.tooShort"),
        (
            "  - { record: { name: ab }, finds: [[name, string.tooLong]] }",
            "expected name: string.tooLong, found name: string.tooShort"
        ),
        ("  - { record: { name: ab }, valid: true }", "expected a valid record, found name: string.tooShort"),
        ("  - { record: { name: abc }, valid: false }", "expected an invalid record, found no error"),
        ("  - { record: { name: ab }, finds: [{ message: Wrong. }] }", "expected \"Wrong.\", found no such violation"),
    ])
    func caseFailsWithAReason(text: String, reason: String) throws {
        let result = try #require(try Self.results(text).first)
        #expect(result.reasons.contains { $0.hasPrefix(reason) }, "\(result.reasons)")
    }

    @Test(
        arguments: [
            ("  - { recrd: {} }", "a case has no key 'recrd'", "record"),
            ("  - { record: {} }", "the case does not say what is found", nil),
            ("  - { record: {}, finds: [], valid: true }", "a case has 'finds' or 'valid', not both", nil),
            ("  - { finds: [] }", "the case's key 'record' is missing", nil),
            ("  - { record: {}, finds: [name] }", "a finding must be a list [path, code]", nil),
            ("  - { record: {}, finds: [{ cod: x }] }", "a finding has no key 'cod'", "code"),
            ("  - { record: {}, finds: none }", "'finds' must be a list", nil),
            ("  - { record: {}, valid: perhaps }", "'valid' must be true or false", nil),
            ("  - { record: {}, finds: [], locale: english }", "'english'", nil),
            ("  3", "tests must be a list of cases", nil),
        ] as [(String, String, String?)])
    func wrongCaseIsAnErrorWithAPlace(text: String, reason: String, suggestion: String?) throws {
        let error = try #require(throws: RuleSetError.self) {
            try RuleSet(parsing: Self.rules + "\ntests:\n" + text, file: "r.yaml")
        }
        let first = try #require(error.diagnostics.first)
        #expect(first.reason.contains(reason), "\(error)")
        #expect(first.position?.line == 7)
        if let suggestion { #expect(first.suggestion == suggestion) }
    }

    @Test func linesOfAFileHaveTheirPlaces() throws {
        let text =
            "{\"record\": {\"name\": \"ab\"}, \"finds\": [[\"name\", \"string.tooShort\"]]}\n\n{\"record\": {}, \"finds\": 1}\n"
        let error = try #require(throws: RuleSetError.self) {
            try RuleTestReader.read(lines: Array(text.utf8), file: "c.ndjson")
        }
        #expect(error.diagnostics.map { $0.position?.line } == [3])
        let good = try RuleTestReader.read(lines: Array(text.utf8.prefix { $0 != 0x0A }), file: "c.ndjson")
        #expect(good.count == 1 && good[0].position?.line == 1)
    }

    @Test func coverageNamesWhatNoCaseShows() throws {
        let plan = try SampleTests.plan(
            Self.rules + "\ntests:\n  - { record: { name: ab }, finds: [[name, string.tooShort]] }\n"
                + "  - { record: { country: US }, finds: [[state, required.blank]] }")
        let coverage = CaseCoverage(plan, plan.ruleSet.tests)
        #expect(coverage.gaps.map(\.target.id) == ["2", "4"], "a rule of a scenario without cases, too")
        #expect(coverage.gaps[0].reason == "no case reaches it")
        #expect((coverage.total, coverage.covered) == (4, 2))
        let one = CaseCoverage(plan, [plan.ruleSet.tests[1]])
        #expect(
            one.gaps.map(\.reason) == [
                "no case reaches it", "no case reaches it", "no case is skipped by its condition", "no case reaches it",
            ])
    }

    @Test func reportsHaveEachCase() throws {
        let results = try Self.results(
            "  - { name: \"a <b> # c\", record: { name: ab }, finds: [] }\n  - { record: {}, finds: [] }")
        let groups = [(file: "r.yaml", results: results)]
        #expect(CaseReport.text(groups, .tap).hasPrefix("TAP version 14\n1..2\nnot ok 1 - a <b> \\# c\n"))
        let xml = CaseReport.text(groups, .junit)
        #expect(xml.contains("tests=\"2\" failures=\"1\"") && xml.contains("name=\"a &lt;b&gt; # c\""))
        let ctrf = try AnyValue(json: CaseReport.text(groups, .ctrf))
        #expect(ctrf["results"]?["summary"]?["failed"] == 1)
        #expect(ctrf["results"]?["tests"]?[0]?["status"] == "failed")
        #expect(CaseReport.text(groups, .text).contains("case 'a <b> # c' failed"))
    }
}

/// Coverage and mutation of rule sets with own types and several scenarios.
@Suite struct CoverageScopeTests {
    private static func coverage(_ text: String) throws -> CaseCoverage {
        let plan = try SampleTests.plan(text)
        return CaseCoverage(plan, plan.ruleSet.tests)
    }

    @Test func ownTypesAreCoveredAndChanged() throws {
        let text = """
            types: { percent: [[integer, { min: 0, max: 100 }]] }
            rules: [[a, required], [a, percent]]
            tests: [{ record: { a: 1 }, finds: [] }]
            """
        let coverage = try Self.coverage(text)
        #expect(coverage.total == 2 && coverage.covered == 0, "\(coverage.gaps.map(\.line))")
        let plan = try SampleTests.plan(text)
        let run = MutationRun(plan, plan.ruleSet.tests)
        run.run(run.mutants())
        // Both rules removed, that of the type too, and each of its bounds moved both ways.
        #expect(run.refused == 0 && run.killed + run.survivors.count == 7)
    }

    @Test func rulesOfScenariosWithoutCasesAreGaps() throws {
        let coverage = try Self.coverage(
            """
            rules:
              - [age, integer]
              - { attributes: c, type: integer, on: register }
              - { attributes: d, type: integer, on: reset }
            tests: [{ record: { age: x }, valid: false }]
            """)
        #expect(coverage.total == 3 && coverage.covered == 1)
    }

    @Test func aRuleIsReachedInOneOfItsScenarios() throws {
        let coverage = try Self.coverage(
            """
            rules:
              - [age, integer]
              - { attributes: b, type: required, on: register }
            tests:
              - { record: { age: 20 }, finds: [] }
              - { scenario: register, record: {}, valid: false }
            """)
        #expect(coverage.gaps.map(\.reason) == ["no case has a value that it rejects"])
    }

    @Test func theParentOfAnItemIsNoTypo() throws {
        _ = try SampleTests.plan(
            """
            rules:
              - [lines, required]
              - [[lines.*.qty, lines.*.price], number]
              - [lines.*.amount, expr, { must: "this == parent.qty * parent.price" }]
            """)
    }
}
