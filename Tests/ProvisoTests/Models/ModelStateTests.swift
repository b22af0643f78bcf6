import Proviso
import Testing

/// A model with a scenario and errors.
struct ModelStateTests {
    struct Person: ValidatableModel, Sendable {
        var name = ""
        var age = 18
        var nickname: String?
        var secret = ""
        var married = false
        var log: [String] = []
        var stops = false

        static let attributes: [Attribute<Person>] = [
            Attribute("name", \.name), Attribute("age", \.age), Attribute("nickname", \.nickname),
            Attribute("secret", \.secret), Attribute("married", \.married), Attribute("log", reading: \.log),
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule(["name"], .required), Rule(["name"], .trim), Rule(["name"], .string(min: 2)),
                Rule(["age"], .integer(min: 0)), Rule(["nickname", "married"], .safe),
                Rule(["nickname"], .required, on: ["club"]),
                Rule(["age"], .required, when: [Condition("name", .required)]),
                Rule(["!secret"], .string(max: 3)), Rule(["nickname"], .string(max: 5), skipOnError: false),
            ],
            labels: ["name": ["": "Name", "de": "Ihr Name"]], hints: ["name": ["": "In full.", "de": "Vollständig."]])

        mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool {
            log.append("before \(scenario)")
            if name == "Nobody" { errors.add(text: "Nobody is {here}.", to: "name") }
            return !stops
        }

        mutating func afterValidate(scenario: String, errors: inout ErrorList) {
            log.append("after \(errors.errors.count)")
            if age == 99 { errors.add("required.blank", to: "age") }
        }

