import Foundation
import Proviso
import Testing

/// How many violations are kept, and what rules with `bail` keep others from.
@Suite struct ViolationLimitTests {
    private static func body(_ count: Int) -> String {
        #"{"lines":["# + Array(repeating: "{}", count: count).joined(separator: ",") + "]}"
    }

    private static let items = [Rule("lines.*.a", .required), Rule("lines.*.b", .required)]

    @Test func aReportKeepsAThousandViolationsAndCountsTheOthers() throws {
        let plan = try Plan(RuleSet(rules: Self.items))
        let record = Record(for: plan)
        for _ in 0..<2 {
            try record.fill(json: Self.body(100_000))
            for _ in 0..<2 {
                let report = try plan.validate(record)
                #expect(report.violations.count == 1_000 && report.omittedCount == 199_000)
                #expect(report.isTruncated && !report.isValid && "\(report)".hasSuffix("and 199000 more"))
            }
        }
        let problem = ProblemDetails(try plan.validate(record), plan.localizer(preferring: "de"))
        #expect(problem.errors?.count == 1_000 && problem.omitted == 199_000 && problem.json.utf8.count < 300_000)
        #expect(try AnyValue(json: problem.json)["omitted"] == 199_000)
        try record.fill(json: #"{"lines":[]}"#)
        #expect(try plan.validate(record) == Report())
    }

    @Test func theLimitIsThatOfTheRegistryOrOfTheRecord() async throws {
        var registry = Registry.standard
        registry.violationLimit = 3
        let plan = try Plan(RuleSet(rules: Self.items), registry: registry)
        let record = Record(for: plan)
        try record.fill(json: Self.body(5))
        #expect(try plan.validate(record).violations.count == 3 && plan.validate(record).omittedCount == 7)
        let async = try AsyncPlan(RuleSet(rules: Self.items), registry: registry)
        let report = try await async.validate(try AnyValue(json: Self.body(5)))
        #expect(report.violations.count == 3 && report.omittedCount == 7)
        record.violationLimit = 100
        try record.fill(json: Self.body(5))
        #expect(try plan.validate(record).violations.count == 10 && !plan.validate(record).isTruncated)
    }

    @Test func errorsBeyondTheLimitMakeTheRecordInvalid() throws {
        var registry = Registry.standard
        registry.violationLimit = 2
        let rules = [Rule("lines.*.a", .required, severity: .warning), Rule("lines.*.b", .required)]
        let plan = try Plan(RuleSet(rules: rules), registry: registry)
        let report = try plan.validate(try AnyValue(json: Self.body(3)))
        #expect(report.violations.allSatisfy { $0.severity == .warning } && !report.isValid)
        let stored = try JSONDecoder().decode(Report.self, from: JSONEncoder().encode(report))
        #expect(stored.omittedCount == 4 && !stored.isValid && plan.restored(stored).omittedCount == 4)
        var errors = ErrorList()
        errors.add(report)
        #expect(!errors.isEmpty)
        errors.clear(["lines.*.b"])
        #expect(errors.isEmpty && errors.report.omittedCount == 1)
    }

    @Test func problemDetailsHaveALimitOfTheirOwn() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .required, severity: .info), Rule("b", .required)]))
        let report = try plan.validate([:])
        let problem = ProblemDetails(report, plan.localizer(preferring: "en"), limit: 1)
        #expect(problem.errors?.map(\.attribute) == ["b"] && problem.omitted == 1 && problem.detail == "B is required.")
        #expect(ProblemDetails(report, plan.localizer(preferring: "en")).detail == "B is required.")
    }

    struct Line: ParsableModel {
        var a = ""
        static let attributes: [Attribute<Line>] = [Attribute("a", \.a, hasDefault: true)]
        static let ruleSet = RuleSet(rules: [Rule("a", .required)])
    }

    struct Lines: ParsableModel {
        var lines: [Line] = []
        static let attributes: [Attribute<Lines>] = [Attribute("lines", \.lines)]
        static let ruleSet = RuleSet(rules: [Rule("lines", .count(max: 10), bail: true)])
    }

    @Test func aRuleWithBailKeepsOthersFromWhatIsInTheValue() throws {
        let cases: [(rules: [Rule], json: String, found: [String])] = [
            ([Rule("lines", .count(max: 10), bail: true)] + Self.items, Self.body(11), ["lines"]),
            (
                Self.items + [Rule("lines", .count(max: 1), bail: true)], Self.body(2),
                ["lines.0.a", "lines.1.a", "lines.0.b", "lines.1.b", "lines"]
            ),
            (
                [Rule("o.*.lines", .count(max: 1), bail: true), Rule("o.*.lines.*.a", .required)],
                #"{"o":[{"lines":[{},{}]},{"lines":[{}]}]}"#, ["o.0.lines", "o.1.lines.0.a"]
            ),
            (
                [
                    Rule("o", .required, bail: true), Rule("o.a", .required), Rule("o.b.c", .required),
                    Rule("p", .required),
                ],
                "{}", ["o", "p"]
            ),
            (
                [Rule("o.*", .keys(required: ["x"]), bail: true), Rule("o.*.a", .required)],
                #"{"o":[{"x":1},{"y":1}]}"#, ["o.1", "o.0.a"]
            ),
        ]
        for (rules, json, found) in cases {
            let plan = try Plan(RuleSet(rules: rules))
            let record = Record(for: plan)
            try record.fill(json: json)
            for _ in 0..<2 {
                #expect(try plan.validate(record).violations.map { $0.path.description } == found)
                #expect(try plan.explain(record).report.violations.map { $0.path.description } == found)
            }
        }
        let report = try ModelPlan(Lines.self).parse(json: Self.body(11)).report
        #expect(report.violations.map { $0.path.description } == ["lines"])
    }
}
