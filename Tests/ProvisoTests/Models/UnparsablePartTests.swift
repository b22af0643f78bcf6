import Proviso
import Testing

/// Models in models that data cannot make, and null in the place of a model.
struct UnparsablePartTests {
    struct Plain: ValidatableModel, Equatable {
        var city = ""
        static let attributes: [Attribute<Plain>] = [Attribute("city", \.city).withDefault()]
        static let ruleSet = RuleSet(rules: [Rule("city", .required)])
    }

    struct Optionally: ParsableModel {
        var part: Plain?
        static let attributes: [Attribute<Optionally>] = [Attribute("part", \.part)]
        static let ruleSet = RuleSet()
    }

    struct Listed: ParsableModel {
        var parts: [Plain] = []
        static let attributes: [Attribute<Listed>] = [Attribute("parts", \.parts).withDefault()]
        static let ruleSet = RuleSet()
    }

    struct Keyed: ParsableModel {
        var parts: [String: [Plain]] = [:]
        static let attributes: [Attribute<Keyed>] = [Attribute("parts", \.parts).withDefault()]
        static let ruleSet = RuleSet()
    }

    struct Deep: ParsableModel {
        var around: [Listed] = []
        static let attributes: [Attribute<Deep>] = [Attribute("around", \.around).withDefault()]
        static let ruleSet = RuleSet()
    }

    struct InPlace: ParsableModel {
        var part = Plain(city: "Ulm")
        static let attributes: [Attribute<InPlace>] = [Attribute("part", \.part).withDefault()]
        static let ruleSet = RuleSet()
    }

    @Test func thePlanRefusesThem() throws {
        let reason = "'Plain' is not a ParsableModel; declare 'struct Plain: ParsableModel' with 'init()'"
        let plans: [() throws -> Void] = [
            { _ = try ModelPlan(Optionally.self) }, { _ = try ModelPlan(Listed.self) },
            { _ = try ModelPlan(Keyed.self) }, { _ = try ModelPlan(Deep.self) },
            { _ = try AsyncModelPlan(Listed.self) },
            { _ = try Optionally.validated(from: #"{"part": {"city": "q"}}"#) },
        ]
        for plan in plans {
            let error = #expect(throws: RuleSetError.self) { try plan() }
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
    }

    @Test func aPartThatIsThereIsChangedInPlace() throws {
        #expect(try InPlace.validated(from: #"{"part": {"city": "Bonn"}}"#).model?.part == Plain(city: "Bonn"))
        #expect(try InPlace.validated(from: "{}").model?.part == Plain(city: "Ulm"))
    }

    struct Form: ValidatableModel {
        var part: Plain?
        var parts: [Plain] = []
        var byKey: [String: Plain] = [:]
        static let attributes: [Attribute<Form>] = [
            Attribute("part", \.part), Attribute("parts", \.parts), Attribute("byKey", \.byKey),
        ]
        static let ruleSet = RuleSet()
    }

    @Test(arguments: [#"{"part": {"city": "q"}}"#, #"{"parts": [{"city": "q"}]}"#, #"{"byKey": {"a": {"city": "q"}}}"#])
    func loadingBlamesTheProgram(_ json: String) throws {
        var state = try ModelState(Form())
        #expect(state.load(try AnyValue(json: json), formName: ""))
        #expect(state.errors.violations.map(\.code) == [.fault], "\(state.errors.violations)")
        #expect(try !state.validate())
    }

    struct Inner: ParsableModel, Equatable {
        var city = "Ulm"
        var zip = ""
        static let attributes: [Attribute<Inner>] = [Attribute("city", \.city).withDefault(), Attribute("zip", \.zip)]
        static let ruleSet = RuleSet(rules: [Rule("city", "zip", .required)])
    }

    struct Outer: ParsableModel, Equatable {
        var inner = Inner()
        var maybe: Inner?
        var list: [Inner] = []
        var byKey: [String: Inner] = [:]
        static let attributes: [Attribute<Outer>] = [
            Attribute("inner", \.inner).withDefault(), Attribute("maybe", \.maybe),
            Attribute("list", \.list).withDefault(), Attribute("byKey", \.byKey).withDefault(),
        ]
        static let ruleSet = RuleSet(rules: [Rule("inner.city", .string(max: 5))])
    }

    @Test(arguments: [
        (#"{"inner": null}"#, ["inner value.type"]),
        (#"{"inner": {"zip": "1"}, "maybe": null}"#, []),
        (#"{"inner": {"zip": "1"}, "list": [null]}"#, ["list.0 value.type"]),
        (#"{"inner": {"zip": "1"}, "byKey": {"a": null}}"#, ["byKey.a value.type"]),
        (#"{"inner": {"zip": "1"}, "byKey": null}"#, ["byKey value.type"]),
        (#"{"inner": {"city": null, "zip": "1"}}"#, ["inner.city value.type"]),
        (#"{"inner": 5}"#, ["inner value.object"]),
    ])
    func nullIsNoModel(_ json: String, _ lines: [String]) async throws {
        #expect(try Outer.validated(from: json).report.lines == lines)
        #expect(try await AsyncModelPlan(Outer.self).parse(json: json).report.lines == lines)
    }
}
