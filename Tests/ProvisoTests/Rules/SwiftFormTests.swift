import Proviso
import Testing

/// Forms of rules and conditions that only Swift has.
@Suite struct SwiftFormTests {
    private static let one = Condition("items.*", .required)

    @Test(arguments: [
        (Condition.items(exactly: 2, atLeast: 1, one), "'exactly' cannot be used together with 'atLeast' and 'atMost'"),
        (.items(atLeast: 5, atMost: 2, one), "no number is at least 5 and at most 2"),
        (.items(one), "expected 'exactly', 'atLeast' or 'atMost' with a number"),
        (.items(exactly: -1, one), "no number of items or conditions is -1"),
        (.items(atLeast: 0, one), "every number is at least 0: the condition is always true"),
        (.number(atLeast: 5, of: [Condition("a", .required)]), "there is only one condition, so that 5 are never true"),
        (
            .not(.number(exactly: 3, of: [Condition("a", .required), Condition("b", .required)])),
            "there are only 2 conditions, so that 3 are never true"
        ),
    ])
    func numbersThatCannotBeAreRefused(condition: Condition, reason: String) {
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(rules: [Rule("a", .required, when: condition), Rule("b", .safe)]))
        }
        #expect(error?.diagnostics.map(\.reason) == [reason])
    }

    @Test(arguments: [
        Condition.items(atLeast: 1, atMost: 2, one), .items(exactly: 0, one), .items(atMost: 0, one),
        .number(exactly: 1, of: [Condition("a", .required)]),
    ])
    func numbersThatCanBeAreNot(condition: Condition) throws {
        _ = try Plan(RuleSet(rules: [Rule("a", .required, when: condition)]))
    }

    @Test func rulesForSeveralAttributesTakeAllThatOthersTake() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule(
                    "a", "b", .required, when: Condition("f", .required), message: "Both!", severity: .warning,
                    id: "two"),
                Rule("a", "b", "c", .string(max: 1), unless: Condition("f", .required), bail: true),
                Rule("a", "b", "c", "d", .string(max: 2), on: "x", message: "Four!"),
            ]))
        let report = try plan.validate(["f": 1])
        #expect(report.violations.map(\.attribute) == ["a", "b"] && report.isValid)
        #expect(plan.localizer(preferring: "en").texts(report) == ["Both!", "Both!"])
        #expect(try plan.validate(["d": "long"], scenario: "x").violations.map(\.attribute) == ["d"])
    }

    @Test func boundsMayBeOtherAttributes() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("discount", .number(min: 0, max: ["attribute": "subtotal"])),
                Rule("seats", .integer(max: ["attribute": "subtotal"])),
                Rule("name", .string(max: ["attribute": "subtotal"])),
                Rule("tags", .count(exact: ["attribute": "seats"])), Rule("subtotal", .number(min: 1, max: 9)),
            ]))
        let valid: AnyValue = ["discount": 2, "seats": 3, "name": "abc", "tags": ["a", "b", "c"], "subtotal": 3]
        #expect(try plan.validate(valid).isValid)
        let invalid: AnyValue = ["discount": 5, "seats": 4, "name": "abcd", "tags": ["a"], "subtotal": 3]
        #expect(
            try plan.validate(invalid).violations.map(\.code) == [
                "number.tooBig", "number.tooBig", "string.tooLong", "count.notEqual",
            ])
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(rules: [Rule("a", .number(max: ["attribute": "subtotl"])), Rule("subtotal", .safe)]))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("did you mean 'subtotal'?"))
    }

    @Test func aMessageNamesTheItem() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("lines.*.sku", .required, message: "Line {item} has no number."),
                Rule("by.*.name", .required, message: "{item} has no name."),
            ]))
        let report = try plan.validate(["lines": [["sku": ""], ["sku": "A"], ["sku": ""]], "by": ["k": ["name": ""]]])
        #expect(
            plan.localizer(preferring: "en").texts(report) == [
                "Line 1 has no number.", "Line 3 has no number.", "k has no name.",
            ])
    }

    @Test func aRecordIsFilledFromBytes() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .required)]))
        let record = Record(for: plan)
        try record.fill(json: [UInt8](#"{"a":1}"#.utf8))
        #expect(try plan.validate(record).isValid)
        #expect(throws: InputError.self) { try record.fill(json: [UInt8]("{".utf8)) }
    }

    @Test func aBlockingLookupIsAWarning() throws {
        let rules = RuleSet(rules: [Rule("mail", .email(checkDNS: true))])
        #expect(try Plan(rules).warnings.map(\.reason).first?.contains("use AsyncPlan instead of Plan") == true)
        #expect(try Plan(RuleSet(rules: [Rule("mail", .email)])).warnings.isEmpty)
    }

    @Test func anUnknownLocaleIsAFallback() {
        #expect(Localizer(preferring: ["english"]).isFallback && Localizer(preferring: ["?"]).isFallback)
        #expect(!Localizer(preferring: ["en"]).isFallback && !Localizer(preferring: []).isFallback)
    }

    @Test func existDoesNotNameTheCollection() throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore(["crm_customers_2024": [["id": 1]]])
        let rules = RuleSet(rules: [Rule("customer", .exist(in: "crm_customers_2024", as: "id"))])
        let plan = try Plan(rules, registry: registry)
        let report = try plan.validate(["customer": 9])
        for locale in ["en", "de", "ja", "ar", "pl"] {
            #expect(!plan.localizer(preferring: locale).texts(report).joined().contains("crm"))
        }
        #expect(plan.localizer(preferring: "en").texts(report) == ["Customer is not valid."])
    }

    @Test func theReasonsOfRefusedPluginsAreInTheError() {
        var registry = Registry.standard
        registry.refused = (1...7).map { "p\($0).so: it is in no lock file" }
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(rules: [Rule("a", .type("acme/even"))]), registry: registry)
        }
        let reason = error?.diagnostics.first?.reason ?? ""
        #expect(
            reason.contains("unknown rule type 'acme/even'; plugins that were refused may offer it: p1.so: it is in no")
        )
        #expect(reason.hasSuffix("p5.so: it is in no lock file; and 2 more"))
    }
}
