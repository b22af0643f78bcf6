import Proviso
import Testing

/// What a plan says about which verdicts change with which attributes.
struct DependentsTests {
    private static let rules = [
        Rule("password_repeat", .compare(with: "password")),
        Rule("state", .required, when: Condition("country", .in(["US"]))),
        Rule("zip", .string(length: 5), unless: Condition("state", .compare(with: "country"))),
        Rule(
            ["seat"], .unique(in: "bookings", attributes: ["seat": "seat", "flight": "flight"], except: ["id": "id"])),
        Rule(["tags"], .each(.compare(with: "country"))),
        Rule(["items.*.again"], .compare(with: "items.*.sku")),
        Rule(["free"], .check { _, _ in }),
        Rule("some", .safe, when: Condition { _ in true }),
        Rule(["late"], .compare(with: "password"), on: ["other"]),
        Rule(["password", "country", "flight", "id", "items.*.sku"], .safe),
    ]

    private func plan() throws -> Plan {
        var registry = Registry.standard
        registry.services.store = MemoryStore(["bookings": []])
        return try Plan(RuleSet(rules: Self.rules), registry: registry)
    }

    @Test(arguments: [
        ("password", "default", ["password_repeat"]), ("password", "other", ["password_repeat", "late"]),
        ("country", "default", ["state", "zip", "tags"]), ("state", "default", ["zip"]),
        ("flight", "default", ["seat"]),
        ("id", "default", ["seat"]), ("items.*.sku", "default", ["items.*.again"]), ("zip", "default", []),
    ])
    func rulesNameWhatTheyLookAt(_ changed: String, _ scenario: String, _ dependents: [String]) throws {
        let plan = try plan()
        let found = try plan.stepList(scenario).dependents.of(try plan.select([changed]))
        #expect(plan.list(found) == dependents)
    }

    @Test func closuresMayLookAtAnything() throws {
        let plan = try plan()
        #expect(plan.list(try plan.stepList("default").dependents.open) == ["free", "some"])
    }

    @Test func onlyWhatDiffersHasChanged() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule(["name", "address", "address.city", "address.zip", "items.*.sku", "items.*.count"], .safe)
            ]))
        let old: AnyValue = [
            "name": "a", "address": ["city": "Bonn", "zip": "1"], "items": [["sku": "A", "count": 1]],
        ]
        for (new, changed) in [
            (old, []), (.object([AnyValue.Member("name", "b")]), plan.attributeNames),
            (
                ["name": "a", "address": ["city": "Ulm", "zip": "1"], "items": [["sku": "A", "count": 2]]],
                ["address", "address.city", "items.*.count"]
            ),
            (
                [
                    "name": "a", "address": ["city": "Bonn", "zip": "1"],
                    "items": [["sku": "A", "count": 1], ["sku": "B", "count": 1]],
                ], ["items.*.sku", "items.*.count"]
            ),
        ] as [(AnyValue, [String])] {
            #expect(plan.list(plan.changes(from: old, to: new)) == changed, "\(new)")
        }
    }
}
