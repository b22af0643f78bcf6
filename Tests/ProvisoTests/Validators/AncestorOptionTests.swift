import Proviso
import Testing

/// Options of Yii2's validators that have another name here, or none: Docs/Differences.md says what is instead.
struct AncestorOptionTests {
    private static let registry: Registry = {
        var registry = Registry.standard
        registry.services.store = StoreValidatorTests.store
        return registry
    }()

    @Test(arguments: [
        ("exist", "targetAttributeJunction"), ("unique", "targetAttributeJunction"), ("unique", "comboNotUnique"),
        ("string", "encoding"), ("ip", "ipv4Pattern"), ("ip", "ipv6Pattern"), ("email", "pattern"),
        ("email", "fullPattern"), ("email", "patternASCII"), ("email", "fullPatternASCII"), ("url", "pattern"),
        ("number", "numberPattern"), ("integer", "integerPattern"),
    ])
    func isRefusedAndNotPassedOver(type: String, option: String) throws {
        let needed: [String: AnyValue] = ["exist", "unique"].contains(type) ? ["target": "users"] : [:]
        let body = Constraint.type(RuleType(rawValue: type), needed.merging([option: "or"]) { $1 })
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: [Rule("name", body)]), registry: Self.registry)
            Issue.record("\(type) takes \(option)")
        } catch {
            #expect(error.diagnostics.contains { $0.reason.contains("unknown option '\(option)'") }, "\(error)")
        }
    }

    /// What `targetAttributeJunction: or` asks of `unique` is a rule for each attribute.
    @Test func oneRuleForEachAttributeStandsForAny() throws {
        let rules = [Rule("name", .unique(in: "users")), Rule("team", .unique(in: "users"))]
        let plan = try Plan(RuleSet(rules: rules), registry: Self.registry)
        #expect(try plan.validate(["name": "new", "team": "new"]).isValid)
        #expect(try plan.validate(["name": "ada", "team": "new"]).violations.map(\.attribute) == ["name"])
        #expect(try plan.validate(["name": "new", "team": "b"]).violations.map(\.attribute) == ["team"])
    }

    /// Yii2's `comboNotUnique` is the message named `combination`.
    @Test func theMessageOfACombinationHasItsOwnName() throws {
        let rule = Rule(
            "name", .unique(in: "users", attributes: ["name": "name", "team": "team"]),
            message: RuleMessages(all: nil, byProblem: ["combination": MessageOverride("Taken together.")]))
        let plan = try Plan(RuleSet(rules: [rule, Rule("team", .safe)]), registry: Self.registry)
        let report = try plan.validate(["name": "ada", "team": "a"])
        #expect(report.violations.map(\.code) == ["unique.combination"])
        #expect(plan.localizer(preferring: "en").texts(report) == ["Taken together."])
    }
}
