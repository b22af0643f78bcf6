import Foundation
import Proviso
import Testing

/// A value that could not be validated is an error, whatever the rule's severity.
struct FaultTests {
    private struct Failing: Store {
        struct Down: Error {}
        func contains(_ values: [String: AnyValue], in collection: String, except: [String: AnyValue]) throws -> Bool {
            throw Down()
        }
    }

    private static var registry: Registry {
        var registry = Registry.standard
        registry.services.store = Failing()
        return registry
    }

    @Test(arguments: Severity.allCases) func aFaultIsAnError(severity: Severity) throws {
        let rules = [
            Rule("name", .exist(in: "users"), severity: severity), Rule("name", .string(max: 1)),
            Rule("name", .string(max: 1), skipOnError: false),
        ]
        let report = try Plan(RuleSet(rules: rules), registry: Self.registry).validate(["name": "ada"])
        #expect(!report.isValid)
        // As any error it stops later rules of the attribute.
        #expect(report.violations.map(\.code) == [.fault, "string.tooLong"])
        #expect(report.violations[0].severity == .error)
        let data = try JSONEncoder().encode(report)
        #expect(String(decoding: data, as: UTF8.self).contains(#""severity":"error""#))
        #expect(try JSONDecoder().decode(Report.self, from: data) == report)
    }

    @Test func aFaultOfAWarningIsAnErrorInListsAndObjectsToo() throws {
        for (attribute, value) in [
            ("items.*.name", ["items": [["name": "ada"]]] as AnyValue), ("user.name", ["user": ["name": "ada"]]),
        ] {
            let rules = [
                Rule(attribute, .exist(in: "users"), severity: .warning), Rule(attribute, .string(max: 1)),
            ]
            let report = try Plan(RuleSet(rules: rules), registry: Self.registry).validate(value)
            #expect(!report.isValid && report.violations.map(\.code) == [.fault])
        }
        let each = Rule("l", .each(.exist(in: "users")), severity: .info)
        let plan = try Plan(RuleSet(rules: [each, Rule("l", .count(min: 9))]), registry: Self.registry)
        let report = try plan.validate(["l": ["ada"]])
        #expect(!report.isValid && report.violations.map(\.code) == [.fault])
    }

    /// A fault of a condition is recorded, and marks nothing for the rules behind it.
    @Test func aFaultOfAConditionIsAnErrorOfItsRule() throws {
        let rules = [
            Rule(["a"], .required, when: [Condition("name", .exist(in: "users"))], severity: .warning),
            Rule("a", .string(max: 1), severity: .warning), Rule("a", .string(max: 2)), Rule("name", .safe),
        ]
        let report = try Plan(RuleSet(rules: rules), registry: Self.registry).validate(["a": "xyz", "name": "ada"])
        #expect(!report.isValid)
        #expect(report.violations.map(\.code) == [.fault, "string.tooLong", "string.tooLong"])
    }
}
