import Proviso
import TestSupport
import Testing

/// What `startsWith`, `endsWith` and `contains` have in common; each has its rows in a file of its own.
struct SoughtTextValidatorTests {
    @Test func searchingIsLinear() throws {
        let needle = String(repeating: "a", count: 50_000) + "b"
        let text = String(repeating: "a", count: 1_000_000)
        let validator = try ContainsValidator(value: [needle])
        let time = processorTime { #expect(validator.violation(of: text)?.code == "contains.invalid") }
        #expect(time < .seconds(20))
    }

    /// What a violation comes with is the rule's own list: 20,000 of them are no 20,000 copies.
    @Test func violationsShareTheListOfTheRule() throws {
        let texts = (0..<20_000).map { "text \($0)" }
        let rules = [
            Rule("a.*", .type("startsWith", ["value": .list(texts.map { .text($0) })])),
            Rule("a.*", .type("endsWith", ["value": .list(texts.map { .text($0) })]), skipOnError: false),
            Rule("a.*", .type("contains", ["value": .list(texts.map { .text($0) })]), skipOnError: false),
            Rule("a.*", .in(texts.map { .text($0) }), skipOnError: false),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let violations = try plan.validate(["a": ["x", "y", "z"]]).violations
        #expect(violations.count == 12)
        let lists = violations.map { violation -> UnsafeRawPointer? in
            guard case .list(let items)? = violation.parameters.list.first?.value else { return nil }
            return items.withUnsafeBytes { $0.baseAddress }
        }
        #expect(!lists.contains(nil) && Set(lists).count == 4)
    }
}
