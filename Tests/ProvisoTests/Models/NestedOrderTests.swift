import Proviso
import TestSupport
import Testing

/// A part's own rules run before those of the whole, which sees what is stored.
struct NestedOrderTests {
    struct Part: ParsableModel, Sendable, Equatable {
        var city = ""
        var zip: String?
        init() {}
        init(_ city: String, _ zip: String? = nil) { (self.city, self.zip) = (city, zip) }

        static let attributes: [Attribute<Part>] = [Attribute("city", \.city).withDefault(), Attribute("zip", \.zip)]
        static let ruleSet = RuleSet(
            rules: [Rule("city", .trim), Rule("city", .string(max: 3)), Rule("zip", .default("0"))])
    }

    struct Middle: ParsableModel, Sendable, Equatable {
        var name = ""
        var part = Part()
        var parts: [Part] = []
        init() {}
        init(_ name: String, _ part: Part = Part(), _ parts: [Part] = []) {
            (self.name, self.part, self.parts) = (name, part, parts)
        }

        static let attributes: [Attribute<Middle>] = [
            Attribute("name", \.name).withDefault(), Attribute("part", \.part).withDefault(),
            Attribute("parts", \.parts).withDefault(),
        ]
        static let ruleSet = RuleSet(
            rules: [Rule("name", .trim), Rule("name", .required, when: Condition("part.city", .compare(to: "Ulm")))])
    }

    struct Whole: ParsableModel, Sendable, Equatable {
        var name = ""
        var middle = Middle()
        var maybe: Part?
        var list: [Part] = []
        var byKey: [String: Part] = [:]

        static let attributes: [Attribute<Whole>] = [
            Attribute("name", \.name).withDefault(), Attribute("middle", \.middle).withDefault(),
            Attribute("maybe", \.maybe), Attribute("list", \.list).withDefault(),
            Attribute("byKey", \.byKey).withDefault(),
        ]
        static let methods: [ValidationMethod<Whole>] = [
            ValidationMethod("noSpaces", codes: [CodeDescription("whole.space")], skipsEmpty: false) {
                whole, _, context in
                let parts = [whole.middle.part] + whole.middle.parts + whole.list + whole.byKey.values
                let all = parts + (whole.maybe.map { [$0] } ?? [])
                if all.contains(where: { $0.city.hasPrefix(" ") }) { context.report("whole.space") }
            }
        ]
        static let ruleSet = RuleSet()
    }

    struct Row: Sendable {
        let rules: [Rule]
        let change: @Sendable (inout Whole) -> Void
        let lines: [String]
        let location: SourceLocation

        init(
            _ rules: [Rule], _ lines: [String] = [], location: SourceLocation = #_sourceLocation,
            _ change: @escaping @Sendable (inout Whole) -> Void
        ) {
            (self.rules, self.lines, self.change, self.location) = (rules, lines, change, location)
        }
    }

    static let rows = [
        Row(
            [Rule("name", .required, when: Condition("middle.part.city", .compare(to: "Ulm")))], ["name required.blank"]
        ) {
            $0.middle = Middle("m", Part(" Ulm "))
        },
        Row([Rule("name", .compare(with: "maybe.city"))]) { ($0.name, $0.maybe) = ("Ulm", Part("Ulm ")) },
        Row([Rule("name", .compare(with: "middle.name"))]) { ($0.name, $0.middle) = ("m", Middle(" m ")) },
        Row([Rule("name", .type("noSpaces"))]) { $0.list = [Part(" A"), Part("B")] },
        Row([Rule("name", .type("noSpaces"))]) { $0.byKey = ["x": Part(" A")] },
        Row([Rule("name", .type("noSpaces"))]) { $0.middle.parts = [Part(" A")] },
        Row([Rule("list.*.city", .compare(to: "A"))]) { $0.list = [Part(" A"), Part("A")] },
        Row([], ["middle.name required.blank"]) { $0.middle = Middle(" ", Part("Ulm ")) },
        // What the whole puts into a part, the part's rules check.
        Row([Rule("maybe", .default(["city": " A "]))]) { $0.maybe = nil },
        Row([Rule("maybe", .default(["city": " Bonn "]))], ["maybe.city string.tooLong"]) { $0.maybe = nil },
        Row([Rule("maybe.city", .filter { _ in " Bonn" })], ["maybe.city string.tooLong"]) { $0.maybe = Part("A") },
        Row([Rule("list", .each(.filter { _ in ["city": " A "] }))]) { $0.list = [Part("Ulm")] },
        Row([Rule("list.*.zip", .default("7"))]) { $0.list = [Part("Ulm")] },
        Row([Rule("middle.part.city", .filter { _ in "Bonn" })], ["middle.part.city string.tooLong"]) { _ in },
        Row([Rule("name", "middle.part.city", .trim), Rule("name", .compare(with: "middle.part.city"))]) {
            ($0.name, $0.middle.part) = (" A", Part("A "))
        },
    ]

