import Proviso
import ProvisoMacros
import TestSupport
import Testing

@Validatable
private struct Member: Sendable, ParsableModel, Codable {
    @Label("Name") @Rules(.trim, .required) var firstName = ""
    @Rules(.integer(min: 1)) let number: Int
    @Rules(.required) var `default`: String? = nil
    @Rules(.required) var home = Home()

    static let rules = [Rule("first_name", .string(max: 3)), Rule("home.post_code", .string(min: 5))]

    enum CodingKeys: String, CodingKey {
        case firstName = "first_name", number = "no"
        case `default` = "std"
        case home
    }

    init() { number = 0 }
}

@Validatable(.snakeCase)
private struct Home: Sendable, ParsableModel, Codable {
    @Rules(.required) var postCode = "12345"
    @Rules(.boolean) var isPOBox = false
}

/// What properties are called in data.
struct DataNameTests {
    @Test func attributesHaveTheNamesOfCodingKeysOrInSnakeCase() throws {
        #expect(Member.attributes.map(\.name) == ["first_name", "no", "std", "home"])
        #expect(Home.attributes.map(\.name) == ["post_code", "is_po_box"])
    }

    @Test func dataIsReadAndErrorsAreNamedByThem() throws {
        let plan = try ModelPlan(Member.self)
        let report = try plan.parse(
            json: #"{"first_name": " Grace ", "no": 0, "firstName": "x", "home": {"post_code": "1"}}"#
        ).report
        #expect(
            report.violations.map { "\($0.path.pointer) \($0.code)" } == [
                "/first_name string.tooLong", "/no number.tooSmall", "/std required.blank",
                "/home/post_code string.tooShort",
            ])
        #expect(plan.localizer(preferring: "en").texts(report)[0].contains("Name"))
        let member = try plan.parse(
            json: #"{"first_name": " Ada ", "no": 7, "std": "a", "home": {"post_code": "54321", "is_po_box": true}}"#
        ).get()
        #expect(member.firstName == "Ada" && member.number == 7 && member.default == "a")
        #expect(member.home.postCode == "54321" && member.home.isPOBox)
    }

    @Test func rulesThatNameThePropertyAreToldTheNameInData() {
        let said = Diagnosed.all(
            """
            @Validatable struct A {
                var firstName = ""
                enum CodingKeys: String, CodingKey { case firstName = "first_name" }
                static let rules = [Rule("firstName", .required)]
            }
            """, macros)
        #expect(said.map(\.text) == ["unknown attribute 'firstName'; did you mean 'first_name'?"])
    }

    @Test(arguments: ["a.b", "a, b", "*", "a[0]", "/a", ""]) func namesThatArePathsAreRefused(name: String) {
        let said = Diagnosed.all(
            """
            @Validatable struct A {
                var a = ""
                enum CodingKeys: String, CodingKey { case a = "\(name)" }
            }
            """, macros)
        #expect(said.map(\.line) == [3] && said[0].text.hasPrefix("'@Validatable' cannot use this name: "))
    }
}
