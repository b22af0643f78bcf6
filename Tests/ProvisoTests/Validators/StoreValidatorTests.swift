import Proviso
import TestSupport
import Testing

/// What `exist` and `unique` have in common: the store they ask.
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

    static func codes(
        _ rule: Rule, _ value: AnyValue, _ others: [String] = ["id", "country", "team"], store: any Store = Self.store
    ) throws -> [String] {
        var registry = Registry.standard
        registry.services.store = store
        let plan = try Plan(RuleSet(rules: [rule, Rule(others, .safe)]), registry: registry)
        return try plan.validate(value).violations.map(\.code.rawValue)
    }

    @Test func aStoreThatFailsIsNoAnswer() throws {
        #expect(try Self.codes(Rule("name", .unique(in: "users")), ["name": "x"], store: Failing()) == ["rule.fault"])
        #expect(try Self.codes(Rule("name", .exist(in: "users")), ["name": "ada"], store: Failing()) == ["rule.fault"])
        #expect(try Self.codes(Rule("name", .unique(in: "usres")), ["name": "x"]) == ["rule.fault"])
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

    /// A partner with an error counts like the attribute itself.
    @Test(arguments: ["exist", "unique"]) func partnersWithErrorsAreLookedUpWhereTheRuleSaysSo(type: String) throws {
        var registry = Registry.standard
        registry.services.store = Self.store
        registry.services.comparesRecords = true
        let target: AnyValue = ["city": "name", "country": "country_code"]
        let finding = type == "exist" ? "exist.invalid" : "unique.combination"
        let country: AnyValue = type == "exist" ? "FRA" : "FR"
        for (skips, codes) in [(true, ["string.tooLong"]), (false, ["string.tooLong", finding])] {
            let rules = [
                Rule("country", .string(max: 1)),
                Rule(
                    "city", .type(RuleType(rawValue: type), ["target": "cities", "targetAttribute": target]),
                    skipOnError: skips),
            ]
            let plan = try Plan(RuleSet(rules: rules), registry: registry)
            let report = try plan.validate(["city": "Paris", "country": country])
            #expect(report.violations.map(\.code.rawValue) == codes)
        }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("exist", ["target": "users"]), "there is no store"),
            RefusedOptions(.unique(in: "users"), "there is no store"),
            RefusedOptions(.type("unique"), "option 'target' of 'unique': is required"),
            RefusedOptions(
                .type("exist", ["target": "users", "targetAttribute": []]), "must name at least one attribute"),
            RefusedOptions(.type("exist", ["target": "users", "targetAttribute": 5]), "must be a name"),
            RefusedOptions(.type("exist", ["target": "users", "filter": "x"]), "an object of values"),
            RefusedOptions(
                .type("unique", ["target": "users", "except": [5]]), "expected a list of attribute names, found a list"),
        ]
        for row in rows { row.run() }
    }
}

/// One line of the table of a validator that looks values up: a rule, a record and the codes that must be found.
struct StoreRow: Sendable {
    let rule: Rule
    let record: AnyValue
    let codes: [String]
    let location: SourceLocation

    init(_ rule: Rule, _ record: AnyValue, _ codes: String..., at location: SourceLocation = #_sourceLocation) {
        self.rule = rule
        self.record = record
        self.codes = codes
        self.location = location
    }

    static func run(_ rows: [StoreRow]) {
        eachRow(rows, at: \.location) { row in
            let codes = try StoreValidatorTests.codes(row.rule, row.record)
            #expect(codes == row.codes, "\(row.record)", sourceLocation: row.location)
        }
    }
}
