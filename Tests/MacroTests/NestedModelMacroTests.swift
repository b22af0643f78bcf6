import Proviso
import ProvisoMacros
import Testing

@Validatable
struct Street: Sendable, ParsableModel, Equatable {
    @Label(["en": "Street name", "de": "Straße"])
    @Rules(.trim, .required, .type("checkName"))
    var name = ""
    @Rules(.string(max: 5)) let number: String?

    init() { number = nil }
    init(_ name: String, _ number: String? = nil) { (self.name, self.number) = (name, number) }

    @ValidationMethod(codes: [CodeDescription("street.closed")])
    func checkName(_ value: borrowing Value, _ context: inout ValidationContext) {
        if number == "13" { context.report("street.closed") }
    }
}

@Validatable
struct Place: Sendable, ParsableModel, Equatable {
    @Rules(.required) var city = ""
    var street = Street("Main")
    init() {}
    init(_ city: String, _ street: Street = Street("Main")) { (self.city, self.street) = (city, street) }
}

@Validatable
struct Firm: Sendable, ParsableModel, Equatable {
    @Rules(.required) var name = "ACME"
    var home = Place("Ulm")
    var billing: Place?
    var branches: [Place] = []
    var byCountry: [String: Place] = [:]
    var groups: [[Place]] = []
    var lists: [String: [Place]]?
    var holes: [Place?] = []
    let founder: Street
    init() { founder = Street("Old") }
}

@Validatable
struct Node: Sendable {
    var children: [Node] = []
}

@Validatable
final class Team: ParsableModel {
    var lead = Street("Main")
    var members: [Street] = []
    required init() {}
}

@Validatable
struct Asked: Sendable {
    @Rules(.type("isFree")) var name = ""
    @ValidationMethod
    func isFree(_ value: AnyValue) async throws -> [Finding] { value == "taken" ? [Finding("name.taken")] : [] }
}

@Validatable
struct Asker: Sendable {
    var one = Asked()
    var more: [String: [Asked]] = [:]
}

struct NestedModelMacroTests {
    static let rows: [(change: @Sendable (inout Firm) -> Void, lines: [String])] = [
        ({ _ in }, []),
        ({ $0.home.city = "" }, ["home.city required.blank"]),
        ({ $0.home.street.name = " " }, ["home.street.name required.blank"]),
        ({ $0.billing = Place("") }, ["billing.city required.blank"]),
        ({ $0.branches = [Place("A"), Place("B", Street("x", "13"))] }, ["branches.1.street.name street.closed"]),
        (
            { $0.byCountry = ["de": Place("A"), "at": Place(""), "ch": Place("", Street("x", "13"))] },
            [
                "byCountry.at.city required.blank", "byCountry.ch.city required.blank",
                "byCountry.ch.street.name street.closed",
            ]
        ),
        ({ $0.groups = [[], [Place("A"), Place("B", Street("x", "13"))]] }, ["groups.1.1.street.name street.closed"]),
        (
            { $0.lists = ["b": [Place("B", Street("x", "13"))], "a": [Place("A")]] },
            ["lists.b.0.street.name street.closed"]
        ),
        (
            { $0.holes = [nil, Place("B", Street("", "long one"))] },
            [
                "holes.1.street.name required.blank", "holes.1.street.number string.tooLong",
            ]
        ),
    ]

    @Test func modelsAtAnyDepthAreChecked() throws {
        let plan = try ModelPlan(Firm.self)
        for (index, row) in Self.rows.enumerated() {
            var firm = Firm()
            row.change(&firm)
            let lines = try plan.validate(&firm).violations.map { "\($0.path) \($0.code)" }
            #expect(lines.sorted() == row.lines.sorted(), "row \(index)")
        }
    }

    @Test func rulesChangeModelsAtAnyDepth() throws {
        var firm = Firm()
        firm.home.street.name = " a "
        firm.billing = Place("x", Street(" b "))
        firm.branches = [Place("y", Street("c")), Place("y", Street("d "))]
        firm.byCountry = ["de": Place("z", Street(" e"))]
        firm.groups = [[Place("z", Street(" f"))]]
        firm.lists = ["x": [Place("z", Street(" g"))]]
        firm.holes = [nil, Place("z", Street(" h"))]
        #expect(try firm.validate().isValid)
        let names = [
            firm.home.street, firm.billing?.street, firm.branches[0].street, firm.branches[1].street,
            firm.byCountry["de"]?.street, firm.groups[0][0].street, firm.lists?["x"]?[0].street, firm.holes[1]?.street,
        ].map { $0?.name }
        #expect(names == ["a", "b", "c", "d", "e", "f", "g", "h"])
        #expect(firm.holes[0] == nil)
    }

