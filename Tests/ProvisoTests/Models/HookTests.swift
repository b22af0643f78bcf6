import Proviso
import Testing

/// A model whose hooks compare two properties, and that may refuse to be validated.
private struct Trip: ParsableModel {
    var from = ""
    var to = ""

    static let attributes: [Attribute<Trip>] = [Attribute("from", \.from), Attribute("to", \.to, hasDefault: true)]
    static let ruleSet = RuleSet(
        rules: [Rule("from", "to", .required), Rule("to", .string(max: 9))],
        messages: ["en": ["trip.same": "A trip ends elsewhere."]])
    static let hookCodes = [CodeDescription("trip.same")]

    mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool {
        if from == "here" { from = "Ulm" }
        return from != "nowhere"
    }

    func afterValidate(scenario: String, errors: inout ErrorList) {
        if from == to { errors.add("trip.same", to: "to") }
        if errors.hasErrors(of: "from") { errors.add("trip.same", to: "") }
    }
}

private struct Holiday: ParsableModel {
    var name = "x"
    var trip = Trip(from: "Ulm", to: "Rom")
    var trips: [Trip] = []
    var other: Trip?
    var named: [String: Trip] = [:]
    let fixed = Trip(from: "Ulm", to: "Bonn")

    static let attributes: [Attribute<Holiday>] = [
        Attribute("name", \.name, hasDefault: true), Attribute("trip", \.trip, hasDefault: true),
        Attribute("trips", \.trips, hasDefault: true), Attribute("other", \.other),
        Attribute("named", \.named, hasDefault: true), Attribute("fixed", reading: \.fixed),
    ]
    static let ruleSet = RuleSet(rules: [Rule("name", .required)])
}

/// Counts what is written to its property.
private final class Owner: ValidatableModel {
    var writes = 0
    var inner = Quiet() { didSet { writes += 1 } }

    static let attributes: [Attribute<Owner>] = [Attribute("inner", \.inner)]
    static let ruleSet = RuleSet()
}

private struct Quiet: ParsableModel {
    var text = "x"
    static let attributes: [Attribute<Quiet>] = [Attribute("text", \.text)]
    static let ruleSet = RuleSet(rules: [Rule("text", .required)])
}

/// The hooks of models, by all ways that validate one.
@Suite struct HookTests {
    private static let same = #"{"from":"Ulm","to":"Ulm"}"#

    private func places(_ report: Report) -> [String] { report.violations.map { "\($0.path) \($0.code)" } }

    @Test func everyWayToValidateRunsTheHooks() async throws {
        let plan = try ModelPlan(Trip.self)
        var trip = Trip(from: "Ulm", to: "Ulm")
        let found = ["to trip.same"]
        #expect(places(try plan.validate(&trip)) == found)
        #expect(places(try plan.session().validate(&trip)) == found)
        #expect(places(try plan.parse(json: Self.same).report) == found)
        #expect(places(try plan.parse(["from": "Ulm", "to": "Ulm"], source: .form).report) == found)
        #expect(places(try Trip.validated(from: Self.same).report) == found)
        let async = try AsyncModelPlan(Trip.self)
        #expect(places(try await async.validate(&trip)) == found)
        #expect(places(try await async.parse(json: Self.same).report) == found)
        var state = ModelState(trip, plan: plan)
        #expect(try !state.validate())
        #expect(try !LiveModel(keeping: trip, plan: plan).isValid)
        #expect(try LiveModel(keeping: Trip(from: "Ulm", to: "Rom"), plan: plan).isValid)
        #expect(plan.localizer(preferring: "en").texts(try plan.validate(&trip)) == ["A trip ends elsewhere."])
    }

