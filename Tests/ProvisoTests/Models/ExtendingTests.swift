import Proviso
import Testing

/// Rule sets over others, rules that take another's place, forms with one model.
struct ExtendingTests {
    static let person = RuleSet(
        rules: [Rule("name", .trim), Rule("name", .required), Rule("email", .email, on: "register")],
        scenarios: ["default": ["name"], "register": ["name", "email"]],
        labels: ["name": ["en": "Name", "de": "Name"]], hints: ["name": ["": "All of it."]],
        messages: ["en": ["required.blank": "Base: {attribute}."]])

    static let employee = RuleSet(
        rules: [Rule("salary", .number(min: 0)), Rule("salary", .required)],
        scenarios: ["default": ["name", "salary"]], labels: ["name": ["de": "Mitarbeiter"], "salary": ["": "Salary"]],
        messages: ["de": ["required.blank": "{attribute} fehlt."]])

    @Test func aRuleSetExtendsAnother() throws {
        let both = Self.person + Self.employee
        let plan = try Plan(both)
        #expect(both.rules.map { $0.attributes[0] } == ["name", "name", "email", "salary", "salary"])
        #expect(plan.scenarios == ["default", "register"])
        let report = try plan.validate(["name": " "])
        #expect(plan.localizer(preferring: "en").texts(report) == ["Base: Name.", "Base: Salary."])
        #expect(plan.localizer(preferring: "de").texts(report) == ["Mitarbeiter fehlt.", "Salary fehlt."])
        #expect(plan.localizer(preferring: "de").hint("name") == "All of it.")
        #expect(try !plan.validate(["name": "a", "email": "?", "salary": 1], scenario: "register").isValid)
    }

    @Test func declaredAttributesAreThoseOfBoth() throws {
        var closed = Self.employee
        closed.attributes = ["salary", "bonus"]
        #expect(closed.extending(Self.person).attributes == ["name", "email", "salary", "bonus"])
        #expect(Self.employee.extending(Self.person).attributes == nil)
    }

    final class Account {
        var name = "ada"
    }

    @Test func aRuleTakesThePlaceOfAnother() throws {
        let account = Account()
        var rules = ObjectRules(account)
        let first = rules.add(try RegexRule(\.name, "^x", message: "x"))
        rules.add(try StringLengthRule(\.name, min: 5, message: "short"))
        #expect(rules.validate() == ["x", "short"])
        #expect(rules.replace(first, with: try RegexRule(\.name, "^b", message: "b")))
        #expect(rules.validate() == ["b", "short"] && rules.count == 2)
        #expect(rules.replace(first, with: try RegexRule(\.name, "^a", message: "a")))
        #expect(rules.validate() == ["short"])
        rules.remove(first)
        #expect(!rules.replace(first, with: try RegexRule(\.name, "^b", message: "b")))
    }

    @Test func aFormWithOneModelIsFlat() throws {
        let order: AnyValue = ["number": "5", "email": "a@example.com"]
        for (form, name, isLoaded) in [
            (["Order": order], nil, true), (order, nil, true), (order, "", true), (order, "Other", false),
            (["Other": order], nil, false), (["x": 1], nil, false), ([:], nil, false), (5, nil, false),
        ] as [(AnyValue, String?, Bool)] {
            var state = try ModelState(Order())
            #expect(state.load(form, formName: name) == isLoaded, "\(form) \(name ?? "nil")")
            #expect(state.model.number == (isLoaded ? 5 : 0))
        }
    }
}
