import Proviso
import ProvisoMacros
import Testing

@Validatable
struct Conditional: Sendable, ParsableModel {
    var name = ""
    #if os(Linux) || os(macOS)
    @Label("Town")
    @Rules(.trim, .required)
    var city = ""
    #if os(Windows)
    @Rules(.string(max: 1)) var drive = ""
    #else
    @Rules(.string(max: 3), .type("isFine")) var mount = ""
    #endif
    static let rules = [Rule("name", .required)]

    @ValidationMethod(codes: [CodeDescription("mount.bad")])
    func isFine(_ value: borrowing Value, _ context: inout ValidationContext) {
        if mount == "bad" { context.report("mount.bad") }
    }
    #else
    @Rules(.required) var other = ""
    #endif
    @Rules(.required) let id: Int

    init() { id = 1 }
}

/// A class that constants hold, with options and scenarios as lists and as names.
@Validatable
final class Held {
    @Rules(.trim, .required, on: ["a", "b"], except: "c", "d")
    var name = ""
    @Rules(.type("isIn", ["all": ["x"]]), except: "c")
    var kind = "x"
    @Rules(.required, on: "a", except: ["c"])
    var last = "l"

    init() {}

    @ValidationMethod(
        codes: [CodeDescription("kind.unknown")],
        options: [OptionDescription("all", .list, "the kinds", isRequired: true)])
    func isIn(_ value: borrowing Value, _ context: inout ValidationContext) {
        let all = context.options.value("all", as: [AnyValue].self) ?? []
        if !all.contains(AnyValue(value)) { context.report("kind.unknown") }
    }
}

@Validatable
struct HeldAsync: Sendable {
    @Rules(.type("isIn", ["all": ["x"]]), .type("isKnown", ["least": 3])) var kind = "y"

    @ValidationMethod(options: [OptionDescription("all", .list, "the kinds")])
    func isIn(_ value: AnyValue, _ context: AsyncContext) async -> [Finding] {
        let all = context.options.value("all", as: [AnyValue].self) ?? []
        return all.contains(value) ? [] : [Finding("kind.unknown")]
    }

    @ValidationMethod(options: [OptionDescription("least", .integer, "unused")])
    func isKnown(_ value: AnyValue) async -> [Finding] { [] }
}

@Validatable
struct Misplaced: Sendable {
    @Label("Name")
    @Rules(.required)
    @Rules(.string(min: 5, max: 2))
    var name = ""
    static let scenarios = ["default": ["nmae"]]
}

struct ConditionalMemberTests {
    @Test func compiledMembersHaveTheirRules() throws {
        #expect(Conditional.attributes.map(\.name) == ["name", "city", "mount", "id"])
        let parsed = try Conditional.validated(from: #"{"id": 7, "city": " ", "mount": "long"}"#)
        #expect(
            parsed.report.violations.map { "\($0.path) \($0.code)" }.sorted() == [
                "city required.blank", "mount string.tooLong", "name required.blank",
            ])
        let plan = try ModelPlan(Conditional.self)
        #expect(plan.localizer(preferring: "en").label("city") == "Town")
        var model = try plan.parse(json: #"{"id": 7, "name": "n", "city": " Ulm ", "mount": "m"}"#).get()
        #expect(model.city == "Ulm" && model.id == 7 && model.mount == "m")
        model.mount = "bad"
        #expect(try plan.validate(&model).violations.map(\.code) == ["mount.bad"])
    }

    @Test func constantsHoldObjects() async throws {
        let held = Held()
        #expect(try held.validate().isValid)
        #expect(try held.validate(scenario: "a").violations.map(\.code) == ["required.blank"])
        #expect(try held.validate(scenario: "d").isValid)
        let plan = try ModelPlan(Held.self)
        held.name = " n "
        held.kind = "y"
        #expect(try plan.validate(held, scenario: "b").violations.map(\.code) == ["kind.unknown"])
        #expect(held.name == "n")
        #expect(try plan.session(scenario: "c").validate(held).isValid)
        #expect(try await !AsyncModelPlan(Held.self).validate(held).isValid)
        var variable = held
        #expect(try !variable.validate().isValid && !plan.validate(&variable).isValid)
        variable = Held()
        #expect(try variable.validate().isValid)
    }

    @Test func waitingMethodsTakeOptions() async throws {
        var held = HeldAsync()
        #expect(try await AsyncModelPlan(HeldAsync.self).validate(&held).violations.map(\.code) == ["kind.unknown"])
    }

    @Test func errorsNameThePlace() {
        let error = #expect(throws: RuleSetError.self) { _ = try ModelPlan(Misplaced.self) }
        let places = error?.diagnostics.map { "\($0.position?.description ?? "nowhere")" } ?? []
        let file = "MacroTests/ConditionalMemberTests.swift"
        #expect(places == ["\(file):66:1", "\(file):70:5"], "\(error?.description ?? "")")
    }
}
