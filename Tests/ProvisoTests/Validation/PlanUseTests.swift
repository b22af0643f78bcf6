import Proviso
import Testing

/// Scenarios, parts of a plan, changes, messages.
struct PlanUseTests {
    @Test func scenariosAreDerivedFromTheRules() {
        let ruleSet = RuleSet(rules: [
            Rule("a", "b", .even), Rule("c, !d", .even, on: "x"), Rule("e", .even, except: ["y"]),
            Rule("!b", .type("safe")),
        ])
        #expect(ruleSet.scenarioNames == ["default", "x", "y"])
        #expect(ruleSet.activeAttributes(in: "default") == ["a", "b", "e"])
        #expect(ruleSet.activeAttributes(in: "x") == ["a", "b", "c", "d", "e"])
        #expect(ruleSet.activeAttributes(in: "y") == ["a", "b"])
        #expect(ruleSet.safeAttributes(in: "default") == ["a", "e"])
        #expect(ruleSet.safeAttributes(in: "x") == ["a", "c", "e"])
        #expect(ruleSet.ruledAttributes == ["a", "b", "c", "d", "e"])
        #expect(RuleSet().scenarioNames == ["default"])
    }

    @Test func declaredScenariosPickAttributes() throws {
        let ruleSet = RuleSet(
            rules: [Rule("a", "b", .even), Rule("c", .even), Rule("a", .fails("x"), on: "login")],
            scenarios: ["login": ["a", "!c"], "nothing": []])
        #expect(ruleSet.scenarioNames == ["default", "login", "nothing"])
        #expect(ruleSet.activeAttributes(in: "login") == ["a", "c"])
        #expect(ruleSet.safeAttributes(in: "login") == ["a"])
        let plan = try Plan(ruleSet)
        #expect(plan.scenarios == ["default", "login", "nothing"])
        let record: AnyValue = ["a": 2, "b": 1, "c": 1]
        #expect(try plan.validate(record, scenario: "login").outline == ["even.odd /c", "x /a"])
        #expect(try plan.validate(record, scenario: "nothing").outline == [])
        #expect(try plan.validate(record).outline == ["even.odd /b", "even.odd /c"])
    }

