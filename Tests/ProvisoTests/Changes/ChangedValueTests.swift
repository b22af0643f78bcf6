import Foundation
import Proviso
import Testing

/// Whatever looks at a value sees it as the rules before it left it.
///
/// Each rule that changes values meets each way to look at one.
struct ChangedValueTests {
    /// A rule that looks at `x`, and what it notes.
    struct Look: Sendable {
        let name: String
        let rule: @Sendable (Sighting, Changing) -> Rule

        init(_ name: String, _ rule: @escaping @Sendable (Sighting, Changing) -> Rule) {
            self.name = name
            self.rule = rule
        }
    }

    static let looks = [
        Look("a closure's value") { seen, _ in
            Rule(["x"], .check { value, _ in seen.note(AnyValue(value)) }, skipOnEmpty: false)
        },
        Look("a closure for another attribute") { seen, _ in
            Rule(["y"], .check { _, context in seen.note(AnyValue(context.value(of: "x"))) })
        },
        Look("a condition's closure") { seen, _ in
            Rule(
                ["y"], .safe,
                when: [
                    Condition { context in
                        seen.note(AnyValue(context.value(of: "x")))
                        return true
                    }
                ])
        },
        Look("a condition's rule") { seen, _ in
            Rule(["y"], .safe, when: [Condition("x", .check { value, _ in seen.note(AnyValue(value)) })])
        },
        Look("an exception's rule") { seen, _ in
            Rule(["y"], .safe, unless: [Condition("x", .check { value, _ in seen.note(AnyValue(value)) })])
        },
        Look("a filter's closure") { seen, _ in
            Rule(
                ["x"],
                .filter { value in
                    seen.note(value)
                    return value
                })
        },
        Look("a default's closure") { seen, _ in
            Rule(
                ["empty"],
                .default { context in
                    seen.note(AnyValue(context.value(of: "x")))
                    return nil
                })
        },
        Look("a range's closure") { seen, _ in
            Rule(
                ["y"],
                .in { context in
                    seen.note(AnyValue(context.value(of: "x")))
                    return ["y"]
                })
        },
        Look("a comparison's closure") { seen, _ in
            Rule(
                ["y"],
                .compare { context in
                    seen.note(AnyValue(context.value(of: "x")))
                    return "y"
                })
        },
        Look("a test of what is empty") { seen, _ in
            Rule(
                ["x"], .check { _, _ in },
                skipOnEmpty: true,
                isEmpty: { value in
                    seen.note(AnyValue(value))
                    return false
                })
        },
        Look("the message's value") { seen, _ in Rule(["x"], .fails("x.seen"), message: "{value}", skipOnEmpty: false)
        },
        Look("the range of 'in'") { seen, changing in
            Rule(["x"], .in([changing.after], not: true, strict: true), message: "{value}", skipOnEmpty: false)
        },
        Look("a combination of 'unique'") { _, _ in Rule(["y"], .unique(in: "free", attributes: ["y": "y", "x": "x"]))
        },
        Look("a combination of 'exist'") { _, _ in Rule(["y"], .exist(in: "known", attributes: ["y": "y", "x": "x"])) },
    ]

    private static func registry(_ seen: Sighting) -> Registry {
        var registry = Registry.standard
        registry.services.store = WatchedStore(sighting: seen)
        return registry
    }

    private static func record(of changing: Changing) -> AnyValue {
        var members = ["x": changing.before, "y": "y", "other": "known", "empty": nil]
        members.merge(changing.others) { $1 }
        return .object(members.map { AnyValue.Member($0, $1) })
    }

    private static func rules(_ changing: Changing, _ look: Rule) -> RuleSet {
        RuleSet(rules: [changing.rule, look, Rule(["x", "y", "other", "empty", "source"], .safe)])
    }

    @Test(arguments: Changing.all) func recordsAreSeenAsTheyAre(changing: Changing) throws {
        for look in Self.looks {
            // A store is never asked about a list or an object.
            if look.name.hasPrefix("a combination"), [.list, .object].contains(changing.after.kind) { continue }
            let seen = Sighting()
            let plan = try Plan(Self.rules(changing, look.rule(seen, changing)), registry: Self.registry(seen))
            let record = Record(for: plan)
            record.fill(Self.record(of: changing))
            let report = try plan.validate(record)
            let shown = report.violations.map { $0.parameters["value"] }
            #expect(seen.all.count + shown.count == 1, "\(changing.name): nothing was seen by \(look.name)")
            #expect(seen.all.allSatisfy { $0 == changing.after }, "\(changing.name), \(look.name): \(seen.all)")
            #expect(shown.allSatisfy { $0 == ParameterValue(changing.after) }, "\(changing.name), \(look.name)")
            #expect(record["x"] == changing.after, "\(changing.name), \(look.name)")
        }
    }

    @Test(arguments: Changing.all) func comparisonsSeeIt(changing: Changing) throws {
        let plan = try Plan(
            Self.rules(changing, Rule(["same"], .compare(with: "x", operator: .identical), skipOnEmpty: false)))
        guard case .object(let members) = Self.record(of: changing) else { return }
        func found(_ same: AnyValue) throws -> [Code] {
            try plan.validate(.object(members + [AnyValue.Member("same", same)])).violations.map(\.code)
        }
        switch changing.after {
        case .list, .object: return
        default: break
        }
        #expect(try found(changing.after) == [], "\(changing.name)")
        #expect(try !found("something else").isEmpty, "\(changing.name)")
    }

