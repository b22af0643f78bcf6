import Proviso
import Testing

/// `unique`: a value must not be in a collection yet.
struct UniqueValidatorTests {
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
                    "f:1:9: 'except' names scenarios, and 'id' is not one; the option of 'unique' is written "
                        + "'options: { except: id }'"
                ])
        #expect(
            diagnostics(
                "{scenarios: {old: [name]}, rules: [[name, unique, {target: users, except: old}]]}", registry: registry)
                == [])
    }

    @Test func uniqueLooksUp() throws {
        let plain = Rule("name", .unique(in: "users"))
        #expect(try StoreValidatorTests.codes(plain, ["name": "ada"]) == ["unique.taken"])
        #expect(try StoreValidatorTests.codes(plain, ["name": "eve"]) == [])
        #expect(try StoreValidatorTests.codes(plain, ["name": ["eve"]]) == ["unique.invalid"])
        let own = Rule("name", .type("unique", ["target": "users", "except": "id"]))
        #expect(try StoreValidatorTests.codes(own, ["name": "ada", "id": 1]) == [])
        #expect(try StoreValidatorTests.codes(own, ["name": "ada", "id": 2]) == ["unique.taken"])
        #expect(try StoreValidatorTests.codes(own, ["name": "ada"]) == ["unique.taken"])
        let filtered = Rule("name", .unique(in: "users", filter: ["team": "b"]))
        #expect(try StoreValidatorTests.codes(filtered, ["name": "ada"]) == [])
        let both = Rule("name", .type("unique", ["target": "users", "targetAttribute": ["name", "team"]]))
        #expect(try StoreValidatorTests.codes(both, ["name": "ada", "team": "a"]) == ["unique.combination"])
        #expect(try StoreValidatorTests.codes(both, ["name": "ada", "team": "b"]) == [])
        let items = Rule("items.*.name", .unique(in: "users"))
        #expect(
            try StoreValidatorTests.codes(items, ["items": [["name": "eve"], ["name": "bob"]]]) == ["unique.taken"])
    }

    @Test func theSentenceNamesTheAttributes() throws {
        var registry = Registry.standard
        registry.services.store = StoreValidatorTests.store
        let plan = try Plan(
            RuleSet(rules: [
                Rule("name", .unique(in: "users", attributes: ["name": "name", "team": "team"])), Rule("team", .safe),
            ]),
            registry: registry)
        let violation = try #require(try plan.validate(["name": "ada", "team": "a"]).violations.first)
        #expect(violation.parameters["attributes"] == .list([.attribute("name"), .attribute("team")]))
    }
}
