import Proviso
import Testing

/// What plans with async rules run, wait for and report.
struct AsyncPlanTests {
    struct Row: Sendable {
        let rules: [Rule]
        let record: AnyValue
        /// `code path`, in the order of the report.
        let found: [String]
        let location: SourceLocation

        init(
            _ rules: Rule..., record: AnyValue, finds found: String..., at location: SourceLocation = #_sourceLocation
        ) {
            self.rules = rules
            self.record = record
            self.found = found
            self.location = location
        }
    }

    static let rows = [
        Row(Rule("a", .later("x.y")), record: ["a": 1], finds: "x.y a"),
        Row(Rule("a", .later(nil)), record: ["a": 1]),
        Row(Rule("a", .later("x.y")), record: [:]),
        Row(Rule("a", .later("x.y"), skipOnEmpty: false), record: [:], finds: "x.y a"),
        Row(Rule("a", .even), record: ["a": 1], finds: "even.odd a"),
        // In rule order, whoever answers first.
        Row(
            Rule("a", .later("x.one")), Rule("b", .even), Rule("c", .later("x.two")),
            record: ["a": 1, "b": 1, "c": 1], finds: "x.one a", "even.odd b", "x.two c"),
        Row(
            Rule("b, a", .later("x.one")), Rule("c", .even), record: ["a": 1, "b": 1, "c": 1],
            finds: "x.one b", "x.one a", "even.odd c"),
        Row(Rule("a", .later("x.one")), Rule("a", .later("x.two")), record: ["a": 1], finds: "x.one a", "x.two a"),
        // Cheap before dear: also where the cheap rule is written later.
        Row(Rule("a", .even), Rule("a", .later("x.y")), record: ["a": 1], finds: "even.odd a"),
        Row(Rule("a", .later("x.y")), Rule("a", .even), record: ["a": 1], finds: "even.odd a"),
        Row(
            Rule("a", .later("x.y"), skipOnError: false), Rule("a", .even), record: ["a": 1],
            finds: "x.y a", "even.odd a"),
        Row(
            Rule("a", .even, severity: .warning), Rule("a", .later("x.y")), record: ["a": 1],
            finds: "even.odd a", "x.y a"),
        Row(
            Rule("a", .even, bail: true), Rule("a", .later("x.y"), skipOnError: false), record: ["a": 1],
            finds: "even.odd a"),
        Row(
            Rule("a", .later("x.one"), bail: true), Rule("a", .later("x.two")), Rule("b", .later("x.three")),
            record: ["a": 1, "b": 1], finds: "x.one a", "x.three b"),
        Row(
            Rule("a", .later("x.one"), severity: .warning, bail: true), Rule("a", .later("x.two")), record: ["a": 1],
            finds: "x.one a", "x.two a"),
        Row(
            Rule("a", .even, severity: .warning, bail: true), Rule("a", .later("x.y")), record: ["a": 1],
            finds: "even.odd a", "x.y a"),
        // Conditions.
        Row(Rule("a", .later("x.y"), when: Condition("b", .even)), record: ["a": 1, "b": 1]),
        Row(Rule("a", .later("x.y"), when: Condition("b", .even)), record: ["a": 1, "b": 2], finds: "x.y a"),
        Row(Rule("a", .later("x.y"), unless: Condition("b", .even)), record: ["a": 1, "b": 2]),
        // Places.
        Row(
            Rule("l.*.a", .later("x.y")), Rule("l.*.a", .even), record: ["l": [["a": 2], ["a": 1], [:], ["a": 4]]],
            finds: "x.y l.0.a", "x.y l.3.a", "even.odd l.1.a"),
        Row(Rule("l", .each(.later("x.y"))), record: ["l": [1, nil, 2]], finds: "x.y l.0", "x.y l.2"),
        Row(Rule("l", .each(.later("x.y"))), Rule("l", .even), record: ["l": [1]], finds: "even.odd l"),
        Row(Rule("o.a", .later("x.y")), record: ["o": 5], finds: "value.object o"),
        Row(Rule("a", .later("x.y")), record: 5, finds: "value.object "),
        // What is thrown is never taken for valid.
        Row(Rule("a", .asyncCheck { _, _ in throw Down() }), record: ["a": 1], finds: "rule.fault a"),
        Row(Rule("a", .asyncCheck { _, _ in throw CancellationError() }), record: ["a": 1], finds: "rule.fault a"),
        // Other attributes, as they are when all other rules have run.
        Row(Rule("a", .shows("b")), Rule("b", .upper), record: ["a": 1, "b": "x"], finds: "x.X a"),
        Row(
            Rule("l.*.a", .shows("l.*.b")), Rule("l.*.b", .safe), record: ["l": [["a": 1, "b": "y"]]],
            finds: "x.y l.0.a"),
    ]

