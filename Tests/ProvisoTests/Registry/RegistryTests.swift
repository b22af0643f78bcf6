import Proviso
import Testing

struct RegistryTests {
    private struct Traveller: ValidatableModel {
        var country = ""
        static let attributes = [Attribute<Traveller>("country", \.country)]
        static let ruleSet = RuleSet(rules: [Rule("country", .type("checkCountry"))])
        static let methods = [ValidationMethod<Traveller>("checkCountry") { _, _, _ in }]
    }

    private struct Clashing: ValidatableModel {
        static let attributes: [Attribute<Clashing>] = []
        static let ruleSet = RuleSet()
        static let methods = [ValidationMethod<Clashing>("required") { _, _, _ in }]
    }

    private static func definition(_ type: RuleType, _ origin: RuleDefinition.Origin) -> RuleDefinition {
        RuleDefinition(type: type, origin: origin, options: nil, codes: []) {
            (_: OptionReader) throws(OptionError) -> Check in Check(EvenValidator())
        }
    }

    private static let plugin = RuleDefinition.Origin.plugin(id: "org.acme", file: "/p/acme.so")

    @Test func typesComeFromThreePlaces() throws {
        var registry = Registry.standard
        #expect(registry["required"]?.origin == .builtIn)
        try registry.register(EvenValidator.self)
        #expect(registry["even"]?.origin == .application)
        let method = try ModelPlan(Traveller.self).plan.registry["checkCountry"]
        #expect(method?.origin == .method("Traveller"))
        #expect(method?.options == [])
        registry.add([Self.definition("acme/iban", Self.plugin)])
        #expect(registry["acme/iban"]?.origin == Self.plugin)
        #expect(registry["acme/iban"]?.type.vendor == "acme")
        #expect(RuleType("even").vendor == nil)
        let names = registry.definitions.map(\.type.rawValue)
        #expect(names == names.sorted())
        #expect(names.contains("acme/iban") && names.contains("even") && !names.contains("checkCountry"))
        #expect(Registry.standard["even"] == nil)
        #expect(Registry().definitions.isEmpty)
        #expect(Registry()["required"] == nil)
    }

    struct Clash: Sendable {
        let first: RuleDefinition.Origin
        let second: RuleDefinition.Origin
        let reason: String
        let location: SourceLocation

        init(
            _ first: RuleDefinition.Origin, _ second: RuleDefinition.Origin, _ reason: String,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.first = first
            self.second = second
            self.reason = reason
            self.location = location
        }
    }

    static let clashes = [
        Clash(.application, .application, "rule type 'x' of the application is already used by the application"),
        Clash(.builtIn, .application, "rule type 'x' of the application is already used by built-in"),
        Clash(.builtIn, .method("User"), "rule type 'x' of a method of User is already used by built-in"),
        Clash(.method("User"), .application, "rule type 'x' of the application is already used by a method of User"),
        Clash(
            plugin, .method("User"), "rule type 'x' of a method of User is already used by plugin org.acme (/p/acme.so)"
        ),
        Clash(.builtIn, plugin, "rule type 'x' of plugin org.acme (/p/acme.so) is already used by built-in"),
    ]

    @Test(arguments: clashes) func nothingIsShadowed(row: Clash) throws {
        var registry = Registry()
        try registry.register(Self.definition("x", row.first))
        #expect(throws: RuleSetError.self, sourceLocation: row.location) {
            try registry.register(Self.definition("x", row.second))
        }
        #expect(registry.conflict(with: Self.definition("x", row.second)) == row.reason, sourceLocation: row.location)
        #expect(registry["x"]?.origin == row.first, sourceLocation: row.location)
        #expect(registry.conflict(with: Self.definition("y", row.second)) == nil, sourceLocation: row.location)
    }

    @Test func methodsShadowNoBuiltIn() {
        #expect(throws: RuleSetError.self) { try ModelPlan(Clashing.self) }
    }

    @Test func copiesAreTheirOwn() throws {
        var one = Registry.standard
        let other = one
        try one.register(EvenValidator.self)
        let plan = try Plan(RuleSet(rules: [Rule("a", .type("even"))]), registry: one)
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("a", .type("even"))]), registry: other) }
        #expect(plan.registry["even"] != nil)
    }

    @Test(
        arguments: [
            ("requird", "required"), ("Required", "required"), ("reqiured", "required"), ("minimun", "minimum"),
            ("evn", "even"), ("same_as", "sameAs"), ("nothing", nil), ("", nil), ("x", nil),
        ] as [(String, String?)])
    func suggestsWhatWasMeant(name: String, meant: String?) {
        #expect(Registry.small.suggestion(for: RuleType(rawValue: name)) == meant)
    }
}
