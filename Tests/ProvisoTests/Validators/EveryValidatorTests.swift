import Foundation
import Proviso
import Testing

/// What must hold for each validator of the registry, whatever it checks.
struct EveryValidatorTests {
    /// Options for the rule types that cannot do without.
    private static let needed: [RuleType: [String: OptionValue]] = [
        "in": ["range": .value([1, "a", true, nil, ["x"]])],
        "match": ["pattern": .value("^[a-z]+$")],
        "expr": ["must": .value("a == ''")],
        "each": ["rule": .rule(.string(min: 2))],
        "oneOf": ["shapes": .shapes([NamedShape("object", RuleShape(Rule("b", .safe)))])],
        "shape": ["name": .value("node")],
        "compare": ["compareValue": .value("b")],
        "startsWith": ["value": .value("a")],
        "endsWith": ["value": .value("a")],
        "contains": ["value": .value("a")],
        "multipleOf": ["of": .value(3)],
        "postalCode": ["country": .value("US")],
        "exist": ["target": .value("users"), "targetAttribute": .value("name")],
        "unique": ["target": .value("users"), "targetAttribute": .value("name")],
        "filter": ["filter": .value(["trim", "lower", "nfkc", "collapseSpaces", "toNumber", "toText"])],
        "transliterate": ["transliterator": .value("Any-Latin; Latin-ASCII")],
        "characters": ["of": .value(["letters", "digits"])],
        "hash": ["algorithm": .value("md5")],
        "script": ["scripts": .value(["Latin"])],
    ]

    private static let shapes = ["node": RuleShape(Rule("b", .safe))]

    /// The built-ins with a store to ask.
    private static let registry: Registry = {
        var registry = Registry.standard
        registry.services.store = StoreValidatorTests.store
        return registry
    }()

    private static let values: [AnyValue] = [
        .absent, nil, true, false, 0, -1, .integer(.min), .integer(.max), .unsigned(.max), -0.0, 1.5, 1e300,
        .double(.infinity), .double(.nan), .decimal("1e400"), .decimal(String(repeating: "9", count: 40)),
        .decimal("-0.\(String(repeating: "1", count: 40))"), "", " ", "\0", "a", "a\n", "1", "-0", "1e400", "e\u{301}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "user@example.com", "http://example.com", "\u{FEFF}\u{10FFFF}",
        .text(String(repeating: "x\u{20AC}", count: 50_000)), [], [nil], [1, "a", [true]], .object([]), ["a": 1],
        ["\0": ["": [nil]]],
    ]

    @Test(arguments: Registry.standard.definitions.map(\.type))
    func findsTheSameTwiceAndOnlyItsOwnCodes(type: RuleType) throws {
        let definition = try #require(Registry.standard[type])
        let missing = (definition.options ?? []).filter { $0.isRequired && Self.needed[type]?[$0.name] == nil }
        try #require(missing.isEmpty, "`needed` lacks \(missing.map(\.name)) of '\(type)'")
        let body = Constraint(type: type, options: Self.needed[type] ?? [:])
        let plan = try Plan(
            RuleSet(rules: [Rule(["a"], body, skipOnEmpty: false)], shapes: Self.shapes), registry: Self.registry)
        var codes = Set((definition.codes + Registry.standard.codes(inside: body)).map(\.code))
        codes.formUnion([.fault, .objectExpected, .typeMismatch])
        for value in Self.values {
            let first = try plan.validate(["a": value]).violations
            let second = try plan.validate(["a": value]).violations
            #expect(first.map(\.code) == second.map(\.code), "\(type) \(value)")
            for violation in first {
                #expect(codes.contains(violation.code), "\(type) \(value)")
                guard let declared = definition.codes.first(where: { $0.code == violation.code }) else { continue }
                // Every code may have `grouping`, and a form needs no name.
                let names = Set(violation.parameters.list.map(\.name)).subtracting(["grouping"])
                #expect(
                    names.union(names.contains("pattern") ? ["name"] : []) == Set(declared.parameters),
                    "\(violation.code)")
            }
        }
    }

    @Test(arguments: Registry.standard.definitions.map(\.type))
    func refusesUnknownOptions(type: RuleType) throws {
        var options = Self.needed[type] ?? [:]
        options["nonesuch"] = .value(1)
        do throws(RuleSetError) {
            _ = try Plan(
                RuleSet(rules: [Rule(["a"], Constraint(type: type, options: options))], shapes: Self.shapes),
                registry: Self.registry)
            Issue.record("\(type) takes anything")
        } catch {
            #expect(error.diagnostics.contains { $0.reason.contains("unknown option 'nonesuch'") }, "\(error)")
        }
    }

    /// A reader who looks for the rows of a validator finds them by its name.
    @Test(arguments: Registry.standard.definitions.map(\.type.rawValue)) func hasATableInAFileOfItsName(type: String) {
        let name = "\(type.prefix(1).uppercased())\(type.dropFirst())ValidatorTests"
        let file = RuleReferenceTests.root.appending(path: "Tests/ProvisoTests/Validators/\(name).swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(!text.isEmpty, "there is no \(name).swift")
        for part in ["struct \(name) {", "@Test func table()"] {
            #expect(text.contains(part), "\(name).swift has no '\(part)'")
        }
    }

    /// The long form of a rule has its own keys beside the options, so that these two work in the short form only.
    @Test func optionsAreNoKeysOfRules() {
        let taken = Registry.standard.definitions.flatMap { definition in
            (definition.options ?? []).map(\.name).filter { RuleKey.names.contains($0) }
                .map { "\(definition.type).\($0)" }
        }
        #expect(taken == ["compare.type", "unique.except"])
    }

    /// An option that is declared must be read: a value of a wrong kind is refused.
    @Test(arguments: Registry.standard.definitions.map(\.type))
    func readsItsOptions(type: RuleType) throws {
        let definition = try #require(Registry.standard[type])
        for option in definition.options ?? [] where option.kind != .any {
            var options = Self.needed[type] ?? [:]
            options[option.name] = .value(["an object": "is none of them"])
            let body = Constraint(type: type, options: options)
            do throws(RuleSetError) {
                _ = try Plan(RuleSet(rules: [Rule(["a"], body)], shapes: Self.shapes), registry: Self.registry)
                Issue.record("\(type) does not read \(option.name)")
            } catch {
                #expect(error.diagnostics.contains { $0.reason.contains("'\(option.name)'") }, "\(error)")
            }
        }
    }
}

extension Registry {
    /// The codes of the rule inside `each`.
    fileprivate func codes(inside body: Constraint) -> [CodeDescription] {
        guard case .rule(let inner)? = body.options["rule"] else { return [] }
        return self[inner.type]?.codes ?? []
    }
}
