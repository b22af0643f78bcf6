import Proviso
import Testing

/// Models whose attributes and rules come at run time.
struct DynamicModelTests {
    @Test func dataIsValidatedByRules() throws {
        let rules = [
            Rule(["email", "name"], .required), Rule(["email"], .email), Rule(["age"], .default(5)),
            Rule(["name"], .trim),
            Rule(["items.*.sku"], .trim), Rule(["items.*.sku"], .match("^[A-Z]+$")),
        ]
        let data: AnyValue = ["email": "invalid", "name": " long ", "items": [["sku": " A "], ["sku": "b"]]]
        let model = try DynamicModel.validateData(data, rules)
        #expect(model.errors.errors.lines == ["email email.invalid", "items.1.sku match.invalid"])
        #expect(model["name"] == "long" && model["age"] == 5)
        #expect(model["items"] == [["sku": "A"], ["sku": "b"]])
        #expect(model.attributeNames == ["email", "name", "items", "age"])
        #expect(try DynamicModel.validateData(["email": "a@example.com", "name": "x"], rules).hasErrors == false)
    }

    @Test func attributesAndRulesComeAndGo() throws {
        var model = DynamicModel(defining: ["name", "email"])
            .addingRule(Rule(["name", "mobile"], .required)).addingRule(Rule(["email"], .email))
        #expect(model.attributeNames == ["name", "email", "mobile"] && model["mobile"] == .null)
        #expect(try !model.validate())
        #expect(model.errors.errors.lines == ["name required.blank", "mobile required.blank"])
        model["name"] = "Ann"
        model["mobile"] = "1"
        #expect(try model.validate() == true)
        model.defineAttribute("age", 3)
        model.addRule(Rule(["age"], .integer(min: 5)))
        #expect(try !model.validate(attributes: ["age"]))
        model.undefineAttribute("email")
        #expect(!model.hasAttribute("email") && model["email"] == nil)
        #expect(throws: RuleSetError.self) { try model.validate() }
        model["email"] = nil
        model.setLabel("Years", of: "age")
        model.setLabel("Jahre", of: "age", in: "de")
        model.setHint("Since birth.", of: "age")
        #expect(model.label(of: "age") == "Years" && model.label(of: "age", in: "de") == "Jahre")
        #expect(model.hint(of: "age") == "Since birth." && model.label(of: "mobile") == "Mobile")
    }

    @Test func massAssignmentFollowsTheScenario() throws {
        var model = DynamicModel(
            ["name": "", "role": "user", "free": 1],
            ruleSet: RuleSet(
                rules: [Rule(["name", "!role"], .safe), Rule(["address.city"], .required), Rule(["!box.key"], .safe)]))
        let values: AnyValue = ["name": "x", "role": "admin", "free": 2, "address": ["city": "Ulm"], "box": ["key": 1]]
        #expect(model.setAttributes(values) == ["role", "free", "box"])
        #expect(model.unsafeAttributes == ["role", "free", "box"])
        #expect(model.attributes(["name", "role", "free"]) == ["name": "x", "role": "user", "free": 1])
        #expect(model["address"] == ["city": "Ulm"] && model["box"] == .null)
        model.setAttributes(values, safeOnly: false)
        #expect(model["role"] == "admin" && model["free"] == 2)
        #expect(!model.load([:]) && model.load(["DynamicModel": ["name": "y"]]) && model["name"] == "y")
        model.formName = "Form"
        #expect(model.load(["Form": [:]]) == true)
        model.scenario = "nonesuch"
        #expect(model.setAttributes(["name": "z"]) == ["name"])
    }
}