        mutating func onUnsafeAttribute(_ attribute: String, value: AnyValue) { log.append("unsafe \(attribute)") }
    }

    private func state(_ person: Person = Person(), scenario: String = "default") throws -> ModelState<Person> {
        try ModelState(person, scenario: scenario)
    }

    @Test func hooksRunAroundTheRules() throws {
        var state = try state(Person(name: "Ann", age: 99))
        #expect(try !state.validate())
        #expect(state.model.log == ["before default", "after 0"])
        #expect(state.errors.errors.lines == ["age required.blank"])

        state.model = Person(name: "", stops: true)
        #expect(try !state.validate())
        #expect(!state.hasErrors)
        #expect(state.model.log == ["before default"])
        #expect(try ModelPlan(Person.self).validate(&state.model).lines == [" model.stopped"])

        state.model = Person(name: "Nobody", age: -1)
        #expect(try !state.validate())
        #expect(state.errors.errors.lines == ["name value.text", "age number.tooSmall"])
        for locale in ["en", "ar", "ja"] {
            #expect(try state.texts(of: "name", in: locale) == ["Nobody is {here}."])
        }
    }

    @Test func onlyTheErrorsOfWhatIsValidatedAreCleared() throws {
        var state = try state(Person(name: "", age: -1))
        #expect(try !state.validate())
        #expect(state.errors.errors.lines == ["name required.blank", "age number.tooSmall"])
        state.model.name = "Ann"
        #expect(try !state.validate(attributes: ["name"]))
        #expect(state.errors.errors.lines == ["age number.tooSmall"])
        state.model.age = 5
        #expect(try state.validate(attributes: ["age"]) == true)

        state.addError("name", text: "No.")
        state.model.name = "x"
        #expect(try !state.validate(attributes: nil, clearErrors: false))
        #expect(state.errors(of: "name").lines == ["name value.text"])
        #expect(try !state.validate())
        #expect(state.errors(of: "name").lines == ["name string.tooShort"])
        #expect(throws: RuleSetError.self) { try state.validate(attributes: ["nmae"]) }
        state.scenario = "nonesuch"
        #expect(throws: RuleSetError.self) { try state.validate() }
        #expect(state.safeAttributes == [] && state.activeAttributes == [])
    }

    @Test func massAssignmentTakesWhatIsSafe() throws {
        var state = try state()
        let values: AnyValue = ["name": "Ann", "secret": "x", "nonesuch": 1, "log": ["x"], "nickname": nil, "age": 20]
        #expect(state.setAttributes(values) == ["secret", "nonesuch", "log"])
        #expect(state.model.log == ["unsafe secret", "unsafe nonesuch", "unsafe log"])
        #expect(state.model.name == "Ann" && state.model.age == 20 && state.model.secret == "")
        #expect(state.setAttributes(values, safeOnly: false) == ["nonesuch", "log"])
        #expect(state.model.secret == "x" && state.model.log.count == 3)
        #expect(
            state.attributes(["name", "age", "nonesuch"], except: ["age"]) == ["name": "Ann"])
        #expect(state.attributes(except: ["log"]).count == 5)
        state.setAttributes(5)
        #expect(state["name"] == "Ann" && state["nonesuch"] == nil)
    }

    @Test func whatAPropertyCannotHoldStaysAnError() throws {
        var state = try state()
        state.setAttributes(["name": "Ann", "age": "twenty", "married": 3])
        #expect(state.errors.errors.lines == ["age value.type", "married value.type"])
        #expect(try !state.validate())
        #expect(state.errors.errors.lines == ["age value.type", "married value.type"])
        #expect(try !state.validate(attributes: ["name"]))
        state.setAttributes(["age": 20])
        state.model.married = true
        #expect(state.errors.errors.lines == ["married value.type"])
        #expect(try state.validate() == true)
    }

    @Test func nestedModelsAreAssignedByTheirOwnRules() throws {
        var state = try ModelState(NestedModelTests.fine)
        let address: AnyValue = ["city": "Bonn", "verified": true, "zip": 5, "planet": "Earth"]
        let refused = state.setAttributes(["address": address, "items": [["sku": "B", "price": 1]], "billing": 3])
        #expect(refused == ["address.verified", "address.planet", "items.0.price"])
        #expect(state.model.address == Address(city: "Bonn", zip: "89073"))
        #expect(state.model.items == [Item(sku: "B")] && state.model.billing == nil)
        #expect(state.errors.errors.lines == ["address.zip value.type", "billing value.object"])
        #expect(try !state.validate(attributes: ["address.zip"]))
        #expect(try !state.validate())
        #expect(state.errors.errors.lines == ["address.zip value.type", "billing value.object"])
        state.setAttributes(["address": ["zip": "53111"], "billing": nil])
        #expect(try state.validate() == true)
        #expect(state.isAttributeSafe("address") && state.nestedAttributes == ["address", "billing", "items"])
        #expect(state.label(of: "address.zip") == "Postal code")
    }

    final class Counter: ValidatableModel {
        var count: Int? = 3
        static let attributes = [Attribute<Counter>("count", \.count)]
        static let ruleSet = RuleSet(rules: [Rule(["count"], .required), Rule(["count"], .default(7), on: ["fresh"])])
    }

    @Test func classesAreModelsToo() throws {
        let counter = Counter()
        var state = try ModelState(counter)
        #expect(try state.validate() == true)
        counter.count = nil
        #expect(try !state.validate())
        state.setAttributes(["count": 5])
        #expect(try state.validate() && counter.count == 5)
    }

    @Test func formsSendText() throws {
        var state = try state()
        let data: AnyValue = ["Person": ["name": "Ann", "age": "20", "married": "1", "secret": "x"], "Other": [:]]
        #expect(state.load(data) == true)
        #expect(state.model.age == 20 && state.model.married && state.model.secret == "")
        #expect(
            !state.load(data, formName: "Nonesuch") && !state.load(["Person": nil]) && !state.load([:], formName: ""))
        #expect(state.load(["age": "-5"], formName: "") == true)
        #expect(state.model.age == -5)
        #expect(state.load(["age": "five"], formName: "") == true)
        #expect(state.hasErrors(of: "age"))

        var several = [try self.state(), try self.state()]
        #expect(several.load(["Person": ["1": ["name": "Bob"]]]) == true)
        #expect(try !several.validate())
        #expect(several.map(\.model.name) == ["", "Bob"] && several.map(\.hasErrors) == [true, false])
        #expect(several.allSatisfy { $0.model.log.count == 2 })
        #expect(several.load(["Person": [:]]) == false)
        var none: [ModelState<Person>] = []
        #expect(none.load(data) == false)
        var mixed: [any StatefulModel] = [several[0], DynamicModel(["a": 1]), several[1]]
        #expect(try !validateAll(&mixed))
    }

    @Test func scenariosSayWhatIsSafeActiveAndRequired() throws {
        var state = try state()
        #expect(state.activeAttributes == ["name", "age", "nickname", "married", "secret"])
        #expect(state.safeAttributes == ["name", "age", "nickname", "married"])
        #expect(state.isAttributeActive("secret") && !state.isAttributeSafe("secret"))
        #expect(state.isAttributeRequired("name"))
        #expect(!state.isAttributeRequired("age"), "with a condition it is not always so")
        #expect(!state.isAttributeRequired("nickname"))
        state.scenario = "club"
        #expect(state.isAttributeRequired("nickname"))
        #expect(Set(state.scenarios.keys) == ["default", "club"])
        #expect(state.activeRules(for: "nickname").count == 3 && state.activeRules(for: "log").isEmpty)
    }

    @Test func errorsAreAskedForInSeveralWays() throws {
        var state = try state()
        state.addError("name", "string.tooShort", ["min": .integer(3)])
        state.addErrors(["age": ["Old."], "name": ["Odd.", "Ugly."]])
        #expect(state.firstError(of: "name")?.code == "string.tooShort" && state.firstError(of: "log") == nil)
        #expect(state.firstErrors.mapValues(\.code) == ["name": "string.tooShort", "age": "value.text"])
        #expect(state.errorSummary().lines.map { $0.prefix(4) } == ["name", "name", "name", "age "])
        #expect(state.errorSummary(showsAll: false).count == 2)
        #expect(
            try state.texts(in: "de") == [
                "name": ["Ihr Name muss mindestens 3 Zeichen lang sein.", "Odd.", "Ugly."], "age": ["Old."],
            ])
        state.addErrors(Report(violations: state.errors(of: "age")))
        #expect(state.errors(of: "age").count == 2)
        #expect(!state.withoutErrors().hasErrors && state.hasErrors)
        state.clearErrors(of: "name", "log")
        #expect(!state.hasErrors(of: "name") && state.hasErrors(of: "age"))
        state.clearErrors()
        #expect(!state.hasErrors)
        #expect(state.errors.report.isValid)
        state.addError("items.2.sku", text: "Gone.")
        for name in ["items", "items.*.sku", "items.2.sku", "items.2"] { #expect(state.hasErrors(of: name), "\(name)") }
        #expect(!state.hasErrors(of: "items.1.sku") && !state.hasErrors(of: "item"))
    }

    @Test func labelsAndHintsFollowTheLocale() throws {
        let state = try state()
        #expect(state.label(of: "name") == "Name" && state.label(of: "name", in: "de-AT") == "Ihr Name")
        #expect(state.label(of: "nickName") == "Nick Name" && state.labels()["age"] == "Age")
        #expect(state.hint(of: "name") == "In full." && state.hint(of: "name", in: "de") == "Vollständig.")
        #expect(state.hint(of: "nonesuch") == "")
        #expect(state.formName == "Person" && state.attributeNames.count == 6)
    }

    @Test func hintsInRuleFilesAreStrict() throws {
        let head = "rules:\n  - [a, safe]\nhints:\n"
        let ruleSet = try RuleSet(parsing: head + "  a: { en: Hint, de: Hinweis }\n")
        #expect(try Plan(ruleSet).localizer(preferring: "de").hint("a") == "Hinweis")
        for (text, problem) in [
            ("  b: x\n", "4:3: unknown attribute 'b' in hints: no rule names it"),
            ("  a: [x]\n", "4:6: a hint must be a string"),
            ("  a: { e_n: x }\n", "4:8: 'e_n' is not a BCP 47"),
        ] {
            let error = #expect(throws: RuleSetError.self) { _ = try Plan(RuleSet(parsing: head + text)) }
            #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        }
    }
}
