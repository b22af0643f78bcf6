import Proviso
import Testing

/// `exist` and `unique`.
struct StoreValidatorTests {
    static let store = MemoryStore([
        "countries": [
            ["code": "DE", "active": true], ["code": "DD", "active": false], ["code": "FR", "active": true],
        ],
        "cities": [["name": "Paris", "country_code": "FR"], ["name": "Bonn", "country_code": "DE"]],
        "users": [["id": 1, "name": "ada", "team": "a"], ["id": 2, "name": "bob", "team": "b"]],
    ])

    struct Failing: Store {
        struct Down: Error {}
        func contains(_ values: [String: AnyValue], in collection: String, except: [String: AnyValue]) throws -> Bool {
            throw Down()
        }
    }

    private func codes(
        _ rule: Rule, _ value: AnyValue, _ others: [String] = ["id", "country", "team"], store: any Store = store
    ) throws -> [String] {
        var registry = Registry.standard
        registry.services.store = store
        let plan = try Plan(RuleSet(rules: [rule, Rule(others, .safe)]), registry: registry)
        return try plan.validate(value).violations.map(\.code.rawValue)
    }

    @Test func existLooksUp() throws {
        let plain = Rule("country", .exist(in: "countries", as: "code"))
        #expect(try codes(plain, ["country": "DE"]) == [])
        #expect(try codes(plain, ["country": "de"]) == ["exist.invalid"])
        #expect(try codes(plain, ["country": ""]) == [])
        #expect(try codes(plain, ["country": ["DE"]]) == ["exist.invalid"])
        #expect(try codes(plain, ["country": ["a": 1]]) == ["exist.invalid"])
        let active = Rule(
            "country", .type("exist", ["target": "countries", "targetAttribute": "code", "filter": ["active": true]]))
        #expect(try codes(active, ["country": "DE"]) == [])
        #expect(try codes(active, ["country": "DD"]) == ["exist.invalid"])
        let list = Rule("country", .exist(in: "countries", as: "code", allowArray: true))
        #expect(try codes(list, ["country": ["DE", "FR"]]) == [])
        #expect(try codes(list, ["country": ["DE", "XX", "YY"]]) == ["exist.invalid"])
        #expect(try codes(list, ["country": [["DE"]]]) == ["exist.invalid"])
        let city = Rule("city", .exist(in: "cities", attributes: ["city": "name", "country": "country_code"]))
        #expect(try codes(city, ["city": "Paris", "country": "FR"]) == [])
        #expect(try codes(city, ["city": "Paris", "country": "DE"]) == ["exist.invalid"])
        #expect(try codes(city, ["city": "Paris"]) == ["exist.invalid"])
        #expect(try codes(Rule("name", .exist(in: "users")), ["name": "bob"]) == [])
    }

    /// The option `except` of `unique`, beside the key that names scenarios.
    @Test func exceptIsReachable() throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore(["users": [["name": "ada", "id": 1]]])
        for rules in [
            "[[name, unique, {target: users, options: {except: id}}], [id, safe]]",
            "[{attributes: name, type: unique, target: users, options: {except: id}, except: old}, [id, safe, {on: old}]]",
        ] {
            let plan = try Plan(RuleSet(parsing: "rules: \(rules)"), registry: registry, attributes: ["name", "id"])
            #expect(try plan.validate(["name": "ada", "id": 1]).isValid)
            #expect(try plan.validate(["name": "ada", "id": 2]).violations.map(\.code) == ["unique.taken"])
        }
        #expect(
            diagnostics(
                "rules: [[name, unique, {target: users, except: id}], [id, safe]]", file: "f", registry: registry)
                == [
                    "f:1:9: 'except' names scenarios, and 'id' is none; the option of 'unique' is written "
                        + "'options: { except: id }'"
                ])
        #expect(
            diagnostics(
                "{scenarios: {old: [name]}, rules: [[name, unique, {target: users, except: old}]]}", registry: registry)
                == [])
    }

    @Test func uniqueLooksUp() throws {
        let plain = Rule("name", .unique(in: "users"))
        #expect(try codes(plain, ["name": "ada"]) == ["unique.taken"])
        #expect(try codes(plain, ["name": "eve"]) == [])
        #expect(try codes(plain, ["name": ["eve"]]) == ["unique.invalid"])
        let own = Rule("name", .type("unique", ["target": "users", "except": "id"]))
        #expect(try codes(own, ["name": "ada", "id": 1]) == [])
        #expect(try codes(own, ["name": "ada", "id": 2]) == ["unique.taken"])
        #expect(try codes(own, ["name": "ada"]) == ["unique.taken"])
        let filtered = Rule("name", .unique(in: "users", filter: ["team": "b"]))
        #expect(try codes(filtered, ["name": "ada"]) == [])
        let both = Rule("name", .type("unique", ["target": "users", "targetAttribute": ["name", "team"]]))
        #expect(try codes(both, ["name": "ada", "team": "a"]) == ["unique.combination"])
        #expect(try codes(both, ["name": "ada", "team": "b"]) == [])
        let items = Rule("items.*.name", .unique(in: "users"))
        #expect(try codes(items, ["items": [["name": "eve"], ["name": "bob"]]]) == ["unique.taken"])
    }

    @Test func aStoreThatFailsIsNoAnswer() throws {
        #expect(try codes(Rule("name", .unique(in: "users")), ["name": "x"], store: Failing()) == ["rule.fault"])
        #expect(try codes(Rule("name", .exist(in: "users")), ["name": "ada"], store: Failing()) == ["rule.fault"])
        #expect(try codes(Rule("name", .unique(in: "usres")), ["name": "x"]) == ["rule.fault"])
    }

    @Test func whatHasErrorsIsNotLookedUp() throws {
        var registry = Registry.standard
        registry.services.store = Self.store
        let rules = [
            Rule("country", .string(max: 1)),
            Rule("city", .exist(in: "cities", attributes: ["city": "name", "country": "country_code"])),
        ]
        let plan = try Plan(RuleSet(rules: rules), registry: registry)
        #expect(try plan.validate(["city": "Rome", "country": "DE"]).violations.map(\.code) == ["string.tooLong"])
    }

    @Test func theSentenceNamesTheAttributes() throws {
        var registry = Registry.standard
        registry.services.store = Self.store
        let plan = try Plan(
            RuleSet(rules: [
                Rule("name", .unique(in: "users", attributes: ["name": "name", "team": "team"])), Rule("team", .safe),
            ]),
            registry: registry)
        let violation = try #require(try plan.validate(["name": "ada", "team": "a"]).violations.first)
        #expect(violation.parameters["attributes"] == .list([.attribute("name"), .attribute("team")]))
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("exist", ["target": "users"]), "there is no store to ask"),
            RefusedOptions(.unique(in: "users"), "there is no store to ask"),
            RefusedOptions(.type("unique"), "option 'target' of 'unique': is needed"),
            RefusedOptions(.type("exist", ["target": "users", "targetAttribute": []]), "names nothing"),
            RefusedOptions(.type("exist", ["target": "users", "targetAttribute": 5]), "must be a name"),
            RefusedOptions(.type("exist", ["target": "users", "filter": "x"]), "an object of values"),
            RefusedOptions(.type("unique", ["target": "users", "except": [5]]), "must be names"),
        ]
        for row in rows { row.run() }
    }
}
