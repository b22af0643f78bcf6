import Proviso
import ProvisoPlugins
import Testing

/// The samples of Docs/Differences.md: each stands between `// sample: name` and `// end`, and runs.
struct AncestorSamples {
    struct Account: ParsableModel {
        var name = ""
        var role = "user"
        var country: String?
        var age = 0

        static let attributes: [Attribute<Account>] = [
            Attribute("name", \.name), Attribute("role", \.role), Attribute("country", \.country),
            Attribute("age", \.age),
        ]
        static let methods: [ValidationMethod<Account>] = [
            ValidationMethod("checkCountry") { account, value, context in
                if account.country == "AQ" { context.report("country.embargo") }
            }
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("name", .required), Rule("!role", .in(["user", "admin"])), Rule("age", .integer(min: 0)),
                Rule("country", .type("checkCountry"), on: "register"),
            ],
            labels: ["name": ["": "User name", "de": "Benutzername"]], hints: ["name": ["": "As others see it."]])
    }

    // sample: new-type
    struct EvenValidator: NamedValidator {
        static let type: RuleType = "acme/even"
        static let codes = [CodeDescription("even.odd")]
        init(options: borrowing OptionReader) throws(OptionError) {}

        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            if (value.integer ?? 1) % 2 != 0 { context.report("even.odd") }
        }
    }
    // end

    private func codes(_ rules: [Rule], _ value: AnyValue, registry: Registry = .standard) throws -> [String] {
        try Plan(RuleSet(rules: rules), registry: registry).validate(value).violations.map(\.code.rawValue)
    }

    @Test func rulesAsData() throws {
        // sample: rules-as-data
        let plan = try Plan(RuleSet(parsing: "{ proviso: 1, rules: [[email, required], [email, email]] }"))
        let report = try plan.validate(["email": "ada@example"])
        print(plan.localizer(preferring: "de").texts(report))
        // end
        #expect(report.violations.map(\.code) == ["email.invalid"])
    }

    @Test func registry() throws {
        // sample: registry
        var registry = Registry.standard
        try registry.register(EvenValidator.self)
        let rule = Rule("tables", .type("acme/even"))
        // end
        #expect(try codes([rule], ["tables": 3], registry: registry) == ["even.odd"])
        #expect(try codes([rule], ["tables": 4], registry: registry) == [])
    }

    @Test func plugins() {
        // sample: plugins
        var registry = Registry.standard
        let search = registry.loadingPlugins(from: ["/usr/lib/proviso/plugins"])
        registry = search.registry
        // end
        #expect(registry["required"] != nil)
    }

    @Test func adHoc() {
        // sample: ad-hoc
        let address = EmailValidator(enableIDN: true)
        let violation = address.violation(of: "ada@bücher.example")
        // end
        #expect(violation == nil)
    }

    @Test func inline() throws {
        // sample: inline
        let method = Rule("country", .type("checkCountry"))
        let closure = Rule("seat", .check { seat, context in if seat.integer == 13 { context.report("seat.unlucky") } })
        // end
        #expect(try codes([closure], ["seat": 13]) == ["seat.unlucky"])
        var account = Account(country: "AQ")
        let plan = try ModelPlan(Account.self, ruleSet: RuleSet(rules: [method]))
        #expect(try plan.validate(&account).violations.map(\.code) == ["country.embargo"])
    }

    @Test func scenarios() throws {
        // sample: scenarios
        let rules = [
            Rule("username", "email", .required, on: "register"), Rule("password", .string(min: 8), except: ["login"]),
        ]
        let report = try Plan(RuleSet(rules: rules)).validate(["username": "ada"], scenario: "register")
        // end
        #expect(report.violations.map(\.path.description) == ["email"])
    }

    @Test func massAssignment() throws {
        // sample: mass-assignment
        var state = try ModelState(Account(), scenario: "register")
        let refused = state.setAttributes(["name": "Ada", "role": "admin"])
        print(state.model.name, refused)
        // end
        #expect(state.model.name == "Ada" && state.model.role == "user" && refused == ["role"])
    }

    @Test func conditions() throws {
        // sample: conditions
        let rule = Rule("state", .required, when: Condition("country", .in(["US", "CA"])))
        let closure = Rule("vat", .required, when: Condition { AnyValue($0.value(of: "country")) == "DE" })
        // end
        let known = Rule("country", .safe)
        #expect(try codes([rule, closure, known], ["country": "US"]) == ["required.blank"])
        #expect(try codes([rule, closure, known], ["country": "DE"]) == ["required.blank"])
        #expect(try codes([rule, closure, known], ["country": "FR"]) == [])
    }

    @Test func skipping() throws {
        // sample: skipping
        let rule = Rule(
            "code", .string(min: 2), skipOnEmpty: true, skipOnError: false,
            isEmpty: { AnyValue($0) == "-" })
        // end
        #expect(try codes([rule], ["code": "-"]) == [] && codes([rule], ["code": "x"]) == ["string.tooShort"])
    }

    @Test func errors() throws {
        // sample: errors
        var state = try ModelState(Account())
        try state.validate()
        state.addError("name", text: "That name is reserved.")
        print(state.firstErrors, state.errorSummary(showsAll: false), try state.texts(of: "name", in: "de"))
        // end
        #expect(state.errors(of: "name").count == 2 && state.firstErrors.count == 1)
    }

    @Test func labels() throws {
        // sample: labels
        let state = try ModelState(Account())
        print(state.label(of: "name", in: "de"), state.hint(of: "name"), Labels.generate(from: "department_name"))
        // end
        #expect(state.label(of: "name", in: "de") == "Benutzername" && state.hint(of: "name") == "As others see it.")
        #expect(Labels.generate(from: "department_name") == "Department Name")
    }

    @Test func messages() throws {
        // sample: messages
        let message: RuleMessages = ["en": "{attribute} is too short.", "de": "{attribute} ist zu kurz."]
        let tooShort = RuleMessages(all: nil, byProblem: ["tooShort": MessageOverride("At least {min, number}!")])
        let rules = [Rule("nick", .string(min: 3), message: message), Rule("name", .string(min: 3), message: tooShort)]
        // end
        let plan = try Plan(RuleSet(rules: rules))
        let report = try plan.validate(["nick": "x", "name": "x"])
        #expect(plan.localizer(preferring: "de").texts(report) == ["Nick ist zu kurz.", "At least 3!"])
    }

    @Test func translations() throws {
        // sample: translations
        let plan = try Plan(RuleSet(rules: [Rule("name", .string(min: 3))]))
        let report = try plan.validate(["name": "x"])
        let texts = ["ru", "ar", "ja"].map { plan.localizer(preferring: $0).texts(report) }
        // end
        #expect(Set(texts).count == 3)
    }

    @Test func changing() throws {
        // sample: changing
        let plan = try Plan(
            RuleSet(rules: [Rule("email", .trim), Rule("email", .filter(.lower)), Rule("lang", .default("en"))]))
        let record = Record(for: plan)
        record.fill(["email": " Ada@Example.org "])
        _ = try plan.validate(record)
        // end
        #expect(record["email"] == "ada@example.org" && record["lang"] == "en")
    }

    @Test func lists() throws {
        // sample: lists
        let rules = [Rule("tags", .each(.string(max: 20))), Rule("items.*.sku", .match("^[A-Z]{3}-[0-9]+$"))]
        // end
        #expect(try codes(rules, ["tags": ["a"], "items": [["sku": "x"]]]) == ["match.invalid"])
    }

    @Test func presence() throws {
        // sample: presence
        let rules = [
            Rule("name", .required), Rule("terms", .required(true)), Rule("newsletter", .boolean),
        ]
        // end
        #expect(try codes(rules, ["name": " ", "terms": false, "newsletter": "yes"]).count == 3)
    }

    @Test func comparing() throws {
        // sample: comparing
        let rules = [
            Rule("password", .compare()),  // with password_repeat
            Rule("end", .compare(with: "start", operator: .greater, as: .number)),
            Rule("quota", .compare(operator: .lessOrEqual) { AnyValue($0.value(of: "limit")) }),
        ]
        // end
        let known = Rule("password_repeat", "start", "limit", .safe)
        #expect(
            try codes(
                rules + [known],
                ["password": "a", "password_repeat": "b", "end": 1, "start": 2, "quota": 3, "limit": 4])
                == ["compare.equal", "compare.greater"])
    }

    @Test func numbersAndLengths() throws {
        // sample: numbers-lengths
        let rules = [
            Rule("age", .integer(min: 0, max: 150)), Rule("price", .number(min: 0.01)),
            Rule("name", .string(min: 3, max: 24, unit: .characters)),  // codePoints, utf16 and utf8 too
        ]
        // end
        #expect(try codes(rules, ["age": 200, "price": "0", "name": "ab"]).count == 3)
    }

    @Test func patterns() throws {
        // sample: patterns
        let search = Rule("text", .match("colou?r", ignoreCase: true))
        let whole = Rule("sku", .match("[A-Z]{3}-[0-9]+", whole: true))
        // end
        #expect(try codes([search, whole], ["text": "The Color", "sku": "ABC-1x"]) == ["match.invalid"])
    }

    @Test func addresses() throws {
        // sample: addresses
        let email = Rule("email", .email(allowName: true, enableIDN: true, checkDNS: true))
        let url = Rule("homepage", .url(defaultScheme: "https", enableIDN: true))
        // end
        #expect(try codes([url], ["homepage": "bücher.example"]) == [])
        #expect(email.attributes == ["email"])
    }

    @Test func choice() throws {
        // sample: choice
        let rules = [
            Rule("size", .in(["S", "M", "L"])), Rule("name", .in(["admin", "root"], not: true, caseFold: .text)),
            Rule("colors", .in(["red", "green"], allowArray: true)),
        ]
        // end
        #expect(try codes(rules, ["size": "XL", "name": "ROOT", "colors": ["red", "blue"]]).count == 3)
    }

    @Test func dates() throws {
        // sample: dates
        let rules = [
            Rule("birthday", .type("date", ["max": "-18 years"])),
            Rule("start", .type("datetime", ["timestampAttribute": "startsAt", "timeZone": "Europe/Berlin"])),
            Rule("day", .type("date", ["format": "dd.MM.yyyy"])),
        ]
        // end
        let known = Rule("startsAt", .safe)
        #expect(try codes(rules + [known], ["birthday": "1990-01-01", "day": "31.02.2024"]) == ["date.invalid"])
    }

    @Test func networks() throws {
        // sample: networks
        let rule = Rule("host", .type("ip", ["ranges": ["!10.0.0.1", "private"], "subnet": nil]))
        // end
        #expect(try codes([rule], ["host": "10.0.0.1"]) == ["ip.notInRange"])
        #expect(try codes([rule], ["host": "192.168.1.0/24"]) == [])
    }

    @Test func files() throws {
        // sample: files
        let rules = [
            Rule("cv", .type("file", ["extensions": ["pdf"], "maxSize": 1_000_000])),
            Rule("photo", .type("image", ["minWidth": 200, "maxHeight": 2000])),
        ]
        // end
        #expect(try codes(rules, ["cv": "/nonesuch.pdf"]) != [])
    }

    @Test func stored() throws {
        // sample: stored
        var registry = Registry.standard
        registry.services.store = MemoryStore(["users": [["name": "ada"]], "countries": [["code": "DE"]]])
        let rules = [Rule("name", .unique(in: "users")), Rule("country", .exist(in: "countries", as: "code"))]
        // end
        #expect(try codes(rules, ["name": "ada", "country": "XX"], registry: registry).count == 2)
    }

    @Test func dynamicModels() throws {
        // sample: dynamic-model
        let rules = [Rule("name", "email", .required), Rule("email", .email)]
        let model = try DynamicModel.validateData(["name": "Ada", "email": "x"], rules)
        print(model.hasErrors, try model.texts(of: "email"))
        // end
        #expect(model.errors(of: "email").count == 1)
    }

    @Test func attaching() throws {
        // sample: attaching
        var state = try ModelState(Account())
        let isNew = try state.attach(rules: [Rule("name", .string(min: 3))])
        try state.addRule(Rule("age", .integer(min: 18)))
        try state.replaceRules([Rule("name", .required)])
        // end
        #expect(isNew && state.ruleSet.rules.count == 1)
    }

    @Test func severalModels() throws {
        // sample: several-models
        var states = try [ModelState(Account()), ModelState(Account())]
        let isLoaded = states.load(["Account": [["name": "Ada"], ["name": ""]]])
        let areValid = try states.validate()
        // end
        #expect(isLoaded && !areValid && states[0].model.name == "Ada")
    }

    @Test func typedParsing() throws {
        // sample: typed
        let json = #"{"name": "Ada", "country": "FR", "age": 36, "role": "admin"}"#
        guard case .valid(let account, _) = try Account.validated(from: json, scenario: "register") else { return }
        // end
        #expect(account.name == "Ada" && account.role == "user")
    }
}

