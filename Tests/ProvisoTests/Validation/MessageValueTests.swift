import Proviso
import Testing

/// Which message a violation gets, and what `{value}` shows in it.
struct MessageValueTests {
    private static func german(_ messages: [String: String]) throws -> Catalogs {
        Catalogs.embedded.adding(try Catalog(locale: "de", messages: messages))
    }

    private static func texts(_ plan: Plan, _ value: AnyValue, _ tag: String = "de") throws -> [String] {
        plan.localizer(preferring: tag).texts(try plan.validate(value))
    }

    @Test func catalogsShowTheValue() async throws {
        let catalogs = try Self.german([
            "in.invalid": "„{value}“ gibt es nicht.", "x.taken": "„{value}“ ist vergeben.",
            "value.object": "„{value}“ ist kein Objekt.",
        ])
        let rules = RuleSet(rules: [
            Rule("size", .in(["S"])), Rule("tags", .each(.in(["a"]))), Rule("name", .fails("x.taken")),
            Rule("address.city", .safe),
        ])
        let plan = try Plan(rules, catalogs: catalogs)
        #expect(try Self.texts(plan, ["size": "XL"]) == ["„XL“ gibt es nicht."])
        #expect(try Self.texts(plan, ["tags": ["a", "b"]]) == ["„b“ gibt es nicht."])
        #expect(try Self.texts(plan, ["name": 5]) == ["„5“ ist vergeben."])
        #expect(try Self.texts(plan, ["address": "x"]) == ["„x“ ist kein Objekt."])
        let later = try AsyncPlan(RuleSet(rules: [Rule("name", .later("x.taken"))]), catalogs: catalogs)
        let report = try await later.validate(["name": "ada"])
        #expect(later.localizer(preferring: "de").texts(report) == ["„ada“ ist vergeben."])
        let input = InputValidator("name", catalogs: try Self.german(["input.refused": "„{value}“ ist vergeben."]))
        try input.addRemote { _ in false }
        input.validate("ada")
        _ = await input.settled()
        #expect(input.texts(in: "de") == ["„ada“ ist vergeben."])
    }

    @Test(
        arguments: [
            ("[a, integer, { min: 21, message: \"at least {min, number}\" }]", "x", "at least 21"),
            ("[a, number, { min: { attribute: b }, message: \"at least {min}\" }]", "x", "at least B"),
            ("[a, string, { min: 3, message: \"{min} letters or more\" }]", 5, "3 letters or more"),
            ("[a, integer, { min: 21, message: \"at least {min, number}\" }]", 5, "at least 21"),
        ] as [(String, AnyValue, String)]) func `a message for all codes shows the options of the rule`(
            rule: String, value: AnyValue, text: String
        ) throws
    {
        let plan = try Plan(RuleSet(parsing: "rules:\n- \(rule)\n- [b, safe]"))
        #expect(try Self.texts(plan, ["a": value, "b": 10], "en") == [text])
    }