    @Test func modelsAtAnyDepthAreParsed() throws {
        let json = """
            {"name": "X", "home": {"city": "Ulm", "street": {"name": " a ", "number": "1"}}, "billing": null,
             "branches": [{"city": "B"}], "byCountry": {"at": {"city": "Wien", "street": {"name": "c ", "number": "2"}}},
             "groups": [[{"city": "C"}]], "lists": {"l": [{"city": "D"}]}, "holes": [null, {"city": "E"}],
             "founder": {"name": " F ", "number": "9"}}
            """
        let firm = try Firm.validated(from: json).get()
        #expect(firm.home == Place("Ulm", Street("a", "1")))
        #expect(firm.billing == nil && firm.branches == [Place("B")])
        #expect(firm.byCountry == ["at": Place("Wien", Street("c", "2"))])
        #expect(firm.groups == [[Place("C")]] && firm.lists == ["l": [Place("D")]])
        #expect(firm.holes == [nil, Place("E")])
        #expect(firm.founder == Street("F", "9"), "constants are set, and rules change them")
    }

    @Test(arguments: [
        (#"{"home": 5}"#, ["home value.object"]), (#"{"branches": {}}"#, ["branches value.list"]),
        (#"{"byCountry": [1]}"#, ["byCountry value.object"]),
        (#"{"byCountry": {"a": 5}}"#, ["byCountry.a value.object"]),
        (#"{"byCountry": {"a": {"city": 5}}}"#, ["byCountry.a.city value.type"]),
        (#"{"founder": {"name": 1}}"#, ["founder.name value.type"]),
        (#"{"founder": {"name": "a", "number": "123456"}}"#, ["founder.number string.tooLong"]),
        (
            #"{"lists": {"x": [{"city": "a", "street": {"name": "a", "number": "13"}}]}}"#,
            ["lists.x.0.street.name street.closed"]
        ),
    ])
    func whatIsWrongIsReportedByPath(_ json: String, _ lines: [String]) throws {
        let founder = json.contains("founder") ? "" : #", "founder": {"name": "F"}}"#
        let whole = founder.isEmpty ? json : json.dropLast() + founder
        let found = try Firm.validated(from: String(whole)).report.violations
        #expect(found.map { "\($0.path) \($0.code)" } == lines)
    }

    @Test func aNeededConstantIsMissed() throws {
        #expect(
            try Firm.validated(from: "{}").report.violations.map { "\($0.path) \($0.code)" } == [
                "founder required.blank"
            ])
    }

    @Test func labelsComeAlong() throws {
        let plan = try ModelPlan(Firm.self)
        var firm = Firm()
        firm.byCountry = ["de": Place("A", Street(""))]
        let report = try plan.validate(&firm)
        #expect(plan.localizer(preferring: "de").texts(report) == ["Straße muss ausgefüllt werden."])
        #expect(plan.localizer(acceptLanguage: "xx, en;q=0.5").texts(report) == ["Street name is required."])
    }

    @Test func aTypeInItselfIsRefused() {
        let error = #expect(throws: RuleSetError.self) { _ = try ModelPlan(Node.self) }
        #expect(error?.description == "the model 'Node' contains itself, in 'children'")
    }

    @Test func classesHoldModels() throws {
        let team = try Team.validated(from: #"{"lead": {"name": " A "}, "members": [{"name": "b "}]}"#).get()
        #expect(team.lead.name == "A" && team.members.map(\.name) == ["b"])
    }

    @Test func methodsOfNestedModelsMayWait() async throws {
        var asker = Asker()
        asker.one.name = "taken"
        asker.more = ["b": [Asked(), Asked(name: "taken")], "a": []]
        let report = try await AsyncModelPlan(Asker.self).validate(&asker)
        #expect(
            report.violations.map { "\($0.path) \($0.code)" } == ["one.name name.taken", "more.b.1.name name.taken"])
    }
}