    @Test func aSecondValidationFindsTheSame() throws {
        eachRow(Self.rows, at: \.location) { row in
            var whole = Whole()
            row.change(&whole)
            let plan = try ModelPlan(Whole.self, ruleSet: RuleSet(rules: row.rules))
            #expect(try plan.validate(&whole).lines == row.lines, sourceLocation: row.location)
            let stored = whole
            #expect(try plan.validate(&whole).lines == row.lines, "again", sourceLocation: row.location)
            #expect(whole == stored, sourceLocation: row.location)
        }
    }

    @Test(arguments: rows) func otherWaysToValidateHaveTheSameOrder(row: Row) async throws {
        let rules = RuleSet(rules: row.rules)
        let plan = try ModelPlan(Whole.self, ruleSet: rules)
        var (one, other) = (Whole(), Whole())
        row.change(&one)
        row.change(&other)
        #expect(try plan.session().validate(&one).lines == row.lines, sourceLocation: row.location)
        let waiting = try AsyncModelPlan(Whole.self, ruleSet: rules)
        #expect(try await waiting.validate(&other).lines == row.lines, sourceLocation: row.location)
        #expect(one == other, sourceLocation: row.location)
        var start = Whole()
        row.change(&start)
        let live = try LiveModel(keeping: start, plan: plan)
        try live.validate()
        #expect(Report(violations: live.errors.violations).lines == row.lines, sourceLocation: row.location)
        #expect(live.model == one, sourceLocation: row.location)
    }

    @Test func partsAreReportedWhereTheyAreInTheWhole() throws {
        let plan = try ModelPlan(Whole.self, ruleSet: RuleSet(rules: [Rule("name", .required)]))
        var whole = Whole()
        whole.list = [Part("long"), Part("longer")]
        #expect(
            try plan.validate(&whole).lines == [
                "name required.blank", "list.0.city string.tooLong", "list.1.city string.tooLong",
            ])
    }

    @Test(arguments: [
        ("middle.nmae", "'Middle' has no 'nmae'", "middle.name"),
        ("middle.part.ctiy", "'Part' has no 'ctiy'", "middle.part.city"),
        ("list.*.ctiy", "'Part' has no 'ctiy'", "list.*.city"),
        ("list.0.ctiy", "'Part' has no 'ctiy'", "list.0.city"),
        ("byKey.de.ctiy", "'Part' has no 'ctiy'", "byKey.de.city"),
        ("name.first", "'name' is a string, which has no members", "name"),
        ("middle.name.first", "'middle.name' is a string, which has no members", "middle.name"),
    ])
    func membersThatAreMissingAreErrors(_ name: String, _ reason: String, _ suggestion: String) throws {
        let bodies: [(String, Rule)] = [
            ("rule", Rule(name, .string(max: 3))), ("safe", Rule(name, .safe)),
            ("condition", Rule("name", .required, when: Condition(name, .required))),
        ]
        for (what, rule) in bodies {
            let error = #expect(throws: RuleSetError.self) {
                _ = try ModelPlan(Whole.self, ruleSet: RuleSet(rules: [rule]))
            }
            let found = error?.diagnostics.first
            #expect(found?.reason.contains(reason) == true, "\(what): \(error?.description ?? "")")
            #expect(found?.suggestion == suggestion, "\(what): \(error?.description ?? "")")
        }
        #expect(throws: RuleSetError.self) {
            _ = try ModelPlan(
                Whole.self, ruleSet: RuleSet(rules: [Rule("name", .compare(with: name)), Rule(name, .safe)]))
        }
    }

    @Test func membersThatThereMayBeAreTaken() throws {
        let names = ["middle.part.zip", "list.*.city", "list.1.zip", "byKey.de.city", "byKey.*.zip", "list", "list.0"]
        for name in names {
            #expect(throws: Never.self) {
                _ = try ModelPlan(Whole.self, ruleSet: RuleSet(rules: [Rule(name, .safe)]))
            }
        }
    }

    struct Faulty: ValidatableModel {
        var name = ""
        static let attributes: [Attribute<Faulty>] = [Attribute("name", \.name)]
        static let ruleSet = RuleSet(rules: [Rule("nmae", .required), Rule("name", .compare(with: "nmae"))])
    }

    struct Twice: ValidatableModel {
        var one = Faulty()
        var other = Faulty()
        var more: [Faulty] = []
        static let attributes: [Attribute<Twice>] = [
            Attribute("one", \.one), Attribute("other", \.other), Attribute("more", \.more),
        ]
        static let ruleSet = RuleSet()
    }

    @Test func faultsOfAPartAreSaidOnce() {
        let error = #expect(throws: RuleSetError.self) { _ = try ModelPlan(Twice.self) }
        #expect(error?.diagnostics.count == 2, "\(error?.description ?? "")")
        #expect(error?.diagnostics.allSatisfy { $0.reason.contains("'nmae'") && $0.suggestion == "name" } == true)
    }
}