    @Test func `a message has no parameter of a code that the rule never reports`() {
        for name in ["compareValue", "kind", "second"] {
            #expect(throws: RuleSetError.self) {
                try Plan(RuleSet(parsing: "rules:\n- [a, integer, { min: 21, message: \"{\(name)}\" }]"))
            }
        }
    }

    @Test func valuesAreKeptOnlyWhereAMessageShowsThem() throws {
        let catalogs = try Self.german([
            "in.invalid": "„{value}“ gibt es nicht.", "startsWith.invalid": "{value} vorn!",
        ])
        let rules = RuleSet(rules: [
            Rule("size", .in(["S"])), Rule("secret", .match("^x")), Rule("start", .startsWith("Dr")),
        ])
        let plan = try Plan(rules, catalogs: catalogs)
        let found = try plan.validate(["size": "XL", "secret": "pw", "start": "Mr"]).violations
        #expect(found.map { $0.parameters["value"] } == [.text("XL"), nil, .text("Mr")])
        let plain = try Plan(rules).validate(["size": "XL"]).violations
        #expect(plain.map { $0.parameters["value"] } == [nil])
    }

    /// A localizer may have catalogs that the plan did not know when the value was at hand.
    @Test func aValueThatWasNotKeptIsAnEllipsis() throws {
        let plan = try Plan(RuleSet(rules: [Rule("size", .in(["S"]))]))
        let report = try plan.validate(["size": "XL"])
        for message in [
            "„{value}“", "„{value, number}“", "„{value, plural, other {#}}“", "„{value, select, other {x}}“",
        ] {
            let catalogs = try Self.german(["in.invalid": message])
            let localizer = plan.localizer(Localizer(preferring: ["de"], in: catalogs))
            #expect(localizer.texts(report) == ["„…“"], "\(message)")
        }
    }

    @Test func storedViolationsKeepTheirValue() throws {
        let catalogs = try Self.german(["in.invalid": "„{value}“ gibt es nicht."])
        let plan = try Plan(RuleSet(rules: [Rule("size", .in(["S"]))]), catalogs: catalogs)
        let found = try #require(try plan.validate(["size": "XL"]).violations.first)
        var writer = JSONWriter()
        writer.object { $0.violation(found) }
        let record = Record(for: try Plan(RuleSet(rules: [Rule("code", "parameters", .safe)])))
        try record.fill(json: writer.text)
        let stored: AnyValue = .object([
            AnyValue.Member("code", record["code"] ?? nil), AnyValue.Member("parameters", record["parameters"] ?? nil),
            AnyValue.Member("attribute", "size"), AnyValue.Member("path", "/size"),
        ])
        let violation = try #require(plan.violation(stored: stored))
        #expect(plan.localizer(preferring: "de").text(violation) == "„XL“ gibt es nicht.")
    }

    struct Down: Error {}

    private static let fault = Constraint.check { _, context in context.reportFault("down") }

    @Test func aRulesMessageIsNotForFaults() async throws {
        func text(_ rule: Rule, _ value: AnyValue = ["u": "x"]) throws -> [String] {
            try Self.texts(try Plan(RuleSet(rules: [rule])), value, "en")
        }
        let own = RuleMessages(
            all: MessageOverride("Taken."), byProblem: ["rule.fault": MessageOverride("Try later: {reason}.")])
        #expect(try text(Rule("u", Self.fault, message: "Taken.")) == ["U could not be checked."])
        #expect(try text(Rule("u", Self.fault, message: own)) == ["Try later: down."])
        #expect(try text(Rule("u", .each(Self.fault), message: "Taken."), ["u": ["x"]]) == ["U could not be checked."])
        #expect(try text(Rule("u.*.v", .required, message: "Taken."), ["u": 1]) == ["U must be a list."])
        #expect(try text(Rule("u", .fails("x.y"), message: "Taken.")) == ["Taken."])
        let file = "rules: [[u, in, { range: [a], message: Taken., rule.fault: Later. }]]"
        #expect(try Self.texts(try Plan(RuleSet(parsing: file)), ["u": "x"], "en") == ["Taken."])

        let later = Constraint.asyncCheck { _, _ in throw Down() }
        for (message, expected) in [("Taken." as RuleMessages, "U could not be checked."), (own, "Try later: Down().")]
        {
            let plan = try AsyncPlan(RuleSet(rules: [Rule("u", later, message: message)]))
            let report = try await plan.validate(["u": "x"])
            #expect(plan.localizer(preferring: "en").texts(report) == [expected])
        }
        let input = InputValidator("email")
        try input.addRemote(message: "Taken.") { _ in throw Down() }
        input.validate("x")
        _ = await input.settled()
        #expect(input.texts() == ["Email could not be checked."])
    }

    @Test func aCodeWithoutAMessageIsShownInASentence() throws {
        let plan = try Plan(RuleSet(rules: [Rule("seat", .fails("seat.taken"))]))
        #expect(try Self.texts(plan, ["seat": 1], "en") == ["Seat is not valid. (seat.taken)"])
        #expect(try Self.texts(plan, ["seat": 1]) == ["Seat ist ungültig. (seat.taken)"])
        #expect(try Self.texts(plan, ["seat": 1], "ar").first?.contains("\u{2068}seat.taken\u{2069}") == true)
        let none = try Plan(RuleSet(rules: [Rule("seat", .fails("seat.taken"))]), catalogs: .none)
        #expect(try Self.texts(none, ["seat": 1], "en") == ["seat.taken"])
    }

    @Test func addedCatalogsShowOnlyWhatTheirCodesBring() throws {
        func refused(_ messages: [String: String]) throws -> [String] {
            let catalogs = try Self.german(messages)
            do throws(RuleSetError) {
                _ = try Plan(RuleSet(rules: [Rule("a", .required)]), catalogs: catalogs)
                return []
            } catch {
                return error.diagnostics.map(\.reason)
            }
        }
        #expect(try refused(["string.tooShort": "{attribute} {min} {value}", "required.blank": "{attribute}"]) == [])
        #expect(try refused(["rule.fault": "{attribute}: {reason}", "acme.unknown": "{whatever}"]) == [])
        #expect(
            try refused(["string.tooShort": "{mim}"]) == [
                "the catalog for 'de', message for 'string.tooShort': unknown placeholder '{mim}' "
                    + "(expected one of {attribute}, {value}, {min}, {unit})"
            ])
    }
}
