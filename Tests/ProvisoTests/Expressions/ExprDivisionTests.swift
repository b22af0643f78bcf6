import Proviso
import Testing

/// What has no value because a number is divided by zero, or too large.
@Suite struct ExprDivisionTests {
    @Test(arguments: [
        "a / b > 1", "a / b < 1", "6 / b > 1", "6.0 / b > 1", "a * 1e308 * 1e308 > 1", "c / b != 1.5", "0.0 / b != 1",
        "a / (b * 2.0) > 1", "b != 0 && a / b > 1 || a / b > 1",
    ])
    func aNumberOfTheDataIsNeverInfinite(must: String) throws {
        for data in [#"{"a":3,"b":0,"c":"3"}"#, #"{"a":3.5,"b":0.0,"c":"3"}"#, #"{"a":"3","b":"0","c":"3"}"#] {
            for types in ["- [[a, b], number]", "- [[a, b], safe]", "types: { n: [number] }\n- [[a, b], n]"] {
                let parts = types.split(separator: "\n")
                let head = parts.count > 1 ? parts[0] + "\n" : ""
                let rules = "\(head)rules:\n  \(parts.last ?? "")\n  - [c, expr, { must: \"\(must)\" }]"
                let report = try Plan(RuleSet(parsing: rules)).validate(AnyValue(json: data))
                #expect(report.violations.map(\.code) == ["rule.fault"], "\(rules) \(data)")
            }
        }
    }

    @Test func aTestForZeroDecidesFirst() throws {
        let rules = "rules:\n  - [[a, b], number]\n  - [c, expr, { must: \"b == 0 || a / b > 1\" }]"
        let plan = try Plan(RuleSet(parsing: rules))
        #expect(try plan.validate(["a": 3, "b": 0, "c": 1]).isValid)
        #expect(try !plan.validate(["a": 3, "b": 4, "c": 1]).isValid)
    }
}
