import Proviso
import ProvisoMacros
import Testing

@Validatable
struct Registration: Sendable {
    @Label(["en": "User name", "de": "Benutzername"])
    @Rules(.required, .trim, .string(min: 3, max: 24))
    var username = ""
    @Rules(.required, on: "register")
    @Rules(.email)
    var email: String?
    @Rules(.in(["DE", "FR", "AQ"]), .type("checkCountry"))
    var country = "DE"
    @Label("Number")
    @Rules(.integer(min: 1), .type("checkNumber"))
    let number: Int
    @Rules(.each(.string(max: 5)))
    var tags: [String] = []
    @Rules(.compare(with: "username"), except: ["register"], message: ["en": "Say it twice.", "de": "Zweimal, bitte."])
    var echo: String?
    var balance: Double?
    var isMember = false
    @NoAttribute var secret: [UInt8] = []
    var shouted: String { username.uppercased() }

    static let rules = [Rule("balance", .number(min: 0, max: 100), severity: .warning)]
    static let messages: [String: [Code: String]] = ["en": ["country.embargo": "We do not ship to {value}."]]

    @ValidationMethod("checkCountry", codes: [CodeDescription("country.embargo")])
    func checkCountry(_ value: borrowing Value, _ context: inout ValidationContext) {
        if country == "AQ" { context.report("country.embargo") }
    }

    @ValidationMethod
    private func checkNumber(_ value: borrowing Value, _ context: inout ValidationContext) {
        if number == 13 { context.report("number.tooBig", ["max": .integer(12)]) }
    }
}

@Validatable
final class Profile {
    @Rules(.required, .trim)
    var name: String
    @Rules(.in([1, 2, 3]))
    private(set) var level: Int64 = 1

    init(name: String) {
        self.name = name
    }
}

@Validatable
struct Wrapped<Content: AttributeValue & Sendable>: Sendable {
    @Rules(.required)
    var content: Content
}

@Validatable
struct Reservation: Sendable {
    @Rules(.string(min: 2), .type("isFree"))
    var name = ""
    @Rules(.type("isKnown"), on: "late")
    var guest = ""

    @ValidationMethod("isFree", codes: [CodeDescription("name.taken")])
    func isFree(_ value: AnyValue) async throws -> [Finding] {
        await Task.yield()
        if guest == "nobody" { throw Unknown() }
        return value == "ada" ? [Finding("name.taken")] : []
    }

    @ValidationMethod
    func isKnown(value: AnyValue) async -> [Finding] { value == "bob" ? [] : [Finding("guest.unknown")] }

    struct Unknown: Error {}
}

struct BehaviourTests {
    @Test func methodsMayWait() async throws {
        let plan = try AsyncModelPlan(Reservation.self)
        var model = Reservation(name: "ada", guest: "eve")
        #expect(try await plan.validate(&model).violations.map(\.code) == ["name.taken"])
        #expect(
            try await plan.validate(&model, scenario: "late").violations.map(\.code) == ["name.taken", "guest.unknown"])
        model.guest = "nobody"
        #expect(try await plan.validate(&model).violations.map(\.code) == [.fault])
        model.name = "x"
        #expect(try await plan.validate(&model).violations.map(\.code) == ["string.tooShort"], "not asked")
        // The compiler warns of a plan that would not wait, but not where other rules are given.
        #expect(throws: RuleSetError.self) { try ModelPlan<Reservation>(ruleSet: Reservation.ruleSet) }
    }

    @Test func rendersInTwoLocales() throws {
        var model = Registration(username: " x ", email: "nowhere", number: 0, tags: ["short", "endless"], echo: "y")
        let plan = try ModelPlan(Registration.self)
        let report = try plan.validate(&model)
        #expect(
            plan.plan.localizer(preferring: "en").texts(report) == [
                "User name must contain at least 3 characters.",
                "Email must be a valid email address, such as name@example.com.",
                "Number must be at least 1.", "Tags must contain at most 5 characters.", "Say it twice.",
            ])
        #expect(
            plan.plan.localizer(preferring: "de").texts(report).prefix(1) == [
                "Benutzername muss mindestens 3 Zeichen lang sein."
            ])
        #expect(plan.plan.localizer(preferring: "de").texts(report).last == "Zweimal, bitte.")
        #expect(report["tags"].map(\.path.description) == ["tags.1"])
    }

    @Test func writesBackWhatRulesChange() throws {
        var model = Registration(username: "  ada\n", number: 1)
        #expect(try model.validate().isValid)
        #expect(model.username == "ada")

        let plan = try ModelPlan(Profile.self)
        var profile = Profile(name: " Ada ")
        #expect(try plan.validate(&profile).isValid)
        #expect(profile.name == "Ada")
    }

    @Test func runsMethods() throws {
        var model = Registration(username: "ada", country: "AQ", number: 13)
        let plan = try ModelPlan(Registration.self)
        let report = try plan.validate(&model)
        #expect(report.violations.map(\.code) == ["country.embargo", "number.tooBig"])
        #expect(plan.plan.localizer(preferring: "fr").texts(report).first == "We do not ship to AQ.")
    }

    @Test func mindsScenarios() throws {
        let plan = try ModelPlan(Registration.self)
        var model = Registration(username: "ada", number: 1, echo: "bob")
        #expect(try plan.validate(&model).violations.map(\.attribute) == ["echo"])
        #expect(try plan.validate(&model, scenario: "register").violations.map(\.attribute) == ["email"])
        #expect(try plan.validate(&model, attributes: ["username"]).violations.isEmpty)
        #expect(throws: RuleSetError.self) { try plan.validate(&model, scenario: "login") }
    }

    @Test func leavesConstantsAlone() throws {
        let attribute = try #require(Registration.attributes.first { $0.name == "number" })
        var model = Registration(number: 5)
        #expect(!attribute.write(&model, .integer(6)))
        #expect(model.number == 5)
        #expect(!Registration.attributes.contains { $0.name == "secret" || $0.name == "shouted" })
    }

    @Test func warnsWithoutRefusing() throws {
        var model = Registration(username: "ada", number: 1, balance: 101.5, isMember: true)
        let report = try model.validate()
        #expect(report.isValid)
        #expect(report.violations.map(\.severity) == [.warning])
    }

    @Test func worksForGenericTypes() throws {
        var text = Wrapped(content: "")
        var number = Wrapped(content: 5)
        #expect(try !text.validate().isValid)
        #expect(try number.validate().isValid)
    }

    /// Texts beyond the room beside the slots, and more threads than records that are kept.
    @Test func manyAtOnce() async throws {
        let plan = try ModelPlan(Registration.self)
        let long = String(repeating: "long text ", count: 1000)
        await withTaskGroup(of: Bool.self) { group in
            for number in 1...200 {
                group.addTask {
                    var model = Registration(username: long, country: long, number: number + 20, tags: [long, "ok"])
                    let report = try? plan.validate(&model)
                    return report?.violations.map(\.attribute) == ["username", "country", "tags"]
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