/// The hooks' sample.
extension AncestorSamples {
    struct Draft: ValidatableModel {
        var text = ""
        static let attributes = [Attribute<Draft>("text", \.text)]
        static let ruleSet = RuleSet(rules: [Rule("text", .required)])

        // sample: hooks
        mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool {
            text += " "
            return scenario != "frozen"
        }

        mutating func afterValidate(scenario: String, errors: inout ErrorList) { text = "checked" }
        // end
    }

    @Test func hooks() throws {
        var draft = Draft(text: "x")
        #expect(try draft.validate().isValid && draft.text == "checked")
    }
}

/// AHValidation's samples.
extension AncestorSamples {
    final class Person {
        var name = "Al"
        var age: Int? = 17
        var other = "Al"
    }

    // sample: object-rule
    struct OddRule: ObjectRule {
        let path: KeyPath<Person, Int?>
        let message: String

        func passes(_ object: Person) -> Bool { (object[keyPath: path] ?? 0) % 2 == 1 }
    }
    // end

    @Test func objectRules() throws {
        let person = Person()
        // sample: object-rules
        var rules = ObjectRules(person)
        let tooShort = rules.add(try StringLengthRule(\.name, min: 3, message: "The name is too short."))
        rules.add(try RangeRule(\.age, min: 18, message: "You must be 18."))
        rules.add(try RegexRule(\.name, "^[a-z]+$", message: "Letters only."))
        rules.add(EqualityRule(\.name, equals: \.other, of: person, message: "Not the same."))
        print(rules.validate())
        rules.remove(tooShort)
        // end
        rules.add(OddRule(path: \.age, message: "Not odd."))
        #expect(rules.validate() == ["You must be 18."])
    }
}

