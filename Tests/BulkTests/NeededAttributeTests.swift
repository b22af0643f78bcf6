import Proviso
import ProvisoBulk
import Testing

/// Which columns a table must have.
struct NeededAttributeTests {
    /// A table needs no column for an attribute that a rule gives a value.
    @Test func columnsThatATypeSuppliesAreNotNeeded() throws {
        let types = "types: { five: [[default, { value: 5 }]], amount: [number], req: [required] }\n"
        func needed(_ rules: String) throws -> [String] {
            let plan = try Plan(RuleSet(parsing: types + "rules: \(rules)"))
            return plan.neededAttributes(of: try plan.stepList(RuleSet.defaultScenario)).map(\.name)
        }
        #expect(try needed("[[a, five], [b, amount]]") == ["b"])
        #expect(try needed("[[a, safe], [b, req]]") == ["b"])
    }
}
