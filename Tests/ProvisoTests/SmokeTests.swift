import Proviso
import Testing

struct SmokeTests {
    @Test func requiredReportsBlankAttributes() throws {
        let plan = try Plan(RuleSet(rules: [Rule("name", "address.city", .required)]))
        let report = try plan.validate(["name": " ", "address": ["city": "Bonn"]])
        #expect(report.violations.map(\.code) == ["required.blank"])
        #expect(report.violations.first?.path.pointer == "/name")
    }
}
