import Proviso
import ProvisoMacros
import TestSupport
import Testing

@Validatable
struct Signup: Sendable, ParsableModel, Equatable {
    @Rules(.trim, .required) let name: String
    @Rules(.integer(min: 0)) var age = 18
    @Rules(.default(3), .integer(max: 9)) var level: Int
    @Rules(.safe) var kind: String? = "a"
    @Rules(.required) let nick: String?
    @Rules(.safe) let version = 1
    @Rules(.required) var plan = "free"
    var unruled = "kept"
    @NoAttribute let secret: Int
    @NoAttribute private(set) var note = "n"

    init() { (name, nick, secret, level) = ("", nil, 5, 0) }
}

@Validatable
struct Login: Sendable, ParsableModel {
    @Rules(.required) var name = ""
    @Rules(.type("isKnown")) let user: String
    init() { user = "" }

    @ValidationMethod
    func isKnown(_ value: AnyValue) async throws -> [Finding] { value == "ada" ? [] : [Finding("user.unknown")] }
}

/// Models from data, as a user of `Codable` expects them.
struct ParsedModelTests {
    static let rows: [(json: String, lines: [String])] = [
        (#"{"name": "ada", "nick": "a"}"#, []),
        (#"{"nick": "a"}"#, ["name required.blank"]),
        (#"{"name": " ", "nick": "a"}"#, ["name required.blank"]),
        (#"{"name": 5, "nick": "a"}"#, ["name value.type"]),
        (#"{"name": null, "nick": "a"}"#, ["name value.type"]),
        (#"{"name": "ada"}"#, ["nick required.blank"]),
        (#"{"name": "ada", "nick": null}"#, ["nick required.blank"]),
        (#"{"name": "ada", "nick": "a", "age": null}"#, ["age value.type"]),
        (#"{"name": "ada", "nick": "a", "age": "7"}"#, ["age value.type"]),
        (#"{"name": "ada", "nick": "a", "age": -1}"#, ["age number.tooSmall"]),
        (#"{"name": "ada", "nick": "a", "level": null}"#, []),
        (#"{"name": "ada", "nick": "a", "level": ""}"#, []),
        (#"{"name": "ada", "nick": "a", "level": 10}"#, ["level number.tooBig"]),
        (#"{"name": "ada", "nick": "a", "level": "x"}"#, ["level value.type"]),
        (#"{"name": "ada", "nick": "a", "plan": null}"#, ["plan value.type"]),
        (#"{"name": "ada", "nick": "a", "plan": ""}"#, ["plan required.blank"]),
        (#"{"name": "ada", "nick": "a", "version": 2, "secret": 6, "unruled": "x", "extra": 1}"#, []),
    ]

    @Test func whatIsLeftOutNullOrWrong() throws {
        let plan = try ModelPlan(Signup.self)
        eachRow(Self.rows) { row in
            let parsed = try plan.parse(json: row.json)
            #expect(parsed.report.violations.map { "\($0.path) \($0.code)" } == row.lines, "\(row.json)")
            #expect((parsed.model != nil) == row.lines.isEmpty, "\(row.json)")
        }
    }

    @Test func valuesConstantsAndDefaults() throws {
        let plan = try ModelPlan(Signup.self)
        var model = try plan.parse(json: #"{"name": " ada ", "nick": "a", "age": 7, "kind": null, "version": 2}"#).get()
        #expect(model.name == "ada")
        #expect(model.level == 3)
        #expect(model.nick == "a" && model.age == 7 && model.kind == nil)
        #expect(model.version == 1 && model.unruled == "kept" && model.secret == 5 && model.plan == "free")
        model = try plan.parse(json: #"{"name": "ada", "nick": "b", "level": null}"#).get()
        #expect(model.age == 18 && model.level == 3 && model.kind == "a")
        model = try plan.parse(json: #"{"name": "ada", "nick": "b", "level": 4}"#).get()
        #expect(model.level == 4)
    }

    @Test func bytesMembersAndFormsAreParsedToo() throws {
        let plan = try ModelPlan(Signup.self)
        let json = #"{"name": "ada", "nick": "a"}"#
        #expect(try plan.parse(json: Array(json.utf8)).model == plan.parse(json: json).model)
        #expect(try Signup.validated(from: Array(json.utf8)).model?.name == "ada")
        let members: [String: AnyValue] = ["name": "ada", "nick": "a"]
        #expect(try plan.parse(members).model?.name == "ada")
        #expect(try plan.parse(["name": "ada", "nick": "a", "age": "7"], source: .form).model?.age == 7)
        #expect(throws: InputError.self) { _ = try plan.parse(json: [0xFF]) }
    }

    @Test func constantsStayWhereAModelIsThere() throws {
        var state = try ModelState(Signup())
        #expect(state.setAttributes(["name": "x", "plan": "pro"]) == ["name"])
        #expect(state.model.name == "" && state.model.plan == "pro")
        var model = try Signup.validated(from: #"{"name": "a", "nick": "b"}"#).get()
        #expect(try model.validate().isValid)
    }

    @Test func rulesThatWaitAreAwaited() async throws {
        let plan = try AsyncModelPlan(Login.self)
        #expect(plan.scenarios == ["default"] && plan.attributeNames == ["name", "user"])
        #expect(try await plan.parse(json: #"{"name": "a", "user": "ada"}"#).get().user == "ada")
        let parsed = try await plan.parse(["user": "eve"])
        #expect(
            parsed.report.violations.map { "\($0.path) \($0.code)" } == ["name required.blank", "user user.unknown"])
        #expect(
            plan.localizer(acceptLanguage: "de").texts(parsed.report).first == "Name muss ausgefüllt werden.")
        var login = Login()
        let session = try plan.session()
        #expect(try await !session.validate(&login).isValid)
    }
}