    struct Down: Error {}

    @Test(arguments: rows) func row(_ row: Row) async throws {
        let plan = try AsyncPlan(RuleSet(rules: row.rules + [Rule("b", .safe)]))
        let report = try await plan.validate(row.record)
        #expect(report.violations.map { "\($0.code) \($0.path)" } == row.found, sourceLocation: row.location)
    }

    @Test func faultsSayWhy() async throws {
        let plan = try AsyncPlan(RuleSet(rules: [Rule("a", .asyncCheck { _, _ in throw Down() })]))
        let violation = try #require(try await plan.validate(["a": 1]).violations.first)
        #expect(violation.parameters["reason"] == .text("Down()"))
        #expect(plan.localizer(preferring: "en").text(violation) == "A could not be checked.")
    }

    @Test func messagesShowTheValue() async throws {
        let rule = Rule("a", .later("x.y"), message: "{attribute} is {value}")
        let plan = try AsyncPlan(RuleSet(rules: [rule]))
        let report = try await plan.validate(["a": 7])
        #expect(plan.localizer(preferring: "en").texts(report) == ["A is 7"])
    }

    @Test func questionsAreAskedAtTheSameTime() async throws {
        let meeting = Meeting(of: 3)
        let rule = Constraint.asyncCheck { _, _ in
            await meeting.attend()
            return [Finding("x.y")]
        }
        let plan = try AsyncPlan(RuleSet(rules: [Rule("a", rule), Rule("a", "b", rule)]))
        #expect(try await plan.validate(["a": 1, "b": 1]).violations.count == 3)
    }

    @Test func tooManyQuestionsTakeTurns() async throws {
        let tally = Tally()
        let rule = Constraint.asyncCheck { _, _ in
            tally.enter()
            await Task.yield()
            tally.leave()
            return []
        }
        let plan = try AsyncPlan(RuleSet(rules: [Rule("l.*", rule)]))
        let report = try await plan.validate(["l": .list((0..<2000).map { .integer($0) })])
        #expect(report.isValid && tally.all == 2000)
        #expect((1...64).contains(tally.most))
    }

    @Test func cancellingEndsTheQuestions() async throws {
        let (asked, ended) = (Meeting(of: 2), Tally())
        let rule = Constraint.asyncCheck { _, _ in
            await asked.attend()
            defer { ended.enter() }
            try await Task.sleep(for: .seconds(3600))
            return []
        }
        let plan = try AsyncPlan(RuleSet(rules: [Rule("a", "b", rule)]))
        let validation = Task { try await plan.validate(["a": 1, "b": 1]) }
        await asked.begun()
        validation.cancel()
        await #expect(throws: CancellationError.self) { try await validation.value }
        #expect(ended.all == 2)
    }

    @Test func theSynchronousPartIsThereAtOnce() async throws {
        let plan = try AsyncPlan(
            RuleSet(rules: [Rule("a", .later("x.one")), Rule("b", .even), Rule("c", .later("x.two"))]))
        let record = Record(for: plan)
        record.fill(["a": 1, "b": 1])
        let pending = try plan.begin(record)
        #expect(pending.report.violations.map(\.code) == ["even.odd"])
        #expect(pending.waiting.map(\.description) == ["a"])
        record.fill([:])
        #expect(try plan.begin(record).isComplete)
        #expect(try await pending.finish().violations.map(\.code) == ["x.one", "even.odd"])
        record.fill(["a": 1, "b": 1, "c": 1])
        #expect(try await plan.validate(record, attributes: ["c"]).violations.map(\.code) == ["x.two"])
        #expect(throws: RuleSetError.self) { try plan.begin(record, scenario: "nowhere") }
    }

    @Test func scenariosChooseTheQuestions() async throws {
        let plan = try AsyncPlan(
            RuleSet(rules: [Rule("a", .later("x.one"), on: "first"), Rule("a", .later("x.two"), except: ["first"])]))
        #expect(try await plan.validate(["a": 1], scenario: "first").violations.map(\.code) == ["x.one"])
        #expect(try await plan.validate(["a": 1]).violations.map(\.code) == ["x.two"])
    }

