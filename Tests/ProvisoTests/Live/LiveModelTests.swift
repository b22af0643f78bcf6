import Observation
import Proviso
import Testing

@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveModelTests {
    @Observable final class SignUp: ValidatableModel {
        var name = ""
        var email = ""
        var password = ""
        var repeated = ""
        var country = "DE"
        var region = ""
        @ObservationIgnored var stops = false

        nonisolated static let attributes: [Attribute<SignUp>] = [
            Attribute("name", \.name), Attribute("email", \.email), Attribute("password", \.password),
            Attribute("repeated", \.repeated), Attribute("country", \.country), Attribute("region", \.region),
        ]
        nonisolated static let methods: [ValidationMethod<SignUp>] = [
            ValidationMethod("checkName", codes: [CodeDescription("name.password")]) { signUp, _, context in
                if signUp.name == signUp.password { context.report("name.password") }
            }
        ]
        nonisolated static let ruleSet = RuleSet(rules: [
            Rule(["name", "email", "password", "country"], .trim),
            Rule(["name", "email"], .required),
            Rule(["name"], .type("checkName")),
            Rule(["email"], .email),
            Rule(["password"], .string(min: 6)),
            Rule(["password"], .string(min: 12), on: ["admin"]),
            Rule(["repeated"], .compare(with: "password")),
            Rule(["region"], .required, when: [Condition("country", .in(["US"]))]),
        ])

        func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool { !stops }
    }

    private func observed(_ signUp: SignUp, scenario: String = "default") throws -> LiveModel<SignUp> {
        let live = try LiveModel(signUp, scenario: scenario)
        try live.startObserving()
        return live
    }

    @Test func onlyWhatChangedIsJudgedAndWhatDependsOnIt() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()

        signUp.email = " x "
        var update = await updates.next()
        #expect(update?.attributes == ["email"] && signUp.email == " x ", "someone may be typing")
        #expect(live.errors.errors.lines == ["email email.invalid"])
        #expect(
            live.texts(of: "email", in: "de") == [
                "Email muss eine gültige E-Mail-Adresse sein, zum Beispiel name@example.com."
            ])

        (signUp.email, signUp.password) = ("x@example.org", "secret")
        update = await updates.next()
        #expect(update?.attributes == ["email", "password", "repeated"], "two changes are one update")
        #expect(update?.showsNoErrors == true && !live.hasErrors)

        signUp.repeated = "secre"
        #expect(await updates.next()?.attributes == ["repeated"])
        #expect(live.errors.errors.lines == ["repeated compare.equal"])
        signUp.password = "secre"
        #expect(await updates.next()?.attributes == ["password", "repeated"])
        #expect(live.errors.errors.lines == ["password string.tooShort"])

        signUp.country = "US"
        #expect(await updates.next()?.attributes == ["country", "region"])
        #expect(live.hasErrors(of: "region") && live.errors(of: "region").count == 1)
        #expect(try !live.validate() && live.hasErrors(of: "name"))
        #expect(await updates.next()?.attributes.count == 6)
    }

    @Test func methodsOfTheModelAreJudgedAgainOnceTheyWere() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()
        signUp.password = "secret"
        #expect(await updates.next()?.attributes == ["password", "repeated"], "nobody has come to the name yet")
        signUp.name = "secret"
        #expect(await updates.next()?.attributes == ["name"])
        #expect(live.errors.errors.lines == ["name name.password"])
        signUp.password = "secret too"
        #expect(await updates.next()?.attributes == ["name", "password", "repeated"])
        #expect(!live.hasErrors)
    }

    @Test func scenariosChooseTheRules() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()
        signUp.password = "secret"
        #expect(await updates.next()?.showsNoErrors == true)
        try live.setScenario("admin")
        #expect(!live.hasErrors, "setting the scenario alone validates nothing")
        signUp.password = "secrets"
        #expect(await updates.next()?.isValid == false)
        #expect(throws: RuleSetError.self) { try live.setScenario("nonesuch") }
        #expect(throws: RuleSetError.self) { try LiveModel(signUp, scenario: "nonesuch") }
        #expect(live.scenario == "admin")
    }

    @Test func listsAndExceptions() throws {
        let signUp = SignUp()
        let live = try LiveModel(signUp)
        try live.startValidating(["email", "region"])
        live.modify { ($0.email, $0.name, $0.password, $0.country) = ("x", " y ", "z", "US") }
        #expect(live.errors.errors.lines == ["email email.invalid", "region required.blank"])
        #expect(signUp.name == " y ")
        try live.startValidating(except: ["name"])
        live.modify { ($0.email, $0.name, $0.password) = ("x@example.org", " z ", "q") }
        #expect(
            signUp.name == " z " && live.errors.errors.lines == ["region required.blank", "password string.tooShort"])
        try live.startValidating([])
        live.modify { $0.password = "r" }
        #expect(live.errors.errors.count == 2)
        #expect(throws: RuleSetError.self) { try live.startValidating(["nonesuch"]) }
        #expect(throws: RuleSetError.self) { try live.startValidating(except: ["nonesuch"]) }
    }

    @Test func itStopsAndBeginsAgain() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()
        for text in ["a", "b", "c"] {
            live.stop()
            signUp.email = "not seen \(text)"
            live.modify { $0.name = "not seen \(text)" }
            live.didChange("name")
            try live.startObserving()
            signUp.password = text
            #expect(await updates.next()?.attributes == ["password", "repeated"])
        }
        live.stop()
        live.stop()
        #expect(live.errors.errors.lines == ["password string.tooShort"])
    }

    @Test func changesAreGatheredUntilNothingHappens() async throws {
        let clock = ManualClock()
        let signUp = SignUp()
        let live = try LiveModel(signUp)
        try live.startObserving(after: .milliseconds(300), clock: clock)
        var updates = live.events().makeAsyncIterator()
        signUp.email = "x"
        await clock.somebodySleeps()
        clock.advance(by: .milliseconds(200))
        live.modify { $0.email = "x@" }
        clock.advance(by: .milliseconds(200))
        await clock.somebodySleeps()
        #expect(!live.hasErrors, "300 ms have not passed since the last change")
        signUp.email = "x@example.org"
        clock.advance(by: .milliseconds(100))
        #expect(await updates.next()?.showsNoErrors == true, "only the last text was judged")
    }

    @Test func aModelThatStopsIsNotValid() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()
        signUp.stops = true
        signUp.country = "AT"
        let update = await updates.next()
        #expect(update?.report.isValid == true && update?.hasRun == false && update?.isValid == false)
        #expect(try !live.validate())
    }

    @Test func errorsOfOnesOwnGoWithTheNextChange() async throws {
        let signUp = SignUp()
        let live = try observed(signUp)
        var updates = live.events().makeAsyncIterator()
        live.addError("country", "in.invalid")
        live.addError("password", "in.invalid")
        signUp.country = "AT"
        #expect(await updates.next()?.report.lines == ["password in.invalid"])
    }

    /// A form whose model is a value, with a hook.
    final class Form {
        var draft = Draft() {
            didSet { live?.didChange() }
        }
        var live: LiveModel<Draft>?
    }

    struct Draft: ValidatableModel {
        var name: String?
        var address = Address()
        var items = [Item(sku: "A", skuRepeat: "A")]

        static let attributes: [Attribute<Draft>] = [
            Attribute("name", \.name), Attribute("address", \.address), Attribute("items", \.items),
        ]
        static let ruleSet = RuleSet(rules: [
            Rule(["name"], .trim), Rule(["name"], .default("nobody")), Rule(["name"], .string(min: 3)),
        ])
    }

    @Test func valuesWithHooks() throws {
        let form = Form()
        let live = try LiveModel(form, \.draft)
        form.live = live
        form.draft.name = "x"
        #expect(!live.hasErrors, "not yet")
        try live.startValidating()
        form.draft.name = " ab "
        #expect(form.draft.name == " ab " && live.errors.errors.lines == ["name string.tooShort"])
        form.draft.name = nil
        #expect(form.draft.name == nil && !live.hasErrors, "the default is validated")
        form.draft.address.zip = "123"
        #expect(live.errors.errors.lines == ["address.zip address.zip"])
        form.draft.items[0].sku = "B"
        #expect(live.errors.errors.lines == ["address.zip address.zip", "items.0.skuRepeat compare.equal"])
        form.draft.items.append(Item(sku: "?"))
        #expect(
            live.errors.errors.lines == [
                "address.zip address.zip", "items.0.skuRepeat compare.equal", "items.1.sku match.invalid",
            ])
        live.addError("name", "in.invalid")
        live.didChange("name")
        #expect(live.errors(of: "name").isEmpty, "a name counts as changed, whatever its value")
    }

    /// The model of FXModelValidation's own tests, as far as they are about updates.
    struct Values: ValidatableModel {
        var string: String?
        var integer: Int?
        var float: Double?
        var boolean: Bool?

        static let attributes: [Attribute<Values>] = [
            Attribute("string", \.string), Attribute("integer", \.integer), Attribute("float", \.float),
            Attribute("boolean", \.boolean),
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("boolean", .required), Rule("integer", "float", .required, on: "create"),
                Rule("string", .trim, on: "update"),
            ],
            scenarios: [
                "default": ["boolean"], "create": ["integer", "float", "boolean"], "update": ["!string", "boolean"],
            ])
    }

    @Test func whatItsAncestorTests() throws {
        let live = try LiveModel(keeping: Values(), scenario: "update")
        try live.startValidating()
        live.addError("boolean", "in.invalid")
        live.modify { $0.boolean = true }
        #expect(!live.hasErrors, "an error added by hand goes when the attribute changes")
        live.modify { $0.string = " a " }
        #expect(live.model?.string == " a ", "trimmed when all is validated")
        try live.startValidating(except: ["string"])
        live.modify { $0.string = " b " }
        #expect(live.model?.string == " b ")
        try live.startValidating()
        live.modify { $0.boolean = false }
        #expect(live.model?.string == " b ")

        try live.setScenario("create")
        live.modify { $0.string = " c " }
        #expect(live.model?.string == " c ", "no attribute of this scenario")
        live.modify { $0.integer = 1 }
        live.modify { $0.integer = nil }
        #expect(live.errors.errors.lines == ["integer required.blank"], "the list follows the scenario")
        try live.startValidating(["string"])
        try live.setScenario("update")
        #expect(live.model?.string == " c ")
        live.modify { $0.string = " d " }
        #expect(live.model?.string == " d ", "what is typed stays as it is typed")
        #expect(try live.validate() && live.model?.string == "d", "and changes when all is validated")
    }

    @Test func keptModels() throws {
        let live = try LiveModel(keeping: Draft())
        try live.startValidating()
        live.modify { $0.name = " ab " }
        #expect(live.model?.name == " ab " && live.errors.errors.lines == ["name string.tooShort"])
    }

    @MainActor @Observable final class Screen {
        var draft = Draft()
        @ObservationIgnored private(set) var live: LiveModel<Draft>?

        init() throws {
            live = try LiveModel(self, \.draft)
            try live?.startObserving()
        }
    }

    @Test func classesOfTheMainActorKeepAModel() async throws {
        var screen: Screen? = try Screen()
        weak let watched = screen
        var updates = try #require(screen?.live?.events()).makeAsyncIterator()
        screen?.draft.name = " ab "
        #expect(await updates.next()?.report.lines == ["name string.tooShort"])
        #expect(screen?.draft.name == " ab ")
        screen = nil
        #expect(watched == nil)
        #expect(await updates.next() == nil)
    }

    @Test func statesAndDynamicModels() throws {
        var state = try ModelState(Draft())
        #expect(try state.validateChanges { $0.model.name = " ab " } == ["name"])
        #expect(state.model.name == "ab" && state.errors.errors.lines == ["name string.tooShort"])
        #expect(try state.validateChanges { $0.setAttributes(["address": ["zip": 5]]) } == [])
        #expect(try state.validateChanges { $0.model.address.city = " " } == ["address.city"])
        #expect(
            state.errors.errors.lines == [
                "name string.tooShort", "address.zip value.type", "address.city required.blank",
            ])

        let rules = [
            Rule(["a"], .string(min: 3)), Rule(["b"], .compare(with: "a")), Rule(["c"], .required),
            Rule(["d"], .check { _, context in if context.value(of: "a").count > 4 { context.report("a.long") } }),
        ]
        var model = DynamicModel(["a": "x", "b": "x", "d": 1], ruleSet: RuleSet(rules: rules))
        #expect(try model.validateChanges { $0["a"] = "xyz" } == ["a", "b"])
        #expect(model.errors.errors.lines == ["b compare.equal"])
        #expect(try model.validateChanges { $0["d"] = 2 } == ["d"])
        #expect(try model.validateChanges { ($0["a"], $0["b"]) = ("xyz12", "xyz12") } == ["a", "b", "d"])
        #expect(model.errors.errors.lines == ["d a.long"])
        #expect(throws: RuleSetError.self) { try model.validateChanges { $0.scenario = "nonesuch" } }
    }
}