    @Test(arguments: Changing.all) func modelsAreSeenAsTheyAre(changing: Changing) async throws {
        for method in ["look", "lookAtValue", "lookThroughContext"] as [RuleType] {
            let attribute = method == "lookAtValue" ? "x" : "y"
            let ruleSet = RuleSet(rules: [changing.rule, Rule([attribute], .type(method))])
            try await Self.expectSighting(changing, ruleSet, "\(method)")
        }
        let condition = Condition { context in
            _ = context.withModel(Probe.self) { Sightings.current?.note($0.x) }
            return true
        }
        try await Self.expectSighting(
            changing, RuleSet(rules: [changing.rule, Rule(["y"], .safe, when: [condition])]), "condition")
    }

    /// Validates a model in every way there is.
    private static func expectSighting(_ changing: Changing, _ ruleSet: RuleSet, _ name: String) async throws {
        let model = Probe(
            x: changing.before, source: changing.others["source"] ?? nil)
        let (plan, later) = (
            try ModelPlan(Probe.self, ruleSet: ruleSet), try AsyncModelPlan(Probe.self, ruleSet: ruleSet)
        )
        let data: AnyValue = [
            "x": changing.before, "source": changing.others["source"] ?? nil, "other": "known", "y": "y",
        ]
        var allSafe = ruleSet
        allSafe.rules.append(Rule(["x", "source", "other", "y"], .safe))
        let parsing = try ModelPlan(Probe.self, ruleSet: allSafe)
        let ways: [(String, () async throws -> AnyValue)] = [
            ("ModelPlan", { try await validated(model) { try plan.validate(&$0) } }),
            ("ModelSession", { try await validated(model) { try plan.session().validate(&$0) } }),
            ("AsyncModelPlan", { try await validated(model) { try await later.validate(&$0) } }),
            (
                "ModelState",
                {
                    var state = ModelState(model, plan: plan)
                    _ = try state.validate()
                    return state.model.x
                }
            ),
            (
                "ModelState that waits",
                {
                    var state = ModelState(model, plan: later)
                    _ = try await state.validateAsync()
                    return state.model.x
                }
            ),
            (
                "LiveModel",
                {
                    let live = try LiveModel(keeping: model, plan: plan)
                    try live.validate()
                    return live.model?.x ?? nil
                }
            ),
            ("parse", { try parsing.parse(data).model?.x ?? "refused" }),
        ]
        for (way, validate) in ways {
            let seen = Sighting()
            let stored = try await Sightings.$current.withValue(seen) { try await validate() }
            #expect(seen.all == [changing.after], "\(changing.name), \(name), \(way)")
            #expect(stored == changing.after, "\(changing.name), \(name), \(way)")
        }
    }

    private static func validated(
        _ model: Probe, _ body: (inout Probe) async throws -> Report
    ) async throws -> AnyValue {
        var model = model
        #expect(try await body(&model).violations.isEmpty)
        return model.x
    }

    @Test(arguments: Changing.all) func questionsAreAboutIt(changing: Changing) async throws {
        let seen = Sighting()
        var model = Probe(x: changing.before, source: changing.others["source"] ?? nil)
        let asked = Constraint.asyncCheck(with: "x") { _, context in
            seen.note(context.value(of: "x"))
            return []
        }
        let plan = try AsyncModelPlan(
            Probe.self, ruleSet: RuleSet(rules: [Rule(["y"], .type("lookLater")), Rule(["y"], asked), changing.rule]))
        _ = try await Sightings.$current.withValue(seen) { try await plan.validate(&model) }
        #expect(seen.all == [changing.after, changing.after])
    }

    @Test(arguments: Changing.all) func dynamicModelsHoldIt(changing: Changing) throws {
        let seen = Sighting()
        let look = Rule(["y"], .check { _, context in seen.note(AnyValue(context.value(of: "x"))) })
        var model = DynamicModel(Self.record(of: changing), ruleSet: RuleSet(rules: [changing.rule, look]))
        #expect(try model.validate())
        #expect(seen.all == [changing.after])
        #expect(model["x"] == changing.after)
    }
}

/// No rule type that changes values is missing from the table.
struct ChangingTypesTests {
    private static let validators = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/ProvisoCore/Validators")

    @Test func allAreInTheTable() throws {
        let known = [
            "DefaultValidator": ["default"], "FilterValidator": ["filter"], "IpValidator": ["ip"],
            "TransliterateValidator": ["transliterate"], "TrimValidator": ["trim"], "UrlValidator": ["url"],
            "DateCheck": ["date", "datetime", "time"],
        ]
        let files = try #require(FileManager.default.enumerator(at: Self.validators, includingPropertiesForKeys: nil))
        var changing: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains("replaceValue(") || text.contains("= FilterValidator(") {
                changing.insert(file.deletingPathExtension().lastPathComponent)
            }
        }
        #expect(changing == Set(known.keys), "a file changes values that the table does not know")
        let covered = Set(Changing.all.map(\.type))
        #expect(covered.isSuperset(of: known.values.flatMap { $0 }))
        let types = covered.subtracting(["closure", "application"])
        #expect(types.allSatisfy { Registry.standard[RuleType(rawValue: $0)] != nil })
    }

    @Test func allFiltersAreInTheTable() throws {
        let refused = #expect(throws: OptionError.self) {
            try FilterValidator(options: OptionReader(["filter": .value("none of them")]))
        }
        let list = try #require(refused?.reason.split(separator: " not one of ").last)
        for name in list.split(separator: ", ") {
            #expect(Changing.all.contains { $0.name == "filter \(name)" }, "\(name)")
        }
    }
}
