import Proviso
import Testing

/// `unique`: a value must not be in a collection yet.
struct UniqueValidatorTests {
    private static let plain = Rule("name", .unique(in: "users"))
    private static let own = Rule("name", .type("unique", ["target": "users", "except": "id"]))
    private static let filtered = Rule("name", .unique(in: "users", filter: ["team": "b"]))
    private static let both = Rule(
        "name", .type("unique", ["target": "users", "targetAttribute": ["name", "team"]]))
    private static let items = Rule("items.*.name", .unique(in: "users"))

    static let rows: [StoreRow] = [
        StoreRow(plain, ["name": "ada"], "unique.taken"), StoreRow(plain, ["name": "eve"]),
        StoreRow(plain, ["name": ["eve"]], "unique.invalid"),
        StoreRow(own, ["name": "ada", "id": 1]), StoreRow(own, ["name": "ada", "id": 2], "unique.taken"),
        StoreRow(own, ["name": "ada"], "unique.taken"), StoreRow(filtered, ["name": "ada"]),
        StoreRow(both, ["name": "ada", "team": "a"], "unique.combination"),
        StoreRow(both, ["name": "ada", "team": "b"]),
        StoreRow(items, ["items": [["name": "eve"], ["name": "bob"]]], "unique.taken"),
    ]

    @Test func table() { StoreRow.run(Self.rows) }

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
