import Proviso
import ProvisoRuleFiles
import Testing

/// What built-in rule types say of themselves, beside what they do.
@Suite struct RuleTypeFactsTests {
    private static let definitions = Registry.standard.definitions

    @Test func `each type has a place of its own in the reference`() {
        var places: Set<String> = []
        for definition in Self.definitions {
            let about = definition.about
            #expect(places.insert("\(about.chapter) \(about.place)").inserted, "\(definition.type)")
        }
    }

    @Test func `types that never reject a value report no code, and others do`() {
        for definition in Self.definitions {
            #expect(definition.about.neverRejects == definition.codes.isEmpty, "\(definition.type)")
        }
    }

    @Test(arguments: definitions.filter { !$0.about.valid.isEmpty })
    func `a type accepts some of its valid values and rejects some of its invalid ones`(_ type: RuleDefinition) throws {
        // Types that need an option are tried by the samples of their pages.
        guard let plan = try? Plan(RuleSet(rules: [Rule("v", Constraint(type: type.type))])) else { return }
        func isValid(_ value: AnyValue) throws -> Bool {
            try plan.validate(.object([AnyValue.Member("v", value)])).isValid
        }
        #expect(try ((type.about.making?([:]) ?? []) + type.about.valid).contains(where: isValid), "\(type.type)")
        #expect(try !type.about.invalid.allSatisfy(isValid), "\(type.type)")
    }

    @Test func `an option that is called attribute names one`() {
        let roles: Set<OptionDescription.Role> = [.attribute, .target, .mappedAttributes]
        for definition in Self.definitions {
            for option in definition.options ?? [] where option.name.hasSuffix("Attribute") {
                #expect(option.role.map(roles.contains) == true, "\(definition.type) \(option.name)")
            }
        }
    }

    @Test(arguments: [
        ("[zip, postalCode, { countryAttribute: land }]", ["land"]),
        ("[a, compare, { compareAttribute: b }]", ["b"]),
        ("[name, unique, { target: users, options: { except: [id, tenant] } }]", ["id", "tenant"]),
        ("[zip, exist, { target: zips, targetAttribute: { land: country, zip: code } }]", ["land", "zip"]),
        // A name alone is that of a column.
        ("[zip, exist, { target: zips, targetAttribute: code }]", []),
        ("[a, integer, { max: { attribute: b } }]", ["b"]), ("[a, in, { range: { keysOf: b } }]", ["b"]),
        ("[a, each, { rule: [compare, { compareAttribute: b }] }]", ["b"]),
        // It is written, and not read.
        ("[a, date, { timestampAttribute: b }]", []), ("[a, in, { range: [b] }]", []),
    ])
    func `the attributes that a rule reads are known by the roles of its options`(
        _ rule: String, _ expected: [String]
    ) throws {
        let ruleSet = try RuleSet(parsing: "rules: [\(rule)]")
        #expect(ruleSet.rules[0].constraint.namedAttributes == expected)
    }

    @Test func `names of options differ from type to type, and their roles say what they are for`() throws {
        let rule = try RuleSet(parsing: "rules: [[a, count, { exact: 3 }], [b, string, { length: 3 }]]").rules
        #expect(rule.map { $0.constraint.value(.size) } == [3, 3])
        #expect(rule.map { $0.constraint.option(.size)?.name } == ["exact", "length"])
    }
}