    @Test(arguments: [
        (#"{"trip":{"from":"a","to":"a"}}"#, ["trip.to trip.same"]),
        (#"{"trips":[{"from":"a","to":"b"},{"from":"a","to":"a"}]}"#, ["trips.1.to trip.same"]),
        (#"{"other":{"from":"a","to":"a"}}"#, ["other.to trip.same"]),
        (#"{"named":{"k":{"from":"a","to":"a"}}}"#, ["named.k.to trip.same"]),
        (#"{"other":null,"trips":[]}"#, []),
        // A nested model sees its own errors by its own names.
        (#"{"trip":{"from":"","to":"b"}}"#, ["trip.from required.blank", "trip trip.same"]),
        // Where data cannot fill the model, hooks would see its initial values.
        (#"{"name":5,"trip":{"from":"a","to":"a"}}"#, ["name value.type"]),
    ])
    func hooksOfNestedModelsRunInParse(json: String, found: [String]) async throws {
        let plan = try ModelPlan(Holiday.self)
        #expect(places(try plan.parse(json: json).report) == found)
        #expect(places(try await AsyncModelPlan(Holiday.self).parse(json: json).report) == found)
        guard var model = try plan.parse(json: json).model ?? Self.model(json) else { return }
        #expect(places(try plan.validate(&model)) == found)
        #expect(try LiveModel(keeping: model, plan: plan).isValid == found.isEmpty)
    }

    /// The model that data makes, whatever its rules and hooks say.
    private static func model(_ json: String) throws -> Holiday? {
        guard !json.contains("5") else { return nil }
        let value = try AnyValue(json: json)
        var state = ModelState(Holiday(), plan: try ModelPlan(Holiday.self))
        return state.setAttributes(value, safeOnly: false).isEmpty ? state.model : nil
    }

    @Test func theAttributeIsNamedAsRulesNameIt() throws {
        let report = try ModelPlan(Holiday.self).parse(json: #"{"trips":[{"from":"a","to":"a"}]}"#).report
        #expect(report.violations.map(\.attribute) == ["trips.*.to"])
    }

    @Test func whatABeforeHookChangesIsValidatedAndKept() throws {
        let plan = try ModelPlan(Holiday.self)
        let parsed = try plan.parse(json: #"{"trip":{"from":"here","to":"Rom"},"trips":[{"from":"here","to":"Ulm"}]}"#)
        #expect(places(parsed.report) == ["trips.0.to trip.same"])
        var holiday = Holiday(trip: Trip(from: "here", to: "Rom"), trips: [Trip(from: "here", to: "Rom")])
        #expect(try plan.validate(&holiday).isValid)
        #expect(holiday.trip.from == "Ulm" && holiday.trips[0].from == "Ulm")
    }

    @Test func aNestedModelThatRefusesIsInvalidAndItsRulesDoNotRun() throws {
        let plan = try ModelPlan(Holiday.self)
        for json in [
            #"{"trip":{"from":"nowhere","to":"far too long"}}"#, #"{"other":{"from":"nowhere","to":""}}"#,
            #"{"trips":[{"from":"nowhere","to":"far too long"}]}"#,
        ] {
            let report = try plan.parse(json: json).report
            #expect(!report.isValid && report.violations.map(\.code) == ["model.stopped"], "\(json)")
        }
        var holiday = Holiday(trips: [Trip(from: "nowhere", to: "far too long"), Trip(from: "a", to: "a")])
        #expect(places(try plan.validate(&holiday)) == ["trips.0 model.stopped", "trips.1.to trip.same"])
    }

    @Test func aModelThatRefusesIsNotParsed() async throws {
        let json = #"{"from":"nowhere","to":""}"#
        #expect(try ModelPlan(Trip.self).parse(json: json).report.violations.map(\.code) == ["model.stopped"])
        #expect(
            try await AsyncModelPlan(Trip.self).parse(json: json).report.violations.map(\.code) == ["model.stopped"])
    }

    @Test func propertiesWithoutHooksAreNotWritten() throws {
        let (owner, plan) = (Owner(), try ModelPlan(Owner.self))
        for _ in 0..<3 { #expect(try plan.validate(owner).isValid) }
        #expect(owner.writes == 0)
    }

    @Test func errorsOfHooksAreNotAddedTwice() throws {
        var state = ModelState(Holiday(trip: Trip(from: "a", to: "a")), plan: try ModelPlan(Holiday.self))
        for _ in 0..<2 { _ = try state.validate(attributes: ["trip"], clearErrors: false) }
        #expect(state.errors.violations.map { $0.path.description } == ["trip.to"])
        let live = try LiveModel(keeping: state.model, plan: state.modelPlan)
        try live.startValidating()
        live.modify { $0.trip.from = "b" }
        #expect(live.isValid && live.errors.isEmpty)
        live.modify { $0.trip.to = "b" }
        live.modify { $0.trip.to = "b" }
        #expect(live.errors.violations.map { $0.path.description } == ["trip.to"])
    }

    @Test func violationsOfManyHooksAreLimited() throws {
        var holiday = Holiday(trips: Array(repeating: Trip(from: "a", to: "a"), count: 5_000))
        let report = try ModelPlan(Holiday.self).validate(&holiday)
        #expect(report.violations.count == 1_000 && report.omittedCount == 4_000 && !report.isValid)
    }
}

/// Models that are validated while they are validated.
@Suite struct ReentrancyTests {
    final class Node: ValidatableModel {
        var name: String
        var children: [Node]
        var session: ModelSession<Node>?

        init(_ name: String, _ children: [Node] = []) { (self.name, self.children) = (name, children) }

        static let attributes: [Attribute<Node>] = [Attribute("name", \.name)]
        static let methods: [ValidationMethod<Node>] = [
            ValidationMethod("tree", codes: [CodeDescription("tree.bad")]) { node, value, context in
                for child in node.children {
                    child.session = node.session
                    if node.session?.validate(child).isValid != true { context.report("tree.bad") }
                }
            }
        ]
        static let ruleSet = RuleSet(rules: [Rule("name", .type("tree")), Rule("name", .string(min: 3))])
    }

    @Test func aSessionMayBeUsedInAMethodOfItsModel() throws {
        func codes(_ root: Node) throws -> [Code] {
            let session = try ModelPlan(Node.self).session()
            root.session = session
            defer { root.session = nil }
            return session.validate(root).violations.map(\.code)
        }
        #expect(try codes(Node("x", [Node("leaf-with-a-long-name")])) == ["string.tooShort"])
        #expect(try codes(Node("long", [Node("leaf"), Node("x")])) == ["tree.bad"])
        #expect(try codes(Node("long", [Node("leaf", [Node("x")])])) == ["tree.bad"])
        #expect(try codes(Node("long", [Node("leaf", [Node("leaf")])])).isEmpty)
    }

    @Test func aMethodReportsOnlyCodesThatItDeclares() throws {
        struct Form: ValidatableModel {
            var name = "x"
            static let attributes: [Attribute<Form>] = [Attribute("name", \.name)]
            static let methods: [ValidationMethod<Form>] = [
                ValidationMethod("listed", codes: [CodeDescription("u.a")]) { _, _, context in context.report("u.b") },
                ValidationMethod("open") { _, _, context in context.report("u.b") },
            ]
            static let ruleSet = RuleSet()
        }
        func found(_ method: RuleType) throws -> [Violation] {
            var form = Form()
            let rules = RuleSet(rules: [Rule("name", .type(method))])
            return try ModelPlan(Form.self, ruleSet: rules).validate(&form).violations
        }
        #expect(try found("open").map(\.code) == ["u.b"])
        let fault = try #require(try found("listed").first)
        #expect(fault.code == .fault && "\(fault)".contains("reports the code 'u.b', but declares only 'u.a'"))
    }
}
