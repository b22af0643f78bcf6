import Proviso
import Testing

struct EachValidatorTests {
    private static let integers = EachValidator(rule: .integer)

    static let rows: [Row] = [
        .accepts([1, "2", 3.0], integers),
        .accepts([], integers),
        .accepts([nil, "", 1], integers),
        .accepts(["a": 1, "b": 2], integers),
        .rejects("text", integers, "each.invalid"),
        .accepts(["n1": 1, "m": "x"], EachValidator(rule: .integer, keys: "^n")),
        .rejects(["n1": "x", "m": "x"], EachValidator(rule: .integer, keys: "^n"), "integer.type"),
        .rejects([1], EachValidator(rule: .integer, keys: "^n"), "value.object"),
        .rejects(nil, integers, "each.invalid"),
        .rejects(5, integers, "each.invalid"),
        .rejects([1, "text", "more"], integers, "integer.type"),
        .rejects([1, ""], EachValidator(rule: .required), "required.blank"),
        .rejects(["x"], EachValidator(rule: .integer, allowMessageFromRule: false), "each.invalid"),
        .rejects([["x"]], EachValidator(rule: .each(.integer)), "integer.type"),
        .accepts([[1], [2, 3], []], EachValidator(rule: .each(.integer))),
        .accepts([" a ", "b"], EachValidator(rule: .trim), becomes: ["a", "b"]),
        .accepts([[" a "]], EachValidator(rule: .each(.trim)), becomes: [["a"]]),
        .accepts(["a", "", nil], EachValidator(rule: .default("x")), becomes: ["a", "x", "x"]),
        .accepts(["b.c"], EachValidator(rule: .url(defaultScheme: "http")), becomes: ["http://b.c"]),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func findingsCarryThePositionOfTheirItem() throws {
        let paths: [(Constraint, AnyValue, [String])] = [
            (.each(.integer), [1, "x", "y"], ["/tags/1"]),
            (.each(.integer, stopOnFirstError: false), [1, "x", "y"], ["/tags/1", "/tags/2"]),
            (.each(.integer, allowMessageFromRule: false), [1, "x"], ["/tags/1"]),
            (
                .each(.integer, allowMessageFromRule: false, stopOnFirstError: false), ["x", "y"],
                ["/tags/0", "/tags/1"]
            ),
            (.each(.integer), ["a": 1, "b": "x"], ["/tags/b"]),
            (.each(.each(.integer)), [[1], [2, "x"]], ["/tags/1/1"]),
            (.each(.each(.integer)), [[1], 5], ["/tags/1"]),
        ]
        for (body, value, pointers) in paths {
            let plan = try Plan(RuleSet(rules: [Rule("tags", body)]))
            #expect(try plan.validate(["tags": value]).violations.map(\.path.pointer) == pointers)
        }
    }

    @Test func rulesInsideSeeOtherAttributes() throws {
        let rule = Rule("a", .each(.compare(with: "limit", operator: .less)))
        let plan = try Plan(RuleSet(rules: [rule, Rule("limit", .safe)]))
        #expect(try plan.validate(["a": [1, 2, 9], "limit": 5]).violations.map(\.path.pointer) == ["/a/2"])
    }

    @Test func closuresAreRulesToo() throws {
        let body = Constraint.each(.check { value, context in if value.kind == .list { context.report("a.list") } })
        let plan = try Plan(RuleSet(rules: [Rule("a", body)]))
        #expect(try plan.validate(["a": [true, false]]).isValid)
        #expect(try plan.validate(["a": [true, [1]]]).violations.map(\.code) == ["a.list"])
    }

    @Test func listsInsideListsEndSomewhere() {
        let body = (0..<40).reduce(Constraint.integer) { body, _ in .each(body) }
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("a", body)])) }
        let reason = "option 'rule' of 'each': more than 32 rules for lists are nested"
        #expect(error?.diagnostics.map(\.reason) == [reason])
    }

    @Test func optionsAreChecked() {
        let inner = Constraint(type: "each", options: ["rule": .rule(.type("string", ["mim": 1]))])
        let unknown = Constraint(type: "each", options: ["rule": .rule(.type("integr"))])
        let rows = [
            RefusedOptions(.type("each"), "needs the option 'rule'"),
            RefusedOptions(.type("each", ["rule": "integer"]), "must be a rule"),
            RefusedOptions(inner, "unknown option 'mim' of 'string'", suggestion: "min"),
            RefusedOptions(unknown, "unknown rule type 'integr'", suggestion: "integer"),
        ]
        for row in rows { row.run() }
    }
}
