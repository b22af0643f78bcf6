import Proviso
import Testing

/// Methods of models: their options, and errors of other attributes.
struct MethodOptionTests {
    struct Trip: ValidatableModel, Sendable {
        var country = ""
        var city = ""
        static let attributes: [Attribute<Trip>] = [Attribute("country", \.country), Attribute("city", \.city)]
        static let ruleSet = RuleSet()
        static let options = [
            OptionDescription("allowed", .texts, "the countries", isRequired: true),
            OptionDescription("most", .integer, "the longest name"),
        ]
        static let methods: [ValidationMethod<Trip>] = [
            ValidationMethod("allowed", codes: [CodeDescription("trip.closed")], options: options) {
                _, value, context in
                let allowed = context.options.value("allowed", as: [String].self) ?? []
                let most = context.options.value("most", as: Int.self) ?? .max
                if !allowed.contains(value.text?.string ?? "") || value.count > most { context.report("trip.closed") }
            },
            ValidationMethod(async: "allowedLater", options: options) { _, value, context in
                let allowed = context.options.value("allowed", as: [AnyValue].self) ?? []
                return allowed.contains(value) ? [] : [Finding("trip.closed")]
            },
            ValidationMethod("none") { _, _, context in
                if context.options.value("allowed") != nil { context.report("trip.closed") }
            },
            ValidationMethod("cityToo") { _, _, context in context.report("trip.city", at: "city", ["n": .integer(1)])
            },
            ValidationMethod("nobody") { _, _, context in context.report("trip.city", at: "nobody") },
        ]
    }

    private func plan(_ rules: [Rule]) throws(RuleSetError) -> ModelPlan<Trip> {
        try ModelPlan(Trip.self, ruleSet: RuleSet(rules: rules))
    }

    @Test func methodsReadTheirOptions() async throws {
        let rules = [
            Rule("country", .type("allowed", ["allowed": ["DE", "Austria"], "most": 2])),
            Rule("country", .type("none")),
        ]
        for (country, lines) in [("DE", []), ("Austria", ["country trip.closed"]), ("FR", ["country trip.closed"])] {
            var trip = Trip(country: country)
            #expect(try plan(rules).validate(&trip).lines == lines)
        }
        let later = try AsyncModelPlan(
            Trip.self, ruleSet: RuleSet(rules: [Rule("country", .type("allowedLater", ["allowed": ["DE"]]))]))
        var trip = Trip(country: "DE")
        #expect(try await later.validate(&trip).isValid)
        trip.country = "FR"
        #expect(try await later.validate(&trip).lines == ["country trip.closed"])
        let file = try RuleSet(parsing: "rules: [[country, allowed, { allowed: DE, options: { most: 2 } }]]")
        trip.country = "DE"
        #expect(try !ModelPlan(Trip.self, ruleSet: file).validate(&trip).isValid, "a single text is no list here")
    }

    @Test func theirOptionsAreChecked() {
        let rows: [(Constraint, String)] = [
            (
                .type("allowed", ["allowed": ["DE"], "mots": 1]),
                "unknown option 'mots' of 'allowed' (it accepts allowed, most)"
            ),
            (.type("none", ["allowed": 1]), "unknown option 'allowed' of 'none' (it accepts none)"),
            (
                .type("allowed", ["allowed": 5]),
                "option 'allowed' of 'allowed': expected a string or a list of strings, found 5"
            ),
            (
                .type("allowed", ["allowed": ["DE"], "most": "2"]),
                "option 'most' of 'allowed': expected an integer, found '2': write it without quotes"
            ),
            (.type("allowed"), "'allowed' needs the option 'allowed'"),
        ]
        for (body, reason) in rows {
            let error = #expect(throws: RuleSetError.self) { try plan([Rule("country", body)]) }
            #expect(error?.diagnostics.map(\.reason) == [reason])
        }
        let error = #expect(throws: RuleSetError.self) {
            try plan([Rule("country", .type("allowed", ["allowed": ["DE"], "mots": 1]))])
        }
        #expect(error?.diagnostics.map(\.suggestion) == ["most"])
    }

    @Test func rulesReportOnOtherAttributes() throws {
        var trip = Trip(country: "DE", city: "Ulm")
        let rules = [
            Rule("country", .type("cityToo")), Rule("city", .fails("city.later")),
            Rule("country", .fails("country.later")),
        ]
        let report = try plan(rules).validate(&trip)
        #expect(report.lines == ["country country.later", "city trip.city"], "the error is the city's alone")
        #expect(report.violations.last?.rule.type == "cityToo")
        #expect(report.violations.last?.parameters["n"] == .integer(1))
        #expect(report["city"].count == 1)
        #expect(try plan([Rule("country", .type("nobody"))]).validate(&trip).lines == ["country rule.fault"])
    }

    @Test func itemsReportOnTheirSiblings() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule(["items.*.a"], .check { _, context in context.report("x.b", at: "items.*.b") }),
                Rule(["items.*.b"], .fails("b.later"), skipOnEmpty: false),
                Rule(
                    ["c"], .each(.check { _, context in context.report("x.c", at: "d") }, allowMessageFromRule: false)),
                Rule("d", .safe), Rule("e", .safe, when: Condition { _ in true }),
            ]))
        let found = try plan.validate(["items": [["b": 1], ["a": 1, "b": 2], ["a": 1]], "c": [1]])
        #expect(
            found.lines == ["items.1.b x.b", "items.2.b x.b", "items.0.b b.later", "c.0 each.invalid"])
    }
}