    @Test func scenariosLeaveOutWhatTheyDoNotNeed() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule("a.b", .even, on: "x"), Rule("l.*.n", .even, on: "x"), Rule("c", .even)]))
        let record: AnyValue = ["a": "text", "l": "text", "c": 1]
        #expect(try plan.validate(record).outline == ["even.odd /c"])
        #expect(
            try plan.validate(record, scenario: "x").outline == ["value.object /a", "value.list /l", "even.odd /c"])
    }

    @Test func unknownNamesAreRefused() throws {
        let plan = try Plan(RuleSet(rules: [Rule("email", .required, on: "register")]))
        let record = Record(for: plan)
        #expect(throws: RuleSetError.self) { try plan.validate(record, scenario: "regster") }
        do throws(RuleSetError) {
            _ = try plan.validate(record, scenario: "regster")
        } catch {
            #expect(
                error.description == "unknown scenario 'regster' (known: default, register); did you mean 'register'?")
        }
        do throws(RuleSetError) {
            _ = try plan.validate(record, attributes: ["emial"])
            Issue.record("accepted")
        } catch {
            #expect(error.description == "unknown attribute 'emial'; did you mean 'email'?")
        }
    }

    @Test func someAttributesOnly() throws {
        let plan = try Plan(RuleSet(rules: [Rule("b, a, o.x, l.*.n, p.q", .required)]))
        let record = Record(for: plan)
        record.fill(["l": [.object([])], "p": "text"])
        func outline(_ names: String...) throws -> [String] { try plan.validate(record, attributes: names).outline }
        #expect(try outline("a") == ["required.blank /a"])
        #expect(try outline("a", "b") == ["required.blank /b", "required.blank /a"])
        #expect(try outline("l.*.n", "o.x") == ["required.blank /o/x", "required.blank /l/0/n"])
        #expect(try outline("p.q") == ["value.object /p"])
        #expect(try outline() == [])
        #expect(try plan.validate(record).violations.count == 5)
    }

    @Test func aRecordIsUsedAgain() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .even), Rule("a", .minimum(5)), Rule("l.*.n", .required)]))
        let record = Record(for: plan)
        #expect(try plan.validate(record).outline == [])
        for _ in 0..<3 {
            record.fill(["a": 1, "l": [.object([])]])
            #expect(try plan.validate(record).outline == ["even.odd /a", "required.blank /l/0/n"])
            record.fill(["a": 2])
            #expect(try plan.validate(record).outline == ["minimum.tooSmall /a"])
            try record.fill(json: #"{"a": 6, "l": []}"#)
            #expect(try plan.validate(record).outline == [])
            record.fill("no object")
            #expect(try plan.validate(record).outline == ["value.object "])
            #expect(throws: InputError.self) { try record.fill(json: "{") }
            #expect(try plan.validate(record).outline == [])
        }
    }

    @Test func laterRulesSeeWhatEarlierOnesChanged() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("a, o.x, l.*.n, l.*.s", .upper), Rule("a", .type("required", ["requiredValue": "X"])),
                Rule("o", .required),
                Rule("l", .required),
            ]))
        let record = Record(for: plan)
        for json in [true, false] {
            let value: AnyValue = ["a": "x", "o": ["x": "y", "z": "z"], "l": [["n": "n"], ["m": "m"], ["s": "s"]]]
            if json { try record.fill(json: value.jsonText) } else { record.fill(value) }
            #expect(try plan.validate(record).outline == [])
            #expect(record["a"] == "X")
            #expect(record["o.x"] == "Y")
            #expect(record["o"] == ["x": "Y", "z": "z"])
            #expect(record["l"] == [["n": "N"], ["m": "m"], ["s": "S"]])
            #expect(try plan.validate(record).outline == [])
        }
    }

    @Test func conditionsChangeNothing() throws {
        let plan = try Plan(RuleSet(rules: [Rule("b", .type("safe")), Rule("a", .even, when: Condition("b", .upper))]))
        let record = Record(for: plan)
        record.fill(["a": 1, "b": "text"])
        #expect(try plan.validate(record).outline == ["even.odd /a"])
        #expect(record["b"] == "text")
    }

    @Test func closuresMayAskWhetherOthersFailed() throws {
        struct Asking: Validator {
            var reference: AttributeReference?
            let other: String
            var skipsEmpty: Bool { false }
            mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
                reference = try binding.reference(to: other, option: "other")
            }
            func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
                if let reference, context.hasErrors(reference) { context.report("asking.failed") }
            }
        }
        let registry = try Registry.small.with("asking") { options throws(OptionError) in
            Check(Asking(other: try options.text("other") ?? ""))
        }
        let rules = """
            rules:
              - [b, even]
              - [a, asking, {other: b}]
              - [l.*.n, required]
              - [l.*.m, asking, {other: l.*.n}]
            """
        let plan = try Plan(RuleSet(parsing: rules), registry: registry)
        let report = try plan.validate(["b": 1, "l": [.object([]), ["n": 1]]])
        #expect(report.outline == ["even.odd /b", "asking.failed /a", "required.blank /l/0/n", "asking.failed /l/0/m"])
        #expect(try plan.validate(["b": 2, "l": [["n": 1]]]).outline == [])
    }

    @Test func referencesThatCannotWorkAreRefused() {
        for rule in [Rule("a", .sameAs("l.*.n")), Rule("m.*.n", .sameAs("l.*.n")), Rule("a", .sameAs("l.*.nn"))] {
            #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("l.*.n", .even), rule])) }
        }
        let condition = Rule("a", .even, when: Condition("l.*.n", .even))
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("l.*.n", .even), condition])) }
    }
}

extension Registry {
    /// A copy with one more rule type, which takes any options.
    func with(
        _ type: RuleType, _ makeCheck: @escaping @Sendable (OptionReader) throws(OptionError) -> Check
    ) throws -> Registry {
        var registry = self
        try registry.register(
            RuleDefinition(type: type, origin: .application, options: nil, codes: [], makeCheck: makeCheck))
        return registry
    }
}
