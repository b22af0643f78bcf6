import Proviso
import Testing

/// Rule types that closures make, with what the program gives them.
struct RegisteredClosureTests {
    actor Users {
        let names: Set<String>
        private(set) var asked = 0

        init(_ names: Set<String>) { self.names = names }

        func has(_ name: String) -> Bool {
            asked += 1
            return names.contains(name)
        }
    }

    struct FreeName: AsyncValidator {
        let users: Users
        let isStrict: Bool

        func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
            await users.has(value.text ?? "") ? [Finding("name.taken", ["strict": .boolean(isStrict)])] : []
        }
    }

    struct Prefixed: Validator {
        let prefix: String

        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            if AnyValue(value).text?.hasPrefix(prefix) != true { context.report("prefix.missing") }
        }
    }

    private static func registry(_ users: Users) throws -> Registry {
        var registry = Registry.standard
        registry.services[Users.self] = users
        try registry.register(
            "acme/free", options: [OptionDescription("strict", .boolean, "whether it counts")],
            codes: [CodeDescription("name.taken", "strict")],
            makeAsync: { options throws(OptionError) in
                guard let users = options.services[Users.self] else { throw OptionError(reason: "there are no users") }
                return FreeName(users: users, isStrict: try options.boolean("strict") ?? false)
            })
        try registry.register(
            "acme/prefix", options: [OptionDescription("with", .text, "the beginning", isRequired: true)],
            codes: [CodeDescription("prefix.missing")],
            make: { options throws(OptionError) in Prefixed(prefix: try options.text("with") ?? "") })
        try registry.register("acme/even", codes: [CodeDescription("even.odd")]) { value, _, context in
            if (AnyValue(value).int ?? 1) % 2 != 0 { context.report("even.odd") }
        }
        try registry.register("acme/known") { value, _, _ in
            await users.has(value.text ?? "") ? [] : [Finding("name.unknown")]
        }
        return registry
    }

    static let file = """
        proviso: 1
        rules:
          - [name, acme/free, { strict: true }]
          - [name, acme/prefix, { with: a }]
          - [age, acme/even]
          - [friend, acme/known]
        """

    @Test func ruleFilesNameThem() async throws {
        let users = Users(["ada"])
        let plan = try AsyncPlan(RuleSet(parsing: Self.file), registry: Self.registry(users))
        let report = try await plan.validate(["name": "ada", "age": 3, "friend": "eve"])
        #expect(
            report.violations.map { "\($0.path) \($0.code)" } == [
                "name name.taken", "age even.odd", "friend name.unknown",
            ])
        #expect(report.violations.first?.parameters["strict"] == true)
        #expect(try await plan.validate(["name": "abe", "age": 4, "friend": "ada"]).isValid)
        #expect(await users.asked == 4)
    }

    @Test func eachRegistryHasServicesOfItsOwn() async throws {
        let rules = RuleSet(rules: [Rule("name", .type("acme/free"))])
        let one = try AsyncPlan(rules, registry: Self.registry(Users(["ada"])))
        let other = try AsyncPlan(rules, registry: Self.registry(Users(["bob"])))
        #expect(try await one.validate(["name": "bob"]).isValid)
        #expect(try await !other.validate(["name": "bob"]).isValid)
    }

    struct Low: NamedValidator {
        static let type: RuleType = "acme/low"
        static let options = [OptionDescription("low", .text, "what is low")]
        static let codes = [CodeDescription("b.low")]

        init(options: borrowing OptionReader) throws(OptionError) {}
        func validate(_ value: borrowing Value, _ context: inout ValidationContext) { context.report("b.low") }
    }

    /// In a rule, an option named like a problem would be taken for that problem's message.
    @Test func optionsHaveOtherNamesThanProblems() throws {
        func reason(_ register: (inout Registry) throws -> Void) -> String {
            var registry = Registry.standard
            let error = #expect(throws: RuleSetError.self) { try register(&registry) }
            return error?.description ?? ""
        }
        let options = [OptionDescription("low", .integer, "a number")]
        let codes = [CodeDescription("a.high"), CodeDescription("b.low")]
        let reasons = [
            reason { try $0.register(Low.self) },
            reason { try $0.register("acme/low", options: options, codes: codes) { _, _, _ in } },
            reason { try $0.register("acme/low", options: options, codes: codes) { _, _, _ async in [] } },
        ]
        for reason in reasons {
            #expect(reason.contains("option 'low' of rule type 'acme/low'") && reason.contains("'b.low'"), "\(reason)")
        }
        var registry = Registry.standard
        // A described message is what the name stands for.
        let message = [OptionDescription("low", .message, "for what is low")]
        try registry.register("acme/low", options: message, codes: codes) { _, _, _ in }
        try registry.register("acme/lower", options: options, codes: [CodeDescription("low.high")]) { _, _, _ in }
        for definition in Registry.standard.definitions {
            let problems = Set(definition.codes.map { String($0.code.problem) })
            let names = (definition.options ?? []).filter { $0.kind != .message }.map(\.name)
            #expect(problems.isDisjoint(with: names), "\(definition.type)")
        }
    }

    @Test func optionsAreChecked() throws {
        let registry = try Self.registry(Users([]))
        for (rule, reason) in [
            (Rule("a", .type("acme/prefix")), "option 'with'"),
            (Rule("a", .type("acme/prefix", ["with": 5])), "expected a string, found 5"),
            (Rule("a", .type("acme/prefix", ["with": "a", "wiht": 5])), "wiht"),
            (Rule("a", .type("acme/free")), "is async"),
        ] {
            let error = #expect(throws: RuleSetError.self) { _ = try Plan(RuleSet(rules: [rule]), registry: registry) }
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
        var again = registry
        #expect(throws: RuleSetError.self) { try again.register("acme/even") { _, _, _ in } }
        var bare = registry
        bare.services[Users.self] = nil
        let rules = RuleSet(rules: [Rule("a", .type("acme/free"))])
        let error = #expect(throws: RuleSetError.self) { _ = try AsyncPlan(rules, registry: bare) }
        #expect(error?.description.hasSuffix("'acme/free': there are no users") == true)
    }
}