/// adamwaite/Validator's samples.
extension AncestorSamples {
    @Test func oneInput() throws {
        // sample: one-input
        let length = StringValidator(min: 5, max: 10, unit: .characters)
        let violations = length.violations(of: "👨‍👩‍👧") + EmailValidator().violations(of: "👨‍👩‍👧")
        let english = Localizer(preferring: ["en"])
        print(violations.map { english.text(for: $0.code.rawValue, parameters: $0.parameters.list, label: "Name") })
        // end
        #expect(violations.map(\.code) == ["string.tooShort", "email.invalid"])
    }

    @Test func valueRules() throws {
        // sample: value-rules
        let rules = [
            Rule("value", .hasDigit), Rule("value", .hasUpper), Rule("value", .hasLower(min: 2)),
            Rule("value", .compare(to: "m", operator: .less)), Rule("value", .in(["a", "Ab1b"])),
            Rule("value", .check { value, context in if value.count > 9 { context.report("value.text") } }),
        ]
        let isValid = try Plan(RuleSet(rules: rules)).validate(["value": "Ab1b"]).isValid
        // end
        #expect(isValid)
    }
}

/// AJWValidator's samples, and those of models that are validated as they change.
extension AncestorSamples {
    @Test func oneField() throws {
        // sample: one-field
        let field = InputValidator("name", labels: ["de": "Name"])
        try field.add(.required)
        try field.add(.string(min: 3, max: 10, unit: .utf16), message: "Three to ten characters, please.")
        try field.addCondition(message: "Not that one.") { $0 != "root" }
        let isValid = field.validate("al").isValid
        // end
        #expect(!isValid && field.texts() == ["Three to ten characters, please."])
    }

    @Test func states() async throws {
        let field = InputValidator("name")
        try field.add(.required)
        // sample: states
        field.onChange { field, state in print(state.isValid, state.isWaiting, field.texts(in: "de")) }
        let states = field.states()
        field.validate("ada")
        for await state in states { if state.isValid { break } }
        // end
        #expect(field.isValid)
    }

    @Test func remoteCheck() async throws {
        let isFree: @Sendable (AnyValue) async throws -> Bool = { $0 != "ada" }
        let field = InputValidator("name")
        // sample: remote
        try field.add(.required)
        try field.addRemote(message: "That name is taken.") { name in try await isFree(name) }
        field.validate("ada")
        let state = await field.settled()
        // end
        #expect(!state.isValid && field.texts() == ["That name is taken."])
    }

    @Test func liveModel() throws {
        // sample: live-model
        let live = try LiveModel(keeping: Account(name: "Ada"))
        try live.startValidating(["name", "age"])
        live.modify { $0.name = "" }
        print(live.texts(of: "name", in: "de"))
        live.stop()
        // end
        #expect(live.hasErrors(of: "name"))
    }
}