    @Test func oneValueIsCheckedAlone() async throws {
        #expect(try await LaterValidator("x.y").violations(of: 5).map(\.code) == ["x.y"])
        #expect(try await LaterValidator("x.y").violations(of: nil).map(\.code) == ["x.y"])
        #expect(try await LaterValidator(nil).violations(of: 5).isEmpty)
    }
}

/// Async rules where nobody would wait for them.
struct AsyncRefusalTests {
    private func registry() throws -> Registry {
        var registry = Registry.standard
        try registry.register(LaterValidator.self)
        registry.services.asyncStore = SlowStore()
        return registry
    }

    @Test(arguments: [
        ("[[a, later]]", "<rules>:2:5: 'later': is async: use AsyncPlan instead of Plan"),
        (
            "[[a, each, {rule: [later]}]]",
            "<rules>:2:19: option 'rule' of 'each': 'later': is async: use AsyncPlan instead of Plan"
        ),
        ("[[a, exist, {target: t}]]", "<rules>:2:5: 'exist': is async: use AsyncPlan instead of Plan"),
    ]) func aPlanRefuses(_ rules: String, _ reason: String) throws {
        let ruleSet = try RuleSet(parsing: "proviso: 1\nrules: \(rules)")
        let error = #expect(throws: RuleSetError.self) { try Plan(ruleSet, registry: registry()) }
        #expect(error?.description.replacing(/:2:\d+/, with: "") == reason.replacing(/:2:\d+/, with: ""))
        #expect(error?.diagnostics.first?.position?.line == 2)
        _ = try AsyncPlan(ruleSet, registry: registry())
    }

    @Test(arguments: [
        "{attributes: a, type: required, when: [b, later]}",
        "{attributes: a, type: later, unless: [b, each, {rule: [later]}]}",
        "{attributes: a, type: required, when: [b, email, {checkDNS: true}]}",
    ]) func aConditionCannotWait(_ rule: String) throws {
        let ruleSet = try RuleSet(parsing: "proviso: 1\nrules:\n- \(rule)\n- [b, safe]")
        let error = #expect(throws: RuleSetError.self) { try AsyncPlan(ruleSet, registry: registry()) }
        let text = try #require(error?.description)
        #expect(text.contains("is async, so it cannot be a condition"), "\(text)")
        #expect(text.hasPrefix("<rules>:3:"), "\(text)")
    }

    @Test func itemsHaveNoOtherWords() throws {
        let ruleSet = RuleSet(rules: [Rule("a", .each(.later("x.y"), allowMessageFromRule: false))])
        let error = #expect(throws: RuleSetError.self) { try AsyncPlan(ruleSet) }
        #expect(error?.description.contains("'allowMessageFromRule' of 'each': the rule is async") ?? false)
    }

    @Test func aValidatorThatDoesNotSayItAsksIsAFault() async throws {
        let rule = Rule("a", .check { _, context in context.addAsyncCheck { [] } })
        #expect(try Plan(RuleSet(rules: [rule])).validate(["a": 1]).violations.map(\.code) == [.fault])
        #expect(try await AsyncPlan(RuleSet(rules: [rule])).validate(["a": 1]).violations.map(\.code) == [.fault])
    }

    @Test func codesOfAsyncValidatorsCanBeWorded() async throws {
        let ruleSet = try RuleSet(
            parsing:
                "proviso: 1\nrules: [[a, later, {code: later.refused}]]\nmessages: {en: {later.refused: \"No {attribute}\"}}"
        )
        let plan = try AsyncPlan(ruleSet, registry: registry())
        let report = try await plan.validate(["a": 1])
        #expect(plan.localizer(preferring: "en").texts(report) == ["No A"])
    }
}

/// Answers after a while, always the same.
struct LaterValidator: NamedAsyncValidator {
    static let type: RuleType = "later"
    static let options = [OptionDescription("code", .text, "the code it reports, none by default")]
    static let codes = [CodeDescription("later.refused")]

    let code: Code?

    init(_ code: Code?) {
        self.code = code
    }

    init(options: borrowing OptionReader) throws(OptionError) {
        code = try options.text("code").map { Code(rawValue: $0) }
    }

    func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
        await Task.yield()
        return code.map { [Finding($0)] } ?? []
    }
}

extension Constraint {
    static func later(_ code: Code?) -> Constraint { .validator(LaterValidator(code)) }

    /// Reports a code named after the value of another attribute.
    static func shows(_ other: String) -> Constraint {
        .asyncCheck(with: other) { _, context in
            guard case .text(let text) = context.value(of: other) else { return [] }
            return [Finding(Code(rawValue: "x.\(text)"))]
        }
    }
}
